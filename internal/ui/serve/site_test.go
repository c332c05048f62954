package serve_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"sync/atomic"
	"testing"

	"github.com/chromedp/chromedp"
	"nazo/internal/testkit"
)

// TestSite builds the page that needs no server, and tries it in a browser: a verdict, a search that is taken back, and all of that once
// more when the server is gone.
func TestSite(t *testing.T) {
	if !testkit.Thorough() {
		t.Skip("nazo is built for the browser with -thorough only, for that takes minutes")
	}
	dir := t.TempDir()
	build := exec.Command("go", "run", "nazo/web/site", dir)
	build.Stderr = os.Stderr
	if err := build.Run(); err != nil {
		t.Fatal(err)
	}
	if all, err := filepath.Glob(filepath.Join(dir, "nazo.*.wasm.gz")); err != nil || len(all) != 2 {
		t.Fatal(all, err)
	}
	files := http.FileServer(http.Dir(dir))
	var gone atomic.Bool
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case gone.Load():
			panic(http.ErrAbortHandler)
		case r.URL.Path == "/favicon.ico": // a browser asks for it beside a text, which names no icon
			w.WriteHeader(http.StatusNoContent)
			return
		}
		files.ServeHTTP(w, r)
	}))
	defer server.Close()
	b := browse(t, server.URL)
	b.in(t, "a verdict", func() {
		b.fresh("")
		b.make()
		b.verdict("one")
		b.shot("site")
	})
	b.pasteEach(t)
	if tried := b.solveAll(t, byGesture, "site-"); len(tried) != 8 {
		t.Errorf("gestures tried: %v", tried)
	}
	b.in(t, "an edit takes a search back", func() {
		b.open("nurikabe")
		b.open("sudoku")
		b.verdict("one")
	})
	b.in(t, "without a network", func() {
		b.until(`navigator.serviceWorker.controller`)
		gone.Store(true)
		b.do(chromedp.Navigate(b.address + "/"))
		b.until(`document.querySelector("#paper svg")`)
		b.make()
		b.verdict("one")
		b.until(`localStorage.clear() === undefined`)
		loops := example(t, "slitherlink", 1)
		b.solve(loops)
		b.enterAll(loops, b.mouse, 1000)
		b.won()
		b.click("#undo-mark")
		for level := range 5 {
			b.click("#hint")
			b.until(fmt.Sprintf(`document.querySelector("#said.hint")?.textContent.includes("Hint %d of 5")`, level+1))
		}
		b.click("#hint") // once more draws it
		b.until(`document.querySelectorAll("#paper .ink .cross").length > 0`)
	})
}
