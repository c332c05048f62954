package picture

import (
	"slices"

	"nazo/draw"
	"nazo/judge"
	"nazo/solve"
	"nazo/value"
)

// Known is something that is known of a find: whether Member is in it, a truth value, or its value for a key.
type Known struct {
	Find, Of    string // the find, and the part of it with its keys
	Key, Member value.Value
	Value       value.Value
	New         bool
}

// SoFar draws what is known of an answer, with marks on what is new and on the places that are used: members of sets and edges
// of lines that are out are struck out, and what is open is blank.
func (d Drawer) SoFar(p *solve.Problem, known []Known, used []value.Value) []draw.Section {
	items := printed(p.Judge, p.Givens)
	var fresh []value.Value
	for _, it := range soughtOrAll(p.Judge) {
		of := p.Judge.Finds[it.find].Name
		var mine []Known
		for _, k := range known {
			if k.Find == of {
				mine = append(mine, k)
			}
		}
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
	return []draw.Section{{Items: append(items, marks(used, fresh)...), Options: d.options()}}
}

// soughtOrAll are the items by which the finds of an answer are shown, or the finds themselves if the spec shows none of them as it is.
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

// soFar are the things to draw of what is known of a find.
func (it *item) soFar(known []Known) (items []draw.Item) {
	var parts []string // of the find, each a set or a value
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
		_, none := k.Value.(value.None)
		_, truth := k.Value.(value.Bool)
		edge, isEdge := k.Member.(value.Edge)
		switch {
		case route && !isEdge, isEdge && edge.Directed && k.Value == value.Value(value.False):
			// no sign says so
		case isEdge && edge.Directed:
			note(k.Of, value.MakeEdge(edge.A, edge.B, false), true)
		case k.Member != nil:
			note(k.Of, k.Member, k.Value == value.Value(value.True))
		case k.Key == nil:
			items = append(items, draw.Item{Title: k.Of, As: it.as, Value: k.Value})
		case none || truth:
			note(it.title, k.Key, k.Value == value.Value(value.True))
		case isCell(k.Value):
			keys, values = append(keys, k.Key), append(values, value.Value(value.Text(draw.TextOf(k.Value))))
		case !isSet(k.Value):
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

func isCell(v value.Value) bool {
	_, ok := v.(value.Cell)
	return ok
}
