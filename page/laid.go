package page

import (
	"context"

	"nazo/compile"
	"nazo/dsl/check"
	"nazo/dsl/diag"
	"nazo/dsl/instance"
	"nazo/givens"
	"nazo/solve"
)

// laid is a puzzle as its texts have it: read, and made, played and explained as far as that was asked for. It belongs to one question at a time,
// and stays for the next one about the same texts.
type laid struct {
	texts     texts
	spec      *check.Spec
	instances []*instance.Instance
	// input is the instance that is meant. Where the text has none it is that of the first example, if the spec needs one: lent is true then.
	input givens.Input
	lent  bool
	// found are warnings about the texts, made those of compiling.
	found, made diag.List

	problem *solve.Problem     // nil until it is asked for, as what follows
	about   map[string][]int32 // the units of the problem by the places that they are about
	seats   map[int64]*game    // by seed
	walk    *walk
}

// texts say which puzzle it is: which of the instances in the text is meant, too.
type texts struct {
	name, spec, instance string
	which                int
}

// texts say which puzzle a question is about.
func (q Question) texts() texts { return texts{q.Name, q.Spec, q.Instance, q.Which} }

// SamePuzzle reports whether two questions are about the same texts, so that what one found out serves the other.
func (q Question) SamePuzzle(other Question) bool { return q.texts() == other.texts() }

// mostLaid is how many puzzles stay laid.
const mostLaid = 2

// lay reads the texts of a question, unless they are laid. Whoever is done with the table has to leave it. The error has diagnostics if there is a
// mistake in one of the texts.
func (d *Desk) lay(q Question) (*table, error) {
	is := q.texts()
	d.mu.Lock()
	for i, l := range d.laid {
		if l.texts == is {
			d.laid = append(d.laid[:i:i], d.laid[i+1:]...)
			d.mu.Unlock()
			return &table{l, q}, nil
		}
	}
	d.mu.Unlock()
	return lay(q)
}

// leave has a table stay for the next question.
func (d *Desk) leave(t *table) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.laid = append(d.laid, t.laid); len(d.laid) > mostLaid {
		d.laid = d.laid[1:]
	}
}

// compiled is the problem, with its warnings among those of the table. Its judge works within the context.
func (t *table) compiled(ctx context.Context) (*solve.Problem, error) {
	if t.problem == nil {
		p, problems := solve.Compile(ctx, t.spec, t.input, compile.Options{})
		if problems.HasErrors() {
			return nil, problems
		}
		t.made.Merge(problems)
		t.made.Merge(p.Warnings)
		t.problem = p
	}
	return t.problem.With(ctx), nil
}

// unitsAbout are the units of the problem that are about a place, in their order.
func (t *table) unitsAbout(place string) []int32 {
	if t.about == nil {
		t.about = map[string][]int32{}
		for _, u := range t.problem.Model.Units() {
			for _, name := range placesOf(t.problem.Judge, t.problem.Places(u)) {
				if all := t.about[name]; len(all) == 0 || all[len(all)-1] != u {
					t.about[name] = append(all, u)
				}
			}
		}
	}
	return t.about[place]
}
