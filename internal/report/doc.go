// Package report writes games as HTML pages that need nothing else: no network, no
// further file.
//
// A page has a board to step through, the moves with their variations and comments,
// a graph of the evaluations, how accurately both sides played, and the moments that
// decided the game. [Page] writes one game; [File] writes a collection as one page,
// and [Folder] as a page a game with an index. Both take games one after the other
// and hold one of them at a time.
//
// What stands in a game is text and stays text: it goes through html/template, the
// pages run no script but the one that comes with them, which never makes markup of
// text, and a Content-Security-Policy keeps to that.
package report
