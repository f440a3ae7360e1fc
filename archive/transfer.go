package archive

import (
	"context"
	"errors"
	"time"

	"github.com/diwan-shatranj/diwan/pgn"
)

// ImportArchive adds the games of another archive, in the order of their IDs, and what
// it has in quarantine. Games keep where they came from, their annotations and
// diagnostics, and the text as it came, but get IDs, and the import, of this archive.
// Rules, Array, Letters and Observer of the options are not used; nor is there a
// merging of duplicates. Games of the other archive that cannot be read are told in the
// report, and the others go on.
func (a *Archive) ImportArchive(ctx context.Context, from *Archive, o ImportOptions) (ImportReport, error) {
	o.Rules, o.Array, o.Letters, o.Observer = nil, "", nil, nil
	im := &importer{archive: a, opts: o, began: time.Now()}
	run := func() error { return im.transfer(ctx, from) }
	var err error
	if o.DryRun {
		err = run()
	} else {
		err = a.exclusively(ctx, run)
	}
	im.report.Seconds = time.Since(im.began).Seconds()
	return im.report, wrap("import "+from.dir, err)
}

// transfer takes over one game after the other.
func (im *importer) transfer(ctx context.Context, from *Archive) error {
	e, err := im.archive.newEncoder(&im.opts)
	if err != nil {
		return err
	}
	s, err := im.newSink(ctx)
	if err != nil {
		return err
	}
	t := &transfer{importer: im, from: from, sink: s, encoder: e, chunk: newChunk(), player: NewPlayer()}
	if err = t.games(ctx); err == nil {
		err = t.quarantine(ctx)
	}
	return s.finish(err)
}

// transfer is an import from an archive that is going on.
type transfer struct {
	*importer
	from    *Archive
	sink    *sink
	encoder *encoder
	chunk   *chunk
	player  *Player
	begun   bool
	file    string // that the last game came from
}

// damaged notes an error that concerns one game, and reports whether it does.
func (t *transfer) damaged(err error) bool {
	var de *DamagedError
	if !errors.As(err, &de) {
		return false
	}
	t.report.Failed = append(t.report.Failed, InputError{Name: t.from.dir, Err: err})
	return true
}

func (t *transfer) games(ctx context.Context) error {
	for r, err := range t.from.Games(ctx) {
		var p *pgn.Replay
		if err == nil {
			p, err = t.player.Replay(r)
		}
		if err != nil {
			if t.damaged(err) {
				continue
			}
			return err
		}
		t.next(r.Source.File)
		t.chunk.games[0] = *p.Game // for a duplicate that is merged
		en := t.encoder.entry(t.chunk, asTagged(r, p))
		t.keepSource(&en, &r.Source, r.Diagnostics)
		if en.flags &^= hasText; r.Text != nil {
			en.flags |= hasText
			en.text = t.chunk.put(func(b []byte) []byte { return t.encoder.zip.EncodeAll(r.Text, b) })
		}
		if err := t.put(ctx, en); err != nil {
			return err
		}
	}
	return nil
}

// asTagged is a replayed record without the tag that was put in to have it read.
func asTagged(r *Record, p *pgn.Replay) *pgn.Replay {
	if _, ok := r.Tag("Variant"); ok || r.fromText {
		return p
	}
	e := pgn.NewEditor(p.Game)
	e.DropTag("Variant")
	own := *p
	own.Game = e.Game()
	return &own
}

func (t *transfer) quarantine(ctx context.Context) error {
	for q, err := range t.from.Quarantine(ctx) {
		if err != nil {
			if t.damaged(err) {
				continue
			}
			return err
		}
		t.next(q.Source.File)
		en := entry{reason: q.Reason}
		t.keepSource(&en, &q.Source, q.Diagnostics)
		en.text = t.chunk.put(func(b []byte) []byte { return t.encoder.zip.EncodeAll(q.Text, b) })
		if err := t.put(ctx, en); err != nil {
			return err
		}
	}
	return nil
}

// next makes room for a game that came from a file.
func (t *transfer) next(file string) {
	t.chunk.reset()
	if !t.begun || file != t.file {
		t.begun, t.file = true, file
		t.chunk.begin = &Input{Name: file}
	}
}

// keepSource says of an entry where its text once stood.
func (t *transfer) keepSource(en *entry, from *Provenance, ds []pgn.Diagnostic) {
	en.offset, en.size, en.line, en.digest = from.Offset, int(from.Size), from.Line, from.Digest
	en.remarks = span{}
	if len(ds) > 0 {
		en.remarks = t.chunk.put(func(b []byte) []byte { return appendDiagnostics(b, ds, from.Line) })
	}
}

// put hands a game to the sink.
func (t *transfer) put(ctx context.Context, en entry) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	t.chunk.entries = append(t.chunk.entries, en)
	t.chunk.bytes = int64(en.size)
	return t.sink.write(t.chunk)
}
