// Command site writes the page of nazo serve as a static site without a server. nazo runs in a worker of the browser.
// Once loaded, the page works without a network.
//
//	go run ./web/site DIR
//
// Run it in a checkout of nazo, since it builds nazo for the browser.
package main

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"nazo/internal/atomicfile"
	"nazo/internal/ui/page"
	"nazo/internal/ui/serve"
)

// The files beside the page of nazo serve: the worker that runs nazo, and the programs that keep the site for use
// without a network.
var (
	//go:embed worker.js
	worker []byte
	//go:embed offline.js
	offline []byte
	//go:embed keeper.js
	keeper string
)

func main() {
	if len(os.Args) != 2 || strings.HasPrefix(os.Args[1], "-") {
		fmt.Fprintln(os.Stderr, "usage: go run ./web/site DIR")
		os.Exit(2)
	}
	if err := write(os.Args[1], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "site:", err)
		os.Exit(2)
	}
}

// write writes the site into a folder, and prints its size.
func write(dir string, out io.Writer) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	files := map[string][]byte{"worker.js": worker, "offline.js": offline}
	if err := takePage(files); err != nil {
		return err
	}
	for name, build := range map[string]func() ([]byte, error){"nazo.wasm": nazo, "wasm_exec.js": runtime} {
		var err error
		if files[name], err = build(); err != nil {
			return err
		}
	}
	files["keeper.js"] = []byte(keeping(files))
	total := 0
	for name, text := range files {
		if err := atomicfile.WriteText(filepath.Join(dir, name), string(text), atomicfile.Options{Force: true}); err != nil {
			return err
		}
		total += len(text)
	}
	_, err := fmt.Fprintf(out, "%d files, %.1f MB, in %s; a server should send them compressed\n", len(files), float64(total)/1e6, dir)
	return err
}

// takePage takes the files of the page. It tells the page that nazo runs in a worker, and which questions take long.
func takePage(files map[string][]byte) error {
	slow, err := json.Marshal(page.Searching())
	if err != nil {
		return err
	}
	for name, text := range serve.Page() {
		if name == "index.html" {
			index := bytes.Replace(text, []byte("<html "), fmt.Appendf(nil, `<html data-answers="worker" data-searching="%s" `, html.EscapeString(string(slow))), 1)
			index = bytes.Replace(index, []byte("<title>"), []byte(policy+"\n<title>"), 1)
			text = bytes.Replace(index, []byte("</body>"), []byte("<script src=\"offline.js\"></script>\n</body>"), 1)
			if bytes.Count(text, []byte("data-answers")) != 1 || !bytes.Contains(text, []byte("offline.js")) {
				return fmt.Errorf("index.html has changed: write has to learn where to put its attributes and scripts")
			}
		}
		files[name] = text
	}
	return nil
}

// policy has the browser run only the site's own programs. A shared address may come from anyone.
const policy = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; ` +
	`connect-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; base-uri 'none'; form-action 'none'">`

// nazo builds the program for the browser.
func nazo() ([]byte, error) {
	dir, err := os.MkdirTemp("", "nazo-site")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	to := filepath.Join(dir, "nazo.wasm")
	cmd := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-o", to, "nazo/web/wasm")
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	cmd.Stderr = os.Stderr
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("building nazo for the browser: %w", err)
	}
	return os.ReadFile(to)
}

// runtime returns Go's support file for programs in a browser.
func runtime() ([]byte, error) {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return nil, err
	}
	return os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js"))
}

// keeping returns the service worker with the names of the files and a version of their contents.
func keeping(files map[string][]byte) string {
	sum := sha256.New()
	var list strings.Builder
	for _, name := range slices.Sorted(maps.Keys(files)) {
		sum.Write(files[name])
		fmt.Fprintf(&list, "%q, ", name)
	}
	return strings.NewReplacer("VERSION", hex.EncodeToString(sum.Sum(nil))[:16], "FILES", list.String()).Replace(keeper)
}
