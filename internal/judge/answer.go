package judge

import (
	"errors"
	"fmt"
	"strings"

	"nazo/dsl"
	"nazo/dsl/diag"
	"nazo/dsl/library"
	"nazo/dsl/value"
	"nazo/internal/alg"
)

// Find is a part of a solution, or a choice.
type Find struct {
	Name string
	// Chosen marks a choice, which is no part of the solution.
	Chosen bool
	Shape  Shape
	at     place
}

// StateVar is a state variable, which moves change. A state has a value for each.
type StateVar struct {
	Name  string
	Shape Shape
	at    place
}

// place is a position in the spec.
type place struct {
	source *diag.Source
	span   diag.Span
}

// Answer is a value for each find, or a run.
type Answer struct {
	// Values are in the order of Judge.Finds, nil for unknown ones. Sets are *value.Set, arrays *value.Array, paths,
	// cycles and links *value.Route.
	Values []value.Value
	// Objective has the value of each objective.
	Objective []value.Value
	// Run is the answer to a puzzle that moves, whose Values are nil.
	Run *Run
}

// Run is an answer to a puzzle that moves.
type Run struct {
	// Start has the value of each state variable, in the order of Judge.StateVars.
	Start []value.Value
	Steps []Step
}

// Step is one move of a run with the next state.
type Step struct {
	Move Move
	// After is the state after the move, in the order of Judge.StateVars. It is nil if the move, or one before it,
	// can't be made.
	After []value.Value
}

// Move is a move with the values of its parameters, in the order of its declaration.
type Move struct {
	Name       string
	Parameters []value.Value
}

// String formats the move as in "shift(2, 3)".
func (m Move) String() string {
	text := m.Name + "("
	for i, v := range m.Parameters {
		if i > 0 {
			text += ", "
		}
		text += value.String(v)
	}
	return text + ")"
}

// Key returns a text that identifies a move.
func (m Move) Key() string {
	return string(value.Spell(append(make([]byte, 0, 64), m.Name+" "...), value.List(m.Parameters)))
}

// Verdict is the judge's verdict on an answer.
type Verdict struct {
	Accepted bool
	// Violations are named up to a limit, ten by default.
	Violations []Violation
	// Steps counts evaluated expressions. It is 0 for a run.
	Steps int
	// Err is a [Limit] if there is no verdict. The answer is then neither accepted nor refused.
	Err error
}

// Violation is a rule, or the structure of a find, that an answer breaks.
type Violation struct {
	Rule     string
	Bindings string // as in "c = r3c4", or ""
	// Bound are the values of the binders, in order.
	Bound []value.Value
	// Why is a reason such as "the line ends at R1C1", or "". About are the values in it.
	Why    string
	About  []value.Value
	Source *diag.Source
	Span   diag.Span
	// More counts further violated instances of the rule; see [Judge.JudgeAll].
	More int
}

// Picture is a value to draw.
type Picture struct {
	Title string   // the text of the expression
	Of    string   // the only find or state that it is about, or else the only given, or ""
	As    string   // the character for members; "" for none
	Style []string // words for how to draw it; see [check.Styles]
	Value value.Value
}

// Values returns the numbers in an expectation of an example: a count, or a minimum or maximum for each objective.
// It is nil for other expectations. The error is a diagnostic or a [Limit].
func (j *Judge) Values(e *dsl.Expectation, src *diag.Source) (values []value.Value, err error) {
	if e.Value == nil || e.Kind == dsl.ExpectFind {
		return nil, nil
	}
	d := j.asked(nil, func(ev *evaluator) {
		ev.source = src
		if t, ok := e.Value.(*dsl.Tuple); ok {
			values = ev.evalAll(t.Elems, nil)
		} else {
			values = []value.Value{ev.eval(e.Value, nil)}
		}
	})
	return values, j.errorOf(d)
}

// Met reports whether an answer meets an expectation of the kind dsl.ExpectFind. The error is a diagnostic, if the
// value does not fit the find, or a [Limit].
func (j *Judge) Met(e *dsl.Expectation, src *diag.Source, a *Answer) (met bool, got value.Value, err error) {
	d := j.asked(j.valuesOf(a), func(ev *evaluator) {
		ev.source = src
		found := ev.eval(e.Name, nil)
		if e.Keys != nil {
			found = ev.index(e, found, ev.evalAll(e.Keys, nil))
		}
		got = found
		if raw, ok := e.Value.(*dsl.GridLit); ok {
			met = ev.written(found, raw)
		} else {
			met = ev.equal(e, found, ev.eval(e.Value, nil))
		}
	})
	return met, got, j.errorOf(d)
}

// written compares a find with a grid. An undirected path may be numbered from either end.
func (ev *evaluator) written(found value.Value, raw *dsl.GridLit) bool {
	if w, isRoute := found.(*value.Route); isRoute {
		if there, back, ok := w.Directions(); ok {
			return ev.looksLike(there, raw) || ev.looksLike(back, raw)
		}
	}
	return ev.looksLike(found, raw)
}

// looksLike compares a find with a grid, cell by cell: the values of an array, the steps of a path, or the members
// of a set. "." means that a cell is not in the set.
func (ev *evaluator) looksLike(found value.Value, raw *dsl.GridLit) bool {
	if w, ok := found.(*value.Route); ok {
		steps, err := library.Find("step").Apply(&library.Call{Name: "step", Args: []value.Value{w}})
		if err != nil {
			ev.fail(raw, "no-steps", "%s", err)
		}
		found = steps
	}
	if len(raw.Rows) == 0 {
		ev.fail(raw, "empty-grid", "a grid needs at least one row")
	}
	board := &value.Board{Rows: len(raw.Rows), Cols: len(raw.Rows[0].Cells)}
	same := true
	for r, row := range raw.Rows {
		if len(row.Cells) != board.Cols {
			ev.fail(row, "ragged-grid", "row %d of this grid has %s, the rows before it have %d", r+1, diag.Count(len(row.Cells), "cell"), board.Cols)
		}
		for c, cell := range row.Cells {
			same = same && printsAs(ev.cellOf(raw, found, board.At(r+1, c+1)), cell.Text)
		}
	}
	return same
}

// cellOf returns the value of a find at a cell.
func (ev *evaluator) cellOf(at dsl.Node, found, cell value.Value) value.Value {
	switch f := found.(type) {
	case *value.Array:
		if v, ok := f.At(cell); ok {
			return v
		}
		return value.None{}
	case *value.Set:
		return value.Of(f.Contains(cell))
	}
	ev.fail(at, "not-a-grid", "%s can't be written as a grid", value.Kind(found))
	return nil
}

// printsAs reports whether a text stands for a value in a grid.
func printsAs(v value.Value, text string) bool {
	switch v := v.(type) {
	case value.None:
		return text == "."
	case value.Bool:
		return (v == value.False) == (text == ".")
	case value.Label:
		return text == v.Name || text == v.Print
	case value.Direction:
		return text == v.Name || text == v.Print
	case value.Shape:
		return text == v.Print() || text == value.String(v)
	}
	return text == value.String(v)
}

// Canonical returns a text that is the same for exactly those answers that the declared symmetries map to each
// other. The error is a [Limit], or names a symmetry that maps an answer to a wrong one.
func (j *Judge) Canonical(a *Answer) (string, error) {
	if j.Moving() {
		return "", errors.New("runs are not counted up to symmetry: the symmetries of this puzzle are those of its states")
	}
	var factors [][]value.Transform
	d := j.asked(j.valuesOf(a), func(ev *evaluator) {
		for _, s := range j.spec.Symmetries {
			ev.source = s.Source
			factors = append(factors, alg.Map(s.Stmt.Of, ev.transformsOf)...)
		}
	})
	if d != nil {
		return "", j.errorOf(d)
	}
	return j.least(a, "", factors)
}

// least returns the least key among the images of an answer under all products of one transform from each factor.
// done names the transforms applied so far.
func (j *Judge) least(a *Answer, done string, factors [][]value.Transform) (string, error) {
	if len(factors) == 0 {
		v := j.Judge(a)
		if v.Err != nil {
			return "", v.Err
		}
		if !v.Accepted {
			return "", fmt.Errorf("the symmetry does not hold: with %s, an answer breaks the rule %q", done, v.Violations[0].Rule)
		}
		return j.Key(a), nil
	}
	least := ""
	for _, t := range factors[0] {
		moved := &Answer{Values: make([]value.Value, len(a.Values))}
		for i, v := range a.Values {
			w, ok := t.Of(j.Finds[i].Name).Apply(v)
			if !ok {
				return "", fmt.Errorf("the symmetry does not hold: with %s, there is no place for %s", t.Name, j.Finds[i].Name)
			}
			moved.Values[i] = w
		}
		text, err := j.least(moved, strings.TrimPrefix(done+" and "+t.Name, " and "), factors[1:])
		if err != nil {
			return "", err
		}
		if least == "" || text < least {
			least = text
		}
	}
	return least, nil
}

// Key returns a text that identifies an answer by its finds, ignoring choices, or a run by its start and moves.
func (j *Judge) Key(a *Answer) string {
	var out []byte
	if a.Run != nil {
		out = value.Spell(out, value.List(a.Run.Start))
		for _, step := range a.Run.Steps {
			out = append(out, step.Move.Key()...)
		}
	}
	for i, f := range j.Finds {
		if !f.Chosen {
			out = value.Spell(out, a.Values[i])
		}
	}
	return string(out)
}

// transformsOf returns the symmetries that a declaration names, with the identity: reversed(path),
// permuted(values), or those of a board, a grid or a set of cells.
func (ev *evaluator) transformsOf(x dsl.Expr) []value.Transform {
	form, of := dsl.FormOfSymmetry(x)
	switch form {
	case dsl.ReversedForm:
		if name, ok := of.(*dsl.Name); ok {
			return []value.Transform{{Name: name.Text + " as it is"}, {Name: name.Text + " reversed", Reversed: name.Text}}
		}
	case dsl.PermutedForm:
		v := ev.eval(of, nil)
		values := value.NewSet(listed(ev.members(x, v), v)...)
		out, ok := value.ValuePermutations(values.List())
		if !ok {
			ev.fail(x, codeSize, "%d values have too many permutations", values.Len())
		}
		return out
	}
	v := ev.eval(x, nil)
	if a, ok := v.(*value.Array); ok {
		v = a.Keys
	}
	return value.CellTransforms(value.NewSet(ev.members(x, v)...))
}
