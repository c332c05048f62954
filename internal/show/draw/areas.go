package draw

import (
	"cmp"
	"maps"
	"slices"

	"nazo/dsl/diag"
	"nazo/dsl/value"
	"nazo/internal/alg"
	"nazo/internal/judge"
)

// Areas are the pieces into which borders cut the cells of a board.
type Areas struct {
	at      func(value.Value) (value.Spot, bool)
	number  map[value.Spot]int
	members map[int][]value.Value
	borders []value.Spot
}

// CutAreas cuts cells along the sides that are borders. at returns the place of a cell.
func CutAreas(cells []value.Value, at func(value.Value) (value.Spot, bool), border func(side value.Spot) bool) *Areas {
	a := &Areas{at: at, number: map[value.Spot]int{}, members: map[int][]value.Value{}}
	index := map[value.Spot]int32{}
	for i, c := range cells {
		spot, _ := at(c)
		index[spot] = int32(i)
	}
	pieces := alg.NewUnionFind(len(cells))
	for i, c := range cells {
		spot, _ := at(c)
		for _, d := range []value.Spot{{Y: 1}, {X: 1}} {
			side := value.Spot{Y: spot.Y + d.Y, X: spot.X + d.X}
			switch next, ok := index[value.Spot{Y: side.Y + d.Y, X: side.X + d.X}]; {
			case ok && border(side):
				a.borders = append(a.borders, side)
			case ok:
				pieces.Join(int32(i), next)
			}
		}
	}
	for i, c := range cells {
		spot, _ := at(c)
		n := int(pieces.Find(int32(i))) + 1
		a.number[spot] = n
		a.members[n] = append(a.members[n], c)
	}
	return a
}

// Sides returns the numbers of the areas on both sides of a side. ok is false if one has no cell.
func (a *Areas) Sides(side value.Spot) (before, after int, ok bool) {
	dy, dx := 1-side.Y%2, 1-side.X%2
	before, after = a.number[value.Spot{Y: side.Y - dy, X: side.X - dx}], a.number[value.Spot{Y: side.Y + dy, X: side.X + dx}]
	return before, after, before != 0 && after != 0
}

// Dead returns the borders that have the same area on both sides.
func (a *Areas) Dead() []value.Spot {
	return slices.DeleteFunc(slices.Clone(a.borders), func(side value.Spot) bool {
		before, after, _ := a.Sides(side)
		return before != after
	})
}

// Number returns the number of the area in which something lies, 0 for none.
func (a *Areas) Number(v value.Value) int {
	spot, _ := a.at(v)
	return a.number[spot]
}

// Mark returns the value of an array for its i-th key, read from the key's area: the area itself, or the only
// possible value that lies in it. If there are several, it is the only one that all the area's keys may have. A key with
// no place gets the only area that fits. shaded, if not nil, reports which cells have no area.
func (a *Areas) Mark(s *judge.ArrayShape, i int, shaded func(value.Value) bool) (v value.Value, wrong *Misfit) {
	key := s.Keys.List()[i]
	scalar, ok := s.Parts[i].(*judge.ScalarShape)
	if !ok {
		return nil, &Misfit{nil, "what an area is can't be seen"}
	}
	n := a.Number(key)
	if n == 0 {
		return a.only(key, scalar)
	}
	area := a.members[n]
	first := area[0]
	if TakesSets(scalar) {
		if set := value.NewSet(area...); scalar.Admits(set) {
			return set, nil
		}
		if scalar.Optional {
			return value.None{}, nil
		}
		return nil, &Misfit{first, value.String(key) + " can't have this area of " + diag.Count(len(area), "cell")}
	}
	if shaded != nil && scalar.Optional && slices.ContainsFunc(area, shaded) {
		return value.None{}, nil
	}
	inside := slices.DeleteFunc(slices.Clone(value.Elements(scalar.Values)), func(candidate value.Value) bool { return !a.holds(n, candidate) })
	if len(inside) > 1 {
		if common := slices.DeleteFunc(slices.Clone(inside), func(candidate value.Value) bool { return !admitted(s, area, candidate) }); len(common) > 0 {
			inside = common
		}
	}
	for _, candidate := range inside {
		if v != nil {
			return nil, &Misfit{first, "the area of " + value.String(first) + " holds both " + value.String(v) + " and " + value.String(candidate)}
		}
		v = candidate
	}
	if v == nil {
		return nil, &Misfit{first, "the area of " + value.String(first) + " holds nothing that it could be of"}
	}
	return v, nil
}

// admitted reports whether all keys among some values may have a value.
func admitted(s *judge.ArrayShape, among []value.Value, v value.Value) bool {
	return !slices.ContainsFunc(among, func(k value.Value) bool {
		i := s.Keys.Index(k)
		return i >= 0 && !s.Parts[i].Admits(v)
	})
}

// only returns the only area that can be the value of a key.
func (a *Areas) only(key value.Value, s *judge.ScalarShape) (v value.Value, wrong *Misfit) {
	for _, area := range a.members {
		set := value.NewSet(area...)
		if s.Admits(set) && v != nil {
			return nil, &Misfit{nil, "several areas could be that of " + value.String(key)}
		}
		if s.Admits(set) {
			v = set
		}
	}
	if v == nil {
		return nil, &Misfit{nil, "no area can be that of " + value.String(key)}
	}
	return v, nil
}

// holds reports whether something lies in an area. A side or corner does if all cells around it do.
func (a *Areas) holds(n int, v value.Value) bool {
	spot, placed := a.at(v)
	for dy := -(1 - spot.Y%2); dy <= 1-spot.Y%2; dy += 2 {
		for dx := -(1 - spot.X%2); dx <= 1-spot.X%2; dx += 2 {
			placed = placed && a.number[value.Spot{Y: spot.Y + dy, X: spot.X + dx}] == n
		}
	}
	return placed
}

// TakesSets reports whether the values of a shape are sets.
func TakesSets(s *judge.ScalarShape) bool {
	set, ok := s.Values.(*value.Set)
	if !ok || set.Len() == 0 {
		return false
	}
	_, ok = set.List()[0].(*value.Set)
	return ok
}

// place returns where a place lies, and notes its board.
func (l *layer) place(v value.Value) (value.Spot, bool) {
	at, _, ok := value.SpotOf(v)
	for e, isEdge := v.(value.Edge); isEdge; e, isEdge = v.(value.Edge) {
		v = e.A
	}
	c, _ := v.(value.Cell)
	return at, ok && l.on(c)
}

const wallSign = "#" // the text of a wall on a side

// marked draws a value for each side or corner, perhaps also for cells: a wall or a text.
func (l *layer) marked(places, values []value.Value) bool {
	marks, bars := map[value.Spot]string{}, map[value.Spot]bool{}
	put := func(at value.Spot, text string) {
		switch {
		case !at.Side() && !at.Corner():
			l.put(cellAt(at), text)
		case at.Side() && text == wallSign:
			bars[at] = true
		default:
			marks[at] = text
		}
	}
	for i, p := range places {
		at, ok := l.place(p)
		if !ok {
			return false
		}
		switch v := values[i].(type) {
		case value.None:
		case value.Bool:
			switch {
			case v == value.True && at.Side():
				bars[at] = true
			case v == value.True:
				put(at, pointSign)
			}
		case *value.Array, *value.Route, *value.Board, *value.Graph:
			return false
		default:
			put(at, printed(v))
			l.glyph(at, v, printed(v))
		}
	}
	l.marks, l.bars = marks, bars
	return true
}

const pointSign = "●" // marks a corner that is in a set

func (l *layer) points(vs []value.Value, as string) bool {
	marks := map[value.Spot]string{}
	for _, v := range vs {
		at, ok := l.place(v)
		if !ok || !at.Corner() {
			return false
		}
		if marks[at] = pointSign; as != "" {
			marks[at] = as
		}
		l.setGlyph(at, setGlyph(marks[at]))
	}
	l.marks = marks
	return len(marks) > 0
}

// walls draws a given set of edges between cells as walls on the sides between them.
func (l *layer) walls(vs []value.Value) bool {
	bars := map[value.Spot]bool{}
	for _, v := range vs {
		at, ok := l.place(v)
		if _, board, _ := value.SpotOf(v); !ok || !at.Side() || board.Points {
			return false
		}
		bars[at] = true
	}
	l.bars = bars
	return len(bars) > 0
}

// clear reports whether no mark of a layer covers one of the board.
func (p *layeredBoard) clear(l *layer) bool {
	for at := range l.marks {
		if p.marks[at] != "" || p.bars[at] {
			return false
		}
	}
	for at := range l.bars {
		if p.marks[at] != "" {
			return false
		}
	}
	return true
}

func (p *layeredBoard) hasSides() bool { return len(p.marks)+len(p.bars) > 0 }

func (s *textBoard) walls() {
	for at := range s.bars {
		x, y := s.at(at)
		if at.Y%2 == 1 {
			s.line(x, y-1, x, y+1, heavy, plain, Unmarked)
		} else {
			s.line(s.x(at.X/2+1)-1, y, s.x(at.X/2+2)-1, y, heavy, plain, Unmarked)
		}
	}
}

func sortedSpots[V any](m map[value.Spot]V) []value.Spot {
	return slices.SortedFunc(maps.Keys(m), func(a, b value.Spot) int { return cmp.Or(a.Y-b.Y, a.X-b.X) })
}
