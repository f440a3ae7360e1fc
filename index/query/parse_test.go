package query

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

func Example() {
	e, err := Parse(`player:suli date:900..950 (result:1-0 or ending:bare-king) -has:errors`)
	if err != nil {
		panic(err)
	}
	fmt.Println(e)

	_, err = Parse(`playr:suli`)
	fmt.Println(err)
	// Output:
	// player:suli date:900..950 (result:1-0 or ending:bare-king) not has:errors
	// column 1: unknown field `playr`: did you mean `player`?
}

// ignoreColumns compares expressions by what they say.
func ignoreColumns() cmp.Option {
	return cmp.FilterPath(func(p cmp.Path) bool { return p.Last().String() == ".Column" }, cmp.Ignore())
}

func board(t *testing.T, rows string) [64]Men {
	t.Helper()
	squares, bad := parseBoard(rows)
	if bad != nil {
		t.Fatalf("%s: %+v", rows, bad)
	}
	return squares
}

func TestParse(t *testing.T) {
	const (
		empty = "8/8/8/8/8/8/8/8"
		kings = "4k3/8/8/8/8/8/8/4K3"
	)
	word := func(s string) Expr { return Word{Text: s} }
	is := func(name string, v Value) Expr { return Field{Name: name, Value: v} }
	text := func(s string) Value { return Text{Text: s} }
	pos := Position{FEN: kings + " w"}
	tests := []struct {
		in   string
		want Expr
		out  string // "" where it is in
	}{
		// Composition.
		{"", All{}, ""},
		{" \t\u00a0\n", All{}, " "},
		{"suli", word("suli"), ""},
		{"Ṣūlī", word("Ṣūlī"), ""},
		{"a b", And{[]Expr{word("a"), word("b")}}, ""},
		{"a and b AND c", And{[]Expr{word("a"), word("b"), word("c")}}, "a b c"},
		{"a or b Or c", Or{[]Expr{word("a"), word("b"), word("c")}}, "a or b or c"},
		{"a b or c d", Or{[]Expr{And{[]Expr{word("a"), word("b")}}, And{[]Expr{word("c"), word("d")}}}}, ""},
		{"a (b or c)", And{[]Expr{word("a"), Or{[]Expr{word("b"), word("c")}}}}, ""},
		{"a(b or c)d", And{[]Expr{word("a"), Or{[]Expr{word("b"), word("c")}}, word("d")}}, "a (b or c) d"},
		{"((a)) ((b c))", And{[]Expr{word("a"), word("b"), word("c")}}, "a b c"},
		{"(a or (b or c)) or d", Or{[]Expr{word("a"), word("b"), word("c"), word("d")}}, "a or b or c or d"},
		{"-a", Not{word("a")}, "not a"},
		{"not a", Not{word("a")}, ""},
		{"NOT a b", And{[]Expr{Not{word("a")}, word("b")}}, "not a b"},
		{"--a", Not{Not{word("a")}}, "not not a"},
		{"not -a", Not{Not{word("a")}}, "not not a"},
		{"-(a b)", Not{And{[]Expr{word("a"), word("b")}}}, "not (a b)"},
		{"-(a or b)", Not{Or{[]Expr{word("a"), word("b")}}}, "not (a or b)"},
		{`-"a b"`, Not{Phrase{Text: "a b"}}, `not "a b"`},
		// Words and phrases.
		{"as-suli", word("as-suli"), ""},
		{"10:30", word("10:30"), ""},
		{"orb android nothing", And{[]Expr{word("orb"), word("android"), word("nothing")}}, ""},
		{`"or" and "NOT"`, And{[]Expr{Phrase{Text: "or"}, Phrase{Text: "NOT"}}}, `"or" "NOT"`},
		{"muj*", Word{Text: "muj", Match: Prefix}, ""},
		{"lajlag~", Word{Text: "lajlag", Match: Fuzzy}, ""},
		{`"al suli"`, Phrase{Text: "al suli"}, ""},
		{`"al sul"*`, Phrase{Text: "al sul", Match: Prefix}, ""},
		{`"a \"b\" \\ \c"`, Phrase{Text: `a "b" \ \c`}, `"a \"b\" \\ \\c"`},
		{`a\b`, word(`a\b`), ""},
		{`a"b"`, And{[]Expr{word("a"), Phrase{Text: "b"}}}, `a "b"`},
		{"@mine @My.old_1-a", And{[]Expr{Saved{Name: "mine"}, Saved{Name: "My.old_1-a"}}}, ""},
		{"a=b <c>", And{[]Expr{word("a=b"), word("<c>")}}, ""},
		// Fields.
		{"player:suli", is("player", text("suli")), ""},
		{"PLAYER:Suli", is("player", text("Suli")), "player:Suli"},
		{`player:"al-Ṣūlī, Abū Bakr"`, is("player", text("al-Ṣūlī, Abū Bakr")), ""},
		{`player:"suli"`, is("player", text("suli")), "player:suli"},
		{"player:sul*", is("player", Text{"sul", Prefix}), ""},
		{`player:"al sul"~`, is("player", Text{"al sul", Fuzzy}), ""},
		{`player:"sul*"`, is("player", text("sul*")), ""},
		{`player:"<suli"`, is("player", text("<suli")), ""},
		{`event:-x site:@a round:1..2`, And{[]Expr{is("event", text("-x")), is("site", text("@a")), is("round", text("1..2"))}}, ""},
		{"white.opening:mujannah", is("white.opening", text("mujannah")), ""},
		{"source:a:b", is("source", text("a:b")), ""},
		{"result:1-0", is("result", Choice("1-0")), ""},
		{"result:*", is("result", Choice("*")), ""},
		{`result:"0-1"`, is("result", Choice("0-1")), "result:0-1"},
		{"result:1/2 result:½-½", And{[]Expr{is("result", Choice("1/2-1/2")), is("result", Choice("1/2-1/2"))}}, "result:1/2-1/2 result:1/2-1/2"},
		{"ending:Bare-King", is("ending", Choice("bare-king")), "ending:bare-king"},
		{"array:setup has:variations", And{[]Expr{is("array", Choice("setup")), is("has", Choice("variations"))}}, ""},
		{"plies:58", is("plies", Number(58)), ""},
		{"plies:=058", is("plies", Number(58)), "plies:58"},
		{"plies:>58", Field{Name: "plies", Op: More, Value: Number(58)}, ""},
		{"plies:>=58", Field{Name: "plies", Op: AtLeast, Value: Number(58)}, ""},
		{"plies:58..", Field{Name: "plies", Op: AtLeast, Value: Number(58)}, "plies:>=58"},
		{"plies:<58", Field{Name: "plies", Op: Less, Value: Number(58)}, ""},
		{"plies:..58", Field{Name: "plies", Op: AtMost, Value: Number(58)}, "plies:<=58"},
		{"plies:20..58", Field{Name: "plies", Op: Between, Value: Number(20), High: Number(58)}, ""},
		{"plies:20..20", Field{Name: "plies", Op: Between, Value: Number(20), High: Number(20)}, ""},
		{`plies:"20..58"`, Field{Name: "plies", Op: Between, Value: Number(20), High: Number(58)}, "plies:20..58"},
		{"eval:1.5", is("eval", Score(150)), ""},
		{"eval:-0.05", is("eval", Score(-5)), ""},
		{"eval:+2.50", is("eval", Score(250)), "eval:2.5"},
		{"eval:-2..1.25", Field{Name: "eval", Op: Between, Value: Score(-200), High: Score(125)}, ""},
		{"eval:<-3", Field{Name: "eval", Op: Less, Value: Score(-300)}, ""},
		{"date:920", is("date", Date{Year: 920}), ""},
		{"date:0920.??.??", is("date", Date{Year: 920}), "date:920"},
		{"date:0920.05.??", is("date", Date{Year: 920, Month: 5}), "date:0920.05"},
		{"date:920-5-14", is("date", Date{Year: 920, Month: 5, Day: 14}), "date:0920.05.14"},
		{"date:900.02.29", is("date", Date{Year: 900, Month: 2, Day: 29}), "date:0900.02.29"},
		{"date:9??", is("date", Date{Year: 900, Unknown: 2}), "date:09??"},
		{"date:19??.??.??", is("date", Date{Year: 1900, Unknown: 2}), "date:19??"},
		{"date:308AH", is("date", Date{Year: 308, Hijri: true}), ""},
		{"certain.date:0308.12.29ah", is("certain.date", Date{Year: 308, Month: 12, Day: 29, Hijri: true}), "certain.date:0308.12.29AH"},
		{"date:c.308AH..920", Field{Name: "date", Op: Between, Value: Date{Year: 308, Circa: true, Hijri: true}, High: Date{Year: 920}}, ""},
		{"date:c.920", is("date", Date{Year: 920, Circa: true}), ""},
		{"date:Ca920", is("date", Date{Year: 920, Circa: true}), "date:c.920"},
		{"date:900..950", Field{Name: "date", Op: Between, Value: Date{Year: 900}, High: Date{Year: 950}}, ""},
		{"date:0900.??.??..0950.06", Field{Name: "date", Op: Between, Value: Date{Year: 900}, High: Date{Year: 950, Month: 6}}, "date:900..0950.06"},
		{"date:c.900..c.920", Field{Name: "date", Op: Between, Value: Date{Year: 900, Circa: true}, High: Date{Year: 920, Circa: true}}, ""},
		{"date:950.06..950", Field{Name: "date", Op: Between, Value: Date{Year: 950, Month: 6}, High: Date{Year: 950}}, "date:0950.06..950"},
		{"imported:>=2024-05-01", Field{Name: "imported", Op: AtLeast, Value: Date{Year: 2024, Month: 5, Day: 1}}, "imported:>=2024.05.01"},
		{"tag:Team=Baghdad", Tag{Name: "Team", Value: Text{Text: "Baghdad"}}, ""},
		{`tag:Team="House of Wisdom"`, Tag{Name: "Team", Value: Text{Text: "House of Wisdom"}}, ""},
		{`tag:"Team=House of Wisdom"`, Tag{Name: "Team", Value: Text{Text: "House of Wisdom"}}, `tag:Team="House of Wisdom"`},
		{"tag:Team=Bagh*", Tag{Name: "Team", Value: Text{"Bagh", Prefix}}, ""},
		{`tag:Team=""`, Tag{Name: "Team"}, ""},
		{`tag:"Team="`, Tag{Name: "Team"}, `tag:Team=""`},
		{"tag:Team", Tag{Name: "Team", Any: true}, ""},
		{"tag:A=b=c", Tag{Name: "A", Value: Text{Text: "b=c"}}, ""},
		// Positions.
		{`fen:"` + kings + ` w"`, pos, ""},
		{`fen:` + kings, pos, `fen:"` + kings + ` w"`},
		{`fen:"` + kings + ` b - - 0 1"`, Position{FEN: kings + " b"}, `fen:"` + kings + ` b"`},
		{`fen:"  4k3/8/8/8/8/8/1111qBe1/4K3   w "`, Position{FEN: "4k3/8/8/8/8/8/4fAa1/4K3 w"}, `fen:"4k3/8/8/8/8/8/4fAa1/4K3 w"`},
		{`fen:"` + kings + ` w"~mirror`, Position{FEN: kings + " w", Images: Mirror}, ""},
		{`fen:"` + kings + ` w" ~mirror ~Colors`, Position{FEN: kings + " w", Images: Any}, `fen:"` + kings + ` w"~any`},
		{`fen:` + kings + `~colors~mirror`, Position{FEN: kings + " w", Images: Any}, `fen:"` + kings + ` w"~any`},
		{`fen:` + kings + ` ~any suli`, And{[]Expr{Position{FEN: kings + " w", Images: Any}, word("suli")}}, `fen:"` + kings + ` w"~any suli`},
		{`fen:` + kings + ` for:3 at:4..5`, Position{FEN: kings + " w", Scope: Scope{For: 3, At: &Plies{4, 5}}}, `fen:"` + kings + ` w" for:3 at:4..5`},
		{`(fen:` + kings + `) suli`, And{[]Expr{pos, word("suli")}}, `fen:"` + kings + ` w" suli`},
		// Boards.
		{`board:"` + empty + `"`, Board{Squares: board(t, empty)}, ""},
		{`board:????????/8/8/8/8/8/8/8`, Board{Squares: board(t, empty)}, `board:"` + empty + `"`},
		{`board:"8/3[nR]_*+1/2[_+][*_]4/8/8/[+*]7/[KFRNAP]7/q7"`, Board{Squares: board(t, "8/3[Rn]_*+1/2[_+][_*]4/8/8/[*+]7/*7/f7")}, "-"},
		{`board:"rank4:3P4"`, Board{Squares: board(t, "8/8/8/8/3P4/8/8/8")}, `board:"8/8/8/8/3P4/8/8/8"`},
		{`board:" Rank4:3P4  rank8:k7 "`, Board{Squares: board(t, "k7/8/8/8/3P4/8/8/8")}, `board:"k7/8/8/8/3P4/8/8/8"`},
		{`board:rank1:K7 for:2 at:10..`, Board{Squares: board(t, "8/8/8/8/8/8/8/K7"), Scope: Scope{For: 2, At: &Plies{10, -1}}}, `board:"8/8/8/8/8/8/8/K7" for:2 at:10..`},
		// Material.
		{`material:"KRF/KR"`, Material{First: Force{Men: [6]int{1, 1, 1}}, Second: Force{Men: [6]int{1, 0, 1}}}, `material:"KFR/KR"`},
		{`material:krf+>k`, Material{Ordered: true, First: Force{Men: [6]int{1, 1, 1}, AtLeast: true}, Second: Force{Men: [6]int{1}}}, `material:"KFR+>K"`},
		{`material:" RPP / B "`, Material{First: Force{Men: [6]int{1, 0, 1, 0, 0, 2}}, Second: Force{Men: [6]int{1, 0, 0, 0, 1}}}, `material:"KRPP/KA"`},
		{`material:"KRAA[c1]/KR"`, Material{
			First:  Force{Men: [6]int{1, 0, 1, 0, 2}, Alfils: []Square{2}},
			Second: Force{Men: [6]int{1, 0, 1}},
		}, `material:"KRA[c1]A/KR"`},
		{`material:"KA[f1]A[c1]/KF[light]F[e1]"`, Material{
			First:  Force{Men: [6]int{1, 0, 0, 0, 2}, Alfils: []Square{2, 5}},
			Second: Force{Men: [6]int{1, 2}, Ferzes: []Shade{Dark, Light}},
		}, `material:"KA[c1]A[f1]/KF[dark]F[light]"`},
		{`material:K+/K at:5`, Material{First: Force{Men: [6]int{1}, AtLeast: true}, Second: Force{Men: [6]int{1}}, Scope: Scope{At: &Plies{5, 5}}}, `material:"K+/K" at:5`},
		// Lines.
		{`line:"e3 * Nf3"`, Line{Moves: []string{"e3", Gap, "Nf3"}}, ""},
		{`line:e3`, Line{Moves: []string{"e3"}}, `line:"e3"`},
		{`line:"1.e3 e6 2. Nf3! ... 12...Nd6+"`, Line{Moves: []string{"e3", "e6", "Nf3", "Nd6"}}, "-"},
		{`line:" * e3 * * ? * "`, Line{Moves: []string{"e3", Gap, AnyMove}}, `line:"e3 * ?"`},
		{`line:"exd4 N1f3 Qe2 Bd3 Ng1-f3 Rhxe1 e8 e8=Q e8F exd8=F# e7e8q g1f3 e2-e3 K~b3"`, Line{Moves: []string{
			"exd4", "N1f3", "Fe2", "Ad3", "Ng1f3", "Rhxe1", "e8", "e8=F", "e8=F", "exd8=F", "e7e8f", "g1f3", "e2e3", "K~b3",
		}}, "-"},
		// Alfils.
		{"alfil:w=c1", Alfil{Scope: Scope{Alfils: []Family{{White, 2}}}}, ""},
		{"alfil:White=c1,f1 alfil:b=c8 at:40..", Alfil{Scope: Scope{Alfils: []Family{{White, 2}, {White, 5}, {Black, 58}}, At: &Plies{40, -1}}}, "alfil:w=c1,f1 alfil:b=c8 at:40.."},
		{"material:K/K alfil:w=c1", Material{First: Force{Men: [6]int{1}}, Second: Force{Men: [6]int{1}}, Scope: Scope{Alfils: []Family{{White, 2}}}}, `material:"K/K" alfil:w=c1`},
		{"material:K/K for:2 (alfil:w=c1)", And{[]Expr{
			Material{First: Force{Men: [6]int{1}}, Second: Force{Men: [6]int{1}}, Scope: Scope{For: 2}},
			Alfil{Scope: Scope{Alfils: []Family{{White, 2}}}},
		}}, `material:"K/K" for:2 (alfil:w=c1)`},
		{"-material:K/K (alfil:w=c1)", And{[]Expr{
			Not{Material{First: Force{Men: [6]int{1}}, Second: Force{Men: [6]int{1}}}},
			Alfil{Scope: Scope{Alfils: []Family{{White, 2}}}},
		}}, `not material:"K/K" (alfil:w=c1)`},
		{"fen:" + kings + " alfil:w=c1", And{[]Expr{pos, Alfil{Scope: Scope{Alfils: []Family{{White, 2}}}}}}, `fen:"` + kings + ` w" alfil:w=c1`},
		// Variations.
		{"line:e3 in:variations", Line{Moves: []string{"e3"}, Scope: Scope{Variations: true}}, `line:"e3" in:variations`},
		{"in:Variations suli line:e3 -(@x or alfil:w=c1)", And{[]Expr{
			word("suli"),
			Line{Moves: []string{"e3"}, Scope: Scope{Variations: true}},
			Not{Or{[]Expr{Saved{Name: "x", Variations: true}, Alfil{Scope: Scope{Alfils: []Family{{White, 2}}, Variations: true}}}}},
		}}, `suli (line:"e3" in:variations) not (@x in:variations or alfil:w=c1 in:variations)`},
		{"(line:e3 in:variations) line:d3", And{[]Expr{
			Line{Moves: []string{"e3"}, Scope: Scope{Variations: true}},
			Line{Moves: []string{"d3"}},
		}}, `(line:"e3" in:variations) line:"d3"`},
	}
	for _, tt := range tests {
		got, err := Parse(tt.in)
		if err != nil {
			t.Errorf("Parse(%s): %v", tt.in, err)
			continue
		}
		if diff := cmp.Diff(tt.want, got, ignoreColumns()); diff != "" {
			t.Errorf("Parse(%s) (-want +got):\n%s", tt.in, diff)
			continue
		}
		switch out := got.String(); tt.out {
		case "-", "":
			if tt.out == "" && out != tt.in {
				t.Errorf("Parse(%s).String() = %s", tt.in, out)
			}
		default:
			if out != strings.TrimSpace(tt.out) {
				t.Errorf("Parse(%s).String() = %s, want %s", tt.in, out, tt.out)
			}
		}
		checkPrinted(t, got)
	}
}

// checkPrinted holds the law of printing.
func checkPrinted(t interface {
	Helper()
	Fatalf(string, ...any)
}, e Expr) {
	t.Helper()
	text := e.String()
	again, err := Parse(text)
	if err != nil {
		t.Fatalf("what was printed cannot be parsed: %s: %v", text, err)
	}
	if diff := cmp.Diff(e, again, ignoreColumns()); diff != "" {
		t.Fatalf("%s is parsed as another (-printed +parsed):\n%s", text, diff)
	}
	if s := again.String(); s != text {
		t.Fatalf("printed first as %s, then as %s", text, s)
	}
}

func TestErrors(t *testing.T) {
	const row7 = "8/8/8/8/8/8/8/"
	long := strings.Repeat("x", 100)
	tests := []struct {
		in     string
		column int
		want   string // in the text of the error
	}{
		// Composition.
		{"\xff", 1, "UTF-8"},
		{"ā \xff", 3, "UTF-8"},
		{")", 1, "nothing stands before `)`"},
		{"a)", 2, "without `(`"},
		{"(a", 3, "expected a `)` for the `(` in column 1"},
		{"ā (b (c)", 9, "expected a `)` for the `(` in column 3"},
		{"()", 2, "expected a term"},
		{"a or", 5, "breaks off: expected a term"},
		{"or a", 1, "nothing stands before `or`"},
		{"a or or b", 6, "nothing stands before `or`"},
		{"and a", 1, "nothing stands before `and`"},
		{"a and and b", 7, "nothing stands before `and`"},
		{"a and", 6, "breaks off"},
		{"(a and) b", 7, "nothing stands before `)`"},
		{"not", 4, "breaks off"},
		{"not or", 5, "nothing stands before `or`"},
		{"not )", 5, "nothing stands before `)`"},
		{"-", 1, "`-` stands alone"},
		{"a - b", 3, "`-` stands alone"},
		{strings.Repeat("(", 600), maxDepth + 1, "nested too deeply"},
		{strings.Repeat("-", 600) + "a", maxDepth + 1, "nested too deeply"},
		// Words.
		{`a "b`, 3, "not closed"},
		{`"a\"`, 1, "not closed"},
		{`"a"b`, 4, "right behind a quotation mark"},
		{`"a""b"`, 4, "right behind a quotation mark"},
		{`"?"`, 2, "no word"},
		{`""`, 2, "no word"},
		{"a *", 3, "no word"},
		{"~any", 1, "stands alone"},
		{"@", 2, "no name of a saved query"},
		{"@a/b", 3, "no name of a saved query"},
		{"a player=suli", 9, "did you mean `player:suli`?"},
		{"elo>2000", 4, "did you mean `elo:>2000`?"},
		// Fields.
		{"playr:suli", 1, "unknown field `playr`: did you mean `player`?"},
		{"a Palyer:suli", 3, "did you mean `player`?"},
		{"whit:x", 1, "did you mean `white`?"},
		{"игрок:сули", 1, "unknown field `игрок`: expected"},
		{long + ":x", 1, "unknown field `" + long[:40] + "…`"},
		{"http://x", 1, "unknown field `http`"},
		{"player:", 8, "`player:` without a value: expected a name"},
		{"player: suli", 8, "a blank behind `player:`"},
		{"(player: )", 9, "without a value"},
		{`player:""`, 9, "without a value"},
		{"player:*", 8, "without a value"},
		{"player:>x", 8, "no order"},
		{`player:"a"b`, 11, "right behind a quotation mark"},
		{`player:"a`, 8, "not closed"},
		{"result:2-0", 8, "did you mean `1-0`?"},
		{"result:draw", 8, "did you mean `1/2-1/2`?"},
		{"result:white", 8, "did you mean `1-0`?"},
		{"result:black", 8, "did you mean `0-1`?"},
		{"result:unknown", 8, "did you mean `*`?"},
		{"result:>1-0", 8, "no order"},
		{"ending:barekng", 8, "did you mean `bare-king`?"},
		{"ending:zugzwang", 8, "expected checkmate, stalemate, "},
		{"array:shah-f", 7, "did you mean `shah-e`?"},
		{"has:comments", 5, "expected annotations, variations or errors"},
		{"plies:many", 7, "no whole number"},
		{"plies:-5", 7, "no whole number"},
		{"plies:99999999999999999999", 7, "no whole number"},
		{"plies:>=", 9, "no whole number"},
		{"plies:>5..6", 8, "no whole number"},
		{"plies:..", 7, "without ends"},
		{"plies:30..20", 11, "did you mean `20..30`?"},
		{"plies:20..x", 11, "`x` is no whole number"},
		{`plies:"20..x"`, 12, "`x` is no whole number"},
		{"eval:1.234", 6, "no evaluation"},
		{"eval:2..-2", 9, "ends before it begins"},
		{"eval:#3", 6, "no evaluation"},
		{"date:yesterday", 6, "no year"},
		{"date:0", 6, "no year 0"},
		{"date:????", 6, "no year"},
		{"date:12345", 6, "no year"},
		{"date:9?1", 6, "no year"},
		{"date:920.13", 10, "no month 13"},
		{"date:920.x", 10, "`x` is no month"},
		{"date:920.02.30", 13, "no day 30"},
		{"date:921.02.29", 13, "no day 29"},
		{"date:920.??.05", 13, "behind an unknown part"},
		{"date:308.02.30AH", 13, "there is no day 30"},
		{"date:xAH", 6, "`x` is no year"},
		{"date:9??.05", 10, "behind an unknown part"},
		{"date:920.05.14.1", 15, "behind a complete date"[7:]},
		{"date:900..95x", 11, "`95x` is no year"},
		{"date:950..900", 11, "ends before it begins"},
		{`date:"900..\"x"`, 13, "no year"},
		{`date:"\\900.05.01.1"`, 7, "no year"},
		{`line:"e3\""`, 7, "no move"},
		{`material:"\"`, 10, "not closed"},
		{`material:"K\\K/K"`, 13, "no man"},
		{`material:"K\\"`, 14, "the other side is missing"},
		{"tag:=x", 5, "no name of a tag"},
		{"tag:a/b=x", 5, "no name of a tag"},
		{"tag:A=", 7, "no value behind `=`"},
		{`tag:A="x`, 7, "not closed"},
		{`tag:"A=x"y`, 10, "right behind"},
		// Positions.
		{"fen:start", 5, "`s` is nothing on a board"},
		{"fen:8/8", 8, "there are 2 rows"},
		{"fen:" + row7 + "8", 5, "0 white kings"},
		{"fen:" + row7 + "KK6", 5, "2 white kings"},
		{"fen:" + row7 + "K7", 5, "0 black kings"},
		{"fen:" + row7 + "9", 19, "nothing on a board"},
		{"fen:" + row7 + "K8", 20, "more than 8 squares"},
		{"fen:" + row7 + "K", 20, "1 squares: expected 7 more"},
		{"fen:" + row7 + "8/8", 20, "more than 8 rows"},
		{`fen:"` + row7 + `Kk6 x"`, 24, "`x` is no side to move"},
		{`fen:` + row7 + `Kk6 w`, 23, "did you mean `fen:\"" + row7 + "Kk6 w\"`?"},
		{`fen:` + row7 + `Kk6 ~miror`, 23, "did you mean `~mirror`?"},
		{`fen:` + row7 + `Kk6~any~x`, 26, "`~x` is no image"},
		{`fen:"` + row7 + `Kk6 w"x`, 26, "right behind"},
		{`fen:` + row7 + `Kk6 for:1 ~any`, 29, "`~any` stands alone"},
		// Boards.
		{"board:8/8/8", 12, "there are 3 rows"},
		{"board:" + row7 + "X7", 21, "`X` is nothing on a board"},
		{"board:" + row7 + "[RX]6", 23, "`X` is nothing on a board"},
		{"board:" + row7 + "[]7", 21, "no man at all"},
		{"board:" + row7 + "[R7", 21, "not closed"},
		{`board:"` + row7 + `8 w"`, 23, "no side to move"},
		{"board:rank9:8", 7, "no row"},
		{"board:rank4", 7, "no row"},
		{"board:rank4:3P", 15, "4 squares: expected 4 more"},
		{`board:"rank4:8 rank4:8"`, 16, "a second time"},
		{`board:"rank4:8 x"`, 16, "`x` is no row"},
		// Material.
		{"material:KRF", 13, "the other side is missing"},
		{"material:KRF/", 14, "a side without men"},
		{"material:/K", 10, "a side without men"},
		{"material:KX/K", 11, "`X` is no man"},
		{"material:K/K/K", 13, "`/` is no man"},
		{"material:KK/K", 10, "several kings"},
		{"material:K/KPPPPPPPPPPPPPPPP", 12, "more than 16 men"},
		{"material:K/PPPPPPPPPPPPPPPP", 12, "more than 16 men"},
		{"material:K+R/K", 12, "`R` behind `+`"},
		{"material:KA[c9]/K", 13, "no square"},
		{"material:KF[red]/K", 13, "no colour of squares"},
		{"material:KR[c1]/K", 13, "`[c1]` behind R"},
		{"material:KA[c1/K", 12, "not closed"},
		{`material:"ā/K"`, 11, "`ā` is no man"},
		// Lines.
		{`line:"e3 Zf3"`, 10, "`Zf3` is no move"},
		{`line:"e3 5.Zf3"`, 12, "`Zf3` is no move"},
		{"line:O-O", 6, "no move"},
		{"line:e9", 6, "no move"},
		{"line:xd4", 6, "no move"},
		{"line:Ng-f3", 6, "no move"},
		{"line:Ne8=F", 6, "no move"},
		{"line:e4=F", 6, "no move"},
		{"line:e2e4f", 6, "no move"},
		{"line:K~", 6, "no move"},
		{"line:N", 6, "no move"},
		{"line:##", 6, "no move"},
		{"line:*", 7, "no moves"},
		{`line:"1. "`, 10, "no moves"},
		// Modifiers.
		{"for:3", 1, "`for:` stands alone"},
		{"line:e3 suli at:3", 14, "`at:` stands alone"},
		{"line:e3 for:0", 13, "0 plies"},
		{"line:e3 for:x", 13, "no whole number"},
		{"line:e3 for:", 13, "without a value"},
		{"line:e3 for:2 for:3", 15, "a second time"},
		{"line:e3 at:2 at:3", 14, "a second time"},
		{"line:e3 at:..", 12, "without ends"},
		{"line:e3 at:x", 12, "no whole number"},
		{"line:e3 at:5..x", 15, "no whole number"},
		{"line:e3 at:5..3", 15, "did you mean `at:3..5`?"},
		{"line:e3 at:9999999999", 12, "plies"},
		{"line:e3 at:", 12, "without a value"},
		{"alfil:c1", 7, "no side and square"},
		{"alfil:x=c1", 7, "no side"},
		{"alfil:w=c1,c9", 12, "`c9` is no square"},
		{"alfil:w=", 9, "no square"},
		{"alfil:", 7, "without a value"},
		{"alfil:w=c1 alfil:b=x", 20, "no square"},
		{"in:variations", 1, "no pattern beside it"},
		{"suli in:variations", 6, "no pattern beside it"},
		{"line:e3 or in:variations", 12, "no pattern beside it"},
		{"line:e3 -in:variations", 10, "cannot be negated"},
		{"line:e3 in:variation", 12, "did you mean `variations`?"},
		{"line:e3 in:", 12, "without a value"},
	}
	for _, tt := range tests {
		_, err := Parse(tt.in)
		var e *Error
		if !errors.As(err, &e) {
			t.Errorf("Parse(%.60s): %v, want an error in column %d", tt.in, err, tt.column)
			continue
		}
		if e.Column != tt.column || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("Parse(%.60s): %v\n\twant column %d: …%s…", tt.in, err, tt.column, tt.want)
		}
	}
}

// TestSuggestionsHelp follows the suggestions of errors: each leads to a query.
func TestSuggestionsHelp(t *testing.T) {
	for in, want := range map[string]string{
		"playr:suli":     "player:suli",
		"elo>2000":       "elo:>2000",
		"elo=2000":       "elo:2000",
		"result:draw":    "result:1/2-1/2",
		"plies:30..20":   "plies:20..30",
		"date:950..900":  "date:900..950",
		"ending:barekng": "ending:bare-king",
	} {
		_, err := Parse(in)
		var e *Error
		if !errors.As(err, &e) || e.Suggestion == "" {
			t.Errorf("Parse(%s): %v, want a suggestion", in, err)
			continue
		}
		if !strings.Contains(want, e.Suggestion) {
			t.Errorf("Parse(%s) suggests %s, want %s", in, e.Suggestion, want)
		}
		if _, err := Parse(want); err != nil {
			t.Errorf("Parse(%s): %v", want, err)
		}
	}
}

func TestColumns(t *testing.T) {
	const in = `ā "b c" player:x white:"y" line:"e3" -alfil:w=c1 or tag:T=1 @s date:9 fen:4k3/8/8/8/8/8/8/4K3 board:rank1:8 material:K/K`
	e, err := Parse(in)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	Walk(e, func(e Expr) bool {
		var column int
		switch e := e.(type) {
		case Word:
			column = e.Column
		case Phrase:
			column = e.Column
		case Field:
			column = e.Column
		case Tag:
			column = e.Column
		case Saved:
			column = e.Column
		case Position:
			column = e.Column
		case Board:
			column = e.Column
		case Material:
			column = e.Column
		case Line:
			column = e.Column
		case Alfil:
			column = e.Column
		default:
			return true
		}
		rest := []rune(in)[column-1:]
		got = append(got, string(rest[:min(2, len(rest))]))
		return true
	})
	want := []string{"ā ", "b ", "x ", `y"`, "e3", "w=", "T=", "s ", "9 ", "4k", "ra", "K/"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("what stands at the columns (-want +got):\n%s", diff)
	}
}

// FuzzParse: no query panics; an error points into the query; what is printed
// is parsed as the same.
func FuzzParse(f *testing.F) {
	for _, field := range fields() {
		f.Add(field.example)
	}
	for _, s := range []string{
		"", "a (b or -c) not d", `"a \"b" 'c`, `tag:A="b"~ @x`, "date:c.9??..0920.05", "in:variations line:e3",
		`board:"rank4:3[RN_*]4" alfil:w=c1 for:2`, "((", "\xff", "a*~ <b> -", `fen:"4k3/8/8/8/8/8/8/4K3 w"~mirror ~any at:..3`,
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		e, err := Parse(s)
		if err != nil {
			var q *Error
			if !errors.As(err, &q) {
				t.Fatalf("%v is no *Error", err)
			}
			if q.Column < 1 || q.Column > utf8.RuneCountInString(s)+1 || q.Msg == "" {
				t.Fatalf("the error does not point into %q: %v", s, err)
			}
			return
		}
		checkPrinted(t, e)
	})
}

func BenchmarkParse(b *testing.B) {
	const query = `player:suli date:900..950 (result:1-0 or ending:bare-king) -has:errors board:"8/8/8/3[RN]4/8/8/8/4K3" for:4`
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Parse(query); err != nil {
			b.Fatal(err)
		}
	}
}
