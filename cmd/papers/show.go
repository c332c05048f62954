package main

import (
	"fmt"
	"strings"

	"nazo/value"
)

// board writes texts, one for each cell, as rows.
func board(list []string, columns int) string {
	width := 0
	for _, s := range list {
		width = max(width, len(s))
	}
	var out strings.Builder
	for i, s := range list {
		fmt.Fprintf(&out, "%*s", width, s)
		if i%columns == columns-1 {
			out.WriteString("\n")
		} else {
			out.WriteString(" ")
		}
	}
	return out.String()
}

// Steps draws the path or cycle of the first solution as a board of step numbers.
func (r *reply) Steps() string {
	w := r.first.Values[0].(*value.Route)
	vertices := w.Graph.Vertices.List()
	number := map[value.Key]int{}
	for i, v := range w.Ordered()[0] {
		number[value.KeyOf(v)] = i + 1
	}
	columns := 0
	var list []string
	for _, v := range vertices {
		columns = max(columns, v.(value.Cell).Col)
		list = append(list, fmt.Sprint(number[value.KeyOf(v)]))
	}
	return board(list, columns)
}

// List writes the values of the first solution's first find, an array.
func (r *reply) List() string {
	var list []string
	for _, v := range r.first.Values[0].(*value.Array).Values {
		list = append(list, value.String(v))
	}
	return strings.Join(list, " ")
}

// Digits is List without blanks.
func (r *reply) Digits() string { return strings.ReplaceAll(r.List(), " ", "") }

// Row is the first row of the first line's board.
func (l *likeness) Row() string {
	row, _, _ := strings.Cut(l.First, "\n")
	return strings.Join(strings.Fields(row), " ")
}

// Bar is as long as there are lines.
func (b bucket) Bar() string { return strings.Repeat("#", b.Lines) }
