package serve

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// Engine is nazo for the browser.
type Engine struct {
	Packed   []byte // the program, by gzip
	Exec     []byte // Go's support for programs in a browser
	Licences []byte // of what others wrote in them
}

// program is nazo for the browser. The tag of a build says what it can answer.
const program = "nazo/web/wasm"

// The tags of builds.
const (
	// ForSolving is for pages on which puzzles are solved.
	ForSolving = "solving"
	// ForWriting is for pages on which they are written, too.
	ForWriting = "writing"
)

const (
	execFile = "wasm_exec.js"
	// LicencesFile has the licences of what others wrote in the engine.
	LicencesFile = "nazo-licences.txt"

	engineName = "nazo"
	engineEnd  = ".wasm.gz"
)

// name is the file of the engine. It has another name with other contents, so that browsers keep it.
func (e *Engine) name() string {
	sum := sha256.Sum256(e.Packed)
	return engineName + "." + digest(sum[:]) + engineEnd
}

// ErrNoEngine says that there is no engine, nor anything it could be built of.
var ErrNoEngine = errors.New("no engine for pages")

// FindEngine returns the engine for solving: the one in this program if it was built with one, else one that is built of the
// checkout of nazo in the current folder. The error may be [ErrNoEngine].
func FindEngine(ctx context.Context) (*Engine, error) {
	if e := builtIn(); e != nil {
		return e, nil
	}
	if out, err := exec.CommandContext(ctx, "go", "list", program).Output(); err != nil || strings.TrimSpace(string(out)) != program {
		return nil, ErrNoEngine
	}
	return BuildEngine(ctx, ForSolving)
}

// smaller are flags that leave out inlining where little takes long. The engine is 9 % smaller so.
var smaller = []string{"-gcflags=fmt=-l", "-gcflags=reflect=-l", "-gcflags=nazo/compile/...=-l", "-gcflags=nazo/dsl/...=-l", "-gcflags=nazo/internal/show/...=-l", "-gcflags=nazo/internal/judge=-l", "-gcflags=nazo/internal/solve/...=-l", "-gcflags=nazo/internal/study/...=-l", "-gcflags=nazo/internal/ui/...=-l"}

// BuildEngine builds nazo for the browser of the checkout of nazo in the current folder.
func BuildEngine(ctx context.Context, tag string) (*Engine, error) {
	dir, err := os.MkdirTemp("", "nazo-site")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	to := filepath.Join(dir, "nazo.wasm")
	cmd := exec.CommandContext(ctx, "go", append(append([]string{"build", "-trimpath", "-ldflags=-s -w", "-tags=" + tag}, smaller...), "-o", to, program)...)
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if text, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("building nazo for the browser: %w\n%s", err, text)
	}
	built, err := os.ReadFile(to)
	if err != nil {
		return nil, err
	}
	out, err := exec.CommandContext(ctx, "go", "env", "GOROOT").Output()
	if err != nil {
		return nil, err
	}
	root := strings.TrimSpace(string(out))
	support, err := os.ReadFile(filepath.Join(root, "lib", "wasm", execFile))
	if err != nil {
		return nil, err
	}
	terms, err := licences(ctx, tag, root)
	if err != nil {
		return nil, err
	}
	return &Engine{pack(built), support, terms}, nil
}

// licences returns the licences of Go and of the libraries in a build.
func licences(ctx context.Context, tag, goRoot string) ([]byte, error) {
	list := exec.CommandContext(ctx, "go", "list", "-deps", "-tags="+tag, "-f", "{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}\t{{.Dir}}{{end}}{{end}}", program)
	list.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	out, err := list.Output()
	if err != nil {
		return nil, fmt.Errorf("listing the libraries of nazo for the browser: %w", err)
	}
	all := append([]string{"Go\t" + goRoot}, strings.Split(strings.TrimSpace(string(out)), "\n")...)
	slices.Sort(all)
	var text bytes.Buffer
	text.WriteString("Nazo for the browser contains Go's runtime and these libraries, under the licences below.\n")
	for _, one := range slices.Compact(all) {
		name, dir, ok := strings.Cut(one, "\t")
		if !ok {
			continue
		}
		var terms []byte
		for _, file := range []string{"LICENSE", "LICENSE.txt", "LICENSE.md", "COPYING"} {
			if terms, err = os.ReadFile(filepath.Join(dir, file)); err == nil {
				break
			}
		}
		if err != nil { // some systems have Go's elsewhere
			terms = []byte("Its licence is published with it.")
		}
		fmt.Fprintf(&text, "\n%s\n%s\n\n%s\n", strings.Repeat("=", 72), name, bytes.TrimSpace(terms))
	}
	return text.Bytes(), nil
}

// pack compresses as browsers can unpack.
func pack(text []byte) []byte {
	var out bytes.Buffer
	w, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err == nil {
		_, err = w.Write(text)
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		panic(err) // the level is right, and memory takes all
	}
	return out.Bytes()
}

// ReadEngine returns the engine of a site in a folder.
func ReadEngine(dir string) (*Engine, error) {
	all, err := filepath.Glob(filepath.Join(dir, engineName+"*"+engineEnd))
	if err != nil {
		return nil, err
	}
	if len(all) > 1 { // an older one was left there, or there is one for writing, too
		loads, _ := os.ReadFile(filepath.Join(dir, "worker.js"))
		all = slices.DeleteFunc(all, func(name string) bool {
			return !bytes.Contains(loads, fmt.Appendf(nil, engineEntry, "solving", filepath.Base(name)))
		})
	}
	if len(all) != 1 {
		return nil, fmt.Errorf("it has %d files %s*%s for solving, not one", len(all), engineName, engineEnd)
	}
	e := &Engine{}
	if e.Packed, err = os.ReadFile(all[0]); err != nil {
		return nil, err
	}
	if e.Exec, err = os.ReadFile(filepath.Join(dir, execFile)); err != nil {
		return nil, err
	}
	if e.Licences, err = os.ReadFile(filepath.Join(dir, LicencesFile)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	r, err := gzip.NewReader(bytes.NewReader(e.Packed))
	if err == nil {
		_, err = io.ReadFull(r, make([]byte, 4))
	}
	if err != nil {
		return nil, fmt.Errorf("%s is no file of gzip", filepath.Base(all[0]))
	}
	return e, nil
}
