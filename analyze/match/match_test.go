package match

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/diwan-shatranj/diwan/analyze"
	"github.com/diwan-shatranj/diwan/analyze/engine"
	"github.com/diwan-shatranj/diwan/analyze/program"
	"github.com/diwan-shatranj/diwan/pgn"
	"github.com/diwan-shatranj/diwan/rules"
)

// fake is an engine that answers as it is told to.
type fake struct {
	name   string
	search func(ctx context.Context, r engine.Request) (engine.Result, error)
}

func (f *fake) Search(ctx context.Context, r engine.Request, _ func(engine.Info)) (engine.Result, error) {
	return f.search(ctx, r)
}
func (f *fake) NewGame(context.Context) error { return nil }
func (f *fake) Name() string                  { return f.name }
func (f *fake) Close() error                  { return nil }

// player returns a player of fakes.
func player(name string, search func(ctx context.Context, r engine.Request) (engine.Result, error)) Player {
	return Player{Start: func(context.Context) (analyze.Engine, error) { return &fake{name, search}, nil }}
}

// wander plays moves that depend on the position alone, and captures if it can.
func wander(_ context.Context, r engine.Request) (engine.Result, error) {
	p, _, err := r.Position()
	if err != nil {
		return engine.Result{}, err
	}
	moves := p.AppendCaptures(nil)
	if len(moves) == 0 {
		moves = r.Rules.AppendMoves(&p, nil)
	}
	m := moves[rand.New(rand.NewPCG(p.Hash(), 1)).IntN(len(moves))]
	return engine.Result{Best: m, Nodes: 7, Lines: []engine.Info{{Depth: 2, Score: engine.Score{CP: 31}, PV: []rules.Move{m}}}}, nil
}

// failing plays as wander does, and returns err at its n-th move of a game.
func failing(n int, err error) func(context.Context, engine.Request) (engine.Result, error) {
	return func(ctx context.Context, r engine.Request) (engine.Result, error) {
		if len(r.Moves)/2 >= n {
			return engine.Result{}, err
		}
		return wander(ctx, r)
	}
}

func fault(err error) error { return &program.Error{Engine: "Fake", Err: err} }

// All games are played, by pairs of one opening with colours exchanged, and end
// as the rules say.
func TestRun(t *testing.T) {
	const games = 21
	seen := map[int]*Game{}
	table, err := Run(context.Background(), Options{
		Players: [2]Player{player("A", wander), player("B", wander)},
		Games:   games, Limit: Limit{Depth: 1}, Concurrency: 3,
		Opening: Random{Seed: 5, Plies: 4}.Opening,
		Report: func(g *Game, table *Table) error {
			if table.Games() != len(seen)+1 {
				t.Errorf("game %d: the table counts %d", g.Number, table.Games())
			}
			seen[g.Number] = g
			return nil
		},
	})
	if err != nil || table.Games() != games || len(seen) != games {
		t.Fatalf("%d games, %d seen, %v", table.Games(), len(seen), err)
	}
	sum := 0
	for n := 1; n <= games; n++ {
		g := seen[n]
		if g.White != (n-1)%2 || n%2 == 0 && cmp.Diff(seen[n-1].Opening.Moves, g.Opening.Moves) != "" {
			t.Errorf("game %d: white is %d, opening %v", n, g.White, g.Opening)
		}
		set, _ := rules.RulesetByName("engine")
		var h rules.History
		p := g.Opening.Start
		repeats := h.Reset(&p)
		line := g.Opening.Moves
		for _, m := range g.Moves {
			line = append(line[:len(line):len(line)], m.Move)
		}
		for i, m := range line {
			if set.Outcome(&p, repeats).Over() || !set.IsLegal(&p, m) {
				t.Fatalf("game %d: %v at ply %d of %v", n, m, i, p)
			}
			p = p.Play(m)
			repeats = h.Push(&p)
		}
		o := set.Outcome(&p, repeats)
		if !o.Over() || o.Result != g.Result || o.Reason.String() != string(g.Reason) || p != g.Final || g.Fault != nil {
			t.Errorf("game %d: %v by %v, %v; the board says %+v", n, g.Result, g.Reason, g.Fault, o)
		}
		sum += g.Points()
	}
	if got := table.Score() * 2 * games; int(got+0.5) != sum {
		t.Errorf("%v half points, want %d", got, sum)
	}
	if table.Tally[0].Nodes != 7*uint64(table.Tally[0].Moves) || table.Tally[1].Moves == 0 {
		t.Errorf("tally %+v", table.Tally)
	}
}

// Who fails loses, whatever the board says.
func TestFaults(t *testing.T) {
	illegal := func(context.Context, engine.Request) (engine.Result, error) {
		return engine.Result{Best: rules.NewMove(rules.Pawn, 8, 24)}, nil
	}
	slow := func(ctx context.Context, r engine.Request) (engine.Result, error) {
		time.Sleep(30 * time.Millisecond)
		return wander(ctx, r)
	}
	tests := []struct {
		name   string
		search func(context.Context, engine.Request) (engine.Result, error)
		limit  Limit
		want   pgn.EndReason
	}{
		{"illegal, not told", illegal, Limit{Depth: 1}, pgn.IllegalClaim},
		{"illegal", failing(3, fault(program.ErrIllegal)), Limit{Depth: 1}, pgn.IllegalClaim},
		{"late", failing(3, fault(program.ErrLate)), Limit{Depth: 1}, pgn.TimeForfeit},
		{"a slow move", slow, Limit{MoveTime: 5 * time.Millisecond}, pgn.TimeForfeit},
		{"a slow game", slow, Limit{Base: 40 * time.Millisecond, Increment: time.Millisecond}, pgn.TimeForfeit},
		{"gives up", failing(2, fault(program.ErrResigns)), Limit{Depth: 1}, pgn.Resignation},
		{"crashes", failing(2, fault(program.ErrCrashed)), Limit{Depth: 1}, pgn.Abandoned},
		{"hangs", failing(2, fault(program.ErrHangs)), Limit{Depth: 1}, pgn.Abandoned},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			a := player("A", wander)
			a.Limit = Limit{Depth: 1}
			starts := 0
			b := player("B", test.search)
			start := b.Start
			b.Start = func(ctx context.Context) (analyze.Engine, error) {
				starts++
				return start(ctx)
			}
			table, err := Run(context.Background(), Options{
				Players: [2]Player{a, b}, Games: 2, Limit: test.limit, Margin: 10 * time.Millisecond,
				Report: func(g *Game, _ *Table) error {
					if g.Reason != test.want || g.Fault == nil || g.Points() != 2 {
						t.Errorf("game %d: %v by %v, %v", g.Number, g.Result, g.Reason, g.Fault)
					}
					return nil
				},
			})
			if err != nil || table.Wins != 2 {
				t.Errorf("%+v, %v", table, err)
			}
			want := 1
			if test.want == pgn.Abandoned {
				want = 2
			}
			if starts != want {
				t.Errorf("started %d times, want %d", starts, want)
			}
		})
	}
}

func TestRunFails(t *testing.T) {
	a := player("A", wander)
	cannot := Player{Start: func(context.Context) (analyze.Engine, error) { return nil, fault(program.ErrStart) }}
	cvp, _ := rules.RulesetByName("cvp")
	full := errors.New("disk full")
	one := Limit{Depth: 1}
	tests := []struct {
		name string
		o    Options
		want error
	}{
		{"no games", Options{Players: [2]Player{a, a}, Limit: one}, errOptions},
		{"no players", Options{Games: 1, Limit: one}, errOptions},
		{"no limit", Options{Players: [2]Player{a, a}, Games: 1}, errOptions},
		{"two limits", Options{Players: [2]Player{a, a}, Games: 1, Limit: Limit{Depth: 1, Nodes: 1}}, errOptions},
		{"games without end", Options{Players: [2]Player{a, a}, Games: 1, Limit: one, Rules: cvp}, errOptions},
		{"does not start", Options{Players: [2]Player{a, cannot}, Games: 1, Limit: one}, program.ErrStart},
		{"cannot be told", Options{Players: [2]Player{a, player("B", failing(1, fault(program.ErrLimit)))}, Games: 1, Limit: one}, program.ErrLimit},
		{"report", Options{Players: [2]Player{a, a}, Games: 3, Limit: one, Report: func(*Game, *Table) error { return full }}, full},
		{"opening", Options{Players: [2]Player{a, a}, Games: 3, Limit: one, Opening: func(context.Context, int) (Opening, error) { return Opening{}, full }}, full},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if _, err := Run(context.Background(), test.o); !errors.Is(err, test.want) {
				t.Errorf("got %v, want %v", err, test.want)
			}
		})
	}
}

// A match that is called off has the table of the games that were over.
func TestRunStopsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	table, err := Run(ctx, Options{
		Players: [2]Player{player("A", wander), player("B", wander)}, Games: 1000, Limit: Limit{Depth: 1}, Concurrency: 2,
		Report: func(_ *Game, t *Table) error {
			if t.Games() == 3 {
				cancel()
			}
			return nil
		},
	})
	if !errors.Is(err, context.Canceled) || table.Games() != 3 {
		t.Errorf("%d games, %v", table.Games(), err)
	}
}

func TestRunEndsByTest(t *testing.T) {
	table, err := Run(context.Background(), Options{
		Players: [2]Player{player("A", wander), player("B", failing(2, fault(program.ErrResigns)))},
		Games:   1000, Limit: Limit{Depth: 1}, SPRT: &SPRT{Elo0: 0, Elo1: 100},
	})
	if err != nil || table.Games() >= 100 || table.Losses > 0 {
		t.Errorf("%+v, %v", table, err)
	}
}

// More nodes are worth something; two who are the same are told apart.
func TestBuiltin(t *testing.T) {
	strong, weak := Player{Start: Builtin(engine.Options{HashMB: 1})}, Player{Start: Builtin(engine.Options{HashMB: 1})}
	strong.Limit, weak.Limit = Limit{Nodes: 1000}, Limit{Nodes: 60}
	var mu sync.Mutex
	names := map[string]int{}
	table, err := Run(context.Background(), Options{
		Players: [2]Player{strong, weak}, Games: 8, Opening: Random{Seed: 1, Plies: 6}.Opening,
		Report: func(g *Game, _ *Table) error {
			mu.Lock()
			defer mu.Unlock()
			names[g.Names[0]]++
			names[g.Names[1]]++
			return nil
		},
	})
	if err != nil || table.Wins <= table.Losses {
		t.Errorf("%+v, %v", table, err)
	}
	name := engine.Name + " " + engine.Version
	if diff := cmp.Diff(map[string]int{name + " (1)": 8, name + " (2)": 8}, names); diff != "" {
		t.Errorf("names (-want +got):\n%s", diff)
	}
}

func Example() {
	player := func(nodes uint64) Player {
		return Player{Start: Builtin(engine.Options{HashMB: 1}), Limit: Limit{Nodes: nodes}}
	}
	table, err := Run(context.Background(), Options{
		Players: [2]Player{player(500), player(20)}, Games: 2,
	})
	if err != nil {
		panic(err)
	}
	fmt.Println(table.Games(), "games")
	// Output: 2 games
}
