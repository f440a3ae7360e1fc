package server

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/diwan-shatranj/diwan/analyze/match"
	"github.com/diwan-shatranj/diwan/pgn"
	"github.com/diwan-shatranj/diwan/rules"
)

// The flags make a long match of what is otherwise a short one; see make referee.
var (
	refereeGames    = flag.Int("referee-games", 2, "games that XBoard referees")
	refereeClock    = flag.Duration("referee-clock", time.Second, "time for forty moves, in whole seconds")
	refereeOpponent = flag.String("referee-opponent", "shamax", "engine to play against, in the protocol of XBoard")
	refereeOdds     = flag.Int("referee-odds", 2, "how many times less time the opponent has")
	refereeSeed     = flag.Uint64("referee-seed", 1, "of the openings")
	refereeOut      = flag.String("referee-out", "", "folder for the games and for what was said (default: one that is removed)")
)

// strictClock is the least time for forty moves at which the engine must not
// lose on time. With less, that depends on what else the machine does.
const strictClock = 4 * time.Second

// installed returns the path of a program, and skips the test where it is
// missing.
func installed(t *testing.T, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		// Debian keeps games out of root's path.
		path, err = exec.LookPath("/usr/games/" + name)
	}
	if err != nil {
		t.Skipf("%s is not installed", name)
	}
	return path
}

// TestReferee lets XBoard, which knows the rules by itself, play the engine
// against another: every move must be legal to it, every claim of a result true,
// and every move made in time. Then the games are played over under the engine's
// own rule set, which must find each of them ended as XBoard has it.
func TestReferee(t *testing.T) { playRefereed(t, "xboard", "") }

// The same in UCI, which XBoard needs an adapter for.
func TestRefereeOfUCI(t *testing.T) { playRefereed(t, "uci", "uci2wb") }

// playRefereed plays the games in a protocol, through an adapter if there is one.
func playRefereed(t *testing.T, protocol, adapter string) {
	t.Helper()
	if testing.Short() {
		t.Skip("games take their time")
	}
	xboard, xvfb, opponent := installed(t, "xboard"), installed(t, "Xvfb"), installed(t, *refereeOpponent)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if adapter != "" {
		self = installed(t, adapter) + " -var shatranj " + self
	}
	home := t.TempDir()
	out := home
	if *refereeOut != "" {
		out = *refereeOut
	}
	games, said := filepath.Join(out, "referee.pgn"), filepath.Join(out, "referee.log")
	positions := filepath.Join(home, "positions.fen")
	if err := os.WriteFile(positions, []byte(refereePositions(t, (*refereeGames+1)/2)), 0o666); err != nil {
		t.Fatal(err)
	}
	_ = os.Remove(games) // XBoard appends to it

	seconds := int(refereeClock.Seconds())
	c := exec.CommandContext(t.Context(), xboard, "-noGUI", "-soundProgram", "true", "-variant", "shatranj",
		"-fcp", self, "-scp", opponent, "-fn", "Diwan", "-sn", "Opponent", "-secondTimeOdds", fmt.Sprint(*refereeOdds),
		"-matchGames", fmt.Sprint(*refereeGames), "-matchPause", "100", "-xponder", "-xpopup", "-xexit",
		"-timeControl", fmt.Sprintf("%d:%02d", seconds/60, seconds%60), "-movesPerSession", "40", "-autoflag",
		"-testLegality", "true", "-testClaims", "true", "-checkMates", "true", "-materialDraws", "false", "-ruleMoves", "0", "-repeatsToDraw", "6",
		"-loadPositionFile", positions, "-loadPositionIndex", "-2", "-saveGameFile", games,
		"-debugMode", "true", "-nameOfDebugFile", said)
	c.Env = append(os.Environ(), "DISPLAY="+display(t, xvfb), "HOME="+home, serveEngine+"="+protocol)
	c.WaitDelay = 10 * time.Second
	if text, err := c.CombinedOutput(); err != nil {
		t.Fatalf("xboard: %v\n%s", err, text)
	}
	judgeGames(t, games, adapter != "")
}

// display starts an X server without a screen and returns the name of its
// display.
func display(t *testing.T, xvfb string) string {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	c := exec.Command(xvfb, "-displayfd", "3", "-nolisten", "tcp")
	c.ExtraFiles = []*os.File{w}
	err = c.Start()
	w.Close()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = c.Process.Kill()
		_ = c.Wait() // it has been killed
	})
	var n int
	if _, err := fmt.Fscan(r, &n); err != nil {
		t.Skipf("Xvfb does not start here: %v", err)
	}
	return fmt.Sprintf(":%d", n)
}

// refereePositions returns balanced openings with the letters that XBoard has for
// the men, one a line.
func refereePositions(t *testing.T, n int) string {
	t.Helper()
	letters := strings.NewReplacer("A", "B", "a", "b", "F", "Q", "f", "q")
	random := match.Random{Seed: *refereeSeed, Plies: 6}
	var b strings.Builder
	for i := range n {
		o, err := random.Opening(t.Context(), i)
		if err != nil {
			t.Fatal(err)
		}
		p := o.Start
		for _, m := range o.Moves {
			p = p.Play(m)
		}
		men, rest, _ := strings.Cut(p.FEN(), " ")
		b.WriteString(letters.Replace(men) + " " + rest + "\n")
	}
	return b.String()
}

// judgeGames plays the games of a file over under the engine's rule set. Diwan
// must have lost none but on the board, and none may be decided otherwise but by
// what the opponent did. An adapter takes the baring of a king for a mate, and
// claims it one move before XBoard counts it; what is then said of the result is
// not the engine's fault.
func judgeGames(t *testing.T, path string, adapted bool) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	set, _ := rules.RulesetByName("engine")
	ends := map[string]int{}
	n, plies := 0, 0
	r := pgn.NewReader(f)
	for {
		var g pgn.Game
		if err := r.Read(&g); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		n++
		p, err := pgn.Play(&g, pgn.Options{Rules: set})
		if err != nil || !p.Played {
			t.Fatalf("game %d cannot be played over: %v", n, err)
		}
		why := lastComment(&g)
		claimedEarly := adapted && why == "but bare king"
		for _, d := range p.Diagnostics {
			if d.Severity >= pgn.Error && !claimedEarly {
				t.Errorf("game %d: %v", n, d)
			}
		}
		plies += len(p.Moves)
		own := rules.Black
		if white, _ := g.Tag("White"); strings.HasPrefix(white, "Diwan") {
			own = rules.White
		}
		score := "drawn"
		switch p.Result {
		case rules.Win(own):
			score = "won"
		case rules.Win(own.Other()):
			score = "lost"
		}
		ends[score+": "+why]++
		onBoard := outcomeOf(p, set)
		if onBoard.Over() && onBoard.Result == p.Result {
			continue
		}
		fault := fmt.Sprintf("game %d, %d plies, Diwan is %v: %v {%s}, while the board says %v by %v in %s",
			n, len(p.Moves), own, p.Result, why, onBoard.Result, onBoard.Reason, p.Final.FEN())
		switch {
		case claimedEarly:
			t.Log(fault)
		case score == "won":
			t.Log(fault) // the opponent gave up, overstepped or made an illegal move
		case strings.HasSuffix(why, "on time") && *refereeClock < strictClock:
			t.Log(fault)
		case score == "drawn" && p.Final.Halfmove() >= 100:
			t.Log(fault) // XBoard grants a draw after fifty moves to who claims it
		default:
			t.Error(fault)
		}
	}
	if n != *refereeGames {
		t.Errorf("%d games were played, want %d", n, *refereeGames)
	}
	t.Logf("%d games, %d plies", n, plies)
	for end, count := range ends {
		t.Logf("%4d %s", count, end)
	}
}

// outcomeOf returns how the game stands on the board at its end.
func outcomeOf(p *pgn.Replay, set *rules.Ruleset) rules.Outcome {
	var h rules.History
	at := p.Start
	repeats := h.Reset(&at)
	for _, m := range p.Moves {
		at = at.Play(m)
		repeats = h.Push(&at)
	}
	return set.Outcome(&at, repeats)
}

// lastComment returns the text of the last comment of a game, which is where
// XBoard says how it ended.
func lastComment(g *pgn.Game) string {
	for i := len(g.Items) - 1; i >= 0; i-- {
		if it := g.Items[i]; it.Kind == pgn.CommentItem {
			return strings.Trim(strings.TrimSpace(string(g.Text[it.Start:it.End])), "{}")
		}
	}
	return ""
}
