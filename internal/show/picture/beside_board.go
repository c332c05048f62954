package picture

import (
	"nazo/dsl"
	"nazo/dsl/check"
	"nazo/dsl/instance"
	"nazo/dsl/linkformat"
	"nazo/dsl/value"
	"nazo/internal/show/draw"
	"nazo/internal/show/link"
)

// sides tells on which side of the board each given stands. Its keys are names, or names with a key such as
// "seen[north]". A link statement says so. Without one, the rules do: a list whose index is also that of a row
// stands beside the rows.
type sides map[string]draw.Side

// towards is the side of a given whose keys are directions. A list stands on the side from which one looks in
// its direction, and its elements belong to the lines as seen from there.
const towards = draw.Right + 1

var groups = map[linkformat.Group]draw.Side{linkformat.Above: draw.Above, linkformat.Below: draw.Below, linkformat.Left: draw.Left, linkformat.Right: draw.Right}

// lookingFrom has the side from which one looks in a direction.
var lookingFrom = map[value.Direction]draw.Side{value.South: draw.Above, value.North: draw.Below, value.East: draw.Left, value.West: draw.Right}

// sidesOf reads the sides of the givens of a spec.
func sidesOf(spec *check.Spec) sides {
	out := sides{}
	for _, r := range spec.Rules {
		out.rule(r.Stmt)
	}
	for target, group := range link.Outside(spec) {
		out[target] = groups[group]
	}
	return out
}

// of returns the items of a given beside the first board with as many columns or rows.
func (s sides) of(g instance.Given, boards []*value.Board) (items []draw.Item) {
	add := func(v value.Value, side draw.Side) {
		for _, b := range boards {
			it := draw.Item{Value: v, Given: true, Side: side, Board: b}
			if side != draw.Within && draw.OnBoard(it) {
				items = append(items, it)
				return
			}
		}
	}
	a, keyed := g.Value.(*value.Array)
	if !keyed {
		if s[g.Name] != towards {
			add(g.Value, s[g.Name])
		}
		return items
	}
	for i, k := range a.Keys.List() {
		d, ok := k.(value.Direction)
		if !ok {
			return nil
		}
		add(a.Values[i], s.facing(g.Name, d))
	}
	return items
}

// facing returns the side of the list of a given for a direction.
func (s sides) facing(given string, d value.Direction) draw.Side {
	side := s[given+"["+d.Name+"]"]
	if side == draw.Within && s[given] == towards {
		side = lookingFrom[d]
	}
	return side
}

// rule notes lists that a rule puts beside lines: list[i] beside row(b, i), rows(b)[i] or lines(b, d)[i], and
// pairs such as (list, rows(b)).
func (s sides) rule(r *dsl.Rule) {
	lines := map[string]draw.Side{}  // of each index; Within if it counts rows and columns
	lists := map[string][]dsl.Expr{} // with each index
	note := func(index string, side draw.Side) {
		if old, ok := lines[index]; ok && old != side {
			side = draw.Within
		}
		lines[index] = side
	}
	dsl.VisitMeaning(r, func(n dsl.Node) bool {
		switch n := n.(type) {
		case *dsl.Call:
			if side := lineSide(n); side != draw.Within && len(n.Args) == 2 && n.Func.Text != "lines" {
				if i, ok := n.Args[1].(*dsl.Name); ok {
					note(i.Text, side)
				}
			}
		case *dsl.Index:
			i, ok := n.Keys[0].(*dsl.Name)
			if !ok || len(n.Keys) != 1 {
				break
			}
			if of, call := n.X.(*dsl.Call); call && lineSide(of) != draw.Within {
				note(i.Text, lineSide(of))
			} else {
				lists[i.Text] = append(lists[i.Text], n.X)
			}
		case *dsl.Tuple:
			s.pair(n)
		}
		return true
	})
	for index, side := range lines {
		for _, list := range lists[index] {
			switch list := list.(type) {
			case *dsl.Name:
				if side != towards {
					s.set(list.Text, side)
				}
			case *dsl.Index:
				if name, ok := list.X.(*dsl.Name); ok && side == towards {
					s.set(name.Text, side)
				}
			}
		}
	}
}

// pair notes a list that forms a tuple with the lines it stands beside.
func (s sides) pair(t *dsl.Tuple) {
	var list string
	side := draw.Within
	for _, x := range t.Elems {
		switch x := x.(type) {
		case *dsl.Name:
			list = x.Text
		case *dsl.Call:
			if of := lineSide(x); of != towards {
				side = of
			}
		}
	}
	if len(t.Elems) == 2 && list != "" && side != draw.Within {
		s.set(list, side)
	}
}

// set notes a side. A list at two sides is beside none.
func (s sides) set(name string, side draw.Side) {
	if old, ok := s[name]; ok && old != side {
		side = draw.Within
	}
	s[name] = side
}

// lineSide returns the side of the clues of the lines that a call returns, or Within.
func lineSide(c *dsl.Call) draw.Side {
	switch c.Func.Text {
	case "row", "rows":
		return draw.Left
	case "column", "columns":
		return draw.Above
	case "lines":
		return towards
	}
	return draw.Within
}

var sideNames = map[draw.Side]string{draw.Above: "above", draw.Below: "below", draw.Left: "left", draw.Right: "right"}

// Sides returns on which sides of a board a given stands: above, below, left or right. The key is the name of
// the direction that is the given's key, or "". Sides is empty if the given stands beside no board.
func Sides(spec *check.Spec, given string) map[string]string {
	s, out := sidesOf(spec), map[string]string{}
	if name, ok := sideNames[s[given]]; ok {
		out[""] = name
	}
	for _, d := range value.Directions() {
		if name, ok := sideNames[s.facing(given, d)]; ok {
			out[d.Name] = name
		}
	}
	return out
}
