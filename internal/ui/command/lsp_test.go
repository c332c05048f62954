package command

import (
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"time"
)

// A whole conversation over standard input and output.
func TestLanguageServer(t *testing.T) {
	var talk strings.Builder
	for _, m := range []string{
		`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}`,
		`{"jsonrpc":"2.0","id":2,"method":"textDocument/hover","params":{"textDocument":{"uri":"file:///a.nazo"},"position":{"line":0,"character":0}}}`,
		`{"jsonrpc":"2.0","id":3,"method":"no/such"}`,
		`{"jsonrpc":"2.0","id":4,"method":"shutdown"}`,
		`{"jsonrpc":"2.0","method":"exit"}`,
	} {
		fmt.Fprintf(&talk, "Content-Length: %d\r\n\r\n%s", len(m), m)
	}
	name := t.TempDir() + "/out"
	out, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	silent, _ := io.Pipe() // the editor waits for the server to leave
	status := run(time.Now(), []string{"lsp"}, io.MultiReader(strings.NewReader(talk.String()), silent), out, os.Stderr)
	if status != StatusTrue {
		t.Errorf("exit status %d", status)
	}
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"positionEncoding":"utf-16"`, `"name":"nazo"`, `"id":2,"result":null`, `unknown: no/such`, `"id":4`} {
		if !strings.Contains(string(text), want) {
			t.Errorf("no %s in\n%s", want, text)
		}
	}
}

// TestLanguageServerAnswersAll has requests answered whose editor ends what it says, and nothing else, behind them.
func TestLanguageServerAnswersAll(t *testing.T) {
	var talk strings.Builder
	say := func(m string) { fmt.Fprintf(&talk, "Content-Length: %d\r\n\r\n%s", len(m), m) }
	say(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}`)
	say(`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///a.nazo","languageId":"nazo","version":1,"text":"puzzle a\nfind x: 1..9\n"}}}`)
	for id := 2; id < 30; id++ {
		say(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"textDocument/documentSymbol","params":{"textDocument":{"uri":"file:///a.nazo"}}}`, id))
	}
	say(`{"jsonrpc":"2.0","id":30,"method":"no/such"}`)
	name := t.TempDir() + "/out"
	out, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	errs, err := os.Create(t.TempDir() + "/errs")
	if err != nil {
		t.Fatal(err)
	}
	run(time.Now(), []string{"lsp"}, strings.NewReader(talk.String()), out, errs)
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for id := 1; id <= 30; id++ {
		if !strings.Contains(string(text), fmt.Sprintf(`"id":%d,`, id)) {
			t.Errorf("request %d has no answer", id)
		}
	}
}
