package archtest

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"sort"
	"strconv"
	"strings"
)

// Module is a module's Go files, parsed.
type Module struct {
	// Path is the module path of go.mod.
	Path string
	// Files are in the order of their names.
	Files []*File

	fset *token.FileSet
}

// File is one Go file of a module.
type File struct {
	// Name is the file's path from the module's root, with slashes.
	Name string
	// Dir is the folder of Name, "." for the root.
	Dir string
	// Syntax is the parsed file, with comments and resolved identifiers.
	Syntax *ast.File
}

// IsTest tells whether the file is compiled for tests only.
func (f *File) IsTest() bool { return strings.HasSuffix(f.Name, "_test.go") }

// A Finding is one place that breaks a rule of the house.
type Finding struct {
	// File is the path from the module's root, Line counts from 1.
	File string
	Line int
	// Message says what is wrong and, where it is short, what to do instead.
	Message string
}

// String is "file:line: message".
func (f Finding) String() string { return fmt.Sprintf("%s:%d: %s", f.File, f.Line, f.Message) }

// Load parses the Go files below the root of fsys, which is the root of the
// module whose path is given. Folders that the go command ignores (testdata,
// vendor, names that begin with a dot or an underscore) and nested modules are
// passed over. A file that does not parse is an error.
func Load(fsys fs.FS, modulePath string) (*Module, error) {
	m := &Module{Path: modulePath, fset: token.NewFileSet()}
	err := fs.WalkDir(fsys, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if name != "." && (ignoredDir(d.Name()) || isModule(fsys, name)) {
				return fs.SkipDir
			}
			return nil
		}
		if path.Ext(name) != ".go" {
			return nil
		}
		src, err := fs.ReadFile(fsys, name)
		if err != nil {
			return err
		}
		syntax, err := parser.ParseFile(m.fset, name, src, parser.ParseComments)
		if err != nil {
			return err
		}
		m.Files = append(m.Files, &File{Name: name, Dir: path.Dir(name), Syntax: syntax})
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("loading module %s: %w", modulePath, err)
	}
	return m, nil
}

func ignoredDir(base string) bool {
	return base == "testdata" || base == "vendor" || base == "node_modules" ||
		strings.HasPrefix(base, ".") || strings.HasPrefix(base, "_")
}

func isModule(fsys fs.FS, dir string) bool {
	_, err := fs.Stat(fsys, path.Join(dir, "go.mod"))
	return err == nil
}

// ModulePath gives the path that the text of a go.mod declares, "" if none.
func ModulePath(gomod []byte) string {
	for line := range strings.Lines(string(gomod)) {
		if rest, ok := strings.CutPrefix(strings.TrimSpace(line), "module "); ok {
			return strings.Trim(strings.TrimSpace(rest), `"`)
		}
	}
	return ""
}

// Check runs every check and gives what they found, ordered by file and line.
func (m *Module) Check() []Finding {
	var all []Finding
	for _, f := range m.Files {
		all = append(all, m.checkImports(f)...)
		all = append(all, m.checkSilence(f)...)
		all = append(all, m.checkName(f)...)
		all = append(all, m.checkPaths(f)...)
		all = append(all, m.checkInit(f)...)
		all = append(all, m.checkComments(f)...)
	}
	all = append(all, m.checkDocs()...)
	sort.SliceStable(all, func(i, j int) bool {
		if all[i].File != all[j].File {
			return all[i].File < all[j].File
		}
		return all[i].Line < all[j].Line
	})
	return all
}

func (m *Module) finding(f *File, at token.Pos, format string, args ...any) Finding {
	return Finding{File: f.Name, Line: m.fset.Position(at).Line, Message: fmt.Sprintf(format, args...)}
}

// importsOf maps the names under which f knows its imports to their paths.
// Dot imports stand under the path itself, which no identifier can equal.
func importsOf(f *ast.File) map[string]string {
	names := make(map[string]string, len(f.Imports))
	for _, spec := range f.Imports {
		p := importPath(spec)
		switch {
		case spec.Name == nil:
			names[path.Base(p)] = p
		case spec.Name.Name == ".":
			names[p] = p
		default:
			names[spec.Name.Name] = p
		}
	}
	return names
}

func importPath(spec *ast.ImportSpec) string {
	p, err := strconv.Unquote(spec.Path.Value)
	if err != nil {
		return spec.Path.Value // the parser accepts nothing of the kind
	}
	return p
}
