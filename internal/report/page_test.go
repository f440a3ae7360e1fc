package report

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"flag"
	"fmt"
	"html"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/diwan-shatranj/diwan/analyze"
	"github.com/diwan-shatranj/diwan/pgn"
	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the golden files")

func pageOf(t *testing.T, g Game, o Options) string {
	t.Helper()
	var out bytes.Buffer
	if err := Page(&out, g, o); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// gameOf plays a game given as text.
func gameOf(t *testing.T, text string) Game {
	t.Helper()
	g := new(pgn.Game)
	if err := pgn.NewReader(strings.NewReader(text)).Read(g); err != nil {
		t.Fatal(err)
	}
	p, err := pgn.Play(g, pgn.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return Game{Replay: p}
}

// What stands between <main> and </main> of the pages of testdata/games.pgn.
func TestPageGolden(t *testing.T) {
	for i, g := range testGames(t, "games.pgn") {
		page := pageOf(t, g, Options{Generator: "diwan test", Judge: analyze.Judge{Scale: 250}}) // whatever the default is
		_, body, _ := strings.Cut(page, "<main")
		body, _, found := strings.Cut(body, "</main>")
		if !found {
			t.Fatal("no main part")
		}
		golden := fmt.Sprintf("testdata/game-%d.html", i+1)
		if *update {
			if err := os.WriteFile(golden, []byte(body), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), body); diff != "" {
			t.Errorf("page %d changed (-want +got):\n%s", i+1, diff)
		}
	}
}

// The policy allows the script and the style of the page, and nothing else.
func TestPagePolicy(t *testing.T) {
	page := pageOf(t, testGames(t, "games.pgn")[0], Options{})
	policy := html.UnescapeString(regexp.MustCompile(`Content-Security-Policy" content="([^"]*)"`).FindStringSubmatch(page)[1])
	for _, element := range []string{"script", "style"} {
		text := regexp.MustCompile(`(?s)<` + element + `>(.*?)</` + element + `>`).FindStringSubmatch(page)[1]
		sum := sha256.Sum256([]byte(text))
		if want := element + "-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "';"; !strings.Contains(policy, want) {
			t.Errorf("%q has no %q", policy, want)
		}
	}
	if !strings.HasPrefix(policy, "default-src 'none';") {
		t.Errorf("%q allows more", policy)
	}
	if regexp.MustCompile(`(?i) (style|on[a-z]+)=["']|(src|href)=["']?(https?:)?//`).MatchString(strings.Split(page, "<main")[1]) {
		t.Error("the page has a style or a handler as an attribute, or loads something")
	}
}

// Whatever a game says stays text, wherever it says it.
func TestPageHostile(t *testing.T) {
	const evil = `</script><script>alert(1)</script><img src=x onerror=alert(2)>{{.}}`
	text := fmt.Sprintf("[Event %q]\n[White %q]\n[Black %q]\n[Date %q]\n[WhiteElo %q]\n[Annotator %q]\n\n1. e3 {%s} (1. f3 {%s}) e6 %s *\n",
		evil, evil, evil, evil, evil, evil, evil, evil, "<img/src=x/onerror=alert(3)>")
	text = strings.ReplaceAll(text, "{{.}}", "")
	g := gameOf(t, text)
	g.Name = evil
	page := pageOf(t, g, Options{Generator: evil})
	for _, part := range []string{"<img", "<script>alert", "onerror=alert(1)>"} {
		if strings.Contains(page, part) {
			t.Errorf("the page holds %q", part)
		}
	}
	if n := strings.Count(page, "<script"); n != 2 {
		t.Errorf("%d scripts, want the data and the script of the page", n)
	}
}

// A long game, a deep one and one that begins with a variation make pages.
func TestPageExtremes(t *testing.T) {
	var long strings.Builder
	for i := 1; i <= 1000; i += 2 {
		fmt.Fprintf(&long, "%d. Nf3 {[%%eval 0.1]} Nf6 {[%%eval #-3]} %d. Ng1 Ng8 ", i, i+1)
	}
	page := pageOf(t, gameOf(t, "[RuleSet \"iggc\"]\n\n"+long.String()+"*\n"), Options{Ply: 5000})
	if n := strings.Count(page, `class="m main"`); n < 100 {
		t.Errorf("%d moves", n)
	}
	deep := "1. e3 e6 " + strings.Repeat("(1... d6 ", 5000) + strings.Repeat(")", 5000) + " 2. d3 *\n"
	page = pageOf(t, gameOf(t, deep), Options{})
	if open, shut := strings.Count(page, "<div"), strings.Count(page, "</div>"); open != shut || open < 5000 {
		t.Errorf("%d divisions begun, %d ended", open, shut)
	}
	early := gameOf(t, "(1. d3 d6) 1. e3 *\n")
	tr := newTree(early.Replay)
	if diff := cmp.Diff([]int{0, 3}, tr.main); diff != "" {
		t.Error(diff)
	}
}

func TestSourceText(t *testing.T) {
	for _, row := range []struct{ text, want string }{
		{"[RuleSet \"iggc\"]\n\n1. e3 {[%eval 0.2] [%depth 7]} (1. d3 {Diwan 1, depth 9}) *", "Evaluated by Diwan 1, depth 7; read from the game's comments and judged by the rule set iggc (igGameCenter)."},
		{"1. e3 {[%eval 0.2,8]} e6 {[%eval 0.1] [%depth 10]} *", "Evaluated by an engine that is not named, depths 8 to 10; read from the game's comments and judged by the rule set iggc (igGameCenter), which the game does not state."},
		{"1. e3 *", "This game has no evaluations. It is judged by the rule set iggc (igGameCenter), which the game does not state."},
	} {
		g := gameOf(t, row.text+"\n")
		v, err := newView(&g, &Options{}, "")
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(row.want, v.Source); diff != "" {
			t.Error(diff)
		}
	}
}
