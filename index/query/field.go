package query

import "slices"

// A kind is what stands behind the colon of a field.
type kind uint8

const (
	kindText kind = iota
	kindName
	kindNumber
	kindScore
	kindDate
	kindChoice
	kindTag
	kindFEN
	kindBoard
	kindMaterial
	kindLine
	kindAlfil
	kindFor
	kindAt
	kindIn
)

// String says what is expected.
func (k kind) String() string {
	switch k {
	case kindText:
		return "text"
	case kindName:
		return "name"
	case kindNumber:
		return "number"
	case kindScore:
		return "pawns"
	case kindDate:
		return "date"
	case kindChoice, kindIn:
		return "one of"
	case kindTag:
		return "NAME=VALUE"
	case kindFEN:
		return "position"
	case kindBoard:
		return "board pattern"
	case kindMaterial:
		return "material"
	case kindLine:
		return "moves"
	case kindAlfil:
		return "side=square"
	case kindFor:
		return "number of plies"
	default:
		return "plies"
	}
}

// article is the kind with its article, for errors.
func (k kind) article() string {
	switch k {
	case kindText, kindMaterial, kindLine, kindFor, kindAt, kindTag, kindAlfil, kindScore:
		return k.String()
	case kindChoice, kindIn:
		return "a value"
	default:
		return "a " + k.String()
	}
}

// A field is a line of the one table of fields.
type field struct {
	name    string
	kind    kind
	meaning string
	example string
	choices []string
}

// fields is that table, in the order of the documentation.
func fields() []field {
	return []field{
		{"player", kindName, "either player, by any part of the name and any alias of it", `player:suli`, nil},
		{"white", kindName, "the player of the white men", `white:"al-Lajlaj"`, nil},
		{"black", kindName, "the player of the black men", `black:adli`, nil},
		{"event", kindName, "the Event tag", `event:"Baghdad open"`, nil},
		{"site", kindName, "the Site tag", `site:baghdad`, nil},
		{"round", kindText, "the Round tag", `round:3.1`, nil},
		{"annotator", kindName, "the Annotator tag", `annotator:murray`, nil},
		{"tag", kindTag, "any tag by its name; without a value, that the game has it", `tag:WhiteTeam="House of Wisdom"`, nil},
		{"date", kindDate, "a day that the date of the game can stand for; one with unknown parts is a range, and so is one of the Islamic calendar, as 308AH", `date:900..950`, nil},
		{"certain.date", kindDate, "the date of the game, which must lie in the range with all the days that it can stand for", `certain.date:900..950`, nil},
		{"elo", kindNumber, "the rating of either player", `elo:>=2000`, nil},
		{"whiteelo", kindNumber, "the rating of White", `whiteelo:1800..2000`, nil},
		{"blackelo", kindNumber, "the rating of Black", `blackelo:<1500`, nil},
		{"result", kindChoice, "the result as recorded", `result:1-0`, []string{"1-0", "0-1", "1/2-1/2", "*"}},
		{"ending", kindChoice, "how the game ended, as worked out from board, tags and comments", `ending:bare-king`, []string{
			"checkmate", "stalemate", "bare-king", "both-bare", "move-count", "repetition", "time-forfeit",
			"adjudication", "illegal-move", "abandoned", "agreement", "resignation", "unexplained", "unfinished",
		}},
		{"rules", kindText, "the rule set of the game", `rules:iggc`, nil},
		{"array", kindChoice, "the start array; setup is any other position", `array:shah-d`, []string{"shah-e", "shah-d", "crossed", "setup"}},
		{"plies", kindNumber, "the number of plies of the main line", `plies:>100`, nil},
		{"text", kindText, "words or a phrase in the comments", `text:"both sides"`, nil},
		{"opening", kindName, "the opening array (tabiya) of either side", `opening:mujannah`, nil},
		{"white.opening", kindName, "the opening array of White", `white.opening:sayyal`, nil},
		{"black.opening", kindName, "the opening array of Black", `black.opening:mashaikhi`, nil},
		{"id", kindNumber, "the number of the game in the archive", `id:100..200`, nil},
		{"source", kindText, "the file that the game came from", `source:historic`, nil},
		{"imported", kindDate, "the day of the import", `imported:>=2024-05-01`, nil},
		{"code", kindText, "the code of a diagnostic that the game has", `code:result-mismatch`, nil},
		{"termination", kindText, "the Termination tag", `termination:"time forfeit"`, nil},
		{"timecontrol", kindText, "the TimeControl tag", `timecontrol:40/5400`, nil},
		{"eval", kindScore, "an evaluation in a comment of the game, [%eval …], in pawns from White's side; a forced end is more than any number of pawns", `eval:>2.5`, nil},
		{"blunders", kindNumber, "the number of moves of the main line marked ??, of games that have an evaluation or such a mark", `blunders:>=3`, nil},
		{"has", kindChoice, "what the game comes with", `has:annotations`, []string{"annotations", "variations", "errors"}},
		{"fen", kindFEN, "the exact position, placement and side to move; ~mirror ~colors ~any after it add its images",
			`fen:"4k3/8/8/8/8/8/4R3/4K3 w" ~any`, nil},
		{"board", kindBoard, "a pattern: a letter is that man, ? and digits are anything, _ is empty, * a white man, + a black man, [RN] one of",
			`board:"8/8/8/3[RN]4/8/8/8/4K3"`, nil},
		{"material", kindMaterial, "the men of both sides; + after a side allows more, > in place of / puts White first, [c1] names an alfil's family or a ferz's square colour",
			`material:"KRA[c1]+/KR"`, nil},
		{"line", kindLine, "moves in a row; * is any number of moves, ? is any one", `line:"e3 * Nf3"`, nil},
		{"alfil", kindAlfil, "a side has the alfil of a family, named by one of its squares; after board:, material: or line: in the same position",
			`alfil:w=c1,f1`, nil},
		{"for", kindFor, "after a pattern: it lasts so many plies", `material:"KR/KA" for:10`, nil},
		{"at", kindAt, "after a pattern: it is found at these plies", `board:"rank4:3P4" at:10..40`, nil},
		{"in", kindIn, "beside patterns: they are looked for in variations, too", `line:"e3 Nf3" in:variations`, []string{"variations"}},
	}
}

// lookUp finds a field by its name.
func lookUp(name string) (field, bool) {
	all := fields()
	i := slices.IndexFunc(all, func(f field) bool { return f.name == name })
	if i < 0 {
		return field{}, false
	}
	return all[i], true
}

// A FieldDoc describes a field of the language.
type FieldDoc struct {
	Name    string
	Kind    string   // what stands behind the colon: "name", "number", "one of" …
	Choices []string // the fixed values of "one of", or nil
	Meaning string
	Example string // a query that uses it
	Ordered bool   // it can be compared: field:>=value, field:a..b
}

// FieldDocs returns a description of every field, in an order for readers.
func FieldDocs() []FieldDoc {
	var docs []FieldDoc
	for _, f := range fields() {
		docs = append(docs, FieldDoc{
			Name: f.name, Kind: f.kind.String(), Choices: f.choices, Meaning: f.meaning, Example: f.example,
			Ordered: f.kind.ordered(),
		})
	}
	return docs
}

// ordered reports whether fields of the kind can be compared.
func (k kind) ordered() bool {
	return k == kindNumber || k == kindScore || k == kindDate
}
