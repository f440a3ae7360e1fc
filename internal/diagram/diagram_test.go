package diagram

import (
	"bytes"
	"encoding/xml"
	"errors"
	"flag"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/diwan-shatranj/diwan/rules"
	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the golden files")

func draw(t *testing.T, d Diagram) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := d.SVG(&out); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestSVG(t *testing.T) {
	array, _ := rules.ArrayByName("shah-e")
	p := array.Position()
	m, err := rules.ParseSAN(&p, "Ae3")
	if err != nil {
		t.Fatal(err)
	}
	got := draw(t, Diagram{Position: p.Play(m), Last: m, Title: `after 1. Ae3 & "so"`,
		Marks: []Mark{{'R', 3}}, Arrows: []Arrow{{'G', 1, 18}, {'?', 6, 21}}})
	const golden = "testdata/array.svg"
	if *update {
		if err := os.WriteFile(golden, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("the drawing changed (-want +got):\n%s", diff)
	}
}

// Every drawing is sound XML with a man for each man of the position.
func TestSVGIsXML(t *testing.T) {
	for _, fen := range []string{
		"rnafkanr/pppppppp/8/8/8/8/PPPPPPPP/RNAFKANR w - - 0 1",
		"8/8/8/3k4/8/1KF5/8/f7 w - - 0 1",
	} {
		p, err := rules.ParsePosition(fen)
		if err != nil {
			t.Fatal(err)
		}
		for _, flip := range []bool{false, true} {
			svg := draw(t, Diagram{Position: p, Flip: flip})
			dec := xml.NewDecoder(bytes.NewReader(svg))
			for {
				if _, err := dec.Token(); errors.Is(err, io.EOF) {
					break
				} else if err != nil {
					t.Fatal(err)
				}
			}
			if got, want := bytes.Count(svg, []byte("<g ")), p.Occupied().Count(); got != want {
				t.Errorf("%s: %d men drawn, want %d", fen, got, want)
			}
			if !strings.Contains(string(svg), fen) {
				t.Errorf("%s: no title", fen)
			}
		}
	}
}

func TestFromComment(t *testing.T) {
	marks, arrows := FromComment("see [%csl Ga1, Rh8,x] and [%cal Gg1f3,Rz1a1] here")
	if diff := cmp.Diff([]Mark{{'G', 0}, {'R', 63}}, marks); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]Arrow{{'G', 6, 21}}, arrows); diff != "" {
		t.Error(diff)
	}
	if marks, arrows := FromComment("[%eval 0.3]"); marks != nil || arrows != nil {
		t.Error("nothing is drawn there")
	}
}
