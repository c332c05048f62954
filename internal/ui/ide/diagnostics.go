package ide

import (
	"errors"
	"fmt"
	"strings"

	"nazo/dsl"
	"nazo/dsl/diag"
)

// errNoSpec is why a spec can't be used.
var errNoSpec = errors.New("there is no such spec beside this one, nor among those that come with nazo")

// Diagnostics lists what is wrong with the text, in its order. Where a statement can't be read, what would follow from its
// absence is not listed.
func (d *Document) Diagnostics() []*diag.Diagnostic {
	if d.written {
		return d.Present(d.read().all)
	}
	f := d.found()
	all := &diag.List{Limit: maxDiagnostics}
	all.Merge(f.syntax)
	for _, p := range f.checks.All() {
		if !f.syntax.HasErrors() || p.Severity == diag.Error && !strings.HasPrefix(p.Code, "missing-") {
			all.Add(p)
		}
	}
	return d.Present(all)
}

// maxDiagnostics is how many diagnostics of a text are listed.
const maxDiagnostics = 100

// Present has diagnostics, also such as others found about the text, stand at places of the text. One about another text, which this one
// uses, is told where it is used.
func (d *Document) Present(all *diag.List) []*diag.Diagnostic {
	out := []*diag.Diagnostic{}
	for _, p := range all.All() {
		out = append(out, d.placed(p))
	}
	return out
}

func (d *Document) placed(p *diag.Diagnostic) *diag.Diagnostic {
	out := *p
	out.Source = d.Source
	if p.Source != nil && p.Source != d.Source {
		out.Span = d.whereUsed()
		out.Notes = append([]diag.Note{{Message: p.Message, Source: p.Source, Span: p.Span}}, p.Notes...)
		if p.Suggestion != "" { // it is to be written there, not here
			out.Suggestion = ""
			out.Note(nil, diag.Span{}, "did you mean `%s`?", p.Suggestion)
		}
		return &out
	}
	out.Span.Start = min(max(out.Span.Start, 0), len(d.Source.Text))
	out.Span.End = min(max(out.Span.End, out.Span.Start), len(d.Source.Text))
	return &out
}

// whereUsed is the place of the first use statement.
func (d *Document) whereUsed() Span {
	if d.written {
		return Span{}
	}
	for _, s := range d.found().file.Stmts {
		if use, ok := s.(*dsl.Use); ok {
			return use.Span()
		}
	}
	return Span{}
}

// Facts are what takes compiling or solving to find out about a spec. Whoever found them out hands them in; none need be known.
type Facts struct {
	// Instances are the numbers of instances of the rules, in the order of the text, of the first example; nil if they are not known.
	Instances []int `json:"instances,omitempty"`
	// Outcomes are those of examples, by their place among the examples, from 0.
	Outcomes map[int]Outcome `json:"outcomes,omitempty"`
}

// Outcome is what came out of an example.
type Outcome struct {
	Passed bool     `json:"passed"`
	Failed bool     `json:"failed"` // what it expects is not so; where neither holds, a limit came first
	Found  string   `json:"found"`  // such as "213 solutions"
	Wrong  []string `json:"wrong,omitempty"`
}

// Text is the outcome in a few words.
func (o Outcome) Text() string {
	switch {
	case o.Passed:
		return "✓ " + o.Found
	case o.Failed:
		return "✗ " + o.Found
	}
	return "? " + o.Found
}

// Hint is a remark that an editor shows within a line, after a place.
type Hint struct {
	Offset int    `json:"offset"`
	Label  string `json:"label"`
	Detail string `json:"detail,omitempty"`
	Type   bool   `json:"type,omitempty"` // it is a type
}

// Hints lists the types of lets and of givens without a written one, and of what is known how many instances rules have and what came out of examples, within a stretch
// of the text.
func (d *Document) Hints(within Span, facts Facts) []Hint {
	var out []Hint
	if d.written {
		return nil
	}
	add := func(h Hint) {
		if within.Start <= h.Offset && h.Offset <= within.End {
			out = append(out, h)
		}
	}
	record := d.found().record
	typed := func(n *dsl.Name) {
		if s := record.SymbolOf(n); s != nil {
			if types := s.Types(); len(types) > 0 {
				add(Hint{Offset: n.End, Label: ": " + types[0].String(), Type: true})
			}
		}
	}
	rules, examples := 0, 0
	for _, stmt := range d.found().file.Stmts {
		switch s := stmt.(type) {
		case *dsl.Let:
			for _, n := range s.Names() {
				typed(n)
			}
		case *dsl.Given:
			for i, p := range s.Parts {
				if s.TypeOf(i) == nil && p.Name != nil {
					typed(p.Name)
				}
			}
		case *dsl.Rule:
			if rules < len(facts.Instances) && s.Binders != nil && s.Name != nil {
				add(Hint{Offset: s.Name.End, Label: fmt.Sprintf("%d×", facts.Instances[rules]), Detail: "instances of this rule in the first example"})
			}
			rules++
		case *dsl.Example:
			if o, ok := facts.Outcomes[examples]; ok {
				add(Hint{Offset: s.End, Label: o.Text(), Detail: strings.Join(o.Wrong, "\n")})
			}
			examples++
		}
	}
	return out
}

// Lens is something that can be done, offered above a line.
type Lens struct {
	Span    Span   `json:"span"` // of the first word
	Title   string `json:"title"`
	Action  string `json:"action"`  // run, count, show, all or board
	Example int    `json:"example"` // its place among the examples, from 0
}

// The actions of lenses.
const (
	RunAction   = "run"   // an example: is it as expected?
	CountAction = "count" // how many solutions has the instance of an example?
	ShowAction  = "show"  // its board
	AllAction   = "all"   // run all examples
	BoardAction = "board" // open spec and example on a page
)

// Lenses lists what can be done with the examples of a spec that has no mistakes.
func (d *Document) Lenses(facts Facts) []Lens {
	if d.written {
		return nil
	}
	if _, fit := d.Spec(); !fit {
		return nil
	}
	var out []Lens
	examples := d.Examples()
	for _, s := range d.found().file.Stmts {
		if p, ok := s.(*dsl.Puzzle); ok && len(examples) > 0 {
			at := Span{Start: p.Start, End: p.Start + len("puzzle")}
			out = append(out, Lens{at, "run all examples", AllAction, 0}, Lens{at, "open the board", BoardAction, 0})
		}
	}
	for i, e := range examples {
		at := Span{Start: e.Start, End: e.Start + len("example")}
		run := "run"
		if o, ok := facts.Outcomes[i]; ok {
			run = o.Text()
		}
		out = append(out, Lens{at, run, RunAction, i}, Lens{at, "count", CountAction, i}, Lens{at, "show", ShowAction, i})
	}
	return out
}

// Examples lists the examples of the text, in order.
func (d *Document) Examples() []*dsl.Example {
	if d.written {
		return nil
	}
	var out []*dsl.Example
	for _, s := range d.found().file.Stmts {
		if e, ok := s.(*dsl.Example); ok {
			out = append(out, e)
		}
	}
	return out
}

// Rules lists where the rules of the text begin and end, in order.
func (d *Document) Rules() []Span {
	var out []Span
	for _, s := range d.found().file.Stmts {
		if r, ok := s.(*dsl.Rule); ok {
			out = append(out, r.Span())
		}
	}
	return out
}

// Meaning is what a spec says to engines, with one of its examples, by its place among them, or with none for -1: the text, and that of the specs that it
// uses, without blanks, comments and other examples. What was found out about a spec holds as long as this stays the same.
func (d *Document) Meaning(example int) string {
	m := d.meanings()
	if example < 0 || example >= len(m.examples) {
		return m.spec
	}
	return m.spec + m.examples[example]
}

// meanings has the texts of Meaning.
type meanings struct {
	spec     string
	examples []string
}

func (d *Document) meaningsOf() meanings {
	examples := d.Examples()
	var spec strings.Builder
	own := make([]strings.Builder, len(examples))
	next := 0
	for _, t := range d.tokens() {
		for next < len(examples) && t.Start >= examples[next].End {
			next++
		}
		to := &spec
		if next < len(examples) && t.Start >= examples[next].Start {
			to = &own[next]
		}
		if t.Kind != dsl.CommentToken {
			to.WriteString(t.Text)
			to.WriteByte('\n')
		}
	}
	for _, s := range d.found().spec.Stmts {
		if s.Source != d.Source {
			spec.WriteString(s.Source.Slice(s.Stmt.Span()))
			spec.WriteByte('\n')
		}
	}
	m := meanings{spec: spec.String()}
	for i := range own {
		m.examples = append(m.examples, own[i].String())
	}
	return m
}
