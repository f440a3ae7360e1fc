package cli

import (
	"bytes"
	"encoding/json"
	"net/url"
	"path/filepath"
	"slices"
	"unicode/utf8"

	"github.com/diwan-shatranj/diwan/pgn"
)

// The parts of a SARIF 2.1.0 log that check writes. Results are streamed one by
// one, so that a log of millions needs no memory.

type sarifRule struct {
	ID               string      `json:"id"`
	ShortDescription sarifText   `json:"shortDescription"`
	Help             sarifText   `json:"help"`
	Configuration    sarifConfig `json:"defaultConfiguration"`
}

type sarifText struct {
	Text string `json:"text"`
}

type sarifConfig struct {
	Level string `json:"level"`
}

type sarifDriver struct {
	Name     string      `json:"name"`
	Version  string      `json:"version"`
	Language string      `json:"language"`
	Rules    []sarifRule `json:"rules"`
}

type sarifResult struct {
	RuleID     string          `json:"ruleId"`
	RuleIndex  int             `json:"ruleIndex"`
	Level      string          `json:"level"`
	Message    sarifText       `json:"message"`
	Locations  []sarifLocation `json:"locations"`
	Properties map[string]any  `json:"properties,omitempty"`
}

type sarifLocation struct {
	Physical struct {
		Artifact struct {
			URI string `json:"uri"`
		} `json:"artifactLocation"`
		Region sarifRegion `json:"region"`
	} `json:"physicalLocation"`
}

type sarifRegion struct {
	StartLine   int `json:"startLine"`
	StartColumn int `json:"startColumn"` // in characters, see columnKind
	EndColumn   int `json:"endColumn,omitempty"`
}

// sarifBegin is the log up to its first result.
func sarifBegin(version string) []byte {
	driver := sarifDriver{Name: "diwan", Version: version, Language: "en"}
	for _, ci := range pgn.Codes() {
		driver.Rules = append(driver.Rules, sarifRule{string(ci.Code), sarifText{ci.Meaning}, sarifText{ci.Fix}, sarifConfig{ci.Severity.String()}})
	}
	var buf bytes.Buffer
	buf.WriteString(`{"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0","runs":[{"tool":{"driver":`)
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(driver) // strings always encode
	buf.Truncate(buf.Len() - 1)
	buf.WriteString(`},"language":"en","newlineSequences":["\r\n","\n","\r"],"columnKind":"unicodeCodePoints","results":[` + "\n")
	return buf.Bytes()
}

// sarifEnd is the log from its last result on.
const sarifEnd = "\n]}]}\n"

// sarifResults are the results of a game, each with a comma and a line break before
// it.
func sarifResults(file string, p *pgn.Replay) []byte {
	if len(p.Diagnostics) == 0 {
		return nil
	}
	codes := pgn.Codes()
	uri := (&url.URL{Path: filepath.ToSlash(file)}).String()
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	for _, d := range p.Diagnostics {
		r := sarifResult{
			RuleID:     string(d.Code),
			RuleIndex:  slices.IndexFunc(codes, func(ci pgn.CodeInfo) bool { return ci.Code == d.Code }),
			Level:      d.Severity.String(),
			Message:    sarifText{d.Message},
			Locations:  make([]sarifLocation, 1),
			Properties: map[string]any{"game": p.Game.Number},
		}
		if d.Hint != "" {
			r.Message.Text += " (" + d.Hint + ")"
		}
		if d.Ply > 0 {
			r.Properties["ply"] = d.Ply
		}
		r.Locations[0].Physical.Artifact.URI = uri
		r.Locations[0].Physical.Region = sarifRegionOf(p.Game.Text, d)
		buf.WriteString(",\n")
		_ = enc.Encode(r) // strings and numbers always encode
		buf.Truncate(buf.Len() - 1)
	}
	return buf.Bytes()
}

// sarifRegionOf is the place of a diagnostic with columns in characters.
func sarifRegionOf(text []byte, d pgn.Diagnostic) sarifRegion {
	offset := min(max(d.Offset, 0), len(text))
	start := bytes.LastIndexAny(text[:offset], "\r\n") + 1
	r := sarifRegion{StartLine: d.Line, StartColumn: utf8.RuneCount(text[start:offset]) + 1}
	if d.Width > 0 {
		meant := text[offset:min(offset+d.Width, len(text))]
		if n := bytes.IndexAny(meant, "\r\n"); n >= 0 {
			meant = meant[:n]
		}
		r.EndColumn = r.StartColumn + utf8.RuneCount(meant)
	}
	return r
}
