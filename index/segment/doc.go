// Package segment keeps the positions of games in immutable sorted files.
//
// An [Entry] says that the position with a key occurs in a game, at a ply, in
// one of its four images. A [Builder] takes entries in any order, in bounded
// memory, and writes a file of them sorted by key, game, ply and image; a
// [Segment] reads such a file; [Merge] makes one file of several. A file is
// written beside its final name and renamed when it is whole and on disk, and
// never changes after that. What was added twice is kept twice.
//
// # File
//
// All numbers are little-endian. A file is, in this order:
//
//   - a header of 128 bytes: magic, version, geometry, the generation number
//     that ties the file to what it was made from, the counts, the places of
//     the parts, and checksums;
//   - blocks, each of the same number of entries but for the last;
//   - fences, one for each block: its first key, its place, its checksum;
//   - tops, one for each page of fences: its first key and its checksum.
//
// Only header and tops are read when a file is opened. To find a key takes a
// page of fences, which is then kept, and the blocks that hold the key.
//
// A block codes its keys as differences from the one before, games as
// differences from the least of the block or, where the key stays the same,
// from the game before, and all of them as bit fields as wide as the block
// needs. That is close to what the information of such entries comes to: keys
// are hashes, and neither their differences nor the games that follow one
// another can be foretold.
//
// # Damage
//
// Every byte is under a checksum, which is compared whenever the byte is read.
// A file that was cut, extended or changed gives a [DamageError] or the right
// answer, and never a wrong answer. Files are read by plain reads and not
// through a memory map: a lookup takes two reads of a few kilobytes, and a
// file that is cut while it is open gives an error and no signal.
package segment
