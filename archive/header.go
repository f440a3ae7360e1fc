package archive

import (
	"context"
	"errors"
	"iter"
	"strings"

	"github.com/diwan-shatranj/diwan/pgn"
	"github.com/diwan-shatranj/diwan/rules"
)

// Header is what lists and indexes want of a game: everything but the moves.
type Header struct {
	ID          int64
	Tags        []pgn.Tag // as recorded, in order
	Array       string
	Rules       string
	Result      rules.Result
	Ending      pgn.Ending
	Plies       int
	Diagnostics []pgn.Diagnostic
	Source      Provenance
	Comments    []string // of the movetext, in order, those of variations included
	Variations  bool     // the movetext has variations
	NAGs        bool     // the movetext has marks such as ! or $14
	Blunders    int      // how many moves of the main line have the mark ??
}

// Tag is the value of the first tag with that name.
func (h *Header) Tag(name string) (value string, ok bool) { return tagValue(h.Tags, name) }

func tagValue(tags []pgn.Tag, name string) (value string, ok bool) {
	for _, t := range tags {
		if t.Name == name {
			return t.Value, true
		}
	}
	return "", false
}

// Headers iterates over the headers of all games with IDs greater than after, in
// the order of their IDs. An error that concerns one game does not end the
// iteration. What is written meanwhile is not seen.
func (a *Archive) Headers(ctx context.Context, after int64) iter.Seq2[*Header, error] {
	return func(yield func(*Header, error) bool) {
		err := a.view(ctx, func(q querier) error {
			rd := newRowReader()
			look := looker{reader: pgn.NewReader(nil)}
			return a.rows(ctx, q, rd, after, func(w *row, err error) error {
				var h *Header
				if err == nil {
					h, err = a.header(ctx, q, w, &look)
				}
				return handOver(ctx, yield, h, w.id, err)
			})
		})
		if err != nil && !errors.Is(err, errStop) {
			yield(nil, wrap("read the headers", err))
		}
	}
}

func (a *Archive) header(ctx context.Context, q querier, w *row, look *looker) (*Header, error) {
	r, err := a.record(ctx, q, w)
	if err != nil {
		return nil, err
	}
	h := &Header{
		ID: r.ID, Tags: r.Tags, Array: r.Array, Rules: r.Rules, Result: r.Result, Ending: r.Ending,
		Plies: len(r.Moves), Diagnostics: r.Diagnostics, Source: r.Source,
	}
	look.at(r.Preface, h)
	if r.fromText {
		look.at(string(r.Text), h)
	} else {
		look.at(r.Movetext, h)
	}
	return h, nil
}

// A looker looks through texts.
type looker struct {
	reader *pgn.Reader
	game   pgn.Game
}

// at takes from a text what the header says of it.
func (l *looker) at(text string, h *Header) {
	if text == "" {
		return
	}
	l.reader.Reset(strings.NewReader(text))
	for l.reader.Read(&l.game) == nil {
		h.Blunders += l.game.MarkCount(4)
		for _, it := range l.game.Items {
			switch it.Kind {
			case pgn.CommentItem, pgn.LineCommentItem:
				h.Comments = append(h.Comments, l.game.Comment(it))
			case pgn.OpenItem:
				h.Variations = true
			case pgn.NAGItem:
				h.NAGs = true
			}
		}
	}
	if tail := l.reader.Tail(); len(tail.Text) > 0 { // a comment alone is no game
		h.Comments = append(h.Comments, strings.Trim(string(tail.Text), "{}\n"))
	}
}
