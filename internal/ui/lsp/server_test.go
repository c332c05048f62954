package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/sourcegraph/jsonrpc2"
	"nazo/internal/ui/ide"
)

// A spec whose example no engine finishes in the time of a test: they are many, and nobody counts them but one by one.
const endless = `puzzle endless "e"
given n = 12
find kind[c in cells(grid(n, n))]: 1..9
rule "r" for {a, b} in edges(king(grid(n, n))): (kind[a] * kind[b] + kind[a]) mod 7 != 3
example "e" n = 12: expect 999999999999 solutions
`

// code is that of the protocol for an error; 0 for none.
func code(err error) int64 {
	var wire *jsonrpc2.Error
	if errors.As(err, &wire) {
		return wire.Code
	}
	return 0
}

// A run ends when the text changes, and when the editor cancels it.
func TestRunsEnd(t *testing.T) {
	for name, end := range map[string]func(e *editor, id jsonrpc2.ID){
		"changed":   func(e *editor, _ jsonrpc2.ID) { e.edit("a.nazo", "1..9", "1..8") },
		"cancelled": func(e *editor, id jsonrpc2.ID) { e.tell("$/cancelRequest", map[string]any{"id": id.Num}) },
		"closed":    func(e *editor, _ jsonrpc2.ID) { e.do("close a.nazo") },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := newEditor(t, ide.UTF16)
			e.texts["a.nazo"] = endless
			if got := e.do("diagnostics a.nazo"); got != "" {
				t.Fatal(got)
			}
			id := jsonrpc2.ID{Num: 1000}
			run, err := e.conn.DispatchCall(t.Context(), "workspace/executeCommand",
				map[string]any{"command": "nazo.run", "arguments": []any{e.uri("a.nazo"), 0}}, jsonrpc2.PickID(id))
			if err != nil {
				t.Fatal(err)
			}
			e.do("hover a.nazo find ki^nd[c") // it was begun
			end(e, id)
			if err := run.Wait(t.Context(), nil); code(err) != codeRequestCancelled {
				t.Errorf("the run ended with %v", err)
			}
		})
	}
}

// A run ends with its time, and with too much memory: then the example is not finished, and why.
func TestRunsWithinLimits(t *testing.T) {
	for want, l := range map[string]Limits{
		"time limit":   {Time: 50 * time.Millisecond},
		"memory limit": {Memory: 1 << 20}, // less than any program has
	} {
		t.Run(want, func(t *testing.T) {
			t.Parallel()
			e := newEditorOf(t, ide.UTF16, l)
			e.texts["a.nazo"] = endless
			if got := e.do("run a.nazo nazo.run 0"); got != "" {
				t.Fatal(got)
			}
			e.do("until a.nazo example-unfinished")
			if got := e.do("hints a.nazo"); !strings.Contains(got, "? "+want) {
				t.Error(got)
			}
		})
	}
}

// Diagnostics are told in the order of versions, each of what that version says and no other, and of the last one in the end, however fast a text changes.
func TestNeverStale(t *testing.T) {
	e := newEditor(t, ide.UTF16)
	e.judge = func(p publishParams) {
		want := fmt.Sprintf("there is no given `y%d`", *p.Version)
		if len(p.Diagnostics) != 1 || !strings.Contains(p.Diagnostics[0].Message, want) {
			t.Errorf("version %d: %v", *p.Version, p.Diagnostics)
		}
	}
	if err := os.WriteFile(filepath.Join(e.folder, "a.nazo"), []byte("puzzle a \"a\"\ngiven n = 1\nfind x: 1..9\nrule \"r\": x = n\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	e.texts["a/i.txt"] = "y1 = 1\n" // reading its spec from the disk takes a while
	e.open("a/i.txt")
	for i := 1; i < 300; i++ {
		e.edit("a/i.txt", fmt.Sprintf("y%d ", i), fmt.Sprintf("y%d ", i+1))
	}
	if got := e.do("diagnostics a/i.txt"); !strings.Contains(got, "there is no given `y300`") {
		t.Errorf("got %q", got)
	}
}

// What a client should not send is an error of the protocol, and the server goes on.
func TestProtocolErrors(t *testing.T) {
	e := newEditor(t, ide.UTF16)
	e.texts["a.nazo"] = "puzzle a \"a\"\nfind x: 1..9\nrule \"r\": x = 1\n"
	e.open("a.nazo")
	ask := func(method string, params any) int64 {
		return code(e.conn.Call(context.Background(), method, params, nil))
	}
	for _, c := range []struct {
		method string
		params any
		want   int64
	}{
		{"no/such", nil, jsonrpc2.CodeMethodNotFound},
		{"initialize", map[string]any{}, jsonrpc2.CodeInvalidRequest},
		{"textDocument/hover", []int{1}, jsonrpc2.CodeInvalidParams},
		{"textDocument/hover", map[string]any{"textDocument": map[string]any{"uri": "file:///nowhere"}}, 0},
		{"textDocument/hover", map[string]any{"textDocument": map[string]any{"uri": e.uri("a.nazo")}, "position": position{Line: 1 << 40, Character: 1 << 40}}, 0},
		{"textDocument/hover", map[string]any{"textDocument": map[string]any{"uri": e.uri("a.nazo")}, "position": position{Line: 1, Character: -3}}, jsonrpc2.CodeInvalidParams},
		{"textDocument/rename", map[string]any{"textDocument": map[string]any{"uri": e.uri("a.nazo")}, "position": position{Line: -1}}, jsonrpc2.CodeInvalidParams},
		{"textDocument/references", json.RawMessage(`{"textDocument":{"uri":"file:///a"},"position":{"line":1.5,"character":0}}`), jsonrpc2.CodeInvalidParams},
		{"textDocument/inlayHint", map[string]any{"textDocument": map[string]any{"uri": e.uri("a.nazo")}, "range": lspRange{position{Line: 2}, position{Line: 1, Character: 3}}}, jsonrpc2.CodeInvalidParams},
		{"textDocument/codeAction", map[string]any{"textDocument": map[string]any{"uri": e.uri("a.nazo")}, "range": lspRange{position{Line: 1, Character: 3}, position{Line: 1}}}, jsonrpc2.CodeInvalidParams},
		{"workspace/executeCommand", map[string]any{"command": "rm"}, jsonrpc2.CodeInvalidParams},
		{"workspace/executeCommand", map[string]any{"command": "nazo.run", "arguments": []any{e.uri("a.nazo"), 7}}, codeRequestFailed},
		{"textDocument/prepareRename", map[string]any{"textDocument": map[string]any{"uri": e.uri("a.nazo")}, "position": position{}}, codeRequestFailed},
	} {
		if got := ask(c.method, c.params); got != c.want {
			t.Errorf("%s: got error %d, want %d", c.method, got, c.want)
		}
	}
	e.tell("textDocument/didChange", json.RawMessage(`{"textDocument":{"uri":"file:///nowhere","version":3},"contentChanges":[]}`))
	e.tell("no/such", nil)
	if got := e.do("diagnostics a.nazo"); got != "" {
		t.Error(got)
	}
}

// A change is never refused, since the server's text would not be the editor's any more: a range that is turned round is that between its ends, and what is before
// or behind the text is its nearest end.
func TestChangesOutside(t *testing.T) {
	const text = "puzzle a \"a\"\nfind x: 1..9\n"
	for name, c := range map[string]struct {
		change lspRange
		want   string // where the mistake is, and what it is
	}{
		"turned round": {lspRange{position{Line: 1, Character: 12}, position{Line: 1, Character: 8}}, `a.nazo:2:9 "oops"`},
		"before":       {lspRange{position{Line: -5, Character: -5}, position{Line: 0, Character: 6}}, `a.nazo:1:1 "oops"`},
		"behind":       {lspRange{position{Line: 1, Character: 8}, position{Line: 70}}, `a.nazo:2:9 "oops"`},
	} {
		t.Run(name, func(t *testing.T) {
			e := newEditor(t, ide.UTF16)
			e.texts["a.nazo"] = text
			e.open("a.nazo")
			lines := ide.NewLines(text)
			ends := []int{lines.Offset(c.change.Start, e.encoding), lines.Offset(c.change.End, e.encoding)}
			slices.Sort(ends)
			e.texts["a.nazo"] = text[:ends[0]] + "oops" + text[ends[1]:]
			e.versions["a.nazo"]++
			e.tell("textDocument/didChange", map[string]any{"textDocument": versioned{e.uri("a.nazo"), 2},
				"contentChanges": []any{map[string]any{"range": c.change, "text": "oops"}}})
			if got := e.do("diagnostics a.nazo"); !strings.HasPrefix(got, c.want) {
				t.Errorf("got %s, want it at %s", got, c.want)
			}
		})
	}
}

// The server ends with the editor, or when it is told to, also while a text is open.
func TestEndsWithEditor(t *testing.T) {
	for name, end := range map[string]func(editor net.Conn, stop func()){
		"gone":    func(editor net.Conn, _ func()) { editor.Close() },
		"stopped": func(_ net.Conn, stop func()) { stop() },
	} {
		t.Run(name, func(t *testing.T) {
			ctx, stop := context.WithCancel(t.Context())
			defer stop()
			editor, server := net.Pipe()
			defer editor.Close()
			go io.Copy(io.Discard, editor)
			ended := make(chan error)
			go func() { ended <- Serve(ctx, server, Options{}) }()
			for _, message := range []string{
				`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}`,
				`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///a.nazo","languageId":"nazo","version":1,"text":"puzzle a\n"}}}`,
				`{"jsonrpc":"2.0","id":2,"method":"textDocument/hover","params":{"textDocument":{"uri":"file:///a.nazo"},"position":{"line":0,"character":0}}}`,
			} {
				if _, err := fmt.Fprintf(editor, "Content-Length: %d\r\n\r\n%s", len(message), message); err != nil {
					t.Fatal(err)
				}
			}
			end(editor, stop)
			if err := <-ended; err == nil {
				t.Error("an editor that is gone without a word is told of")
			}
		})
	}
}

// Whoever says all at once, and ends what it says, is answered all.
func TestAnswersBeforeExit(t *testing.T) {
	var said strings.Builder
	for _, message := range []string{
		`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}`,
		`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///a.nazo","languageId":"nazo","version":1,"text":"puzzle a\n"}}}`,
		`{"jsonrpc":"2.0","id":2,"method":"textDocument/documentSymbol","params":{"textDocument":{"uri":"file:///a.nazo"}}}`,
		`{"jsonrpc":"2.0","id":3,"method":"shutdown"}`,
		`{"jsonrpc":"2.0","method":"exit"}`,
	} {
		fmt.Fprintf(&said, "Content-Length: %d\r\n\r\n%s", len(message), message)
	}
	for range 20 {
		c := &recorded{Reader: strings.NewReader(said.String())}
		if err := Serve(t.Context(), c, Options{}); err != nil {
			t.Fatal(err)
		}
		for id := 1; id <= 3; id++ {
			if !strings.Contains(c.got.String(), fmt.Sprintf(`"id":%d`, id)) {
				t.Fatalf("no answer to %d: %s", id, c.got.String())
			}
		}
	}
}

// An editor may have more to say behind its exit, before it reads the answers that it has still to get.
func TestReadsBehindExit(t *testing.T) {
	ours, theirs := net.Pipe()
	done := make(chan error, 1)
	go func() { done <- Serve(t.Context(), theirs, Options{}) }()
	for _, message := range []string{
		`{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"capabilities":{}}}`,
		`{"jsonrpc":"2.0","id":1,"method":"shutdown"}`,
		`{"jsonrpc":"2.0","method":"exit"}`,
		`{"jsonrpc":"2.0","method":"$/setTrace","params":{"value":"off"}}`,
	} {
		if _, err := fmt.Fprintf(ours, "Content-Length: %d\r\n\r\n%s", len(message), message); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := io.ReadAll(ours); err != nil || !strings.Contains(string(got), `"id":1`) {
		t.Errorf("%s, %v", got, err)
	}
	if err := <-done; err != nil {
		t.Error(err)
	}
}

// recorded is a connection on which all was said before; it keeps what is answered until it is closed.
type recorded struct {
	io.Reader
	mu     sync.Mutex
	got    strings.Builder
	closed bool
}

func (r *recorded) Write(b []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return 0, io.ErrClosedPipe
	}
	return r.got.Write(b)
}

func (r *recorded) Close() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.closed = true
	return nil
}
