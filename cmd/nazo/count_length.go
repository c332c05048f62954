package main

import (
	"fmt"
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
	if l.complete {
		text += fmt.Sprintf("shortest %d, longest %d\n", list[0].Length, list[len(list)-1].Length)
	}
	return text
}

// fields are the table for programs.
func (l lengths) fields() []field {
	list := l.list()
	if len(list) == 0 {
		return nil
	}
	out := []field{{"by_length", list}}
	if l.complete {
		out = append(out, field{"shortest", list[0].Length}, field{"longest", list[len(list)-1].Length})
	}
	return out
}
