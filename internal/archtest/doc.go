// Package archtest keeps the house in order: it parses every Go file of the
// module and reports where an import climbs the floor plan, where a package
// below the command line prints or exits, where a package has no doc.go, and
// the other habits that docs/architecture.md states.
//
// The checks read syntax only (go/parser), so they need neither a build nor
// the go command, and they work on any [io/fs.FS]: the module itself in the
// test that guards it, small trees in memory in the tests of the checks.
package archtest
