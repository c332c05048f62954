package solve_test

import (
	"fmt"
	"strings"
)

// rule writes a rule, some of them for binders.
func (w *writer) rule(i int) {
	if w.chance(3) {
		v := w.name("v")
		over := w.pick("1..3", "{1, 3}", w.setOf(1))
		w.locals = append(w.locals, v)
		w.line(`rule "r%d" for %s in %s: %s%s`, i, v, over, w.truth(3), w.sentence(v))
		w.locals = w.locals[:len(w.locals)-1]
		return
	}
	w.line(`rule "r%d": %s%s`, i, w.truth(3), w.sentence("2"))
}

// sentence writes what a rule may say of itself and of a number.
func (w *writer) sentence(n string) string {
	if !w.chance(3) {
		return ""
	}
	known := w.pick("{%[1]s}", "{list[%[1]s]}", "{mark[1, %[1]s]} of {list}", "{sum(list) / %[1]s} and {size(1..%[1]s)}", "{ { c in cells(board) where row(c) = %[1]s } }", "{first k in list: k > %[1]s}")
	return fmt.Sprintf(` because "{{it}} is `+known+`"`, n)
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
	over := w.pick("1..3", "{1, 2, 4}", "0..1", w.setOf(1), w.setOf(1), w.list(1))
	return w.binding(word, over, body)
}

// binding writes a quantifier over some collection of numbers, perhaps none.
func (w *writer) binding(word, over string, body func() string) string {
	v := w.name("v")
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
		switch w.upTo(0, 23) {
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
			return w.truthAt(depth)
		case 6:
			return w.onWord()
		case 7:
			return fmt.Sprintf("distinct([%s, %s, %s])", w.integer(depth), w.integer(depth), w.integer(depth))
		case 8:
			if len(w.arrays) > 0 {
				return "distinct(" + w.pick(w.arrays...) + ")"
			}
		case 9:
			ends := w.cellSet(depth) + ", " + w.pick("rim(board)", w.cellSet(depth)) + w.pick("", "", ", king(board)", ", edges(king(board))")
			return w.pick("", "not ") + w.pick("connected("+w.cellSet(depth), "reaches("+ends) + ")"
		case 10:
			return fmt.Sprintf("(%s %s %s)", w.cell(), w.pick("in", "in"), w.cellSet(depth))
		case 11:
			return fmt.Sprintf("(%s %s none)", w.integer(depth), w.pick("=", "!="))
		case 12:
			return fmt.Sprintf("(%s %s %s)", w.runs(depth), w.pick("=", "!="), w.pick("[]", "[1]", "[2]", "[1, 1]", "[3]", w.list(depth)))
		case 13:
			return fmt.Sprintf("(%s %s %s)", w.list(depth), w.pick("=", "!=", "subset"), w.list(depth))
		case 14:
			return fmt.Sprintf("(%s %s %s)", w.integer(depth), w.pick("in", "in"), w.list(depth))
		case 15:
			return fmt.Sprintf("(%s subset %s)", w.list(depth), w.setOf(depth))
		case 16:
			return fmt.Sprintf("distinct(%s)", w.list(depth))
		case 17:
			return w.onTuple(depth)
		case 18, 19:
			return w.counted(depth)
		case 20, 21:
			return w.joined()
		case 22:
			return w.matching(depth)
		case 23:
			return w.shaped(depth)
		}
	}
	return "(1 = 1)"
}

// truthAt looks a truth value up in a list, or in an array that is to be found.
func (w *writer) truthAt(depth int) string {
	list := "[" + w.atom(0) + ", true, " + w.atom(0) + "]"
	if len(w.truths) > 0 && w.chance(2) {
		list = w.pick(w.truths...)
	}
	return list + "[" + w.integer(depth) + "]"
}

// word writes a label or a number that stands where a label may.
func (w *writer) word() string {
	words := append([]string{"red", "blue"}, w.labels...)
	words = append(words, w.mixed...)
	words = append(words, w.mixed...)
	for _, c := range w.colours {
		words = append(words, c+"["+w.plainInteger()+"]")
	}
	return w.pick(words...)
}

// onWord writes a condition on labels.
func (w *writer) onWord() string {
	switch w.upTo(0, 6) {
	case 0:
		return fmt.Sprintf("(%s %s %s)", w.word(), w.pick("=", "!="), w.word())
	case 1:
		return "distinct([" + w.word() + ", " + w.word() + ", " + w.word() + "])"
	case 2:
		return "(" + w.word() + " in [" + w.word() + ", " + w.word() + "])"
	case 3:
		return "(" + w.word() + w.pick(" = none", " in {red, blue}", " in {red}", " != green") + ")"
	case 4:
		if len(w.colours) > 0 {
			return "(runs(" + w.pick(w.colours...) + ") " + w.pick("=", "!=") + w.pick(" [(1, red), (2, blue)]", " [(3, red)]", " []", " [(1, blue), (1, red)]") + ")"
		}
	case 5:
		if len(w.mixed) > 0 {
			return fmt.Sprintf("(%s %s %s)", w.pick(w.mixed...), w.pick("=", "!="), w.plainInteger())
		}
	case 6:
		if len(w.colours) > 0 {
			return "(size(runs(" + w.pick(w.colours...) + ")) = 2)"
		}
	}
	return "(size({" + w.word() + ", " + w.word() + "} - {" + w.word() + "}) = 1)"
}

// onTuple writes a condition on tuples, found ones among them.
func (w *writer) onTuple(depth int) string {
	tuples := append([]string{"(" + w.integer(0) + ", " + w.integer(0) + ")", "(1, 2)"}, w.tuples...)
	tuples = append(tuples, w.tuples...)
	t, other := w.pick(tuples...), w.pick(tuples...)
	if w.chance(2) {
		return fmt.Sprintf("(%s %s %s)", t, w.pick("=", "!="), w.pick(other, "("+w.integer(depth)+", 2)"))
	}
	a, b := w.name("v"), w.name("v")
	w.locals = append(w.locals, a, b)
	text := fmt.Sprintf("(%s (%s, %s) in [%s, %s]: %s)", w.pick("all", "some", "no", "one"), a, b, t, other, w.atom(depth))
	w.locals = w.locals[:len(w.locals)-2]
	return text
}

// apart writes, in a form, a pattern and a pair that is taken apart by it. Its names are local from there on.
func (w *writer) apart(form string) {
	tuples := []string{
		fmt.Sprintf("(%s, %s)", w.integer(1), w.integer(1)),
		fmt.Sprintf("if %s then (%s, 1) else (2, %s)", w.atom(1), w.integer(1), w.integer(1)),
		fmt.Sprintf("(first t in [(1, 2), (3, %s)]: t[2] = %s)", w.integer(1), w.integer(1)),
	}
	a, b := w.name("v"), w.name("v")
	pattern := w.pick("("+a+", "+b+")", "("+a+", _)")
	w.line(form, pattern, w.pick(append(tuples, w.tuples...)...))
	w.locals = append(w.locals, a)
	if !strings.Contains(pattern, "_") {
		w.locals = append(w.locals, b)
	}
}

// structural lists conditions on finds that are paths, links, edges and cells.
func (w *writer) structural(depth int) (out []string) {
	for _, route := range w.routes {
		out = append(out, "covers("+route+", vertices("+w.pick(w.graphs...)+"))", "starts_at("+route+", 1)", "(2 in "+route+")", "("+w.cell()+" in "+route+")",
			"(size(visits("+route+")) > 2)", "(length("+route+") = 2)")
	}
	for _, route := range w.steps {
		out = append(out, fmt.Sprintf("(step(%s)[%s] %s %s)", route, w.integer(0), w.pick("=", "<", "!="), w.integer(depth)),
			"starts_at("+route+", 1)", "(sum(step("+route+")) > 4)")
	}
	for _, route := range w.trails {
		end := w.pick("starts_at(", "ends_at(") + route + ", " + w.plainInteger() + ")"
		out = append(out, end, end, end, "covers("+route+", 1..3)")
	}
	for _, route := range w.anchored {
		out = append(out, "(step("+route+")[1] = step("+route+")[2] + 1)",
			fmt.Sprintf("(step(%s)[%s] %s %s)", route, w.integer(0), w.pick("=", "<", "!="), w.integer(depth)))
	}
	for _, block := range w.blocks {
		form := w.pick("shape", "fixed_shape", "width", "height", "sorted", "rows", "subsets")
		out = append(out, "("+block+" = none)", "("+block+" subset "+w.cellSet(depth)+")", "("+w.cellSet(depth)+" = "+block+")",
			"("+form+"("+block+")"+w.pick(" = ", " != ")+form+"("+w.pick(w.blocks...)+"))",
			"("+w.pick(w.blocks...)+" = "+block+")", "("+w.cell()+" in "+block+")")
	}
	for _, l := range w.links {
		out = append(out, "covers("+l+", cells(mark))", "(size(visits("+l+")) < 6)", "(cell(mark, 1, 2) in "+l+")",
			"(edge(cell(mark, 1, 1), cell(mark, 1, 2)) in "+l+")", "(size(edges(orthogonal(mark)) & "+l+") = 3)")
	}
	for _, regions := range w.regions {
		out = append(out, fmt.Sprintf("(size(borders(%s)) %s %d)", regions, w.pick("=", "<", ">"), w.upTo(0, 3)), "acyclic(borders("+regions+"))",
			"("+w.edge(4)+" in borders("+regions+"))", fmt.Sprintf("(size(part(%s, %s)) %s %d)", w.pick("2", w.cell()), regions, w.pick("=", "!=", ">"), w.upTo(1, 4)),
			fmt.Sprintf("(all v in 1..4: size(part(v, %s)) %s %d)", regions, w.pick("=", "!=", "<", ">"), w.upTo(1, 3)),
			fmt.Sprintf("(%s in part(%s, %s))", w.cell(), w.cell(), regions), fmt.Sprintf("(part(1, %s) = part(%s, %s))", regions, w.pick("2", "3", "4"), regions), "(edge(cell(board, 1, 1), cell(board, 1, 2)) in borders("+regions+"))")
	}
	for _, edges := range w.edgeSets {
		out = append(out, "acyclic("+edges+")", "connected(1..4, "+edges+")", "(edge(1, 2) in "+edges+")",
			"reaches("+w.pick("1..4", w.setOf(0)+" & (1..4)")+", "+w.setOf(0)+", "+edges+")",
			fmt.Sprintf("(all v in 1..4: degree(%s, v) <= %d)", edges, w.upTo(0, 2)),
			"connected("+w.pick("{1, 2, 4}", w.setOf(0)+" & (1..4)")+", "+edges+")",
			"("+w.edge(4)+" in "+edges+")", "(along([2, 1, 3]) subset "+edges+")")
	}
	for _, arcs := range w.arcSets {
		out = append(out, "acyclic("+arcs+")", "connected(1..3, "+arcs+")", "reaches(1..3, "+w.setOf(0)+", "+arcs+")", "("+w.edge(3)+" in "+arcs+")",
			"("+w.edge(3)+" in "+arcs+")", fmt.Sprintf("(along([%d, 2, 1]) subset %s)", w.upTo(1, 3), arcs),
			fmt.Sprintf("({%s, %s} %s %s)", w.edge(3), w.edge(3), w.pick("=", "!=", "subset"), arcs),
			fmt.Sprintf("(degree(%s, %s) <= %d)", arcs, w.plainInteger(), w.upTo(0, 2)),
			fmt.Sprintf("(some (a, b) in %s: a %s b)", arcs, w.pick("<", ">")))
	}
	if len(w.cells) > 1 {
		out = append(out, "("+w.pick(w.cells...)+" "+w.pick("=", "!=")+" "+w.pick(w.cells...)+")")
	}
	return out
}

// shaped writes what is the shape of cells, or that two sets have the same.
func (w *writer) shaped(depth int) string {
	a, b := w.cellSet(depth), w.cellSet(depth)
	f := w.pick("shape", "shape", "one_sided_shape", "fixed_shape")
	return w.pick("congruent("+a+", "+b+")", "not congruent("+a+", "+b+")", "("+f+"("+a+") = "+f+"("+b+"))", "("+f+"("+a+") != "+f+"("+b+"))",
		"("+f+"("+a+") "+w.pick("=", "!=")+" "+w.pick("none", `omino("#")`, `omino("##")`, `omino("##/#.")`, `omino("#.#")`)+")",
		"("+f+"("+a+`) in {omino("#"), omino("##"), omino("#/#")})`)
}
