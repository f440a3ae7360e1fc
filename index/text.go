package index

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/blevesearch/bleve/v2"
	"github.com/blevesearch/bleve/v2/analysis/analyzer/custom"
	"github.com/blevesearch/bleve/v2/analysis/tokenizer/whitespace"
	"github.com/blevesearch/bleve/v2/mapping"
	"github.com/blevesearch/bleve/v2/search/query"
	"github.com/cespare/xxhash/v2"
)

// The full-text index holds each different comment once, as a document whose name
// is its number in the dictionary of comments. The texts are folded before they
// go in, and so is what is asked for: to the library a word is what stands between
// blanks. Beside the words it has their stems, each behind its language, as in
// en:attack: what is asked for is brought to its stem in every language, and meets
// that of the text.
const (
	textField    = "text"
	stemField    = "stem"
	textAnalyzer = "folded"
)

func textMapping() (mapping.IndexMapping, error) {
	m := bleve.NewIndexMapping()
	err := m.AddCustomAnalyzer(textAnalyzer, map[string]any{"type": custom.Name, "tokenizer": whitespace.Name})
	if err != nil {
		return nil, err
	}
	field := bleve.NewTextFieldMapping()
	field.Analyzer = textAnalyzer
	field.Store, field.DocValues, field.IncludeInAll = false, false, false
	field.IncludeTermVectors = true // for phrases
	doc := bleve.NewDocumentStaticMapping()
	doc.AddFieldMappingsAt(textField, field)
	stem := *field
	stem.IncludeTermVectors = false
	doc.AddFieldMappingsAt(stemField, &stem)
	m.DefaultMapping = doc
	m.DefaultAnalyzer = textAnalyzer
	return m, nil
}

// writeText makes a full-text index of folded texts in a new folder.
func writeText(ctx context.Context, path string, texts []string) error {
	m, err := textMapping()
	if err != nil {
		return err
	}
	b, err := bleve.NewBuilder(path, m, map[string]any{"batchSize": 10000, "mergeMax": 10, "buildPathPrefix": filepath.Dir(path)})
	if err != nil {
		return fmt.Errorf("full-text index: %w", err)
	}
	var s stemmer
	for i, t := range texts {
		err := ctx.Err()
		if err == nil {
			err = b.Index(strconv.Itoa(i), map[string]any{textField: t, stemField: strings.Join(s.stems(t), " ")})
		}
		if err != nil && i == 0 {
			return err // the library cannot close what is empty; the folder is given up
		}
		if err != nil {
			return errors.Join(err, b.Close())
		}
	}
	if err := b.Close(); err != nil {
		return fmt.Errorf("full-text index: %w", err)
	}
	return syncAll(path)
}

// syncAll puts all files below a folder on disk.
func syncAll(path string) error {
	return filepath.WalkDir(path, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		f, err := os.OpenFile(name, os.O_RDWR, 0)
		if err != nil {
			return err
		}
		return errors.Join(f.Sync(), f.Close())
	})
}

// textFiles lists the files of a full-text index; none where the folder is not
// there.
func textFiles(path string) (files []textFile, err error) {
	err = filepath.WalkDir(path, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			if errors.Is(err, fs.ErrNotExist) && name == path {
				return nil
			}
			return err
		}
		rel, err := filepath.Rel(path, name)
		if err != nil {
			return err
		}
		sum, size, err := sumOfFile(name)
		files = append(files, textFile{Name: filepath.ToSlash(rel), Size: size, Sum: sum})
		return err
	})
	return files, err
}

func sumOfFile(name string) (sum uint64, size int64, err error) {
	f, err := os.Open(name)
	if err != nil {
		return 0, 0, err
	}
	h := xxhash.New()
	size, err = io.Copy(h, f)
	return h.Sum64(), size, errors.Join(err, f.Close())
}

// textIndex is an open full-text index.
type textIndex struct {
	path  string
	index bleve.Index
	count int
}

// openText opens a full-text index whose files have to be those of the list. They
// are read whole: the library itself does not compare checksums.
func openText(path string, files []textFile) (*textIndex, error) {
	for _, f := range files {
		sum, size, err := sumOfFile(filepath.Join(path, filepath.FromSlash(f.Name)))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		if err != nil || sum != f.Sum || size != f.Size {
			return nil, &DamageError{Path: path, Part: f.Name}
		}
	}
	// Without the timeout a lock that somebody else holds is waited for for ever.
	x, err := bleve.OpenUsing(path, map[string]any{"bolt_timeout": "2s", "read_only": true})
	if err != nil {
		return nil, fmt.Errorf("%w: %w", &DamageError{Path: path, Part: "the full-text index"}, err)
	}
	n, err := x.DocCount()
	if err != nil {
		return nil, errors.Join(err, x.Close())
	}
	return &textIndex{path: path, index: x, count: int(n)}, nil
}

func (t *textIndex) close() error { return t.index.Close() }

// find returns the numbers of the texts in which words stand one behind the other,
// each of them any of some alternatives. The alternatives of one word alone may be
// stems.
func (t *textIndex) find(ctx context.Context, field string, words [][]string) ([]uint32, error) {
	if slices.ContainsFunc(words, func(alternatives []string) bool { return len(alternatives) == 0 }) {
		return nil, nil
	}
	var q query.Query
	if len(words) == 1 {
		var any []query.Query
		for _, w := range words[0] {
			term := bleve.NewTermQuery(w)
			term.SetField(field)
			any = append(any, term)
		}
		q = bleve.NewDisjunctionQuery(any...)
	} else {
		q = query.NewMultiPhraseQuery(words, field)
	}
	req := bleve.NewSearchRequestOptions(q, t.count, 0, false)
	req.Score = "none"
	req.SortBy([]string{"_id"})
	res, err := t.index.SearchInContext(ctx, req)
	if err != nil {
		return nil, fmt.Errorf("full-text search: %w", err)
	}
	numbers := make([]uint32, 0, len(res.Hits))
	for _, h := range res.Hits {
		n, err := strconv.ParseUint(h.ID, 10, 32)
		if err != nil {
			return nil, &DamageError{Path: t.path, Part: "document " + h.ID}
		}
		numbers = append(numbers, uint32(n))
	}
	return numbers, nil
}

// words calls f with each different word, or stem, of the texts.
func (t *textIndex) words(field string, f func(word string)) (err error) {
	dict, err := t.index.FieldDict(field)
	if err != nil {
		return fmt.Errorf("full-text search: %w", err)
	}
	defer func() { err = errors.Join(err, dict.Close()) }()
	for {
		e, err := dict.Next()
		if err != nil || e == nil {
			return err
		}
		f(e.Term)
	}
}
