package archive

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/diwan-shatranj/diwan/internal/gamegen"
	"github.com/diwan-shatranj/diwan/pgn"
	"github.com/diwan-shatranj/diwan/rules"
)

// samples are all the PGN files there are.
func samples(tb testing.TB) []string {
	tb.Helper()
	var files []string
	for _, pattern := range []string{"../examples/games/*.pgn", "../pgn/testdata/*/*.pgn", "../pgn/testdata/*/*/*.pgn"} {
		some, err := filepath.Glob(pattern)
		if err != nil {
			tb.Fatal(err)
		}
		files = append(files, some...)
	}
	if len(files) < 50 {
		tb.Fatalf("only %d sample files", len(files))
	}
	return files
}

// TestRoundTrip holds, over every sample, that the archive gives back what the
// writer makes of the games that were read, that what it gives makes the same
// archive again, and that neither is new to it.
func TestRoundTrip(t *testing.T) {
	for _, path := range samples(t) {
		t.Run(filepath.Base(path), func(t *testing.T) {
			in, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			want, accepted, refused := written(t, string(in))
			a := open(t, t.TempDir(), Options{})
			r := importAll(t, a, ImportOptions{OnDuplicate: KeepDuplicates}, file(path))
			wantReport(t, r, accepted, 0, refused)
			out := export(t, a)
			if diff := cmp.Diff(want, out); diff != "" {
				t.Errorf("the archive gives other games than it was given (-want +got):\n%s", diff)
			}
			b := open(t, t.TempDir(), Options{})
			wantReport(t, importAll(t, b, ImportOptions{OnDuplicate: KeepDuplicates}, text("out", out)), accepted, 0, 0)
			if diff := cmp.Diff(out, export(t, b)); diff != "" {
				t.Errorf("imported again, the games are others (-want +got):\n%s", diff)
			}
			again := importAll(t, a, ImportOptions{}, file(path), text("out", out))
			wantReport(t, again, 0, 2*accepted, refused)
			checkSound(t, a)
			checkQuarantine(t, a, string(in), refused)
		})
	}
}

// checkQuarantine wants the refused games of a text, whole.
func checkQuarantine(t *testing.T, a *Archive, in string, want int64) {
	t.Helper()
	n := int64(0)
	for q, err := range a.Quarantine(context.Background()) {
		if err != nil {
			t.Fatal(err)
		}
		n++
		s := q.Source
		if got := in[s.Offset : s.Offset+s.Size]; got != string(q.Text) {
			t.Errorf("the quarantine has\n%q\nof\n%q", q.Text, got)
		}
		if !slices.ContainsFunc(q.Diagnostics, func(d pgn.Diagnostic) bool { return d.Code == q.Reason && d.Severity == pgn.Error }) {
			t.Errorf("no error says %s: %v", q.Reason, q.Diagnostics)
		}
	}
	if n != want {
		t.Errorf("%d games in quarantine, want %d", n, want)
	}
}

// TestRecord looks at all that is kept of a few games.
func TestRecord(t *testing.T) {
	const in = `[Event "E"]
[White "W \"x\" \\"]
[Black "B"]
[Result "1-0"]
[Variant "shatranj"]
[Note "n1"]
[Note "n2"]

1. e3 e6 {a comment} 2. Nf3 $1 (2. f3) 2... Nf6 1-0

[White "?"]
[Date "920"]

1. e3 e6 2. d3
`
	a := open(t, t.TempDir(), Options{Tool: "test 1"})
	wantReport(t, importAll(t, a, ImportOptions{}, text("in.pgn", in)), 2, 0, 0)
	ctx := context.Background()

	r, err := a.Get(ctx, 1)
	if err != nil {
		t.Fatal(err)
	}
	tags := []pgn.Tag{
		{Name: "Event", Value: "E"}, {Name: "White", Value: `W "x" \`}, {Name: "Black", Value: "B"}, {Name: "Result", Value: "1-0"},
		{Name: "Variant", Value: "shatranj"}, {Name: "Note", Value: "n1"}, {Name: "Note", Value: "n2"},
	}
	if diff := cmp.Diff(tags, r.Tags); diff != "" {
		t.Errorf("tags (-want +got):\n%s", diff)
	}
	if got := fmt.Sprint(r.Moves); got != "[e2e3 e7e6 g1f3 g8f6]" {
		t.Errorf("moves %s", got)
	}
	if want := "1. e3 e6 {a comment} 2. Nf3 $1 (2. f3) 2... Nf6 1-0"; r.Movetext != want {
		t.Errorf("movetext %q, want %q", r.Movetext, want)
	}
	if r.Result != rules.WhiteWins || r.Ending.Reason != pgn.Unexplained || r.Array != "shah-e" || !r.ArrayAssumed || r.Rules != "iggc" || r.RulesStated {
		t.Errorf("record %+v", r)
	}
	// A tag that occurs twice is a warning, so the text is kept.
	if string(r.Text) != in[:r.Source.Size] || r.Source.Digest != digestOf([]byte(in[:r.Source.Size])) {
		t.Errorf("text %q", r.Text)
	}
	if s := r.Source; s.File != "in.pgn" || s.Offset != 0 || s.Line != 1 || s.Import != 1 || s.Tool != "test 1" || s.Time.IsZero() {
		t.Errorf("source %+v", s)
	}

	if r, err = a.Get(ctx, 2); err != nil {
		t.Fatal(err)
	}
	if v, ok := r.Tag("Date"); v != "920" || !ok {
		t.Errorf("date %q", v)
	}
	if _, ok := r.Tag("Event"); ok {
		t.Error("an Event that was not recorded")
	}
	if r.Movetext != "" || r.Source.Line != 11 || r.Source.Offset+r.Source.Size != int64(len(in)) {
		t.Errorf("record %+v", r)
	}
	codes := map[pgn.Code]int{}
	for _, d := range r.Diagnostics {
		codes[d.Code] = d.Line
	}
	if codes[pgn.MissingResult] != 14 || codes[pgn.VariantAssumed] != 11 {
		t.Errorf("diagnostics %+v", r.Diagnostics)
	}
	if _, err := a.Get(ctx, 3); !errors.Is(err, ErrNoGame) {
		t.Errorf("game 3: %v", err)
	}
}

const twinTags = "[Event \"E\"]\n[Site \"S\"]\n[Date \"920.??.??\"]\n[Round \"1\"]\n[White \"W\"]\n[Black \"B\"]\n[Result \"1-0\"]\n[Variant \"Shatranj\"]\n"

func TestDuplicates(t *testing.T) {
	const base = twinTags + "\n1. e3 e6 2. Nf3 1-0\n\n"
	replace := func(what, by string) string {
		if !strings.Contains(base, what) {
			t.Fatalf("no %q", what)
		}
		return strings.Replace(base, what, by, 1)
	}
	tests := []struct {
		name      string
		other     string
		duplicate bool
	}{
		{"the same", base, true},
		{"another Site", replace(`"S"`, `"T"`), true},
		{"a tag more", replace("[Variant", "[Annotator \"A\"]\n[Variant"), true},
		{"other letters and signs", replace("1. e3 e6 2. Nf3", "e2e3 e7e6 Ng1-f3"), true},
		{"a comment", replace("e6", "e6 {well}"), true},
		{"the start told", replace("[Variant", "[SetUp \"1\"]\n[FEN \"rnafkanr/pppppppp/8/8/8/8/PPPPPPPP/RNAFKANR w - - 0 1\"]\n[Variant"), true},
		{"another White", replace(`"W"`, `"w"`), false},
		{"another Black", replace(`"B"`, `"B "`), false},
		{"another Event", replace(`"E"`, `"F"`), false},
		{"another Date", replace(`"920.??.??"`, `"0920.??.??"`), false},
		{"another Round", replace(`"1"`, `"2"`), false},
		{"another result", replace("1-0\n\n", "0-1\n\n"), false},
		{"another move", replace("Nf3", "Nh3"), false},
		{"a move more", replace("Nf3", "Nf3 Nf6"), false},
		{"another start", replace("[Variant", "[SetUp \"1\"]\n[FEN \"rnakfanr/pppppppp/8/8/8/8/PPPPPPPP/RNAKFANR w - - 0 1\"]\n[Variant"), false},
		{"no Round", replace("[Round \"1\"]\n", ""), false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			want := int64(0)
			if tt.duplicate {
				want = 1
			}
			// Within one import, over two, and in a dry run of each.
			dry := ImportOptions{DryRun: true}
			a := open(t, t.TempDir(), Options{})
			wantReport(t, importAll(t, a, dry, text("a", base), text("b", tt.other)), 2-want, want, 0)
			wantReport(t, importAll(t, a, ImportOptions{}, text("a", base)), 1, 0, 0)
			wantReport(t, importAll(t, a, dry, text("b", tt.other)), 1-want, want, 0)
			wantReport(t, importAll(t, a, ImportOptions{}, text("b", tt.other)), 1-want, want, 0)
			b := open(t, t.TempDir(), Options{})
			wantReport(t, importAll(t, b, ImportOptions{}, text("ab", base+tt.other)), 2-want, want, 0)
			if n := count(t, b); n != 2-want {
				t.Errorf("%d games", n)
			}
			wantReport(t, importAll(t, b, ImportOptions{OnDuplicate: KeepDuplicates}, text("ab", base+tt.other)), 2, 0, 0)
		})
	}
}

// TestUnknownRoster holds that a tag that is missing is the same as one that says
// that its value is not known, which is how the game is written.
func TestUnknownRoster(t *testing.T) {
	a := open(t, t.TempDir(), Options{})
	const bare = "[Variant \"Shatranj\"]\n\n1. e3 *\n\n"
	wantReport(t, importAll(t, a, ImportOptions{}, text("a", bare)), 1, 0, 0)
	wantReport(t, importAll(t, a, ImportOptions{}, text("a", "[Event \"?\"]\n[Date \"????.??.??\"]\n"+bare)), 0, 1, 0)
}

// TestMirroredTwin holds that a game and its mirror image are two records.
func TestMirroredTwin(t *testing.T) {
	a := open(t, t.TempDir(), Options{})
	wantReport(t, importAll(t, a, ImportOptions{}, file("../examples/games/as-suli.pgn")), 3, 0, 0)
}

// TestRestOfGame holds that games whose main line could not be read to its end are
// duplicates only if that rest is the same.
func TestRestOfGame(t *testing.T) {
	game := func(rest string) string {
		return "[White \"w\"]\n[Variant \"Shatranj\"]\n[SetUp \"1\"]\n[FEN \"k7/8/8/8/8/8/8/K6R w - - 0 1\"]\n\n1. Rh2 " + rest + " 1-0\n\n"
	}
	a := open(t, t.TempDir(), Options{})
	wantReport(t, importAll(t, a, ImportOptions{}, text("a", game("Kb8 2. Rh3 Kc8"))), 1, 0, 0)
	r, err := a.Get(context.Background(), 1)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.ContainsFunc(r.Diagnostics, func(d pgn.Diagnostic) bool { return d.Code == pgn.MovesAfterEnd }) {
		t.Fatalf("the game does not go on behind its end: %v", r.Diagnostics)
	}
	wantReport(t, importAll(t, a, ImportOptions{}, text("a", game("Kb8 2. Rh4 Kc8"))), 1, 0, 0)
	wantReport(t, importAll(t, a, ImportOptions{}, text("a", game("Kb8 2. Rh3 Kc8")+game("Kb8 2. Rh4 Kc8"))), 0, 2, 0)
	checkSound(t, a)
}

func TestQuarantine(t *testing.T) {
	tests := []struct {
		name   string
		in     string
		reason pgn.Code // "" if it is accepted
	}{
		{"legal", twinTags + "\n1. e3 e6 1-0\n", ""},
		{"wrong variant", "[Variant \"Makruk\"]\n\n1. e4 1-0\n", pgn.WrongVariant},
		{"chess by its moves", "[White \"w\"]\n\n1. e4 e5 2. Bc4 Qh4 3. O-O 1-0\n", pgn.WrongVariant},
		{"bad FEN", "[SetUp \"1\"]\n[FEN \"rnakfanr/8 w\"]\n[Variant \"Shatranj\"]\n\n1. e3 *\n", pgn.BadFEN},
		{"impossible position", "[SetUp \"1\"]\n[FEN \"8/8/8/8/8/8/8/K7 w - - 0 1\"]\n[Variant \"Shatranj\"]\n\n*\n", pgn.ImpossiblePosition},
		{"illegal move", twinTags + "\n1. e3 e3 1-0\n", pgn.IllegalMove},
		{"unknown move", twinTags + "\n1. e3 hello 2. d3 1-0\n", pgn.UnknownMove},
		{"ambiguous move", twinTags + "[SetUp \"1\"]\n[FEN \"k7/8/8/8/8/8/8/KN3N2 w - - 0 1\"]\n\n1. Nd2 1-0\n", pgn.AmbiguousMove},
		{"cut short", twinTags + "\n1. e3 e6 2. N", pgn.Truncated},
		{"comment without end", twinTags + "\n1. e3 {e6 2. Nf3 1-0\n", pgn.UnterminatedComment},
		{"tag without end", "[Event \"E\n[White \"w\"]\n\n1. e3 1-0\n", pgn.UnterminatedTag},
		{"illegal in a variation", twinTags + "\n1. e3 (1. Ke5) e6 1-0\n", ""},
		{"moves after the end", twinTags + "[SetUp \"1\"]\n[FEN \"k7/8/8/8/8/8/8/K6R w - - 0 1\"]\n\n1. Rh2 Kb8 2. Rh3 Kc8 1-0\n", ""},
		{"result mismatch", twinTags + "[SetUp \"1\"]\n[FEN \"k7/8/8/8/8/8/8/K6R w - - 0 1\"]\n\n1. Rh2 0-1\n", ""},
		{"missing result", twinTags + "\n1. e3 e6\n", ""},
		{"empty", "[Event \"e\"]\n\n*\n", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			a := open(t, t.TempDir(), Options{})
			r := importAll(t, a, ImportOptions{}, text("in", tt.in))
			if tt.reason == "" {
				wantReport(t, r, 1, 0, 0)
				checkQuarantine(t, a, tt.in, 0)
				return
			}
			wantReport(t, r, 0, 0, 1)
			checkQuarantine(t, a, tt.in, 1)
			// Read again it is counted, and not kept twice.
			wantReport(t, importAll(t, a, ImportOptions{}, text("in", tt.in)), 0, 0, 1)
			checkQuarantine(t, a, tt.in, 1)
			q, err := a.GetQuarantined(context.Background(), 1)
			if err != nil || q.Reason != tt.reason {
				t.Errorf("reason %s (%v), want %s", q.Reason, err, tt.reason)
			}
			if _, err := a.GetQuarantined(context.Background(), 2); !errors.Is(err, ErrNotQuarantined) {
				t.Errorf("a second one: %v", err)
			}
			checkSound(t, a)
		})
	}
}

// TestImportAddsUp is the law that every game that is read is added, a duplicate
// or in quarantine, that the archive holds just these, and that importing again
// adds nothing, for good and bad games mixed, in any batches.
func TestImportAddsUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		o := gamegen.Options{
			Games: rapid.IntRange(0, 300).Draw(t, "games"), Seed: rapid.Uint64().Draw(t, "seed"),
			MinPlies: 1, MaxPlies: rapid.IntRange(1, 12).Draw(t, "plies"), FEN: rapid.Bool().Draw(t, "fen"),
			Comments: 0.1, Variations: 0.1,
			Errors:     rapid.Float64Range(0, 0.5).Draw(t, "errors"),
			Duplicates: rapid.Float64Range(0, 0.5).Draw(t, "duplicates"),
		}
		in := generated(t, o)
		_, accepted, refused := written(t, in)
		dir, err := os.MkdirTemp("", "archive")
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = os.RemoveAll(dir) }()
		a := openAt(t, dir, Options{})
		defer closeAt(t, a)
		a.batch = rapid.IntRange(1, 100).Draw(t, "batch")
		opts := ImportOptions{Jobs: rapid.IntRange(1, 4).Draw(t, "jobs")}
		// In two inputs, divided anywhere between games.
		at := max(0, strings.LastIndex(in[:rapid.IntRange(0, len(in)).Draw(t, "at")], "[Event "))
		parts := []Input{text("a", in[:at]), text("b", in[at:])}

		dry := opts
		dry.DryRun = true
		planned := importAll(t, a, dry, parts...)
		r := importAll(t, a, opts, parts...)
		if r.Read != int64(o.Games) || r.Quarantined != refused || r.Added+r.Duplicate != accepted {
			t.Errorf("%+v of %d games, %d accepted, %d refused", r, o.Games, accepted, refused)
		}
		wantReport(t, planned, r.Added, r.Duplicate, r.Quarantined)
		if n := count(t, a); n != r.Added || r.Added > 0 && (r.FirstID != 1 || r.LastID != n) {
			t.Errorf("%d games in the archive, %+v", n, r)
		}
		for rec, err := range a.Games(context.Background()) {
			if err != nil {
				t.Fatal(err)
			}
			whole := in[:at]
			if rec.Source.File == "b" {
				whole = in[at:]
			}
			if d := digestOf([]byte(whole[rec.Source.Offset : rec.Source.Offset+rec.Source.Size])); d != rec.Source.Digest {
				t.Errorf("game %d does not come from %+v", rec.ID, rec.Source)
			}
		}
		wantReport(t, importAll(t, a, opts, parts...), 0, accepted, refused)
		checkSound(t, a)
	})
}

// TestCutInput holds that the last game of an input that could not be read to its
// end is taken for a piece of one, unless it has a result, wherever it stands.
func TestCutInput(t *testing.T) {
	broken := errors.New("broken")
	for _, n := range []int{1, 2, chunkGames, chunkGames + 1, 2 * chunkGames} {
		for last, want := range map[string]int64{"1. e3 e6 2. Nf3": 1, "1. e3 e6 1-0": 0} {
			var b strings.Builder
			for i := range n - 1 {
				fmt.Fprintf(&b, "[Round \"%d\"]\n[Variant \"Shatranj\"]\n\n1. e3 *\n\n", i)
			}
			b.WriteString("[Variant \"Shatranj\"]\n\n" + last)
			in := b.String()
			a := open(t, t.TempDir(), Options{})
			r := importAll(t, a, ImportOptions{}, Input{Name: "cut", Open: func() (io.ReadCloser, error) {
				return io.NopCloser(io.MultiReader(strings.NewReader(in), &failing{broken})), nil
			}})
			wantReport(t, r, int64(n)-want, 0, want)
			if len(r.Failed) != 1 {
				t.Errorf("failed: %v", r.Failed)
			}
			checkQuarantine(t, a, in, want)
		}
	}
}

// TestInputs holds that an input that fails is told and does not hinder the others,
// and that text which is no game is told.
func TestInputs(t *testing.T) {
	broken := errors.New("broken")
	one := func(n int) string { return fmt.Sprintf("[Round \"%d\"]\n[Variant \"Shatranj\"]\n\n1. e3 *\n\n", n) }
	a := open(t, t.TempDir(), Options{})
	var progress ImportProgress
	r := importAll(t, a, ImportOptions{Progress: func(p ImportProgress) { progress = p }},
		text("a", one(1)),
		Input{Name: "missing", Open: func() (io.ReadCloser, error) { return nil, broken }},
		text("empty", ""),
		Input{Name: "cut", Open: func() (io.ReadCloser, error) {
			return io.NopCloser(io.MultiReader(strings.NewReader(one(2)+one(3)), &failing{broken})), nil
		}},
		text("prose", one(4)+"{a comment alone}\n"),
		text("z", one(5)))
	wantReport(t, r, 5, 0, 0)
	var failed []string
	for _, f := range r.Failed {
		if !errors.Is(&f, broken) {
			t.Errorf("%v", &f)
		}
		failed = append(failed, f.Name)
	}
	if diff := cmp.Diff([]string{"missing", "cut"}, failed); diff != "" {
		t.Errorf("failed inputs (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]Leftover{{Name: "prose", Line: 6, Size: 17}}, r.Leftovers); diff != "" {
		t.Errorf("leftovers (-want +got):\n%s", diff)
	}
	if progress.Input != "z" || progress.Read != 5 || progress.Added != 5 {
		t.Errorf("progress %+v", progress)
	}
}

type failing struct{ err error }

func (f *failing) Read([]byte) (int, error) { return 0, f.err }

// counter is an observer.
type counter struct {
	a    *Archive
	ids  []int64
	stop int64 // the ID at which it wants no more
}

var errStopped = errors.New("the observer has had enough")

func (c *counter) Prepare(p *pgn.Replay, dst []uint64) []uint64 {
	for i := range p.Moves {
		dst = append(dst, uint64(p.Moves[i]))
	}
	return dst
}

func (c *counter) Added(id int64, words []uint64) error {
	r, err := c.a.Get(context.Background(), id) // it is on disk
	if err != nil {
		return err
	}
	if len(r.Moves) != len(words) {
		return fmt.Errorf("%d moves, %d words", len(r.Moves), len(words))
	}
	for i, m := range r.Moves {
		if words[i] != uint64(m) {
			return fmt.Errorf("game %d: word %d is %d, the move %v", id, i, words[i], m)
		}
	}
	c.ids = append(c.ids, id)
	if id == c.stop {
		return errStopped
	}
	return nil
}

func TestObserver(t *testing.T) {
	in := generated(t, gamegen.Options{Games: 400, Seed: 1, MinPlies: 3, MaxPlies: 9, Errors: 0.1, Duplicates: 0.1})
	a := open(t, t.TempDir(), Options{})
	a.batch = 50
	c := &counter{a: a}
	r := importAll(t, a, ImportOptions{Observer: c, Jobs: 3}, text("in", in))
	if int64(len(c.ids)) != r.Added || !slices.IsSorted(c.ids) || c.ids[0] != 1 || c.ids[len(c.ids)-1] != r.LastID {
		t.Errorf("%d games told of, %+v", len(c.ids), r)
	}

	b := open(t, t.TempDir(), Options{})
	b.batch = 50
	c = &counter{a: b, stop: 120}
	r, err := b.Import(context.Background(), inputs(text("in", in)), ImportOptions{Observer: c})
	if !errors.Is(err, errStopped) {
		t.Errorf("error %v", err)
	}
	checkBalance(t, r)
	if n := count(t, b); n != r.Added || n < 120 {
		t.Errorf("%d games, %+v", n, r)
	}
	importAll(t, b, ImportOptions{}, text("in", in))
	if export(t, a) != export(t, b) {
		t.Error("interrupted and begun again, the import gave another archive")
	}
	checkSound(t, b)
}

// TestInterrupt holds that an import that is called off leaves whole games, tells
// of them, and adds what is missing when it is run again.
func TestInterrupt(t *testing.T) {
	in := generated(t, gamegen.Options{Games: 1500, Seed: 2, MinPlies: 2, MaxPlies: 6, Errors: 0.05, Duplicates: 0.05})
	whole := open(t, t.TempDir(), Options{})
	all := importAll(t, whole, ImportOptions{}, text("in", in))
	a := open(t, t.TempDir(), Options{})
	a.batch = 100
	for stop := int64(100); ; stop += 400 {
		ctx, cancel := context.WithCancel(context.Background())
		r, err := a.Import(ctx, inputs(text("in", in)), ImportOptions{Progress: func(p ImportProgress) {
			if p.Read >= stop {
				cancel()
			}
		}})
		cancel()
		checkBalance(t, r)
		if err == nil {
			if r.Read != all.Read {
				t.Errorf("%+v", r)
			}
			break
		}
		if !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		if n := count(t, a); r.LastID != 0 && r.LastID != n || r.Read < stop {
			t.Errorf("%d games, stopped at %d: %+v", n, stop, r)
		}
		checkSound(t, a)
	}
	if export(t, a) != export(t, whole) {
		t.Error("interrupted and begun again, the import gave another archive")
	}
}

// TestInterruptBlocked holds that an import can be called off while an input does
// not answer.
func TestInterruptBlocked(t *testing.T) {
	a := open(t, t.TempDir(), Options{})
	r, w := io.Pipe()
	defer func() { _ = w.Close() }()
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		_, _ = io.WriteString(w, "1. e3 e6 *\n\n")
		cancel()
	}()
	_, err := a.Import(ctx, inputs(Input{Name: "pipe", Open: func() (io.ReadCloser, error) { return r, nil }}), ImportOptions{})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

func TestImportOptions(t *testing.T) {
	a := open(t, t.TempDir(), Options{})
	own := *rules.Rulesets()[0]
	own.Name = "mine"
	for _, o := range []ImportOptions{{Array: "sideways"}, {Rules: &own}} {
		if r, err := a.Import(context.Background(), inputs(text("a", "1. e3 *\n")), o); err == nil {
			t.Errorf("imported with %+v: %+v", o, r)
		}
	}
	viquipedia, ok := rules.RulesetByName("viquipedia")
	if !ok {
		t.Fatal("no rule set")
	}
	german, err := pgn.LettersByName("german")
	if err != nil {
		t.Fatal(err)
	}
	importAll(t, a, ImportOptions{Rules: viquipedia, Array: "crossed", Letters: german}, text("a", "1. Sc3 {x} Sc6 *\n"))
	r, err := a.Get(context.Background(), 1)
	if err != nil {
		t.Fatal(err)
	}
	if r.Rules != "viquipedia" || !r.RulesStated || r.Array != "crossed" || r.ArrayAssumed || r.Movetext != "1. Nc3 {x} 1... Nc6 *" {
		t.Errorf("record %+v", r)
	}
	var b bytes.Buffer
	if err := r.WritePGN(pgn.NewWriter(&b, pgn.WriterOptions{})); err != nil {
		t.Fatal(err)
	}
	if s := b.String(); !strings.Contains(s, `[RuleSet "viquipedia"]`) || !strings.Contains(s, "\n1. Nc3 {x} 1... Nc6 *\n") {
		t.Errorf("written:\n%s", s)
	}
	if _, err := ParseOnDuplicate("replace"); err == nil {
		t.Error("replace is understood")
	}
}
