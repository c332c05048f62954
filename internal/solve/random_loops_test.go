package solve_test

import "fmt"

// counted writes a comparison of a sum of sizes with a known number, beyond which the compiler
// need not tell it.
func (w *writer) counted(depth int) string {
	sum := w.counts(depth)
	for w.chance(3) {
		sum = w.pick(sum+" + "+w.counts(depth), sum+" + 1", "2 + "+sum)
	}
	op, known := w.pick("=", "!=", "<", "<=", ">", ">="), w.upTo(0, 4)
	if w.chance(2) {
		return fmt.Sprintf("(%d %s %s)", known, op, sum)
	}
	return fmt.Sprintf("(%s %s %d)", sum, op, known)
}

// counts writes the size of something, a count, or a sum of such.
func (w *writer) counts(depth int) string {
	depth = max(depth-1, 0)
	loop := func(word string, body func() string) string {
		return w.binding(word, w.pick(w.setOf(depth), w.list(depth)), body)
	}
	holds := func() string { return w.atom(depth) }
	switch w.upTo(0, 5) {
	case 0:
		return "size(" + w.pick(w.setOf(depth), w.list(depth), w.cellSet(depth)) + ")"
	case 1:
		return loop("count", holds)
	case 2:
		return w.binding("count", loop("prefix", holds), holds)
	case 3:
		return loop("sum", func() string { return "size" + loop("prefix", holds) })
	case 4:
		return fmt.Sprintf("size(prefix q in %s: %s(q in %s))", w.cellSet(depth), w.pick("", "not "), w.cellSet(depth))
	}
	return "size" + loop("prefix", holds)
}

// joined writes a loop whose condition holds for few members only, so that these can be looked up.
func (w *writer) joined() string {
	v, c := w.name("v"), w.name("c")
	value := w.plainInteger()
	of := w.pick(v, v, "abs("+v+")", "list["+v+"]", v+" mod 2", "("+v+" - 1)")
	if len(w.arrays) > 0 && w.chance(2) {
		of = w.pick(w.arrays...) + "[" + v + "]"
	}
	over := w.pick("-1..3", w.setOf(0), w.plainList())
	condition := w.pick(of+" = "+value, value+" = "+of, of+" != "+value, value+" in {"+of+", "+v+"}")
	switch w.upTo(0, 5) {
	case 0:
		over, condition = w.pick("cells(board)", w.cellSet(0)), fmt.Sprintf("distance(%s, cell(board, 1, 2)) %s %d", v, w.pick("<", "<=", ">", ">="), w.upTo(0, 3))
		of = "row(" + v + ")"
	case 1:
		condition = fmt.Sprintf("%s = %s %s %s %s %s", w.plainInteger(), w.plainInteger(), w.pick("or", "and", "implies"), of, w.pick("=", "!="), value)
	case 2:
		rest := w.pick(of+" > 1", "not ("+condition+")", c+" = "+of)
		return fmt.Sprintf("(%s %s in %s, %s in %s where %s = %s: %s)", w.pick("all", "some", "no", "one"), c, w.setOf(0), v, over, of, c, rest)
	}
	if w.chance(2) {
		return fmt.Sprintf("((count %s in %s where %s: %s %s 1) %s %d)", v, over, condition, of, w.pick("=", "!=", "<="), w.pick("=", "<", ">="), w.upTo(0, 3))
	}
	return fmt.Sprintf("(%s %s in %s: %s)", w.pick("all", "some", "no", "one"), v, over, condition)
}
