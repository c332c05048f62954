package ide

import (
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"

	"nazo/dsl"
	"nazo/dsl/diag"
	"nazo/internal/alg"
)

// errNoSpec says why a spec can't be used.
var errNoSpec = errors.New("there is no such spec beside this one, nor among those that come with nazo")

// Diagnostics lists the mistakes in the text, in its order. If a statement can't be read, mistakes that may only
// follow from its absence are left out.
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

const maxDiagnostics = 100

// Present places diagnostics in the text. One about a used spec is placed where that spec is used.
func (d *Document) Present(all *diag.List) []*diag.Diagnostic {
	out := []*diag.Diagnostic{}
	out = append(out, alg.Map(all.All(), d.placed)...)
	return out
}

func (d *Document) placed(p *diag.Diagnostic) *diag.Diagnostic {
	out := *p
	out.Source = d.Source
	if p.Source != nil && p.Source != d.Source {
		out.Span = d.whereUsed()
		out.Notes = append([]diag.Note{{Message: p.Message, Source: p.Source, Span: p.Span}}, p.Notes...)
		if p.Suggestion != "" { // for the other text
			out.Suggestion = ""
			out.Note(nil, diag.Span{}, "did you mean `%s`?", p.Suggestion)
		}
		return &out
	}
	out.Span.Start = min(max(out.Span.Start, 0), len(d.Source.Text))
	out.Span.End = min(max(out.Span.End, out.Span.Start), len(d.Source.Text))
	return &out
}

func (d *Document) whereUsed() Span {
	if d.written {
		return Span{}
	}
	for use := range statements[*dsl.Use](d) {
		return use.Span()
	}
	return Span{}
}

// Facts are findings about a spec that take compiling or solving. The caller hands them in. Each may be unknown.
type Facts struct {
	// Instances counts the instances of each rule in the first example, in the order of the text; nil if unknown.
	Instances []int           `json:"instances,omitempty"`
	Outcomes  map[int]Outcome `json:"outcomes,omitempty"` // the outcomes of examples, by their number from 0
}

// Outcome is the outcome of an example.
type Outcome struct {
	Passed bool     `json:"passed"`
	Failed bool     `json:"failed"` // not as expected; if neither is set, a limit came first
	Found  string   `json:"found"`  // for example "213 solutions"
	Wrong  []string `json:"wrong,omitempty"`
}

// Text returns the outcome in a few words.
func (o Outcome) Text() string {
	switch {
	case o.Passed:
		return "✓ " + o.Found
	case o.Failed:
		return "✗ " + o.Found
	}
	return "? " + o.Found
}

// Hint is a remark that an editor shows within a line.
type Hint struct {
	Offset int    `json:"offset"`
	Label  string `json:"label"`
	Detail string `json:"detail,omitempty"`
	Type   bool   `json:"type,omitempty"` // it is a type
}

// Hints lists hints within a part of the text: the types of lets and of givens without a written one, and the
// known facts about rules and examples.
func (d *Document) Hints(within Span, facts Facts) (out []Hint) {
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

// Lens is an action that is offered above a line.
type Lens struct {
	Span    Span   `json:"span"` // the first word
	Title   string `json:"title"`
	Action  string `json:"action"`  // run, count, show, all or board
	Example int    `json:"example"` // the number of the example, from 0
}

// The actions of lenses.
const (
	RunAction   = "run"   // check an example against its expectation
	CountAction = "count" // count the solutions of an example
	ShowAction  = "show"  // draw its board
	AllAction   = "all"   // run all examples
	BoardAction = "board" // open spec and example on a page
)

// Lenses lists the actions on the examples of a spec without mistakes.
func (d *Document) Lenses(facts Facts) []Lens {
	if d.written {
		return nil
	}
	if _, fit := d.Spec(); !fit {
		return nil
	}
	var out []Lens
	examples := d.Examples()
	for p := range statements[*dsl.Puzzle](d) {
		if len(examples) > 0 {
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
	return slices.Collect(statements[*dsl.Example](d))
}

func statements[S dsl.Stmt](d *Document) iter.Seq[S] {
	return func(yield func(S) bool) {
		for _, s := range d.found().file.Stmts {
			if one, ok := s.(S); ok && !yield(one) {
				return
			}
		}
	}
}

// Rules lists the places of the rules of the text, in order.
func (d *Document) Rules() (out []Span) {
	for r := range statements[*dsl.Rule](d) {
		out = append(out, r.Span())
	}
	return out
}

// Meaning returns all of a spec that matters to engines, with one of its examples, by number: its tokens without
// comments and other examples, and the specs that it uses. An example of -1 is none. Facts hold while the meaning
// stays the same.
func (d *Document) Meaning(example int) string {
	m := d.meanings()
	if example < 0 || example >= len(m.examples) {
		return m.spec
	}
	return m.spec + m.examples[example]
}

// meanings has the texts for [Document.Meaning].
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
