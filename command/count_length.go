package command

import (
	"math/big"
	"slices"
)

// lengths are numbers of solutions by length, or their remainders: one of 0 stands
// for some solutions.
type lengths struct {
	table    map[int64]*big.Int // nil if they are not asked for
	complete bool               // false for those of an enumeration that was ended early
}

// lengthCount is how many solutions have a length.
type lengthCount struct {
	Length int64    `json:"length"`
	Count  *big.Int `json:"count"`
}

// list has the lengths in order.
func (l lengths) list() []lengthCount {
	var out []lengthCount
	for length, n := range l.table {
		out = append(out, lengthCount{length, n})
	}
	slices.SortFunc(out, func(a, b lengthCount) int { return int(a.Length - b.Length) })
	return out
}
