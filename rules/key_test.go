package rules

import (
	"testing"

	"pgregory.net/rapid"
)

// Keys are stored on disk: these values must never change.
func TestKeyGolden(t *testing.T) {
	for _, test := range []struct {
		fen       string
		hash, key uint64
		image     Orientation
	}{
		{"rnafkanr/pppppppp/8/8/8/8/PPPPPPPP/RNAFKANR w", 0x308fde1d3f3c651b, 0x308fde1d3f3c651b, Identity},
		{"rnakfanr/pppppppp/8/8/8/8/PPPPPPPP/RNAKFANR w", 0xa77a665c297a83ef, 0x308fde1d3f3c651b, Mirror},
		{"rnafkanr/pppppppp/8/8/8/8/PPPPPPPP/RNAFKANR b", 0xdaa22a9b2b9fdee5, 0x308fde1d3f3c651b, Colors},
		{"8/1K6/8/8/3P2p1/7k/a7/7f b", 0x25e2dc6be5f27f7a, 0x25e2dc6be5f27f7a, Identity},
		{"8/8/3k4/8/8/3K4/8/8 w", 0x3879e4fb4c811191, 0x34f0f7d91a151054, Mirror},
	} {
		p := mustPosition(t, test.fen)
		key, image := p.Key()
		if p.Hash() != test.hash || key != test.key || image != test.image {
			t.Errorf("%s: hash %#x, key %#x of image %q", test.fen, p.Hash(), key, image)
		}
	}
}

// keysFromScratch checks the keys that p carries against those of its board.
func keysFromScratch(t *rapid.T, p *Position) {
	if want := keysOf(&p.kinds, &p.colors, p.Turn()); p.keys != want {
		t.Fatalf("%s: keys %x, from scratch %x", p.FEN(), p.keys, want)
	}
}

func TestKeysAreKeptUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawPosition(t)
		keysFromScratch(t, &p)
		for _, m := range p.AppendExchanges(p.AppendMoves(nil)) {
			next := p.Play(m)
			keysFromScratch(t, &next)
		}
		null := p.PlayNull()
		keysFromScratch(t, &null)
		image := p.Image(drawOrientation(t))
		keysFromScratch(t, &image)
	})
}

func TestImagesShareTheKey(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawPosition(t)
		key, at := p.Key()
		canonical := p.Image(at)
		if canonical.Hash() != key {
			t.Fatalf("%s: key %x, but its image %q has %x", p.FEN(), key, at, canonical.Hash())
		}
		for o := Identity; o <= MirrorColors; o++ {
			image := p.Image(o)
			imageKey, imageAt := image.Key()
			if imageKey != key {
				t.Fatalf("%s: key %x, image %s: %x", p.FEN(), key, image.FEN(), imageKey)
			}
			// The way from the image to the canonical one leads over p, unless
			// another image is the canonical one too.
			if way := image.Image(imageAt); way.EPD() != canonical.EPD() {
				t.Fatalf("%s: canonical %s, from its image %s", p.FEN(), canonical.FEN(), way.FEN())
			}
			if imageAt != at^o && !hasSymmetry(&p) {
				t.Fatalf("%s: orientation %q, image %q has %q", p.FEN(), at, o, imageAt)
			}
		}
	})
}

// hasSymmetry reports whether p equals one of its other images.
func hasSymmetry(p *Position) bool {
	for o := Mirror; o <= MirrorColors; o++ {
		if image := p.Image(o); image.EPD() == p.EPD() {
			return true
		}
	}
	return false
}

func TestHashIgnoresCounters(t *testing.T) {
	p := mustPosition(t, "8/8/3k4/8/8/3K4/8/R7 b - - 0 1")
	q := mustPosition(t, "8/8/3k4/8/8/3K4/8/R7 b - - 17 50")
	other := mustPosition(t, "8/8/3k4/8/8/3K4/8/R7 w - - 0 1")
	if p.Hash() != q.Hash() || p.Hash() == other.Hash() {
		t.Errorf("hashes %x, %x; other turn %x", p.Hash(), q.Hash(), other.Hash())
	}
}

func TestHashesDiffer(t *testing.T) {
	seen := map[uint64]string{}
	for _, p := range samplePositions() {
		if epd, ok := seen[p.Hash()]; ok && epd != p.EPD() {
			t.Errorf("%s and %s have one hash", epd, p.EPD())
		}
		seen[p.Hash()] = p.EPD()
	}
	words := map[uint64]bool{turnKey: true}
	for c := range manKeys {
		for k := Pawn; k <= King; k++ {
			for s := range manKeys[c][k] {
				words[manKeys[c][k][s][Identity]] = true
			}
		}
	}
	if len(words) != 2*6*64+1 {
		t.Errorf("%d different words", len(words))
	}
}

func BenchmarkKey(b *testing.B) {
	p := mustPosition(b, "2rkqr2/pppp2pp/7b/2nP2B1/1PPN1pb1/2K1p1P1/P2N1P1P/R3QB1R w - - 0 21")
	for b.Loop() {
		p.Key()
	}
}
