package cli

import (
	"errors"
	"fmt"
	"iter"
	"strings"

	"github.com/diwan-shatranj/diwan/archive"
	"github.com/diwan-shatranj/diwan/index"
	"github.com/diwan-shatranj/diwan/index/query"
	"github.com/diwan-shatranj/diwan/pgn"
)

// openArchive opens the archive that --archive names.
func (s *session) openArchive(writing bool) (*archive.Archive, error) {
	return archive.Open(s.Archive, archive.Options{ReadOnly: !writing, Tool: "diwan " + s.version})
}

// archived is a game of the archive, replayed.
func (s *session) archived(id int64) (*pgn.Replay, error) {
	a, err := s.openArchive(false)
	if err != nil {
		return nil, err
	}
	defer a.Close()
	r, err := a.Get(s.ctx, id)
	if err != nil {
		return nil, err
	}
	return r.Replay()
}

// openIndex opens the index of an archive and brings it up to date. An index that
// is behind and cannot be written still answers, which is said.
func (s *session) openIndex(a *archive.Archive) (*index.Index, error) {
	ix, err := index.Open(a, index.Options{})
	if err != nil {
		return nil, err
	}
	state, err := ix.State(s.ctx)
	if err == nil && state.Health != index.Current {
		if state.Health == index.Damaged {
			s.note("the index is damaged (%v) and is made again", state.Err)
		}
		bar := s.progress("indexing", "games")
		err = ix.Update(s.ctx, func(p index.Progress) { bar.show(p.Games, p.Total) })
		bar.end()
		if err != nil && state.Searchable() && s.ctx.Err() == nil {
			s.note("the index cannot be brought up to date (%v); newer games are not found", err)
			err = nil
		}
	}
	if err != nil {
		return nil, errors.Join(err, ix.Close())
	}
	return ix, nil
}

// note writes a remark to stderr, behind the results so far.
func (s *session) note(format string, args ...any) {
	if !s.Quiet {
		_ = s.out.Flush() // a failure comes up again at the end
		fmt.Fprintf(s.Err, "note: "+format+"\n", args...)
	}
}

// parseQuery reads a query from the operands of a command.
func parseQuery(terms []string) (query.Expr, error) {
	text := strings.Join(terms, " ")
	e, err := query.Parse(text)
	if err != nil {
		return nil, queryFailure(text, err)
	}
	return e, nil
}

// query reads a query from the operands of a command, with the saved queries in it.
func (s *session) query(terms []string) (query.Expr, error) {
	e, err := parseQuery(terms)
	if err != nil {
		return nil, err
	}
	e, err = query.Expand(e, s.saved().load)
	if err != nil {
		return nil, queryFailure(strings.Join(terms, " "), err)
	}
	return e, nil
}

// queryFailure makes a failure of wrong use of what is wrong with a query, and
// points at the place.
func queryFailure(text string, err error) error {
	var qe *query.Error
	if !errors.As(err, &qe) {
		return err
	}
	hint := "the query language is described in docs/queries.md"
	if qe.Column > 0 && qe.Column <= len([]rune(text))+1 && !strings.ContainsAny(text, "\n\t") {
		hint = "here: " + text + "\n      " + strings.Repeat(" ", qe.Column-1) + "^"
	}
	return &failure{statusUsage, err, hint}
}

// selected are the games of the archive that a query selects, in the order of
// their IDs.
func (s *session) selected(a *archive.Archive, terms []string) iter.Seq2[*archive.Record, error] {
	return s.selectedIn(a, terms, "id")
}

// selectedIn are the games that a query selects, in one of the orders of the index.
func (s *session) selectedIn(a *archive.Archive, terms []string, order string) iter.Seq2[*archive.Record, error] {
	return func(yield func(*archive.Record, error) bool) {
		e, err := s.query(terms)
		if err != nil {
			yield(nil, err)
			return
		}
		if _, all := e.(query.All); all && order == "id" {
			a.Games(s.ctx)(yield)
			return
		}
		ids, err := s.found(a, strings.Join(terms, " "), e, order)
		if err != nil {
			yield(nil, err)
			return
		}
		if len(ids) > 0 {
			a.Games(s.ctx, ids...)(yield)
		}
	}
}

// found are the IDs of the games that a query selects, in an order.
func (s *session) found(a *archive.Archive, text string, e query.Expr, order string) (ids []int64, err error) {
	ix, err := s.openIndex(a)
	if err != nil {
		return nil, err
	}
	defer ix.Close()
	for h, err := range ix.Search(s.ctx, e, index.SearchOptions{Jobs: s.Jobs, Sort: order}) {
		if err != nil {
			return nil, queryFailure(text, err)
		}
		ids = append(ids, h.ID)
	}
	return ids, nil
}
