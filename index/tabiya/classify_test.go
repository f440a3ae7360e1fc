package tabiya

import (
	"strings"
	"testing"

	"github.com/diwan-shatranj/diwan/rules"
	"pgregory.net/rapid"
)

func builtin(t testing.TB) *List {
	t.Helper()
	l, err := Builtin()
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// play makes a game of moves in algebraic notation.
func play(t testing.TB, array, text string) (rules.Position, []rules.Move) {
	t.Helper()
	a, ok := rules.ArrayByName(array)
	if !ok {
		t.Fatalf("no array %s", array)
	}
	start := a.Position()
	pos := start
	var moves []rules.Move
	for _, word := range strings.Fields(text) {
		m, err := rules.ParseSAN(&pos, word)
		if err != nil {
			t.Fatalf("%s: %v", word, err)
		}
		moves = append(moves, m)
		pos = pos.Play(m)
	}
	return start, moves
}

// waiting puts moves of Black between those of White that disturb nothing.
func waiting(white string) string {
	answers := strings.Fields("a6 h6 b6 g6 c6 f6 d6 e6" + strings.Repeat(" Ra7 Ra8", 6))
	var b strings.Builder
	for i, m := range strings.Fields(white) {
		b.WriteString(m + " " + answers[i] + " ")
	}
	return b.String()
}

func TestClassify(t *testing.T) {
	c := NewClassifier(builtin(t))
	for _, tt := range []struct{ array, moves, white, black string }{
		{"shah-d", waiting("f3 f4 c3 c4 Nf3 Nc3 g3 b3 Rg1 Rb1 d3 e3"), "Mujannah (10 of 10)", "none"},
		{"shah-e", waiting("f3 f4 c3 c4 Nf3 Nc3 g3 b3 Rg1 Rb1 d3 e3"), "Mujannah (10 of 10)", "none"},
		{"shah-d", waiting("d3 e3 c3 c4 f3 f4 Nc3 Nf3 b3 g3 Rb1 Rg1"), "Mujannah (10 of 10)", "none"},
		{"shah-d", waiting("f3 f4 c3 c4 Nf3 Nc3 g3 b3 Rg1 Rb1"), "Mujannah (8 of 10)", "none"},
		{"shah-d", waiting("f3 f4 c3 c4 Nf3 Nc3 g3 b3 Rg1"), "none", "none"},
		{"shah-d", waiting("f3 f4 c3 c4 Nf3 Nc3 g3 b3 Rg1 Rb1 d3 e3 Rg2 Rc2 Ff2 b4"), "Mujannah of al-Lajlaj (11 of 11)", "none"},
		{"shah-d", waiting("b3 b4 c3 d3 e3 f3 g3 h3 Rh2 Rc2 Nd2 Rb1"), "Sayyal (10 of 10)", "none"},
		{"shah-e", waiting("b3 c3 d3 d4 e3 e4 f3 h3 Nd2 Ne2 Fc2 Fd3"), "Mashaikhi (9 of 9)", "none"},
		{"shah-e", "g3 g6 g4 f6 e3 e6 Ne2 d6 Rg1 c6 f3 b6 f4 a6 f5", "Sayyal of as-Suli (5 of 5)", "none"},
		{"shah-e", "a3 f6 a4 f5 h3 c6 h4 c5 e3 Nf6 e4 Nc6 d3 g6 d4 b6 Ra3 Rg8 Ra2 Rb8 Rh3 d6 Rh2 e6", "none", "Mujannah (10 of 10)"},
		{"shah-d", "", "none", "none"},
	} {
		start, moves := play(t, tt.array, tt.moves)
		got := c.Classify(&start, moves)
		if got[0].String() != tt.white || got[1].String() != tt.black {
			t.Errorf("%s %s: %v and %v, want %s and %s", tt.array, tt.moves, got[0], got[1], tt.white, tt.black)
		}
	}
}

// What is written down of an array is reached by the moves that stand beside it.
func TestSources(t *testing.T) {
	for line := range strings.Lines(string(sources)) {
		row := strings.Split(line, "\t")
		if row[0] == "id" {
			continue
		}
		pos, _ := play(t, "shah-"+row[3], "")
		for _, word := range strings.Fields(row[4]) {
			m, err := rules.ParseSAN(&pos, word)
			if err != nil {
				t.Fatalf("%s: %s: %v", row[0], word, err)
			}
			pos = pos.Play(m)
			pos = pos.PlayNull()
		}
		placement := strings.Split(pos.EPD(), " ")[0]
		want := strings.ReplaceAll(strings.ReplaceAll(row[6], " ", ""), "E", "A")
		if !strings.HasSuffix(placement, "/"+want) {
			t.Errorf("%s: the moves lead to %s, written down is %s", row[0], placement, want)
		}
	}
}

// naive counts anew at every position.
func naive(l *List, start *rules.Position, moves []rules.Move, color rules.Color) Match {
	var best Match
	for i := range l.all {
		for mirrored, men := range [][]man{l.all[i].men, mirror(l.all[i].men)} {
			standing, at := 0, 0
			pos := *start
			for ply := 0; ply <= min(len(moves), 2*Moves); ply++ {
				if ply > 0 {
					pos = pos.Play(moves[ply-1])
				}
				if ply > 0 && pos.Turn() == color {
					continue
				}
				n := 0
				for _, m := range men {
					s := m.square
					if color == rules.Black {
						s ^= 56
					}
					if c, k := pos.At(s); k == m.kind && c == color {
						n++
					}
				}
				if n > standing {
					standing, at = n, ply
				}
			}
			m := Match{&l.all[i], standing, at, mirrored == 1}
			if m.counts() && m.betterThan(best) {
				best = m
			}
		}
	}
	return best
}

// Counting along is counting anew, in random games and in those that head for an
// array.
func TestClassifyLaw(t *testing.T) {
	l := builtin(t)
	c := NewClassifier(l)
	rapid.Check(t, func(t *rapid.T) {
		a := rapid.SampledFrom(rules.Arrays()).Draw(t, "array")
		start := a.Position()
		if rapid.Bool().Draw(t, "endgame") {
			start, _ = rules.ParsePosition("4k3/1P4P1/8/2NPPN2/2P2P2/8/p6p/1R1K2R1 w - - 0 1")
		}
		aims := [2][]man{
			l.all[rapid.IntRange(0, l.Len()-1).Draw(t, "white")].men,
			mirror(l.all[rapid.IntRange(0, l.Len()-1).Draw(t, "black")].men),
		}
		pos := start
		var moves []rules.Move
		for range rapid.IntRange(0, 80).Draw(t, "plies") {
			all := pos.AppendMoves(nil)
			if len(all) == 0 {
				break
			}
			choice := all
			for _, m := range all {
				for _, aim := range aims[pos.Turn()] {
					to, from := ownSquare(pos.Turn(), m.To()), ownSquare(pos.Turn(), m.From())
					if m.Kind() == aim.kind && to == aim.square && from != aim.square {
						choice = []rules.Move{m}
					}
				}
			}
			m := rapid.SampledFrom(choice).Draw(t, "move")
			moves = append(moves, m)
			pos = pos.Play(m)
		}
		got := c.Classify(&start, moves)
		for color := rules.White; color <= rules.Black; color++ {
			if want := naive(l, &start, moves, color); got[color] != want {
				t.Errorf("%v: %+v, counted anew %+v", color, got[color], want)
			}
		}
	})
}

// The arrays of a game are those of its images.
func TestImages(t *testing.T) {
	c := NewClassifier(builtin(t))
	start, moves := play(t, "shah-d", waiting("b3 b4 c3 d3 e3 f3 g3 h3 Rh2 Rc2 Nd2 Rb1"))
	want := c.Classify(&start, moves)
	for _, o := range []rules.Orientation{rules.Mirror, rules.Colors, rules.MirrorColors} {
		image := start.Image(o)
		var turned []rules.Move
		for _, m := range moves {
			turned = append(turned, m.Image(o))
		}
		got := c.Classify(&image, turned)
		first, second := got[0], got[1]
		if o&rules.Colors != 0 {
			first, second = second, first
		}
		if first.String() != want[0].String() || second.String() != want[1].String() || first.Mirrored == (o&rules.Mirror == 0) {
			t.Errorf("%v: %v %v", o, first, second)
		}
	}
}

func TestRead(t *testing.T) {
	l := builtin(t)
	if l.Len() != 6 {
		t.Errorf("%d arrays that are no mirror images of one another", l.Len())
	}
	more, err := l.Read(strings.NewReader("name\tplacement_ranks_1_to_4\nMine\t4P3 / 8 / PPPP1PPP / RNAFKANR\nMirror\t3P4 / 8 / PPP1PPPP / RNAKFANR\n"))
	if err != nil {
		t.Fatal(err)
	}
	if more.Len() != l.Len()+1 || more.At(l.Len()).Name != "Mine" || more.Fingerprint() == l.Fingerprint() {
		t.Errorf("%d arrays, the last %s", more.Len(), more.At(more.Len()-1).Name)
	}
	start, moves := play(t, "shah-d", "d3 a6 d4")
	if got := NewClassifier(more).Classify(&start, moves); got[0].String() != "Mine (1 of 1)" || got[0].Ply != 3 || !got[0].Mirrored {
		t.Errorf("%+v", got[0])
	}
	for text, want := range map[string]string{
		"":                                     "no line of column names",
		"name\nx\n":                            "placement_ranks_1_to_4",
		"name\tplacement_ranks_1_to_4\nx\t8/9": "line 2",
		"name\tplacement_ranks_1_to_4\nx\t7/RNAKFANR":                   "it has 7 squares",
		"name\tplacement_ranks_1_to_4\nx\tPPPPPPPP/RNAKFANR":            "at the start",
		"name\tplacement_ranks_1_to_4\n\tPPPPPPPP/RNAKFANR":             "no name",
		"name\tplacement_ranks_1_to_4\nx\tQ7":                           "unexpected 'Q'",
		"name\tplacement_ranks_1_to_4\nx\tKKKKKKKK/KKKKKKKK/KKKKKKKK/8": "more men",
	} {
		if _, err := l.Read(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

func BenchmarkClassify(b *testing.B) {
	c := NewClassifier(builtin(b))
	start, moves := play(b, "shah-d", waiting("f3 f4 c3 c4 Nf3 Nc3 g3 b3 Rg1 Rb1 d3 e3"))
	for b.Loop() {
		c.Classify(&start, moves)
	}
}
