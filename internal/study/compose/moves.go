package compose

import (
	"math/rand/v2"
	"slices"
	"strconv"

	"nazo/dsl/instance"
	"nazo/dsl/value"
	"nazo/internal/alg"
)

// moves change the random part of a board. Each returns other choices for the parts, or nil if nothing can change.
type moves struct {
	maker *Maker
	draft *Draft
	all   [][]value.Value
	rooms *roomGrid
	// orbits are those of parts with a drawn pattern. ends has the parts of givens whose labels are joined by lines.
	orbits [][]int
	ends   map[string]int
	kinds  []func(a *attempt, near func(...value.Value) bool, random *rand.Rand) [][]value.Value
}

func (m *Maker) moves(d *Draft, all [][]value.Value) *moves {
	v := &moves{maker: m, draft: d, all: all, rooms: m.models.roomsOf(d), ends: map[string]int{}}
	if v.rooms != nil && m.kept.stays(d, v.rooms.parts[0]) {
		v.rooms = nil
	}
	for _, orbit := range d.orbits(m.order.Symmetry) {
		if m.way.shaping[d.Parts[orbit[0]].Given] && len(all[orbit[0]]) > 1 {
			v.orbits = append(v.orbits, orbit)
		}
	}
	for i, p := range d.Parts {
		if len(p.Path) == 1 && m.models.joined(p.Given) && !m.kept.has(p.Given) {
			v.ends[value.String(p.Path[0])] = i
		}
	}
	if v.rooms != nil {
		v.kinds = append(v.kinds, v.border)
	}
	if len(v.orbits) > 0 {
		v.kinds = append(v.kinds, v.pattern)
	}
	if len(v.ends) > 0 {
		v.kinds = append(v.kinds, v.cut)
	}
	return v
}

// draw makes a move near where solutions differ.
func (v *moves) draw(a *attempt, random *rand.Rand) [][]value.Value {
	kind := v.kinds[random.IntN(len(v.kinds))]
	open := a.openSpots()
	return kind(a, func(values ...value.Value) bool {
		return len(open) == 0 || within(1, open, values...)
	}, random)
}

// openSpots returns the places at which solutions differ, or of rules that contradict each other.
func (a *attempt) openSpots() []spot {
	open := a.at
	meanings := a.sheet.problem.Meanings()
	for _, k := range a.open {
		w := meanings[a.sheet.finds[k]]
		open = append(open, spotsOf(w.Key)...)
		open = append(open, spotsOf(w.Member)...)
	}
	return open
}

// within reports whether values concern places near to some spots. Values without a place are near to all.
func within(reach int, spots []spot, values ...value.Value) bool {
	var own []spot
	for _, v := range values {
		own = append(own, spotsOf(v)...)
	}
	return len(own) == 0 || slices.ContainsFunc(own, func(s spot) bool {
		return slices.ContainsFunc(spots, func(t spot) bool {
			return max(s.row-t.row, t.row-s.row, s.col-t.col, t.col-s.col) <= reach
		})
	})
}

// spot is a place on a board.
type spot struct{ row, col int }

func spotsOf(v value.Value) (out []spot) {
	switch v := v.(type) {
	case value.Cell:
		return []spot{{v.Row, v.Col}}
	case value.Edge:
		return append(spotsOf(v.A), spotsOf(v.B)...)
	case value.Tuple:
		for _, part := range v {
			out = append(out, spotsOf(part)...)
		}
	}
	return out
}

func (v *moves) border(a *attempt, near func(...value.Value) bool, random *rand.Rand) [][]value.Value {
	values := make([]value.Value, len(a.choices))
	for _, i := range v.rooms.parts {
		values[i] = a.choices[i][0]
	}
	next := v.rooms.moved(values, func(i int) bool { return near(v.draft.Parts[i].Path...) }, random)
	if next == nil {
		return nil
	}
	out := slices.Clone(a.choices)
	for _, i := range v.rooms.parts {
		out[i] = next[i : i+1]
	}
	return out
}

// pattern prints or clears an orbit, swaps it with another, or changes its values.
func (v *moves) pattern(a *attempt, near func(...value.Value) bool, random *rand.Rand) [][]value.Value {
	for range 50 {
		orbit := v.orbits[random.IntN(len(v.orbits))]
		if !slices.ContainsFunc(orbit, func(i int) bool { return near(v.draft.Parts[i].Path...) }) {
			continue
		}
		out := slices.Clone(a.choices)
		if random.IntN(2) == 0 {
			other := v.orbits[random.IntN(len(v.orbits))]
			if len(orbit) == len(other) && v.draft.Parts[orbit[0]].Given == v.draft.Parts[other[0]].Given && blank(a.choices[orbit[0]]) != blank(a.choices[other[0]]) {
				for k := range orbit {
					out[orbit[k]], out[other[k]] = out[other[k]], out[orbit[k]]
				}
				return out
			}
		}
		stands := blank(a.choices[orbit[0]])
		for _, i := range orbit {
			out[i] = v.other(i, a.choices[i], stands, random)
		}
		return out
	}
	return nil
}

// blank reports whether nothing can stand in a part.
func blank(choices []value.Value) bool { return len(choices) == 1 && isBlank(choices[0]) }

func (v *moves) other(i int, now []value.Value, stands bool, random *rand.Rand) []value.Value {
	labelled := v.maker.way.labelled[v.draft.Parts[i].Given]
	var something, nothing []value.Value
	for _, w := range v.all[i] {
		if isNone(w) || labelled && isNumber(w) || !labelled && isBlank(w) {
			nothing = append(nothing, w)
		} else {
			something = append(something, w)
		}
	}
	if labelled {
		stands = len(now) != 1 || !slices.ContainsFunc(something, func(w value.Value) bool { return value.Equal(w, now[0]) })
	}
	single := v.maker.way.guessing || labelled
	switch {
	case stands && len(something) > 0 || len(nothing) == 0:
		if single {
			return []value.Value{something[random.IntN(len(something))]}
		}
		return something
	case single && len(something) > 1 && random.IntN(2) == 0:
		return []value.Value{something[random.IntN(len(something))]}
	}
	return nothing
}

// cut splits a line of the solution where another does not pass, with new ends there. That adds no solutions.
func (v *moves) cut(a *attempt, near func(...value.Value) bool, random *rand.Rand) [][]value.Value {
	labels := map[string]bool{}
	for _, i := range v.ends {
		if !isNone(a.choices[i][0]) {
			labels[value.String(a.choices[i][0])] = true
		}
	}
	meanings := a.sheet.problem.Meanings()
	order := random.Perm(len(a.found))
	inOpen := map[int]bool{}
	for _, k := range a.open {
		inOpen[k] = true
	}
	for _, only := range []bool{true, false} {
		for _, k := range order {
			e, edge := meanings[a.found[k].Var].Member.(value.Edge)
			if !edge || a.found[k].Value != 1 || inOpen[k] != only {
				continue
			}
			if !only && !near(e) {
				continue
			}
			i, okI := v.ends[value.String(e.A)]
			j, okJ := v.ends[value.String(e.B)]
			if !okI || !okJ || !isNone(a.choices[i][0]) || !isNone(a.choices[j][0]) {
				continue
			}
			return v.parted(a, i, j, len(labels))
		}
	}
	return nil
}

// parted puts new ends at two neighbouring parts of a line. One piece keeps the label, and the other gets a new one.
func (v *moves) parted(a *attempt, i, j, labels int) [][]value.Value {
	out := slices.Clone(a.choices)
	line := v.line(a, i, j) // from i away from j
	end := line[len(line)-1]
	text := strconv.Itoa(labels + 1)
	label := value.Label{Name: text, Print: text}
	out[j] = a.choices[end]
	out[i], out[end] = []value.Value{label}, []value.Value{label}
	return out
}

// line returns the parts of the solution's line through i, from i on and away from another part.
func (v *moves) line(a *attempt, i, from int) []int {
	next := map[int][]int{}
	meanings := a.sheet.problem.Meanings()
	for _, f := range a.found {
		if e, edge := meanings[f.Var].Member.(value.Edge); edge && f.Value == 1 {
			p, okP := v.ends[value.String(e.A)]
			q, okQ := v.ends[value.String(e.B)]
			if okP && okQ {
				next[p], next[q] = append(next[p], q), append(next[q], p)
			}
		}
	}
	line := []int{i}
	for {
		to := slices.DeleteFunc(slices.Clone(next[i]), func(k int) bool { return k == from })
		if len(to) != 1 {
			return line
		}
		from, i = i, to[0]
		line = append(line, i)
	}
}

// Symmetry is that of the places of clues.
type Symmetry string

// The symmetries.
const (
	NoSymmetry Symmetry = "none"
	HalfTurn   Symmetry = "half-turn"
	Mirror     Symmetry = "mirror" // left to right
)

// noneOf returns what replaces a removed clue, or nothing if it can't go.
func noneOf(p instance.Part) []value.Value {
	_, optional, finite := instance.Finite(p.Type)
	if _, o := p.Type.(instance.Optional); o {
		optional = true
	}
	_, list := p.Value.(value.List)
	switch {
	case list && len(p.Path) > 0 && !isNone(p.Value):
		if _, cell := p.Path[len(p.Path)-1].(value.Cell); cell {
			return []value.Value{value.None{}}
		}
		return []value.Value{value.List(nil)}
	case len(p.Path) == 0 || isNone(p.Value):
	case optional:
		return []value.Value{value.None{}}
	case finite && p.Value == value.Value(value.True):
		if _, member := p.Type.(instance.Bool); member { // of a set
			return []value.Value{value.False}
		}
	}
	return nil
}

// labelsOf returns the labels that may replace a number: a wall without its number, "some number".
func labelsOf(p instance.Part) (labels []value.Value) {
	if _, number := p.Value.(value.Int); !number || len(p.Path) == 0 {
		return nil
	}
	values, _, _ := instance.Finite(p.Type)
	if values == nil {
		return nil
	}
	for _, v := range values.List() {
		if _, label := v.(value.Label); label {
			labels = append(labels, v)
		}
	}
	return labels
}

// isNone reports whether a value prints nothing: none, or an empty list.
func isNone(v value.Value) bool {
	l, list := v.(value.List)
	return list && len(l) == 0 || !list && value.Equal(v, value.None{})
}

// clues returns the removable parts in orbits of a symmetry, or nil if there are none.
func (d *Draft) clues(sym Symmetry, gone func(instance.Part) []value.Value) *clues {
	c := &clues{draft: d, values: d.Values(), gone: make([]value.Value, len(d.Parts))}
	for i, p := range d.Parts {
		if alternatives := gone(p); len(alternatives) > 0 {
			c.gone[i] = alternatives[0]
		}
	}
	for _, orbit := range d.orbits(sym) {
		orbit = slices.DeleteFunc(orbit, func(i int) bool { return c.gone[i] == nil })
		if len(orbit) > 0 {
			c.orbits = append(c.orbits, orbit)
		}
	}
	if len(c.orbits) == 0 {
		return nil
	}
	return c
}

// orbits groups the parts of all givens by a symmetry.
func (d *Draft) orbits(sym Symmetry) [][]int {
	length := map[string]int64{} // of lists, by name
	for _, p := range d.Parts {
		if n := len(p.Path); n > 0 {
			if i, ok := p.Path[n-1].(value.Int); ok {
				list := nameOf(instance.Part{Given: p.Given, Path: p.Path[:n-1]})
				length[list] = max(length[list], int64(i))
			}
		}
	}
	var out [][]int
	for i, p := range d.Parts {
		j, ok := d.index[nameOf(image(p, sym, length))]
		switch {
		case !ok || j == i:
			out = append(out, []int{i})
		case i < j: // a symmetry is its own inverse
			out = append(out, []int{i, j})
		}
	}
	return out
}

// bare reports whether a value prints nothing at a part: none, or the absence of a member from a set.
func (d *Draft) bare(i int, v value.Value) bool {
	_, member := d.Parts[i].Type.(instance.Bool)
	return isNone(v) || member && v == value.Value(value.False)
}

// symmetric reports whether each orbit with a chosen part is printed at all places or at none.
func (d *Draft) symmetric(sym Symmetry, values []value.Value, chosen func(part int) bool) bool {
	for _, orbit := range d.orbits(sym) {
		differs := func(i int) bool { return d.bare(i, values[i]) != d.bare(orbit[0], values[orbit[0]]) }
		if slices.ContainsFunc(orbit, differs) && slices.ContainsFunc(orbit, chosen) {
			return false
		}
	}
	return true
}

// image returns the image of a part under a symmetry. Lists are reversed if their lines are.
func image(p instance.Part, sym Symmetry, length map[string]int64) instance.Part {
	if sym == NoSymmetry || sym == "" {
		return p
	}
	out := instance.Part{Given: p.Given}
	for n, k := range p.Path {
		if i, ok := k.(value.Int); ok && sym == HalfTurn {
			if last := length[nameOf(instance.Part{Given: p.Given, Path: p.Path[:n]})]; last > 0 {
				out.Path = append(out.Path, value.Int(last+1)-i)
				continue
			}
		}
		out.Path = append(out.Path, moved(k, sym))
	}
	return out
}

func moved(k value.Value, sym Symmetry) value.Value {
	switch k := k.(type) {
	case value.Cell:
		if k.Board == nil {
			return k
		}
		to := value.Cell{Board: k.Board, Row: k.Row, Col: k.Board.Cols + 1 - k.Col}
		if sym == HalfTurn {
			to.Row = k.Board.Rows + 1 - k.Row
		}
		return to
	case value.Edge:
		return value.MakeEdge(moved(k.A, sym), moved(k.B, sym), k.Directed)
	case value.Direction:
		to := k.Opposite()
		if sym == Mirror && (k == value.North || k == value.South) {
			to = k
		}
		return to
	case value.Tuple:
		return value.Tuple(alg.Map(k, func(v value.Value) value.Value { return moved(v, sym) }))
	}
	return k
}
