package diagram

import (
	"fmt"
	"io"
	"math"
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

// A man is drawn so that a square of frame units, inset from the left, fills its square.
const (
	frame = 40.0
	inset = 2.5
)

// shapes are the men, drawn upright on a width of 45 units, each with the lines inside it.
var shapes = [...]struct{ body, lines string }{
	rules.Pawn:   {"M15 37V30C15 23 18 20 22.5 20S30 23 30 30V37ZM22.5 12A4 4 0 0 1 22.5 20A4 4 0 0 1 22.5 12Z", ""},
	rules.Knight: {"M13 37V27C13 19 18 14 24 14L33 9L35 15L30 20C32 22 32 25 32 27V37Z", "M13 32H32"},
	rules.Alfil:  {"M12 37V26C12 19 15 15 18 13L16 6L22 11H23L29 6L27 13C30 15 33 19 33 26V37Z", "M12 32H33"},
	rules.Ferz:   {"M12 38V25C12 17 16 13 22.5 13S33 17 33 25V38Z", "M12 25H33M17 25V38M28 25V38"},
	rules.Rook:   {"M12 37V11H18L22.5 19L27 11H33V37Z", "M12 32H33"},
	rules.King:   {"M9 38V21C9 12 14 9 22.5 9S36 12 36 21V38ZM22.5 2A3.5 3.5 0 0 1 22.5 9A3.5 3.5 0 0 1 22.5 2Z", "M9 21H36M15 21V38M30 21V38"},
}

// Style is the look of diagrams as a style sheet. They look the same in light and dark
// mode but for the coordinates, which stand on what is around the board. The classes
// begin with "b-" and stand alone: what is drawn by reference has no ancestors there.
const Style = `.b-l{fill:#f1e3c6}.b-d{fill:#cfae7b}.b-n{fill:#6b5637;font:11px system-ui,sans-serif;text-anchor:middle}
.b-w{fill:#fffdf6;stroke:#3b2c17;stroke-width:1.6;stroke-linejoin:round}.b-b{fill:#463420;stroke:#170f06;stroke-width:1.6;stroke-linejoin:round}
.b-wi{stroke:#3b2c17;stroke-width:1.2;fill:none}.b-bi{stroke:#dcc39a;stroke-width:1.2;fill:none}.b-m{fill:#f0b429;fill-opacity:.5}
.b-G{fill:#15781b}.b-R{fill:#b3261e}.b-Y{fill:#c99700}.b-B{fill:#1f5fb0}.b-s{fill-opacity:.5}.b-a{fill-opacity:.75}
@media (prefers-color-scheme:dark){.b-n{fill:#cdb58c}}
@media print{.b-n{fill:#6b5637}}
`

// SVG writes the diagram as an SVG element that needs nothing else.
func (d *Diagram) SVG(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" class="board" viewBox="0 0 %d %d" role="img" aria-label="%s">`+"\n", whole, whole, escape(d.title()))
	fmt.Fprintf(&b, "<title>%s</title>\n<style>\n%s</style>\n", escape(d.title()), Style)
	squares(&b)
	names(&b, d.Flip)
	d.marks(&b)
	d.men(func(c rules.Color, k rules.Kind, x, y int) {
		fmt.Fprintf(&b, `<g transform="translate(%d %d)scale(%g)translate(%g 0)">`, x, y, square/frame, -inset)
		man(&b, c, k)
		b.WriteString("</g>\n")
	})
	d.arrows(&b)
	b.WriteString("</svg>\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// Inline writes the diagram as an SVG element of an HTML page that has Symbols and
// Style.
func (d *Diagram) Inline(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, `<svg class="board" viewBox="0 0 %d %d" role="img" aria-label="%s"><use href="#board-%s"/>`, whole, whole, escape(d.title()), side(d.Flip))
	d.marks(&b)
	d.men(func(c rules.Color, k rules.Kind, x, y int) {
		fmt.Fprintf(&b, `<use href="#man-%c" x="%d" y="%d"/>`, Letter(c, k), x, y)
	})
	d.arrows(&b)
	b.WriteString("</svg>")
	_, err := io.WriteString(w, b.String())
	return err
}

// Symbols writes the SVG element that inline diagrams refer to: the symbols board-white
// and board-black, an empty board with its coordinates seen from that side, and man-K
// to man-p, the men by their letters in a FEN. The board lies in a square of 400 units,
// with a margin of 20 around it and 45 for each square.
func Symbols(w io.Writer) error {
	var b strings.Builder
	b.WriteString(`<svg class="board" width="0" height="0" aria-hidden="true"><defs>`)
	for _, flip := range []bool{false, true} {
		fmt.Fprintf(&b, `<symbol id="board-%s" viewBox="0 0 %d %d" width="%d" height="%d">`, side(flip), whole, whole, whole, whole)
		squares(&b)
		names(&b, flip)
		b.WriteString("</symbol>")
	}
	for _, c := range []rules.Color{rules.White, rules.Black} {
		for k := range shapes {
			if k := rules.Kind(k); k != rules.NoKind {
				fmt.Fprintf(&b, `<symbol id="man-%c" viewBox="%g 0 %g %g" width="%d" height="%d">`, Letter(c, k), inset, frame, frame, square, square)
				man(&b, c, k)
				b.WriteString("</symbol>")
			}
		}
	}
	b.WriteString("</defs></svg>")
	_, err := io.WriteString(w, b.String())
	return err
}

// Letter is the letter of a man as a FEN has it.
func Letter(c rules.Color, k rules.Kind) byte {
	if c == rules.Black {
		return k.Letter() + 'a' - 'A'
	}
	return k.Letter()
}

func side(flip bool) string {
	if flip {
		return rules.Black.String()
	}
	return rules.White.String()
}

func (d *Diagram) title() string {
	if d.Title == "" {
		return d.Position.FEN()
	}
	return d.Title
}

// corner is where the upper left corner of a square lies.
func corner(s rules.Square, flip bool) (x, y int) {
	file, rank := s.File(), s.Rank()
	if flip {
		file, rank = 7-file, 7-rank
	}
	return margin + file*square, margin + (7-rank)*square
}

// squares draws the empty board, which looks the same from both sides.
func squares(b *strings.Builder) {
	fmt.Fprintf(b, `<rect class="b-l" x="%d" y="%d" width="%d" height="%d"/><path class="b-d" d="`, margin, margin, 8*square, 8*square)
	for s := range rules.NoSquare {
		if (s.File()+s.Rank())%2 == 0 {
			x, y := corner(s, false)
			fmt.Fprintf(b, "M%d %dh%dv%dh-%dz", x, y, square, square, square)
		}
	}
	b.WriteString("\"/>\n")
}

// names writes the coordinates.
func names(b *strings.Builder, flip bool) {
	for i := range 8 {
		x, _ := corner(rules.SquareAt(i, 0), flip)
		_, y := corner(rules.SquareAt(0, i), flip)
		fmt.Fprintf(b, `<text class="b-n" x="%d" y="%d">%c</text><text class="b-n" x="%d" y="%d">%d</text>`,
			x+square/2, whole-margin/3, 'a'+i, margin/2, y+square/2+4, i+1)
	}
	b.WriteByte('\n')
}

// marks draws the squares of the last move and those that are marked.
func (d *Diagram) marks(b *strings.Builder) {
	mark := func(class string, s rules.Square) {
		x, y := corner(s, d.Flip)
		fmt.Fprintf(b, `<rect class="%s" x="%d" y="%d" width="%d" height="%d"/>`, class, x, y, square, square)
	}
	if d.Last != rules.NoMove {
		mark("b-m", d.Last.From())
		mark("b-m", d.Last.To())
	}
	for _, m := range d.Marks {
		mark(fmt.Sprintf("b-%c b-s", colorOf(m.Color)), m.Square)
	}
}

// men calls draw for each man with the corner of its square.
func (d *Diagram) men(draw func(c rules.Color, k rules.Kind, x, y int)) {
	for s := range rules.NoSquare {
		if c, k := d.Position.At(s); k != rules.NoKind {
			x, y := corner(s, d.Flip)
			draw(c, k, x, y)
		}
	}
}

// man draws a man.
func man(b *strings.Builder, c rules.Color, k rules.Kind) {
	class := "b-w"
	if c == rules.Black {
		class = "b-b"
	}
	fmt.Fprintf(b, `<path class="%s" d="%s"/>`, class, shapes[k].body)
	if shapes[k].lines != "" {
		fmt.Fprintf(b, `<path class="%si" d="%s"/>`, class, shapes[k].lines)
	}
}

// The measures of an arrow: half the width of its shaft and of its head, and the length
// of the head.
const (
	shaft = 3.5
	wings = 10
	head  = 17
)

func (d *Diagram) arrows(b *strings.Builder) {
	for _, a := range d.Arrows {
		if a.From == a.To {
			continue
		}
		x1, y1 := corner(a.From, d.Flip)
		x2, y2 := corner(a.To, d.Flip)
		length := math.Hypot(float64(x2-x1), float64(y2-y1))
		angle := math.Atan2(float64(y2-y1), float64(x2-x1)) * 180 / math.Pi
		fmt.Fprintf(b, `<path class="b-%c b-a" transform="translate(%d %d) rotate(%.2f)" d="M8 %gH%.1fV%dL%.1f 0L%.1f %dV%gH8Z"/>`,
			colorOf(a.Color), x1+square/2, y1+square/2, angle, -shaft, length-head, -wings, length, length-head, wings, shaft)
	}
}

// colorOf is the letter of a colour, G for one that is not known.
func colorOf(letter byte) byte {
	if strings.IndexByte("GRYB", letter) < 0 {
		return 'G'
	}
	return letter
}

// escape makes text fit for an attribute or element.
func escape(s string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;").Replace(s)
}
