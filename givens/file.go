package main

import (
	"nazo/dsl"
	"nazo/dsl/check"
	"nazo/dsl/diag"
	"nazo/dsl/instance"
	"nazo/dsl/instance/tsplib"
)

// distanceTable reads a file in the format of TSPLIB as the one given that is a
// grid of numbers.
func (s *spec) distanceTable(src *diag.Source) (*instance.Instance, error) {
	table, problems := tsplib.Parse(src)
	if problems.HasErrors() {
		return nil, problems
	}
	var grids []string
	for _, g := range s.Givens {
		for _, part := range g.Stmt.Parts {
			t := s.Types[part.Name.Text]
			if t.Kind == check.Array && len(t.Keys) == 1 && t.Keys[0].Kind == check.Cell && t.Elem.Kind == check.Int {
				grids = append(grids, part.Name.Text)
			}
		}
	}
	if len(grids) != 1 {
		return nil, mistakef("%s is a table of distances, but %s is given %d grids of numbers, not one", src.Name, s.name, len(grids))
	}
	return table.Instance(grids[0]), nil
}

// plainValues reads a file of nothing but rows as instances of a spec of which it
// is plain what they are for: the only given that has no value, a grid, or the only
// one that is hidden, a grid or a list. It is nil for other files and specs.
func (s *spec) plainValues(src *diag.Source) []*instance.Instance {
	var names []string
	lacking := 0
	for _, g := range s.Givens {
		if g.Stmt.Value != nil {
			continue
		}
		lacking++
		for _, part := range g.Stmt.Parts {
			if s.isGrid(part) {
				names = append(names, part.Name.Text)
			}
		}
	}
	switch {
	case lacking == 1 && len(names) > 0:
		return instance.ParseRows(src, names...)
	case lacking > 0:
		return nil
	}
	if hidden := s.onlyHidden(); hidden != "" {
		return instance.ParseRows(src, hidden)
	}
	return nil
}

func (s *spec) isGrid(part *dsl.GivenPart) bool {
	t := s.Types[part.Name.Text]
	return t.Kind == check.Array && len(t.Keys) == 1 && t.Keys[0].Kind == check.Cell && part.Keys == nil
}

// onlyHidden is the name of the hidden given if there is one only, a grid or a
// list.
func (s *spec) onlyHidden() string {
	var names []string
	for _, h := range s.Hiddens {
		for _, n := range h.Stmt.Names {
			names = append(names, n.Text)
		}
	}
	for _, g := range s.Givens {
		for _, part := range g.Stmt.Parts {
			if len(names) == 1 && part.Name.Text == names[0] && (s.isGrid(part) || s.Types[names[0]].Kind == check.List) {
				return names[0]
			}
		}
	}
	return ""
}
