package draw

import (
	"slices"

	"nazo/value"
)

// array takes a value for each cell, for each edge, or sets of cells by key.
func (l *layer) array(a *value.Array) bool {
	keys := a.Keys.List()
	cells, ok := l.cells(keys)
	if ok && l.grid(cells, a.Values) {
		return true
	}
	l.rows, l.cols = 0, 0
	if len(keys) > 0 && !ok {
		if _, ok := keys[0].(value.Edge); ok && !l.given && l.weights(keys, a.Values) {
			return true
		}
		if l.marked(keys, a.Values) {
			return true
		}
	}
	l.texts = texts{}
	if l.small {
		return l.places(keys, a.Values)
	}
	return l.pieces(keys, a.Values)
}

// places takes a cell, none, or a set of cells for each key, which is written there.
func (l *layer) places(keys, values []value.Value) bool {
	l.rows, l.cols = 0, 0
	for i, v := range values {
		var at []value.Value
		switch v := v.(type) {
		case value.None:
		case value.Cell:
			at = []value.Value{v}
		case *value.Set:
			at = v.List()
		default:
			return false
		}
		if len(at) == 0 {
			continue
		}
		cells, ok := l.cells(at)
		for _, c := range cells {
			ok = ok && l.texts.at(c) == "" // where they overlap no picture shows it
			l.put(c, short(keys[i]))
		}
		if !ok {
			return false
		}
	}
	return l.rows > 0
}

// grid takes a value for each cell: areas where the values are names of
// connected rooms, or the rooms themselves, else text.
func (l *layer) grid(cells []spotOn, values []value.Value) bool {
	areas := map[spotOn]string{}
	texts := newTexts(l.rows, l.cols)
	homes, sets := false, 0
	for i, v := range values {
		switch v := v.(type) {
		case value.None:
		case value.Bool:
			if v == value.True {
				l.mark(cells[i], "")
			}
		case value.Label:
			texts.put(cells[i], v.Print)
			l.glyph(spotIn(cells[i]), v, v.Print)
			if v.Print == v.Name && !l.small {
				areas[cells[i]] = v.Name
			}
		case value.Cell:
			homes = true
			texts.put(cells[i], value.String(v))
			areas[cells[i]] = value.String(v)
		case *value.Set:
			sets++
			areas[cells[i]] = value.String(v)
		case *value.Array, *value.Route, *value.Board, *value.Graph:
			return false
		default:
			texts.put(cells[i], printed(v))
			l.glyph(spotIn(cells[i]), v, printed(v))
		}
	}
	if len(areas) != texts.count+sets || !rooms(areas) {
		l.texts = texts
		return sets == 0
	}
	l.areas = areas
	if homes { // cells that belong to no home stand out
		for _, c := range cells {
			if areas[c] == "" {
				l.mark(c, "")
			}
		}
	}
	return true
}

// printed is a value as a board prints it.
func printed(v value.Value) string {
	switch v := v.(type) {
	case value.Label:
		return v.Print
	case value.Direction:
		return v.Print
	case value.Shape:
		return v.Print()
	case value.List, value.Tuple:
		return commas(value.Elements(v))
	}
	return value.String(v)
}

// commas writes the parts of a cell as a grid does.
func commas(vs []value.Value) string {
	out := ""
	for i, v := range vs {
		if i > 0 {
			out += ","
		}
		out += printed(v)
	}
	return out
}

// rooms reports whether the cells of each area hang together, some in more than
// one cell: only then are borders a good drawing.
func rooms(areas map[spotOn]string) bool {
	size, pieces := map[string]int{}, map[string]int{}
	seen := map[spotOn]bool{}
	for c, name := range areas {
		size[name]++
		if seen[c] {
			continue
		}
		pieces[name]++
		seen[c] = true
		for todo := []spotOn{c}; len(todo) > 0; {
			c := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			for _, d := range []spotOn{{-1, 0}, {1, 0}, {0, -1}, {0, 1}} {
				n := spotOn{c.row + d.row, c.col + d.col}
				if areas[n] == name && !seen[n] {
					seen[n] = true
					todo = append(todo, n)
				}
			}
		}
	}
	large := false
	for name, n := range size {
		large = large || n > 1
		if pieces[name] > 1 {
			return false
		}
	}
	return large
}

// weights takes a number or truth value for each edge.
func (l *layer) weights(edges, values []value.Value) bool {
	for i, k := range edges {
		e, ok := k.(value.Edge)
		if !ok {
			return false
		}
		weight := uint8(0)
		switch v := values[i].(type) {
		case value.None:
		case value.Bool:
			if v == value.True {
				weight = light
			}
		case value.Int:
			if v < 0 || v > heavy {
				return false
			}
			weight = uint8(v)
		default:
			return false
		}
		if weight > 0 && !l.edge(e, weight, 0) {
			return false
		}
		if a, ok := e.A.(value.Cell); !ok || !l.on(a) {
			return false
		}
	}
	return true
}

// pieces takes a set of cells for each key: areas, shaded if they leave cells over.
func (l *layer) pieces(keys, values []value.Value) bool {
	areas := map[spotOn]string{}
	for i, v := range values {
		s, ok := v.(*value.Set)
		if !ok {
			return false
		}
		if s.Len() == 0 {
			continue
		}
		cells, ok := l.cells(s.List())
		name := value.String(keys[i])
		if _, home := keys[i].(value.Cell); home {
			name = value.String(s) // the same piece may belong to several cells
		}
		for _, c := range cells {
			ok = ok && (areas[c] == "" || areas[c] == name) // where they overlap no picture shows it
			areas[c] = name
		}
		if !ok {
			return false
		}
	}
	if len(areas) == 0 {
		return false
	}
	l.areas = areas
	if len(areas) < l.rows*l.cols {
		for c := range areas {
			l.mark(c, "")
		}
	}
	return true
}

// parts takes a list of lists or sets of cells, such as boxes, as pieces.
func (l *layer) parts(list value.List) bool {
	keys, pieces := make([]value.Value, len(list)), make([]value.Value, len(list))
	for i, v := range list {
		keys[i], pieces[i] = value.Int(i+1), v
		if part, ok := v.(value.List); ok {
			pieces[i] = value.NewSet(part...)
		}
	}
	return l.pieces(keys, pieces)
}

// sortedKeys are the cells of a layer in reading order.
func sortedKeys[V any](m map[spotOn]V) []spotOn {
	keys := make([]spotOn, 0, len(m))
	for c := range m {
		keys = append(keys, c)
	}
	slices.SortFunc(keys, func(a, b spotOn) int {
		if a.row != b.row {
			return a.row - b.row
		}
		return a.col - b.col
	})
	return keys
}
