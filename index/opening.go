package index

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/diwan-shatranj/diwan/archive"
	"github.com/diwan-shatranj/diwan/index/tabiya"
	"github.com/diwan-shatranj/diwan/internal/fold"
	"github.com/diwan-shatranj/diwan/rules"
)

// TabiyatFile is the name of a file in an archive's folder with opening arrays of
// its owner's own, which package tabiya describes. They come after those of the
// sources. When it changes, the index is made again.
const TabiyatFile = "tabiyat.tsv"

// Tabiyat are the opening arrays that an archive knows: those of the sources and
// its own. Errors name the line of the archive's file.
func Tabiyat(a *archive.Archive) (*tabiya.List, error) {
	l, err := tabiya.Builtin()
	if err != nil {
		return nil, err
	}
	path := filepath.Join(a.Dir(), TabiyatFile)
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return l, nil
	}
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }() // it was only read
	if l, err = l.Read(f); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return l, nil
}

// opening is the opening array of a side as the index keeps it.
type opening struct {
	text  []byte // of openingText, empty for none
	score byte   // share of the characteristic men that stood, in percent
}

// openingText is what the dictionary of openings has of an array: its name and,
// behind a tab, what else it is found by.
func openingText(t *tabiya.Tabiya) string {
	if t == nil {
		return ""
	}
	return strings.ReplaceAll(t.Name, "\t", " ") + "\t" + t.Other
}

// openingName is the name in an entry of the dictionary.
func openingName(text string) string {
	name, _, _ := strings.Cut(text, "\t")
	return name
}

func percent(m tabiya.Match) byte { return byte(100*m.Share() + 0.5) }

// opening is the array of a side, folded.
func (g *candidate) opening(side rules.Color) string {
	if !g.classified {
		found := g.classifier.Classify(&g.Start, g.Moves)
		for i, m := range found {
			g.openings[i] = fold.Text(openingText(m.Tabiya))
		}
		g.classified = true
	}
	return g.openings[side]
}

// openingTest tests for the opening arrays of sides.
func openingTest(w *wanted, sides ...rules.Color) func(g *candidate) bool {
	return func(g *candidate) bool {
		if !g.Played || len(w.words) == 0 {
			return false
		}
		for _, side := range sides {
			if text := g.opening(side); text != "" && w.in(text) {
				return true
			}
		}
		return false
	}
}
