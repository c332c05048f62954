package picture

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/big"
	"slices"
	"strings"

	"nazo/dsl/diag"
	"nazo/dsl/value"
	"nazo/internal/alg"
	"nazo/internal/judge"
	"nazo/internal/show/draw"
)

// Find is a find that an answer has a value for.
type Find struct {
	Name     string
	Shape    judge.Shape
	Optional bool // the value may be left out, since nobody sees it
}

// IsJSON reports whether a text is meant as JSON: it begins like a list or an object.
func IsJSON(text string) bool {
	text = strings.TrimLeft(text, " \t\r\n\ufeff")
	return text != "" && strings.ContainsRune("{[", rune(text[0]))
}

// DecodeAnswer reads answers to a puzzle: an object with a value for each find, a list of such objects, or
// the output of nazo solve with all solutions. Each answer has the values in the order of the finds, nil for
// optional ones that were left out.
func DecodeAnswer(src *diag.Source, puzzle string, finds []Find) ([][]value.Value, *diag.List) {
	d := &decoder{src: src, problems: &diag.List{}}
	var out [][]value.Value
	for _, n := range d.answers(puzzle, "an object with a value for each find") {
		out = append(out, d.answer(n, finds))
	}
	if d.problems.HasErrors() {
		return nil, d.problems
	}
	return out, d.problems
}

// answers returns the answers in a text, or nil with a problem. expected describes an answer.
func (d *decoder) answers(puzzle, expected string) []*node {
	root, problem := parse(d.src)
	if problem != nil {
		d.problems.Add(problem)
		return nil
	}
	answers := []*node{root}
	if s := root.get("solutions"); s != nil && s.kind == jsonList {
		answers = s.items
		if p := root.get("puzzle"); p != nil && p.text != string(appendText(nil, puzzle)) {
			d.misfit(p, "this is the answer to another puzzle", string(appendText(nil, puzzle)))
			return nil
		}
	}
	some := root.kind == object
	if root.kind == jsonList {
		answers = root.items
		some = !slices.ContainsFunc(answers, func(n *node) bool { return n.kind != object })
	}
	if !some || len(answers) == 0 {
		d.misfit(root, "there is no answer in this", expected)
		return nil
	}
	return answers
}

type decoder struct {
	src      *diag.Source
	problems *diag.List
	find     string // the name of the find at hand
	partly   bool   // parts of values may be open
}

func (d *decoder) misfit(n *node, message, expected string) value.Value {
	p := diag.Errorf(d.src, n.span, "answer-misfit", "%s", message)
	if expected != "" {
		p.Expect(expected)
	}
	d.problems.Add(p)
	return value.None{}
}

// reject reports a misfit, and returns false.
func (d *decoder) reject(n *node, message, expected string) bool {
	d.misfit(n, message, expected)
	return false
}

func (d *decoder) answer(n *node, finds []Find) []value.Value {
	var names []string
	values := make([]value.Value, len(finds))
	if d.foreign(n, finds) {
		d.misfit(n, "there is no answer in this: it has a value for none of the finds", "an object with a value for each find")
		return values
	}
	for i, find := range finds {
		names = append(names, find.Name)
		d.find = find.Name
		if f := n.get(find.Name); f != nil {
			values[i] = d.value(f, find.Shape)
		} else if !find.Optional {
			d.misfit(n, "there is no value for `"+find.Name+"`", "")
		}
	}
	for _, f := range n.fields {
		if !slices.Contains(names, f.name) {
			d.problems.Add(diag.Errorf(d.src, f.at, "answer-misfit", "the spec has no find `%s`", f.name).
				Suggest(diag.Nearest(f.name, names)))
		}
	}
	return values
}

// foreign reports whether an object is no answer: several names, none of which resembles that of a find.
func (d *decoder) foreign(n *node, finds []Find) bool {
	for _, find := range finds {
		for _, f := range n.fields {
			if diag.Nearest(f.name, []string{find.Name}) != "" || f.name == find.Name {
				return false
			}
		}
	}
	return len(n.fields) > 1
}

func (d *decoder) scalar(n *node, s *judge.ScalarShape) value.Value {
	if s.Optional && n.text == "null" {
		return value.None{}
	}
	if r, ok := s.Values.(value.Range); ok {
		x, isInt := new(big.Int).SetString(n.text, 10)
		if isInt && x.IsInt64() && r.Lo <= x.Int64() && x.Int64() <= r.Hi {
			return value.FromBig(x)
		}
		return d.misfit(n, shorten(n.text)+" is not in the domain of `"+d.find+"`", value.String(value.Int(r.Lo))+".."+value.String(value.Int(r.Hi)))
	}
	return d.oneOf(n, value.Elements(s.Values))
}

// members reads a list of different keys that are in. Of a partly known answer it also reads keys that are out.
func (d *decoder) members(n *node, m *draw.Find) bool {
	keys := value.NewSet(m.Keys...)
	note := func(items []*node, v value.Value) bool {
		for _, item := range items {
			i := keys.Index(d.oneOf(item, m.Keys))
			switch {
			case i < 0:
				continue
			case m.Known[i] != nil && !m.Open:
				return d.reject(item, shorten(item.text)+" is in this set twice", "")
			case m.Known[i] != nil && !value.Equal(m.Known[i], v):
				d.misfit(item, shorten(item.text)+" is both in `"+d.find+"` and out of it", "")
			}
			m.Known[i] = v
		}
		return true
	}
	switch {
	case n.kind == jsonList:
		return note(n.items, value.True)
	case !m.Open:
		return d.reject(n, "this is not a set", "a list")
	case n.get("in") == nil && n.get("out") == nil:
		return d.reject(n, "this does not say what is in `"+d.find+"`", `a list, or {"in": […], "out": […]}`)
	}
	for _, f := range n.fields {
		if f.name != "in" && f.name != "out" || f.value.kind != jsonList {
			d.misfit(f.value, "this does not say what is in `"+d.find+"`", `{"in": […], "out": […]}`)
			continue
		}
		note(f.value.items, value.Of(f.name == "in"))
	}
	return true
}

func (d *decoder) stack(n *node, s *judge.StackShape) value.Value {
	if n.kind != jsonList || len(n.items) > s.UpTo {
		return d.misfit(n, "this does not fit `"+d.find+"`", "a list of "+diag.Count(s.UpTo, "value")+" at most")
	}
	out := value.List{}
	out = append(out, alg.Map(n.items, func(item *node) value.Value { return d.scalar(item, s.Of) })...)
	return out
}

// oneOf returns the one of some values that n writes.
func (d *decoder) oneOf(n *node, values []value.Value) value.Value {
	for _, v := range values {
		if writes(n, v) {
			return v
		}
	}
	some := alg.Map(values[:min(len(values), 6)], func(v value.Value) string { return string(AppendJSON(nil, v)) })
	if len(values) > 6 {
		some = append(some, "…")
	}
	return d.misfit(n, shorten(n.text)+" is not in the domain of `"+d.find+"`", "one of "+strings.Join(some, ", "))
}

func shorten(text string) string {
	if r := []rune(text); len(r) > 40 {
		return string(r[:39]) + "…"
	}
	return text
}

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
	jsonList
	object
)

func (n *node) get(name string) *node {
	for _, f := range n.fields {
		if f.name == name {
			return f.value
		}
	}
	return nil
}

// maxDepth bounds the nesting of a file. Answers need five levels.
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

type repeated struct {
	name string
	at   diag.Span
}

// Error names the field.
func (r *repeated) Error() string { return fmt.Sprintf("%q stands here twice", shorten(r.name)) }

type treeReader struct {
	src *diag.Source
	dec *json.Decoder
}

func (r *treeReader) value(depth int) (*node, error) {
	if depth > maxDepth {
		return nil, errors.New("it is nested too deeply")
	}
	t, n, err := r.token()
	delim, nested := t.(json.Delim)
	if err != nil || !nested {
		return n, err
	}
	n.kind = jsonList
	if delim == '{' {
		n.kind = object
	}
	names := map[string]bool{}
	for r.dec.More() {
		var name string
		var at diag.Span
		if n.kind == object {
			t, key, err := r.token()
			if err != nil {
				return nil, err
			}
			name, _ = t.(string)
			at = key.span
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

// token reads a token, and returns it with its node.
func (r *treeReader) token() (json.Token, *node, error) {
	before := r.dec.InputOffset()
	t, err := r.dec.Token()
	if err != nil {
		return nil, nil, err
	}
	text, err := json.Marshal(t)
	end := int(r.dec.InputOffset())
	raw := strings.TrimLeft(r.src.Text[before:end], " \t\r\n,:")
	return t, &node{span: diag.Span{Start: end - len(raw), End: end}, text: string(text)}, err
}

func compact(text string) string {
	var out bytes.Buffer
	if json.Compact(&out, []byte(text)) != nil {
		return text
	}
	return out.String()
}

// DecodeSoFar reads a partly known answer: an object with values for some of the finds. null is open. A list of members
// says nothing about others. {"in": […], "out": […]} also says which members of a set, edges of a route or edges within
// regions are out. The values are in the order of the finds, nil if unknown and [value.Partly] if partly known.
func DecodeSoFar(src *diag.Source, puzzle string, finds []Find) ([]value.Value, *diag.List) {
	const expected = "an object with values for finds, as far as they are known"
	d := &decoder{src: src, problems: &diag.List{}}
	all := d.answers(puzzle, expected)
	if len(all) > 1 {
		d.misfit(all[1], "there are several answers in this", expected)
	}
	if d.problems.HasErrors() {
		return nil, d.problems
	}
	some := alg.Map(finds, func(f Find) Find { return Find{Name: f.Name, Shape: f.Shape, Optional: true} })
	d.partly = true
	values := d.answer(all[0], some)
	if d.problems.HasErrors() {
		return nil, d.problems
	}
	return values, d.problems
}
