package value

import "strconv"

// Key identifies a known value in a map: equal values have equal keys. Small
// values, which are almost all, need no text.
type Key struct {
	kind int8
	a, b int64
	text string
}

// KeyOf is the key of a known value.
func KeyOf(v Value) Key {
	k := Key{kind: int8(kindRank(v))}
	switch v := v.(type) {
	case Int:
		k.a = int64(v)
	case Bool:
		k.a = int64(v)
	case Label:
		k.text = v.Name
	case Text:
		k.text = string(v)
	case Direction:
		k.a = int64(v.Rank)
	case Cell:
		return cellKey(v.Board, v.Row, v.Col)
	case Edge:
		a, okA := v.A.(Cell)
		b, okB := v.B.(Cell)
		if okA && okB && !v.Directed && a.Board.kind() == b.Board.kind() && small(a) && small(b) {
			k.a = int64(a.Row)<<48 | int64(a.Col)<<32 | int64(b.Row)<<16 | int64(b.Col)
			k.b = int64(a.Board.kind())
			return k
		}
		k.text = string(appendKey(nil, v))
	case None:
	default:
		k.text = string(appendKey(nil, v))
	}
	return k
}

func cellKey(b *Board, row, col int) Key {
	return Key{kind: cellRank, a: int64(row)<<32 | int64(uint32(col)), b: int64(b.kind())}
}

func small(c Cell) bool { return 0 <= c.Row && c.Row < 1<<15 && 0 <= c.Col && c.Col < 1<<15 }

// longRange is a number of members that no set which is spelt out has.
const longRange = 1 << 28

// appendKey spells a value so that different values have different spellings.
func appendKey(out []byte, v Value) []byte {
	out = append(out, byte('A'+kindRank(v)))
	seq := func(vs []Value) {
		out = strconv.AppendInt(out, int64(len(vs)), 10)
		for _, v := range vs {
			out = append(out, ' ')
			out = appendKey(out, v)
		}
	}
	switch v := v.(type) {
	case None:
	case Bool:
		out = strconv.AppendInt(out, int64(v), 10)
	case Int:
		out = strconv.AppendInt(out, int64(v), 10)
	case Big:
		out = v.Append(out, 10)
	case Text:
		out = strconv.AppendQuote(out, string(v))
	case Label:
		out = strconv.AppendQuote(out, v.Name)
	case Direction:
		out = strconv.AppendInt(out, int64(v.Rank), 10)
	case Cell:
		out = strconv.AppendInt(out, int64(v.Board.kind()), 10)
		out = append(out, ',')
		out = strconv.AppendInt(out, int64(v.Row), 10)
		out = append(out, ',')
		out = strconv.AppendInt(out, int64(v.Col), 10)
	case Edge:
		out = strconv.AppendBool(out, v.Directed)
		seq([]Value{v.A, v.B})
	case Tuple:
		seq(v)
	case List:
		seq(v)
	case Ring:
		seq(v)
	case *Set:
		seq(v.items)
	case Range:
		if v.Hi-v.Lo >= longRange { // no set is as large
			out = strconv.AppendInt(append(out, '.'), v.Lo, 10)
			return strconv.AppendInt(append(out, '.'), v.Hi, 10)
		}
		seq(Elements(v))
	case *Array:
		seq(v.Keys.items)
		for _, k := range v.Keys.items {
			x, _ := v.At(k)
			seq([]Value{x})
		}
	case *Board:
		out = strconv.AppendInt(out, int64(v.kind()), 10)
		out = append(out, ',')
		out = strconv.AppendInt(out, int64(v.Rows), 10)
		out = append(out, ',')
		out = strconv.AppendInt(out, int64(v.Cols), 10)
	case *Graph:
		out = strconv.AppendBool(out, v.Directed)
		seq(v.Vertices.items)
		seq(v.EdgeList())
	case *Route:
		seq(v.trueVertices())
		seq(v.trueEdges())
	default:
		panic("value: an unknown value has no key")
	}
	return out
}

// Spell appends to out a spelling of a known value that no value has which is
// not equal to it.
func Spell(out []byte, v Value) []byte { return appendKey(out, v) }
