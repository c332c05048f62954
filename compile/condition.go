package compile

import (
	"strings"
	"unicode/utf8"

	"nazo/dsl"
	"nazo/dsl/diag"
	"nazo/value"
)

// maxCondition is how many characters of a condition are still read with ease.
const maxCondition = 100

// Says is what the rule of an instance says of it: by its clause because, or its condition with what is known put in; where that would be long, what the
// instance binds and what is given there. It is "" where the rule has but one instance and none of them.
func (p *Problem) Says(instance int32) string {
	for _, text := range []string{p.Sentence(instance), p.Condition(instance)} {
		if text != "" {
			return text
		}
	}
	var parts []string
	if bindings := p.Model.Instances[instance].Bindings; bindings != nil {
		parts = append(parts, "for "+bindings.String())
	}
	for _, m := range p.Mentions(instance) {
		parts = append(parts, m.String())
	}
	return strings.Join(parts, ", ")
}

// Condition is the condition of a rule as it is written, with what an instance binds put in, and what is known beside it: "k[r1c3] = 3" for k[c] = clue[c]. Truth
// values and the names of collections stay as they are. It is "" for what has no condition, and where it would be long.
func (p *Problem) Condition(instance int32) string {
	known, ok := p.within(instance)
	if !ok {
		return ""
	}
	r := p.ruleOf(instance)
	put := putter{problem: p, known: known, bound: map[string]bool{}, inner: map[string]bool{}}
	for _, b := range p.Bound(instance) {
		put.bound[b.Name] = true
	}
	dsl.Visit(r.rule.Body, func(n dsl.Node) bool {
		if b, ok := n.(*dsl.Binder); ok {
			for _, name := range b.Names {
				put.inner[name.Text] = true
			}
		}
		return true
	})
	put.in(r.rule.Body)
	text := put.text(r.source, r.rule.Body.Span())
	if utf8.RuneCountInString(text) > maxCondition {
		return ""
	}
	return text
}

// putter puts values into the text of a condition.
type putter struct {
	problem      *Problem
	known        func(dsl.Expr) value.Value
	bound, inner map[string]bool // names that the instance binds, and that the condition itself does
	values       []put           // in the order of the text, none within another
}

type put struct {
	span diag.Span
	text string
}

// in finds the expressions below a node that are said by their values, the largest first.
func (p *putter) in(n dsl.Node) {
	switch x := n.(type) {
	case *dsl.IntLit, *dsl.BoolLit, *dsl.NoneLit, *dsl.StringLit:
		return
	case *dsl.Call:
		if text, ok := p.said(x); ok {
			p.values = append(p.values, put{x.Span(), text})
			return
		}
		for _, a := range x.Args { // the name of a function is no expression
			p.in(a)
		}
		return
	case *dsl.Name, *dsl.Unary, *dsl.Binary, *dsl.If, *dsl.Index, *dsl.Quantifier, *dsl.Tuple, *dsl.SetLit, *dsl.ListLit, *dsl.Comprehension:
		if text, ok := p.said(x.(dsl.Expr)); ok {
			p.values = append(p.values, put{x.Span(), text})
			return
		}
	}
	dsl.Children(n, p.in)
}

// said is how an expression is said by its value; ok is false of one that stays as it is written.
func (p *putter) said(x dsl.Expr) (text string, ok bool) {
	own, bound := false, false
	dsl.Visit(x, func(n dsl.Node) bool {
		if name, ok := n.(*dsl.Name); ok {
			own, bound = own || p.inner[name.Text], bound || p.bound[name.Text]
		}
		return true
	})
	if own || p.problem.program.spec.Unknown(x) {
		return "", false
	}
	switch v := p.known(x).(type) {
	case value.Int, value.Cell, value.Edge, value.Label, value.Direction, value.None:
		return value.String(v), true
	case value.List, value.Tuple, value.Ring, *value.Set:
		if bound { // else its name says more
			return briefly(v), true
		}
	}
	return "", false
}

// briefly is a collection, of a long one the first and the last.
func briefly(v value.Value) string {
	const few = 3
	all, text := value.Elements(v), value.String(v)
	if len(all) <= few {
		return text
	}
	_, width := utf8.DecodeRuneInString(text)
	return text[:width] + value.String(all[0]) + " to " + value.String(all[len(all)-1]) + text[len(text)-1:]
}

// text is a stretch of the source in a line, without comments, with the values in it.
func (p *putter) text(src *diag.Source, span diag.Span) string {
	var out strings.Builder
	end, values := 0, p.values
	for _, t := range dsl.Scan(src.Slice(span)) {
		start := t.Start
		if t.Kind == dsl.CommentToken || start < end {
			continue
		}
		if end > 0 && start > end {
			out.WriteByte(' ')
		}
		word := t.Text
		end = t.End
		if len(values) > 0 && values[0].span.Start == span.Start+start {
			word, end = values[0].text, values[0].span.End-span.Start
			values = values[1:]
		}
		out.WriteString(word)
	}
	return out.String()
}
