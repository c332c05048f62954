package link

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"nazo/dsl"
	"nazo/dsl/check"
	"nazo/dsl/instance"
	"nazo/dsl/linkformat"
	"nazo/dsl/value"
	"nazo/internal/show/sites"
)

// drawer draws the values of givens on a sheet, as completed reads them.
type drawer struct {
	*board
	doc   *sites.Document
	sides map[linkformat.Place]bool // those that are drawn
}

// drawByTypes returns what a drawing of the givens' values has: what the statement's bindings say, and for other givens
// the usual drawing of their types. missing are the givens that can't be drawn and say something.
func (s *Statement) drawByTypes(site string, values []instance.Given) (doc *sites.Document, missing []string, err error) {
	of := byName(values)
	w := &writer{board: &board{Statement: s}, values: of, parts: map[string]int{}}
	for _, p := range Statements(s.Spec) {
		if w.Statement = p; len(p.Parts) > 0 && w.size() == nil {
			break
		}
	}
	if w.Rows == 0 {
		w.Board = boardIn(values)
	}
	if w.Rows == 0 || w.Columns == 0 {
		return nil, nil, fmt.Errorf("no given of the spec has a board, and a link of %s has one", site)
	}
	doc = &sites.Document{Site: site, Board: w.Board}
	d := &drawer{w.board, doc, map[linkformat.Place]bool{}}
	bound := map[string]bool{}
	for _, b := range s.Bindings {
		name, _ := splitTarget(b.Target)
		if name == nil || !s.reversible(b) {
			continue
		}
		bound[name.Text] = true
		if c, ok := of[name.Text].(value.Cell); ok {
			at, _ := d.placeOf(c)
			doc.Items = append(doc.Items, sites.Item{Kind: b.Kind.Value, Fields: map[string]sites.Value{"cell": at}})
			continue
		}
		if err := s.write(doc, b, of[name.Text]); err != nil {
			return nil, nil, fmt.Errorf("a link of %s can't say what `%s` is: %w", site, name.Text, err)
		}
	}
	slots, size := s.slots()
	drawn := map[string]bool{}
	for _, target := range size {
		drawn[target] = true
	}
	for _, slot := range slots {
		name, _ := splitTarget(slot.x)
		if bound[name.Text] || drawn[slot.target] {
			continue
		}
		v := w.valueOf(slot.x)
		drawn[slot.target] = true
		before := len(doc.Items)
		some := speaks(v)
		drew := !some || d.slot(slot, v)
		slot.rooms = slot.rooms || some && slot.part == nil && slot.words()
		if !drew || !s.returns(slot, slots, doc, doc.Items[before:]) {
			doc.Items = doc.Items[:before]
			if !slices.Contains(missing, name.Text) {
				missing = append(missing, name.Text)
			}
		}
	}
	return doc, missing, nil
}

// returns reports whether items, when they are read, go to the slot that they are drawn for, and to no other.
func (s *Statement) returns(slot *slot, slots []*slot, doc *sites.Document, items []sites.Item) bool {
	name, _ := splitTarget(slot.x)
	kinds := map[string]*drawn{}
	for _, it := range items {
		at, _ := it.Fields["cell"].(sites.Place)
		kinds[it.Kind] = &drawn{kind: it.Kind, where: doc.Where(at)}
		for _, b := range s.bindingsOf(it) {
			if to, _ := splitTarget(b.Target); to == nil || to.Text != name.Text {
				return false
			}
		}
	}
	for _, it := range doc.Items {
		if d := kinds[it.Kind]; d != nil {
			d.items = append(d.items, it)
		}
	}
	for _, d := range kinds {
		goes := func(binding string) bool {
			target, _, _ := strings.Cut(binding, " {")
			return strings.HasSuffix(target, " "+slot.target)
		}
		if len(s.bindingsOf(d.items[0])) == 0 && !slices.ContainsFunc(d.bind(slots), goes) {
			return false
		}
	}
	return true
}

// reversible reports whether a binding also tells how its given is drawn: if it is the only one of the given, and takes
// what an item is, or where it is.
func (s *Statement) reversible(b *dsl.LinkBinding) bool {
	name, keys := splitTarget(b.Target)
	for _, other := range s.Bindings {
		if n, _ := splitTarget(other.Target); other != b && n != nil && n.Text == name.Text {
			return false
		}
	}
	for _, f := range b.Fields {
		if !slices.Contains([]string{"value", "cell", "cells", "circle"}, f.Text) {
			return false
		}
	}
	for _, word := range strings.Fields(b.Kind.Value) {
		if word == "edge" || word == "above" || word == "below" || word == "left" || word == "right" {
			return false
		}
	}
	return len(keys) == 0
}

func (d *drawer) add(at sites.Place, kind string, fields map[string]sites.Value) {
	fields["cell"] = at
	first, style, _ := strings.Cut(kind, " ")
	if where := d.doc.Where(at); where != "" {
		first += " " + where
	}
	if first == "symbol" || strings.HasPrefix(first, "symbol ") { // the name comes before the place
		name, rest, _ := strings.Cut(style, " ")
		first, style = strings.Replace(first, "symbol", "symbol "+name, 1), rest
	}
	d.doc.Items = append(d.doc.Items, sites.Item{Kind: strings.TrimSpace(first + " " + style), Fields: fields})
}

// slot draws the value of a given. It is false if it can't.
func (d *drawer) slot(s *slot, v value.Value) bool {
	switch v := v.(type) {
	case *value.Array:
		if v.Board != nil && (s.border() || s.part == nil && s.words()) {
			d.borders(v)
			return true
		}
		for i, k := range v.Keys.List() {
			at, ok := d.placeOf(k)
			if !ok || !d.sign(at, v.Values[i], s) {
				return false
			}
		}
		return true
	case *value.Set:
		for _, x := range v.List() {
			at, ok := d.placeOf(x)
			switch x.(type) {
			case value.Edge:
				d.edge(at)
			default:
				d.add(at, "surface grey", map[string]sites.Value{"value": "grey"})
			}
			if !ok {
				return false
			}
		}
		return true
	case value.List:
		if s.part == nil {
			return d.thermos(s, v)
		}
		if len(s.where) != 1 {
			return false
		}
		for g, word := range groupWords {
			if word == s.where[0] {
				return d.lines(g, v, s)
			}
		}
	case value.Cell:
		at, ok := d.placeOf(v)
		d.add(at, "symbol star 2", map[string]sites.Value{"value": 2})
		return ok
	}
	return false
}

// thermos draws lists of cells if the given is called as such a drawing is.
func (d *drawer) thermos(s *slot, all value.List) bool {
	for _, v := range all {
		line, ok := v.(value.List)
		var cells []sites.Value
		for _, c := range line {
			if at, placed := d.placeOf(c); placed {
				cells = append(cells, at)
			}
		}
		if !ok || s.target != "thermo" || len(cells) != len(line) {
			return false
		}
		d.doc.Items = append(d.doc.Items, sites.Item{Kind: s.target, Fields: map[string]sites.Value{"cells": cells}})
	}
	return true
}

// borders draws the sides between cells with different words.
func (d *drawer) borders(words *value.Array) {
	for _, p := range bordersOf(d.Board, words, d.placeOf) {
		d.edge(p)
	}
}

// bordersOf returns the sides between cells with different words.
func bordersOf(b linkformat.Board, words *value.Array, placeOf func(value.Value) (linkformat.Place, bool)) (sides []linkformat.Place) {
	at := map[linkformat.Place]value.Value{}
	for i, k := range words.Keys.List() {
		if p, ok := placeOf(k); ok {
			at[p] = words.Values[i]
		}
	}
	for _, p := range halves(b) {
		if before, after := p.Beside(); !value.Equal(at[before], at[after]) {
			sides = append(sides, p)
		}
	}
	return sides
}

// edge draws a side, once.
func (d *drawer) edge(at linkformat.Place) {
	if !d.sides[at] {
		d.sides[at] = true
		d.add(at, "edge black", map[string]sites.Value{})
	}
}

// lines draws the clues beside the columns or rows. Of several clues the last is next to the board.
func (d *drawer) lines(g linkformat.Group, all value.List, s *slot) bool {
	for i, v := range all {
		clues := value.List{v}
		if l, nested := v.(value.List); nested {
			clues = l
		}
		for k, clue := range clues {
			if value.IsNone(clue) && len(clues) > 1 { // a gap between clues can't be seen
				return false
			}
			if !d.sign(d.clueAt(g, i+1, k, len(clues)), clue, s) {
				return false
			}
		}
	}
	return true
}

// sign draws a value at a place: a number or a letter as such, a label as it is usually drawn.
func (d *drawer) sign(at linkformat.Place, v value.Value, s *slot) bool {
	number := func(f sites.Value) bool {
		d.add(at, "number", map[string]sites.Value{"value": f})
		return true
	}
	switch v := v.(type) {
	case value.None:
		return true
	case value.Int:
		return number(int(v))
	case value.Bool:
		if v == value.True {
			d.add(at, "surface grey", map[string]sites.Value{"value": "grey"})
		}
		return true
	case value.Direction:
		i := slices.Index([]string{"west", "northwest", "north", "northeast", "east", "southeast", "south", "southwest"}, v.Name)
		if i >= 0 {
			d.add(at, "symbol arrow_N_B "+strconv.Itoa(i+1), map[string]sites.Value{"value": i + 1, "direction": v.Name})
		}
		return i >= 0
	case value.Label:
		return d.look(at, v, s) || number(v.Print)
	case value.List, *value.Set:
		return d.signs(at, value.Elements(v))
	}
	return false
}

// look draws a label as the site usually does. It reports false if the site has no drawing for it.
func (d *drawer) look(at linkformat.Place, v value.Label, s *slot) bool {
	if v.Print == unknown.Print {
		return false
	}
	numbers := alternative(s.innermost(), check.Int) != nil
	for _, look := range []struct {
		kind  string
		value sites.Value
	}{{"symbol circle_L 1", 1}, {"symbol circle_L 2", 2}, {"surface black", "black"}, {"surface blue", "blue"}} {
		if numbers && strings.HasPrefix(look.kind, "symbol") {
			continue
		}
		if label, ok := s.looksLike(look.kind); ok && label == v.Name {
			d.add(at, look.kind, map[string]sites.Value{"value": look.value})
			return true
		}
	}
	return false
}

// signs draws several values at one place: arrows, or numbers and letters.
func (d *drawer) signs(at linkformat.Place, all []value.Value) bool {
	var values, names []sites.Value
	for _, x := range all {
		switch x := x.(type) {
		case value.Direction:
			values = append(values, 1+slices.Index([]string{"west", "north", "east", "south"}, x.Name))
			names = append(names, x.Name)
		case value.Int:
			values = append(values, int(x))
		case value.Label:
			values = append(values, x.Print)
		default:
			return false
		}
	}
	switch {
	case len(values) == 0:
	case len(names) == len(values):
		d.add(at, "symbol arrow_cross", map[string]sites.Value{"values": values, "directions": names})
	default:
		d.add(at, "number several", map[string]sites.Value{"values": values})
	}
	return true
}
