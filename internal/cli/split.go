package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/diwan-shatranj/diwan/archive"
	"github.com/diwan-shatranj/diwan/index"
	"github.com/diwan-shatranj/diwan/index/authority"
	"github.com/diwan-shatranj/diwan/pgn"
	"golang.org/x/text/unicode/norm"
)

// splitter spreads an export over the files of a folder.
type splitter struct {
	s      *session
	dir    string
	suffix string // of the files' names
	force  bool
	groups func(r *archive.Record) []group
	format func(io.Writer) gameWriter
	parts  map[string]*part // by the groups' keys
	taken  map[string]bool  // names of files, folded
	open   []*part          // the least recently used first
	games  int
}

// group is what the games of one file have in common.
type group struct{ key, name string }

// part is one file of a split export, under another name until it is finished. It is
// closed now and then, since there may be more of them than may be open at once.
type part struct {
	owner  *splitter
	name   string
	file   *os.File
	begun  bool
	writer gameWriter
}

// openParts is how many files of a split export are open at once.
const openParts = 64

// splitter makes the one for the flags.
func (c *exportCmd) splitter(s *session, format func(io.Writer) gameWriter) (*splitter, error) {
	sp := &splitter{s: s, dir: c.Out, suffix: "." + c.To, force: c.Force, format: format, parts: map[string]*part{}, taken: map[string]bool{}}
	switch c.SplitBy {
	case "player":
		names, err := authority.Open(s.Archive)
		if err != nil {
			return nil, err
		}
		spelt := spelling{names: names, players: map[string]string{}, events: map[string]string{}}
		sp.groups = func(r *archive.Record) []group {
			g := spelt.game(r)
			return slices.Compact([]group{{g.White, g.White}, {g.Black, g.Black}})
		}
	case "event":
		spelt := spelling{players: map[string]string{}, events: map[string]string{}}
		sp.groups = func(r *archive.Record) []group {
			event := spelt.event(r)
			return []group{{event, event}}
		}
	case "year":
		sp.groups = func(r *archive.Record) []group {
			first, last := index.Dates(r.Tags)
			if first == 0 || first/10000 != last/10000 {
				return []group{{}}
			}
			year := fmt.Sprintf("%04d", first/10000)
			return []group{{year, year}}
		}
	default:
		n, err := strconv.Atoi(c.SplitBy)
		if err != nil || n < 1 {
			return nil, usagef("player, event, year, or a number of games", "--split-by %s", c.SplitBy)
		}
		sp.groups = func(*archive.Record) []group {
			name := fmt.Sprintf("games-%04d", sp.games/n+1)
			return []group{{name, name}}
		}
	}
	return sp, os.MkdirAll(c.Out, 0o777)
}

func (sp *splitter) write(r *archive.Record, p *pgn.Replay) error {
	for _, g := range sp.groups(r) {
		to := sp.parts[g.key]
		if to == nil {
			to = &part{owner: sp, name: sp.fileName(g.name)}
			if err := mayWrite(to.path(), sp.force); err != nil {
				return err
			}
			to.writer = sp.format(to)
			sp.parts[g.key] = to
		}
		if err := to.writer.write(r, p); err != nil {
			return err
		}
	}
	sp.games++
	return nil
}

// fileName is a name for a file that no other file of the export has, also where
// capitals do not count.
func (sp *splitter) fileName(name string) string {
	name = safeName(name)
	for n := 1; ; n++ {
		try := name
		if n > 1 {
			try = fmt.Sprintf("%s-%d", name, n)
		}
		if folded := strings.ToLower(try); !sp.taken[folded] {
			sp.taken[folded] = true
			return try + sp.suffix
		}
	}
}

// longName is how many bytes of a name a file's name takes.
const longName = 120

// safeName makes of a name one that every file system takes: letters, marks and digits
// of any script, with hyphens for what stands between them.
func safeName(name string) string {
	var b strings.Builder
	for _, r := range norm.NFC.String(name) {
		switch {
		case unicode.In(r, unicode.L, unicode.M, unicode.Nd), strings.ContainsRune("_.,'+", r):
			b.WriteRune(r)
		case unicode.IsSpace(r):
			b.WriteByte(' ')
		default:
			b.WriteByte('-')
		}
	}
	out := b.String()
	for len(out) > longName {
		_, size := utf8.DecodeLastRuneInString(out)
		out = out[:len(out)-size]
	}
	out = strings.Trim(strings.Join(strings.Fields(out), " "), " .-")
	stem, _, _ := strings.Cut(strings.ToLower(out), ".")
	switch {
	case strings.Trim(out, " .-_,'+") == "":
		return "unknown"
	case isDevice(stem):
		return "_" + out
	}
	return out
}

// isDevice reports whether Windows has a device of a name, which no file can have.
func isDevice(stem string) bool {
	switch stem {
	case "con", "prn", "aux", "nul":
		return true
	}
	return len(stem) == 4 && (strings.HasPrefix(stem, "com") || strings.HasPrefix(stem, "lpt")) && stem[3] >= '0' && stem[3] <= '9'
}

func (p *part) path() string { return filepath.Join(p.owner.dir, p.name) }

func (p *part) unfinished() string { return p.path() + ".part" }

// Write writes to the file, which it opens again if need be.
func (p *part) Write(b []byte) (int, error) {
	if p.file == nil {
		if err := p.reopen(); err != nil {
			return 0, err
		}
	}
	return p.file.Write(b)
}

func (p *part) reopen() (err error) {
	sp := p.owner
	if len(sp.open) == openParts {
		if err := sp.open[0].close(); err != nil {
			return err
		}
		sp.open = slices.Delete(sp.open, 0, 1)
	}
	flags := os.O_WRONLY | os.O_APPEND
	if !p.begun {
		flags = os.O_WRONLY | os.O_CREATE | os.O_TRUNC
	}
	if p.file, err = os.OpenFile(p.unfinished(), flags, 0o666); err != nil {
		return err
	}
	p.begun = true
	sp.open = append(sp.open, p)
	return nil
}

// place gives the file its name.
func (p *part) place() error {
	target, err := linkTarget(p.path())
	if err != nil {
		return err
	}
	if info, err := os.Stat(target); err == nil {
		if err := mayReplace(target, info); err != nil {
			return err
		}
	}
	return os.Rename(p.unfinished(), target)
}

func (p *part) close() error {
	if p.file == nil {
		return nil
	}
	err := p.file.Close()
	p.file = nil
	return err
}

// splitJSON is what a split export has written, as a JSON line.
type splitJSON struct {
	Games int `json:"games"`
	Files int `json:"files"`
}

// finish gives all files their names.
func (sp *splitter) finish() error {
	parts := slices.SortedFunc(func(yield func(*part) bool) {
		for _, p := range sp.parts {
			if !yield(p) {
				return
			}
		}
	}, func(a, b *part) int { return cmp.Compare(a.name, b.name) })
	for _, p := range parts {
		if err := p.writer.finish(); err != nil {
			return err
		}
		if err := p.close(); err != nil {
			return err
		}
	}
	for _, p := range parts {
		if err := mayWrite(p.path(), sp.force); err != nil { // somebody may have been quicker
			return err
		}
		if err := p.place(); err != nil {
			return err
		}
	}
	switch {
	case sp.s.json():
		return sp.s.encode(splitJSON{sp.games, len(parts)})
	case sp.s.Quiet:
		return nil
	}
	_, err := fmt.Fprintf(sp.s.out, "%s in %s\n", plural(sp.games, "game"), plural(len(parts), "file"))
	return err
}

// discard takes the files away that are not finished.
func (sp *splitter) discard() error {
	var errs []error
	for _, p := range sp.parts {
		if !p.begun {
			continue
		}
		_ = p.close() // it is thrown away
		if err := os.Remove(p.unfinished()); !errors.Is(err, os.ErrNotExist) {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}
