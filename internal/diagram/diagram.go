package diagram

import (
	"fmt"
	"io"
	"strings"

	"github.com/diwan-shatranj/diwan/rules"
)

// Diagram is a board to be drawn.
type Diagram struct {
	Position rules.Position
	Last     rules.Move // the move that led to it; NoMove draws none
	Marks    []Mark     // coloured squares
	Arrows   []Arrow
	Flip     bool // Black below
	Title    string
}

// Mark is a square to be marked, by one of the colour letters of [%csl]: G R Y B.
type Mark struct {
	Color  byte
	Square rules.Square
}

// Arrow is an arrow to be drawn, by one of the colour letters of [%cal].
type Arrow struct {
	Color    byte
	From, To rules.Square
}

// The board's measures in user units: a square, and the margin that holds the
// coordinates.
const (
	square = 45
	margin = 20
	whole  = 8*square + 2*margin
)

// shapes are the men, drawn on a square of 45 units, each with the lines inside it.
var shapes = [...]struct{ body, lines string }{
	rules.Pawn:   {"M15 37V30C15 23 18 20 22.5 20S30 23 30 30V37ZM22.5 12A4 4 0 0 1 22.5 20A4 4 0 0 1 22.5 12Z", ""},
	rules.Knight: {"M13 37V27C13 19 18 14 24 14L33 9L35 15L30 20C32 22 32 25 32 27V37Z", "M13 32H32"},
	rules.Alfil:  {"M12 37V26C12 19 15 15 18 13L16 6L22 11H23L29 6L27 13C30 15 33 19 33 26V37Z", "M12 32H33"},
	rules.Ferz:   {"M12 38V25C12 17 16 13 22.5 13S33 17 33 25V38Z", "M12 25H33M17 25V38M28 25V38"},
	rules.Rook:   {"M12 37V11H18L22.5 19L27 11H33V37Z", "M12 32H33"},
	rules.King:   {"M9 38V21C9 12 14 9 22.5 9S36 12 36 21V38ZM22.5 2A3.5 3.5 0 0 1 22.5 9A3.5 3.5 0 0 1 22.5 2Z", "M9 21H36M15 21V38M30 21V38"},
}

// style is the look of a diagram; it follows the reader's light or dark mode.
const style = `<style>
.l{fill:#f3e7cf}.d{fill:#d9bf94}.n{fill:#6b5637;font:11px sans-serif;text-anchor:middle}
.w{fill:#fffdf7;stroke:#3b2c17;stroke-width:1.6;stroke-linejoin:round}.b{fill:#4a3620;stroke:#1d1408;stroke-width:1.6;stroke-linejoin:round}
.w+path{stroke:#3b2c17;fill:none}.b+path{stroke:#d9bf94;fill:none}.m{fill:#f0b429;fill-opacity:.45}
@media (prefers-color-scheme:dark){.n{fill:#cdb58c}}
</style>`

// palette are the colours of marks and arrows by their letters.
var palette = map[byte]string{'G': "#15781b", 'R': "#b3261e", 'Y': "#c99700", 'B': "#1f5fb0"}

// SVG writes the diagram as an SVG element.
func (d *Diagram) SVG(w io.Writer) error {
	var b strings.Builder
	title := d.Title
	if title == "" {
		title = d.Position.FEN()
	}
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" role="img" aria-label="%s">`+"\n", whole, whole, escape(title))
	fmt.Fprintf(&b, "<title>%s</title>\n%s\n", escape(title), style)
	d.squares(&b)
	d.men(&b)
	d.arrows(&b)
	b.WriteString("</svg>\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// corner is where a square's upper left corner lies.
func (d *Diagram) corner(s rules.Square) (x, y int) {
	file, rank := s.File(), s.Rank()
	if d.Flip {
		file, rank = 7-file, 7-rank
	}
	return margin + file*square, margin + (7-rank)*square
}

func (d *Diagram) squares(b *strings.Builder) {
	for s := range rules.NoSquare {
		x, y := d.corner(s)
		class := "d"
		if (s.File()+s.Rank())%2 == 1 {
			class = "l"
		}
		fmt.Fprintf(b, `<rect class="%s" x="%d" y="%d" width="%d" height="%d"/>`, class, x, y, square, square)
	}
	if d.Last != rules.NoMove {
		for _, s := range []rules.Square{d.Last.From(), d.Last.To()} {
			x, y := d.corner(s)
			fmt.Fprintf(b, `<rect class="m" x="%d" y="%d" width="%d" height="%d"/>`, x, y, square, square)
		}
	}
	for _, m := range d.Marks {
		x, y := d.corner(m.Square)
		fmt.Fprintf(b, `<rect fill="%s" fill-opacity=".45" x="%d" y="%d" width="%d" height="%d"/>`, colorOf(m.Color), x, y, square, square)
	}
	b.WriteByte('\n')
	for i := range 8 {
		x, _ := d.corner(rules.SquareAt(i, 0))
		_, y := d.corner(rules.SquareAt(0, i))
		fmt.Fprintf(b, `<text class="n" x="%d" y="%d">%c</text><text class="n" x="%d" y="%d">%d</text>`,
			x+square/2, whole-margin/3, 'a'+i, margin/2, y+square/2+4, i+1)
	}
	b.WriteByte('\n')
}

func (d *Diagram) men(b *strings.Builder) {
	for s := range rules.NoSquare {
		c, k := d.Position.At(s)
		if k == rules.NoKind {
			continue
		}
		x, y := d.corner(s)
		class := "w"
		if c == rules.Black {
			class = "b"
		}
		fmt.Fprintf(b, `<g transform="translate(%d %d)"><path class="%s" d="%s"/>`, x, y, class, shapes[k].body)
		if shapes[k].lines != "" {
			fmt.Fprintf(b, `<path d="%s"/>`, shapes[k].lines)
		}
		b.WriteString("</g>\n")
	}
}

func (d *Diagram) arrows(b *strings.Builder) {
	if len(d.Arrows) == 0 {
		return
	}
	for letter, color := range sortedPalette() {
		fmt.Fprintf(b, `<marker id="a%c" viewBox="0 0 10 10" refX="7" refY="5" markerWidth="4" markerHeight="4" orient="auto"><path d="M0 0L10 5L0 10Z" fill="%s"/></marker>`, letter, color)
	}
	for _, a := range d.Arrows {
		x1, y1 := d.corner(a.From)
		x2, y2 := d.corner(a.To)
		letter := a.Color
		if palette[letter] == "" {
			letter = 'G'
		}
		fmt.Fprintf(b, `<line x1="%d" y1="%d" x2="%d" y2="%d" stroke="%s" stroke-width="6" stroke-opacity=".7" marker-end="url(#a%c)"/>`,
			x1+square/2, y1+square/2, x2+square/2, y2+square/2, palette[letter], letter)
	}
	b.WriteByte('\n')
}

// sortedPalette yields the palette in a fixed order.
func sortedPalette() func(func(byte, string) bool) {
	return func(yield func(byte, string) bool) {
		for _, letter := range []byte("GRYB") {
			if !yield(letter, palette[letter]) {
				return
			}
		}
	}
}

func colorOf(letter byte) string {
	if c := palette[letter]; c != "" {
		return c
	}
	return palette['G']
}

// escape makes text fit for an attribute or element.
func escape(s string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;").Replace(s)
}
