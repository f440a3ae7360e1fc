package pgn

import (
	"bytes"
	"slices"
	"strings"
)

// Tag is one tag pair. The value is what stands between the quotes, with \" and
// \\ resolved.
type Tag struct {
	Name, Value string
}

// tagSpan is a tag pair as offsets in Game.Text.
type tagSpan struct {
	start, nameStart, nameEnd, valStart, valEnd, end uint32
	escaped                                          bool // the value holds a backslash or a line break
}

// Game is one game as text: syntax only, nothing of it played on a board.
//
// The value belongs to the caller, but [Reader.Read] overwrites the one that it
// is given; Clone keeps a game beyond that.
type Game struct {
	Number int    // from 1 in its stream
	Line   int    // line of the first tag or token, from 1
	Offset int64  // where the game's text begins, in bytes of the decompressed stream
	Size   int    // how many bytes of the stream belong to it
	Text   []byte // the text in UTF-8
	Items  []Item // the movetext in reading order

	tags    []tagSpan
	known   [knownTags]int32 // index in tags plus one, 0 where absent
	result  int32            // index in Items of the result that ends the game, plus one
	letters uint32           // first letters of moves: bit i is 'A'+i
	traits  traits           // what the lexer noticed of the moves
	faults  []fault          // what the lexer has to say
	enc     encoding         // how the bytes became Text
	source  []byte           // the bytes as they came, where they differ from Text; of UTF-16 in UTF-8
	edited  int              // where an Editor's text begins in Text, 0 where there is none
	// editedTags is tagsEnd, from before an Editor changed the tags.
	editedTags uint32
	at         locator // memory of position
	firstLine  int     // line of Text[0]
	firstCol   int     // column of Text[0], from 0
}

// traits are facts about a game's words that decide how its letters are read.
type traits uint8

const (
	// foreignMoves: a move begins with a letter that is not ASCII.
	foreignMoves traits = 1 << iota
	// lowerMoves: a move begins with a small letter that is no file.
	lowerMoves
	// promotions: a pawn becomes something with a letter that is none of ours.
	promotions
)

// fault is a diagnostic of the lexer before line and column are known.
type fault struct {
	code       Code
	start, end uint32
	message    string
	variation  bool
}

// The tags that the package itself asks for.
const (
	tagEvent = iota
	tagSite
	tagDate
	tagRound
	tagWhite
	tagBlack
	tagResult
	tagVariant
	tagRuleset
	tagSetup
	tagFEN
	tagArray
	tagTermination
	knownTags
)

var knownNames = [knownTags]string{
	"Event", "Site", "Date", "Round", "White", "Black", "Result",
	"Variant", "RuleSet", "SetUp", "FEN", "Array", "Termination",
}

// knownTag is the index of a tag name that the package asks for, or -1.
func knownTag(name []byte) int {
	switch string(name) {
	case "Event":
		return tagEvent
	case "Site":
		return tagSite
	case "Date":
		return tagDate
	case "Round":
		return tagRound
	case "White":
		return tagWhite
	case "Black":
		return tagBlack
	case "Result":
		return tagResult
	case "Variant":
		return tagVariant
	case "RuleSet":
		return tagRuleset
	case "SetUp":
		return tagSetup
	case "FEN":
		return tagFEN
	case "Array":
		return tagArray
	case "Termination":
		return tagTermination
	}
	return -1
}

// Tags are the game's tags in the order of the text, repeated ones included.
func (g *Game) Tags() []Tag {
	ts := make([]Tag, len(g.tags))
	for i := range g.tags {
		ts[i] = Tag{string(g.tagName(i)), g.tagValue(i)}
	}
	return ts
}

// Tag is the value of the first tag with that name, compared as written.
func (g *Game) Tag(name string) (value string, ok bool) {
	for i := range g.tags {
		if string(g.tagName(i)) == name {
			return g.tagValue(i), true
		}
	}
	return "", false
}

// TagCount is the number of tag pairs.
func (g *Game) TagCount() int { return len(g.tags) }

func (g *Game) tagName(i int) []byte {
	return g.Text[g.tags[i].nameStart:g.tags[i].nameEnd]
}

// tagsEnd is the offset behind the last tag that was read, 0 where there is none.
func (g *Game) tagsEnd() uint32 {
	if g.edited > 0 || len(g.tags) == 0 {
		return g.editedTags
	}
	return g.tags[len(g.tags)-1].end
}

func (g *Game) tagRaw(i int) []byte {
	return g.Text[g.tags[i].valStart:g.tags[i].valEnd]
}

func (g *Game) tagValue(i int) string {
	raw := g.tagRaw(i)
	if !g.tags[i].escaped {
		return string(raw)
	}
	return unescape(raw)
}

// knownValue is the value of a tag that the package asks for.
func (g *Game) knownValue(k int) (string, bool) {
	if g.known[k] == 0 {
		return "", false
	}
	return g.tagValue(int(g.known[k]) - 1), true
}

// unescape resolves \" and \\; a backslash before anything else is itself. Line
// ends become \n.
func unescape(raw []byte) string {
	var b strings.Builder
	for i := 0; i < len(raw); i++ {
		if raw[i] == '\\' && i+1 < len(raw) && (raw[i+1] == '"' || raw[i+1] == '\\') {
			i++
		}
		b.WriteByte(raw[i])
	}
	return lineFeeds([]byte(b.String()))
}

// ItemText is the text of an item: a comment without its braces, a word as
// written. It shares memory with the game.
func (g *Game) ItemText(it Item) []byte { return g.Text[it.Start:it.End] }

// Comment is the text of a comment with line ends as \n.
func (g *Game) Comment(it Item) string { return lineFeeds(g.ItemText(it)) }

// lineFeeds is b with CRLF and CR as LF.
func lineFeeds(b []byte) string {
	if bytes.IndexByte(b, '\r') < 0 {
		return string(b)
	}
	return strings.ReplaceAll(strings.ReplaceAll(string(b), "\r\n", "\n"), "\r", "\n")
}

// Source is the game's bytes as they came, before any change of encoding. Of a
// stream in UTF-16 half a character is the replacement character in it.
func (g *Game) Source() []byte {
	switch {
	case g.source != nil && g.enc.isUTF16():
		return g.enc.fromUTF8(g.source)
	case g.source != nil:
		return g.source
	case g.enc.isUTF16():
		return g.enc.fromUTF8(g.read())
	}
	return g.read()
}

// read is the text that was read, without that of an Editor.
func (g *Game) read() []byte {
	if g.edited > 0 {
		return g.Text[:g.edited]
	}
	return g.Text
}

// Clone is a copy that shares no memory with g.
func (g *Game) Clone() *Game {
	c := *g
	c.Text = slices.Clone(g.Text)
	c.Items = slices.Clone(g.Items)
	c.tags = slices.Clone(g.tags)
	c.faults = slices.Clone(g.faults)
	c.source = slices.Clone(g.source)
	return &c
}

// reset empties the game and keeps its memory.
func (g *Game) reset() {
	*g = Game{Text: g.Text[:0], Items: g.Items[:0], tags: g.tags[:0], faults: g.faults[:0]}
}
