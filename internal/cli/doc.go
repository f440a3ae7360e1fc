// Package cli is the command line: one struct a command, rendering of what the
// packages below find, exit status, progress. It is the only package that prints.
package cli

//go:generate go run ./gendocs ../../docs
