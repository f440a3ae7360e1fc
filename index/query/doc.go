// Package query is the language in which games are asked for. [Parse] turns a
// query into a tree of few kinds of nodes, an [Expr]; what the nodes select is
// the business of the package above.
//
// # Language
//
// Terms that stand beside one another must all hold; "and" may stand between
// them. "or" binds less tightly. A term after "not", or with "-" before it,
// must not hold. Parentheses group.
//
//   - suli, "a phrase": words in names, events and comments; suli* is a
//     beginning, and sulli~ something spelt nearly so;
//   - field:value, and where values have an order field:>=value and
//     field:a..b, with either end left out if need be;
//   - tag:NAME=VALUE, tag:NAME;
//   - fen:"…", with ~mirror, ~colors or ~any after it for the images of the
//     position; board:"…", material:"…", line:"…", alfil:…; and for:N and
//     at:a..b after any of them;
//   - in:variations, beside such terms or in one pair of parentheses with
//     them: these look into variations, too;
//   - @name, a query that was saved.
//
// In quotes, \" and \\ stand for a quotation mark and a backslash. Field names
// and fixed values may be written in capitals. [FieldDocs] lists all fields.
//
// # Errors
//
// An [Error] points at a column and says what was expected there and, if
// something is near, what may have been meant. Columns count characters
// (Unicode code points) from 1. What can be checked without an archive is
// checked by Parse: names of fields and fixed values, numbers, dates, the form
// of patterns.
//
// # Printing
//
// String of an Expr gives its canonical form. Parsing that gives an equal
// tree, and printing it again the same text.
package query
