package answer

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"nazo/dsl/diag"
)

// node is a JSON value and its place in the text.
type node struct {
	span   diag.Span
	kind   kind
	text   string // without blanks
	items  []*node
	fields []field
}

type field struct {
	name  string
	at    diag.Span // of the name
	value *node
}

type kind uint8

const (
	scalar kind = iota
	list
	object
)

// get is the value of a field, or nil.
func (n *node) get(name string) *node {
	for _, f := range n.fields {
		if f.name == name {
			return f.value
		}
	}
	return nil
}

// maxDepth bounds the nesting of a file; answers need five levels.
const maxDepth = 100

// parse reads one JSON value and nothing after it.
func parse(src *diag.Source) (*node, *diag.Diagnostic) {
	dec := json.NewDecoder(bytes.NewReader([]byte(src.Text)))
	dec.UseNumber()
	r := &treeReader{src, dec}
	n, err := r.value(0)
	if err == nil {
		rest := src.Text[dec.InputOffset():]
		at := len(src.Text) - len(strings.TrimLeft(rest, " \t\r\n"))
		if at == len(src.Text) {
			return n, nil
		}
		return nil, diag.Errorf(src, diag.Span{Start: at, End: len(strings.TrimRight(src.Text, " \t\r\n"))}, "bad-json",
			"something follows the answer")
	}
	if twice := (*repeated)(nil); errors.As(err, &twice) {
		return nil, diag.Errorf(src, twice.at, "bad-json", "%v", err)
	}
	at := int(dec.InputOffset())
	message := err.Error()
	var syntax *json.SyntaxError
	switch {
	case errors.As(err, &syntax):
		at = max(int(syntax.Offset)-1, 0)
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		at, message = len(src.Text), "the text breaks off"
	}
	return nil, diag.Errorf(src, diag.Span{Start: at, End: min(at+1, len(src.Text))}, "bad-json", "this is not JSON: %s", message).
		Expect("what `nazo solve --format json` prints")
}

// repeated is the error of an object that has a name twice.
type repeated struct {
	name string
	at   diag.Span
}

// Error says which name stands twice.
func (r *repeated) Error() string { return fmt.Sprintf("%q stands here twice", shorten(r.name)) }

type treeReader struct {
	src *diag.Source
	dec *json.Decoder
}

func (r *treeReader) value(depth int) (*node, error) {
	if depth > maxDepth {
		return nil, errors.New("it is nested too deeply")
	}
	t, err := r.dec.Token()
	if err != nil {
		return nil, err
	}
	end := int(r.dec.InputOffset())
	delim, nested := t.(json.Delim)
	if !nested {
		return r.scalar(t, end), nil
	}
	n := &node{span: diag.Span{Start: end - 1}, kind: list}
	if delim == '{' {
		n.kind = object
	}
	names := map[string]bool{}
	for r.dec.More() {
		var name string
		var at diag.Span
		if n.kind == object {
			t, err := r.dec.Token()
			if err != nil {
				return nil, err
			}
			name, _ = t.(string)
			at = r.scalar(t, int(r.dec.InputOffset())).span
			if names[name] {
				return nil, &repeated{name, at}
			}
			names[name] = true
		}
		v, err := r.value(depth + 1)
		if err != nil {
			return nil, err
		}
		n.fields = append(n.fields, field{name, at, v})
		n.items = append(n.items, v)
	}
	if _, err := r.dec.Token(); err != nil {
		return nil, err
	}
	n.span.End = int(r.dec.InputOffset())
	n.text = compact(r.src.Slice(n.span))
	return n, nil
}

// scalar makes the node of a token that ends at an offset.
func (r *treeReader) scalar(t json.Token, end int) *node {
	text, err := json.Marshal(t)
	if err != nil {
		panic(err) // it was just read
	}
	start := end - 1
	if raw := r.src.Text[:end]; raw[start] == '"' {
		for start--; start >= 0 && (raw[start] != '"' || escaped(raw, start)); {
			start--
		}
	} else {
		start = end - len(text)
	}
	return &node{span: diag.Span{Start: max(start, 0), End: end}, text: string(text)}
}

// escaped reports whether the quote at offset i is part of a text.
func escaped(text string, i int) bool {
	n := 0
	for i--; i >= 0 && text[i] == '\\'; i-- {
		n++
	}
	return n%2 == 1
}

func compact(text string) string {
	var out bytes.Buffer
	if json.Compact(&out, []byte(text)) != nil {
		return text
	}
	return out.String()
}
