package match

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"

	"github.com/diwan-shatranj/diwan/analyze/engine"
	"github.com/diwan-shatranj/diwan/pgn"
	"github.com/diwan-shatranj/diwan/rules"
)

// Opening is how a game begins: a position, and moves that were made for the
// players.
type Opening struct {
	Name  string // for the record, may be ""
	Start rules.Position
	Moves []rules.Move
}

// Turn returns the side to move after the opening.
func (o *Opening) Turn() rules.Color {
	return o.Start.Turn() ^ rules.Color(len(o.Moves)&1)
}

// final returns the position after the opening.
func (o *Opening) final() rules.Position {
	p := o.Start
	for _, m := range o.Moves {
		p = p.Play(m)
	}
	return p
}

// Book returns openings for Options.Opening in their order, and from the first
// again when all have been played. There must be at least one.
func Book(openings []Opening) func(context.Context, int) (Opening, error) {
	return func(_ context.Context, n int) (Opening, error) {
		return openings[n%len(openings)], nil
	}
}

// Shuffle puts openings into an order that depends on the seed alone.
func Shuffle(openings []Opening, seed uint64) {
	rand.New(rand.NewPCG(seed, 0)).Shuffle(len(openings), func(i, j int) {
		openings[i], openings[j] = openings[j], openings[i]
	})
}

// Random are openings of random moves, no two of them likely to be the same.
type Random struct {
	Seed  uint64
	Plies int            // after the array
	Start rules.Position // the zero Position for the three arrays by turns
}

// The bounds of a balanced opening: a search of so many nodes finds neither side
// better by more centipawns.
const (
	balanceNodes = 10_000
	balance      = 60
)

// errNoBalance means that no balanced opening was found.
var errNoBalance = errors.New("random openings are never balanced here")

// Opening returns opening n, for Options.Opening. It depends on the seed and on
// n, and is one that the built-in engine finds balanced. The error is that of
// ctx, or tells that there is none to be found.
func (r Random) Opening(ctx context.Context, n int) (Opening, error) {
	arrays := rules.Arrays()
	start, name := r.Start, "random"
	if start == (rules.Position{}) {
		a := arrays[n%len(arrays)]
		start, name = a.Position(), a.Name
	}
	random := rand.New(rand.NewPCG(r.Seed, uint64(n)))
	judge := engine.New(engine.Options{HashMB: 1})
	set, _ := rules.RulesetByName("engine")
	const tries = 1000
	for range tries {
		o := Opening{Name: fmt.Sprintf("%s, %d random plies, seed %d, number %d", name, r.Plies, r.Seed, n), Start: start}
		p := start
		for range r.Plies {
			moves := p.AppendMoves(nil)
			if len(moves) == 0 {
				break
			}
			m := moves[random.IntN(len(moves))]
			o.Moves = append(o.Moves, m)
			p = p.Play(m)
		}
		judge.Clear()
		result, err := judge.Search(ctx, engine.Request{Start: start, Moves: o.Moves, Rules: set, Limits: engine.Limits{Nodes: balanceNodes}}, nil)
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return o, err
		}
		if len(result.Lines) > 0 && len(o.Moves) == r.Plies {
			if s := result.Lines[0].Score; s.Mate == 0 && max(s.CP, -s.CP) <= balance {
				return o, nil
			}
		}
	}
	return Opening{}, fmt.Errorf("%w: %d plies from %s", errNoBalance, r.Plies, start.FEN())
}

// ReadOpenings reads openings from PGN, the main lines of whose games they are,
// no longer than plies if that is not 0; or from a list of positions, one FEN or
// EPD a line. name is that of the source, for errors: of reading, of a game or
// position that is none, or of one in which the game is over.
func ReadOpenings(in io.Reader, name string, plies int) ([]Opening, error) {
	r := bufio.NewReader(in)
	head, err := r.Peek(4096)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	var openings []Opening
	if isPositions(head) {
		openings, err = readPositions(r, name)
	} else {
		openings, err = readGames(r, name, plies)
	}
	if err != nil {
		return nil, err
	}
	if len(openings) == 0 {
		return nil, fmt.Errorf("%s: no openings in it", name)
	}
	set, _ := rules.RulesetByName("engine")
	for i := range openings {
		p := openings[i].final()
		if o := set.Outcome(&p, 1); o.Over() {
			return nil, fmt.Errorf("%s: the game is over after opening %d (%v)", name, i+1, o.Reason)
		}
	}
	return openings, nil
}

// isPositions reports whether a text begins like a list of positions.
func isPositions(head []byte) bool {
	for line := range bytes.Lines(head) {
		text := strings.TrimSpace(string(line))
		if text == "" || text[0] == '#' {
			continue
		}
		board, _, _ := strings.Cut(text, " ")
		return text[0] != '[' && strings.Count(board, "/") == 7
	}
	return false
}

// readPositions reads a list of positions. Of EPD, operations are passed over.
func readPositions(r io.Reader, name string) (openings []Opening, err error) {
	in := bufio.NewScanner(r)
	for n := 1; in.Scan(); n++ {
		text := strings.TrimSpace(in.Text())
		if text == "" || text[0] == '#' {
			continue
		}
		f := strings.Fields(text)
		p, err := rules.ParsePosition(text)
		if err != nil {
			p, err = rules.ParsePosition(strings.Join(f[:min(len(f), 4)], " "))
		}
		if err != nil {
			return nil, fmt.Errorf("%s, line %d: %w", name, n, err)
		}
		openings = append(openings, Opening{Name: fmt.Sprintf("%s, line %d", name, n), Start: p})
	}
	if in.Err() != nil {
		return nil, fmt.Errorf("%s: %w", name, in.Err())
	}
	return openings, nil
}

// readGames reads the main lines of games.
func readGames(r io.Reader, name string, plies int) (openings []Opening, err error) {
	for g, err := range pgn.NewReader(r).Games() {
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		p, err := pgn.Play(g, pgn.Options{})
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		if !p.Played || pgn.Worst(p.Diagnostics) >= pgn.Error {
			return nil, fmt.Errorf("%s: game %d is faulty: diwan check says more", name, g.Number)
		}
		moves := p.Moves
		if plies > 0 {
			moves = moves[:min(plies, len(moves))]
		}
		openings = append(openings, Opening{Name: fmt.Sprintf("%s, game %d", name, g.Number), Start: p.Start, Moves: append([]rules.Move(nil), moves...)})
	}
	return openings, nil
}
