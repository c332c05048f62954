package picture

import (
	"slices"
	"strconv"
	"strings"

	"nazo/draw"
	"nazo/dsl/diag"
	"nazo/givens"
	"nazo/judge"
	"nazo/value"
)

// sheet is a drawn board whose items are read.
type sheet struct {
	*reader
	*draw.Drawn
	parts []*parts
	// borders, if not nil, says which sides part areas: of a grid of letters there is no drawing.
	borders func(side value.Spot) bool
}

// parts are those of one item: the members of a set, the edges of a route, the keys of an array. What is known of each is found one by one.
type parts struct {
	*item
	sheet *sheet
	keys  []value.Value
	// known has the value of each key, or whether a member is in; nil is not known.
	known []value.Value
	out   []bool // keys that are struck out
	// inCells has for each cell with a key whose text tells its value the number of that key.
	inCells map[value.Spot]int
	byText  bool // the texts of cells tell the values
	inAreas bool // the borders of areas do
}

func newParts(s *sheet, it *item) *parts {
	p := &parts{item: it, sheet: s, inCells: map[value.Spot]int{}}
	switch shape := it.shape.(type) {
	case *judge.SetShape:
		p.keys, p.byText = shape.Members.List(), it.as != ""
	case *judge.ScalarShape:
		if set, ok := shape.Values.(*value.Set); ok {
			p.keys, p.byText = set.List(), it.as != ""
		}
	case *judge.ArrayShape:
		p.keys = shape.Keys.List()
		p.byText = showsTexts(shape)
	case *judge.RouteShape:
		p.keys = shape.Graph.EdgeList()
		if it.steps = it.steps || !straight(p.keys); it.steps {
			p.keys, p.byText = shape.Graph.Vertices.List(), true
		}
	case *judge.RegionsShape:
		p.keys = shape.Graph.EdgeList()
	}
	p.known, p.out = make([]value.Value, len(p.keys)), make([]bool, len(p.keys))
	for i, k := range p.keys {
		if at, b, ok := value.SpotOf(k); ok && !at.Corner() && !at.Side() && !b.Points {
			p.inCells[at] = i
		}
	}
	p.byText = p.byText && len(p.inCells) > 0
	if p.byText && p.areasInstead() {
		p.byText, p.inAreas = false, true
	}
	return p
}

// showsTexts reports whether the values of an array are written in its cells, and not shades or areas.
func showsTexts(s *judge.ArrayShape) bool {
	for _, part := range s.Parts {
		scalar, ok := part.(*judge.ScalarShape)
		if !ok {
			return false
		}
		for _, v := range someOf(scalar) {
			switch v.(type) {
			case value.Bool, *value.Set:
				return false
			}
			return true
		}
	}
	return true
}

// someOf are some values of a domain, if it has any.
func someOf(s *judge.ScalarShape) []value.Value {
	if r, ok := s.Values.(value.Range); ok {
		if r.Lo > r.Hi {
			return nil
		}
		return []value.Value{value.Int(r.Lo)}
	}
	return s.Values.(*value.Set).List()
}

// straight reports whether edges lie in rows and columns.
func straight(edges []value.Value) bool {
	return !slices.ContainsFunc(edges, func(v value.Value) bool {
		a, okA := v.(value.Edge).A.(value.Cell)
		b, okB := v.(value.Edge).B.(value.Cell)
		return !okA || !okB || a.Row != b.Row && a.Col != b.Col
	})
}

// spelled is the value of a domain that stands so in a cell; nil if several do.
func spelled(s *judge.ScalarShape, text string) (v value.Value, ok bool) {
	if r, isRange := s.Values.(value.Range); isRange {
		n, err := strconv.ParseInt(text, 10, 64)
		return value.Int(n), err == nil && r.Lo <= n && n <= r.Hi
	}
	for _, w := range s.Values.(*value.Set).List() {
		if draw.TextOf(w) != text && value.String(w) != text {
			continue
		}
		if ok {
			return nil, true
		}
		v, ok = w, true
	}
	return v, ok
}

// meaning is what a text in the cell of a key means; ok is false if it can't stand there. "" is that nothing stands there.
func (p *parts) meaning(key int, text string) (v value.Value, ok bool) {
	if p.sheet.soFar && text == "" {
		return nil, true
	}
	switch s := p.shape.(type) {
	case *judge.ArrayShape:
		part := s.Parts[key].(*judge.ScalarShape)
		if text == "" {
			return value.None{}, part.Optional
		}
		return spelled(part, text)
	case *judge.RouteShape:
		if text == "" {
			return value.None{}, true
		}
		n, err := strconv.Atoi(text)
		return value.Int(n), err == nil && 1 <= n && n <= len(p.keys)
	}
	if p.sheet.soFar && isOut(text) {
		return value.False, true
	}
	return value.Of(text != ""), text == "" || text == p.as
}

// texts reads what stands in the cells: the items have their texts one after the other, behind what is given.
func (s *sheet) texts() {
	for row := 1; row <= s.Rows; row++ {
		for col := 1; col <= s.Cols; col++ {
			s.cell(value.Spot{Y: 2*row - 1, X: 2*col - 1})
		}
	}
}

func (s *sheet) cell(at value.Spot) {
	var here []*parts
	slanted := false
	for _, p := range s.parts {
		if _, ok := p.inCells[at]; ok && p.byText {
			here = append(here, p)
		} else if ok && !p.byText {
			_, edge := p.keys[p.inCells[at]].(value.Edge)
			slanted = slanted || edge
		}
	}
	text, given := s.strikeOut(at, s.Text(at)), s.Given(at)
	if slanted {
		text = strings.TrimSpace(strings.Trim(text, "╲╱╳"))
	}
	for _, p := range s.parts {
		if p.printed != nil && p.as != "" && text == p.as && p.prints(at) {
			text = given
		}
	}
	if len(here) == 0 {
		if text != "" && text != given {
			start, end := s.Span(at)
			s.fail(diag.Span{Start: start, End: end}, "nothing that is to be found stands in this cell as %q", text)
		}
		return
	}
	found := readings(at, here, given, text)
	if len(found) == 0 && given != "" {
		found = readings(at, here, "", text) // what is given need not be repeated
	}
	if len(found) == 0 {
		s.misfit(at, here, text)
		return
	}
	for i, p := range here {
		v := found[0][i]
		if p.steps {
			v = found[len(found)-1][i] // a number that is given is a step, too
		}
		for _, other := range found[1:] {
			if !p.steps && (v == nil || other[i] == nil || !value.Equal(v, other[i])) {
				v = nil
			}
		}
		p.known[p.inCells[at]] = v
	}
}

// prints reports whether an item shows a cell whatever was found.
func (p *parts) prints(at value.Spot) bool {
	return slices.ContainsFunc(p.printed.List(), func(v value.Value) bool {
		spot, _, ok := value.SpotOf(v)
		return ok && spot == at
	})
}

// readings are the ways in which a text can be that of several items, each behind what stands there before: for each way the values of
// the items.
func readings(at value.Spot, items []*parts, before, text string) (out [][]value.Value) {
	if len(items) == 0 {
		if before == text {
			return [][]value.Value{nil}
		}
		return nil
	}
	p := items[0]
	try := func(mine, after string) {
		v, ok := p.meaning(p.inCells[at], mine)
		if !ok {
			return
		}
		for _, rest := range readings(at, items[1:], after, text) {
			out = append(out, append([]value.Value{v}, rest...))
		}
	}
	try("", before)
	if before != "" {
		try(before, before)
		rest, ok := strings.CutPrefix(text, before+" ")
		if !ok {
			return out
		}
		before += " "
		text = before + rest
	}
	rest := text[min(len(before), len(text)):]
	for i := range len(rest) + 1 {
		if i > 0 && (i == len(rest) || rest[i] == ' ') {
			try(rest[:i], before+rest[:i])
		}
	}
	return out
}

// misfit says of a cell that its text is none that could be there.
func (s *sheet) misfit(at value.Spot, here []*parts, text string) {
	start, end := s.Span(at)
	p := here[0]
	d := s.fail(diag.Span{Start: start, End: end}, "%q is not in the domain of `%s`", text, p.title)
	if text == "" {
		d.Message = "there is no value for `" + p.title + "` in this cell"
	}
	if a, ok := p.shape.(*judge.ArrayShape); ok {
		scalar := a.Parts[p.inCells[at]].(*judge.ScalarShape)
		if values, ok := scalar.Values.(value.Collection); ok {
			d.Expect(givens.OneOf{Values: values}.Describe())
		}
	} else if p.as != "" {
		d.Expect(p.as)
	}
}
