package judge

import (
	"errors"
	"fmt"
	"strings"

	"nazo/dsl"
	"nazo/symmetry"
	"nazo/value"
)

// Canonical is a text that is the same for exactly those answers which the declared
// symmetries turn into each other. The declaration is checked: the error names a
// symmetry that turns an answer into something that is none, or is a [Limit].
func (j *Judge) Canonical(a *Answer) (string, error) {
	if j.Moving() {
		return "", errors.New("runs are not counted up to symmetry: the symmetries of this puzzle are those of its states")
	}
	var factors [][]symmetry.Transform
	d := j.asked(j.valuesOf(a), func(ev *evaluator) {
		for _, s := range j.spec.Symmetries {
			ev.source = s.Source
			for _, x := range s.Stmt.Of {
				factors = append(factors, ev.transformsOf(x))
			}
		}
	})
	if d != nil {
		return "", j.errorOf(d)
	}
	return j.least(a, "", factors)
}

// least is the least key among an answer and its images under all products of one
// transform from each factor. The answer is the image under what done names.
func (j *Judge) least(a *Answer, done string, factors [][]symmetry.Transform) (string, error) {
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

// Key is a text that is the same for exactly those answers whose finds are equal,
// choices don't count, or for runs that begin and go on alike.
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

// transformsOf are the symmetries that a declaration names, the identity among them:
// reversed(path), permuted(values), or those of a board, a grid or a set of cells.
func (ev *evaluator) transformsOf(x dsl.Expr) []symmetry.Transform {
	form, of := dsl.FormOfSymmetry(x)
	switch form {
	case dsl.ReversedForm:
		if name, ok := of.(*dsl.Name); ok {
			return []symmetry.Transform{{Name: name.Text + " as it is"}, {Name: name.Text + " reversed", Reversed: name.Text}}
		}
	case dsl.PermutedForm:
		v := ev.eval(of, nil)
		values := value.NewSet(listed(ev.members(x, v), v)...)
		out, ok := symmetry.Permutations(values.List())
		if !ok {
			ev.fail(x, codeSize, "%d values have too many permutations", values.Len())
		}
		return out
	}
	v := ev.eval(x, nil)
	if a, ok := v.(*value.Array); ok {
		v = a.Keys
	}
	return symmetry.OfCells(value.NewSet(ev.members(x, v)...))
}
