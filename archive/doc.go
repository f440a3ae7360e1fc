// Package archive keeps games: a collection that can be trusted with the only
// copy.
//
// An archive is a folder. Its file games.db is the truth, one SQLite database
// that anyone can open (docs/archive-format.md); its folder index/ is a cache that
// can be made again and belongs to another package. A folder without games.db is
// an empty archive.
//
//   - [Archive.Import] reads PGN text and adds what is new. What cannot be
//     accepted goes to the quarantine, whole and with its diagnostics, so that
//     nothing that was read is lost.
//   - [Archive.Get], [Archive.Games], [Archive.Headers] and [Archive.Lines] read.
//   - [Archive.Verify] reads everything again and proves it whole.
//
// Every write is a transaction that is on disk when the call returns, or did not
// happen. One process writes at a time, others wait for it and then name it; any
// number read beside it. Every row carries a checksum, which is compared when the
// row is read: a damaged record is an error and never a wrong answer.
package archive
