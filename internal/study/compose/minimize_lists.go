package compose

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"nazo/compile"
	"nazo/dsl/diag"
	"nazo/dsl/instance"
	"nazo/dsl/value"
)

// element is a clue that is an element of a list, such as a cage or a thermometer.
type element struct {
	given string
	at    int // from 0
}

// elements returns the clues of a draft that are elements of lists and have several cells. Elsewhere the position in
// a list may mean something.
func (d *Draft) elements(ctx context.Context, parts []value.Value) (all []element, givens []instance.Given) {
	givens, _ = d.With(ctx, parts)
	for _, g := range givens {
		list, ok := g.Value.(value.List)
		if !ok {
			continue
		}
		for i, v := range list {
			switch v.(type) {
			case value.List, value.Tuple, *value.Set:
				if hasCell(v) {
					all = append(all, element{g.Name, i})
				}
			}
		}
	}
	return all, givens
}

// hasCell reports whether a value is a cell or has one in it.
func hasCell(v value.Value) bool {
	switch v := v.(type) {
	case value.Cell:
		return true
	case value.List:
		return slices.ContainsFunc(v, hasCell)
	case value.Tuple:
		return slices.ContainsFunc(v, hasCell)
	case *value.Set:
		return slices.ContainsFunc(v.List(), hasCell)
	}
	return false
}

// dropElements takes elements of lists away one by one as long as the solution stays the only one. Each set of them is
// a board of its own.
func (r Request) dropElements(ctx context.Context, k *Kept) error {
	of := func(d *Draft) *eachModel {
		return &eachModel{clues: &clues{draft: d, values: d.Values(), gone: make([]value.Value, len(d.Parts))}, engine: r.Engine, effort: r.most()}
	}
	elements, givens := k.Draft.elements(ctx, k.Values)
	if len(elements) == 0 {
		return nil
	}
	k.Before += len(elements)
	k.After += len(elements)
	values := instance.Known(givens).Values
	reread := func() (*Draft, *diag.List) {
		return NewDraft(ctx, r.Draft.Spec, instance.Input{Values: maps.Clone(values)}, compile.Options{Seed: r.Draft.Options.Seed})
	}
	d, problems := reread()
	if problems.HasErrors() {
		return problems
	}
	all := of(d)
	if n, err := all.solutions(ctx, nil); n != 1 || err != nil {
		return cmp.Or(err, ErrSeveral)
	}
	slices.Reverse(elements) // so that the others keep their places
	for _, e := range elements {
		list := values[e.given].(value.List)
		values[e.given] = slices.Delete(slices.Clone(list), e.at, e.at+1)
		k.Asked++
		n := 0 // without the element it may be no puzzle
		if d, problems = reread(); !problems.HasErrors() {
			fewer := of(d)
			fewer.n, fewer.first = 1, all.first
			var err error
			if n, err = fewer.solutions(ctx, nil); err != nil {
				return err
			}
			k.Irreducible = k.Irreducible && !fewer.left
		}
		if n == 1 {
			k.Draft, k.Values, k.After = d, d.Values(), k.After-1
		} else {
			values[e.given] = list
		}
	}
	return ctx.Err()
}
