package main

import (
	"context"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"path"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/chromedp/chromedp"
	"nazo/internal/ui/serve"
)

// answers is a worker that knows one answer to all questions.
const answers = `self.onmessage = () => {
  for (const e of [{kind: "verdict", verdict: {solutions: "one", text: "from another worker", seconds: 0}}, {kind: "done"}]) self.postMessage(JSON.stringify(e));
};`

// TestPageOfSite has a browser show the site with a nazo that can't be loaded: the page says so, and goes on as soon as there is one that answers. And
// it has the policy of the page hold against scripts that are not its own.
func TestPageOfSite(t *testing.T) {
	program, err := exec.LookPath("chromium")
	if err != nil {
		t.Skip("the site is not tried in a browser: there is no chromium (apt-get install chromium)")
	}
	files := map[string][]byte{}
	if err := takePage(files); err != nil {
		t.Fatal(err)
	}
	engines := []*serve.Engine{{Packed: []byte("solving"), Exec: []byte("self.Go = class {};")}, {Packed: []byte("writing"), Exec: []byte("self.Go = class {};")}}
	serve.CompleteSite(files, engines[0], engines[1])
	files["offline.js"] = nil
	var loaded [2]atomic.Bool
	begun, begin := context.WithCancel(context.Background())
	defer begin()
	var mended atomic.Bool
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name := strings.TrimPrefix(r.URL.Path, "/")
		if name == "" {
			name = "index.html"
		}
		text, ok := files[name]
		if !ok {
			http.NotFound(w, r)
			return
		}
		for i, e := range engines {
			if strings.HasSuffix(name, ".gz") && string(text) == string(e.Packed) {
				loaded[i].Store(true)
				begin()
			}
		}
		w.Header().Set("Content-Type", map[string]string{".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}[path.Ext(name)])
		if name == "worker.js" && mended.Load() {
			text = []byte(answers)
		}
		w.Write(text) // whether it arrives is seen on the page
	}))
	defer server.Close()
	all, stop := chromedp.NewExecAllocator(context.Background(), chromedp.NoFirstRun, chromedp.NoDefaultBrowserCheck, chromedp.Headless, chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.ExecPath(program), chromedp.UserDataDir(t.TempDir()))
	defer stop()
	ctx, end := chromedp.NewContext(all)
	defer end()
	if err := chromedp.Do(ctx, chromedp.Navigate(server.URL+"/#broken")); err != nil {
		t.Fatal(err)
	}
	until := func(condition string) {
		t.Helper()
		ok, err := chromedp.Run(ctx, chromedp.Evaluate[bool](`new Promise((done) => {
			const begun = performance.now();
			const look = () => { if (`+condition+`) done(true); else if (performance.now() - begun > 20000) done(false); else setTimeout(look, 15); };
			look();
		})`, chromedp.EvalAwaitPromise))
		if err != nil || !ok {
			t.Fatalf("%s: %v", condition, err)
		}
	}
	run := func(script string) {
		t.Helper()
		if _, err := chromedp.Run(ctx, chromedp.Evaluate[bool](script)); err != nil {
			t.Fatal(err)
		}
	}
	const says = `document.getElementById("found").innerText`
	until(`document.getElementById("new")`)
	<-begun.Done() // a puzzle to begin with was asked for
	if loaded[1].Load() {
		t.Error("who only solves has loaded the engine for authors")
	}
	run(`(document.getElementById("new").click(), true)`)
	until(says + `.includes("nazo can't be loaded")`)
	if !loaded[1].Load() {
		t.Error("who makes puzzles has not loaded the engine for that")
	}
	mended.Store(true)
	run(`(document.getElementById("new").click(), true)`)
	until(says + `.includes("from another worker") || document.querySelector(".verdict.one")`)
	until(`!` + says + `.includes("can't be loaded")`)
	// Nobody's scripts run but the page's own, and it talks to nobody else.
	run(`(() => {
		window.stopped = [];
		document.addEventListener("securitypolicyviolation", (e) => stopped.push(e.effectiveDirective));
		const script = document.createElement("script");
		script.textContent = "window.ran = true";
		document.body.append(script);
		const other = document.createElement("script");
		other.src = "https://nazo.invalid/other.js";
		document.body.append(other);
		const frame = document.createElement("iframe");
		frame.src = "https://nazo.invalid/";
		document.body.append(frame);
		fetch("https://nazo.invalid/").catch(() => undefined);
		setTimeout(() => { try { new Function("window.ran = true")(); } catch { /* so it should be */ } });
		return true;
	})()`)
	until(`["script-src-elem", "frame-src", "connect-src", "script-src"].every((d) => stopped.includes(d))`)
	until(`window.ran === undefined`)
}
