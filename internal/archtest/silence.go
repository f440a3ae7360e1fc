package archtest

import (
	"go/ast"
	"slices"
)

// loud lists what a package below the command line may not name: it would take
// the terminal, or the decision to end, out of the caller's hands.
func loud() map[string][]string {
	return map[string][]string{
		"fmt": {"Print", "Printf", "Println"},
		"os":  {"Exit", "Stdin", "Stdout", "Stderr"},
	}
}

// checkSilence reports printing, logging and exiting below internal/cli. Tests
// may print: examples have to.
func (m *Module) checkSilence(f *File) []Finding {
	here, ok := floorOf(f.Dir)
	if !ok || !here.quiet || f.IsTest() {
		return nil
	}
	var found []Finding
	for _, spec := range f.Syntax.Imports {
		p := importPath(spec)
		_, loudly := loud()[p]
		switch {
		case p == "log" || p == "log/slog":
			found = append(found, m.finding(f, spec.Pos(), "%s imports %s: return an error or a diagnostic", f.Dir, p))
		case loudly && spec.Name != nil && spec.Name.Name == ".":
			found = append(found, m.finding(f, spec.Pos(), "%s imports %s with a dot, which hides what it prints", f.Dir, p))
		}
	}
	imports := importsOf(f.Syntax)
	ast.Inspect(f.Syntax, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			pkg, ok := packageOf(n.X, imports)
			if ok && slices.Contains(loud()[pkg], n.Sel.Name) {
				found = append(found, m.finding(f, n.Pos(), "%s uses %s.%s: only internal/cli prints and exits", f.Dir, pkg, n.Sel.Name))
			}
		case *ast.CallExpr:
			id, ok := n.Fun.(*ast.Ident)
			if ok && id.Obj == nil && (id.Name == "print" || id.Name == "println") {
				found = append(found, m.finding(f, n.Pos(), "%s uses %s: only internal/cli prints and exits", f.Dir, id.Name))
			}
		}
		return true
	})
	return found
}

// packageOf gives the import path that an expression names, where it names an
// imported package and not a variable that hides it.
func packageOf(x ast.Expr, imports map[string]string) (string, bool) {
	id, ok := x.(*ast.Ident)
	if !ok || id.Obj != nil {
		return "", false
	}
	p, ok := imports[id.Name]
	return p, ok
}
