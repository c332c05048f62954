package compose

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"

	"nazo/compile"
	"nazo/dsl"
	"nazo/dsl/diag"
	"nazo/dsl/instance"
	"nazo/dsl/value"
	"nazo/internal/judge"
	"nazo/internal/model"
)

// drawing draws boards by the make statements of a spec: it solves them as a puzzle of its own, at random, and prints
// what they say of the solution.
type drawing struct {
	maker   *Maker
	problem *compile.Problem
	judge   *judge.Judge // evaluates what is printed
	sheet   *sheet
	blank   *Draft
	printed map[string]bool // givens
}

// prints reports whether a given is printed by make statements.
func (w *drawing) prints(given string) bool { return w != nil && w.printed[given] }

// drawn is a board with the solution of the make statements that it was printed from.
type drawn struct {
	draft *Draft
	of    []model.Fact // its values
	*attempt
}

// newDrawing compiles the make statements for a blank board. It returns nil if the spec has none, or a board is to be
// completed.
func (m *Maker) newDrawing(ctx context.Context, blank *Draft) (*drawing, error) {
	by := m.order.Spec.Drawing
	if by == nil || m.kept != nil {
		return nil, nil
	}
	p, problems := compile.Compile(ctx, by.Spec, blank.Input, blank.Options)
	if p == nil {
		return nil, problems
	}
	j, problems := judge.New(ctx, by.Printing, p.Givens, p.Memo)
	if problems.HasErrors() {
		return nil, problems
	}
	w := &drawing{maker: m, problem: p, judge: j, sheet: newSheet(p), blank: blank, printed: map[string]bool{}}
	for _, print := range by.Prints {
		w.printed[print.Stmt.Name.Text] = true
	}
	if s := m.order.Symmetry; s != NoSymmetry && s != "" && !w.tie(s) {
		return nil, ErrAskew
	}
	return w, nil
}

// ErrAskew means that drawn boards can't be symmetric.
var ErrAskew = errors.New("its make statements decide where clues stand, and only clues that stand at the members of a find, as in make clue[c] = 1 for c in home, can have a symmetry")

// tie makes the places of clues symmetric where a clue is printed for each member of a find: the image of a member is one,
// too. It reports whether there is such a find. What else is printed is looked at in the end.
func (w *drawing) tie(sym Symmetry) (tied bool) {
	in := w.problem.Model
	for _, p := range w.maker.order.Spec.Drawing.Prints {
		places := placesOf(p.Stmt)
		if places == "" {
			continue
		}
		at := map[string]model.Bool{}
		var members []value.Value
		for _, m := range w.problem.Meanings() {
			if m.Of == places && m.Member != nil {
				at[value.String(m.Member)] = in.BoolVar(m.Var)
				members = append(members, m.Member)
			}
		}
		for _, v := range members {
			other, ok := at[value.String(moved(v, sym))]
			if !ok {
				other = model.False
			}
			require(in, in.Iff(at[value.String(v)], other))
		}
		tied = tied || len(members) > 0
	}
	return tied
}

// placesOf returns the name of the find whose members have a clue each, as home in make clue[c] = 1 for c in home, or "".
func placesOf(p *dsl.Print) string {
	if len(p.Keys) != 1 || p.Binders == nil || len(p.Binders.Items) != 1 || p.Binders.Where != nil {
		return ""
	}
	in, _ := p.Binders.Items[0].In.(*dsl.Name)
	if in == nil {
		return ""
	}
	return in.Text
}

const (
	// mostFirst boards are drawn, and the best is changed until mostUseless changes made it no better.
	mostFirst   = 4
	mostUseless = 100
	// redrawn is how far from a place at which solutions differ a board is drawn again. One in wishedOf variables is wished
	// at random.
	redrawn  = 2
	wishedOf = 3
)

// search draws a board and changes it near where its solutions differ until one solution is left; nil if none is found.
// All drawings are answers of one session, which never repeats one.
func (w *drawing) search(ctx context.Context, random *rand.Rand) (*drawn, error) {
	q, err := w.sheet.inquire(ctx, w.maker.order.Engine, nil, random.Int64())
	if err != nil {
		return nil, err
	}
	var best *drawn
	for range mostFirst {
		b, err := w.draw(ctx, q, random)
		if err != nil {
			return nil, err
		}
		if b != nil && (best == nil || b.score() < best.score()) {
			best = b
		}
		if best != nil && best.score() <= fewOpen {
			break
		}
	}
	if best == nil {
		return nil, nil
	}
	return anneal(best, mostUseless, random, func(b *drawn) (*drawn, error) { return w.redraw(ctx, q, b, random) })
}

// draw draws a board; nil if that takes too long.
func (w *drawing) draw(ctx context.Context, q model.Inquiry, random *rand.Rand) (*drawn, error) {
	found, err := wishing(ctx, q, nil, w.sheet.wished(random, wishedOf, w.sheet.finds), mostSearched)
	if found == nil || err != nil {
		return nil, err
	}
	return w.print(ctx, q, found, random)
}

// redraw draws a board like another one, but for the surroundings of one place at which its solutions differ, and as much
// more as has to change with them; nil if none is found.
func (w *drawing) redraw(ctx context.Context, q model.Inquiry, like *drawn, random *rand.Rand) (*drawn, error) {
	around := like.openSpots()
	if len(around) > 0 {
		k := random.IntN(len(around))
		around = around[k : k+1]
	}
	var kept []model.Fact
	var free []model.VarID
	meanings := w.problem.Meanings()
	for _, f := range like.of {
		if m := meanings[f.Var]; len(around) == 0 || within(redrawn, around, m.Key, m.Member) {
			free = append(free, f.Var)
		} else {
			kept = append(kept, f)
		}
	}
	solution, err := wishing(ctx, q, kept, w.sheet.wished(random, wishedOf, free), mostWandering)
	if solution == nil || err != nil {
		return nil, err
	}
	return w.print(ctx, q, solution, random)
}

// print makes the board of a solution of the make statements, and looks for clues with which its solution is unique. It
// returns nil if that takes too long.
func (w *drawing) print(ctx context.Context, q model.Inquiry, solution model.Solution, random *rand.Rand) (*drawn, error) {
	m := w.maker
	b := &drawn{of: w.sheet.found(solution)}
	q.Exclude(b.of)
	values, err := w.values(ctx, solution)
	if err != nil {
		return nil, err
	}
	var problems *diag.List
	if b.draft, problems = NewDraft(ctx, m.order.Spec, instance.Input{Values: values}, w.blank.Options); problems.HasErrors() {
		return nil, problems
	}
	if b.attempt, err = m.attempt(ctx, b.draft, m.choices(b.draft), nil, random); b.attempt == nil {
		return nil, err
	}
	return b, nil
}

// values returns the values of all givens, with what is printed of a solution of the make statements.
func (w *drawing) values(ctx context.Context, solution model.Solution) (map[string]value.Value, error) {
	values, words := map[string]value.Value{}, map[string]bool{}
	for _, g := range w.problem.Givens {
		values[g.Name] = g.Value
	}
	for _, p := range w.blank.Parts {
		words[p.Given] = words[p.Given] || isWord(p.Type)
	}
	j, problems := w.judge.Dealt(ctx, w.problem.Givens) // of its own, since it takes what is found for known
	if problems.HasErrors() {
		return nil, problems
	}
	a, err := j.Answer(w.problem.Decode(solution))
	if err != nil {
		return nil, err
	}
	found, err := j.Shown(a)
	if err != nil {
		return nil, err
	}
	known, err := j.Printed()
	if err != nil {
		return nil, err
	}
	by := w.maker.order.Spec.Drawing
	for i, show := range by.Printing.Shows {
		from := &found
		if by.Printing.Printed(show.Stmt) {
			from = &known
		}
		v := (*from)[0].Value
		*from = (*from)[1:]
		name := by.Prints[i].Stmt.Name.Text
		if by.Prints[i].Stmt.Keys == nil {
			values[name] = v
			continue
		}
		values[name] = with(values[name].(*value.Array), v.(value.List), words[name])
	}
	return values, nil
}

// with returns an array with some values, each in a tuple after its keys. As words they are A, B, … in this order.
func with(a *value.Array, printed value.List, words bool) *value.Array {
	at, names := map[string]int{}, map[string]value.Value{}
	for i, k := range a.Keys.List() {
		at[value.String(k)] = i
	}
	out := slices.Clone(a.Values)
	for _, p := range printed {
		t := p.(value.Tuple)
		key := t[0]
		if len(t) > 2 {
			key = t[:len(t)-1]
		}
		v := t[len(t)-1]
		if words && !isNone(v) {
			text := value.String(v)
			if names[text] == nil {
				name := roomName(len(names))
				names[text] = value.Label{Name: name, Print: name}
			}
			v = names[text]
		}
		if i, ok := at[value.String(key)]; ok {
			out[i] = v
		}
	}
	return value.NewArray(a.Keys, out, a.Board)
}
