package command

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"nazo/internal/testkit"
	"nazo/internal/ui/serve"
)

// visitor is a Chromium that visits a published site.
type visitor struct {
	*testing.T
	ctx    context.Context
	mu     sync.Mutex
	faults []string // errors of pages, and requests to other hosts
}

func visit(t *testing.T, host string) *visitor {
	t.Helper()
	program, err := exec.LookPath("chromium")
	if err != nil {
		t.Skip("the site is not tried in a browser: there is no chromium (apt-get install chromium)")
	}
	all, stop := chromedp.NewExecAllocator(context.Background(), chromedp.NoFirstRun, chromedp.NoDefaultBrowserCheck, chromedp.Headless, chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.Flag("disable-dev-shm-usage", true), chromedp.ExecPath(program), chromedp.UserDataDir(t.TempDir()), chromedp.WindowSize(1200, 850))
	t.Cleanup(stop)
	ctx, end := chromedp.NewContext(all)
	t.Cleanup(end)
	v := &visitor{T: t, ctx: ctx}
	fault := func(text string) {
		v.mu.Lock()
		v.faults = append(v.faults, text)
		v.mu.Unlock()
	}
	err = chromedp.Listen(ctx, func(event any) {
		switch e := event.(type) {
		case *runtime.EventExceptionThrown:
			fault(fmt.Sprint("exception: ", e.ExceptionDetails.Text))
		case *log.EventEntryAdded:
			if e.Entry.Level == "error" {
				fault("log: " + e.Entry.Text + " " + e.Entry.URL)
			}
		case *network.EventRequestWillBeSent:
			if u, err := url.Parse(e.Request.URL); err == nil && u.Host != "" && u.Host != host {
				fault("request to " + e.Request.URL)
			}
		}
	})
	if err == nil {
		_, err = chromedp.Call(ctx, network.Enable, network.EnableParams{})
	}
	if err == nil {
		_, err = chromedp.Call(ctx, log.Enable, cdp.Empty{})
	}
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func (v *visitor) open(address string) {
	v.Helper()
	if err := chromedp.Do(v.ctx, chromedp.Navigate(address)); err != nil {
		v.Fatal(err)
	}
}

// run is the value of an expression on the page.
func (v *visitor) run(expression string) string {
	v.Helper()
	text, err := chromedp.Run(v.ctx, chromedp.Evaluate[string](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		v.Fatalf("%s: %v", expression, err)
	}
	return text
}

// until waits until something holds on the page, which may be another page by then.
func (v *visitor) until(condition string) {
	v.Helper()
	for begun := time.Now(); time.Since(begun) < time.Minute; time.Sleep(20 * time.Millisecond) {
		holds, err := chromedp.Run(v.ctx, chromedp.Evaluate[bool](`(() => { try { return !!(`+condition+`); } catch { return false; } })()`))
		if err == nil && holds {
			return
		}
	}
	v.Fatalf("it did not come to %s; the page says %q", condition, v.run(`document.body.innerText + " "`))
}

// nothingWrong reports what happened that should not.
func (v *visitor) nothingWrong() {
	v.Helper()
	v.mu.Lock()
	defer v.mu.Unlock()
	for _, f := range v.faults {
		v.Error(f)
	}
}

// idle is an engine that can't be loaded.
func idle() *serve.Engine {
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	w.Write([]byte("nothing"))
	w.Close()
	return &serve.Engine{Packed: packed.Bytes(), Exec: []byte("self.Go = class {};")}
}

// publish publishes a folder, and serves the site under a path. Without a network nothing is served any more.
func publish(t *testing.T, e *serve.Engine, folder map[string]string) (server *httptest.Server, offline *atomic.Bool) {
	t.Helper()
	to := publishTo(t, t.TempDir(), e, folder)
	offline = &atomic.Bool{}
	return serving(t, to, folder, offline, new(atomic.Int32)), offline
}

// publishTo publishes a folder, also over a site that is there, and returns where the site is.
func publishTo(t *testing.T, dir string, e *serve.Engine, folder map[string]string) (to string) {
	t.Helper()
	write := func(name string, text []byte) {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("engine/nazo.wasm.gz", e.Packed)
	write("engine/wasm_exec.js", e.Exec)
	for name, text := range folder {
		write("riddles/"+name, []byte(text))
	}
	to = filepath.Join(dir, "site")
	if _, errs := ran(t, []string{"publish", filepath.Join(dir, "riddles"), "-o", to, "--engine", filepath.Join(dir, "engine"), "--force"}, ""); errs != "" {
		t.Log(errs)
	}
	return to
}

// serving serves a site and a page of others, and counts how often the engine is asked for.
func serving(t *testing.T, to string, folder map[string]string, offline *atomic.Bool, engines *atomic.Int32) *httptest.Server {
	files := http.StripPrefix("/some/where/", http.FileServer(http.Dir(to)))
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, ".wasm.gz") {
			engines.Add(1)
		}
		switch {
		case offline.Load():
			panic(http.ErrAbortHandler)
		case r.URL.Path == "/blog.html":
			w.Header().Set("Content-Type", "text/html")
			fmt.Fprint(w, `<!doctype html><title>A blog</title><link rel="icon" href="/some/where/icon.svg"><script type="module" src="/some/where/nazo-puzzle.js"></script>
				<nazo-puzzle id="page" src="some/where/pairs-1.html"></nazo-puzzle><nazo-puzzle id="board" spec="riddles/pairs.nazo">rows = [1, 2]</nazo-puzzle><nazo-puzzle id="wrong" src="nowhere.txt"></nazo-puzzle>
				<nazo-puzzle id="script" src="javascript:parent.ran=1//x.html"></nazo-puzzle>`)
		case r.URL.Path == "/riddles/pairs.nazo":
			fmt.Fprint(w, folder["pairs.nazo"])
		case r.URL.Path == "/favicon.ico":
			w.WriteHeader(http.StatusNoContent)
		default:
			files.ServeHTTP(w, r)
		}
	}))
	t.Cleanup(server.Close)
	return server
}

var riddles = map[string]string{
	"pairs.nazo": `puzzle pairs "Each row has the number of shaded cells that is given."
given rows: list of int
let board = grid(size(rows), 2)
find shaded: set of cells(board)
rule "rows count shaded cells" for r in 1..size(rows): size(row(board, r) & shaded) = rows[r]
`,
	"pairs-1.txt": "rows = [2, 0]\n",
	"pairs-2.txt": "rows = [0, 2]\n",
}

const (
	board = `document.getElementById("paper").solving`
	ready = `document.documentElement.dataset.ready === ""`
)

// TestPublishedPage has a browser open a puzzle of a published site, whose engine can't be loaded: it is drawn and takes marks, which are kept.
func TestPublishedPage(t *testing.T) {
	dir := t.TempDir()
	var engines atomic.Int32
	to := publishTo(t, dir, idle(), riddles)
	server := serving(t, to, riddles, &atomic.Bool{}, &engines)
	v := visit(t, strings.TrimPrefix(server.URL, "http://"))
	v.open(server.URL + "/some/where/")
	v.until(`[...document.images].every((i) => i.loading !== "lazy" || i.complete && i.naturalWidth)`)
	v.run(`(document.querySelector('a[href="pairs-1.html"]').click(), "")`)
	v.until(ready)
	v.run(`(` + board + `.tap("r1c1"), "")`)
	v.until(`JSON.stringify(` + board + `.wire().shaded.in) === '["r1c1"]'`)
	v.until(`document.getElementById("about").innerText.includes("Rows count shaded cells.")`)
	v.until(`document.getElementById("toasts").innerText.includes("can't be loaded")`)
	v.until(`!document.getElementById("coming")`)
	v.open(server.URL + "/some/where/pairs-2.html")
	v.until(ready + ` && JSON.stringify(` + board + `.wire().shaded?.in ?? []) === "[]"`)
	v.open(server.URL + "/some/where/pairs-1.html")
	v.until(ready + ` && JSON.stringify(` + board + `.wire().shaded.in) === '["r1c1"]'`)
	// The index ticks what was solved. It knows a puzzle by the key under which its page keeps the marks.
	v.until(`localStorage.getItem(JSON.parse(document.getElementById("puzzle").textContent).key)?.includes('"won"') === false`)
	v.run(`((key) => localStorage.setItem(key, JSON.stringify({ ...JSON.parse(localStorage.getItem(key)), won: true })))(JSON.parse(document.getElementById("puzzle").textContent).key) ?? ""`)
	// On a phone the head has two lines, and Share stands in the first.
	if err := chromedp.Do(v.ctx, chromedp.EmulateViewport(400, 800)); err != nil {
		t.Fatal(err)
	}
	v.until(`document.getElementById("share").getBoundingClientRect().bottom <= document.getElementById("level").getBoundingClientRect().top + 4 && document.querySelector("header").offsetHeight < 90`)
	v.run(`(document.getElementById("share").click(), "")`)
	v.until(`document.getElementById("toasts").innerText.includes("The address is")`)
	v.open(server.URL + "/some/where/")
	v.until(`[...document.querySelectorAll("a.solved")].map((a) => a.getAttribute("href")).join() === "pairs-1.html"`)
	// Opened as a file, the page says what it can't, and takes marks.
	v.open("file://" + filepath.ToSlash(to) + "/pairs-1.html")
	v.until(ready + ` && document.getElementById("toasts").innerText.includes("opened as a file")`)
	v.run(`(` + board + `.tap("r1c1"), "")`)
	v.until(`JSON.stringify(` + board + `.wire().shaded.in) === '["r1c1"]'`)
	v.run(`(document.getElementById("check").click(), "")`)
	v.until(`document.getElementById("said").innerText.includes("opened as a file")`)
	v.open(server.URL + "/some/where/pairs-1.html")
	// What is published anew comes anew, but for the engine, which is the same.
	v.until(`navigator.serviceWorker.controller`)
	before := v.run(`caches.keys().then((all) => all.join())`)
	times := engines.Load()
	publishTo(t, dir, idle(), map[string]string{"pairs.nazo": riddles["pairs.nazo"], "pairs-1.txt": "rows = [1, 1]\n", "pairs-2.txt": "rows = [0, 2]\n"})
	v.open(server.URL + "/some/where/")
	v.until(`(caches.keys().then((all) => { window.kept = all.join(); }), window.kept && !window.kept.includes(` + "`" + before + "`" + `))`)
	v.open(server.URL + "/some/where/pairs-1.html")
	v.until(ready + ` && JSON.parse(document.getElementById("puzzle").textContent).instance.includes("[1, 1]")`)
	if n := engines.Load(); n != times {
		t.Errorf("the engine was loaded %d times more", n-times)
	}
	// Scripts in the place of an address don't run.
	v.open(server.URL + "/blog.html")
	v.until(`document.getElementById("script").shadowRoot?.textContent.includes("src has to be an address")`)
	v.until(`window.ran === undefined`)
	v.nothingWrong()
}

// TestPublishedSite has a browser solve a puzzle of a published site, also when the site is gone, and puzzles in the page of another site.
func TestPublishedSite(t *testing.T) {
	if !testkit.Thorough() {
		t.Skip("nazo is built for the browser with -thorough only, for that takes minutes")
	}
	e, err := serve.BuildEngine(t.Context(), serve.ForSolving)
	if err != nil {
		t.Fatal(err)
	}
	if size := len(e.Packed); size > 4_500_000 {
		t.Errorf("the engine has %d bytes, more than 4.5 MB", size)
	}
	for _, name := range []string{"\nGo\n", "\ngithub.com/alecthomas/participle/v2 v"} {
		if !bytes.Contains(e.Licences, []byte(name)) {
			t.Errorf("there is no licence of %q in %s", name, e.Licences)
		}
	}
	folder := maps.Clone(riddles)
	folder["way.nazo"] = "puzzle way \"Go to the end.\"\ngiven n: 1..9\nstate at[d in 1..1]: 0..n = 0\nmove step(d in 1..1)\n  when at[d] < n\n  then at[d] := at[d] + 1\ngoal at[1] = n\nminimize moves\n"
	folder["way-1.txt"] = "n = 2\n"
	server, offline := publish(t, e, folder)
	v := visit(t, strings.TrimPrefix(server.URL, "http://"))
	solve := func(page string, cells ...string) {
		t.Helper()
		v.open(server.URL + "/some/where/" + page)
		v.until(ready)
		for _, c := range cells {
			v.run(`(` + board + `.tap("` + c + `"), "")`)
		}
		v.until(`document.getElementById("said").innerText.includes("Solved in")`)
	}
	solve("pairs-1.html", "r1c1", "r1c2")
	v.until(`navigator.serviceWorker.controller`)
	offline.Store(true)
	solve("pairs-2.html", "r2c1", "r2c2")
	v.open(server.URL + "/some/where/")
	v.until(`document.querySelectorAll("main li img").length === 3 && [...document.images].every((i) => i.complete && i.naturalWidth)`)
	v.open(server.URL + "/some/where/way-1.html")
	for made := range 2 {
		v.until(fmt.Sprintf(`document.getElementById("play").innerText.includes("%d move")`, made))
		v.run(`([...document.querySelectorAll("#play button")].find((b) => b.textContent.startsWith("step")).click(), "")`)
	}
	v.until(`document.getElementById("play").innerText.includes("2 moves")`)
	v.nothingWrong()

	offline.Store(false)
	v.open(server.URL + "/blog.html")
	const inFrame = `((id) => document.getElementById(id).shadowRoot?.querySelector("iframe")?.contentDocument)`
	v.until(inFrame + `("page")?.documentElement.dataset.ready === ""`)
	v.run(`(document.getElementById("board").scrollIntoView(), "")`)
	v.until(inFrame + `("board")?.documentElement.dataset.ready === ""`)
	v.run(`(` + inFrame + `("board").getElementById("paper").solving.apply({shaded: {in: ["r1c1", "r2c1", "r2c2"]}}), "")`)
	v.until(inFrame + `("board").getElementById("said").innerText.includes("Solved in")`)
	v.until(`getComputedStyle(` + inFrame + `("board").getElementById("next-puzzle")).display === "none"`)
	v.until(`document.getElementById("wrong").shadowRoot?.textContent.includes("needs its spec")`)
}

// TestPublishedUsual holds that a published board says what its file says: usual values that nobody wrote would be drawn beside it.
func TestPublishedUsual(t *testing.T) {
	spec := strings.NewReplacer("given rows: list of int\n", "given rows: list of int\ngiven wide = 2\n", "grid(size(rows), 2)", "grid(size(rows), wide)").Replace(riddles["pairs.nazo"])
	to := publishTo(t, t.TempDir(), idle(), map[string]string{"pairs.nazo": spec, "pairs-1.txt": "rows = [2, 0]\n", "pairs-2.txt": "rows = [3]\nwide = 3\n"})
	for name, want := range map[string]string{"pairs-1.html": `"instance":"rows = [2, 0]\n"`, "pairs-2.html": `"instance":"rows = [3]\nwide = 3\n"`} {
		text, err := os.ReadFile(filepath.Join(to, name))
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(text), want) {
			t.Errorf("%s does not have %s:\n%.600s", name, want, text)
		}
	}
}
