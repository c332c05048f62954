package solve_test

import (
	"fmt"
	"strings"

	"pgregory.net/rapid"
)

// writer writes a random spec. Everything it writes is of the right type as far
// as that is easily seen to; what the checker refuses all the same is not
// counted.
type writer struct {
	t     *rapid.T
	out   strings.Builder
	names int
	room  int // how many more combinations of values the finds may have

	ints, bools, maybes, sets, arrays, labels, perms, cells, cellSets, grids, picks, walks, edgeSets []string
	steps, links                                                                                     []string // directed paths over numbers; links over the cells of mark
	locals                                                                                           []string // bound numbers
	graphs                                                                                           []string
	board                                                                                            string
}

// mostCombinations bounds the finds so that brute force can try everything.
const mostCombinations = 3000

// spec writes a spec: a board, graphs, finds, rules, and perhaps an objective.
func spec(t *rapid.T) string {
	w := &writer{t: t, room: mostCombinations}
	w.line(`puzzle random`)
	w.line(`let ink = {red "R", green "G", blue "B"}`)
	w.line(`let list = [%d, %d, %d]`, w.number(), w.number(), w.number())
	w.board = "board"
	w.line(`let board = grid(%d, %d)`, w.upTo(1, 2), w.upTo(1, 3))
	w.line(`let net = graph(1..4, [%s])`, w.somePairs(4))
	w.line(`given mark: grid of 1..2? = """`)
	marks := rapid.Permutation([]string{"1", "1", "2", "2", ".", "."}).Draw(w.t, "marks")
	w.line("  %s\n  %s\n\"\"\"", strings.Join(marks[:3], " "), strings.Join(marks[3:], " "))
	w.graphs = []string{"orthogonal(board)", "king(board)", "leaper(board, 1, 2)", "net", "complete(1..3)"}
	for range w.upTo(1, 3) {
		w.find("find")
	}
	if w.chance(8) {
		w.find("choose")
	}
	for i := range w.upTo(0, 3) {
		w.rule(i)
	}
	if w.chance(5) {
		// An objective that is none has no meaning, so these are always numbers.
		objective := "size(" + w.setOf(2) + ")"
		if w.chance(2) {
			objective = "(" + objective + w.pick(" + ", " - ") + w.bound("count", func() string { return w.atom(1) }) + ")"
		}
		w.line(`%s %s`, w.pick("minimize", "maximize"), objective)
	}
	return w.out.String()
}

func (w *writer) line(format string, args ...any) { fmt.Fprintf(&w.out, format+"\n", args...) }

func (w *writer) upTo(lo, hi int) int        { return rapid.IntRange(lo, hi).Draw(w.t, "n") }
func (w *writer) number() int                { return w.upTo(-3, 5) }
func (w *writer) chance(of int) bool         { return w.upTo(1, of) == of }
func (w *writer) pick(from ...string) string { return from[w.upTo(0, len(from)-1)] }

// name makes a new name.
func (w *writer) name(prefix string) string {
	w.names++
	return fmt.Sprintf("%s%d", prefix, w.names)
}

// take uses up room for n combinations, if there is so much.
func (w *writer) take(n int) bool {
	if n > w.room {
		return false
	}
	w.room /= n
	return true
}

func (w *writer) somePairs(n int) string {
	var pairs []string
	for a := 1; a <= n; a++ {
		for b := a + 1; b <= n; b++ {
			if !w.chance(3) {
				pairs = append(pairs, fmt.Sprintf("(%d, %d)", a, b))
			}
		}
	}
	if len(pairs) == 0 {
		return "(1, 2)"
	}
	return strings.Join(pairs, ", ")
}

// find declares a random find, or a number if that would be too large.
func (w *writer) find(word string) {
	declare := func(list *[]string, prefix, form string, args ...any) {
		n := w.name(prefix)
		*list = append(*list, n)
		w.line(word + " " + strings.ReplaceAll(fmt.Sprintf(form, args...), "@", n))
	}
	switch kind := w.upTo(0, 16); {
	case kind == 1 && w.take(2):
		declare(&w.bools, "b", `@: bool`)
	case kind == 2 && w.take(4):
		declare(&w.maybes, "o", `@: (0..2)?`)
	case kind == 3 && w.take(16):
		declare(&w.sets, "s", `@: set of 1..4`)
	case kind == 4 && w.take(27):
		declare(&w.arrays, "a", `@[i in 1..3]: 1..3`)
	case kind == 5 && w.take(4):
		declare(&w.labels, "e", `@: ink?`)
	case kind == 6 && w.take(6):
		declare(&w.perms, "p", `@: permutation of 1..3`)
	case kind == 7 && w.take(6):
		declare(&w.cells, "c", `@: cells(board)`)
	case kind == 8 && w.take(64):
		declare(&w.cellSets, "m", `@: set of cells(board)`)
	case kind == 9 && w.take(64):
		declare(&w.grids, "d", `@[c in cells(board)]: 0..1`)
	case kind == 10 && w.take(4):
		declare(&w.picks, "t", `@: {{1, 2}, {3}, {1, 2, 3}, {}}`)
	case kind == 11 && w.take(64):
		declare(&w.walks, "w", `@: %s in %s`, w.pick("path", "cycle", "directed path"), w.graph())
	case kind == 12 && w.take(64):
		declare(&w.edgeSets, "g", `@: set of edges(net)`)
	case kind == 13 && w.take(27):
		declare(&w.arrays, "a", `@[i in 1..3]: {1, 2, 5}`)
	case kind == 14 && w.take(64):
		declare(&w.steps, "w", `@: directed path in %s`, w.pick("net", "complete(1..3)", "digraph(1..3, [(1, 2), (2, 3), (3, 1), (1, 3)])"))
	case kind == 15 && w.take(64):
		declare(&w.links, "l", `@: links in orthogonal(mark) joining mark`)
	case w.take(4):
		declare(&w.ints, "x", `@: %d..%d`, w.upTo(-1, 1), w.upTo(1, 2))
	}
}

func (w *writer) graph() string { return w.pick(w.graphs...) }

// rule writes a rule, some of them for binders.
func (w *writer) rule(i int) {
	if w.chance(3) {
		v := w.name("v")
		over := w.pick("1..3", "{1, 3}", w.setOf(1))
		w.locals = append(w.locals, v)
		w.line(`rule "r%d" for %s in %s: %s`, i, v, over, w.truth(3))
		w.locals = w.locals[:len(w.locals)-1]
		return
	}
	w.line(`rule "r%d": %s`, i, w.truth(3))
}

// truth writes something that is true or false.
func (w *writer) truth(depth int) string {
	if depth == 0 {
		return w.atom(0)
	}
	switch w.upTo(0, 9) {
	case 0:
		return "not (" + w.truth(depth-1) + ")"
	case 1:
		return "((" + w.truth(depth-1) + ") " + w.pick("and", "or", "implies", "=", "!=") + " (" + w.truth(depth-1) + "))"
	case 2:
		return "(if " + w.truth(depth-1) + " then " + w.truth(depth-1) + " else " + w.truth(depth-1) + ")"
	case 3:
		return w.bound(w.pick("all", "some", "no", "one"), func() string { return w.truth(depth - 1) })
	}
	return w.atom(depth - 1)
}

// bound writes a quantifier over numbers, perhaps filtered.
func (w *writer) bound(word string, body func() string) string {
	v := w.name("v")
	over := w.pick("1..3", "{1, 2, 4}", "0..1")
	if w.chance(2) {
		over = w.setOf(1)
	}
	w.locals = append(w.locals, v)
	where := ""
	if w.chance(4) {
		where = " where " + w.atom(1)
	}
	text := fmt.Sprintf("(%s %s in (%s)%s: %s)", word, v, over, where, body())
	w.locals = w.locals[:len(w.locals)-1]
	return text
}

// atom writes a condition on values.
func (w *writer) atom(depth int) string {
	if some := w.structural(depth); len(some) > 0 && w.chance(2) {
		return w.pick(some...)
	}
	for range 20 {
		switch w.upTo(0, 12) {
		case 0, 1, 2:
			return fmt.Sprintf("(%s %s %s)", w.integer(depth), w.pick("=", "!=", "<", "<=", ">", ">="), w.integer(depth))
		case 3:
			return fmt.Sprintf("(%s in %s)", w.integer(depth), w.setOf(depth))
		case 4:
			return fmt.Sprintf("(%s %s %s)", w.setOf(depth), w.pick("=", "!=", "subset"), w.setOf(depth))
		case 5:
			if len(w.bools) > 0 {
				return w.pick(w.bools...)
			}
		case 6:
			if len(w.labels) > 0 {
				return fmt.Sprintf("(%s %s)", w.pick(w.labels...), w.pick("= red", "!= green", "= none", "in {red, blue}"))
			}
		case 7:
			return fmt.Sprintf("distinct([%s, %s, %s])", w.integer(depth), w.integer(depth), w.integer(depth))
		case 8:
			if len(w.arrays) > 0 {
				return "distinct(" + w.pick(w.arrays...) + ")"
			}
		case 9:
			return w.pick("connected", "not connected") + "(" + w.cellSet(depth) + ")"
		case 10:
			return fmt.Sprintf("(%s %s %s)", w.cell(), w.pick("in", "in"), w.cellSet(depth))
		case 11:
			return fmt.Sprintf("(%s %s none)", w.integer(depth), w.pick("=", "!="))
		case 12:
			return fmt.Sprintf("(runs(row(board, 1), %s) %s %s)", w.cellSet(depth), w.pick("=", "!="), w.pick("[]", "[1]", "[2]", "[1, 1]", "[3]"))
		}
	}
	return "(1 = 1)"
}

// structural lists conditions on finds that are paths, links, edges and cells.
func (w *writer) structural(depth int) (out []string) {
	for _, walk := range w.walks {
		out = append(out, "covers("+walk+", vertices("+w.graph()+"))", "starts_at("+walk+", 1)", "(2 in "+walk+")", "("+w.cell()+" in "+walk+")",
			"(size(visits("+walk+")) > 2)", "(length("+walk+") = 2)")
	}
	for _, walk := range w.steps {
		out = append(out, fmt.Sprintf("(step(%s)[%s] %s %s)", walk, w.integer(0), w.pick("=", "<", "!="), w.integer(depth)),
			"starts_at("+walk+", 1)", "(sum(step("+walk+")) > 4)")
	}
	for _, l := range w.links {
		out = append(out, "covers("+l+", cells(mark))", "(size(visits("+l+")) < 6)", "(cell(mark, 1, 2) in "+l+")",
			"(edge(cell(mark, 1, 1), cell(mark, 1, 2)) in "+l+")", "(size(edges(orthogonal(mark)) & "+l+") = 3)")
	}
	for _, edges := range w.edgeSets {
		out = append(out, "acyclic("+edges+")", "connected(1..4, "+edges+")", "(edge(1, 2) in "+edges+")",
			fmt.Sprintf("(all v in 1..4: degree(%s, v) <= %d)", edges, w.upTo(0, 2)))
	}
	if len(w.cells) > 1 {
		out = append(out, "("+w.pick(w.cells...)+" "+w.pick("=", "!=")+" "+w.pick(w.cells...)+")")
	}
	return out
}

// integer writes a number.
func (w *writer) integer(depth int) string {
	for range 20 {
		if depth == 0 {
			return w.plainInteger()
		}
		switch w.upTo(0, 13) {
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
			return w.pick("size(", "size(") + w.cellSet(depth-1) + ")"
		case 13:
			if len(w.arrays) > 0 {
				a := w.pick(w.arrays...)
				return w.pick("sum("+a+")", "max("+a+")", "number("+a+"[[1, 2, 3]], 10)", "sum("+a+"[2..3])", "index(list, "+a+"[1])")
			}
		}
	}
	return w.plainInteger()
}

// plainInteger writes a number that needs no calculation.
func (w *writer) plainInteger() string {
	choices := append([]string{fmt.Sprint(w.number())}, w.ints...)
	choices = append(append(choices, w.maybes...), w.locals...)
	for _, p := range w.perms {
		choices = append(choices, p+"[1]", "inverse("+p+")[2]")
	}
	for _, a := range w.arrays {
		choices = append(choices, a+"[2]")
	}
	for _, c := range w.cells {
		choices = append(choices, "row("+c+")", "column("+c+")")
	}
	for _, d := range w.grids {
		choices = append(choices, d+"["+w.cell()+"]")
	}
	for _, walk := range w.walks {
		choices = append(choices, "length("+walk+")")
	}
	return w.pick(choices...)
}

// setOf writes a set of numbers.
func (w *writer) setOf(depth int) string {
	plain := append([]string{fmt.Sprintf("{%d, %d}", w.number(), w.number()), "(1..3)"}, w.sets...)
	plain = append(plain, w.picks...)
	if depth > 0 {
		switch w.upTo(0, 4) {
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
	plain = append(plain, w.cellSets...)
	for _, d := range w.grids {
		plain = append(plain, "{ c in cells(board) where "+d+"[c] = 1 }")
	}
	if depth > 0 {
		switch w.upTo(0, 4) {
		case 0:
			return fmt.Sprintf("(%s %s %s)", w.cellSet(depth-1), w.pick("-", "&", "+"), w.cellSet(depth-1))
		case 1:
			return "neighbors(" + w.pick("orthogonal(board)", "king(board)") + ", " + w.cell() + ")"
		case 2:
			return fmt.Sprintf("(prefix q in ray(%s, %s): q in %s)", w.cell(), w.pick("east", "south"), w.cellSet(depth-1))
		}
	}
	return w.pick(plain...)
}
