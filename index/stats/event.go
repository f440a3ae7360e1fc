package stats

import (
	"cmp"
	"slices"
	"strings"

	"github.com/diwan-shatranj/diwan/index"
	"github.com/diwan-shatranj/diwan/rules"
)

// Event is what the games of an event came to.
type Event struct {
	Name string // "" stands for the games without one
	index.Tally
	First, Last string // the earliest and the latest date, "" where none is known
	Table       []Standing
}

// Standing is a row of a crosstable.
type Standing struct {
	Player string // "" stands for all of whom no name is known
	Score
	// Berger is the Sonneborn-Berger score: the points of those who were beaten,
	// and half those of the others who were drawn with. It decides between equal
	// points.
	Berger float64
	// Against are the results against the players of the table, in its order.
	Against []Meeting
}

// Meeting is what two players came to with each other, from the view of one.
type Meeting struct {
	Score
	// Results tells game after game: 1, ½, 0, or * for one that is not known.
	Results string
}

// Events counts games by event, as they are added.
type Events struct {
	events map[string]*gathered
}

// gathered is an event with what is needed to go on counting.
type gathered struct {
	tally  index.Tally
	span   span
	places map[string]int
	names  []string
	met    map[[2]int]*Meeting
}

// NewEvents returns a count of no games.
func NewEvents() *Events { return &Events{events: map[string]*gathered{}} }

// Add counts a game.
func (es *Events) Add(g *Game) {
	e := es.events[g.Event]
	if e == nil {
		e = &gathered{places: map[string]int{}, met: map[[2]int]*Meeting{}}
		es.events[g.Event] = e
	}
	e.tally.Add(g.Result, 1)
	e.span.add(g)
	white, black := e.place(g.White), e.place(g.Black)
	e.meeting(white, black).add(g.Result, rules.White)
	if white != black {
		e.meeting(black, white).add(g.Result, rules.Black)
	}
}

// place numbers the players of an event.
func (e *gathered) place(name string) int {
	i, ok := e.places[name]
	if !ok {
		i = len(e.names)
		e.places[name] = i
		e.names = append(e.names, name)
	}
	return i
}

func (e *gathered) meeting(a, b int) *Meeting {
	m := e.met[[2]int{a, b}]
	if m == nil {
		m = &Meeting{}
		e.met[[2]int{a, b}] = m
	}
	return m
}

func (m *Meeting) add(r rules.Result, side rules.Color) {
	m.Score.Add(r, side)
	switch r {
	case rules.Draw:
		m.Results += "½"
	case rules.Win(side):
		m.Results += "1"
	case rules.Win(side.Other()):
		m.Results += "0"
	default:
		m.Results += "*"
	}
}

// List are the events, those with the most games first. With tables it makes their
// crosstables, too.
func (es *Events) List(tables bool) []Event {
	var list []Event
	for name, e := range es.events {
		event := Event{Name: name, Tally: e.tally, First: e.span.first, Last: e.span.last}
		if tables {
			event.Table = e.table()
		}
		list = append(list, event)
	}
	slices.SortFunc(list, func(a, b Event) int {
		return cmp.Or(cmp.Compare(b.Games, a.Games), strings.Compare(a.Name, b.Name))
	})
	return list
}

// table makes the crosstable.
func (e *gathered) table() []Standing {
	n := len(e.names)
	rows := make([]Standing, n)
	order := make([]int, n)
	for i, name := range e.names {
		rows[i].Player, order[i] = name, i
	}
	for pair, m := range e.met {
		s := &rows[pair[0]].Score
		s.Games += m.Games
		s.Won += m.Won
		s.Drawn += m.Drawn
		s.Lost += m.Lost
	}
	for pair, m := range e.met {
		rows[pair[0]].Berger += m.Points() * rows[pair[1]].Points()
	}
	slices.SortFunc(order, func(a, b int) int {
		p, q := &rows[a], &rows[b]
		return cmp.Or(cmp.Compare(q.Points(), p.Points()), cmp.Compare(q.Berger, p.Berger),
			cmp.Compare(q.Won, p.Won), strings.Compare(p.Player, q.Player))
	})
	table := make([]Standing, n)
	for to, from := range order {
		table[to] = rows[from]
		table[to].Against = make([]Meeting, n)
		for i, other := range order {
			if m := e.met[[2]int{from, other}]; m != nil {
				table[to].Against[i] = *m
			}
		}
	}
	return table
}
