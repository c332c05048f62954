package lsp

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/sourcegraph/jsonrpc2"
)

func framed(body string) string { return fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(body), body) }

// TestDamagedMessages sends what is no message between others: it is refused, what comes behind it is answered, and the server ends as it should.
func TestDamagedMessages(t *testing.T) {
	const parse, invalid = jsonrpc2.CodeParseError, jsonrpc2.CodeInvalidRequest
	good := `{"jsonrpc":"2.0","id":"next","method":"textDocument/hover","params":{"textDocument":{"uri":"file:///a.nazo"},"position":{"line":0,"character":0}}}`
	for name, c := range map[string]struct {
		sent string
		want string // who is refused, and with what
	}{
		"no JSON":                       {framed(`{"id":5,`), fmt.Sprint("null ", parse)},
		"nothing":                       {framed(""), fmt.Sprint("null ", parse)},
		"two of them":                   {framed("}") + framed("]"), fmt.Sprintf("null %d, null %d", parse, parse)},
		"no UTF-8":                      {framed("{\"id\":5,\"method\":\"\xff\"}"), fmt.Sprint("5 ", parse)},
		"UTF-16":                        {"Content-Type: application/vscode-jsonrpc; charset=utf-16\r\n" + framed("{\x00}\x00"), fmt.Sprint("null ", parse)},
		"no message":                    {framed(`{"jsonrpc":"2.0","id":5}`), fmt.Sprint("5 ", invalid)},
		"a word":                        {framed(`"hover"`), fmt.Sprint("null ", invalid)},
		"several in one":                {framed(`[` + good + `]`), fmt.Sprint("null ", invalid)},
		"no ID":                         {framed(`{"jsonrpc":"2.0","id":{"a":1},"method":"shutdown"}`) + framed(`{"jsonrpc":"2.0","id":77,"result":1}`), fmt.Sprint("null ", invalid)},
		"a method that is none":         {framed(`{"jsonrpc":"2.0","id":"x","method":7}`), fmt.Sprint(`"x" `, invalid)},
		"a length that is too short":    {"Content-Length: 20\r\n\r\n" + good, fmt.Sprint("null ", parse)},
		"a length that is too long":     {"Content-Length: 60\r\n\r\n" + `{"jsonrpc":"2.0","method":"initialized"}`, fmt.Sprint("null ", parse)},
		"no length":                     {"Content-Type: text/plain\r\n\r\n" + good, fmt.Sprint("null ", parse)},
		"a length below 0":              {"Content-Length: -5\r\n\r\n" + good, fmt.Sprint("null ", parse)},
		"a length that is no number":    {"Content-Length: ten\r\n\r\n" + good, fmt.Sprint("null ", parse)},
		"a length without end":          {"Content-Length: 99999999999\r\n\r\n" + good, fmt.Sprint("null ", parse)},
		"no head":                       {good + "\r\n\r\n", fmt.Sprint("null ", parse)},
		"a field that is none":          {"Nonsense\r\n" + framed(good), fmt.Sprint("null ", parse)},
		"a line without end":            {strings.Repeat("x", 70_000), fmt.Sprint("null ", parse)},
		"fields that say nothing to us": {"Content-Type: application/vscode-jsonrpc; charset=utf-8\r\n" + framed(good), ""},
		"lines that end without CR":     {fmt.Sprintf("content-length:%d\n\n%s", len(good), good), ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var got []string
			for _, m := range conversation(t, c.sent+framed(strings.ReplaceAll(good, "next", "last"))) {
				if m.Error != nil {
					got = append(got, fmt.Sprint(string(m.ID), " ", m.Error.Code))
				}
				if string(m.ID) == `"last"` {
					got = append(got, "answered")
				}
			}
			slices.Sort(got)
			want := slices.DeleteFunc(append(strings.Split(c.want, ", "), "answered"), func(s string) bool { return s == "" })
			slices.Sort(want)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

// conversation is what a server answers to what is sent between the first and the last messages.
func conversation(t *testing.T, sent string) (out []refusal) {
	t.Helper()
	editor, server := net.Pipe()
	ended := make(chan error, 1)
	go func() { ended <- Serve(context.Background(), server, Options{}) }()
	go io.WriteString(editor, framed(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}`)+sent+
		framed(`{"jsonrpc":"2.0","id":2,"method":"shutdown"}`)+framed(`{"jsonrpc":"2.0","method":"exit"}`))
	in := bufio.NewReader(editor)
	for {
		var length int
		if _, err := fmt.Fscanf(in, "Content-Length: %d\r\n\r\n", &length); err != nil {
			break
		}
		body := make([]byte, length)
		if _, err := io.ReadFull(in, body); err != nil {
			t.Fatal(err)
		}
		var m refusal
		if err := json.Unmarshal(body, &m); err != nil {
			t.Fatalf("%s: %v", body, err)
		}
		out = append(out, m)
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
	return out
}
