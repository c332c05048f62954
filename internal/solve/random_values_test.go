package solve_test

import (
	"fmt"
	"slices"
)

// integer writes a number.
func (w *writer) integer(depth int) string {
	for range 20 {
		if depth == 0 {
			return w.plainInteger()
		}
		switch w.upTo(0, 18) {
		case 0, 1:
			return fmt.Sprintf("(%s %s %s)", w.integer(depth-1), w.pick("+", "-", "*"), w.integer(depth-1))
		case 2:
			return fmt.Sprintf("(%s %s %s)", w.integer(depth-1), w.pick("/", "mod"), w.integer(depth-1))
		case 3:
			return fmt.Sprintf("(if %s then %s else %s)", w.atom(depth-1), w.integer(depth-1), w.pick(w.integer(depth-1), "none"))
		case 4:
			return w.pick("size", "sum", "min", "max") + "(" + w.setOf(depth-1) + ")"
		case 5:
			return w.bound(w.pick("sum", "min", "max"), func() string { return w.integer(depth - 1) })
		case 6:
			return w.bound("count", func() string { return w.atom(depth - 1) })
		case 7:
			return w.bound("first", func() string { return w.atom(depth - 1) })
		case 8:
			return "abs(" + w.integer(depth-1) + ")"
		case 9:
			return fmt.Sprintf("size%s", w.bound("prefix", func() string { return w.atom(depth - 1) }))
		case 10:
			if len(w.arrays) > 0 {
				return w.pick(w.arrays...) + "[" + w.integer(depth-1) + "]"
			}
		case 11:
			return "list[" + w.integer(depth-1) + "]"
		case 12:
			return "size(" + w.cellSet(depth-1) + ")"
		case 13:
			if len(w.arrays) > 0 {
				a := w.pick(w.arrays...)
				return w.pick("sum("+a+")", "max("+a+")", "number("+a+"[[1, 2, 3]], 10)", "sum("+a+"[2..3])", "index(list, "+a+"[1])")
			}
		case 14:
			return w.pick("size", "sum", "min", "max", "product") + "(" + w.list(depth-1) + ")"
		case 15:
			return w.list(depth-1) + "[" + w.integer(depth-1) + "]"
		case 16:
			return "index(" + w.list(depth-1) + ", " + w.integer(depth-1) + ")"
		case 18:
			return w.distance(depth)
		case 17:
			return fmt.Sprintf("number([%s, %s], %d)", w.plainInteger(), w.plainInteger(), w.upTo(2, 10))
		}
	}
	return w.plainInteger()
}

// plainInteger writes a number that needs no calculation.
func (w *writer) plainInteger() string {
	choices := slices.Concat(w.ints, w.ints, w.maybes, w.maybes, w.locals)
	for _, p := range w.perms {
		choices = append(choices, p+"[1]", "inverse("+p+")[2]", p+"["+p+"[2]]", "inverse("+p+")["+w.pick(append(w.ints, "3")...)+"]")
	}
	for _, a := range w.arrays {
		choices = append(choices, a+"[2]")
	}
	for _, z := range w.arcArrays {
		choices = append(choices, z+"["+w.edge(3)+"]", "sum("+z+")")
	}
	for _, y := range w.edgeArrays {
		choices = append(choices, y+"["+w.edge(4)+"]", "sum("+y+")")
	}
	for _, c := range w.cells {
		choices = append(choices, "row("+c+")", "column("+c+")")
	}
	for _, d := range w.grids {
		choices = append(choices, d+"["+w.cell()+"]")
	}
	for _, k := range w.stacks {
		choices = append(choices, "top("+k+")", "size("+k+")", k+"[1]", "top(pop("+k+"))")
	}
	for _, route := range append(w.routes, w.trails...) {
		choices = append(choices, "length("+route+")")
	}
	for _, route := range w.anchored {
		choices = append(choices, "step("+route+")[2]")
	}
	if len(choices) == 0 || w.chance(4) {
		return fmt.Sprint(w.number())
	}
	return w.pick(choices...)
}

// setOf writes a set of numbers.
func (w *writer) setOf(depth int) string {
	plain := append([]string{fmt.Sprintf("{%d, %d}", w.number(), w.number()), "(1..3)"}, w.sets...)
	plain = slices.Concat(plain, w.picks, w.sets, w.picks)
	if depth > 0 {
		switch w.upTo(0, 5) {
		case 5:
			return w.partOfNumbers(depth)
		case 0:
			return fmt.Sprintf("(%s %s %s)", w.setOf(depth-1), w.pick("+", "-", "&"), w.setOf(depth-1))
		case 1:
			v := w.name("v")
			over := w.setOf(0)
			w.locals = append(w.locals, v)
			text := fmt.Sprintf("{ %s in %s where %s }", v, over, w.atom(depth-1))
			w.locals = w.locals[:len(w.locals)-1]
			return text
		}
	}
	return w.pick(plain...)
}

// cell writes a cell, or none.
func (w *writer) cell() string {
	c := w.pick(append([]string{fmt.Sprintf("cell(board, %d, %d)", w.upTo(1, 2), w.upTo(1, 3)), "cell(board, 1, 1)"}, w.cells...)...)
	if w.chance(3) {
		return "next(" + c + ", " + w.pick("north", "east", "south", "west") + ")"
	}
	return c
}

// cellSet writes a set of cells.
func (w *writer) cellSet(depth int) string {
	plain := append([]string{"cells(board)", "row(board, 1)"}, w.cellSets...)
	plain = append(append(plain, w.cellSets...), w.blocks...)
	for _, d := range w.grids {
		plain = append(plain, "{ c in cells(board) where "+d+"[c] = 1 }")
	}
	if depth > 0 {
		switch w.upTo(0, 6) {
		case 3:
			return w.partOfCells(depth)
		case 4:
			return "union([" + w.partOfCells(depth) + ", " + w.partOfCells(depth) + "])"
		case 0:
			return fmt.Sprintf("(%s %s %s)", w.cellSet(depth-1), w.pick("-", "&", "+"), w.cellSet(depth-1))
		case 5:
			return "rim(" + w.pick("board", "row(board, 1)", "cells(board) - {"+w.cell()+"}") + ")"
		case 1:
			return "neighbors(" + w.pick("orthogonal(board)", "king(board)") + ", " + w.cell() + ")"
		case 2:
			return fmt.Sprintf("(prefix q in ray(%s, %s): q in %s)", w.cell(), w.pick("east", "south"), w.cellSet(depth-1))
		}
	}
	return w.pick(plain...)
}

// partOfCells writes what hangs together with a cell.
func (w *writer) partOfCells(depth int) string {
	graph := w.pick("", "", ", king(board)", ", leaper(board, 1, 2)", ", edges(king(board))")
	if w.chance(2) && len(w.cellSets) > 0 { // the same set again and again: its parts are compared
		return "part(" + w.cell() + ", " + w.cellSets[0] + graph + ")"
	}
	return "part(" + w.cell() + ", " + w.cellSet(depth-1) + graph + ")"
}

// partOfNumbers writes what hangs together with a number: by edges, in a set of numbers, on a line.
func (w *writer) partOfNumbers(depth int) string {
	v := w.integer(0)
	out := []string{"part(" + v + ", " + w.setOf(depth-1) + ", graph(1..3, [(1, 2), (2, 3)]))"}
	for _, edges := range append(w.edgeSets, w.arcSets...) {
		out = append(out, "part("+v+", "+edges+")", "part("+v+", "+w.setOf(depth-1)+", "+edges+")", "part("+v+", "+edges+" - {"+w.edge(3)+"})")
	}
	for _, route := range w.routes {
		out = append(out, "part("+v+", "+route+")", "part("+v+", "+route+")")
	}
	return w.pick(out...)
}

// distance writes how far two cells, or two numbers, are from each other.
func (w *writer) distance(depth int) string {
	if w.chance(2) {
		return "distance(" + w.cell() + ", " + w.cell() + w.pick("", ", orthogonal(board)", ", leaper(board, 1, 2)", ", "+w.cellSet(depth-1),
			", "+w.cellSet(depth-1), ", "+w.cellSet(depth-1)+", king(board)", ", "+w.cellSet(depth-1)+", edges(orthogonal(board))") + ")"
	}
	out := []string{"graph(1..3, [(1, 2), (2, 3)])"}
	if len(w.graphs) > 0 {
		out = append(out, "net", "ways", w.setOf(depth-1)+", net", w.setOf(depth-1)+", ways")
	}
	for _, edges := range append(w.edgeSets, w.arcSets...) {
		out = append(out, edges, edges, w.setOf(depth-1)+", "+edges)
	}
	return "distance(" + w.integer(0) + ", " + w.integer(0) + ", " + w.pick(out...) + ")"
}
