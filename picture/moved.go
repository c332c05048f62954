package picture

import (
	"slices"
	"strings"

	"nazo/draw"
	"nazo/judge"
	"nazo/solve"
	"nazo/value"
)

// Change is what becomes of a state variable by a move, or of its value for a key.
type Change struct {
	State string
	Key   value.Value // nil if there is none
	// Was and Is are the values before and after.
	Was, Is value.Value
	// Out and In are the members that leave a set, and those that come in.
	Out, In []value.Value
}

// Changes are the differences between two states, variable by variable.
func Changes(j *judge.Judge, before, after []value.Value) (out []Change) {
	for i, v := range j.StateVars {
		if was, keyed := before[i].(*value.Array); keyed {
			for _, d := range value.Differences(was, after[i]) {
				out = append(out, changed(v.Name, d.At, d.A, d.B))
			}
		} else if !value.Equal(before[i], after[i]) {
			out = append(out, changed(v.Name, nil, before[i], after[i]))
		}
	}
	return out
}

func changed(state string, key, was, is value.Value) Change {
	c := Change{State: state, Key: key, Was: was, Is: is}
	if a, ok := was.(*value.Set); ok {
		for _, d := range value.Differences(a, is) {
			if d.A == value.Value(value.True) {
				c.Out = append(c.Out, d.At)
			} else {
				c.In = append(c.In, d.At)
			}
		}
	}
	return c
}

// Name is the variable, with its key if it has one.
func (c Change) Name() string {
	if c.Key == nil {
		return c.State
	}
	return c.State + "[" + value.String(c.Key) + "]"
}

// String says it: "man: r2c2 → r2c3", "pegs: without r1c1, r1c2, with r1c3".
func (c Change) String() string {
	switch {
	case len(c.Out) == 1 && len(c.In) == 1:
		return c.Name() + ": " + value.String(c.Out[0]) + " → " + value.String(c.In[0])
	case len(c.Out)+len(c.In) == 0:
		return c.Name() + ": " + value.String(c.Was) + " → " + value.String(c.Is)
	}
	var parts []string
	if len(c.Out) > 0 {
		parts = append(parts, "without "+list(c.Out))
	}
	if len(c.In) > 0 {
		parts = append(parts, "with "+list(c.In))
	}
	return c.Name() + ": " + strings.Join(parts, ", ")
}

func list(values []value.Value) string {
	var names []string
	for _, v := range values {
		names = append(names, value.String(v))
	}
	return strings.Join(names, ", ")
}

// Leaving says where a move begins: what leaves its place by it, as in "boxes r2c3", "man r2c2", "peg[2]"; if nothing does, what changes.
func Leaving(j *judge.Judge, before, after []value.Value) (out []string) {
	all := slices.DeleteFunc(Changes(j, before, after), func(c Change) bool { return isGap(c.Was, before) })
	for _, c := range all {
		switch {
		case len(c.Out) > 0:
			out = append(out, c.Name()+" "+list(c.Out))
		case len(c.In) > 0, !something(c.Was):
		case isCell(c.Was):
			out = append(out, c.Name()+" "+value.String(c.Was))
		default:
			out = append(out, c.Name())
		}
	}
	if len(out) == 0 {
		for _, c := range all {
			out = append(out, c.State)
		}
	}
	return slices.Compact(out)
}

// Moved are the places on boards which a move leaves, and those which it fills.
func Moved(j *judge.Judge, before, after []value.Value) (from, to []value.Value) {
	place := func(all []value.Value, v value.Value) []value.Value {
		if isCell(v) {
			return append(all, v)
		}
		return all
	}
	for _, c := range Changes(j, before, after) {
		for _, v := range c.Out {
			from = place(from, v)
		}
		for _, v := range c.In {
			to = place(to, v)
		}
		if c.Key == nil {
			if !isGap(c.Was, before) {
				from, to = place(from, c.Was), place(to, c.Is)
			}
			continue
		}
		if something(c.Was) {
			from = place(from, c.Key)
		}
		if something(c.Is) {
			to = place(to, c.Key)
		}
		from, to = place(from, c.Was), place(to, c.Is)
	}
	return from, to
}

// something reports whether a value says that there is something.
func something(v value.Value) bool {
	_, none := v.(value.None)
	return !none && v != value.Value(value.False)
}

// Position draws a state, with marks on places that are used and on others that are new, without what is hidden, by name.
func (d Drawer) Position(p *solve.Problem, heading string, state, used, fresh []value.Value, hidden ...string) draw.Section {
	st := d.Stage(p, hidden...)
	items, err := st.items(state)
	d.missing(err)
	return draw.Section{Heading: heading, Items: append(items, marks(used, fresh)...), Options: st.options}
}

// marks are the things to draw over a board whose places are used, or new.
func marks(used, fresh []value.Value) (items []draw.Item) {
	for _, marked := range []draw.Item{{Value: value.NewSet(used...), Mark: draw.Used}, {Value: value.NewSet(fresh...), Mark: draw.New}} {
		marked.Given = true
		if draw.OnBoard(marked) {
			items = append(items, marked)
		}
	}
	return items
}
