package answer

import (
	"math/big"
	"slices"
	"strings"

	"nazo/dsl/diag"
	"nazo/judge"
	"nazo/value"
)

// Find is what there must be an answer for.
type Find struct {
	Name  string
	Shape judge.Shape
	// Optional is true of what may be left out, since nobody sees it.
	Optional bool
}

// IsJSON reports whether a text is meant as JSON: it begins as a list or an object does.
func IsJSON(text string) bool {
	text = strings.TrimLeft(text, " \t\r\n\ufeff")
	return text != "" && strings.ContainsRune("{[", rune(text[0]))
}

// Decode reads answers to a puzzle: an object with a value for each find, a list of such, or all
// solutions of what nazo solve printed. Each has the values in the order of the
// finds, nil for what was left out and may be.
func Decode(src *diag.Source, puzzle string, finds []Find) ([][]value.Value, *diag.List) {
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

// answers are those in the text, or nil with a problem. What is expected is said
// of a text without any.
func (d *decoder) answers(puzzle, expected string) []*node {
	root, problem := parse(d.src)
	if problem != nil {
		d.problems.Add(problem)
		return nil
	}
	answers := []*node{root}
	if s := root.get("solutions"); s != nil && s.kind == list {
		answers = s.items
		if p := root.get("puzzle"); p != nil && p.text != string(appendText(nil, puzzle)) {
			d.misfit(p, "this is the answer to another puzzle", string(appendText(nil, puzzle)))
			return nil
		}
	}
	some := root.kind == object
	if root.kind == list {
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

// foreign reports whether an object has several names and none of a find, nor one that
// is like it: it must be something else.
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

// scalar reads one of some values.
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

// set reads a list of different members.
func (d *decoder) set(n *node, s *judge.SetShape) value.Value {
	if n.kind != list {
		return d.misfit(n, "this is not a set", "a list")
	}
	var members []value.Value
	seen := map[value.Key]bool{}
	for _, item := range n.items {
		member := d.oneOf(item, s.Members.List())
		if _, misfit := member.(value.None); misfit {
			continue
		}
		if seen[value.KeyOf(member)] {
			return d.misfit(item, shorten(item.text)+" is in this set twice", "")
		}
		seen[value.KeyOf(member)] = true
		members = append(members, member)
	}
	return value.NewSet(members...)
}

// stack reads a list of values.
func (d *decoder) stack(n *node, s *judge.StackShape) value.Value {
	if n.kind != list || len(n.items) > s.UpTo {
		return d.misfit(n, "this does not fit `"+d.find+"`", "a list of "+count(s.UpTo, "value")+" at most")
	}
	out := value.List{}
	for _, item := range n.items {
		out = append(out, d.value(item, s.Of))
	}
	return out
}

// oneOf is that of some values that is written like n.
func (d *decoder) oneOf(n *node, values []value.Value) value.Value {
	for _, v := range values {
		if writes(n, v) {
			return v
		}
	}
	var some []string
	for _, v := range values[:min(len(values), 6)] {
		some = append(some, string(Append(nil, v)))
	}
	if len(values) > 6 {
		some = append(some, "…")
	}
	return d.misfit(n, shorten(n.text)+" is not in the domain of `"+d.find+"`", "one of "+strings.Join(some, ", "))
}

func count(n int, what string) string {
	text := value.String(value.Int(n)) + " " + what
	if n != 1 {
		text += "s"
	}
	return text
}

func shorten(text string) string {
	if r := []rune(text); len(r) > 40 {
		return string(r[:39]) + "…"
	}
	return text
}
