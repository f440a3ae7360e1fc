package duplicate

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/diwan-shatranj/diwan/archive"
	"github.com/diwan-shatranj/diwan/index/authority"
	"github.com/diwan-shatranj/diwan/internal/gamegen"
	"github.com/diwan-shatranj/diwan/pgn"
	"github.com/diwan-shatranj/diwan/rules"
	"github.com/google/go-cmp/cmp"
)

// archiveOf is an archive of the games of a text, duplicates kept.
func archiveOf(t testing.TB, text string) *archive.Archive {
	t.Helper()
	a, err := archive.Open(t.TempDir(), archive.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	})
	in := archive.Input{Name: "games.pgn", Open: func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(text)), nil }}
	r, err := a.Import(context.Background(), slices.Values([]archive.Input{in}), archive.ImportOptions{OnDuplicate: archive.KeepDuplicates})
	if err != nil || r.Quarantined > 0 {
		t.Fatalf("%+v, %v", r, err)
	}
	return a
}

func found(t testing.TB, a *archive.Archive, kinds ...Kind) []string {
	t.Helper()
	names, err := authority.Builtin()
	if err != nil {
		t.Fatal(err)
	}
	groups, err := Find(context.Background(), a, Options{Kinds: kinds, Names: names})
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, g := range groups {
		s := string(g.Kind)
		for _, m := range g.Members {
			s += fmt.Sprintf(" %d", m.ID)
			if m.Mirrored {
				s += "m"
			}
			if m.Differing > 0 {
				s += fmt.Sprintf("/%d", m.Differing)
			}
		}
		out = append(out, s)
	}
	return out
}

// The oldest game, as it is printed in both orientations, and its first moves.
const (
	suli = `[Event "Baghdad (oldest known shatranj game, from al-Lajlaj's treatise)"]
[Site "Baghdad"]
[Date "0920.??.??"]
[Round "?"]
[White "as-Suli, Abu Bakr"]
[Black "al-Lajlaj, Abu'l-Faraj"]
[Result "1-0"]
[Array "shah-d"]

1. c3 c6 2. c4 c5 3. Nc3 Nc6 4. b3 b6 5. Rb1 Rb8 6. a3 a6 7. d3 d6 8. b4 cxb4 9. axb4 b5 10. cxb5 axb5
11. e3 e6 12. d4 d5 13. Ad3 Ad6 14. Nxb5 Kd7 15. f3 Nxb4 16. Kd2 f6 17. e4 e5 18. g3 g6 19. Ne2 Ne7
20. Ff2 Ff7 21. Fe3 Fe6 22. Nec3 Nec6 23. Aa3 Aa6 24. Ac5 Ac4 25. Rhf1 h6 26. f4 Rhf8 27. f5 gxf5
28. Axf5+ Kd8 29. exd5 Nxd5 30. Nxd6 Rxb1 31. Rxb1 Nxc3 32. Kxc3 1-0
`
	mirrored = `[Event "Baghdad (oldest known shatranj game, from al-Lajlaj's treatise)"]
[Site "Baghdad"]
[Date "0920.??.??"]
[White "الصولي"]
[Black "al-Lajlaj"]
[Result "1-0"]
[Array "shah-e"]

1. f3 f6 2. f4 f5 3. Nf3 Nf6 4. g3 g6 5. Rg1 Rg8 6. h3 h6 7. e3 e6 8. g4 fxg4 9. hxg4 g5 10. fxg5 hxg5
11. d3 d6 12. e4 e5 13. Ae3 Ae6 14. Nxg5 Ke7 15. c3 Nxg4 16. Ke2 c6 17. d4 d5 18. b3 b6 19. Nd2 Nd7
20. Fc2 Fc7 21. Fd3 Fd6 22. Ndf3 Ndf6 23. Ah3 Ah6 24. Af5 Af4 25. Rac1 a6 26. c4 Rac8 27. c5 bxc5
28. Axc5+ Ke8 29. dxe5 Nxe5 30. Nxe6 Rxg1 31. Rxg1 Nxf3 32. Kxf3 1-0
`
)

func TestFind(t *testing.T) {
	change := func(text string, pairs ...string) string { return strings.NewReplacer(pairs...).Replace(text) }
	cut := func(text string, at string) string {
		i := strings.Index(text, at)
		return text[:i] + "*\n"
	}
	const short = "[Event \"Rayy\"]\n[Date \"0950.01.01\"]\n[White \"Ali\"]\n[Black \"Hasan\"]\n[Result \"1/2-1/2\"]\n\n1. e3 e6 2. d3 d6 1/2-1/2\n"
	const problem = "[Event \"al-Adli 12\"]\n[White \"?\"]\n[Black \"?\"]\n[Genre \"mansuba\"]\n[Variant \"Shatranj\"]\n[SetUp \"1\"]\n[FEN \"4k3/p7/8/8/8/8/P2R4/4K3 w - - 0 1\"]\n\n1. Ke2 Ke7 2. Rd4 *\n"
	for _, c := range []struct {
		name  string
		games []string
		want  []string
	}{
		{"nothing", nil, nil},
		{"the oldest game", []string{suli, mirrored}, []string{"mirror 1 2m"}},
		{"exact", []string{short, suli, suli, short, suli}, []string{"exact 1 4", "exact 2 3 5"}},
		{"names and dates spelt otherwise", []string{
			suli, change(suli, "as-Suli, Abu Bakr", "as-Souli, Abu Bekr", "0920.??.??", "920"), change(suli, `"al-Lajlaj, Abu'l-Faraj"`, `"?"`, "0920.??.??", "????.??.??"),
		}, []string{"spelling 1 2 3"}},
		{"a truncated copy", []string{cut(suli, "20. Ff2"), suli, cut(mirrored, "27. c5")}, []string{"contained 2 1 3m"}},
		{"a copyist's error", []string{suli, change(suli, "18. g3 g6", "18. h3 g6"), change(mirrored, "26. c4 Rac8", "26. c4 Rab8")}, []string{"near 1 2/1 3m/1"}},
		{"a move and its answer left out", []string{suli, change(suli, "25. Rhf1 h6 ", "")}, []string{"near 1 2/3"}},
		{"a short draw of others", []string{short, change(short, "Ali", "Umar")}, nil},
		{"another short draw of the same", []string{short, change(short, "0950.01.01", "0950.01.02"), change(short, "Rayy", "Shiraz")}, nil},
		{"rounds of an event", []string{change(suli, "[Round \"?\"]", "[Round \"1\"]"), change(suli, "[Round \"?\"]", "[Round \"2\"]")}, nil},
		{"short draws of nobody known", []string{change(short, "Ali", "?"), change(short, "Ali", "?", "0950.01.01", "????.??.??")}, nil},
		{"an opening of the same players", []string{suli, change(cut(suli, "8. b4"), "0920.??.??", "0921.??.??"), change(cut(suli, "8. b4"), "*\n", "1/2-1/2\n", "\"1-0\"", "\"1/2-1/2\"")}, nil},
		{"an opening of others", []string{suli, change(cut(suli, "12. d4"), "as-Suli, Abu Bakr", "al-Mawardi")}, nil},
		{"a long game under another name", []string{suli, change(suli, "as-Suli, Abu Bakr", "al-Mawardi")}, []string{"spelling 1 2"}},
		{"a middling game under another name", []string{cut(suli, "20. Ff2"), change(cut(suli, "20. Ff2"), "as-Suli, Abu Bakr", "al-Mawardi")}, nil},
		{"a problem in two collections", []string{problem, change(problem, "al-Adli 12", "as-Suli 3")}, nil},
		{"a problem twice", []string{problem, problem}, []string{"exact 1 2"}},
		{"games without moves", []string{
			change(short, "1. e3 e6 2. d3 d6 ", ""), change(short, "1. e3 e6 2. d3 d6 ", "", "Ali", "?"),
		}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			a := archiveOf(t, strings.Join(c.games, "\n"))
			if diff := cmp.Diff(c.want, found(t, a)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// Each kind is found by itself.
func TestKinds(t *testing.T) {
	a := archiveOf(t, suli+"\n"+suli+"\n"+mirrored+"\n"+strings.Replace(suli, "as-Suli, Abu Bakr", "as-Suly", 1)+"\n"+
		strings.Replace(suli, "18. g3 g6", "18. h3 g6", 1)+"\n"+strings.Replace(suli, "31. Rxb1 Nxc3 32. Kxc3 1-0", "*", 1))
	for k, want := range map[Kind][]string{
		Exact: {"exact 1 2"}, Mirror: {"mirror 1 3m 2 4"}, Spelling: {"spelling 1 4 2"},
		Contained: {"contained 1 6 2 3m 4"}, Near: {"near 1 5/1 2/1 3m/1 4/1 6/4"},
	} {
		got := found(t, a, k)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", k, diff)
		}
	}
}

// Games that are not the same are not found to be, and every planted copy is found.
func TestPlanted(t *testing.T) {
	var text strings.Builder
	if err := gamegen.Write(&text, gamegen.Options{Seed: 7, Games: 400}); err != nil {
		t.Fatal(err)
	}
	if got := found(t, archiveOf(t, text.String())); len(got) > 0 {
		t.Errorf("games at random: %v", got)
	}
	r := rand.New(rand.NewPCG(1, 2))
	rd := pgn.NewReader(strings.NewReader(text.String()))
	var want []string
	var copies strings.Builder
	for n := 1; ; n++ {
		var g pgn.Game
		if rd.Read(&g) != nil {
			break
		}
		p, err := pgn.Play(&g, pgn.Options{})
		if err != nil {
			t.Fatal(err)
		}
		kind := []Kind{Exact, Mirror, Spelling, Contained, Near}[n%5]
		moves, o, array := slices.Clone(p.Moves), rules.Identity, "shah-e"
		white, _ := g.Tag("White")
		switch kind {
		case Mirror:
			o, array = rules.Mirror, "shah-d"
		case Spelling:
			white = strings.Replace(white, ",", "x,", 1)
		case Contained:
			moves = moves[:len(moves)*2/3]
		case Near:
			var ok bool
			if moves, ok = miscopied(r, p); !ok {
				continue
			}
		}
		for _, tag := range g.Tags() {
			switch tag.Name {
			case "White":
				tag.Value = white
			case "Result":
				if kind == Contained {
					tag.Value = "*"
				}
			}
			fmt.Fprintf(&copies, "[%s %q]\n", tag.Name, tag.Value)
		}
		fmt.Fprintf(&copies, "[Array %q]\n\n", array)
		for _, m := range moves {
			fmt.Fprintf(&copies, "%s ", m.Image(o))
		}
		result := p.Result.String()
		if kind == Contained {
			result = "*"
		}
		copies.WriteString(result + "\n\n")
		want = append(want, fmt.Sprintf("%s %d %d", kind, n, 401+len(want)))
	}
	groups, err := Find(context.Background(), archiveOf(t, text.String()+copies.String()), Options{})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, g := range groups {
		var ids []int64
		for _, m := range g.Members {
			ids = append(ids, m.ID)
		}
		slices.Sort(ids)
		got = append(got, fmt.Sprintf("%s %s", g.Kind, strings.Trim(fmt.Sprint(ids), "[]")))
	}
	slices.Sort(got)
	slices.Sort(want)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("planted (-want +got):\n%s", diff)
	}
}

// miscopied are the moves of a game with one that is another, behind which all others
// can still be played.
func miscopied(r *rand.Rand, p *pgn.Replay) (moves []rules.Move, ok bool) {
	for range 200 {
		at := r.IntN(len(p.Moves) - 1)
		pos := p.Start
		for _, m := range p.Moves[:at] {
			pos = pos.Play(m)
		}
		legal := pos.AppendMoves(nil)
		other := legal[r.IntN(len(legal))]
		if other == p.Moves[at] {
			continue
		}
		moves = slices.Clone(p.Moves)
		moves[at] = other
		pos = p.Start
		good := true
		for _, m := range moves {
			if good = slices.Contains(pos.AppendMoves(nil), m); !good {
				break
			}
			pos = pos.Play(m)
		}
		if good {
			return moves, true
		}
	}
	return nil, false
}
