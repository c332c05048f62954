package solve_test

import (
	"fmt"
	"strings"

	"pgregory.net/rapid"
)

// mostRandomStates bounds the combinations of values of random states.
const mostRandomStates = 300

// movingSpec writes a spec in which things move.
func movingSpec(t *rapid.T) string {
	w := &writer{t: t, room: mostRandomStates}
	w.line(`puzzle random`)
	w.line(`let ink = {red "R", green "G", blue "B"}`)
	w.line(`let list = [%d, %d, %d]`, w.number(), w.number(), w.number())
	w.pattern()
	w.line(`let board = grid(%d, %d)`, w.upTo(1, 2), w.upTo(1, 3))
	w.graphs = []string{"orthogonal(board)"}
	w.open = w.chance(3)
	cheap := w.chance(2)
	var updates []func() string
	var goals []string
	for range w.upTo(1, 3) {
		update, goal := w.state()
		updates, goals = append(updates, update), append(goals, goal)
	}
	for i := range w.upTo(1, 4) {
		w.move(i, updates, cheap)
	}
	all := strings.Join(goals, " and ") // of such goals more can be told beforehand
	w.line(`goal %s`, w.pick(append(goals, all, all, w.truth(2))...))
	if w.chance(4) {
		w.line(`never %s`, w.atom(2))
	}
	if w.chance(6) {
		w.line(`rule "start": %s`, w.truth(2))
	}
	switch w.upTo(0, 8) { // else the shortest are the best
	case 0:
		w.line(`minimize moves`)
	case 1, 2:
		w.line(`minimize fuel`)
	case 3:
		w.line(`minimize go0, fuel`)
	case 4:
		w.line(`minimize fuel, moves`)
	case 5:
		w.line(`minimize go0`)
	}
	return w.out.String()
}

// state declares a random state, and returns what writes an update of it, and
// something that a goal may ask of it.
func (w *writer) state() (update func() string, goal string) {
	declare := func(list *[]string, prefix, domain, start string) string {
		n := w.name(prefix)
		*list = append(*list, n)
		if w.chance(8) || w.open && w.chance(2) {
			start = "" // an open choice
		} else {
			start = " = " + start
		}
		w.line("state " + strings.ReplaceAll(domain, "@", n) + start)
		return n
	}
	// whole writes the value of all of a state, often a simple one.
	whole := func(n string, value func() string, simple ...string) func() string {
		return func() string {
			if w.chance(3) {
				return n + " := " + value()
			}
			return n + " := " + strings.ReplaceAll(w.pick(simple...), "@", n)
		}
	}
	switch kind := w.upTo(0, 15); {
	case kind == 1 && w.take(2):
		n := declare(&w.bools, "b", "@: bool", "false")
		return whole(n, func() string { return w.truth(1) }, "not @", "true"), n
	case kind == 2 && w.take(4):
		n := declare(&w.maybes, "o", "@: (0..2)?", w.pick("none", "1"))
		return whole(n, func() string { return w.integer(1) }, "none", "@ + 1", "if @ = none then 0 else none"), n + w.pick(" = 2", " = 0")
	case (kind == 3 || kind == 4) && w.take(16):
		n := declare(&w.sets, "s", "@: set of 1..4", w.pick("{}", "{1, 3}", "1..4"))
		return whole(n, func() string { return w.setOf(2) }, "@ + {"+w.plainInteger()+"}", "@ - {"+w.plainInteger()+"}", "(1..4) - @"), n + w.pick(" = {1, 2}", " = {2}", " = {1, 3, 4}")
	case (kind == 5 || kind == 6) && w.take(27):
		n := declare(&w.arrays, "a", "@[i in 1..3]: "+w.pick("1..3", "{1, 2, 5}", "(1..2)?"), w.pick("1", "3 - i", "2"))
		return func() string {
			if w.chance(2) {
				return fmt.Sprintf("%s[%d] := %s[%d]", n, w.upTo(1, 3), n, w.upTo(1, 3))
			}
			return fmt.Sprintf("%s[%s] := %s", n, w.integer(1), w.pick(w.integer(2), "1", "2"))
		}, w.pick("distinct("+n+")", n+"[3] = "+n+"[1] + 1", n+"[2] = 1")
	case kind == 7 && w.take(4):
		n := declare(&w.labels, "e", "@: ink?", w.pick("red", "none"))
		return whole(n, w.word, "if @ = red then green else red", "if "+w.atom(1)+" then blue else @", "none"), n + w.pick(" = green", " = blue")
	case kind == 8 && w.take(6):
		n := declare(&w.arrays, "p", "@: permutation of 1..3", "[2, 3, 1]")
		return func() string {
			i, j := w.upTo(1, 3), w.upTo(1, 3)
			if i == j {
				return fmt.Sprintf("%s[%s] := %s", n, w.integer(1), w.integer(1))
			}
			return fmt.Sprintf("%s[%d] := %s[%d], %s[%d] := %s", n, i, n, j, n, j, w.pick(fmt.Sprintf("%s[%d]", n, i), fmt.Sprintf("%s[%d]", n, i), w.integer(1)))
		}, n + "[1] = 1"
	case kind == 9 && w.take(7):
		n := declare(&w.cells, "c", "@: cells(board)"+w.pick("", "?"), "cell(board, 1, 1)")
		return whole(n, w.cell, "next(@, east)", "next(@, south)", "next(@, west)"), w.pick("column("+n+") = 3", "row("+n+") = 2")
	case kind == 10 && w.take(64):
		n := declare(&w.cellSets, "m", "@: set of cells(board)", w.pick("{}", "row(board, 1)"))
		return whole(n, func() string { return w.cellSet(1) }, "@ + {"+w.cell()+"}", "@ - {"+w.cell()+"}", "cells(board) - @"), "size(" + n + w.pick(") = 2", ") = 0", ") = 3")
	case kind == 11 && w.take(5):
		n := declare(&w.picks, "t", "@: {{1, 2}, {3}, {1, 2, 3}, {}}", "{3}")
		return whole(n, func() string { return w.pick("{1, 2, 3}", "{}") }, "if @ = {3} then {1, 2} else @", "if "+w.atom(1)+" then {} else @"), n + w.pick(" = {}", " = {1, 2}")
	case kind == 12 && w.take(4):
		n := declare(&w.tuples, "q", "@: {(1, 2), (2, 1), (3, 3), (0, 2)}", "(1, 2)")
		return whole(n, func() string { return "(" + w.integer(1) + ", " + w.integer(1) + ")" }, "(2, 1)", "if @ = (2, 1) then (3, 3) else @"), n + w.pick(" = (3, 3)", " = (2, 1)")
	case kind >= 13 && w.take(13):
		n := declare(&w.stacks, "k", "@: stack of 1..3 up to 2", w.pick("[]", "[1]", "[2, 3]"))
		return whole(n, func() string { return w.list(1) }, "push(@, "+w.integer(1)+")", "push(@, "+w.pick("1", "2", "3")+")", "pop(@)", "push(pop(@), 2)",
			"if "+w.atom(1)+" then pop(@) else push(@, 1)"), w.pick("size("+n+") = 2", n+" = [2, 1]", n+" = []", "top("+n+") = 3")
	}
	w.take(4)
	n := declare(&w.ints, "x", "@: -1..2", w.pick("0", "-1", "2"))
	return whole(n, func() string { return w.integer(2) }, "@ + 1", "@ - 1", "-@"), n + w.pick(" = 2", " = 1", " = -1")
}

// move declares a random move. If it is cheap it costs nothing, or little: then many runs
// cost the same, and differ in their lengths.
func (w *writer) move(i int, updates []func() string, cheap bool) {
	locals := len(w.locals)
	params := ""
	if w.chance(2) {
		v := w.name("v")
		w.locals = append(w.locals, v)
		params = v + " in " + w.pick("1..2", "{1, 3}")
	}
	w.line("move go%d(%s)", i, params)
	if w.chance(3) {
		v := w.name("v")
		w.line("  let %s = %s", v, w.integer(1))
		w.locals = append(w.locals, v)
	}
	if w.chance(3) {
		w.apart("  let %s = %s")
	}
	if w.chance(2) {
		w.line("  when %s", w.atom(2))
	}
	first := w.upTo(0, len(updates)-1)
	then := updates[first]()
	if second := w.upTo(0, len(updates)-1); second != first {
		then += ", " + updates[second]()
	}
	w.line("  then %s", then)
	switch {
	case cheap && (i == 0 || w.chance(3)):
		w.line("  cost fuel: %d", w.upTo(0, 1))
	case cheap:
	case i == 0 || w.chance(2):
		w.line("  cost fuel: %s", w.pick("1", "2", "0", "abs("+w.integer(1)+")", w.integer(1)))
	}
	w.locals = w.locals[:locals]
}
