package solve_test

import "fmt"

// list writes a list of numbers, some of which may be none, or not be there.
func (w *writer) list(depth int) string {
	if len(w.stacks) > 0 && w.chance(2) {
		return w.pick(w.stacks...)
	}
	if depth == 0 {
		return w.plainList()
	}
	switch w.upTo(0, 12) {
	case 0, 1:
		return fmt.Sprintf("(%s %s %s)", w.list(depth-1), w.pick("+", "-", "&"), w.list(depth-1))
	case 2:
		return fmt.Sprintf("(%s %s %s)", w.list(depth-1), "-", w.setOf(depth-1))
	case 3:
		return fmt.Sprintf("(if %s then %s else %s)", w.atom(depth-1), w.list(depth-1), w.list(depth-1))
	case 4:
		return w.filtered(depth - 1)
	case 5:
		return w.runs(depth - 1)
	case 6:
		return "reverse(" + w.plainList() + ")"
	case 7:
		return "rotate(" + w.plainList() + ", " + w.integer(depth-1) + ")"
	case 8:
		return "sorted(" + w.pick(w.plainList(), w.setOf(0)) + ")"
	case 9:
		return w.binding("prefix", w.list(depth-1), func() string { return w.atom(depth - 1) })
	case 10:
		if len(w.arrays) > 0 {
			return w.pick(w.arrays...) + "[" + w.list(depth-1) + "]"
		}
	case 12:
		return "[" + w.pick("size", "sum") + "(t) for t in stretches(" + w.pick("1..3", w.plainList()) + ", " + w.setOf(depth-1) + ")]"
	case 11:
		return "list[" + w.list(depth-1) + "]"
	}
	return w.plainList()
}

// plainList writes a list of known length.
func (w *writer) plainList() string {
	switch w.upTo(0, 5) {
	case 0:
		return w.pick("[]", "list", "[1]")
	case 1:
		return "[" + w.plainInteger() + "]"
	case 2:
		v := w.name("v")
		w.locals = append(w.locals, v)
		text := fmt.Sprintf("[%s for %s in 1..2]", w.plainInteger(), v)
		w.locals = w.locals[:len(w.locals)-1]
		return text
	}
	return "[" + w.plainInteger() + ", " + w.plainInteger() + ", " + w.plainInteger() + "]"
}

// filtered writes a list of what passes a condition.
func (w *writer) filtered(depth int) string {
	v := w.name("v")
	over := w.pick(w.plainList(), "1..3", w.setOf(depth))
	w.locals = append(w.locals, v)
	text := fmt.Sprintf("[%s for %s in %s where %s]", w.pick(v, w.integer(depth)), v, over, w.atom(depth))
	w.locals = w.locals[:len(w.locals)-1]
	return text
}

// runs writes the lengths of runs.
func (w *writer) runs(depth int) string {
	if w.chance(2) {
		return "runs(row(board, 1), " + w.cellSet(depth) + ")"
	}
	return "runs(" + w.pick("1..4", w.plainList()) + ", " + w.setOf(depth) + ")"
}

// pattern declares a pattern with wild cards.
func (w *writer) pattern() {
	w.line(`given pattern: list of {any "?", more "*"} or -3..5 = [%s, %s, %s]`, w.element(), w.element(), w.element())
}

// element writes an element of a pattern.
func (w *writer) element() string {
	return w.pick("any", "more", "more", "1", "2", fmt.Sprint(w.number()))
}

// matching writes that a list, or the runs in one, matches a pattern with wild cards.
func (w *writer) matching(depth int) string {
	pattern := w.pick("pattern", "pattern", "pattern[1..2]", "pattern + pattern", "list")
	return "matches(" + w.pick(w.runs(depth), w.list(depth)) + ", " + pattern + w.pick(", any)", ", more)", ", any, more)", ", any, more)", ", more, any)")
}
