package givens

import (
	"fmt"
	"iter"
	"strings"

	"nazo/dsl"
	"nazo/dsl/check"
	"nazo/dsl/diag"
	"nazo/dsl/instance"
	"nazo/dsl/instance/tsplib"
)

// Instances reads a file of instances for a spec, of any of three kinds: a distance table
// in the format of TSPLIB, by its name; nothing but rows, if it is plain which given they
// are for; or else a file as [instance.Parse] reads it. A table is the value of the only
// given that is a grid of numbers; else the error is a [TableError]. Other errors are
// diagnostics (*diag.List).
func Instances(spec *check.Spec, src *diag.Source) ([]*instance.Instance, error) {
	if strings.HasSuffix(src.Name, tsplib.Ending) {
		table, err := distanceTable(spec, src)
		if err != nil {
			return nil, err
		}
		return []*instance.Instance{table}, nil
	}
	if all := plainValues(spec, src); all != nil {
		return all, nil
	}
	all, problems := instance.Parse(src)
	if problems.HasErrors() {
		return nil, problems
	}
	return all, nil
}

// Each reads such a file instance by instance; a mistake comes instead of one. Of a file as [instance.Each] reads it no more
// than one instance is kept.
func Each(spec *check.Spec, src *diag.Source) iter.Seq2[*instance.Instance, error] {
	return func(yield func(*instance.Instance, error) bool) {
		if strings.HasSuffix(src.Name, tsplib.Ending) || plainValues(spec, src) != nil {
			all, err := Instances(spec, src)
			if err != nil {
				yield(nil, err)
			}
			for _, one := range all {
				if !yield(one, nil) {
					return
				}
			}
			return
		}
		for one, problems := range instance.Each(src) {
			if problems != nil {
				yield(nil, problems)
			} else if !yield(one, nil) {
				return
			}
		}
	}
}

// TableError is the mistake that a table of distances has no given to be the value of: so many are
// grids of numbers, and not one.
type TableError struct{ Grids int }

// Error says so in a sentence.
func (e TableError) Error() string {
	return fmt.Sprintf("a table of distances is for one grid of numbers, not %d", e.Grids)
}

// distanceTable reads a file in the format of TSPLIB as the one given that is a
// grid of numbers.
func distanceTable(spec *check.Spec, src *diag.Source) (*instance.Instance, error) {
	table, problems := tsplib.Parse(src)
	if problems.HasErrors() {
		return nil, problems
	}
	var grids []string
	for _, g := range spec.Givens {
		for _, part := range g.Stmt.Parts {
			t := spec.Types[part.Name.Text]
			if t.Kind == check.Array && len(t.Keys) == 1 && t.Keys[0].Kind == check.Cell && t.Elem.Kind == check.Int {
				grids = append(grids, part.Name.Text)
			}
		}
	}
	if len(grids) != 1 {
		return nil, TableError{len(grids)}
	}
	return table.Instance(grids[0]), nil
}

// plainValues reads a file of nothing but rows as instances of a spec of which it
// is plain what they are for: the only given that has no value, a grid, or the only
// one that is hidden, a grid or a list. It is nil for other files and specs.
func plainValues(spec *check.Spec, src *diag.Source) []*instance.Instance {
	var names []string
	lacking := 0
	for _, g := range spec.Givens {
		if g.Stmt.Value != nil {
			continue
		}
		lacking++
		for _, part := range g.Stmt.Parts {
			if isGrid(spec, part) {
				names = append(names, part.Name.Text)
			}
		}
	}
	switch {
	case lacking == 1 && len(names) > 0:
		all := instance.ParseRows(src, names...)
		instance.Square(all)
		return all
	case lacking > 0:
		return nil
	}
	if hidden := onlyHidden(spec); hidden != "" {
		return instance.ParseRows(src, hidden)
	}
	return nil
}

func isGrid(spec *check.Spec, part *dsl.GivenPart) bool {
	t := spec.Types[part.Name.Text]
	return t.Kind == check.Array && len(t.Keys) == 1 && t.Keys[0].Kind == check.Cell && part.Keys == nil
}

// onlyHidden is the name of the hidden given if there is one only, a grid or a
// list.
func onlyHidden(spec *check.Spec) string {
	names := spec.HiddenNames()
	for _, g := range spec.Givens {
		for _, part := range g.Stmt.Parts {
			if len(names) == 1 && part.Name.Text == names[0] && (isGrid(spec, part) || spec.Types[names[0]].Kind == check.List) {
				return names[0]
			}
		}
	}
	return ""
}
