package cli

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/diwan-shatranj/diwan/analyze"
	"github.com/diwan-shatranj/diwan/archive"
	"github.com/diwan-shatranj/diwan/internal/input"
)

type evalsCmd struct {
	List   evalsListCmd   `cmd:"" help:"List the engines and limits of the evaluations."`
	Export evalsExportCmd `cmd:"" help:"Write the evaluations as JSON lines."`
	Import evalsImportCmd `cmd:"" help:"Take evaluations from JSON lines."`
	Merge  evalsMergeCmd  `cmd:"" help:"Take the evaluations of another archive."`
}

func (evalsCmd) Help() string {
	return `The evaluations that diwan annotate has kept in the archive: by position, rule set, engine with its options, and
limit. Of two that come together the deeper one stays; those of different engines stand side by side.

Examples:

    diwan evals list
    diwan evals export > evals.jsonl
    diwan evals import evals.jsonl.gz
    diwan evals merge ../other.diwan`
}

type evalsListCmd struct{}

func (evalsListCmd) Help() string {
	return `Lists who evaluated positions of the archive's games, and how.

Examples:

    diwan evals list
    diwan evals list --format json`
}

// evalsRowJSON is a row of evals list as a JSON line.
type evalsRowJSON struct {
	Engine    string  `json:"engine"`
	Rules     string  `json:"rules"`
	Limit     string  `json:"limit"`
	MultiPV   int     `json:"multipv"`
	Positions int     `json:"positions"`
	Depth     float64 `json:"mean_depth"`
	Nodes     uint64  `json:"nodes"`
	Seconds   float64 `json:"seconds"`
}

// Run lists.
func (evalsListCmd) Run(s *session) error {
	a, err := s.openArchive(false)
	if err != nil {
		return err
	}
	defer a.Close()
	rows := map[archive.EvalKey]*evalsRowJSON{}
	for r, err := range a.Evals(s.ctx) {
		if err != nil {
			return err
		}
		who := r.EvalKey
		who.Position, who.Halfmove = 0, 0
		if rows[who] == nil {
			rows[who] = &evalsRowJSON{Engine: who.Engine, Rules: who.Rules, Limit: who.Effort, MultiPV: who.MultiPV}
		}
		row := rows[who]
		row.Positions++
		row.Depth += float64(r.Lines[0].Depth)
		row.Nodes += r.Nodes
		row.Seconds += r.Time.Seconds()
	}
	sorted := make([]*evalsRowJSON, 0, len(rows))
	for _, row := range rows {
		row.Depth /= float64(row.Positions)
		sorted = append(sorted, row)
	}
	slices.SortFunc(sorted, func(a, b *evalsRowJSON) int {
		return cmp.Or(cmp.Compare(a.Engine, b.Engine), cmp.Compare(a.Rules, b.Rules), cmp.Compare(a.Limit, b.Limit), a.MultiPV-b.MultiPV)
	})
	var texts [][]string
	for _, r := range sorted {
		if s.json() {
			if err := s.encode(r); err != nil {
				return err
			}
			continue
		}
		texts = append(texts, []string{
			r.Engine, r.Rules, r.Limit, strconv.Itoa(r.MultiPV), strconv.Itoa(r.Positions), strconv.FormatFloat(r.Depth, 'f', 1, 64),
			strconv.FormatUint(r.Nodes, 10), strconv.FormatFloat(r.Seconds, 'f', 1, 64),
		})
	}
	if s.json() || len(texts) == 0 {
		return nil
	}
	return table(s.out, []string{"ENGINE", "RULES", "LIMIT", "LINES", "POSITIONS", "DEPTH", "NODES", "SECONDS"}, []int{3, 4, 5, 6, 7}, texts)
}

type evalsExportCmd struct{}

func (evalsExportCmd) Help() string {
	return `Writes an evaluation a line, as JSON. The position is the canonical key, which it shares with its images; scores are
White's of that image, moves are the letter of the man and two squares (X: the exchange of the shah).

Examples:

    diwan evals export > evals.jsonl`
}

// Run writes.
func (evalsExportCmd) Run(s *session) error {
	a, err := s.openArchive(false)
	if err != nil {
		return err
	}
	defer a.Close()
	for r, err := range a.Evals(s.ctx) {
		if err != nil {
			return err
		}
		line, err := jsonLine(newEvalJSON(r))
		if err != nil {
			return err
		}
		if _, err := s.out.Write(line); err != nil {
			return err
		}
	}
	return nil
}

type evalsImportCmd struct {
	Files []string `arg:"" optional:"" name:"FILE" help:"Files of JSON lines, compressed or not (default: stdin)."`
}

func (evalsImportCmd) Help() string {
	return `Reads what diwan evals export has written. A line that cannot be understood is complained about, the others are
taken all the same.

Examples:

    diwan evals import evals.jsonl
    zcat *.jsonl.gz | diwan evals import`
}

// Run reads.
func (c *evalsImportCmd) Run(s *session) error {
	bad := false
	err := s.takeEvals(func(take func(*archive.EvalRecord) error) error {
		return s.eachStream(c.Files, func(in *input.Stream) error {
			r := bufio.NewReader(in)
			for n := 1; ; n++ {
				line, err := r.ReadBytes('\n')
				if err != nil && !errors.Is(err, io.EOF) {
					return inName(in.Name, err)
				}
				if s.ctx.Err() != nil {
					return s.ctx.Err()
				}
				if len(line) > 1 {
					record, wrong := parseEval(line)
					if wrong != nil {
						bad = true
						s.complain(fmt.Errorf("%s:%d: %w", in.Name, n, wrong), "lines are as diwan evals export writes them")
					} else if err := take(record); err != nil {
						return &stopError{err}
					}
				}
				if err != nil {
					return nil
				}
			}
		})
	})
	if err == nil && bad {
		err = errFindings
	}
	return err
}

type evalsMergeCmd struct {
	Dir []string `arg:"" name:"DIR" help:"Other archives."`
}

func (evalsMergeCmd) Help() string {
	return `Takes the evaluations of other archives, which stay as they are.

Examples:

    diwan evals merge ../other.diwan
    diwan -a all.diwan evals merge first.diwan second.diwan`
}

// Run takes.
func (c *evalsMergeCmd) Run(s *session) error {
	for _, dir := range c.Dir {
		if !exists(filepath.Join(dir, "games.db")) {
			return &failure{statusFailed, fmt.Errorf("%s: there is no archive", dir), "name the folders of archives"}
		}
	}
	return s.takeEvals(func(take func(*archive.EvalRecord) error) error {
		for _, dir := range c.Dir {
			if err := mergeEvals(s.ctx, dir, take); err != nil {
				return err
			}
		}
		return nil
	})
}

// mergeEvals takes the evaluations of one archive.
func mergeEvals(ctx context.Context, dir string, take func(*archive.EvalRecord) error) error {
	other, err := archive.Open(dir, archive.Options{ReadOnly: true})
	if err != nil {
		return err
	}
	defer other.Close()
	return eachRecord(other.Evals(ctx), take)
}

func eachRecord(all iter.Seq2[*archive.EvalRecord, error], take func(*archive.EvalRecord) error) error {
	for r, err := range all {
		if err == nil {
			err = take(r)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// takenJSON says what became of evaluations that came from elsewhere.
type takenJSON struct {
	Read     int `json:"read"`
	Added    int `json:"added"`
	Replaced int `json:"replaced"`
	Known    int `json:"known"` // there was as good a one
}

// takeEvals puts into the archive what each hands to take, unless there is as good an
// evaluation already.
func (s *session) takeEvals(each func(take func(*archive.EvalRecord) error) error) error {
	a, err := s.openArchive(true)
	if err != nil {
		return err
	}
	defer a.Close()
	store := openEvalStore(a)
	var n takenJSON
	bar := s.progress("taking", "evaluations")
	err = each(func(r *archive.EvalRecord) error {
		n.Read++
		bar.show(int64(n.Read), 0)
		v, err := storedEvaluation(r)
		if err != nil {
			return err
		}
		known, err := store.List(s.ctx, v.Position, v.Halfmove, v.Rules)
		if err != nil {
			return err
		}
		place, needed := v.Replaces(known)
		same := slices.ContainsFunc(known, func(o analyze.StoredEvaluation) bool { return o.EvalKey == v.EvalKey })
		switch {
		case !needed:
			n.Known++
			return nil
		case same || len(place) > 0:
			n.Replaced++
		default:
			n.Added++
		}
		return store.Put(s.ctx, v, place)
	})
	bar.end()
	if failed := store.close(); err == nil {
		err = failed
	}
	if err != nil {
		return err
	}
	if s.json() {
		return s.encode(n)
	}
	if !s.Quiet {
		fmt.Fprintf(s.out, "%s read: %d added, %d replaced, %d known\n", plural(n.Read, "evaluation"), n.Added, n.Replaced, n.Known)
	}
	return nil
}
