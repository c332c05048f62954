// Command site writes the page of nazo serve as a static site without a server. nazo runs in a worker of the browser.
// Once loaded, the page works without a network.
//
//	go run ./web/site DIR
//	go run ./web/site --engine DIR
//	go run ./web/site --package DIR
//
// With --package it writes a package for npm: the element <nazo-puzzle> for other people's pages, with all it loads.
// With --engine it writes the engine of published puzzles, and nothing else. `go build -tags engine ./cmd/nazo` builds a
// nazo with it, if DIR is internal/ui/serve/engine. Run it in a checkout of nazo, since it builds nazo for the browser.
package main

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"os"
	"path/filepath"
	"strings"

	"nazo/internal/atomicfile"
	"nazo/internal/ui/page"
	"nazo/internal/ui/serve"
)

func main() {
	args := os.Args[1:]
	do := write
	if len(args) > 0 {
		if other := map[string]func(string, io.Writer) error{"--engine": writeEngine, "--package": writePackage}[args[0]]; other != nil {
			args, do = args[1:], other
		}
	}
	if len(args) != 1 || strings.HasPrefix(args[0], "-") {
		fmt.Fprintln(os.Stderr, "usage: go run ./web/site [--engine|--package] DIR")
		os.Exit(2)
	}
	if err := do(args[0], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "site:", err)
		os.Exit(2)
	}
}

// write writes the site into a folder, and prints its size.
func write(dir string, out io.Writer) error {
	files := map[string][]byte{}
	if err := takePage(files); err != nil {
		return err
	}
	var engines [2]*serve.Engine
	for i, program := range []string{serve.ForSolving, serve.ForWriting} {
		var err error
		if engines[i], err = serve.BuildEngine(context.Background(), program); err != nil {
			return err
		}
	}
	serve.CompleteSite(files, engines[0], engines[1])
	return writeAll(dir, files, out)
}

// writeEngine writes the engine of published puzzles.
func writeEngine(dir string, out io.Writer) error {
	e, err := serve.BuildEngine(context.Background(), serve.ForSolving)
	if err != nil {
		return err
	}
	return writeAll(dir, map[string][]byte{"nazo.wasm.gz": e.Packed, "wasm_exec.js": e.Exec, serve.LicencesFile: e.Licences}, out)
}

// The texts of the package.
var (
	//go:embed package.json
	packageJSON []byte
	//go:embed package.md
	packageText []byte
)

// writePackage writes the element with what it loads.
func writePackage(dir string, out io.Writer) error {
	e, err := serve.BuildEngine(context.Background(), serve.ForSolving)
	if err != nil {
		return err
	}
	return writeAll(dir, packaged(e), out)
}

// packaged returns the files of the package. Pages of others are kept by others, so it has nothing that keeps them.
func packaged(e *serve.Engine) map[string][]byte {
	files := serve.SolvingFiles()
	serve.CompleteSite(files, e)
	delete(files, "keeper.js")
	delete(files, "offline.js")
	files["package.json"], files["README.md"] = packageJSON, packageText
	return files
}

func writeAll(dir string, files map[string][]byte, out io.Writer) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	total := 0
	for name, text := range files {
		if err := atomicfile.WriteText(filepath.Join(dir, name), string(text), atomicfile.Options{Force: true}); err != nil {
			return err
		}
		total += len(text)
	}
	_, err := fmt.Fprintf(out, "%d files, %.1f MB, in %s\n", len(files), float64(total)/1e6, dir)
	return err
}

// takePage takes the files of the page. It tells the page that nazo runs in a worker, which questions take long, and which
// need only the engine for solving.
func takePage(files map[string][]byte) error {
	slow, err := json.Marshal(page.Searching())
	if err != nil {
		return err
	}
	solved, err := json.Marshal(page.Solving())
	if err != nil {
		return err
	}
	for name, text := range serve.Page() {
		if name == "index.html" {
			index := bytes.Replace(text, []byte("<html "), fmt.Appendf(nil, `<html data-answers="worker" data-searching="%s" data-solving="%s" `, html.EscapeString(string(slow)), html.EscapeString(string(solved))), 1)
			index = bytes.Replace(index, []byte("<title>"), []byte(serve.Policy+"\n<title>"), 1)
			text = bytes.Replace(index, []byte("</body>"), []byte("<script src=\"offline.js\"></script>\n</body>"), 1)
			if bytes.Count(text, []byte("data-answers")) != 1 || !bytes.Contains(text, []byte("offline.js")) {
				return fmt.Errorf("index.html has changed: write has to learn where to put its attributes and scripts")
			}
		}
		files[name] = text
	}
	return nil
}
