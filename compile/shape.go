package compile

import "nazo/value"

// Shape says what values a find may take, for whoever reads answers from
// elsewhere. Exactly one of Keys, Values, Members, Graph and Stack is set.
type Shape struct {
	// Keys are those of an array, with the shape of each element in Parts.
	Keys  *value.Set
	Parts []Shape
	// Values are those of a single value, Optional if it may also be none. A
	// range of numbers is not spelt out.
	Values   value.Value // a *value.Set or a value.Range
	Optional bool
	// Members are those of which a set has some.
	Members *value.Set
	// Graph is where a path, cycle or links run, and Labels what links join.
	Graph  *value.Graph
	Kind   value.WalkKind
	Labels []value.Value
	// Stack, of a state, says that it is a list of UpTo values at most, each of the
	// shape in Parts.
	Stack bool
	UpTo  int
}

// Shape says what values the find may take.
func (f Find) Shape() Shape { return shapeOf(f.layout) }

// Shape says what values the state may take.
func (s State) Shape() Shape { return shapeOf(s.layout) }

func shapeOf(l layout) Shape {
	switch l := l.(type) {
	case *arrayLayout:
		parts := make([]Shape, len(l.parts))
		for i, p := range l.parts {
			parts[i] = shapeOf(p)
		}
		return Shape{Keys: l.keys, Parts: parts}
	case *setLayout:
		return Shape{Members: l.universe}
	case *walkLayout:
		return Shape{Graph: l.graph, Kind: l.kind, Labels: l.labels}
	case *stackLayout:
		values := Shape{Values: value.NewSet()}
		if len(l.slots) > 0 {
			values = shapeOf(l.slots[0])
		}
		return Shape{Stack: true, UpTo: len(l.slots), Parts: []Shape{values}}
	case *scalarLayout:
		if r, ok := l.values.(rangeCollection); ok {
			return Shape{Values: value.Range(r), Optional: l.optional}
		}
		return Shape{Values: value.NewSet(l.values.List()...), Optional: l.optional}
	}
	panic("compile: a layout without a shape")
}
