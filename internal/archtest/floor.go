package archtest

import (
	"slices"
	"strings"
)

// A floor is one row of the floor plan: a package (and the packages below its
// folder) with the packages of the module that it may import.
type floor struct {
	dir string
	// mayImport names floors. A floor's own packages are always allowed.
	mayImport []string
	// stdlibOnly forbids third-party imports outside of tests.
	stdlibOnly bool
	// quiet forbids printing, logging and exiting.
	quiet bool
	// public floors promise a comment on every exported name.
	public bool
}

// leaves stands for every package under internal/ without a floor of its own.
const leaves = "internal/*"

// floorPlan lists the floors from the bottom up.
func floorPlan() []floor {
	return []floor{
		{dir: "rules", stdlibOnly: true, quiet: true, public: true},
		{dir: leaves, mayImport: []string{"rules"}, quiet: true},
		{dir: "pgn", mayImport: []string{"rules", leaves}, quiet: true, public: true},
		{dir: "archive", mayImport: []string{"rules", "pgn", leaves}, quiet: true, public: true},
		{dir: "analyze", mayImport: []string{"rules", "pgn", leaves}, quiet: true, public: true},
		{dir: "internal/report", mayImport: []string{"rules", "pgn", "analyze", leaves}, quiet: true},
		{dir: "index", mayImport: []string{"rules", "pgn", "archive", leaves}, quiet: true, public: true},
		{dir: "internal/cli", mayImport: []string{"rules", "pgn", "archive", "analyze", "index", "internal/report", leaves}},
		{dir: "cmd", mayImport: []string{"internal/cli"}, stdlibOnly: true},
		{dir: "examples", mayImport: []string{"rules", "pgn", "archive", "analyze", "index"}},
	}
}

// floorOf gives the floor on which the package in dir lives.
func floorOf(dir string) (floor, bool) {
	within := func(parent string) bool { return dir == parent || strings.HasPrefix(dir, parent+"/") }
	var leaf floor
	for _, fl := range floorPlan() {
		if fl.dir == leaves {
			leaf = fl
		} else if within(fl.dir) {
			return fl, true
		}
	}
	return leaf, within("internal")
}

// checkImports reports imports that the floor plan does not allow. Tests may
// use third-party packages on every floor, and the floors of the module under
// the same rule as the code beside them.
func (m *Module) checkImports(f *File) []Finding {
	here, ok := floorOf(f.Dir)
	if !ok {
		return []Finding{m.finding(f, f.Syntax.Package, "package %s has no place on the floor plan", f.Dir)}
	}
	var found []Finding
	for _, spec := range f.Syntax.Imports {
		p := importPath(spec)
		dir, ours := m.dirOf(p)
		switch {
		case p == "C":
			found = append(found, m.finding(f, spec.Pos(), "cgo: the program must build without a C compiler"))
		case ours:
			there, ok := floorOf(dir)
			switch {
			case !ok:
				found = append(found, m.finding(f, spec.Pos(), "%s imports %s, which has no place on the floor plan", here.dir, dir))
			case there.dir == leaves && f.IsTest() && here.dir == "rules":
				// A leaf may serve the tests of the lowest floor, too.
			case there.dir != here.dir && !slices.Contains(here.mayImport, there.dir):
				found = append(found, m.finding(f, spec.Pos(), "%s may not import %s: imports only go down the floor plan", here.dir, dir))
			}
		case here.stdlibOnly && !f.IsTest() && !isStdlib(p):
			found = append(found, m.finding(f, spec.Pos(), "%s uses the standard library only, not %s", here.dir, p))
		}
	}
	return found
}

// dirOf gives the folder of an import path of this module.
func (m *Module) dirOf(importPath string) (dir string, ours bool) {
	if importPath == m.Path {
		return ".", true
	}
	return strings.CutPrefix(importPath, m.Path+"/")
}

// isStdlib goes by the rule of the go command: only paths outside of the
// standard library have a dot in their first element.
func isStdlib(importPath string) bool {
	first, _, _ := strings.Cut(importPath, "/")
	return !strings.Contains(first, ".")
}
