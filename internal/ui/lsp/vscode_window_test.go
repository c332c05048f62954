package lsp

import (
	"context"
	"encoding/json"
	"flag"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"nazo/puzzles"
)

var (
	codeServer = flag.String("code-server", "", "the program code-server, as editors/vscode/try.sh installs it: the extension is tried in VS Code")
	shots      = flag.String("shots", "", "a folder for pictures of VS Code, to be looked at")
)

// windowPatience is for one thing to happen in VS Code; nothing is judged by how long it takes.
const windowPatience = time.Minute

// TestInVSCode opens a spec in VS Code, as code-server has it for browsers, with the extension that package.sh made: there are colours, lenses, a hint and types in
// place; an example runs by a click, and a mistake is underlined while it is there.
func TestInVSCode(t *testing.T) {
	if *codeServer == "" {
		t.Skip("the extension is not tried in VS Code without -code-server: editors/vscode/try.sh does")
	}
	dir := t.TempDir()
	nazo := filepath.Join(dir, "nazo")
	run(t, exec.Command("go", "build", "-o", nazo, "nazo/cmd/nazo"))
	specs := filepath.Join(dir, "specs")
	text, _ := puzzles.Spec("sudoku")
	settings, err := json.Marshal(map[string]any{"nazo.command": nazo, "workbench.startupEditor": "none", "security.workspace.trust.enabled": false, "editor.minimap.enabled": false})
	if err != nil {
		t.Fatal(err)
	}
	spec := filepath.Join(specs, "sudoku.nazo")
	for path, text := range map[string]string{spec: text, filepath.Join(dir, "data", "User", "settings.json"): string(settings)} {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	folders := []string{"--user-data-dir", filepath.Join(dir, "data"), "--extensions-dir", filepath.Join(dir, "extensions")}
	run(t, exec.Command(*codeServer, append(folders, "--install-extension", filepath.Join(editorFiles, "vscode/nazo.vsix"))...))
	at := freeAddress(t)
	ctx, stop := context.WithCancel(t.Context())
	server := exec.CommandContext(ctx, *codeServer, append(folders, "--auth", "none", "--bind-addr", at, "--disable-telemetry", "--disable-update-check")...)
	server.Stdout, server.Stderr = t.Output(), t.Output()
	server.Cancel = func() error { return server.Process.Signal(os.Interrupt) }
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { stop(); server.Wait() })
	for deadline := time.Now().Add(windowPatience); ; time.Sleep(100 * time.Millisecond) {
		if conn, err := net.Dial("tcp", at); err == nil {
			conn.Close()
			break
		} else if time.Now().After(deadline) {
			t.Fatal(err)
		}
	}

	b := chromium(t)
	open, err := json.Marshal([][]string{{"openFile", "vscode-remote://" + at + spec}})
	if err != nil {
		t.Fatal(err)
	}
	query := url.Values{"folder": {specs}, "payload": {string(open)}}
	b.do(chromedp.Navigate("http://" + at + "/?" + query.Encode()))
	b.until("there are colours", `new Set([...document.querySelectorAll(".view-line span span")].map(s => s.className)).size >= 5`)
	b.until("there is a lens", `/run \| count \| show/.test(`+lenses+`)`)
	b.until("types stand in place", `/n: a number =/.test(`+lines+`)`)
	b.until("examples can be run", `window.found = [...document.querySelectorAll(".codelens-decoration a")].find((a) => /run all/.test(a.textContent))?.getBoundingClientRect()`)
	lens := js[struct{ X, Y float64 }](b, `({X: found.x + found.width / 2, Y: found.y + found.height / 2})`)
	b.do(chromedp.MouseClickXY(lens.X, lens.Y))
	b.until("the examples have run", `/288 solutions \| count/.test(`+lenses+`)`)
	b.shot("run")
	b.do(chromedp.MouseClickXY(lens.X, lens.Y+150), chromedp.KeyEvent(kb.Home), chromedp.KeyEvent("x"))
	b.until("a mistake is underlined", `document.querySelector(".squiggly-error")`)
	b.shot("mistake")
	b.do(chromedp.KeyEvent(kb.Backspace))
	b.until("nothing is underlined", `!document.querySelector(".squiggly-error")`)
}

// What is shown in the editor: its lenses, and its lines with what stands in place.
const (
	lenses = `[...document.querySelectorAll(".codelens-decoration")].map(e => e.textContent).join(" ").replaceAll("\u00a0", " ")`
	lines  = `(document.querySelector(".view-lines")?.textContent ?? "").replaceAll("\u00a0", " ")`
)

func run(t *testing.T, cmd *exec.Cmd) {
	t.Helper()
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %v\n%s", cmd, err, out)
	}
}

// freeAddress is an address at which nothing listens.
func freeAddress(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// window is a Chromium with VS Code in it.
type window struct {
	t   *testing.T
	ctx context.Context
}

func chromium(t *testing.T) window {
	t.Helper()
	program, err := exec.LookPath("chromium")
	if err != nil {
		t.Fatal(err)
	}
	all, stop := chromedp.NewExecAllocator(context.Background(), chromedp.NoFirstRun, chromedp.NoDefaultBrowserCheck, chromedp.Headless, chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.ExecPath(program), chromedp.UserDataDir(t.TempDir()), chromedp.WindowSize(1280, 900), chromedp.Flag("disable-dev-shm-usage", true))
	t.Cleanup(stop)
	ctx, end := chromedp.NewContext(all)
	t.Cleanup(end)
	return window{t, ctx}
}

func (w window) do(steps ...chromedp.Action[chromedp.Void]) {
	w.t.Helper()
	if err := chromedp.Do(w.ctx, steps...); err != nil {
		w.t.Fatal(err)
	}
}

// js is the value of an expression.
func js[T any](w window, expression string) T {
	w.t.Helper()
	v, err := chromedp.Run(w.ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		w.t.Fatalf("%s: %v", expression, err)
	}
	return v
}

// until waits until an expression is true.
func (w window) until(what, condition string) {
	w.t.Helper()
	for deadline := time.Now().Add(windowPatience); !js[bool](w, "!!("+condition+")"); time.Sleep(50 * time.Millisecond) {
		if time.Now().After(deadline) {
			w.shot("failed")
			w.t.Fatalf("%s: it did not come to %s; there is: %s", what, condition, js[string](w, lenses+` + "\n" + `+lines))
		}
	}
}

func (w window) shot(name string) {
	if *shots == "" {
		return
	}
	png, err := chromedp.Run(w.ctx, chromedp.CaptureScreenshot())
	if err == nil {
		err = os.WriteFile(filepath.Join(*shots, "vscode-"+name+".png"), png, 0o666)
	}
	if err != nil {
		w.t.Error(err)
	}
}
