package report

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	clog "github.com/chromedp/cdproto/log"
	cruntime "github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/diwan-shatranj/diwan/pgn"
	"github.com/google/go-cmp/cmp"
)

// shots is a folder for pictures of the pages, for people to look at.
const shots = "DIWAN_SHOTS"

// browser is a headless Chromium with one page open.
type browser struct {
	t   *testing.T
	ctx context.Context

	mu     sync.Mutex
	faults []string // what the console, the policy or a script complained about
}

// newBrowser starts a browser; without one the test is skipped.
func newBrowser(t *testing.T) *browser {
	t.Helper()
	var path string
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "headless-shell"} {
		if p, err := exec.LookPath(name); err == nil {
			path = p
			break
		}
	}
	if path == "" {
		t.Skip("no Chromium is installed: the pages are not tried in a browser")
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.WindowSize(1280, 900))
	ctx, cancel := chromedp.NewExecAllocator(t.Context(), options...)
	t.Cleanup(cancel)
	ctx, cancelPage := chromedp.NewContext(ctx)
	t.Cleanup(cancelPage)
	ctx, cancelTime := context.WithTimeout(ctx, 2*time.Minute)
	t.Cleanup(cancelTime)
	b := &browser{t: t, ctx: ctx}
	err := chromedp.Listen(ctx, func(event any) {
		b.mu.Lock()
		defer b.mu.Unlock()
		switch e := event.(type) {
		case *cruntime.EventConsoleAPICalled:
			b.faults = append(b.faults, fmt.Sprint("console: ", e.Type))
		case *cruntime.EventExceptionThrown:
			b.faults = append(b.faults, e.ExceptionDetails.Text)
		case *clog.EventEntryAdded:
			b.faults = append(b.faults, e.Entry.Text)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	call(b, clog.Enable, cdp.Empty{})
	call(b, cruntime.Enable, cdp.Empty{})
	t.Cleanup(func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		if len(b.faults) > 0 {
			t.Errorf("the browser complained:\n%s", strings.Join(b.faults, "\n"))
		}
	})
	return b
}

func (b *browser) do(actions ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	if err := chromedp.Do(b.ctx, actions...); err != nil {
		b.t.Fatal(err)
	}
}

func run[T any](b *browser, action chromedp.Action[T]) T {
	b.t.Helper()
	v, err := chromedp.Run(b.ctx, action)
	if err != nil {
		b.t.Fatal(err)
	}
	return v
}

func call[P, R any](b *browser, command cdp.Command[P, R], params P) {
	b.t.Helper()
	if _, err := chromedp.Call(b.ctx, command, params); err != nil {
		b.t.Fatal(err)
	}
}

// open loads a file.
func (b *browser) open(file, fragment string) {
	b.t.Helper()
	u := url.URL{Scheme: "file", Path: file, Fragment: fragment}
	b.do(chromedp.Navigate("about:blank"), chromedp.Navigate(u.String()))
}

// is wants a JavaScript expression to be a text in the end.
func (b *browser) is(expression, want string) {
	b.t.Helper()
	var got string
	for deadline := time.Now().Add(10 * time.Second); time.Now().Before(deadline); {
		got = run(b, chromedp.Evaluate[string]("(() => { try { return String("+expression+"); } catch (e) { return String(e); } })()"))
		if got == want {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	b.t.Errorf("%s: %s", expression, cmp.Diff(want, got))
}

// now wants the line under the board to say something.
func (b *browser) now(want string) {
	b.t.Helper()
	b.is(`document.querySelector(".now").textContent`, want)
}

func (b *browser) key(keys string) {
	b.t.Helper()
	b.do(chromedp.KeyEvent(keys))
}

// shot takes a picture of the whole page, if pictures are asked for.
func (b *browser) shot(name string) {
	b.t.Helper()
	dir := os.Getenv(shots)
	if dir == "" {
		return
	}
	b.do(chromedp.Sleep(300 * time.Millisecond))
	png := run(b, chromedp.FullScreenshot(100))
	if err := os.WriteFile(filepath.Join(dir, name+".png"), png, 0o644); err != nil {
		b.t.Fatal(err)
	}
}

// media sets what the page is told of the reader's wishes.
func (b *browser) media(medium, scheme string) {
	b.t.Helper()
	call(b, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: medium, Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}})
}

// testGames are the games of a file of testdata.
func testGames(t *testing.T, name string) []Game {
	t.Helper()
	f, err := os.Open(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var games []Game
	for g, err := range pgn.NewReader(f).Games() {
		if err != nil {
			t.Fatal(err)
		}
		p, err := pgn.Play(g, pgn.Options{})
		if err != nil {
			t.Fatal(err)
		}
		games = append(games, Game{Replay: p, Name: fmt.Sprintf("game %d of %s", g.Number, name)})
	}
	return games
}

// onDisk writes a page to a file.
func onDisk(t *testing.T, write func(io.Writer) error) string {
	t.Helper()
	f, err := os.Create(filepath.Join(t.TempDir(), "page.html"))
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(write(f), f.Close()); err != nil {
		t.Fatal(err)
	}
	return f.Name()
}

func onePage(t *testing.T, g Game) string {
	t.Helper()
	return onDisk(t, func(w io.Writer) error { return Page(w, g, Options{Generator: "diwan test"}) })
}

// at is the middle of an element, moved by a part of its width.
func (b *browser) at(selector string, part float64) (x, y float64) {
	b.t.Helper()
	box := run(b, chromedp.Evaluate[[]float64](fmt.Sprintf(`(() => {
		const e = document.querySelector(%q);
		e.scrollIntoView({block: "center"});
		const r = e.getBoundingClientRect();
		return [r.left + r.width * %v, r.top + r.height / 2];
	})()`, selector, part)))
	return box[0], box[1]
}

func (b *browser) click(selector string, part float64) {
	b.t.Helper()
	x, y := b.at(selector, part)
	b.do(chromedp.MouseClickXY(x, y))
}

func TestBrowserSteps(t *testing.T) {
	b := newBrowser(t)
	b.open(onePage(t, testGames(t, "games.pgn")[0]), "")
	b.now("Start")
	b.is(`document.querySelector("[data-go=back]").disabled`, "true")
	b.key(kb.ArrowRight)
	b.now("1. Nf3 · +0.03")
	b.is(`document.querySelector(".m[aria-current]").dataset.n`, "1")
	b.is(`location.hash`, "#1")
	b.click("[data-go=on]", .5)
	b.now("1... Nf6 · +0.11")
	b.is(`document.querySelector(".fen").textContent`, "rnakfa1r/pppppppp/5n2/8/8/5N2/PPPPPPPP/RNAKFA1R w")
	b.is(`document.querySelectorAll(".stand .b-m").length`, "2")
	b.key(kb.End)
	b.now("40... Re4 · +3.71")
	b.is(`document.querySelector("[data-go=on]").disabled`, "true")
	b.key(kb.ArrowLeft)
	b.now("40. Nxc7 · +3.57")
	b.key(kb.Home)
	b.now("Start")
	b.click(".stand > svg", .8)
	b.now("1. Nf3 · +0.03")
	b.click(".stand > svg", .2)
	b.now("Start")

	// turned round
	b.key("f")
	b.is(`document.querySelector(".stand use").getAttribute("href")`, "#board-black")
	b.is(`document.querySelector(".table").classList.contains("flip")`, "true")
	b.click("[data-flip]", .5)
	b.is(`document.querySelector(".stand use").getAttribute("href")`, "#board-white")

	// the graph
	b.click(".graph", .5)
	b.now("20... Nf4 · +0.70")
	b.is(`document.querySelector(".graph").getAttribute("aria-valuenow")`, "40")
	b.is(`document.querySelector(".cursor").getAttribute("x1")`, "500")
	x, y := b.at(".graph", .25)
	b.do(chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, x, y))
	b.is(`document.querySelector(".tip").textContent`, "10... Fd7 · +0.18")

	// variations, also nested ones
	b.click(".v .v .v a.m", .5)
	b.now("2... f6")
	b.is(`document.querySelector(".fen").textContent`, "rnakfanr/pp1pp1pp/2p2p2/8/8/2P1P3/PP1P1PPP/RNAKFANR w")
	b.key(kb.ArrowRight)
	b.now("3. f3")
	b.is(`document.querySelector("[data-go=on]").disabled`, "true")
	for _, want := range []string{"2... f6", "2. e3", "1... c6", "1. c3"} {
		b.key(kb.ArrowLeft)
		b.now(want)
	}
	b.key("v")
	b.now("1. Nf3 · +0.03")
	b.key("v")
	b.now("1. c3")

	// what comments draw, and moments
	b.click(".moments h3 a", .5)
	b.is(`document.querySelectorAll(".stand .b-a").length`, "0")
	b.is(`document.querySelector(".now").textContent.startsWith(document.querySelector(".moments h3 a").textContent)`, "true")
	b.click(`a.m[data-n="15"]`, .5)
	b.now("4. Kd2 · −0.08")
	b.is(`document.querySelectorAll(".stand .b-a").length + " " + document.querySelectorAll(".stand .b-s").length`, "2 2")

	// nothing in the game is more than text
	b.is(`window.hacked`, "undefined")
	b.is(`document.querySelectorAll("main img, main script:not(.data)").length`, "0")
	b.is(`document.title`, "أبو بكر الصولي – Аль-Ладжладж")
}

func TestBrowserAddress(t *testing.T) {
	b := newBrowser(t)
	b.open(onePage(t, testGames(t, "games.pgn")[0]), "3")
	b.is(`document.querySelector(".m[aria-current]").dataset.n`, "3")
	b.do(chromedp.Evaluate[chromedp.Void](`location.hash = "#1"`))
	b.now("1. Nf3 · +0.03")
	b.do(chromedp.Evaluate[chromedp.Void](`location.hash = "#99999"`))
	b.now("1. Nf3 · +0.03")
}

// A paragraph in Arabic or Persian runs from right to left, the page does not.
func TestBrowserDirection(t *testing.T) {
	b := newBrowser(t)
	b.open(onePage(t, testGames(t, "games.pgn")[0]), "")
	b.is(`[...document.querySelectorAll("p.c")].map((e) => getComputedStyle(e).direction)`, "rtl,rtl,ltr")
	b.is(`getComputedStyle(document.querySelector(".moves")).direction`, "ltr")
}

// Every kind of game makes a page that works.
func TestBrowserKinds(t *testing.T) {
	b := newBrowser(t)
	for i, g := range testGames(t, "games.pgn") {
		b.open(onePage(t, g), "")
		b.is(`!!document.querySelector("article")`, "true")
		b.key(kb.End)
		b.is(`document.querySelector(".now")?.textContent.split(" · ")[0]`, []string{"40... Re4", "5. Nh6#", "1... e6", "Start", "undefined"}[i])
		b.shot(fmt.Sprint("kind", i+1))
		b.is(`window.hacked`, "undefined")
	}
}

// overflow is by how much a page is wider than its window.
const overflow = `Math.max(0, document.documentElement.scrollWidth - innerWidth)`

func TestBrowserLooks(t *testing.T) {
	b := newBrowser(t)
	file := onePage(t, testGames(t, "games.pgn")[0])
	for _, look := range []struct {
		name, medium, scheme string
		width, height        int64
	}{
		{"light", "screen", "light", 1280, 900},
		{"dark", "screen", "dark", 1280, 900},
		{"phone", "screen", "light", 390, 844},
		{"phone-dark", "screen", "dark", 390, 844},
		{"small", "screen", "light", 320, 568},
		{"print", "print", "light", 794, 1123},
	} {
		b.media(look.medium, look.scheme)
		b.do(chromedp.EmulateViewport(look.width, look.height))
		b.open(file, "40")
		b.is(overflow, "0")
		b.is(`getComputedStyle(document.querySelector(".control")).display === "none"`, fmt.Sprint(look.medium == "print"))
		b.is(`getComputedStyle(document.querySelector(".paper")).display === "none"`, fmt.Sprint(look.medium == "screen"))
		b.is(contrast, "")
		b.shot(look.name)
		if dir := os.Getenv(shots); dir != "" {
			b.key(kb.ArrowRight)
			b.key(kb.End)
			b.do(chromedp.Sleep(300 * time.Millisecond))
			if err := os.WriteFile(filepath.Join(dir, look.name+"-window.png"), run(b, chromedp.CaptureScreenshot()), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	if dir := os.Getenv(shots); dir != "" {
		if err := os.WriteFile(filepath.Join(dir, "print.pdf"), run(b, chromedp.PrintToPDF()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// contrast lists the texts that stand out from their background by less than 4.5 to 1,
// as the Web Content Accessibility Guidelines measure it.
const contrast = `(() => {
	const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
	const rgba = (text) => {
		canvas.clearRect(0, 0, 1, 1);
		canvas.fillStyle = text;
		canvas.fillRect(0, 0, 1, 1);
		return canvas.getImageData(0, 0, 1, 1).data;
	};
	const light = ([r, g, b]) => [r, g, b].map((v) => v / 255).map((v) => v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4)
		.reduce((sum, v, i) => sum + v * [.2126, .7152, .0722][i], 0);
	const behind = (e) => {
		for (; e; e = e.parentElement) {
			const c = rgba(getComputedStyle(e).backgroundColor);
			if (c[3] === 255) return c;
		}
		return [255, 255, 255];
	};
	const bad = [];
	for (const e of document.querySelectorAll("main *")) {
		if (e.closest("svg,button:disabled,[hidden]") || ![...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim())) continue;
		const [a, b] = [light(rgba(getComputedStyle(e).color)), light(behind(e))];
		const ratio = (Math.max(a, b) + .05) / (Math.min(a, b) + .05);
		if (ratio < 4.5 && getComputedStyle(e).display !== "none") bad.push(e.tagName + "." + e.className + " " + ratio.toFixed(2));
	}
	return [...new Set(bad)].join(", ");
})()`

func TestBrowserCollection(t *testing.T) {
	b := newBrowser(t)
	games := testGames(t, "games.pgn")
	file := onDisk(t, func(w io.Writer) error {
		f, err := NewFile(w, t.TempDir(), Options{Title: "دیوان"})
		if err != nil {
			return err
		}
		for _, g := range games {
			if err := f.Add(g); err != nil {
				return err
			}
		}
		return f.Close(true)
	})
	b.open(file, "")
	rows := `[...document.querySelectorAll(".list tbody tr:not([hidden])")].map((r) => r.cells[0].textContent)`
	b.is(rows, "1,2,3,4,5")
	b.is(overflow, "0")
	b.media("screen", "dark")
	b.shot("index-dark")
	b.media("screen", "light")
	b.shot("index")
	b.do(chromedp.Focus(".tools input"), chromedp.KeyEvent("DILA 1–0"))
	b.is(rows, "2")
	b.is(`document.querySelector(".tools output").textContent`, "1 of 5 games")
	b.do(chromedp.KeyEvent(strings.Repeat(kb.Backspace, 8)))
	b.is(rows, "1,2,3,4,5")
	b.click(".list th:nth-child(6) button", .5)
	b.is(rows, "4,5,3,2,1")
	b.click(".list th:nth-child(6) button", .5)
	b.is(rows, "1,2,3,4,5")

	b.click(`.list a[href="#g2"]`, .5)
	b.is(`document.querySelector("#stage h1").textContent`, "Dilaram – ? 1–0")
	b.is(`document.querySelector("#index").hidden`, "true")
	b.key(kb.ArrowRight)
	b.now("1. Rh8+!!")
	b.is(`location.hash`, "#g2.1")
	b.click("[rel=next]", .5)
	b.is(`document.querySelector("#stage h1").textContent`, "A – B 0–1")
	b.click("[rel=up]", .5)
	b.is(`document.querySelector("#index").hidden`, "false")
	b.open(file, "g5")
	b.is(`document.querySelector("#stage [rel=next]").hidden`, "true")
	b.is(`window.hacked`, "undefined")
	b.open(file, "g1.4")
	b.is(`document.querySelector(".m[aria-current]").dataset.n`, "4")
}
