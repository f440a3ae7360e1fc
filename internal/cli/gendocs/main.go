package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/diwan-shatranj/diwan/index/query"
	"github.com/diwan-shatranj/diwan/internal/cli"
	"github.com/diwan-shatranj/diwan/pgn"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: gendocs FOLDER")
		os.Exit(2)
	}
	for name, text := range map[string]string{"diagnostics.md": diagnostics(), "commands.md": commands(), "queries.md": queries()} {
		if err := os.WriteFile(filepath.Join(os.Args[1], name), []byte(text), 0o644); err != nil {
			fmt.Fprintln(os.Stderr, "gendocs:", err)
			os.Exit(1)
		}
	}
}

const generated = "<!-- Made from the code by `make docs`. -->\n\n"

// diagnostics is the catalogue of codes.
func diagnostics() string {
	var b strings.Builder
	b.WriteString(generated + `# Diagnostics

Everything that Diwan says about a game's text has a code. Codes are stable: scripts may rely on them.
An *error* means that the record is wrong; a *warning* that something was forgiven or is suspicious; a
*note* that something was assumed. Some codes are also given as a note where the matter is harmless.

`)
	last := pgn.Severity(0)
	for _, ci := range pgn.Codes() {
		if ci.Severity != last {
			fmt.Fprintf(&b, "## %ss\n\n", strings.ToUpper(ci.Severity.String()[:1])+ci.Severity.String()[1:])
			last = ci.Severity
		}
		fmt.Fprintf(&b, "### %s\n\n%s\n\n- Example: %s\n- What to do: %s\n\n", ci.Code, ci.Meaning, code(ci.Example), ci.Fix)
	}
	return strings.TrimRight(b.String(), "\n") + "\n"
}

// queries describes the query language.
func queries() string {
	var b strings.Builder
	b.WriteString(generated + `# Queries

The language in which ` + "`search`, `export`, `annotate`, `explore`, `stats` and `grep`" + ` are told which games are meant. The empty query is every game.

- Terms beside one another must all hold; ` + "`or`, `not` (or `-`)" + ` and parentheses combine them: ` + "`player:suli (result:1-0 or ending:both-bare) -date:900..920`" + `.
  On a command line a term that begins with ` + "`-`" + ` goes after ` + "`--`" + `, or is written with ` + "`not`" + `.
- A bare word, or a phrase in quotes, is looked for in names, events and comments. ` + "`suli*`" + ` is a beginning, ` + "`sulli~`" + ` a near spelling.
- Words are compared without regard to capitals, diacritics, ʿayn and hamza, and the article al-: ` + "`player:suli`" + ` finds al-Ṣūlī.
- In comments a word by itself is found in all its forms, ` + "`text:attack`" + ` where attacking stands. The language of a comment is told by
  its script and its frequent words: English, German, Dutch, Catalan, Russian, Arabic and Persian are known, of which
  Persian words have no further forms and Catalan ones but those with an elided article. Words of a phrase, beginnings
  and near spellings are compared as they are written.
- ` + "`field:value`" + `; fields that have an order are also compared, ` + "`plies:>=100`" + `, and take ranges, ` + "`date:900..950`" + `. Values with blanks stand in quotes.
- Dates of which parts are unknown, such as 0920.??.??, stand for all the days that they can be.
- ` + "`fen:`" + ` is looked for in the main line of every game, from its start to its last accepted ply. Its images are those
  under the exact symmetries of shatranj: mirrored left to right, and turned round with the colours exchanged.
- ` + "`opening:`" + ` is the array (tabiya) into which a side has brought its men, recognised by where they stand, mirrored or not, in
  whatever order they came there: three quarters of an array's characteristic men, at least five, within 25 moves. Arrays of
  your own stand in ` + "`tabiyat.tsv`" + ` in the archive's folder; for ` + "`grep`" + `, in the file that ` + "`--tabiyat`" + ` names.
- A query that was saved, ` + "`diwan query save NAME QUERY`" + `, stands in any other as ` + "`@NAME`" + `.
- ` + "`--positions`" + ` shows the plies at which patterns are found, ` + "`--count`" + ` only how many games (or plies) there are.

What is wrong with a query is said with its place. Fields that are in the language and cannot be answered yet are
refused, never ignored.

## Fields

| field | value | meaning | example |
|---|---|---|---|
`)
	for _, d := range query.FieldDocs() {
		kind := d.Kind
		if len(d.Choices) > 0 {
			kind += " " + strings.Join(d.Choices, ", ")
		}
		if d.Ordered {
			kind += "; comparisons, ranges"
		}
		fmt.Fprintf(&b, "| `%s:` | %s | %s | `%s` |\n", d.Name, cell(kind), cell(d.Meaning), strings.ReplaceAll(d.Example, "|", "\\|"))
	}
	b.WriteString(`
## Examples

What each finds among the five games of [queries.pgn](../examples/queries.pgn), imported into an empty archive: the
games, and for patterns the plies with the image in which they stand there. Each line is a test.

| query | means | finds |
|---|---|---|
`)
	for _, x := range query.ExampleDocs() {
		found, text := x.Found, code(strings.ReplaceAll(x.Query, "|", "\\|"))
		if found == "" {
			found = "nothing"
		}
		if x.Query == "" {
			text = "(empty)"
		}
		fmt.Fprintf(&b, "| %s | %s | %s |\n", text, cell(x.Meaning), found)
	}
	return b.String()
}

// cell makes text fit for a cell of a table.
func cell(text string) string {
	return strings.NewReplacer("|", "\\|", "*", "\\*", "_", "\\_").Replace(text)
}

// code sets text as code.
func code(text string) string { return "`" + text + "`" }

// commands is the help of every command.
func commands() string {
	var b strings.Builder
	b.WriteString(generated + "# Commands\n\n```\n" + help() + "```\n")
	for _, name := range cli.Commands() {
		fmt.Fprintf(&b, "\n## %s\n\n```\n%s```\n", name, help(name))
	}
	return b.String()
}

// help is what a command says of itself.
func help(command ...string) string {
	var out bytes.Buffer
	cli.Main(context.Background(), "devel", append(command, "--help"), cli.Streams{In: strings.NewReader(""), Out: &out, Err: &out})
	return out.String()
}
