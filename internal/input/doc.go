// Package input opens what a user names on the command line: files, folders of
// files, standard input, each of them plain or compressed. What a file is, its
// bytes say and not its name.
package input
