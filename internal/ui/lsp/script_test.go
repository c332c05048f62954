package lsp

import (
	"bytes"
	"compress/flate"
	"context"
	"encoding/base64"
	"encoding/json"
	"flag"
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

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
	"github.com/sourcegraph/jsonrpc2"
	"nazo/internal/ui/ide"
)

var update = flag.Bool("update", false, "write what the scripts of testdata print, and the grammars of editors")

// TestEditor plays an editor that does what the scripts in testdata say, and compares what it is answered. A script is a txtar archive: files, which
// are opened, and in "script" commands with what they print behind ">". A place is said by text around it, with ^ for the cursor.
func TestEditor(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no scripts", err)
	}
	for _, file := range files {
		for _, encoding := range []ide.Encoding{ide.UTF8, ide.UTF16} {
			name := strings.TrimSuffix(filepath.Base(file), ".txtar")
			t.Run(name+"/"+string(encoding), func(t *testing.T) {
				t.Parallel()
				runScript(t, file, encoding)
			})
		}
	}
}

func runScript(t *testing.T, file string, encoding ide.Encoding) {
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	e := newEditor(t, encoding)
	at := -1
	for i, f := range archive.Files {
		if f.Name == "script" {
			at = i
			continue
		}
		path := filepath.Join(e.folder, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, f.Data, 0o644); err != nil {
			t.Fatal(err)
		}
		e.texts[f.Name] = string(f.Data)
	}
	if at < 0 {
		t.Fatal("no script")
	}
	var out strings.Builder
	for line := range strings.Lines(string(archive.Files[at].Data)) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, ">") {
			continue
		}
		fmt.Fprintln(&out, line)
		if line == "" || line[0] == '#' {
			continue
		}
		for printed := range strings.Lines(e.do(line)) {
			fmt.Fprintln(&out, strings.TrimRight("> "+strings.TrimRight(printed, "\n"), " "))
		}
	}
	got := strings.ReplaceAll(out.String(), filepath.ToSlash(e.folder), "DIR")
	if *update && encoding == ide.UTF8 {
		archive.Files[at].Data = []byte(got)
		if err := os.WriteFile(file, txtar.Format(archive), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(string(archive.Files[at].Data), got); diff != "" {
		t.Errorf("%s (-want +got)\n%s", file, diff)
	}
}

// editor is the other end of the conversation.
type editor struct {
	t        *testing.T
	conn     *jsonrpc2.Conn
	encoding ide.Encoding
	folder   string
	texts    map[string]string
	versions map[string]int

	mu        sync.Mutex
	changed   *sync.Cond
	published map[string]publishParams
	refreshed int
	judge     func(publishParams) // of each that is published; may be nil
	shown     []string
}

func newEditor(t *testing.T, encoding ide.Encoding) *editor {
	return newEditorOf(t, encoding, Limits{})
}

// newEditorOf speaks with a server that has limits.
func newEditorOf(t *testing.T, encoding ide.Encoding, l Limits) *editor {
	l.Pause = time.Nanosecond
	e := &editor{t: t, encoding: encoding, folder: t.TempDir(), texts: map[string]string{}, versions: map[string]int{}, published: map[string]publishParams{}}
	e.changed = sync.NewCond(&e.mu)
	ours, theirs := net.Pipe()
	done := make(chan error, 1)
	go func() {
		done <- Serve(context.Background(), theirs, Options{Limits: l, Log: t.Output(), Board: func(context.Context) (string, error) { return "http://page/", nil }})
	}()
	e.conn = jsonrpc2.NewConn(context.Background(), jsonrpc2.NewBufferedStream(ours, jsonrpc2.VSCodeObjectCodec{}), jsonrpc2.HandlerWithError(e.handle).SuppressErrClosed())
	capabilities := map[string]any{
		"general":      map[string]any{"positionEncodings": []string{string(encoding)}},
		"textDocument": map[string]any{"publishDiagnostics": map[string]any{"relatedInformation": true}, "completion": map[string]any{"completionItem": map[string]any{"snippetSupport": true}}},
		"workspace":    map[string]any{"inlayHint": map[string]any{"refreshSupport": true}},
	}
	var got struct {
		Capabilities struct{ PositionEncoding string }
	}
	e.call("initialize", map[string]any{"capabilities": capabilities}, &got)
	if got.Capabilities.PositionEncoding != string(encoding) {
		t.Fatalf("the server counts in %s, not %s", got.Capabilities.PositionEncoding, encoding)
	}
	e.tell("initialized", struct{}{})
	t.Cleanup(func() {
		if err := e.conn.Call(context.Background(), "shutdown", nil, nil); err != nil {
			t.Error(err)
		}
		e.conn.Notify(context.Background(), "exit", nil)
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	return e
}

// handle takes what the server sends.
func (e *editor) handle(_ context.Context, _ *jsonrpc2.Conn, req *jsonrpc2.Request) (any, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	switch req.Method {
	case "textDocument/publishDiagnostics":
		var p publishParams
		if err := json.Unmarshal(*req.Params, &p); err != nil {
			return nil, err
		}
		if before, ok := e.published[p.URI]; ok && p.Version != nil && before.Version != nil && *p.Version < *before.Version {
			e.t.Errorf("diagnostics of version %d after those of version %d", *p.Version, *before.Version)
		}
		e.published[p.URI] = p
		if e.judge != nil && p.Version != nil {
			e.judge(p)
		}
	case "workspace/inlayHint/refresh":
		e.refreshed++
	case "window/showMessage":
		var p showMessageParams
		json.Unmarshal(*req.Params, &p)
		e.shown = append(e.shown, p.Message)
	}
	e.changed.Broadcast()
	return nil, nil
}

func (e *editor) call(method string, params, result any) {
	e.t.Helper()
	if err := e.conn.Call(e.t.Context(), method, params, result); err != nil {
		e.t.Fatalf("%s: %v", method, err)
	}
}

func (e *editor) tell(method string, params any) {
	e.t.Helper()
	if err := e.conn.Notify(e.t.Context(), method, params); err != nil {
		e.t.Fatalf("%s: %v", method, err)
	}
}

func (e *editor) uri(name string) string {
	return uriOf(filepath.Join(e.folder, filepath.FromSlash(name)))
}

// open opens a file that is not open yet.
func (e *editor) open(name string) {
	if e.versions[name] > 0 {
		return
	}
	e.versions[name] = 1
	language := "nazo"
	if !strings.HasSuffix(name, ".nazo") {
		language = "nazo-instance"
	}
	e.tell("textDocument/didOpen", map[string]any{"textDocument": map[string]any{
		"uri": e.uri(name), "languageId": language, "version": 1, "text": e.texts[name]}})
}

// place finds the place that a text with ^ says.
func (e *editor) place(name, marked string) position {
	e.t.Helper()
	marked = strings.ReplaceAll(marked, "~", "\n")
	plain := strings.Replace(marked, "^", "", 1)
	if n := strings.Count(e.texts[name], plain); n != 1 {
		e.t.Fatalf("%q stands %d times in %s", plain, n, name)
	}
	offset := strings.Index(e.texts[name], plain) + strings.Index(marked, "^")
	return ide.NewLines(e.texts[name]).Position(offset, e.encoding)
}

// text is what stands in a range of a file, with its place.
func (e *editor) text(uri string, r lspRange) string {
	for name, text := range e.texts {
		if e.uri(name) == uri {
			l := ide.NewLines(text)
			start, end := l.Offset(r.Start, e.encoding), l.Offset(r.End, e.encoding)
			rune := ide.NewLines(text).Position(start, ide.UTF32)
			return fmt.Sprintf("%s:%d:%d %q", name, rune.Line+1, rune.Character+1, text[start:end])
		}
	}
	return uri
}

// do runs a command: VERB FILE ARGUMENT.
func (e *editor) do(line string) string {
	e.t.Helper()
	verb, rest, _ := strings.Cut(line, " ")
	name, argument, _ := strings.Cut(rest, " ")
	e.open(name)
	var out strings.Builder
	document := map[string]any{"uri": e.uri(name)}
	at := func(marked string) map[string]any {
		return map[string]any{"textDocument": document, "position": e.place(name, marked)}
	}
	whole := map[string]any{"textDocument": document, "range": lspRange{End: position{Line: 1 << 20}}}
	switch verb {
	case "open":
	case "close":
		e.tell("textDocument/didClose", map[string]any{"textDocument": document})
		delete(e.versions, name)
	case "edit": // OLD => NEW, in which ~ is a line end
		old, text, _ := strings.Cut(argument, " => ")
		e.edit(name, strings.ReplaceAll(old, "~", "\n"), strings.ReplaceAll(text, "~", "\n"))
	case "diagnostics":
		out.WriteString(e.diagnostics(name, func() bool { return true }))
	case "checked": // with what compiling finds out
		out.WriteString(e.diagnostics(name, func() bool { return e.refreshed > 0 }))
	case "until": // there is one with a code
		out.WriteString(e.diagnostics(name, func() bool {
			return slices.ContainsFunc(e.published[e.uri(name)].Diagnostics, func(d diagnostic) bool { return d.Code == argument })
		}))
	case "clean": // there is none any more
		out.WriteString(e.diagnostics(name, func() bool { return len(e.published[e.uri(name)].Diagnostics) == 0 }))
	case "hover":
		var h *hover
		e.call("textDocument/hover", at(argument), &h)
		if h != nil {
			fmt.Fprintf(&out, "%s\n%s\n", e.text(e.uri(name), h.Range), h.Contents.Value)
		}
	case "definition":
		var l *location
		e.call("textDocument/definition", at(argument), &l)
		if l != nil {
			fmt.Fprintln(&out, e.text(l.URI, l.Range))
		}
	case "references":
		var all []location
		p := at(argument)
		p["context"] = map[string]any{"includeDeclaration": true}
		e.call("textDocument/references", p, &all)
		for _, l := range all {
			fmt.Fprintln(&out, e.text(l.URI, l.Range))
		}
	case "highlights":
		var all []documentHighlight
		e.call("textDocument/documentHighlight", at(argument), &all)
		for _, h := range all {
			fmt.Fprintln(&out, e.text(e.uri(name), h.Range), h.Kind)
		}
	case "rename": // TO PLACE
		to, marked, _ := strings.Cut(argument, " ")
		p := at(marked)
		var got workspaceEdit
		p["newName"] = to
		if err := e.conn.Call(e.t.Context(), "textDocument/rename", p, &got); err != nil {
			fmt.Fprintln(&out, err)
		}
		for _, edit := range got.Changes[e.uri(name)] {
			fmt.Fprintln(&out, e.text(e.uri(name), edit.Range), "=>", edit.NewText)
		}
	case "complete": // MOST PLACE
		var most int
		rest, marked, _ := strings.Cut(argument, " ")
		fmt.Sscan(rest, &most)
		var got completionList
		e.call("textDocument/completion", at(marked), &got)
		slices.SortFunc(got.Items, func(a, b completionItem) int { return strings.Compare(a.SortText, b.SortText) })
		for _, item := range got.Items[:min(most, len(got.Items))] {
			fmt.Fprintf(&out, "%s | %s | %s\n", item.Label, strings.ReplaceAll(item.Detail, "\n", "; "), strings.ReplaceAll(item.TextEdit.NewText, "\n", "~"))
		}
	case "signature":
		var got *signatureHelp
		e.call("textDocument/signatureHelp", at(argument), &got)
		if got != nil {
			for i, s := range got.Signatures {
				mark := " "
				if i == got.ActiveSignature {
					mark = "*"
				}
				fmt.Fprintf(&out, "%s %s: %d of %v\n", mark, s.Label, got.ActiveParameter, len(s.Parameters))
			}
		}
	case "symbols":
		var all []documentSymbol
		e.call("textDocument/documentSymbol", whole, &all)
		for _, s := range all {
			fmt.Fprintln(&out, s.Kind, s.Name, "|", s.Detail, "|", e.text(e.uri(name), s.SelectionRange))
		}
	case "folds":
		var all []foldingRange
		e.call("textDocument/foldingRange", whole, &all)
		for _, f := range all {
			fmt.Fprintln(&out, f.StartLine+1, f.EndLine+1, f.Kind)
		}
	case "format":
		var all []textEdit
		e.call("textDocument/formatting", whole, &all)
		for _, edit := range all {
			fmt.Fprintf(&out, "%s => %q\n", e.text(e.uri(name), edit.Range), edit.NewText)
		}
	case "actions":
		var all []codeAction
		p := e.place(name, argument)
		e.call("textDocument/codeAction", map[string]any{"textDocument": document, "range": lspRange{p, p}, "context": map[string]any{"diagnostics": []any{}}}, &all)
		for _, a := range all {
			for _, edit := range a.Edit.Changes[e.uri(name)] {
				fmt.Fprintln(&out, a.Title, "|", e.text(e.uri(name), edit.Range), "=>", edit.NewText)
			}
		}
	case "lenses":
		var all []codeLens
		e.call("textDocument/codeLens", whole, &all)
		for _, l := range all {
			fmt.Fprintln(&out, e.text(e.uri(name), l.Range), "|", l.Command.Title, "|", l.Command.Command, l.Command.Arguments[1])
		}
	case "run": // COMMAND EXAMPLE
		var example int
		command, number, _ := strings.Cut(argument, " ")
		fmt.Sscan(number, &example)
		var got any
		err := e.conn.Call(e.t.Context(), "workspace/executeCommand", map[string]any{"command": command, "arguments": []any{e.uri(name), example}}, &got)
		if err != nil {
			fmt.Fprintln(&out, err)
		} else if text, ok := got.(string); ok && strings.HasPrefix(text, "http://page/#") {
			out.WriteString(unpacked(e.t, text))
		} else if ok {
			fmt.Fprintln(&out, text)
		}
	case "hints":
		var all []inlayHint
		e.call("textDocument/inlayHint", whole, &all)
		for _, h := range all {
			fmt.Fprintln(&out, e.text(e.uri(name), lspRange{position{Line: h.Position.Line}, h.Position}), "|", h.Label)
		}
	case "tokens":
		var got semanticTokens
		e.call("textDocument/semanticTokens/full", whole, &got)
		var at position
		for i := 0; i+4 < len(got.Data); i += 5 {
			if got.Data[i] > 0 {
				at = position{Line: at.Line + got.Data[i]}
			}
			at.Character += got.Data[i+1]
			end := position{Line: at.Line, Character: at.Character + got.Data[i+2]}
			fmt.Fprintln(&out, e.text(e.uri(name), lspRange{at, end}), ide.TokenTypes[got.Data[i+3]], got.Data[i+4])
		}
	default:
		e.t.Fatalf("no such command: %s", line)
	}
	return out.String()
}

// edit replaces a text that stands once in a file.
func (e *editor) edit(name, old, text string) {
	e.t.Helper()
	start := e.place(name, "^"+old)
	at := strings.Index(e.texts[name], old)
	end := ide.NewLines(e.texts[name]).Position(at+len(old), e.encoding)
	e.texts[name] = strings.Replace(e.texts[name], old, text, 1)
	e.versions[name]++
	e.mu.Lock()
	e.refreshed = 0
	e.mu.Unlock()
	e.tell("textDocument/didChange", map[string]any{"textDocument": versioned{e.uri(name), e.versions[name]},
		"contentChanges": []any{map[string]any{"range": lspRange{start, end}, "text": text}}})
}

// diagnostics waits for those of the version that the editor has, until they are as they should be.
func (e *editor) diagnostics(name string, ready func() bool) string {
	var out strings.Builder
	e.mu.Lock()
	for p, ok := e.published[e.uri(name)]; !ok || p.Version == nil || *p.Version < e.versions[name] || !ready(); p, ok = e.published[e.uri(name)] {
		e.changed.Wait()
	}
	p := e.published[e.uri(name)]
	e.mu.Unlock()
	for _, d := range p.Diagnostics {
		fmt.Fprintf(&out, "%s %d %s: %s\n", e.text(p.URI, d.Range), d.Severity, d.Code, strings.ReplaceAll(d.Message, "\n", "; "))
		for _, r := range d.RelatedInformation {
			fmt.Fprintf(&out, "  %s: %s\n", e.text(r.Location.URI, r.Location.Range), r.Message)
		}
	}
	return out.String()
}

// unpacked is what the address of a page says.
func unpacked(t *testing.T, address string) string {
	_, word, _ := strings.Cut(address, "#")
	packed, err := base64.RawURLEncoding.DecodeString(word)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(flate.NewReader(bytes.NewReader(packed)))
	if err != nil {
		t.Fatal(err)
	}
	var got struct{ N, S, I string }
	if err := json.Unmarshal(text, &got); err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%s, %d bytes\n%s", got.N, len(got.S), got.I)
}
