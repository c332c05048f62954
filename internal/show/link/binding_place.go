package link

import (
	"slices"
	"strings"

	"nazo/dsl"
	"nazo/dsl/check"
	"nazo/dsl/diag"
	"nazo/dsl/instance"
	"nazo/dsl/linkformat"
	"nazo/dsl/value"
	"nazo/internal/alg"
	"nazo/internal/show/sites"
)

// targetText returns the text of a target, by which bindings of one given are recognised.
func (s *Statement) targetText(x dsl.Expr) string {
	if text := Target(x); text != "" {
		return text
	}
	return s.Source.Slice(x.Span())
}

// board returns the board of the link, with the part of a puzz.link address for the given, if there is one.
func (c *collector) board() *board {
	return &board{Statement: c.puzzlink(), Board: c.doc.Board, src: c.src}
}

func (c *collector) placesOfAll(all []value.Value) ([]linkformat.Place, bool) {
	return c.board().placesOfAll(all)
}

// puzzlink returns the spec's statement for puzz.link that has the target, or else that of the link.
func (c *collector) puzzlink() *Statement {
	for _, s := range Statements(c.Spec) {
		if c.partOf(s) != nil {
			return s
		}
	}
	return c.Statement
}

// partOf returns the part of a statement that has the target.
func (c *collector) partOf(s *Statement) *dsl.LinkPart {
	for _, p := range s.Parts {
		if slices.ContainsFunc(p.Targets, func(x dsl.Expr) bool { return Target(x) == c.target }) {
			return p
		}
	}
	return nil
}

// each calls f with each item and its place.
func (c *collector) each(f func(it sites.Item, at sites.Place)) {
	for _, b := range c.from {
		for _, it := range b.items {
			if at, ok := standsAt(it); ok {
				f(it, at)
			}
		}
	}
}

// frame returns where the cells of the given's board lie: as puzz.link has them, or else at corners or halves of cells
// if the items stand there.
func (c *collector) frame() frame {
	b := c.board()
	if p := c.partOf(b.Statement); p != nil {
		return b.frameOf(domainOf(p))
	}
	points, halves := true, false
	some := false
	c.each(func(_ sites.Item, at sites.Place) {
		some = true
		points = points && at.X%2 == 0 && at.Y%2 == 0
		halves = halves || at.X%2 == 0 || at.Y%2 == 0
	})
	switch {
	case some && points:
		return b.frameOf("points")
	case halves:
		return b.frameOf("halves")
	}
	return b.cellFrame()
}

// grid returns the value of a grid: at its places the items there, or the rooms that borders make.
func (c *collector) grid(t instance.Grid) (value.Value, error) {
	borders := c.borders()
	if _, blank := absent(t.Of); borders == nil && len(c.from) == 0 && !blank {
		borders = map[linkformat.Place]bool{} // one room
	}
	if borders != nil && c.roomsIn(t.Of) {
		return c.rooms(t, borders)
	}
	return gridIn(c, c.frame(), t)
}

// borders returns the sides where items are lines between corners. It is nil if there are others.
func (c *collector) borders() map[linkformat.Place]bool {
	borders := map[linkformat.Place]bool{}
	for _, b := range c.from {
		for _, it := range b.items {
			at, ok := it.Fields["cell"].(sites.Place)
			ends, _ := it.Fields["cells"].([]sites.Value)
			if !ok || len(ends) != 2 || (at.X%2 == 0) == (at.Y%2 == 0) {
				return nil
			}
			borders[at] = true
		}
	}
	if p := c.partOf(c.puzzlink()); len(borders) == 0 && (p == nil || !linkformat.IsBorder(p.Format.Text)) {
		return nil
	}
	return borders
}

// roomsIn reports whether a type has words or numbers for rooms.
func (c *collector) roomsIn(t instance.Type) bool {
	_, letter := t.FromText("A")
	_, digit := t.FromText("0") // any word is one
	_, number := t.Fits(value.Int(1))
	return letter && digit || number
}

// rooms numbers the rooms, or names them by letters, in the order of their first cells. Of a hole nothing is asked.
func (c *collector) rooms(t instance.Grid, borders map[linkformat.Place]bool) (value.Value, error) {
	hole, ok := absent(t.Of)
	if !ok {
		hole, _ = t.Of.FromText(roomName(0))
	}
	v, ok := roomGrid(t, linkformat.Rooms(c.doc.Board, borders, c.holes()), hole)
	if !ok {
		return nil, c.misfit("rooms", t)
	}
	return v, nil
}

// holes returns the cells that belong to no room: those that are deleted, and those of a given that has them in links
// of puzz.link.
func (c *collector) holes() map[linkformat.Place]bool {
	targets := map[string]bool{}
	for _, s := range Statements(c.Spec) {
		for _, p := range s.Parts {
			if isHoles(p) && len(p.Targets) == 1 {
				targets[Target(p.Targets[0])] = true
			}
		}
	}
	holes := map[linkformat.Place]bool{}
	for _, it := range c.doc.Items {
		at, ok := it.Fields["cell"].(sites.Place)
		if ok && (it.Is("deleted") || slices.ContainsFunc(c.bindingsOf(it), func(b *dsl.LinkBinding) bool { return targets[Target(b.Target)] })) {
			holes[at] = true
		}
	}
	return holes
}

// fence returns the borders that end inside of a room, if that is what the given is.
func (c *collector) fence() (ends map[linkformat.Place]bool, is bool) {
	p := c.partOf(c.puzzlink())
	if p == nil || !tellsEnds(p) || Target(p.Targets[1]) != c.target {
		return nil, false
	}
	return setOf(deadEnds(c.doc.Board, c.borders(), c.holes())), true
}

// edgesAt returns the set of the edges at places.
func (c *collector) edgesAt(t instance.Set, places map[linkformat.Place]bool) value.Value {
	of, _ := t.Of.(instance.OneOf)
	var all []value.Value
	for p, v := range c.atPlaces(of) {
		if places[p] {
			all = append(all, v)
		}
	}
	return value.NewSet(all...)
}

// notes lists the borders inside of a room that are ignored. They are a mistake if the spec knows none.
func (c *collector) notes() ([]string, error) {
	b := c.board()
	p := c.partOf(b.Statement)
	borders := c.borders()
	if len(c.from) == 0 || borders == nil || !b.hasWords(c.from[0].Target) {
		return nil, nil
	}
	ends := deadEnds(c.doc.Board, borders, c.holes())
	if p != nil && tellsEnds(p) {
		if _, none := p.Targets[1].(*dsl.NoneLit); none {
			return nil, b.noEnds(ends, diag.Span{End: len(c.src.Text)})
		}
		return nil, nil
	}
	if len(ends) == 0 {
		return nil, nil
	}
	return []string{b.endsText(ends)}, nil
}

// beside returns the group of the places outside of the board where all items stand, and whether some stand at the
// opposite side. It is false if some stand elsewhere, or if they have more fields than one.
func (c *collector) beside() (group linkformat.Group, both, ok bool) {
	var groups []linkformat.Group
	add := func(g linkformat.Group) {
		if !slices.Contains(groups, g) {
			groups = append(groups, g)
		}
	}
	b := c.board()
	c.each(func(_ sites.Item, at sites.Place) { add(b.groupOf(at)) })
	for _, from := range c.from {
		if len(from.Fields) > 1 {
			return group, false, false
		}
		for g, word := range groupWords {
			if slices.Contains(strings.Fields(from.Kind.Value), word) {
				add(g)
			}
		}
	}
	if p := c.partOf(b.Statement); len(groups) == 0 && p != nil {
		for i, g := range linkformat.GroupsOf(domainOf(p)) {
			if i < len(p.Targets) && Target(p.Targets[i]) == c.target {
				groups = append(groups, g)
			}
		}
	}
	slices.Sort(groups)
	switch {
	case len(groups) == 1:
		return groups[0], false, groups[0] != linkformat.Inside
	case len(groups) == 2 && (groups[0] == linkformat.Above && groups[1] == linkformat.Below || groups[0] == linkformat.Left && groups[1] == linkformat.Right):
		return groups[0], true, true
	}
	return group, false, false
}

// lines returns a list with the items beside the board: for each column or row one value, or a list of all from left to
// right or from the top down. Of items on both sides it is a list of two, for the side above or to the left first.
func (c *collector) lines(t instance.List, group linkformat.Group, both bool) (value.Value, error) {
	across := group == linkformat.Above || group == linkformat.Below
	n := c.doc.Rows
	if across {
		n = c.doc.Columns
	}
	inner, nested := t.Of.(instance.List)
	of := t.Of
	if nested {
		of = inner.Of
	}
	lines := make([][]clue, n)
	for _, b := range c.from {
		for _, it := range b.items {
			at, _ := standsAt(it)
			line, out := at.Y, at.X
			if across {
				line, out = at.X, at.Y
			}
			v, ok := c.convert(c.fieldFor(it, b), of, b.LinkBinding)
			if line%2 == 0 || line < 1 || line > 2*n || !ok {
				return nil, c.misfit(itemText(it)+" beside the board", of)
			}
			lines[line/2] = append(lines[line/2], clue{out, v})
		}
	}
	list := make(value.List, n)
	for i, line := range lines {
		slices.SortStableFunc(line, func(a, b clue) int { return a.out - b.out })
		wrong := ""
		if list[i], wrong = lineOf(line, of, nested, both); wrong != "" {
			return nil, c.misfit(wrong, of)
		}
	}
	return list, nil
}

// clue is a value beside the board, and how far to the right or down it stands.
type clue struct {
	out int
	v   value.Value
}

// lineOf returns the value for the clues beside one column or row. wrong says why there is none.
func lineOf(line []clue, of instance.Type, nested, both bool) (v value.Value, wrong string) {
	nothing, blank := absent(of)
	switch {
	case nested && both:
		pair := value.List{nothing, nothing}
		for _, e := range line {
			pair[min(max(e.out, 0), 1)] = e.v
		}
		if !blank && len(line) < 2 {
			return nil, "a line with a clue at one side"
		}
		return pair, ""
	case nested:
		return value.List(alg.Map(line, func(e clue) value.Value { return e.v })), ""
	case len(line) == 1:
		return line[0].v, ""
	case len(line) > 1:
		return nil, "several clues beside a line"
	case !blank:
		return nil, "a line without a clue"
	}
	return nothing, ""
}

// fieldFor returns the field of an item that a binding takes as the value at a place: the one that it names, or the
// value, or 1 for an item that is only there.
func (c *collector) fieldFor(it sites.Item, b bound) sites.Value {
	if len(b.Fields) > 0 {
		return it.Fields[b.Fields[len(b.Fields)-1].Text]
	}
	f, has := it.Fields["value"]
	if !has && len(b.Table) == 0 {
		return 1
	}
	return f
}

// atPlaces maps places to those of the values that are cells, corners or edges.
func (c *collector) atPlaces(t instance.OneOf) map[linkformat.Place]value.Value {
	set, ok := t.Values.(*value.Set)
	if !ok {
		return nil
	}
	if at, known := c.at[set]; known {
		return at
	}
	b := c.board()
	at := map[linkformat.Place]value.Value{}
	for _, v := range set.List() {
		if p, ok := b.placeOf(v); ok {
			at[p] = v
		}
	}
	if c.at == nil {
		c.at = map[*value.Set]map[linkformat.Place]value.Value{}
	}
	c.at[set] = at
	return at
}

// likely returns what a scalar means for a type that does not have it: a letter the number of its place in the
// alphabet, a clue without a number nothing, and the number of a style the label of that number.
func (c *collector) likely(v value.Value, t instance.Type, b *dsl.LinkBinding) (value.Value, bool) {
	if !c.doc.IsDrawing() {
		return nil, false
	}
	if text, ok := v.(value.Text); ok {
		if text == value.Text(unknown.Print) {
			return t.Fits(value.None{})
		}
		if len(text) == 1 && text[0] >= 'A' && text[0] <= 'Z' {
			return t.Fits(value.Int(text[0] - 'A' + 1))
		}
		return nil, false
	}
	if strings.HasPrefix(b.Kind.Value, "number") {
		return nil, false
	}
	return natural(v, t, c.Spec.Types[c.name.Text])
}

// mute returns collectors for the places of givens of which the link says nothing, and which have no default: nothing
// stands there.
func (s *Statement) mute(doc *sites.Document, src *diag.Source, made []*collector) (more []*collector) {
	slots, _ := s.slots()
	for _, slot := range slots {
		name, keys := splitTarget(slot.x)
		c := &collector{Statement: s, doc: doc, src: src, name: name, keys: keys, target: slot.target}
		named := func(of *collector) bool {
			return of.name.Text == name.Text && (of.target == slot.target || len(keys) == 0)
		}
		if len(slot.where) > 0 && slot.typ.Kind != check.Cell && c.speaks() && !slices.ContainsFunc(made, named) && !slices.ContainsFunc(more, named) {
			more = append(more, c)
		}
	}
	return more
}
