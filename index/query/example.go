package query

// An ExampleDoc is a query with what it finds among the games of examples/queries.pgn,
// which have the numbers 1 to 5 in their order.
type ExampleDoc struct {
	Query   string
	Meaning string
	// Found are the games; where the query has a pattern, with the plies at which it
	// is found, and the image where it is another than the one asked for:
	// "1 at 8 mirror; 2 at 8".
	Found string
}

// ExampleDocs returns an example of each construct of the language, in an order for
// readers. They are tests, too: every one is asked of these games.
func ExampleDocs() []ExampleDoc {
	return []ExampleDoc{
		{``, "every game", "1; 2; 3; 4; 5"},
		{`suli`, "a word in names, events and comments", "1; 2"},
		{`"Baghdad open"`, "a phrase", "3"},
		{`bagh*`, "a beginning", "1; 2; 3"},
		{`clarra~`, "a near spelling", "5"},
		{`suli clara`, "both", ""},
		{`suli or clara`, "either", "1; 2; 5"},
		{`not result:1-0`, "what does not hold", "2; 3; 4; 5"},
		{`site:baghdad -player:suli`, "the same with a sign", "3"},
		{`baghdad (result:1-0 or ending:time-forfeit)`, "grouped", "1; 3"},
		{`player:"al-Sulí"`, "a name in any spelling", "1; 2"},
		{`white:العدلى`, "White, in any script", "2"},
		{`black:suli`, "Black", "2"},
		{`event:muktafi`, "the event", "1; 2"},
		{`site:baghdad`, "the place", "1; 2; 3"},
		{`round:3.1`, "the round", "1"},
		{`annotator:murray`, "who made the notes", "1"},
		{`tag:WhiteTeam="House of Wisdom"`, "any tag with its value", "3"},
		{`tag:WhiteTeam`, "that it is there at all", "3"},
		{`date:905`, "a year; 0905.??.?? can be any day of it", "1; 2"},
		{`date:905.03..905.04`, "a range", "1; 2"},
		{`certain.date:905.01..905.06`, "only dates that lie in it whatever is unknown", "2"},
		{`date:>2000`, "a comparison", "3; 5"},
		{`elo:>=2000`, "the rating of either player", "3"},
		{`whiteelo:1800..2100`, "White's", "3"},
		{`blackelo:<1500`, "Black's", "3"},
		{`result:1/2-1/2`, "the result", "5"},
		{`ending:time-forfeit`, "how the game ended", "3"},
		{`rules:iggc`, "the rule set", "1; 2; 3; 4; 5"},
		{`array:shah-d`, "the start array", "2"},
		{`array:setup`, "another start", "4; 5"},
		{`plies:>=10`, "the length", "3; 4"},
		{`text:"both sides"`, "a phrase in the comments, as it is written", "1"},
		{`text:attacked`, "a word in all its forms: attacking", "5"},
		{`text:конь`, "in the language of the comment: коней", "2"},
		{`text:Turm`, "Türme", "4"},
		{`text:attac*`, "a beginning", "5"},
		{`opening:sayyal`, "a side's opening array", "3"},
		{`white.opening:sayyal`, "that of White", "3"},
		{`black.opening:mashaikhi`, "that of Black", ""},
		{`id:2..3`, "games by their numbers", "2; 3"},
		{`source:queries`, "the file that they came from", "1; 2; 3; 4; 5"},
		{`imported:>=2024-05-01`, "when they came", "1; 2; 3; 4; 5"},
		{`code:result-mismatch`, "a diagnostic", "4"},
		{`has:errors`, "any error", "4"},
		{`has:variations`, "lines beside the main line", "1"},
		{`has:annotations`, "comments or marks", "1; 2; 4; 5"},
		{`termination:"time forfeit"`, "the Termination tag", "3"},
		{`timecontrol:40/5400`, "the TimeControl tag", "3"},
		{`fen:"r1akfa1r/ppp2ppp/2nppn2/8/8/2NPPN2/PPP2PPP/R1AKFA1R w"`, "an exact position", "2 at 8"},
		{`fen:"r1akfa1r/ppp2ppp/2nppn2/8/8/2NPPN2/PPP2PPP/R1AKFA1R w" ~mirror`, "or its mirror image", "1 at 8 mirror; 2 at 8"},
		{`fen:"4k3/4r3/8/8/7P/8/p7/3K4 b" ~colors`, "or with the colours exchanged", "5 at 0 colors"},
		{`fen:"3k4/3r4/8/8/P7/8/7p/4K3 b" ~any`, "or any of the four images", "5 at 0 mirror+colors"},
		{`board:"rank4:5PP1"`, "a pattern in one rank: digits are anything", "3 at 13, 14"},
		{`board:"8/8/8/8/8/8/8/K_[AR]_*3"`, "empty squares, one of some men, any man of White", ""},
		{`board:"rank1:[KR]_A_____"`, "one of some men, and empty squares", "4 at 0, 1, 4, 5"},
		{`board:"rank1:____*3 rank8:F2+4"`, "any man of White, any of Black", "5 at 1"},
		{`material:"KRF/KP"`, "the men of both sides", "5 at 1, 2, 3, 4, 5, 6"},
		{`material:"KR/KRAA" at:0`, "of either side", "4 at 0 colors"},
		{`material:"KR>KRAA"`, "White's first", ""},
		{`material:"KRA+/KR" at:7`, "at least these men of one side", "4 at 7"},
		{`material:"KRA[b5]+/KR" at:7`, "an alfil of a family, named by a square", "4 at 7"},
		{`material:"KRF[light]/KP" at:2`, "a ferz on squares of a colour", "5 at 2"},
		{`alfil:w=b5,c1 at:7 -array:shah-d plies:<12`, "alfils of families alone", "1 at 7; 4 at 7"},
		{`board:"rank1:K1A5" alfil:w=b5 at:7`, "beside another pattern", "4 at 7"},
		{`board:"rank8:F7" for:2`, "a pattern that lasts", "5 at 1, 2, 5, 6"},
		{`board:"rank8:F7" at:5..`, "within some plies", "5 at 5, 6"},
		{`line:"e3 ? Nf3"`, "moves in a row, one of them any", "1 at 1; 2 at 5"},
		{`line:"Rc3 * Rc3"`, "with any number of moves between", "4 at 3"},
		{`line:"Nc6 Nc3"`, "not in the main line", ""},
		{`line:"Nc6 Nc3" in:variations`, "but in a variation", "1 at 6 in variation 1"},
		{`@draws`, "a query that was saved, here as result:1/2-1/2", "5"},
		{`player:clara @draws`, "within another", "5"},
	}
}
