package picture

import (
	"slices"
	"strings"

	"nazo/dsl/instance"
	"nazo/dsl/value"
	"nazo/internal/alg"
	"nazo/internal/judge"
	"nazo/internal/model"
	"nazo/internal/show/draw"
	"nazo/internal/solve"
	"nazo/internal/study/compose"
	"nazo/internal/study/explain"
)

// Both draws several answers as one, and marks the differences. It is nil without a common picture.
func (d Drawer) Both(p *solve.Problem, first *judge.Answer, more ...*judge.Answer) []draw.Section {
	if first.Run != nil {
		return nil
	}
	items := d.items(p, first)
	for _, a := range more {
		others := d.items(p, a)
		if len(items) != len(others) {
			return nil
		}
		for i, other := range others {
			if items[i].Title != other.Title {
				return nil
			}
			items[i].Others = append(items[i].Others, other.Value)
		}
	}
	for i, it := range items {
		different := func(v value.Value) bool { return !value.Equal(v, it.Value) }
		if it.Given || !slices.ContainsFunc(it.Others, different) {
			items[i].Others = nil
		} else if !draw.Common(it) {
			return nil
		}
	}
	return []draw.Section{{Items: items, Options: d.options()}}
}

// Difference is a place of a find where answers differ, and their values there.
type Difference struct {
	Find string
	value.Variation
}

// Differences returns the places where answers other than runs differ.
func Differences(j *judge.Judge, answers ...*judge.Answer) (out []Difference) {
	for i, f := range j.Finds {
		if f.Chosen {
			continue
		}
		values := alg.Map(answers, func(a *judge.Answer) value.Value { return a.Values[i] })
		for _, at := range value.Variations(values...) {
			out = append(out, Difference{f.Name, at})
		}
	}
	return out
}

// String describes a difference in a clause, with the names that players use: "digit at R1C2 is 3, 4 or 7".
func (d Difference) String() string {
	switch d.Of {
	case value.Whole:
		return d.Find + " is " + anyOf(d.Values)
	case value.Element:
		return value.Named(d.At) + " is in " + d.Find + " or not"
	case value.Together:
		return value.Named(d.At) + " is within a part of " + d.Find + " or not"
	}
	switch d.At.(type) {
	case value.Cell, value.Edge:
		return d.Find + " at " + value.Named(d.At) + " is " + anyOf(d.Values)
	}
	return d.Find + "[" + value.String(d.At) + "] is " + anyOf(d.Values)
}

// Place names the place of a difference as drawings do, or is "" if all of the find differs.
func (d Difference) Place() string {
	if d.At == nil {
		return ""
	}
	return value.String(d.At)
}

func anyOf(values []value.Value) string {
	last := len(values) - 1
	return list(values[:last]) + " or " + value.String(values[last])
}

// Conflict draws the boards of a puzzle before anything is found, and marks the cells and corners that are in some
// values. It is nil if none is on a board.
func (d Drawer) Conflict(p *solve.Problem, in []value.Value) []draw.Section {
	items := alg.Filter(d.printed(p.Judge, p.Givens), draw.OnBoard)
	marked := false
	for _, b := range distinct(placedOn(in)) {
		if mark := refused(b, in); draw.OnBoard(mark) {
			items, marked = append(items, mark), true
		}
	}
	if !marked {
		return nil
	}
	return []draw.Section{{Heading: "marked with " + refusedSign + ": where they are", Items: items, Options: d.options()}}
}

// placedOn returns the boards of cells and edges.
func placedOn(in []value.Value) (boards []*value.Board) {
	for _, v := range in {
		switch v := v.(type) {
		case value.Cell:
			if v.Board != nil {
				boards = append(boards, v.Board)
			}
		case value.Edge:
			boards = append(boards, placedOn([]value.Value{v.A, v.B})...)
		}
	}
	return boards
}

// Changed draws a puzzle before anything is found, as [Drawer.Puzzle] does, and marks the changed places.
func (d Drawer) Changed(j *judge.Judge, gs []instance.Given, said func(name string) bool, places []value.Value) []draw.Section {
	all := d.Puzzle(j, gs, said)
	if mark := (draw.Item{Value: value.NewSet(places...), Mark: draw.New, Given: true}); draw.OnBoard(mark) {
		all[0].Items = append(all[0].Items, mark)
	}
	return all
}

// Reasoned draws the known facts of a problem, and marks new facts and the places of used units.
func (d Drawer) Reasoned(p *solve.Problem, x *explain.Explainer, facts, fresh []model.Fact, units []int32) []draw.Section {
	isNew := map[model.Fact]bool{}
	for _, f := range fresh {
		isNew[f] = true
	}
	var known []Known
	for _, f := range facts {
		m, ok := x.Meaning(f.Var)
		if !ok || !f.Is {
			continue
		}
		k := Known{Find: x.Find(f.Var), Of: m.Of, Key: m.Key, Member: m.Member, New: isNew[f]}
		if m.Member != nil {
			k.Value = value.Of(f.Value == 1)
		} else {
			k.Value = m.Values(f.Value)
		}
		known = append(known, k)
	}
	var used []value.Value
	for _, u := range units {
		if places := x.Places(u); len(places) <= mostUsed {
			used = append(used, places...)
		}
	}
	return d.SoFar(p, known, used)
}

// mostUsed bounds the marked places of one unit. A unit with more is about the whole board.
const mostUsed = 30

const refusedSign = "!" // marks a place where a rule is broken

// Refused returns the items of an answer with a mark on the cells or corners that are in some values. It is nil if
// the answer is partly unknown or a run, or if none of the values is on one of its boards.
func (d Drawer) Refused(p *solve.Problem, found *judge.Answer, in []value.Value) []draw.Item {
	if found.Run != nil || slices.Contains(found.Values, nil) {
		return nil
	}
	for _, b := range boardsOf(p.Judge) {
		if mark := refused(b, in); draw.OnBoard(mark) {
			return append(d.items(p, found), mark)
		}
	}
	return nil
}

// refused returns a mark on the places of a board that are in some values.
func refused(b *value.Board, in []value.Value) draw.Item {
	var here []value.Value
	for _, v := range in {
		here = append(here, placesOn(b, v)...)
	}
	return draw.Item{Title: refusedSign, As: refusedSign, Value: value.NewSet(here...), Mark: draw.Wrong}
}

// placesOn returns the cells or points of a board that are in a value.
func placesOn(b *value.Board, v value.Value) (out []value.Value) {
	switch v := v.(type) {
	case value.Cell:
		if v.Board != nil && value.Equal(v.Board, b) {
			return []value.Value{v}
		}
		return nil
	case value.Edge:
		return append(placesOn(b, v.A), placesOn(b, v.B)...)
	case *value.Array, *value.Route, *value.Board, *value.Graph, *value.Regions:
		return nil
	}
	for _, m := range value.Elements(v) {
		out = append(out, placesOn(b, m)...)
	}
	return out
}

// Known is a known fact about a find: whether Member is in it, a truth value, or its value for a key.
type Known struct {
	Find, Of           string // the find, and the part of it that has the key
	Key, Member, Value value.Value
	New                bool
}

// SoFar draws a partly known answer, with marks on new and used places. What is out is struck out.
func (d Drawer) SoFar(p *solve.Problem, known []Known, used []value.Value) []draw.Section {
	items := d.printed(p.Judge, p.Givens)
	var fresh []value.Value
	for _, it := range soughtOrAll(p.Judge) {
		of := p.Judge.Finds[it.find].Name
		mine := alg.Filter(known, func(k Known) bool { return k.Find == of })
		items = append(items, it.soFar(mine)...)
		for _, k := range mine {
			at := k.Member
			if at == nil {
				at = k.Key
			}
			if at != nil && k.New {
				fresh = append(fresh, at)
			}
		}
	}
	return []draw.Section{{Items: append(items, highlights(used, fresh)...), Options: d.options()}}
}

// soughtOrAll returns the items that show finds of an answer, or the finds themselves if the spec shows none.
func soughtOrAll(j *judge.Judge) []*item {
	items := sought(j)
	if len(items) > 0 {
		return items
	}
	for i, f := range j.Finds {
		if !f.Chosen {
			items = append(items, &item{title: f.Name, find: i, shape: f.Shape})
		}
	}
	return items
}

// soFar returns the items that draw what is known of a find.
func (it *item) soFar(known []Known) (items []draw.Item) {
	var parts []string // the parts of the find, each a set or a value
	in, out, keys, values := map[string][]value.Value{}, map[string][]value.Value{}, []value.Value(nil), []value.Value(nil)
	_, route := it.shape.(*judge.RouteShape)
	note := func(of string, v value.Value, isIn bool) {
		if !slices.Contains(parts, of) {
			parts = append(parts, of)
		}
		if isIn {
			in[of] = append(in[of], v)
		} else {
			out[of] = append(out[of], v)
		}
	}
	for _, k := range known {
		_, truth := k.Value.(value.Bool)
		edge, isEdge := k.Member.(value.Edge)
		switch {
		case route && !isEdge, isEdge && edge.Directed && k.Value == value.Value(value.False):
			// no sign shows this
		case isEdge && edge.Directed:
			note(k.Of, value.MakeEdge(edge.A, edge.B, false), true)
		case k.Member != nil:
			note(k.Of, k.Member, k.Value == value.Value(value.True))
		case k.Key == nil:
			items = append(items, draw.Item{Title: k.Of, As: it.as, Value: k.Value})
		case is[value.None](k.Value) || truth:
			note(it.title, k.Key, k.Value == value.Value(value.True))
		case is[value.Cell](k.Value):
			keys, values = append(keys, k.Key), append(values, value.Value(value.Text(draw.TextOf(k.Value))))
		case !is[*value.Set](k.Value):
			keys, values = append(keys, k.Key), append(values, k.Value)
		}
	}
	_, regions := it.shape.(*judge.RegionsShape)
	for _, of := range parts {
		title := of
		if len(parts) == 1 {
			title = it.title
		}
		items = append(items, draw.Item{Title: title, As: it.as, Value: value.NewSet(in[of]...), Out: value.NewSet(out[of]...), Apart: regions})
	}
	if len(keys) > 0 {
		all := value.NewSet(keys...)
		ordered := make([]value.Value, len(keys))
		for i, k := range keys {
			ordered[all.Index(k)] = values[i]
		}
		items = append(items, draw.Item{Title: it.title, Value: value.NewArray(all, ordered, boardOfFirst(all))})
	}
	return items
}

func is[T value.Value](v value.Value) bool {
	_, ok := v.(T)
	return ok
}

// ChangeText describes a change of a clue: "add clue 3 at R1C2", "clue 4 at R1C2 goes", "clue 4 at R1C2 becomes 2",
// "down[3]: 4 becomes 2" for what stands in no cell, "add r1c2 to black" for a member of a set.
func ChangeText(c compose.Change) string {
	name := c.Given
	if _, member := c.Type.(instance.Bool); member {
		where := value.String(c.Path[len(c.Path)-1])
		if c.Removed() {
			return where + " goes from " + name
		}
		return "add " + where + " to " + name
	}
	where := ""
	if cell, ok := soleCell(c.Path); ok && cell.Board != nil && !cell.Board.Points {
		where = " at " + strings.ToUpper(value.String(cell))
	} else {
		for _, k := range c.Path {
			name += "[" + value.String(k) + "]"
		}
	}
	was, is := name+": "+draw.TextOf(c.Value), name+" = "+draw.TextOf(c.To)
	if where != "" {
		was, is = name+" "+draw.TextOf(c.Value)+where, name+" "+draw.TextOf(c.To)+where
	}
	switch {
	case c.Added():
		return "add " + is
	case c.Removed():
		return was + " goes"
	}
	return was + " becomes " + draw.TextOf(c.To)
}

// soleCell returns the cell that a path consists of.
func soleCell(path []value.Value) (cell value.Cell, ok bool) {
	if len(path) == 1 {
		cell, ok = path[0].(value.Cell)
	}
	return cell, ok
}
