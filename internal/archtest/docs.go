package archtest

import (
	"go/ast"
	"path"
	"strings"
)

// checkDocs reports packages without a doc.go that begins with the package
// comment: "Package x …", or "Command x …" for a program.
func (m *Module) checkDocs() []Finding {
	type pkg struct{ first, doc *File }
	pkgs := make(map[string]*pkg)
	var dirs []string
	for _, f := range m.Files {
		p := pkgs[f.Dir]
		if p == nil {
			p = &pkg{first: f}
			pkgs[f.Dir] = p
			dirs = append(dirs, f.Dir)
		}
		if path.Base(f.Name) == "doc.go" {
			p.doc = f
		}
	}
	var found []Finding
	for _, dir := range dirs {
		p := pkgs[dir]
		if p.doc == nil {
			found = append(found, m.finding(p.first, p.first.Syntax.Package, "package %s has no doc.go", dir))
			continue
		}
		name := p.doc.Syntax.Name.Name
		want := "Package " + name + " "
		if name == "main" {
			want = "Command " + path.Base(dir) + " "
		}
		// A line break after the name serves as well as a blank.
		text := strings.Join(strings.Fields(p.doc.Syntax.Doc.Text()), " ")
		if !strings.HasPrefix(text, want) {
			found = append(found, m.finding(p.doc, p.doc.Syntax.Package, "doc.go must have a package comment that begins with %q", want))
		}
	}
	return found
}

// checkComments reports exported names of the public packages without a
// comment that begins with the name. Constants and variables need some
// comment: their own, one at the line's end, or that of their group.
func (m *Module) checkComments(f *File) []Finding {
	here, ok := floorOf(f.Dir)
	if !ok || !here.public || f.IsTest() {
		return nil
	}
	var found []Finding
	report := func(id *ast.Ident) {
		found = append(found, m.finding(f, id.Pos(), "exported %s has no comment, or one that does not begin with its name", id.Name))
	}
	for _, decl := range f.Syntax.Decls {
		switch decl := decl.(type) {
		case *ast.FuncDecl:
			if decl.Name.IsExported() && exportedReceiver(decl) && !begins(decl.Doc, decl.Name.Name) {
				report(decl.Name)
			}
		case *ast.GenDecl:
			for _, spec := range decl.Specs {
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					if spec.Name.IsExported() && !begins(spec.Doc, spec.Name.Name) && !begins(decl.Doc, spec.Name.Name) {
						report(spec.Name)
					}
				case *ast.ValueSpec:
					for _, id := range spec.Names {
						if id.IsExported() && decl.Doc == nil && spec.Doc == nil && spec.Comment == nil {
							report(id)
						}
					}
				}
			}
		}
	}
	return found
}

// exportedReceiver tells whether a function can be reached from outside: it
// has no receiver, or one of an exported type.
func exportedReceiver(fn *ast.FuncDecl) bool {
	if fn.Recv == nil || len(fn.Recv.List) == 0 {
		return true
	}
	t := fn.Recv.List[0].Type
	for {
		switch x := t.(type) {
		case *ast.StarExpr:
			t = x.X
		case *ast.IndexExpr:
			t = x.X
		case *ast.IndexListExpr:
			t = x.X
		case *ast.Ident:
			return x.IsExported()
		default:
			return true
		}
	}
}

// begins tells whether a comment's first word is the name, an article aside.
func begins(doc *ast.CommentGroup, name string) bool {
	words := strings.Fields(doc.Text())
	if len(words) > 1 && (words[0] == "A" || words[0] == "An" || words[0] == "The") {
		words = words[1:]
	}
	return len(words) > 0 && strings.TrimRight(words[0], ",.:") == name
}
