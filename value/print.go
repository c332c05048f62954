package value

import (
	"fmt"
	"strings"

	"nazo/ref"
)

// String shows a value as messages do: r3c4 for a cell, r3c4-r3c5 for an edge,
// {1, 2} for a set. Unknown values are shown as "?".
func String(v Value) string {
	switch v := v.(type) {
	case None:
		return "none"
	case Bool:
		switch ref.Bool(v) {
		case ref.True:
			return "true"
		case ref.False:
			return "false"
		}
	case Int:
		return fmt.Sprint(int64(v))
	case Big:
		return v.Int.String()
	case Text:
		return string(v)
	case Label:
		return v.Name
	case Direction:
		return v.Name
	case Cell:
		if v.Board.kind() == 1 {
			return fmt.Sprintf("p%d,%d", v.Row, v.Col)
		}
		return fmt.Sprintf("r%dc%d", v.Row, v.Col)
	case Edge:
		if v.Directed {
			return String(v.A) + ">" + String(v.B)
		}
		return String(v.A) + "-" + String(v.B)
	case Tuple:
		return "(" + join(v) + ")"
	case List:
		return "[" + join(v) + "]"
	case Ring:
		return "[" + join(v) + "]"
	case *Set:
		return "{" + join(v.list) + "}"
	case Range:
		return fmt.Sprintf("%d..%d", v.Lo, v.Hi)
	case *Array:
		parts := make([]string, len(v.Values))
		for i, k := range v.Keys.list {
			parts[i] = String(k) + ": " + String(v.Values[i])
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case *Board:
		return fmt.Sprintf("grid(%d, %d)", v.Rows, v.Cols)
	case *Graph:
		return fmt.Sprintf("graph of %d vertices and %d edges", v.Vertices.Len(), v.Size())
	case *Route:
		if v.Known {
			lines := v.Ordered()
			parts := make([]string, len(lines))
			for i, l := range lines {
				parts[i] = "[" + join(l) + "]"
			}
			return strings.Join(parts, ", ")
		}
	}
	return "?"
}

func join(vs []Value) string {
	parts := make([]string, len(vs))
	for i, v := range vs {
		parts[i] = String(v)
	}
	return strings.Join(parts, ", ")
}

// Kind names what a value is, for messages: "a number", "a set".
func Kind(v Value) string {
	switch v.(type) {
	case None:
		return "none"
	case Bool:
		return "a truth value"
	case Int, Big, Unknown, Long:
		return "a number"
	case Text:
		return "a text"
	case Label:
		return "a label"
	case Direction:
		return "a direction"
	case Cell:
		return "a cell"
	case Edge:
		return "an edge"
	case Tuple:
		return "a tuple"
	case List, Ring, Stack:
		return "a list"
	case *Set, Range:
		return "a set"
	case Guarded:
		return "a collection"
	case *Array:
		return "an array"
	case *Board:
		return "a board"
	case *Graph:
		return "a graph"
	case *Route:
		return "a path, cycle or links"
	case Runs:
		return "a list of runs"
	}
	return "an unknown value"
}
