package archtest

import (
	"os"
	"path/filepath"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

// TestModule is the guard itself: it checks the module that it belongs to.
func TestModule(t *testing.T) {
	root := filepath.Join("..", "..")
	gomod, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	m, err := Load(os.DirFS(root), ModulePath(gomod))
	if err != nil {
		t.Fatal(err)
	}
	if len(m.Files) == 0 {
		t.Fatal("no Go file found: the guard guards nothing")
	}
	for _, f := range m.Check() {
		t.Error(f)
	}
}

// check loads a tree of files given as name and text, and gives the findings
// as text.
func check(t *testing.T, files map[string]string) []string {
	t.Helper()
	fsys := make(fstest.MapFS, len(files))
	for name, text := range files {
		fsys[name] = &fstest.MapFile{Data: []byte(text)}
	}
	m, err := Load(fsys, "example.org/m")
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, f := range m.Check() {
		found = append(found, f.String())
	}
	return found
}

// with adds one file to a package that has a good doc.go.
func with(name, text string) map[string]string {
	dir := filepath.ToSlash(filepath.Dir(name))
	doc := "// Package p is fine.\npackage p\n"
	return map[string]string{dir + "/doc.go": doc, name: text}
}

func TestCheckImports(t *testing.T) {
	tests := []struct {
		name string
		file string
		pkgs string // the imports, as Go source
		want []string
	}{
		{"rules on the standard library", "rules/a.go", `"strings"`, nil},
		{"rules on a third party", "rules/a.go", `"github.com/x/y"`,
			[]string{"rules/a.go:3: rules uses the standard library only, not github.com/x/y"}},
		{"tests of rules on a third party", "rules/a_test.go", `"github.com/x/y"`, nil},
		{"rules upward", "rules/a.go", `"example.org/m/pgn"`,
			[]string{"rules/a.go:3: rules may not import pgn: imports only go down the floor plan"}},
		{"tests of rules upward", "rules/a_test.go", `"example.org/m/pgn"`,
			[]string{"rules/a_test.go:3: rules may not import pgn: imports only go down the floor plan"}},
		{"rules on a leaf", "rules/a.go", `"example.org/m/internal/fold"`,
			[]string{"rules/a.go:3: rules may not import internal/fold: imports only go down the floor plan"}},
		{"tests of rules on a leaf", "rules/a_test.go", `"example.org/m/internal/fold"`, nil},
		{"a package below rules", "rules/tables/a.go", `"example.org/m/rules"`, nil},
		{"pgn downward", "pgn/a.go", `"example.org/m/rules"; "example.org/m/internal/fold"; "github.com/x/y"`, nil},
		{"pgn upward", "pgn/a.go", `"example.org/m/archive"`,
			[]string{"pgn/a.go:3: pgn may not import archive: imports only go down the floor plan"}},
		{"archive sideways", "archive/a.go", `"example.org/m/analyze"`,
			[]string{"archive/a.go:3: archive may not import analyze: imports only go down the floor plan"}},
		{"analyze sideways", "analyze/a.go", `"example.org/m/archive"`,
			[]string{"analyze/a.go:3: analyze may not import archive: imports only go down the floor plan"}},
		{"archive upward", "archive/a.go", `"example.org/m/index"`,
			[]string{"archive/a.go:3: archive may not import index: imports only go down the floor plan"}},
		{"index downward", "index/a.go", `"example.org/m/archive"; "example.org/m/pgn"; "example.org/m/rules"`, nil},
		{"index on analyze", "index/a.go", `"example.org/m/analyze"`,
			[]string{"index/a.go:3: index may not import analyze: imports only go down the floor plan"}},
		{"cli on everything", "internal/cli/a.go", `"example.org/m/analyze"; "example.org/m/index"; "example.org/m/internal/fold"`, nil},
		{"a package below cli", "internal/cli/table/a.go", `"example.org/m/index"`, nil},
		{"a floor on cli", "index/a.go", `"example.org/m/internal/cli"`,
			[]string{"index/a.go:3: index may not import internal/cli: imports only go down the floor plan"}},
		{"a leaf on rules", "internal/fold/a.go", `"example.org/m/rules"`, nil},
		{"a leaf on pgn", "internal/fold/a.go", `"example.org/m/pgn"`,
			[]string{"internal/fold/a.go:3: internal/* may not import pgn: imports only go down the floor plan"}},
		{"a leaf named like cli", "internal/client/a.go", `"example.org/m/index"`,
			[]string{"internal/client/a.go:3: internal/* may not import index: imports only go down the floor plan"}},
		{"examples on the public packages", "examples/p/a.go", `"example.org/m/rules"; "example.org/m/index"`, nil},
		{"examples on the inside", "examples/p/a.go", `"example.org/m/internal/fold"`,
			[]string{"examples/p/a.go:3: examples may not import internal/fold: imports only go down the floor plan"}},
		{"a new folder", "store/a.go", `"strings"`,
			[]string{"store/a.go:1: package store has no place on the floor plan", "store/doc.go:2: package store has no place on the floor plan"}},
		{"on a new folder", "pgn/a.go", `"example.org/m/store"`,
			[]string{"pgn/a.go:3: pgn imports store, which has no place on the floor plan"}},
		{"a module with the same beginning", "pgn/a.go", `"example.org/more/archive"`, nil},
		{"cgo", "pgn/a.go", `"C"`,
			[]string{"pgn/a.go:3: cgo: the program must build without a C compiler"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := check(t, with(tt.file, "package p\n\nimport ("+tt.pkgs+")\n"))
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("findings (-want +got):\n%s", diff)
			}
		})
	}
}

func TestCheckImportsOfMain(t *testing.T) {
	got := check(t, map[string]string{
		"cmd/m/doc.go": "// Command m is fine.\npackage main\n",
		"cmd/m/main.go": `package main

import (
	"os"

	"example.org/m/index"
	"example.org/m/internal/cli"
	"github.com/x/y"
)

func main() { os.Exit(cli.Main(index.X, y.Z)) }
`})
	want := []string{
		"cmd/m/main.go:6: cmd may not import index: imports only go down the floor plan",
		"cmd/m/main.go:8: cmd uses the standard library only, not github.com/x/y",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("findings (-want +got):\n%s", diff)
	}
}

func TestCheckSilence(t *testing.T) {
	tests := []struct {
		name string
		file string
		text string
		want []string
	}{
		{"printing", "pgn/a.go", "package p\nimport \"fmt\"\nfunc f() { fmt.Println(1) }\n",
			[]string{"pgn/a.go:3: pgn uses fmt.Println: only internal/cli prints and exits"}},
		{"printing under another name", "pgn/a.go", "package p\nimport out \"fmt\"\nfunc f() {\n\tout.Printf(\"\")\n}\n",
			[]string{"pgn/a.go:4: pgn uses fmt.Printf: only internal/cli prints and exits"}},
		{"printing handed over", "pgn/a.go", "package p\nimport \"fmt\"\nvar f = fmt.Print\n",
			[]string{"pgn/a.go:3: pgn uses fmt.Print: only internal/cli prints and exits"}},
		{"a dot import", "pgn/a.go", "package p\nimport . \"fmt\"\nfunc f() { Println() }\n",
			[]string{"pgn/a.go:2: pgn imports fmt with a dot, which hides what it prints"}},
		{"formatting", "pgn/a.go", "package p\nimport \"fmt\"\nvar s = fmt.Sprint(1)\n", nil},
		{"a variable that hides the package", "pgn/a.go", "package p\nfunc f(fmt T) { fmt.Println() }\n", nil},
		{"the builtin", "pgn/a.go", "package p\nfunc f() { println() }\n",
			[]string{"pgn/a.go:2: pgn uses println: only internal/cli prints and exits"}},
		{"exiting", "internal/fold/a.go", "package p\nimport \"os\"\nfunc f() { os.Exit(1) }\n",
			[]string{"internal/fold/a.go:3: internal/fold uses os.Exit: only internal/cli prints and exits"}},
		{"the terminal", "analyze/a.go", "package p\nimport \"os\"\nvar w = os.Stderr\n",
			[]string{"analyze/a.go:3: analyze uses os.Stderr: only internal/cli prints and exits"}},
		{"logging", "archive/a.go", "package p\nimport \"log\"\n",
			[]string{"archive/a.go:2: archive imports log: return an error or a diagnostic"}},
		{"structured logging", "archive/a.go", "package p\nimport \"log/slog\"\n",
			[]string{"archive/a.go:2: archive imports log/slog: return an error or a diagnostic"}},
		{"printing in a test", "pgn/a_test.go", "package p\nimport \"fmt\"\nfunc Example() { fmt.Println() }\n", nil},
		{"printing in the command line", "internal/cli/a.go", "package p\nimport \"fmt\"\nfunc f() { fmt.Println() }\n", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, check(t, with(tt.file, tt.text))); diff != "" {
				t.Errorf("findings (-want +got):\n%s", diff)
			}
		})
	}
}

func TestCheckName(t *testing.T) {
	const plain = "package p\n"
	tests := []struct {
		file string
		want []string
	}{
		{"pgn/reader.go", nil},
		{"pgn/utility.go", nil},
		{"pgn/util.go", []string{`pgn/util.go:1: file named "util": name it by the noun it holds`}},
		{"pgn/types_windows.go", []string{`pgn/types_windows.go:1: file named "types": name it by the noun it holds`}},
		{"pgn/reader_helpers_test.go", []string{`pgn/reader_helpers_test.go:1: file named "helpers": name it by the noun it holds`}},
	}
	for _, tt := range tests {
		if diff := cmp.Diff(tt.want, check(t, with(tt.file, plain))); diff != "" {
			t.Errorf("%s: findings (-want +got):\n%s", tt.file, diff)
		}
	}

	got := check(t, map[string]string{"internal/x/doc.go": "// Package common is one for all.\npackage common\n"})
	want := []string{`internal/x/doc.go:2: package named "common": name it by the noun it holds`}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("findings (-want +got):\n%s", diff)
	}
}

func TestCheckInit(t *testing.T) {
	got := check(t, with("pgn/a.go", "package p\n\nfunc (t t) init() {}\n\nfunc init() {}\n"))
	want := []string{"pgn/a.go:5: init function: hand the value over where it is needed"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("findings (-want +got):\n%s", diff)
	}
}

func TestCheckDocs(t *testing.T) {
	tests := []struct {
		name  string
		files map[string]string
		want  []string
	}{
		{"none", map[string]string{"pgn/a.go": "package pgn\n"},
			[]string{"pgn/a.go:1: package pgn has no doc.go"}},
		{"no comment", map[string]string{"pgn/doc.go": "\npackage pgn\n"},
			[]string{`pgn/doc.go:2: doc.go must have a package comment that begins with "Package pgn "`}},
		{"a detached comment", map[string]string{"pgn/doc.go": "// Package pgn reads.\n\npackage pgn\n"},
			[]string{`pgn/doc.go:3: doc.go must have a package comment that begins with "Package pgn "`}},
		{"another name", map[string]string{"pgn/doc.go": "// Package pgnx reads.\npackage pgn\n"},
			[]string{`pgn/doc.go:2: doc.go must have a package comment that begins with "Package pgn "`}},
		{"a broken line", map[string]string{"pgn/doc.go": "// Package pgn\n// reads.\npackage pgn\n"}, nil},
		{"a program", map[string]string{"examples/read/doc.go": "// Package main reads.\npackage main\n"},
			[]string{`examples/read/doc.go:2: doc.go must have a package comment that begins with "Command read "`}},
		{"tests only", map[string]string{"pgn/x/a_test.go": "package x_test\n"},
			[]string{"pgn/x/a_test.go:1: package pgn/x has no doc.go"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, check(t, tt.files)); diff != "" {
				t.Errorf("findings (-want +got):\n%s", diff)
			}
		})
	}
}

func TestCheckComments(t *testing.T) {
	const text = `package p

func Bare() {}

// It does.
func Wrong() {}

// Right does.
func Right() {}

// A Thing is one.
type Thing struct{}

func (t *Thing) Method() {}

func (t thing[K, V]) Method() {}

type Other struct{}

const Loose = 1

// Both are.
const (
	One = 1
	Two = 2
)

var (
	Three = 3 // Three is known.
	Four  = 4
)
`
	want := []string{
		"rules/a.go:3: exported Bare has no comment, or one that does not begin with its name",
		"rules/a.go:6: exported Wrong has no comment, or one that does not begin with its name",
		"rules/a.go:14: exported Method has no comment, or one that does not begin with its name",
		"rules/a.go:18: exported Other has no comment, or one that does not begin with its name",
		"rules/a.go:20: exported Loose has no comment, or one that does not begin with its name",
		"rules/a.go:30: exported Four has no comment, or one that does not begin with its name",
	}
	if diff := cmp.Diff(want, check(t, with("rules/a.go", text))); diff != "" {
		t.Errorf("findings (-want +got):\n%s", diff)
	}
	if got := check(t, with("internal/cli/a.go", text)); got != nil {
		t.Errorf("the command line promises no comments, but: %q", got)
	}
	if got := check(t, with("rules/a_test.go", text)); got != nil {
		t.Errorf("tests promise no comments, but: %q", got)
	}
}

func TestCheckPaths(t *testing.T) {
	tests := []struct {
		name string
		line string
		want string // the finding after "pgn/a_test.go:5: ", "" for none
	}{
		{"testdata", `os.ReadFile("testdata/a.pgn")`, ""},
		{"another package's testdata", `os.ReadFile("../rules/testdata/a.pgn")`, ""},
		{"joined within", `filepath.Join("..", "rules")`, ""},
		{"climbing", `os.ReadFile("../../a.pgn")`, `path "../../a.pgn" leads out of the module`},
		{"climbing in parts", `filepath.Join("..", "..", name)`, `path "../.." leads out of the module`},
		{"climbing with a detour", `load("../pgn/../../a.pgn")`, `path "../pgn/../../a.pgn" leads out of the module`},
		{"a system's folder", `load("/tmp/a.pgn")`, `path "/tmp/a.pgn" is absolute`},
		{"a drive", `load("C:\\games\\a.pgn")`, `path "C:\\games\\a.pgn" is absolute`},
		{"an absolute literal to os", `os.Open("/data/a.pgn")`, `path "/data/a.pgn" is absolute`},
		{"an absolute constant to os", `os.Open(dataDir)`, `path "/data" is absolute`},
		{"a prefix of a path", `filepath.Join("/data", name)`, `path "/data" is absolute`},
		{"an engine", `load("/usr/games/engine")`, ""},
		{"a device", `os.Open("/dev/null")`, ""},
		{"a rank of a FEN", `load("/pppppppp/8/8")`, ""},
		{"a route", `load("/games/1")`, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			text := "package p\nimport (\"os\"; \"path/filepath\")\nconst dataDir = \"/data\"\nfunc f() {\n" + tt.line + "\n}\n"
			var want []string
			if tt.want != "" {
				want = []string{"pgn/a_test.go:5: " + tt.want + ": keep data in testdata, scratch files in t.TempDir"}
			}
			if diff := cmp.Diff(want, check(t, with("pgn/a_test.go", text))); diff != "" {
				t.Errorf("findings (-want +got):\n%s", diff)
			}
		})
	}
}

func TestLoad(t *testing.T) {
	const bad = "this is not Go"
	m, err := Load(fstest.MapFS{
		"go.mod":            {Data: []byte("module example.org/m\n")},
		"pgn/b.go":          {Data: []byte("package pgn\n")},
		"pgn/a.go":          {Data: []byte("package pgn\n")},
		"pgn/notes.txt":     {Data: []byte(bad)},
		"pgn/testdata/x.go": {Data: []byte(bad)},
		".git/x.go":         {Data: []byte(bad)},
		"_old/x.go":         {Data: []byte(bad)},
		"vendor/x/x.go":     {Data: []byte(bad)},
		"tools/go.mod":      {Data: []byte("module example.org/tools\n")},
		"tools/x.go":        {Data: []byte(bad)},
		"node_modules/x.go": {Data: []byte(bad)},
	}, "example.org/m")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, f := range m.Files {
		names = append(names, f.Name)
	}
	if diff := cmp.Diff([]string{"pgn/a.go", "pgn/b.go"}, names); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}

	if _, err := Load(fstest.MapFS{"pgn/a.go": {Data: []byte(bad)}}, "example.org/m"); err == nil {
		t.Error("a file that does not parse was accepted")
	}
}

func TestModulePath(t *testing.T) {
	tests := []struct{ gomod, want string }{
		{"module example.org/m\n\ngo 1.26\n", "example.org/m"},
		{"// about\nmodule \"example.org/m\"\n", "example.org/m"},
		{"go 1.26\n", ""},
	}
	for _, tt := range tests {
		if got := ModulePath([]byte(tt.gomod)); got != tt.want {
			t.Errorf("ModulePath(%q) = %q, want %q", tt.gomod, got, tt.want)
		}
	}
}
