// Package givens reads the values of a spec's givens: what an instance or the command line
// has for each, written as expressions, raw grids or rows, becomes a value of the given's
// type, or a diagnostic.
//
// Files of instances are read by dsl/instance. Whoever can evaluate known expressions says
// what the types and the expressions are worth.
package givens

import (
	"slices"

	"nazo/dsl"
	"nazo/dsl/diag"
	"nazo/dsl/instance"
	"nazo/value"
)

// Input has the values of givens: those of an instance, then those that
// override it. Either may be missing.
type Input struct {
	Instance  *instance.Instance
	Overrides []Override
	// Values are of givens that were read before, by name; no other value counts for these.
	Values map[string]value.Value
}

// Override is a value, as text, that replaces one of an instance.
type Override struct {
	Name, Text string
	Origin     string // where messages say that it comes from, such as "command line"
}

// Given is an input of a spec and its value, as whoever compiles or judges takes it.
type Given struct {
	Name  string
	Value value.Value
}

// Entry is the value that an input has for a given, as it is written.
type Entry struct {
	Value  dsl.Expr
	Source *diag.Source
	At     diag.Span // of the name
	Names  []*dsl.Name
	Place  int // which of the names, where several are printed together
	// Parts are the values for single keys, as in seen[north] = [1, 2]; Value is
	// nil if there are any.
	Parts []*dsl.Assign
}

// entries finds out which given each entry is for.
type entries struct {
	names    []string // of the givens
	of       map[string]*Entry
	problems *diag.List
}

// Entries finds out which given of a spec each part of an input is for; names are those of
// all givens. What is for none of them is reported.
func Entries(names []string, in Input) (map[string]*Entry, *diag.List) {
	r := &entries{names, map[string]*Entry{}, &diag.List{}}
	r.readInput(in)
	return r.of, r.problems
}

func (r *entries) readInput(in Input) {
	if in.Instance != nil {
		r.readAssigns(in.Instance.Entries, in.Instance.Source, false)
	}
	for _, o := range in.Overrides {
		src := diag.NewSource(o.Origin, o.Name+"="+o.Text)
		x, problems := dsl.ParseExpr(diag.NewSource(o.Origin, o.Text))
		if problems.HasErrors() {
			r.problems.Merge(problems)
			continue
		}
		name := &dsl.Name{At: dsl.At{Start: 0, End: len(o.Name)}, Text: o.Name}
		r.readAssigns([]*dsl.Assign{{Names: []*dsl.Name{name}, Value: x}}, src, true)
		if e, ok := r.of[o.Name]; ok {
			e.Source = diag.NewSource(o.Origin, o.Text)
		}
	}
}

func (r *entries) readAssigns(assigns []*dsl.Assign, src *diag.Source, override bool) {
	fresh := map[string]bool{}
	for _, a := range assigns {
		for i, n := range a.Names {
			if !slices.Contains(r.names, n.Text) {
				r.problems.Add(diag.Errorf(src, n.Span(), "unknown-given", "the puzzle has no given called %q", n.Text).
					Suggest(diag.Nearest(n.Text, r.names)).Expect(listOf("one of its givens", r.names)))
				continue
			}
			known := r.of[n.Text]
			if len(a.Keys) > 0 && fresh[n.Text] && known.Parts != nil {
				known.Parts = append(known.Parts, a)
				continue
			}
			if fresh[n.Text] && !override {
				r.problems.Add(diag.Errorf(src, n.Span(), "repeated-given", "%s has a value already", n.Text))
			}
			fresh[n.Text] = true
			e := &Entry{Value: a.Value, Source: src, At: n.Span(), Names: a.Names, Place: i}
			if len(a.Keys) > 0 {
				e.Value, e.Parts = nil, []*dsl.Assign{a}
			}
			r.of[n.Text] = e
		}
	}
}

func listOf(what string, names []string) string {
	if len(names) == 0 {
		return "nothing: it has no givens"
	}
	text := what + ": "
	for i, n := range names {
		if i > 0 {
			text += ", "
		}
		text += n
	}
	return text
}
