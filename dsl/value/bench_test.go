package value_test

import (
	"testing"

	"nazo/dsl/value"
)

// samples are values of the kinds that enumeration makes keys of.
func samples() map[string][]value.Value {
	b := &value.Board{Rows: 20, Cols: 20}
	cells := b.Cells()
	out := map[string][]value.Value{"cells": cells}
	for i, c := range cells {
		out["ints"] = append(out["ints"], value.Int(i))
		out["labels"] = append(out["labels"], value.Label{Name: value.String(c), Rank: i})
		if i > 0 {
			out["edges"] = append(out["edges"], value.MakeEdge(cells[i-1], c, false))
			out["tuples"] = append(out["tuples"], value.Tuple{cells[i-1], value.Int(i)})
		}
	}
	return out
}

func BenchmarkKeyOf(b *testing.B) {
	for name, vs := range samples() {
		b.Run(name, func(b *testing.B) {
			for i := range b.N {
				value.KeyOf(vs[i%len(vs)])
			}
		})
	}
}

func BenchmarkCompare(b *testing.B) {
	for name, vs := range samples() {
		b.Run(name, func(b *testing.B) {
			for i := range b.N {
				value.Compare(vs[i%len(vs)], vs[(i+1)%len(vs)])
			}
		})
	}
}

func BenchmarkNewSet(b *testing.B) {
	for name, vs := range samples() {
		b.Run(name, func(b *testing.B) {
			for range b.N {
				value.NewSet(vs...)
			}
		})
	}
}
