package pgn

// ItemKind tells what a piece of movetext is.
type ItemKind uint8

// The kinds of movetext items.
const (
	MoveItem        ItemKind = iota + 1 // a word that stands where a move should
	NumberItem                          // a move number, with its dots
	CommentItem                         // {…}; Start and End are those of the text between the braces
	LineCommentItem                     // ;… to the end of the line, without the semicolon
	EscapeItem                          // a line that begins with %, without the %
	NAGItem                             // $n or a glyph such as ! or ±; its number is Item.Value
	OpenItem                            // (
	CloseItem                           // )
	ResultItem                          // 1-0 and the like
	DrawOfferItem                       // = glued to a move, or (=)
	OddItem                             // anything else
)

// Item is one piece of a game's movetext, in reading order. Start and End are
// byte offsets in Game.Text; what End-Start covers depends on the kind.
type Item struct {
	Start, End uint32 // see ItemKind for what lies between them
	Kind       ItemKind
	flags      itemFlags
	Value      uint16 // NAGItem: the number; NumberItem: the number, at most 65535
}

type itemFlags uint8

const (
	// unclosed marks a comment without }, or a ( without ).
	unclosed itemFlags = 1 << iota
	// preTag marks an item that stands before the game's first tag.
	preTag
	// glued marks an item that follows its forerunner without a blank.
	glued
	// afterResult marks an item behind the game's result.
	afterResult
	// stray marks a ) that closes nothing.
	stray
)

// Closed reports whether a comment has its closing brace.
func (it Item) Closed() bool { return it.flags&unclosed == 0 }
