package main

import (
	"fmt"
	"math/big"
	"slices"
)

// lengths are numbers of solutions by length.
type lengths struct {
	table  map[int64]*big.Int // nil if they are not asked for
	modulo uint64
	full   bool // no length is missing
}

// lengthCount is how many solutions have a length.
type lengthCount struct {
	Length int64    `json:"length"`
	Count  *big.Int `json:"count"`
}

// list has the lengths in order, without those of which there is none; a remainder
// of 0 is listed, for it stands for some.
func (l lengths) list() []lengthCount {
	var out []lengthCount
	for length, n := range l.table {
		if n.Sign() != 0 || l.modulo > 0 {
			out = append(out, lengthCount{length, n})
		}
	}
	slices.SortFunc(out, func(a, b lengthCount) int { return int(a.Length - b.Length) })
	return out
}

// text is a table for people; "" if there is none.
func (l lengths) text() string {
	list := l.list()
	if len(list) == 0 {
		return ""
	}
	rows := [][]string{{"length", "solutions"}}
	for _, c := range list {
		rows = append(rows, []string{fmt.Sprint(c.Length), bigThousands(c.Count)})
	}
	text := alignColumns(rows, 0)
	if l.full {
		text += fmt.Sprintf("shortest %d, longest %d\n", list[0].Length, list[len(list)-1].Length)
	}
	return text
}

// fields are the table for programs.
func (l lengths) fields() []field {
	list := l.list()
	switch {
	case l.table == nil:
		return nil
	case !l.full:
		return []field{{"by_length", append([]lengthCount{}, list...)}, {"by_length_complete", false}}
	case len(list) == 0:
		return nil
	}
	return []field{{"by_length", list}, {"shortest", list[0].Length}, {"longest", list[len(list)-1].Length}}
}

// missing says what may be missing from a table of remainders; "" if nothing may.
// Partial sums that are 0 by the modulus are dropped on the way, as if there were none.
func (l lengths) missing() string {
	if l.table == nil || l.full || l.modulo == 0 {
		return ""
	}
	return fmt.Sprintf("lengths of which there are as many solutions as a multiple of %d may be missing from the table: counting modulo, they can't be told from those with none", l.modulo)
}
