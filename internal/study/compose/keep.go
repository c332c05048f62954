package compose

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"nazo/compile"
	"nazo/dsl/instance"
	"nazo/dsl/value"
)

// kept is what a new instance has to keep of a board.
type kept struct {
	values map[string]value.Value // of its givens
	whole  []string               // givens that stay as they are; without any, all that is printed stays
}

// ErrKept means that a board can't be kept.
var ErrKept = errors.New("the board can't be kept")

// keep reads the board of which something has to stay. The error is a list of diagnostics, or ErrKept with its reason.
func (m *Maker) keep(ctx context.Context) error {
	o := &m.order
	if o.Drawn == nil && len(o.Keep) == 0 {
		return nil
	}
	m.kept = &kept{whole: o.Keep}
	if o.Drawn == nil {
		if len(m.models.values) == 0 {
			return fmt.Errorf("%w: %s is to be kept, but there is no board to take it from", ErrKept, o.Keep[0])
		}
		m.kept.values = m.models.values[0]
	} else {
		in := *o.Drawn
		in.Overrides = o.Input.Overrides
		gs, problems := compile.Givens(ctx, o.Spec, in, o.Options)
		if problems.HasErrors() {
			return problems
		}
		m.kept.values = map[string]value.Value{}
		var board *value.Board
		for _, g := range gs {
			m.kept.values[g.Name] = g.Value
			if b := boardOf(g.Value); board == nil && b != nil {
				board = b
			}
		}
		// The board is the first model: givens that don't stay have its size.
		m.models.values = append([]map[string]value.Value{m.kept.values}, m.models.values...)
		m.models.boards = append([]*value.Board{board}, m.models.boards...)
	}
	for _, name := range o.Keep {
		if m.kept.values[name] == nil {
			known := slices.Sorted(maps.Keys(m.kept.values))
			return fmt.Errorf("%w: the puzzle has no given called `%s`, but: %s", ErrKept, name, strings.Join(known, ", "))
		}
	}
	b := m.models.board(Size{})
	if s := o.Size; b != nil && s != (Size{}) && (s.Rows != 0 && s.Rows != b.Rows || s.Cols != 0 && s.Cols != b.Cols) {
		return fmt.Errorf("%w: the board that it is taken from has %d rows and %d columns", ErrKept, b.Rows, b.Cols)
	}
	return nil
}

// fits returns ErrKept if no solution fits what stays, whatever else is printed. It returns nil if that is not known.
func (m *Maker) fits(ctx context.Context, d *Draft, all [][]value.Value) error {
	if m.kept == nil {
		return nil
	}
	s, _ := m.sheet(ctx, d, all)
	if s == nil {
		return ctx.Err()
	}
	q, err := s.inquire(ctx, m.order.Engine, nil, 0)
	if err != nil {
		return err
	}
	if ask(ctx, q, mostEffort, nil).Refuted {
		return fmt.Errorf("%w: no solution fits it, whatever else is printed", ErrKept)
	}
	return ctx.Err()
}

// input returns an input with the values of the givens that stay, and of all if what is printed stays.
func (k *kept) input(in instance.Input) instance.Input {
	if k == nil {
		return in
	}
	values := maps.Clone(k.values)
	if len(k.whole) > 0 {
		maps.DeleteFunc(values, func(name string, _ value.Value) bool { return !slices.Contains(k.whole, name) })
	}
	maps.Copy(values, in.Values)
	in.Values = values
	return in
}

// has reports whether a given has parts that stay.
func (k *kept) has(given string) bool {
	return k != nil && (len(k.whole) == 0 || slices.Contains(k.whole, given))
}

// stays reports whether a part keeps its value.
func (k *kept) stays(d *Draft, part int) bool {
	p := d.Parts[part]
	return k.has(p.Given) && (len(k.whole) > 0 || !d.bare(part, p.Value))
}

// removable returns which parts may be removed again, or nil for all. Of an orbit of which something stays nothing goes.
func (m *Maker) removable(d *Draft) []bool {
	if m.kept == nil {
		return nil
	}
	only := make([]bool, len(d.Parts))
	for _, orbit := range d.orbits(m.order.Symmetry) {
		free := !slices.ContainsFunc(orbit, func(i int) bool { return m.kept.stays(d, i) })
		for _, i := range orbit {
			only[i] = free
		}
	}
	return only
}

// staying counts the clues of a board that may not be removed.
func (m *Maker) staying(full *Draft, removable []bool) (n int) {
	for i := range removable {
		if !removable[i] && len(noneOf(full.Parts[i])) > 0 {
			n++
		}
	}
	return n
}
