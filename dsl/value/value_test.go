package value_test

import (
	"math/big"
	"slices"
	"testing"

	"nazo/dsl/value"
	"pgregory.net/rapid"
)

var board = &value.Board{Rows: 3, Cols: 4}

// known generates known values, nested up to a depth.
func known(depth int) *rapid.Generator[value.Value] {
	leaf := rapid.OneOf(
		rapid.Custom(func(t *rapid.T) value.Value { return value.Int(rapid.Int64Range(-3, 3).Draw(t, "int")) }),
		rapid.Custom(func(t *rapid.T) value.Value {
			return value.FromBig(new(big.Int).Lsh(big.NewInt(rapid.Int64Range(-2, 2).Draw(t, "big")), 80))
		}),
		rapid.Custom(func(t *rapid.T) value.Value { return value.Of(rapid.Bool().Draw(t, "bool")) }),
		rapid.Custom(func(t *rapid.T) value.Value {
			name := rapid.SampledFrom([]string{"a", "b", "c"}).Draw(t, "label")
			return value.Label{Name: name, Print: name, Rank: int(name[0])}
		}),
		rapid.Custom(func(t *rapid.T) value.Value {
			name := rapid.SampledFrom([]string{"0", "2", "02", "10", "1a", "b"}).Draw(t, "word")
			return value.Label{Name: name, Print: name}
		}),
		rapid.Custom(func(t *rapid.T) value.Value { return rapid.SampledFrom(board.Cells()).Draw(t, "cell") }),
		rapid.Custom(func(t *rapid.T) value.Value { return rapid.SampledFrom(value.Directions()).Draw(t, "direction") }),
		rapid.Just[value.Value](value.None{}),
	)
	if depth == 0 {
		return leaf
	}
	list := rapid.Custom(func(t *rapid.T) []value.Value {
		return rapid.SliceOfN(known(depth-1), 0, 3).Draw(t, "elements")
	})
	return rapid.OneOf(leaf,
		rapid.Map(list, func(vs []value.Value) value.Value { return value.List(vs) }),
		rapid.Map(list, func(vs []value.Value) value.Value { return value.Tuple(vs) }),
		rapid.Map(list, func(vs []value.Value) value.Value { return value.NewSet(vs...) }),
		rapid.Custom(func(t *rapid.T) value.Value {
			a, b := known(depth-1).Draw(t, "end"), known(depth-1).Draw(t, "end")
			return value.MakeEdge(a, b, rapid.Bool().Draw(t, "directed"))
		}),
	)
}

// Words that are numbers are in the order of the numbers, before other words.
func TestOrderOfWords(t *testing.T) {
	words := []string{"0", "2", "10", "100", "02", "1a", "A", "b"}
	for i := 1; i < len(words); i++ {
		if a, b := (value.Label{Name: words[i-1]}), (value.Label{Name: words[i]}); value.Compare(a, b) >= 0 {
			t.Errorf("%s does not come before %s", a.Name, b.Name)
		}
	}
}

// TestOrder holds the order, keys and spellings against each other: they all
// define the same equality, and the order is total.
func TestOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b, c := known(2).Draw(t, "a"), known(2).Draw(t, "b"), known(2).Draw(t, "c")
		if got := value.Compare(a, b); got != -value.Compare(b, a) {
			t.Fatalf("compare %s, %s: %d one way, %d the other", value.String(a), value.String(b), got, value.Compare(b, a))
		}
		if value.Compare(a, b) <= 0 && value.Compare(b, c) <= 0 && value.Compare(a, c) > 0 {
			t.Fatalf("%s, %s and %s have no order", value.String(a), value.String(b), value.String(c))
		}
		same := value.Equal(a, b)
		if (value.KeyOf(a) == value.KeyOf(b)) != same {
			t.Fatalf("%s and %s: equal %v, but keys differ from that", value.String(a), value.String(b), same)
		}
		if (string(value.Spell(nil, a)) == string(value.Spell(nil, b))) != same {
			t.Fatalf("%s and %s: equal %v, but spellings differ from that", value.String(a), value.String(b), same)
		}
	})
}

func TestSet(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		vs := rapid.SliceOfN(known(1), 0, 8).Draw(t, "values")
		s := value.NewSet(vs...)
		for i, v := range s.List() {
			if s.Index(v) != i {
				t.Fatalf("%s is at %d, not at %d", value.String(v), s.Index(v), i)
			}
		}
		for _, v := range vs {
			if _, none := v.(value.None); s.Contains(v) == none {
				t.Fatalf("membership of %s", value.String(v))
			}
		}
		if !slices.IsSortedFunc(s.Sorted(), value.Compare) {
			t.Fatal("not sorted")
		}
		slices.Reverse(vs)
		if !value.Equal(s, value.NewSet(vs...)) {
			t.Fatal("the order of making shows")
		}
	})
}

func TestBoardSetIsASet(t *testing.T) {
	quick, plain := value.BoardSet(board), value.NewSet(board.Cells()...)
	if !value.Equal(quick, plain) {
		t.Fatal("they differ")
	}
	for r := 0; r <= 4; r++ {
		for c := 0; c <= 5; c++ {
			for _, b := range []*value.Board{board, {Rows: 4, Cols: 5, Points: true}} {
				cell := value.Cell{Board: b, Row: r, Col: c}
				if quick.Index(cell) != plain.Index(cell) {
					t.Errorf("%s is at %d, not at %d", value.String(cell), quick.Index(cell), plain.Index(cell))
				}
			}
		}
	}
}

func TestArithmetic(t *testing.T) {
	huge := rapid.Custom(func(t *rapid.T) value.Value {
		n := big.NewInt(rapid.Int64().Draw(t, "n"))
		return value.FromBig(n.Lsh(n, uint(rapid.IntRange(0, 3).Draw(t, "shift"))))
	})
	rapid.Check(t, func(t *rapid.T) {
		a, b := huge.Draw(t, "a"), huge.Draw(t, "b")
		x, _ := value.BigOf(a)
		y, _ := value.BigOf(b)
		for _, c := range []struct {
			name string
			got  value.Value
			want *big.Int
		}{
			{"+", value.Add(a, b), new(big.Int).Add(x, y)},
			{"-", value.Sub(a, b), new(big.Int).Sub(x, y)},
			{"*", value.Mul(a, b), new(big.Int).Mul(x, y)},
		} {
			if !value.Equal(c.got, value.FromBig(c.want)) {
				t.Fatalf("%s %s %s is %s, want %s", x, c.name, y, value.String(c.got), c.want)
			}
		}
		if y.Sign() != 0 { // a = q b + r with r between 0 and b
			q, r := value.Div(a, b), value.Mod(a, b)
			if !value.Equal(value.Add(value.Mul(q, b), r), a) {
				t.Fatalf("%s / %s", x, y)
			}
			if n, _ := value.BigOf(r); n.Sign() != 0 && n.Sign() != y.Sign() || n.CmpAbs(y) >= 0 {
				t.Fatalf("%s mod %s is %s", x, y, n)
			}
		} else if value.Div(a, b) != (value.None{}) || value.Mod(a, b) != (value.None{}) {
			t.Fatal("division by zero is none")
		}
	})
}

func TestRing(t *testing.T) {
	for _, c := range []struct {
		row, col int
		want     string
		cyclic   bool
	}{
		{2, 2, "[r1c1, r1c2, r1c3, r2c3, r3c3, r3c2, r3c1, r2c1]", true},
		{1, 1, "[r1c2, r2c2, r2c1]", false},
		{1, 2, "[r1c3, r2c3, r2c2, r2c1, r1c1]", false},
		{3, 4, "[r3c3, r2c3, r2c4]", false},
		{2, 1, "[r1c1, r1c2, r2c2, r3c2, r3c1]", false},
	} {
		places, cyclic := value.Cell{Board: board, Row: c.row, Col: c.col}.Ring()
		if got := value.String(value.List(places)); got != c.want || cyclic != c.cyclic {
			t.Errorf("ring of r%dc%d is %s, %v; want %s, %v", c.row, c.col, got, cyclic, c.want, c.cyclic)
		}
	}
}

func TestOrdered(t *testing.T) {
	line := func(kind value.RouteKind, directed bool, on ...value.Edge) string {
		vertices := value.NewSet(value.Int(1), value.Int(2), value.Int(3), value.Int(4))
		var edges []value.Edge
		for _, a := range vertices.List() {
			for _, b := range vertices.List() {
				edges = append(edges, value.MakeEdge(a, b, directed))
			}
		}
		g := value.NewGraph(vertices, edges, directed)
		w := &value.Route{Kind: kind, Graph: g, Known: true,
			Edges: slices.Repeat([]value.BoolRef{value.FalseRef}, g.Size()), Vertices: slices.Repeat([]value.BoolRef{value.FalseRef}, 4)}
		for _, e := range on {
			w.Edges[g.EdgeIndex(e)] = value.TrueRef
			w.Vertices[vertices.Index(e.A)], w.Vertices[vertices.Index(e.B)] = value.TrueRef, value.TrueRef
		}
		return value.String(w)
	}
	edge := func(a, b value.Int, directed bool) value.Edge { return value.MakeEdge(a, b, directed) }
	for _, c := range []struct{ name, got, want string }{
		{"path", line(value.Path, false, edge(3, 1, false), edge(1, 4, false)), "[3, 1, 4]"},
		{"cycle", line(value.Cycle, false, edge(3, 1, false), edge(1, 4, false), edge(4, 3, false)), "[1, 3, 4]"},
		{"directed path", line(value.Path, true, edge(3, 1, true), edge(4, 3, true)), "[4, 3, 1]"},
		{"links", line(value.Links, false, edge(1, 4, false), edge(2, 3, false)), "[1, 4], [2, 3]"},
	} {
		if c.got != c.want {
			t.Errorf("%s is %s, want %s", c.name, c.got, c.want)
		}
	}
}
