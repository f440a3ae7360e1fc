// Package index answers queries over an archive: which games, and at which
// plies. It keeps files of its own beside the archive, which are a cache: they
// can be deleted at any time and are made again from the archive.
//
// [Open] reads what is there and never fails because it is missing or wrong;
// [Index.State] tells, and [Index.Update] brings it up to date. During an import
// a [Collector] gathers what the index needs of the new games, so that nothing
// is read twice. [Index.Search] and [Index.Count] take a query that package
// query has parsed.
//
// # Files
//
// manifest.json names the archive and the generation of it that the index
// holds, and lists the parts. A part is a set of games that were added at one
// time; it never changes. Its files are
//
//   - positions: the positions of its games by their canonical key, as package
//     segment has them;
//   - games: columns by game (result, plies, date …), each different name, tag and
//     comment once, with the games it belongs to, and the variations;
//   - moves: start positions and moves, packed, by blocks of games;
//   - frequent: of positions that occur often, the games with the move made there;
//   - text, a folder: the comments in a full-text index, where there are any.
//
// A game that was replaced is in a newer part again, and the older part has it
// among its dead. Many parts are merged into one. All files are written beside
// and renamed, the manifest last: a process that is killed leaves the index as
// it was. Every byte that an answer rests on is under a checksum that is
// compared when it is read.
package index
