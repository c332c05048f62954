package answer

import "nazo/value"

// writes reports whether a JSON value is a known value as Append writes it, or
// differs from that only in the order of what has none: the members of a set and
// the ends of an undirected edge.
func writes(n *node, v value.Value) bool {
	switch v := v.(type) {
	case *value.Set:
		return n.kind == list && len(n.items) == v.Len() && inAnyOrder(n.items, v.List())
	case value.Range:
		size := max(v.Hi-v.Lo+1, 0)
		return n.kind == list && int64(len(n.items)) == size && inAnyOrder(n.items, value.Elements(v))
	case value.Edge:
		ends := []value.Value{v.A, v.B}
		return inOrder(n, ends) || !v.Directed && inOrder(n, []value.Value{v.B, v.A})
	case value.Tuple, value.List, value.Ring:
		return inOrder(n, value.Elements(v))
	}
	return string(Append(nil, v)) == n.text
}

func inOrder(n *node, vs []value.Value) bool {
	if n.kind != list || len(n.items) != len(vs) {
		return false
	}
	for i, v := range vs {
		if !writes(n.items[i], v) {
			return false
		}
	}
	return true
}

// inAnyOrder reports whether items, as many as there are values, write each of them.
func inAnyOrder(items []*node, vs []value.Value) bool {
	taken := make([]bool, len(vs))
	for _, item := range items {
		i := place(item, vs, taken)
		if i < 0 {
			return false
		}
		taken[i] = true
	}
	return true
}

// place is the index of the first value not taken yet that an item writes, or -1.
func place(item *node, vs []value.Value, taken []bool) int {
	for i, v := range vs {
		if !taken[i] && writes(item, v) {
			return i
		}
	}
	return -1
}
