// Command gendocs writes the documents that are made from the code: the catalogue
// of diagnostics and the reference of commands. It is run by go generate.
package main
