package archtest

import (
	"go/ast"
	"path"
	"slices"
	"strings"
)

// emptyNames say nothing about what a file or a package holds.
func emptyNames() []string {
	return []string{"util", "utils", "helper", "helpers", "common", "misc", "types"}
}

// checkName reports files and packages named by an empty word. Each part of a
// name counts: search_helpers_test.go is a file of helpers.
func (m *Module) checkName(f *File) []Finding {
	var found []Finding
	stem := strings.TrimSuffix(path.Base(f.Name), ".go")
	for part := range strings.SplitSeq(stem, "_") {
		if slices.Contains(emptyNames(), part) {
			found = append(found, m.finding(f, f.Syntax.Package, "file named %q: name it by the noun it holds", part))
		}
	}
	if slices.Contains(emptyNames(), strings.TrimSuffix(f.Syntax.Name.Name, "_test")) {
		found = append(found, m.finding(f, f.Syntax.Package, "package named %q: name it by the noun it holds", f.Syntax.Name.Name))
	}
	return found
}

// checkInit reports init functions: what a package needs at the start stands
// in its variables, and nothing registers itself.
func (m *Module) checkInit(f *File) []Finding {
	var found []Finding
	for _, decl := range f.Syntax.Decls {
		fn, ok := decl.(*ast.FuncDecl)
		if ok && fn.Recv == nil && fn.Name.Name == "init" {
			found = append(found, m.finding(f, fn.Pos(), "init function: hand the value over where it is needed"))
		}
	}
	return found
}
