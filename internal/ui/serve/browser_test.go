package serve_test

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"net"
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
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"nazo/internal/ui/load"
	"nazo/internal/ui/serve"
)

var shots = flag.String("shots", "", "a folder for pictures of the page, to be looked at")

// browser is a Chromium with the page of a server in it.
type browser struct {
	*testing.T
	ctx     context.Context
	address string
	mu      sync.Mutex
	faults  []string // errors of the page, and requests to other hosts
}

// secret is what servers of tests want to be told.
const secret = "tellnobody"

// start starts a server, which ends with the test, and returns where it is.
func start(t *testing.T, s *serve.Server) string {
	t.Helper()
	if s.Secret == "" {
		s.Secret = secret
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error)
	go func() { ended <- s.Serve(ctx, listener, "127.0.0.1:0") }()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return "http://" + listener.Addr().String()
}

// browse starts Chromium for the page at an address. The test is skipped where there is none.
func browse(t *testing.T, address string) *browser {
	t.Helper()
	var program string
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			program = path
			break
		}
	}
	if program == "" {
		t.Skip("the page is not tried in a browser: there is no chromium (apt-get install chromium)")
	}
	options := []chromedp.ExecAllocatorOption{chromedp.NoFirstRun, chromedp.NoDefaultBrowserCheck, chromedp.Headless, chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.ExecPath(program), chromedp.UserDataDir(t.TempDir()), chromedp.WindowSize(1440, 900)}
	for _, name := range []string{"disable-quic", "disable-background-networking", "disable-component-update", "disable-sync", "disable-dev-shm-usage", "hide-scrollbars"} {
		options = append(options, chromedp.Flag(name, true))
	}
	all, stop := chromedp.NewExecAllocator(context.Background(), options...)
	t.Cleanup(stop)
	ctx, end := chromedp.NewContext(all)
	t.Cleanup(end)
	b := &browser{T: t, ctx: ctx, address: address}
	if err := chromedp.Listen(ctx, b.heard); err != nil {
		t.Fatal(err)
	}
	b.call(func() error { _, err := chromedp.Call(ctx, network.Enable, network.EnableParams{}); return err })
	b.call(func() error { _, err := chromedp.Call(ctx, log.Enable, cdp.Empty{}); return err })
	return b
}

func (b *browser) call(f func() error) {
	b.Helper()
	if err := f(); err != nil {
		b.Fatal(err)
	}
}

// withScript has each page that opens meanwhile run a script before its own.
func (b *browser) withScript(script string, part func()) {
	b.Helper()
	added, err := chromedp.Call(b.ctx, cdppage.AddScriptToEvaluateOnNewDocument, cdppage.AddScriptToEvaluateOnNewDocumentParams{Source: script})
	if err != nil {
		b.Fatal(err)
	}
	part()
	_, err = chromedp.Call(b.ctx, cdppage.RemoveScriptToEvaluateOnNewDocument, cdppage.RemoveScriptToEvaluateOnNewDocumentParams(added))
	if err != nil {
		b.Fatal(err)
	}
}

// in has the page serve a part of a test, in the end of which it must have done nothing wrong.
func (b *browser) in(t *testing.T, name string, part func()) {
	outer := b.T
	defer func() { b.T = outer }()
	t.Run(name, func(t *testing.T) {
		b.T = t
		part()
		b.mu.Lock()
		defer b.mu.Unlock()
		for _, f := range b.faults {
			t.Error(f)
		}
		b.faults = nil
	})
}

// heard takes down what should not happen on the page.
func (b *browser) heard(event any) {
	fault := ""
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		fault = fmt.Sprint("exception: ", e.ExceptionDetails.Text, " ", e.ExceptionDetails.Exception.Description)
	case *runtime.EventConsoleAPICalled:
		if e.Type == "error" || e.Type == "warning" {
			text, _ := json.Marshal(e.Args)
			fault = "console: " + string(text)
		}
	case *log.EventEntryAdded:
		if e.Entry.Level == "error" || e.Entry.Level == "warning" {
			fault = "log: " + e.Entry.Text + " " + e.Entry.URL
		}
	case *network.EventRequestWillBeSent:
		if u, err := url.Parse(e.Request.URL); err == nil && u.Host != "" && "http://"+u.Host != b.address {
			fault = "request to " + e.Request.URL
		}
	}
	if fault != "" {
		b.mu.Lock()
		b.faults = append(b.faults, fault)
		b.mu.Unlock()
	}
}

// do does things on the page.
func (b *browser) do(steps ...chromedp.Action[chromedp.Void]) {
	b.Helper()
	if err := chromedp.Do(b.ctx, steps...); err != nil {
		b.shot("failed")
		b.Fatal(err)
	}
}

// js is the value of an expression on the page.
func js[T any](b *browser, expression string) T {
	b.Helper()
	v, err := chromedp.Run(b.ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		b.Fatalf("%s: %v", expression, err)
	}
	return v
}

// until waits until something is true on the page.
func (b *browser) until(condition string) {
	b.Helper()
	ok := js[bool](b, `new Promise((done) => {
		const begun = performance.now();
		const holds = () => { try { return `+condition+`; } catch { return false; } }; // what it is about may not be there yet
		const look = () => { if (holds()) done(true); else if (performance.now() - begun > 20000) done(false); else setTimeout(look, 15); };
		look();
	})`)
	if !ok {
		b.shot("failed")
		b.Fatalf("it did not come to %s; the page says %q", condition, js[string](b, `["said", "answer", "toasts"].map((id) => document.getElementById(id)?.innerText).join(" | ")`))
	}
}

// verdict waits for a verdict: one, none or several, when nothing is looked for any more.
func (b *browser) verdict(kind string) {
	b.Helper()
	b.until(`document.querySelector('.verdict')?.dataset.verdict === "` + kind + `" && !document.querySelector('.working')`)
}

// spot is a place on the screen.
type spot struct{ X, Y float64 }

// at is the middle of an element.
func (b *browser) at(selector string) spot {
	b.Helper()
	b.until(`document.querySelector(` + quoted(selector) + `)`)
	return js[spot](b, `(() => { const r = document.querySelector(`+quoted(selector)+`).getBoundingClientRect(); return {X: r.x + r.width / 2, Y: r.y + r.height / 2}; })()`)
}

// cell is the middle of a cell of the board.
func (b *browser) cell(row, col float64) spot {
	b.Helper()
	b.until(`document.querySelector("#paper svg .over")`)
	return js[spot](b, fmt.Sprintf(`(() => { const m = document.querySelector("#paper svg .over").parentNode.getScreenCTM();
		const p = new DOMPoint((%g - .5) * 40, (%g - .5) * 40).matrixTransform(m); return {X: p.x, Y: p.y}; })()`, col, row))
}

func (b *browser) click(selector string) {
	b.Helper()
	at := b.at(selector)
	b.do(chromedp.MouseClickXY(at.X, at.Y))
}

// drag presses a button over the first place and lets it go over the last.
func (b *browser) drag(button input.MouseButton, way ...spot) {
	b.Helper()
	b.do(chromedp.MouseEvent("mouseMoved", way[0].X, way[0].Y), chromedp.MouseEvent("mousePressed", way[0].X, way[0].Y, chromedp.ButtonType(button), chromedp.ClickCount(1)))
	for _, at := range way[1:] {
		b.do(chromedp.MouseEvent("mouseMoved", at.X, at.Y, chromedp.ButtonType(button), func(p *input.DispatchMouseEventParams) { p.Buttons = 1 }))
	}
	last := way[len(way)-1]
	b.do(chromedp.MouseEvent("mouseReleased", last.X, last.Y, chromedp.ButtonType(button), chromedp.ClickCount(1)))
}

// keys types.
func (b *browser) keys(text string, options ...chromedp.KeyOption) {
	b.Helper()
	b.do(chromedp.KeyEvent(text, options...))
}

// named is an address of a server.
type named string

// Network is that of all of them.
func (named) Network() string { return "tcp" }

// String is the address.
func (n named) String() string { return string(n) }

// enter opens the page by the address that its server prints.
func (b *browser) enter(s *serve.Server) {
	b.Helper()
	b.do(chromedp.Navigate(s.Address(named(strings.TrimPrefix(b.address, "http://")))))
}

// fresh opens the page as if for the first time, with something behind its address.
func (b *browser) fresh(behind string) {
	b.Helper()
	b.do(chromedp.Navigate(b.address + "/licences.txt"))
	js[bool](b, `(localStorage.clear(), true)`)
	b.do(chromedp.Navigate(b.address + "/" + behind))
	b.until(`document.querySelector("#paper svg")`)
}

// make shows the part of the page where puzzles are made.
func (b *browser) make() {
	b.Helper()
	b.click(`[data-to="make"]`)
	b.until(`document.body.dataset.mode === "make"`)
}

// open opens a spec from the catalogue, to change it.
func (b *browser) open(name string) {
	b.Helper()
	b.choose(name)
	b.make()
}

// choose opens a spec from the catalogue.
func (b *browser) choose(name string) {
	b.Helper()
	b.click("#open-catalogue")
	b.until(`document.querySelector("#listed button")`)
	b.keys(strings.ReplaceAll(name, "_", " "))
	b.until(`document.getElementById("search").value.length === ` + fmt.Sprint(len(name)))
	b.keys("\r")
	b.until(`!document.getElementById("catalogue").open && document.getElementById("name").textContent === ` + quoted(load.Title(name)))
}

// text is what an editor has.
func (b *browser) text(editor string) string {
	b.Helper()
	return js[string](b, `[...document.querySelectorAll("#`+editor+` .cm-line")].map((l) => l.textContent).join("\n")`)
}

// write puts a text in place of what an editor has, as a person does.
func (b *browser) write(editor, text string) {
	b.Helper()
	b.click("#" + editor)
	b.keys("a", chromedp.KeyModifiers(2))
	b.call(func() error {
		_, err := chromedp.Call(b.ctx, input.InsertText, input.InsertTextParams{Text: text})
		return err
	})
}

// pasteEach pastes a link of each site on the page, and waits for its board and its verdict.
func (b *browser) pasteEach(t *testing.T) {
	const drawing = "https://swaroopg92.github.io/penpa-edit/#m=edit&p=7FRfa9s+FH3PpxCCvl2KJSe/xvo9Zf2zl67bSKEUY4Ziq7WoY3WS3K4y/u5D1046xhh0hbKH4Vg5Ovfqnntsye5rJ62COcwhXUICLF5ZgnfG4i+ZrkvtGyXIuqvMXUcepNWy9Q5Wna+NFQRgRdpuu1GW6JYoWdakVE1zwI/HyRQzban2CdY8xnhpmm7bEtlWxKpbbdr/EftaEds1yhFfS0+c8l5ZR2RVHR7wkyurvSKSVPpW+31Ftb33T3vhG2u2hBFvsNaug5uo60jXNso5jGyMtBVx8skR42tlH7VTUePCTOWtulfSuygj42piLJFT379JRDPkUfuaSOJrXd6RjbGVsofw8ewMbmTjFMzy6QkXsz68FzllFCinQBktIKxEH96JnFKgcXo8xllSAC3NdqOpyOlGet8oV+t7CmkB4YMIawjnY2okTveQbs2DopMIjfOu8bo0jbEUVVgB4WKM8wLCJ5GHyzHT4Yuf1sa09X7BtchpqW3ZqC/nI3OFsbQYIHx+rQP+7IC/zAF7tQMeHWQirIZZH1KRo4F+gDDH8QSZM8Qcx/+QOUd8Knp6tIBlSgUHukwhYyPKIEsQ4SEbEYOM71E2Ig7ZuDbLgCVHVPABwhEqXIiesuXOy7hZKP+ZSBeR4M/EHIn5jhggMGx1gUUTHNfIXON4icyV6Ic/fAA/NvwitZwtx48RLH79X8zyYtYPM/qN4p2nwCH9d4j+6kMUX1TyxjvpjdWGuC/x0/49AAD//w=="
	const packed = "N4IgzglgXgpiBcAWANCALhNAbO8QDERUBzAJwgBMEBta0ANwEMsBXXARhInpgDsE0pNgF9kwUeLHCAusjoSJIJqw5ce/eIJFTZ8sUuZsEAJjV8BQmAp1zJdxcqNIzGrVenThQA=="
	for _, l := range []struct{ site, link, name, has, verdict string }{
		{"f-puzzles", "https://www.f-puzzles.com/?load=" + packed, "sudoku_variants", "1", "one"},
		{"fpuz", "https://sudokupad.app/fpuz" + packed, "sudoku_variants", "1", "one"},
		{"SCL", "https://sudokupad.app/sclN4IgxgpgNlDOIC4DaTQDcCGUCuFEEYBfAGmBLNMIF1jVzyRMc8EjKa7TGtdEAmeu1oURDJrwQAWajRAAnCAHMAlgHsAdvGQoADMR0c9+Dvn0nixjkj19DxAMznbtU46t8ztD8dr3PSP0taJA9nEIcOPzC/NypCIA", "sudoku_variants", "1", "one"},
		{"SCF", "https://sudokupad.app/scf534678912672195348198342567859761423426853791713924856961537284287419635345286170", "sudoku_variants", "5 3 4", "one"},
		{"ISS", "https://sigh.github.io/Interactive-Sudoku-Solver/?q=.Shape~4x4.~R1C1_1~R2C3_1~R3C2_2~R4C4_4.Thermo~R1C1~R1C2", "sudoku_variants", "r1c1 r1c2", "one"},
		{"penpa", drawing, "sudoku_variants", "1", "one"},
		{"Kudamono", "https://pedros.works/paper-puzzle-player?W=8x8&L=(15)4(7)4(11)1(28)2(19)4(29)5x2(1)3(34)2(24)3(4)3(45)3(38)1x4(54)1x5x1(56)1(41)5(58)2(49)4x1x2&G=hidoku&T=Hidato", "hidato", "15", "one"},
		{"digits", "1.....1..2.....4\n", "sudoku", "1", "one"},
	} {
		b.in(t, "a link is pasted: "+l.site, func() {
			before := "masyu"
			if l.link == drawing {
				before = l.name
			}
			b.open(before)
			b.paste(l.link)
			b.until(`document.getElementById("name").textContent === ` + quoted(load.Title(l.name)))
			b.make()
			b.until(`document.querySelector("#instance .cm-content").textContent.includes(` + quoted(l.has) + `)`)
			b.verdict(l.verdict)
			b.shot("pasted-" + l.site)
		})
	}
	b.in(t, "a drawing is pasted while another puzzle is open", func() {
		b.open("masyu")
		b.paste(drawing)
		b.until(`document.getElementById("toasts").textContent.includes("read for the puzzle that is open, Masyu")`)
	})
}

// paste pastes a text on the page.
func (b *browser) paste(text string) {
	b.Helper()
	js[bool](b, `(() => { const d = new DataTransfer(); d.setData("text/plain", `+quoted(text)+`);
		document.body.dispatchEvent(new ClipboardEvent("paste", {clipboardData: d, bubbles: true})); return true; })()`)
}

// screen gives the page another size, and light or dark colours.
func (b *browser) screen(width, height int64, colours string) {
	b.Helper()
	b.do(chromedp.EmulateViewport(width, height))
	b.call(func() error {
		_, err := chromedp.Call(b.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: colours}}})
		return err
	})
}

// shot keeps a picture of the page if the test is asked to.
func (b *browser) shot(name string) {
	if *shots == "" {
		return
	}
	time.Sleep(300 * time.Millisecond) // for what fades
	png, err := chromedp.Run(b.ctx, chromedp.CaptureScreenshot())
	if err == nil {
		err = os.WriteFile(filepath.Join(*shots, name+".png"), png, 0o666)
	}
	if err != nil {
		b.Error(err)
	}
}

func quoted(text string) string {
	out, err := json.Marshal(text)
	if err != nil {
		panic(err)
	}
	return string(out)
}
