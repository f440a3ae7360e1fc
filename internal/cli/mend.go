package cli

import (
	"bufio"
	"bytes"
	"fmt"
	"slices"
	"sync"

	"github.com/diwan-shatranj/diwan/pgn"
)

// mender writes games with all that is certain put right: what the canonical form
// settles. What it settled is found out by reading the form again.
type mender struct {
	file   *resultFile
	writer *pgn.Writer
	pool   sync.Pool // of *pgn.Replayer
}

// mended is what a mender did with one game.
type mended struct {
	text    pgn.Written
	fixed   []pgn.Diagnostic // said of the game as it was, and no more
	repairs []pgn.Repair     // proposals for its first faulty move, not applied
}

// newMender begins a file of mended games; - is stdout.
func (s *session) newMender(name string, opts pgn.Options) (*mender, error) {
	if _, err := pgn.NewReplayer(opts); err != nil {
		return nil, err
	}
	f, err := s.openResult(name)
	if err != nil {
		return nil, err
	}
	if f.stdout() {
		s.out = bufio.NewWriter(s.Err) // the games take stdout, the report goes beside them
	}
	m := &mender{file: f, writer: pgn.NewWriter(f, pgn.WriterOptions{})}
	m.pool.New = func() any {
		r, err := pgn.NewReplayer(opts)
		if err != nil {
			return err // it was made before
		}
		return r
	}
	return m, nil
}

// game mends one game. Several goroutines may call it.
func (m *mender) game(p *pgn.Replay) (out mended) {
	out.text = pgn.NewWriter(nil, pgn.WriterOptions{}).Render(p)
	r, ok := m.pool.Get().(*pgn.Replayer)
	if !ok {
		return out
	}
	defer m.pool.Put(r)
	var g pgn.Game
	if err := pgn.NewReader(bytes.NewReader(out.text.Text)).Read(&g); err != nil {
		return out
	}
	left := slices.Clone(r.Replay(&g).Diagnostics)
	for _, d := range p.Diagnostics {
		still := slices.IndexFunc(left, func(l pgn.Diagnostic) bool { return l.Code == d.Code && l.Ply == d.Ply })
		if still >= 0 {
			left = slices.Delete(left, still, still+1)
			continue
		}
		if d.Severity >= pgn.Warning || d.Code == pgn.CheckSign || d.Code == pgn.CaptureSign || d.Code == pgn.PromotionImplied || d.Code == pgn.FENFields || d.Code == pgn.OverDisambig {
			out.fixed = append(out.fixed, d)
		}
	}
	if p.Played && !sameOrder(p.Game.Tags(), g.Tags()) {
		out.fixed = append(out.fixed, pgn.Diagnostic{Code: pgn.TagOrder, Severity: pgn.Note, Line: p.Game.Line, Col: 1, Message: "the tags were put in order"})
	}
	out.repairs = pgn.Repairs(p)
	return out
}

// sameOrder reports whether tags stand in the same order as they were written; tags
// that were added do not count.
func sameOrder(tags, written []pgn.Tag) bool {
	at := 0
	for _, t := range tags {
		n := slices.IndexFunc(written[at:], func(w pgn.Tag) bool { return w.Name == t.Name })
		if n < 0 {
			return false
		}
		at += n
	}
	return true
}

// report says what was done with a game, and proposes what may be done where its
// diagnostics stand.
func (m mended) report(file string, g *pgn.Game, ds []pgn.Diagnostic) []byte {
	var buf bytes.Buffer
	for _, d := range m.fixed {
		fmt.Fprintf(&buf, "%s:%d:%d: fixed: %s [%s]\n", file, d.Line, d.Col, d.Message, d.Code)
	}
	for i, r := range m.repairs {
		line, col := g.Line, 1
		if at := slices.IndexFunc(ds, func(d pgn.Diagnostic) bool { return d.Severity == pgn.Error && d.Ply == r.Ply }); at >= 0 {
			line, col = ds[at].Line, ds[at].Col
		}
		fmt.Fprintf(&buf, "%s:%d:%d: game %d, ply %d: proposal %d: %s\n", file, line, col, g.Number, r.Ply, i+1, r)
	}
	return buf.Bytes()
}

// put writes a mended game.
func (m *mender) put(t pgn.Written) error { return m.writer.Put(t) }

// tail writes what stands behind the last game of an input.
func (m *mender) tail(t pgn.Tail) error { return m.writer.WriteTail(t) }

// finish completes the file.
func (m *mender) finish() error { return m.file.finish() }

// discard removes a file that was not finished; else it does nothing.
func (m *mender) discard() {
	_ = m.file.discard() // what is left of it is a temporary file
}
