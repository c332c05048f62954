package value

import (
	"cmp"
	"strconv"
)

// Edge joins two vertices of a graph. An undirected one has its ends in
// ascending order.
type Edge struct {
	A, B     Value
	Directed bool
}

// MakeEdge joins two values; an undirected edge puts the lesser one first.
func MakeEdge(a, b Value, directed bool) Edge {
	if !directed && Compare(a, b) > 0 {
		a, b = b, a
	}
	return Edge{a, b, directed}
}

func (e Edge) rank() rank   { return edgeRank }
func (e Edge) noun() string { return "an edge" }
func (e Edge) known() bool  { return true }

func (e Edge) text() string {
	if e.Directed {
		return String(e.A) + ">" + String(e.B)
	}
	return String(e.A) + "-" + String(e.B)
}

func (e Edge) compare(v Value) int {
	f, ok := v.(Edge)
	if !ok {
		return compareKinds(edgeRank, v)
	}
	return cmp.Or(Compare(e.A, f.A), Compare(e.B, f.B), compareBools(e.Directed, f.Directed))
}

func (e Edge) key() Key {
	a, okA := e.A.(Cell)
	b, okB := e.B.(Cell)
	if okA && okB && !e.Directed && a.Board.kind() == b.Board.kind() && small(a) && small(b) {
		return Key{
			rank: edgeRank,
			a:    int64(a.Row)<<48 | int64(a.Col)<<32 | int64(b.Row)<<16 | int64(b.Col),
			b:    int64(a.Board.kind()),
		}
	}
	return spelt(e)
}

func small(c Cell) bool { return 0 <= c.Row && c.Row < 1<<15 && 0 <= c.Col && c.Col < 1<<15 }

func (e Edge) spell(out []byte) []byte {
	out = append(strconv.AppendBool(out, e.Directed), '2', ' ')
	return Spell(append(Spell(out, e.A), ' '), e.B)
}

func (e Edge) mapped(m Mapping) (Value, bool) {
	a, okA := m.Apply(e.A)
	b, okB := m.Apply(e.B)
	return MakeEdge(a, b, e.Directed), okA && okB
}
