package archtest

import (
	"go/ast"
	"go/token"
	"path"
	"slices"
	"strconv"
	"strings"
)

// checkPaths reports paths that lead out of the module, in code and in tests:
// what a test needs lies in its package's testdata or in t.TempDir. Three
// forms are seen: a literal that begins with one of a system's well-known
// folders, an absolute literal (or constant) handed to os or path/filepath,
// and a relative one that climbs over the module's root. Where programs and
// devices live is no data, and is let pass.
func (m *Module) checkPaths(f *File) []Finding {
	var found []Finding
	seen := make(map[token.Pos]bool)
	report := func(at token.Pos, p, why string) {
		if !seen[at] {
			seen[at] = true
			found = append(found, m.finding(f, at, "path %q %s: keep data in testdata, scratch files in t.TempDir", p, why))
		}
	}
	imports := importsOf(f.Syntax)
	ast.Inspect(f.Syntax, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ImportSpec:
			return false
		case *ast.CallExpr:
			sel, ok := n.Fun.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			pkg, ok := packageOf(sel.X, imports)
			if !ok || (pkg != "os" && pkg != "path/filepath") || len(n.Args) == 0 {
				return true
			}
			first, ok := stringValue(n.Args[0])
			if !ok {
				return true
			}
			if path.IsAbs(first) && !holdsPrograms(first) {
				report(n.Args[0].Pos(), first, "is absolute")
			}
			if sel.Sel.Name == "Join" {
				if joined := joinLiterals(n.Args); climbs(f.Dir, joined) {
					report(n.Args[0].Pos(), joined, "leads out of the module")
				}
			}
		case *ast.BasicLit:
			s, ok := stringValue(n)
			if !ok {
				return true
			}
			if isSystemPath(s) && !holdsPrograms(s) {
				report(n.Pos(), s, "is absolute")
			}
			if climbs(f.Dir, s) {
				report(n.Pos(), s, "leads out of the module")
			}
		}
		return true
	})
	return found
}

// isSystemPath tells whether a path lies below a folder that every system of a
// kind has. Other texts that begin with a slash (a rank of a FEN, the route of
// a request) are no paths.
func isSystemPath(s string) bool {
	if len(s) > 3 && s[1:3] == `:\` {
		return true // a drive of Windows
	}
	rest, rooted := strings.CutPrefix(s, "/")
	first, _, _ := strings.Cut(rest, "/")
	return rooted && slices.Contains([]string{
		"etc", "home", "mnt", "opt", "private", "root", "srv", "tmp", "usr", "var", "Users", "Volumes",
	}, first)
}

// holdsPrograms tells whether a path names a program or a device.
func holdsPrograms(p string) bool {
	return slices.ContainsFunc([]string{"/bin/", "/usr/bin/", "/usr/local/bin/", "/usr/games/", "/dev/"}, func(dir string) bool {
		return strings.HasPrefix(p, dir)
	})
}

// climbs tells whether a relative path, seen from a folder of the module (as
// tests see it), leaves the module.
func climbs(dir, p string) bool {
	if p != ".." && !strings.HasPrefix(p, "../") {
		return false
	}
	joined := path.Join(dir, p)
	return joined == ".." || strings.HasPrefix(joined, "../")
}

// joinLiterals joins the literal arguments that a call begins with.
func joinLiterals(args []ast.Expr) string {
	var parts []string
	for _, arg := range args {
		s, ok := stringValue(arg)
		if !ok {
			break
		}
		parts = append(parts, s)
	}
	return path.Join(parts...)
}

// stringValue gives the text of a string literal, or of a constant or variable
// that the same file declares by one.
func stringValue(x ast.Expr) (string, bool) {
	switch x := x.(type) {
	case *ast.BasicLit:
		if x.Kind != token.STRING {
			return "", false
		}
		s, err := strconv.Unquote(x.Value)
		return s, err == nil
	case *ast.Ident:
		if x.Obj == nil {
			return "", false
		}
		spec, ok := x.Obj.Decl.(*ast.ValueSpec)
		if !ok {
			return "", false
		}
		i := slices.IndexFunc(spec.Names, func(id *ast.Ident) bool { return id.Name == x.Name })
		if i < 0 || i >= len(spec.Values) {
			return "", false
		}
		lit, ok := spec.Values[i].(*ast.BasicLit)
		if !ok {
			return "", false
		}
		return stringValue(lit)
	}
	return "", false
}
