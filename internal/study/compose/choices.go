package compose

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"nazo/compile"
	"nazo/dsl/instance"
	"nazo/dsl/value"
)

// choices returns the possible values of each part of a blank draft. Numbers are bounded by the number of cells and
// the models' largest one, or by the side of the board (alongSide). Labels must occur in a model if the type has
// numbers. What is no clue keeps its value.
func (m *Maker) choices(d *Draft) [][]value.Value {
	cells := 9
	for _, v := range d.Input.Values {
		if a, ok := v.(*value.Array); ok {
			cells = max(cells, len(a.Values))
		}
	}
	usage, most := map[string]*usage{}, map[string]int{}
	unused := map[string]bool{} // optional givens that no model uses, or no make statement prints
	for _, g := range d.Spec.Givens {
		for _, part := range g.Stmt.Parts {
			unused[part.Name.Text] = g.Stmt.Value != nil && (m.drawn != nil || len(m.models.values) > 0 && m.usageOf(part.Name.Text).printed == 0)
		}
	}
	out := make([][]value.Value, len(d.Parts))
	for i, p := range d.Parts {
		out[i] = []value.Value{p.Value}
		if len(p.Path) == 0 || unused[p.Given] || m.models.joined(p.Given) || m.kept.stays(d, i) || m.drawn.prints(p.Given) { // ends of lines are drawn elsewhere
			continue
		}
		u := usage[p.Given]
		if u == nil {
			u = m.usageOf(p.Given)
			usage[p.Given] = u
			most[p.Given] = max(cells, u.most)
			if side := m.models.alongSide(p.Given, d); side > 0 {
				most[p.Given] = side
			}
		}
		values, optional, finite := instance.Finite(p.Type)
		if !finite { // values are taken from the models
			if _, word := p.Type.(instance.Word); !word && isNone(p.Value) && len(u.values) > 0 {
				out[i] = append(value.NewSet(u.values...).List(), p.Value)
			}
			continue
		}
		var numbers, others []value.Value
		for _, v := range listed(values, most[p.Given]) {
			if isNumber(v) {
				numbers = append(numbers, v)
			} else {
				others = append(others, v)
			}
		}
		if len(numbers) > 0 {
			others = slices.DeleteFunc(others, func(v value.Value) bool { return !u.has(v) })
		}
		list := append(numbers, others...)
		if optional {
			list = append(list, value.None{})
		}
		if len(list) > 0 {
			out[i] = list
		}
	}
	return out
}

// alongSide returns the longer side of the board if in all models a given is full and has no number above that side.
// It returns twice the side if no number is above that, and else 0.
func (m *models) alongSide(name string, d *Draft) (side int) {
	factor := 1
	for i, values := range m.values {
		u := &usage{}
		u.count(values[name])
		b := m.boards[i]
		if b == nil || u.most == 0 || u.most > 2*max(b.Rows, b.Cols) {
			return 0
		}
		if u.printed < u.parts || u.most > max(b.Rows, b.Cols) {
			factor = 2
		}
	}
	if b := d.board(); b != nil {
		return factor * max(b.Rows, b.Cols)
	}
	return 0
}

func (d *Draft) board() *value.Board {
	for _, g := range d.Spec.Givens {
		for _, part := range g.Stmt.Parts {
			if b := boardOf(d.Input.Values[part.Name.Text]); b != nil {
				return b
			}
		}
	}
	return nil
}

// listed returns the members of a collection, with numbers from -most to most.
func listed(c value.Collection, most int) (out []value.Value) {
	if r, ok := c.(value.Range); ok {
		for n := max(r.Lo, -int64(most)); n <= r.Hi && n <= int64(most); n++ {
			out = append(out, value.Int(n))
		}
		return out
	}
	for _, v := range c.List() {
		if n, number := v.(value.Int); !number || int64(n) <= int64(most) {
			out = append(out, v)
		}
	}
	return out
}

// usage is what the models have in a given.
type usage struct {
	parts, printed, labels, most int
	kinds                        []value.Value // distinct printed values that are no numbers
	values                       []value.Value // all printed values
}

func (u *usage) has(v value.Value) bool {
	return slices.ContainsFunc(u.kinds, func(k value.Value) bool { return value.Equal(k, v) })
}

func (m *Maker) usageOf(name string) *usage {
	u := &usage{}
	for _, values := range m.models.values {
		if v, ok := values[name]; ok {
			u.count(v)
		}
	}
	return u
}

func (u *usage) count(v value.Value) {
	if v == nil {
		return
	}
	switch v := v.(type) {
	case *value.Array:
		for _, part := range v.Values {
			if _, list := part.(value.List); list && v.Board != nil {
				u.add(part)
			} else {
				u.count(part)
			}
		}
		return
	case value.List:
		for _, part := range v {
			u.count(part)
		}
		return
	case *value.Set:
		if v.Len() == 0 { // nothing is printed
			return
		}
	}
	u.add(v)
}

func (u *usage) add(v value.Value) {
	u.parts++
	if isNone(v) {
		return
	}
	u.printed++
	u.values = append(u.values, v)
	if n, ok := v.(value.Int); ok {
		u.most = max(u.most, int(n))
		return
	}
	u.labels++
	if !u.has(v) {
		u.kinds = append(u.kinds, v)
	}
}

// mixed reports whether a given has numbers and many labels. These, as walls, are what a place is, and are drawn.
func (m *Maker) mixed(name string) bool {
	u := m.usageOf(name)
	return u.most > 0 && u.labels*5 > u.printed
}

// pattern narrows the choices of the givens that shape the board. It draws orbits of places where something stands, in
// the number that the models suggest. Nothing stands elsewhere.
func (m *Maker) pattern(d *Draft, all [][]value.Value, shaping map[string]bool, random *rand.Rand) [][]value.Value {
	out := slices.Clone(all)
	left := map[string]int{} // places still to be drawn
	total := map[string]int{}
	for i, p := range d.Parts {
		if shaping[p.Given] && len(all[i]) > 1 {
			total[p.Given]++
		}
	}
	for _, g := range d.Spec.Givens {
		for _, part := range g.Stmt.Parts {
			name := part.Name.Text
			if u := m.usageOf(name); u.parts > 0 {
				n := float64(total[name]) * float64(u.printed) / float64(u.parts) * (0.7 + 0.6*random.Float64())
				left[name] = max(1, int(n+0.5))
			} else {
				left[name] = max(1, total[name]/4)
			}
		}
	}
	for name := range m.way.labelled {
		if u := m.usageOf(name); u.printed > 0 {
			left[name] = left[name] * u.labels / u.printed
		}
	}
	orbits := d.orbits(m.order.Symmetry)
	random.Shuffle(len(orbits), func(i, j int) { orbits[i], orbits[j] = orbits[j], orbits[i] })
	for _, orbit := range orbits {
		name := d.Parts[orbit[0]].Given
		if !shaping[name] {
			continue
		}
		for _, i := range orbit {
			at := slices.IndexFunc(all[i], isNone)
			switch {
			case m.kept.stays(d, i):
			case m.way.labelled[name]:
				out[i] = slices.DeleteFunc(slices.Clone(all[i]), func(v value.Value) bool {
					return (isNumber(v) || isNone(v)) == (left[name] > 0)
				})
				if len(out[i]) == 0 {
					out[i] = all[i]
				} else if left[name] > 0 {
					out[i] = out[i][random.IntN(len(out[i])):][:1]
				}
			case at < 0:
			case left[name] > 0:
				out[i] = slices.Delete(slices.Clone(all[i]), at, at+1)
			default:
				out[i] = []value.Value{value.None{}}
			}
		}
		left[name] -= len(orbit)
	}
	for i, p := range d.Parts { // parts that need something of a pattern in the same place
		for on := range shaping {
			if on == p.Given || len(out[i]) < 2 || !m.models.within(p.Given, on) {
				continue
			}
			j, ok := d.index[nameOf(instance.Part{Given: on, Path: p.Path})]
			if ok && len(out[j]) == 1 && isNone(out[j][0]) && slices.ContainsFunc(out[i], isNone) {
				out[i] = []value.Value{value.None{}}
			}
		}
	}
	return out
}

// within reports whether a grid has something only where another has, in all models: the sums in a wall, say.
func (m *models) within(grid, other string) bool {
	met := false
	for _, values := range m.values {
		a, okA := values[grid].(*value.Array)
		b, okB := values[other].(*value.Array)
		if !okA || !okB || a.Board == nil || b.Board == nil {
			return false
		}
		for i, k := range a.Keys.List() {
			if isNone(a.Values[i]) {
				continue
			}
			if v, ok := b.At(k); !ok || isNone(v) {
				return false
			}
			met = true
		}
	}
	return met
}

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
		values, board := valuesOf(gs)
		m.kept.values = values
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
