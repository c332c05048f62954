package solve_test

import (
	"fmt"
	"strings"

	"pgregory.net/rapid"
)

// writer writes a random spec: finds here, conditions, values and lists in the
// files beside this one. Everything it writes is of the right type as far
// as that is easily seen to; what the checker refuses all the same is not
// counted.
type writer struct {
	t     *rapid.T
	out   strings.Builder
	names int
	room  int // how many more combinations of values the finds may have

	// The names of the finds, by what they are. Domains with "or" have words and
	// numbers, which is called mixed; truths and colours are arrays.
	ints, bools, maybes, mixed, labels, cells, tuples []string
	arrays, truths, colours, perms, grids             []string
	arcSets, edgeArrays, arcArrays                    []string
	sets, picks, cellSets, blocks, edgeSets           []string
	routes, trails, anchored, steps, links            []string // trails are paths over numbers, anchored ones have a start, steps a direction
	regions                                           []string
	locals                                            []string // bound numbers
	graphs                                            []string
	stacks                                            []string
	open                                              bool // many states begin with any value
}

// mostCombinations bounds the finds so that brute force can try everything.
const mostCombinations = 3000

// spec writes a spec: a board, graphs, finds, rules, and perhaps an objective.
func spec(t *rapid.T) string {
	w := &writer{t: t, room: mostCombinations}
	w.line(`puzzle random`)
	w.line(`let ink = {red "R", green "G", blue "B"}`)
	w.line(`let list = [%d, %d, %d]`, w.number(), w.number(), w.number())
	w.line(`let board = grid(%d, %d)`, w.upTo(1, 2), w.upTo(1, 3))
	w.line(`let net = graph(1..4, [%s])`, w.somePairs(4))
	w.line(`given mark: grid of 1..2? = """`)
	marks := rapid.Permutation([]string{"1", "1", "2", "2", ".", "."}).Draw(w.t, "marks")
	w.line("  %s\n  %s\n\"\"\"", strings.Join(marks[:3], " "), strings.Join(marks[3:], " "))
	w.pattern()
	w.line(`let arcs = [%s]`, w.someArcs())
	w.line(`let ways = digraph(1..3, arcs)`)
	w.graphs = []string{"orthogonal(board)", "king(board)", "leaper(board, 1, 2)", "net", "complete(1..3)", "ways"}
	for range w.upTo(1, 3) {
		w.find("find")
	}
	if w.chance(5) {
		w.find("choose")
	}
	for range w.upTo(0, 2) {
		w.apart("let %s = %s")
	}
	for i := range w.upTo(0, 3) {
		w.rule(i)
	}
	w.laws()
	if w.chance(4) {
		word := w.pick("minimize", "maximize")
		if w.chance(2) {
			w.line(`%s %s, %s`, word, w.integer(2), w.integer(2))
		} else {
			w.line(`%s %s`, word, w.integer(2))
		}
	}
	return w.out.String()
}

func (w *writer) line(format string, args ...any) { fmt.Fprintf(&w.out, format+"\n", args...) }

// upTo draws a number evenly, bit by bit: rapid's own ranges favour small
// numbers, so that whatever comes last in a list of choices would be rare.
func (w *writer) upTo(lo, hi int) int {
	n, size := 0, hi-lo+1
	for span := 8 * (size - 1); span > 0; span /= 2 {
		n *= 2
		if rapid.Bool().Draw(w.t, "bit") {
			n++
		}
	}
	return lo + n%size
}

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

// someArcs writes arcs between three vertices, some there and back.
func (w *writer) someArcs() string {
	var pairs []string
	for a := 1; a <= 3; a++ {
		for b := 1; b <= 3; b++ {
			if a != b && w.chance(2) {
				pairs = append(pairs, fmt.Sprintf("(%d, %d)", a, b))
			}
		}
	}
	if len(pairs) == 0 {
		return "(3, 1)"
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
	switch kind := w.upTo(0, 30); {
	case kind == 1 && w.take(2):
		declare(&w.bools, "b", `@: bool`)
	case kind == 2 && w.take(4):
		declare(&w.maybes, "o", `@: (0..2)?`)
	case kind == 3 && w.take(16):
		declare(&w.sets, "s", `@: set of 1..4`)
	case kind == 4 && w.take(27):
		declare(&w.arrays, "a", `@[i in 1..3]: %s`, w.pick("1..3", "{1, 2, 5}", "(1..2)?"))
	case kind == 5 && w.take(4):
		declare(&w.labels, "e", `@: ink?`)
	case kind == 6 && w.take(6):
		declare(&w.perms, "p", `@: permutation of 1..3`)
	case kind == 7 && w.take(7):
		declare(&w.cells, "c", `@: cells(board)%s`, w.pick("", "?"))
	case kind == 8 && w.take(64):
		declare(&w.cellSets, "m", `@: set of cells(board)`)
	case kind == 9 && w.take(64):
		declare(&w.grids, "d", `@[c in cells(board)]: 0..1`)
	case kind == 10 && w.take(5):
		declare(&w.picks, "t", `@: {{1, 2}, {3}, {1, 2, 3}, {}}%s`, w.pick("", "?"))
	case kind == 11 && w.take(64):
		if w.chance(4) {
			declare(&w.routes, "w", `@: %s in %s(board) crossing at cells(board)`, w.pick("path", "cycle", "directed path", "directed cycle"), w.pick("orthogonal", "king"))
			return
		}
		declare(&w.routes, "w", `@: %s in %s`, w.pick("path", "cycle", "directed path"), w.pick(w.graphs...))
	case kind == 12 && w.take(64):
		declare(&w.edgeSets, "g", `@: set of edges(net)`)
	case kind == 14 && w.take(64):
		declare(&w.steps, "w", `@: directed path in %s`, w.pick("net", "complete(1..3)", "digraph(1..3, [(1, 2), (2, 3), (3, 1), (1, 3)])"))
	case kind == 15 && w.take(64):
		declare(&w.links, "l", `@: links in orthogonal(mark) joining mark`)
	case (kind == 16 || kind == 17) && w.take(16):
		declare(&w.trails, "w", `@: path in %s`, w.pick("net", "complete(1..3)", "graph(1..3, [(1, 2), (2, 3)])"))
		if w.chance(2) { // only then may steps be asked for
			path := w.trails[len(w.trails)-1]
			w.line(`rule "%s starts": starts_at(%s, %s)`, path, path, w.plainInteger())
			w.anchored = append(w.anchored, path)
		}
	case kind == 18 && w.take(4):
		declare(&w.mixed, "u", `@: {red, blue} or 1..2`)
	case kind == 19 && w.take(4):
		declare(&w.tuples, "q", `@: {(1, 2), (2, 1), (3, 3), (0, 2)}`)
	case kind == 20 && w.take(16):
		declare(&w.truths, "b", `@[i in 1..2]: bool`)
	case kind == 21 && w.take(10):
		declare(&w.blocks, "k", `@: %s%s`, w.pick("rectangles(board)", "placements(ominoes(2), board)", `fixed_placements(omino("#./##"), board)`), w.pick("", "?"))
	case kind == 22 && w.take(64):
		declare(&w.colours, "e", `@[i in 1..3]: %s`, w.pick("ink", "ink?", "{red, blue} or 1..2"))
	case (kind == 23 || kind == 24) && w.take(64):
		declare(&w.arcSets, "g", `@: set of edges(ways)`)
	case kind == 25 && w.take(64):
		declare(&w.arcArrays, "z", `@[e in edges(ways)]: 0..1`)
	case kind == 26 && w.take(64):
		declare(&w.edgeArrays, "y", `@[e in edges(net)]: 0..1`)
	case kind == 27 && w.take(64):
		declare(&w.steps, "w", `@: %s in ways`, w.pick("path", "directed path"))
	case kind == 28 && w.take(64):
		declare(&w.trails, "w", `@: path in net`)
	case kind == 29 && w.take(64):
		declare(&w.regions, "o", `@: regions in %s`, w.pick("net", "orthogonal(board)"))
	case w.take(4):
		declare(&w.ints, "x", `@: %d..%d`, w.upTo(-1, 1), w.upTo(1, 2))
	}
}
