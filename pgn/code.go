package pgn

// Code is the stable word that names a kind of diagnostic.
type Code string

// The codes. Their meaning, an example and a way to mend each stand in the
// catalogue, see [Codes].
const (
	IllegalMove         Code = "illegal-move"
	UnknownMove         Code = "unknown-move"
	AmbiguousMove       Code = "ambiguous-move"
	LettersAmbiguous    Code = "letters-ambiguous"
	WrongVariant        Code = "wrong-variant"
	BadFEN              Code = "bad-fen"
	ImpossiblePosition  Code = "impossible-position"
	ResultMismatch      Code = "result-mismatch"
	ResultTagMismatch   Code = "result-tag-mismatch"
	MovesAfterEnd       Code = "moves-after-end"
	UnterminatedComment Code = "unterminated-comment"
	UnclosedVariation   Code = "unclosed-variation"
	Truncated           Code = "truncated"
	UnterminatedTag     Code = "unterminated-tag"

	MissingResult    Code = "missing-result"
	StrayClose       Code = "stray-close"
	MoveNumber       Code = "move-number"
	DuplicateTag     Code = "duplicate-tag"
	SetupMissing     Code = "setup-missing"
	FENCastling      Code = "fen-castling"
	LettersForgiven  Code = "letters"
	Encoding         Code = "encoding"
	ImpossibleAlfil  Code = "impossible-alfil"
	UnreachableMen   Code = "unreachable-men"
	UnknownRuleset   Code = "unknown-ruleset"
	ResultSpelling   Code = "result-spelling"
	CheckSign        Code = "check-sign"
	EmptyVariation   Code = "empty-variation"
	TagSyntax        Code = "tag-syntax"
	NAGRange         Code = "nag-range"
	OddMoveText      Code = "odd-move-text"
	ExtraPly         Code = "extra-ply"
	CaptureSign      Code = "capture-sign"
	PromotionImplied Code = "promotion-implied"
	FENFields        Code = "fen-fields"
	OverDisambig     Code = "over-disambiguated"
	ArrayInferred    Code = "array-inferred"
	ArrayAssumed     Code = "array-assumed"
	VariantAssumed   Code = "variant-assumed"
	TagOrder         Code = "tag-order"
)

// CodeInfo is a catalogue entry: what a code means to the person who meets it.
type CodeInfo struct {
	Code     Code
	Severity Severity // the usual one; a few codes also occur as a note
	Meaning  string   // one sentence or two
	Example  string   // text that shows it
	Fix      string   // what to do about it
}

// Codes is the catalogue of every code, errors first. The slice is the caller's.
func Codes() []CodeInfo {
	return []CodeInfo{
		{IllegalMove, Error, "The text is a move, but not one that the rules allow in this position. The moves before it are kept; from it on the game is kept as text.", "1. e3 e6 2. Nf6", "Compare with the source: the hint names the nearest legal moves. A double step, castling or a capture en passant points to a game of modern chess."},
		{UnknownMove, Error, "The text stands where a move should, but no reading makes a move of it.", "1. e3 hello", "Correct the word, or put remarks into {braces}."},
		{AmbiguousMove, Error, "Two or more men can make the move as it is written.", "1. Fc2 with firzans on b3 and d3", "Name the file or rank the man comes from: Fbc2."},
		{LettersAmbiguous, Error, "The letters of the men can be read in two ways, both of which make the whole game legal. Such a game is not guessed at.", "a game whose only piece letter is R: rukh, or the king of a Spanish score", "Say which letters the game uses with --letters."},
		{WrongVariant, Error, "The game is not shatranj: its Variant tag says so, or its first impossible move can only be one of another game. It is kept as text and not played.", `[Variant "Chess960"]`, "Take the game out of the collection, or correct its Variant tag."},
		{BadFEN, Error, "The FEN tag cannot be read as a position, so the game has no start.", `[FEN "garbage"]`, "Correct the FEN: ranks 8 to 1 divided by /, then the side to move."},
		{ImpossiblePosition, Error, "The start position cannot be played: not exactly one shah a side, the side not to move in check, or a pawn on its last rank.", `[FEN "8/8/8/8/8/8/8/K7 w - - 0 1"]`, "Correct the FEN tag."},
		{ResultMismatch, Error, "The board (or the stated reason of the ending) decides the game, and the result written is another one.", "a mate by White, followed by 0-1", "Correct the result, or name the rule set that the game was played by with a RuleSet tag."},
		{ResultTagMismatch, Error, "The Result tag and the result after the moves differ.", `[Result "1-0"] … 0-1`, "Find out which is right and correct the other."},
		{MovesAfterEnd, Error, "Moves follow after the game was over under its rule set. (One ply by a bared side is let pass: see extra-ply.)", "a move after checkmate", "Remove the moves, or name the rule set that the game was played by."},
		{UnterminatedComment, Error, "A comment { has no }. It is taken to end before the next game's tags, or at the end of the text.", "1. e3 {oops e6 2. Nf3 1-0", "Close the comment with }."},
		{UnclosedVariation, Error, "A variation ( has no ).", "1. e3 (1. d3 d6 1... e6 2. Nf3 1-0", "Close the variation with )."},
		{Truncated, Error, "The text ends in the middle of a move: the file was cut.", "1. e3 e6 2. N", "Get the whole file again."},
		{UnterminatedTag, Error, "A tag's value has no closing quote and bracket on its line.", `[Annotator "foo]`, `Write [Name "value"]; a quote inside a value is written \".`},

		{MissingResult, Warning, "No result stands after the moves.", "1. e3 e6 2. Nf3", "End the game with 1-0, 0-1, 1/2-1/2 or *."},
		{StrayClose, Warning, "A ) closes a variation that was never opened.", "1. e3 ) e6", "Remove it, or open the variation."},
		{MoveNumber, Warning, "A move number is not the one that the position asks for. Counting goes on from the number written.", "7. e3 e6 3. Nf3", "Correct the number, or the full-move field of the FEN."},
		{DuplicateTag, Warning, "A tag occurs twice. Both are kept; the first one counts.", `[White "A"] [White "Z"]`, "Remove or rename one of them."},
		{SetupMissing, Warning, `A FEN tag stands without [SetUp "1"]; programs that go by the standard ignore such a FEN.`, `[FEN "…"]`, `Add [SetUp "1"].`},
		{FENCastling, Warning, "The FEN grants castling or en passant, which shatranj does not have. They are ignored.", "w KQkq - 0 1", "Write - - in their place."},
		{LettersForgiven, Warning, "The men are written with letters of a modern language, in lower case, or with two letters for one kind of man.", "1. Sf3 (German), 1. nf3, Ae3 beside Be3", "Write the canonical letters: diwan fmt."},
		{Encoding, Warning, "The text is not UTF-8; it was read by an old code page, which was guessed.", "a file in Windows-1252", "Convert the file to UTF-8: diwan fmt."},
		{ImpossibleAlfil, Warning, "An alfil stands on a square that no alfil of its side can reach.", "a white alfil on a1", "Check the diagram against the source."},
		{UnreachableMen, Warning, "The position holds more men of a kind than the array and promotion allow, two alfils of one family on a side, or a pawn on its first rank.", "three rukhs of one colour", "Check the diagram against the source."},
		{UnknownRuleset, Warning, "The RuleSet tag names none of the rule sets that this program knows; iggc was used.", `[RuleSet "tavern"]`, "See diwan rules."},
		{ResultSpelling, Warning, "The result is spelt in an unusual way.", "1/2", "Write 1-0, 0-1, 1/2-1/2 or *."},
		{CheckSign, Warning, "A + or # is wrong: no check, or no checkmate. As a note: the sign is merely missing.", "Rh8# that is only check", "diwan fmt writes the signs as the board has them."},
		{EmptyVariation, Warning, "A variation holds no move.", "1. e3 () e6", "Remove it."},
		{TagSyntax, Warning, "A tag is not written as the standard has it; it was read as well as could be.", "[White A]", `Write [Name "value"].`},
		{NAGRange, Warning, "A numeric annotation is not in $0 to $255. It is kept.", "$256", "Correct the number."},
		{OddMoveText, Warning, "Something in the movetext is neither a move nor anything else that PGN knows. It is kept.", "1. e3 [x] e6", "Put remarks into {braces}."},

		{ExtraPly, Note, "One ply by the bared side follows after the game was over, as some programs have it. It counts as a ply; the ending stays where it was.", "1. Rxd5 Kg7 1-0", "Nothing: this is sound."},
		{CaptureSign, Note, "A capture is written without x, or a move that captures nothing with x.", "ed5", "diwan fmt writes it as the board has it."},
		{PromotionImplied, Note, "A pawn reaches its last rank and the promotion is not written. It is always a firzan.", "e8", "diwan fmt writes e8=F."},
		{FENFields, Note, "The FEN has other than six fields; what is missing was taken to be 0 1.", "… w 0 1", "diwan fmt writes six fields."},
		{OverDisambig, Note, "A move names more of its origin than it needs to.", "Ng1f3 where Nf3 is enough", "diwan fmt writes the shortest form."},
		{ArrayInferred, Note, "No FEN tag says where the shahs stand; just one start array makes all the moves legal.", "1. d3 d6 2. Fd2", "diwan fmt writes SetUp and FEN."},
		{ArrayAssumed, Note, "No FEN tag says where the shahs stand, and more than one start array makes all the moves legal.", "1. e3 e6", "Name the array with --array, or add SetUp and FEN."},
		{TagOrder, Note, "The tags do not stand in the canonical order, or roster tags are missing. That is no fault, and said only where it is put right.", `[Result "1-0"] before [Event "…"]`, "diwan fmt and diwan check --fix write the seven roster tags first."},
		{VariantAssumed, Note, "No Variant tag says which game this is; it was taken to be shatranj.", "1. e3 e6 1-0 without tags", `Add [Variant "Shatranj"].`},
	}
}

// Lookup is the catalogue entry of a code.
func Lookup(c Code) (CodeInfo, bool) {
	for _, ci := range Codes() {
		if ci.Code == c {
			return ci, true
		}
	}
	return CodeInfo{}, false
}
