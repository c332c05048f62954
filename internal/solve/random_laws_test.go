package solve_test

import "fmt"

// edge writes the edge between, or the arc from and to, two of the vertices 1..n.
func (w *writer) edge(n int) string {
	a := w.upTo(1, n)
	b := w.upTo(1, n-1)
	if b >= a {
		b++
	}
	return fmt.Sprintf("edge(%d, %d)", a, b)
}

// laws writes rules that hold whatever the finds are: each says the same thing of
// edges or arcs in two ways, one by name and one by their ends. Where the language
// misunderstands one, the judge misunderstands it as well as the engines, and only
// the other way tells.
func (w *writer) laws() {
	law := func(format string, args ...any) {
		w.line(`rule "%s": `+format, append([]any{w.name("law ")}, args...)...)
	}
	a := w.upTo(1, 3)
	b := a%3 + 1
	if w.chance(2) {
		a, b = b, a
	}
	for _, g := range w.arcSets {
		switch w.upTo(0, 6) {
		case 0, 1:
			law(`(edge(%d, %d) in %s) = (some (v, u) in %s: v = %d and u = %d)`, a, b, g, g, a, b)
		case 2:
			law(`size({edge(%d, %d), edge(%d, %d)} & %s) = (count (v, u) in %s: {v, u} = {%d, %d})`, a, b, b, a, g, g, a, b)
		case 3:
			law(`(along([%d, %d]) subset %s) = ((%d, %d) in { (v, u) for (v, u) in %s })`, a, b, g, a, b, g)
		case 4:
			law(`total([[0, 1, 2], [3, 0, 4], [5, 6, 0]], %s - {edge(%d, %d)}) = (sum (v, u) in %s where v != %d or u != %d: [[0, 1, 2], [3, 0, 4], [5, 6, 0]][v, u])`, g, a, b, g, a, b)
		case 5:
			law(`size(incident(ways, %d) & %s) = degree(%s, %d) and degree(%s, %d) = (count (v, u) in %s: v = %d or u = %d)`, a, g, g, a, g, a, g, a, a)
		case 6:
			law(`acyclic(%s & {edge(%d, %d), edge(%d, %d)}) = not (edge(%d, %d) in %s and edge(%d, %d) in %s)`, g, a, b, b, a, a, b, g, b, a, g)
		}
	}
	for _, z := range w.arcArrays {
		law(`(%s[edge(%d, %d)] != none) = ((%d, %d) in arcs)`, z, a, b, a, b)
	}
	for _, y := range w.edgeArrays {
		law(`%s[edge(%d, %d)] = %s[edge(%d, %d)]`, y, a, b, y, b, a)
	}
	for _, path := range w.steps {
		law(`(edge(%d, %d) in %s) = (step(%s)[%d] - step(%s)[%d] = 1)`, a, b, path, path, b, path, a)
	}
	for _, g := range w.edgeSets {
		law(`(edge(%d, %d) in %s) = (some {v, u} in %s: {v, u} = {%d, %d}) and connected({%d, %d}, %s) = (edge(%d, %d) in %s)`, a, b, g, g, a, b, a, b, g, b, a, g)
	}
}
