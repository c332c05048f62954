package sites

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"nazo/internal/alg"
)

// words joins the words of a kind.
func words(parts ...string) string {
	return strings.Join(slices.DeleteFunc(parts, func(p string) bool { return p == "" }), " ")
}

// inOrder returns the keys of a layer, by their numbers.
func inOrder(layer map[string]any) []string {
	first := func(key string) int {
		before, _, _ := strings.Cut(key, ",")
		n, _ := number(before)
		return n
	}
	return slices.SortedFunc(maps.Keys(layer), func(a, b string) int { return cmp.Or(first(a)-first(b), cmp.Compare(a, b)) })
}

// drawing adds what a layer has.
func (s *penpaSheet) drawing(l *penpaLayer) {
	each := func(layer map[string]any, add func(at Place, content any)) {
		for _, key := range inOrder(layer) {
			if point, ok := number(key); ok {
				if at, ok := s.place(point); ok {
					add(at, layer[key])
				}
			}
		}
	}
	each(l.maps["surface"], func(at Place, content any) {
		colour := colourOf(surfaceColours(), content)
		s.add(words("surface", s.Where(at), colour), "cell", at, "value", colour)
	})
	each(l.maps["number"], s.number)
	for _, key := range inOrder(l.maps["numberS"]) {
		s.small(key, l.maps["numberS"][key])
	}
	each(l.maps["symbol"], s.symbol)
	for _, kind := range penpaPaths {
		for _, points := range l.lists[kind] {
			if cells, ok := s.places(points); ok {
				s.add(kind, "cells", cells)
			}
		}
	}
	for _, points := range l.lists["arrows"] {
		if cells, ok := s.places(points); ok {
			s.add("arrow", "cells", cells, "circle", cells[:1], "shaft", cells[1:])
		}
	}
	s.cages(l)
	for _, edge := range penpaEdges {
		s.edges(edge[0], l.maps[edge[1]])
	}
	s.lines("line", l.maps["line"])
	s.lines("freeline", l.maps["freeline"])
}

// colourOf returns the word for the number of a colour or style.
func colourOf(names map[int]string, content any) string {
	n, ok := content.(float64)
	if !ok {
		return "colours"
	}
	return cmp.Or(names[int(n)], strconv.Itoa(int(n)))
}

func surfaceColours() map[int]string {
	return map[int]string{1: "darkgrey", 2: "green", 3: "lightgrey", 4: "black", 5: "blue", 6: "red", 7: "yellow", 8: "grey",
		9: "pink", 10: "orange", 11: "purple", 12: "brown"}
}

func lineStyles() map[int]string {
	return map[int]string{1: "thin", 2: "black", 3: "green", 5: "grey", 6: "wide", 8: "red", 9: "blue", 11: "dashed", 12: "dashed", 13: "dotted",
		14: "dashed", 21: "thick", 30: "double", 40: "short", 80: "thin", 98: "cross"}
}

// numberModes are the forms of numbers that have a word.
func numberModes() map[string]string {
	return map[string]string{"5": "small", "6": "medium", "8": "long", "10": "large"}
}

// fourSides has the directions from a cell to its sides.
var fourSides = []struct {
	name string
	step Place
}{{"north", Place{Y: -1}}, {"east", Place{X: 1}}, {"south", Place{Y: 1}}, {"west", Place{X: -1}}}

// The directions in the order of single arrows: from the left, clockwise.
var clockwise = []string{"west", "northwest", "north", "northeast", "east", "southeast", "south", "southwest"}

// arrowTurns are the directions of arrows with a number.
var arrowTurns = []string{"north", "west", "east", "south", "northwest", "northeast", "southwest", "southeast"}

// smallPlaces are the places of small numbers in a cell.
var smallPlaces = []string{"topleft", "topright", "bottomleft", "bottomright", "topside", "rightside", "leftside", "bottomside"}

// number adds a number or another text at a place.
func (s *penpaSheet) number(at Place, content any) {
	parts, ok := content.([]any)
	if !ok || len(parts) < 3 {
		return
	}
	where := s.Where(at)
	fields := []any{"cell", at, "colour", fieldOf(parts[1])}
	add := func(word string, more ...any) { s.add(words("number", where, word), append(fields, more...)...) }
	text, isText := parts[0].(string)
	if n, isNumber := parts[0].(float64); isNumber {
		text, isText = strconv.Itoa(int(n)), true
	}
	if !isText { // small digits, each there or not
		add("candidates", "values", onesOf(asList(parts[0])))
		return
	}
	text = strings.TrimSpace(text)
	number, turn, arrow := strings.Cut(text, "_")
	mode, _ := parts[2].(string)
	switch {
	case arrow && len(turn) == 1 && turn[0] >= '0' && turn[0] <= '7':
		add("arrow", "value", scalar(number), "direction", arrowTurns[turn[0]-'0'])
	case mode == "4" && text != "":
		var values []Value
		for _, c := range text {
			values = append(values, scalar(string(c)))
		}
		add("several", "values", values, "value", scalar(text))
	case text == "":
		add("blank", "value", "?")
	default:
		add(numberModes()[mode], "value", scalar(text))
	}
}

// onesOf returns the numbers of the places in a list that have a 1, counted from 1.
func onesOf(list []any) (values []Value) {
	for i, v := range list {
		if v == 1.0 {
			values = append(values, i+1)
		}
	}
	return values
}

func asList(v any) []any {
	list, _ := v.([]any)
	return list
}

// small adds a small number in a corner or at a side of a cell.
func (s *penpaSheet) small(key string, content any) {
	point, ok := number(key)
	parts := asList(content)
	if !ok || point < 0 || len(parts) < 1 {
		return
	}
	of := s.width * s.height
	corner := (point/4/of-1)*4 + point%4
	at, ok := s.place(point / 4 % of)
	if !ok || corner < 0 || corner > 7 {
		return
	}
	v := fieldOf(parts[0])
	if v == nil {
		v = "?"
	}
	name := smallPlaces[corner]
	fields := []any{"cell", at, "value", v}
	if text, isText := v.(string); isText {
		fields = append(fields, signed(text)...)
	} else {
		fields = append(fields, "number", v)
	}
	s.add(words("number", s.Where(at), name), fields...)
}

// signed returns the fields for a number with a sign before or behind it, as in 12+.
func signed(text string) []any {
	for _, isSign := range []func(string) (string, string){
		func(t string) (string, string) {
			_, size := utf8.DecodeLastRuneInString(t)
			return t[:len(t)-size], t[len(t)-size:]
		},
		func(t string) (string, string) { _, size := utf8.DecodeRuneInString(t); return t[size:], t[:size] },
	} {
		digits, sign := isSign(text)
		if n, ok := number(digits); ok {
			return []any{"number", n, "sign", sign}
		}
	}
	return nil
}

// symbol adds a symbol. Its style is a number, or a list of what is there.
func (s *penpaSheet) symbol(at Place, content any) {
	parts := asList(content)
	if len(parts) < 2 {
		return
	}
	name, _ := parts[1].(string)
	if name == "" || strings.ContainsAny(name, " \"`\\") {
		return
	}
	kind := words("symbol", name, s.Where(at))
	switch style := parts[0].(type) {
	case float64:
		n := int(style)
		var direction any
		switch {
		case strings.HasPrefix(name, "arrow_") && n >= 1 && n <= len(clockwise):
			direction = clockwise[n-1]
		case name == "inequality" && n >= 1 && n <= 8:
			direction = []string{"west", "north", "east", "south"}[(n-1)%4]
		}
		s.add(kind+" "+strconv.Itoa(n), "cell", at, "value", n, "direction", direction)
	case []any:
		turns := clockwise
		switch {
		case strings.HasPrefix(name, "arrow_fouredge"):
			turns = []string{"east", "south", "west", "north", "west", "north", "east", "south"}
		case strings.HasPrefix(name, "arrow_cross"), strings.HasPrefix(name, "arrow_fourtip"):
			turns = []string{"west", "north", "east", "south"}
		}
		values, directions := onesOf(style), []Value{}
		for _, v := range values {
			if n := v.(int); strings.HasPrefix(name, "arrow_") && n <= len(turns) {
				directions = append(directions, turns[n-1])
			}
		}
		var direction any
		if len(directions) == 1 {
			direction = directions[0]
		}
		if len(values) > 0 {
			s.add(kind, "cell", at, "values", values, "directions", directions, "direction", direction)
		}
	}
}

// cages adds cages, each with the small number in the top left corner of one of its cells. Cages of old drawings are
// only dashed lines.
func (s *penpaSheet) cages(l *penpaLayer) {
	for _, points := range l.lists["killercages"] {
		cells, ok := s.places(points)
		if !ok {
			continue
		}
		it := Item{Kind: "cage", Fields: map[string]Value{"cells": cells}}
		for i, of := range s.Items {
			if of.Kind == "number topleft" && slices.Contains(cells, of.Fields["cell"]) {
				it.Fields["value"] = of.Fields["value"]
				s.Items = slices.Delete(s.Items, i, i+1)
				break
			}
		}
		s.Items = append(s.Items, it)
	}
	if len(l.lists["killercages"]) == 0 && len(l.maps["cage"]) > 0 {
		s.add("cageline")
	}
}

// edges adds the lines between corners. Each is a side of a cell, at the rim of the board or beside it if the kind
// says so, or a diagonal.
func (s *penpaSheet) edges(kind string, layer map[string]any) {
	for _, key := range inOrder(layer) {
		style := ""
		if kind != "deleteedge" {
			style = colourOf(lineStyles(), layer[key])
		}
		ends, ok := s.ends(key)
		if !ok {
			continue
		}
		p, q := ends[0], ends[len(ends)-1]
		mid := Place{X: (p.X + q.X) / 2, Y: (p.Y + q.Y) / 2}
		where := ""
		switch {
		case kind == "wall":
		case p != q && abs(p.X-q.X)+abs(p.Y-q.Y) != 2:
			s.add(words(kind, "diagonal", style), "cells", []Value{p, q})
			continue
		case mid.X <= 0 || mid.Y <= 0 || mid.X >= 2*s.Columns || mid.Y >= 2*s.Rows:
			where = "frame"
		}
		s.add(words(kind, where, style), "cell", mid, "cells", []Value{p, q})
	}
}

func abs(n int) int { return max(n, -n) }

// ends returns the one or two places of a key.
func (s *penpaSheet) ends(key string) (ends []Place, ok bool) {
	for _, text := range strings.Split(key, ",") {
		point, ok := number(text)
		if !ok {
			return nil, false
		}
		p, ok := s.place(point)
		if !ok {
			return nil, false
		}
		ends = append(ends, p)
	}
	return ends, len(ends) <= 2
}

// lines adds the lines between cells, each style by itself. Those that make a path are one item with all its cells. A
// line to the side of a cell is a half, and all halves in a cell are one item.
func (s *penpaSheet) lines(kind string, layer map[string]any) {
	whole := map[string][][2]Place{}
	halves := map[string]map[Place][]Place{} // the steps from each cell
	var styles []string
	for _, key := range inOrder(layer) {
		ends, ok := s.ends(key)
		style := colourOf(lineStyles(), layer[key])
		switch {
		case !ok:
		case len(ends) == 1:
			s.add(words(kind, style), "cell", ends[0])
		case s.Where(ends[1]) == "side":
			if halves[style] == nil {
				halves[style] = map[Place][]Place{}
			}
			halves[style][ends[0]] = append(halves[style][ends[0]], ends[1].Minus(ends[0]))
		default:
			if whole[style] == nil {
				styles = append(styles, style)
			}
			whole[style] = append(whole[style], [2]Place(ends))
		}
	}
	for _, style := range slices.Sorted(maps.Keys(halves)) {
		for _, p := range slices.SortedFunc(maps.Keys(halves[style]), Place.Compare) {
			var directions []Value
			var names []string
			for _, d := range fourSides {
				if slices.Contains(halves[style][p], d.step) {
					directions, names = append(directions, d.name), append(names, d.name)
				}
			}
			if len(names) > 0 {
				s.add(words("half"+kind, style), "cell", p, "directions", directions, "value", strings.Join(names, " "))
			}
		}
	}
	for _, style := range styles {
		var all []Place
		for _, e := range whole[style] {
			all = append(all, e[0], e[1])
		}
		slices.SortFunc(all, Place.Compare)
		for _, path := range alg.Trails(slices.Compact(all), whole[style]) {
			s.add(words(kind, style), "cells", valuesOf(path))
		}
	}
}
