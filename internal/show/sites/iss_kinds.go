package sites

import (
	"encoding/base64"
	"net/url"
	"slices"
	"strings"

	"nazo/dsl/linkformat"
	"nazo/internal/alg"
)

// issForms returns how the arguments of constraints are read. Constraints that are not among them are flags, or lists of
// cells. It is no variable, which would link all of this into programs that read no links.
func issForms() map[string]func(a *issArgs) {
	forms := map[string]func(a *issArgs){
		"Given": issGiven, "ChaosConstruction": func(a *issArgs) { a.item("value", a.r.regionSize) },
		"DisjointSets": issDisjointSets, "Windoku": issWindoku,
		"Diagonal":     func(a *issArgs) { a.kind += " " + a.only("word that says which one"); a.item() },
		"FullRankTies": func(a *issArgs) { a.item("value", a.only("word that says which ties may be")) },
		"Whisper":      issWhisper, "SumLine": issSumLine, "Sum": issSum, "Arrow": issArrow, "PillArrow": issArrow, "Indexing": issIndexing,
		"Quad": issQuad, "LookAndSay": issLookAndSay, "SameValues": issSameValues, "ConnectedValues": issConnected,
		"WhiteDot": issBeside, "BlackDot": issBeside, "GreaterThan": issBeside, "X": issBeside, "V": issBeside,
		"Pair": issPair, "PairX": issPair, "Binary": issPair, "BinaryX": issPair, "Regex": issRegex, "NFA": issNFA,
		"LittleKiller": issDiagonal, "Sandwich": issSandwich, "XSum": issOutside, "Skyscraper": issOutside,
		"HiddenSkyscraper": issOutside, "NumberedRoom": issOutside, "FullRank": issOutside,
		"ChaosArrow": issChaosArrow, "ChaosCount": issChaosCount,
	}
	for kinds, fields := range map[string]string{
		"Modular Lockout Cage RellikCage Lunchbox": "value cells",
		"ContainAtLeast ContainExact":              "values cells",
		"CountDistinct":                            "cell cells",
		"EqualSum":                                 "sets",
	} {
		for _, kind := range strings.Fields(kinds) {
			forms[kind] = func(a *issArgs) { a.form(fields) }
		}
	}
	// What decides about the board is read before.
	for _, kind := range []string{"Shape", "NoBoxes", "RegionSize", "Jigsaw", "Var", "SearchPriority", "Doppelganger"} {
		forms[kind] = func(*issArgs) {}
	}
	return forms
}

// issArgs are the arguments of a constraint. Methods take one after the other. The first mistake stays in err, and then no
// item is added.
type issArgs struct {
	r       *issReader
	kind    string
	words   []string
	regions bool // some cell is one of the regions to be found
	err     error
}

func (a *issArgs) fail(message string, args ...any) {
	if a.err == nil {
		a.err = failf(message, args...)
	}
}

// item adds an item with fields, unless there is a mistake.
func (a *issArgs) item(fields ...any) {
	kind := a.kind
	if a.regions {
		kind += " regions"
	}
	if a.err == nil {
		a.r.item(kind, fields...)
	}
}

// form takes fields in the order of their names, and adds an item with them.
func (a *issArgs) form(names string) {
	var fields []any
	for name := range strings.FieldsSeq(names) {
		var v Value
		switch name {
		case "value":
			v = a.number()
		case "values":
			v = a.digits()
		case "cell":
			v = a.cell()
		case "cells":
			v = a.cells()
		case "sets":
			v = a.sets()
		}
		fields = append(fields, name, v)
	}
	a.item(fields...)
}

// next takes the next word.
func (a *issArgs) next(what string) (word string) {
	if len(a.words) == 0 {
		a.fail("there is no %s", what)
		return ""
	}
	word, a.words = a.words[0], a.words[1:]
	return word
}

// only takes the word, if there is just one.
func (a *issArgs) only(what string) string {
	if len(a.words) != 1 || a.words[0] == "" {
		a.fail("there is no %s", what)
	}
	return a.next(what)
}

// number takes a number. A word without characters is 0.
func (a *issArgs) number() int {
	word := a.next("number")
	if word == "" {
		return 0
	}
	return a.numberIn(word)
}

func (a *issArgs) numberIn(word string) int {
	n, ok := number(word)
	if !ok {
		a.fail("`%s` is no number", shortened(word))
	}
	return n
}

// digits takes numbers with _ between them.
func (a *issArgs) digits() []Value { return a.numbersIn(strings.Split(a.next("list of digits"), "_")) }

func (a *issArgs) numbersIn(words []string) []Value {
	return alg.Map(words, func(w string) Value { return a.numberIn(w) })
}

func (a *issArgs) cell() Place { return a.cellIn(a.next("cell")) }

func (a *issArgs) cellIn(word string) Place {
	p, region, err := a.r.cell(word)
	a.regions = a.regions || region
	if a.err == nil && err != nil {
		a.err = err
	}
	return p
}

// places takes all further cells.
func (a *issArgs) places() (cells []Place) {
	for ; len(a.words) > 0 && a.err == nil; a.words = a.words[1:] {
		cells = append(cells, a.cellIn(a.words[0]))
	}
	return cells
}

func (a *issArgs) cells() []Value { return valuesOf(a.places()) }

// sets takes lists of cells with a dash between them.
func (a *issArgs) sets() (sets []Value) {
	words := a.words
	for len(words) > 0 {
		n := slices.Index(words, "-")
		if n < 0 {
			n = len(words)
		}
		if a.words = words[:n]; n > 0 {
			sets = append(sets, a.cells())
		}
		words = words[min(n+1, len(words)):]
	}
	return sets
}

// lines adds an item for each line of cells. Words without characters and titles, which begin with _, part the lines.
func (a *issArgs) lines(moves []Value, fields ...any) {
	var line []string
	for _, w := range slices.Concat(a.words, []string{""}) {
		if w != "" && w[0] != '_' {
			line = append(line, w)
			continue
		}
		if len(line) > 0 {
			if slices.Contains(line, "-") {
				a.fail("a line of several stretches of cells can't be read")
			}
			a.words, a.regions, line = line, false, nil
			cells := a.cells()
			if a.r.moves += len(moves); a.r.moves > maxISSMoves {
				a.fail("the tables of its lines have more than %d rows", maxISSMoves)
			}
			a.item(append(fields, "cells", cells)...)
		}
	}
}

// issGiven reads cells with their digits, as R1C1_5_6.
func issGiven(a *issArgs) {
	r := a.r
	for _, arg := range a.words {
		words := strings.Split(arg, "_")
		p := a.cellIn(words[0])
		digits := []int{}
		for _, w := range words[1:] {
			n, ok := number(w)
			if !ok || n < r.least || n >= r.least+r.digits {
				a.fail("`%s` has a digit that the board lacks", shortened(arg))
			}
			if !slices.Contains(digits, n) {
				digits = append(digits, n)
			}
		}
		before, known := r.marks[p]
		switch {
		case a.err != nil:
			return
		case r.option != nil:
			r.item(a.kind, "cell", p, "values", valuesOf(digits))
			continue
		case known:
			digits = slices.DeleteFunc(digits, func(n int) bool { return !slices.Contains(before, n) })
		default:
			r.order = append(r.order, p)
		}
		r.marks[p] = digits
	}
}

// issWhisper reads a whisper, whose number may be missing.
func issWhisper(a *issArgs) {
	if len(a.words) > 0 {
		if _, ok := number(a.words[0]); !ok {
			a.words = append([]string{"5"}, a.words...)
		}
	}
	a.form("value cells")
}

func issSumLine(a *issArgs) {
	if last := len(a.words) - 1; last >= 0 && a.words[last] == "LOOP" {
		a.kind, a.words = a.kind+" loop", a.words[:last]
	}
	a.form("value cells")
}

// issSum reads a sum, perhaps with coefficients: 7_=_1_1_-1.
func issSum(a *issArgs) {
	words := strings.Split(strings.Join(a.words[:min(1, len(a.words))], ""), "_")
	if len(words) < 2 || words[1] != "=" {
		a.form("value cells")
		return
	}
	a.next("number")
	total, cells := a.numberIn(words[0]), a.cells()
	if len(words)-2 != len(cells) {
		a.fail("there are %d coefficients for %d cells", len(words)-2, len(cells))
		return
	}
	terms := make([]Value, len(cells))
	for i, w := range words[2:] {
		k, ok := number(w)
		if !ok || k < -100 || k > 100 {
			a.fail("`%s` is no coefficient", shortened(w))
		}
		terms[i] = []Value{k, cells[i]}
	}
	a.kind += " weighted"
	a.item("value", total, "terms", terms, "cells", cells)
}

// issArrow reads the cells of an arrow: first those of the circle or pill. The line begins at the last of these.
func issArrow(a *issArgs) {
	n := 1
	if a.kind == "PillArrow" {
		n = a.number()
	}
	cells := a.places()
	if n < 1 || n > 3 || len(cells) < n {
		a.fail("it has %d cells, and %d in its circle", len(cells), n)
		return
	}
	a.item("pill", valuesOf(slices.SortedFunc(slices.Values(cells[:n]), Place.Compare)), "cells", valuesOf(cells[n-1:]))
}

func issIndexing(a *issArgs) {
	word := a.next("R or C")
	if word != "R" && word != "C" {
		a.fail("there is no R or C")
	}
	a.kind += " " + word
	a.form("cells")
}

// issQuad reads the upper left of four cells, and digits.
func issQuad(a *issArgs) {
	p := a.cell()
	cells := []Place{p, p.Plus(Place{X: 2}), p.Plus(Place{Y: 2}), p.Plus(Place{X: 2, Y: 2})}
	if !a.r.main.Has(cells[3]) {
		a.fail("the square of cells from its first one on is not on the board")
	}
	a.item("values", a.numbersIn(a.words), "cells", valuesOf(cells))
}

// issLookAndSay reads pairs of how many there are, and of what.
func issLookAndSay(a *issArgs) {
	clue := a.next("clue")
	if clue == "" {
		a.fail("the clue is no list of pairs")
	}
	pairs := []Value{}
	for pair := range slices.Chunk(strings.Split(clue, ""), 2) {
		count, okCount := number(pair[0])
		digit, okDigit := number(pair[len(pair)-1])
		if !okCount || !okDigit || len(clue)%2 != 0 {
			a.fail("the clue is no list of pairs")
		}
		pairs = append(pairs, []Value{count, digit})
	}
	a.item("pairs", pairs, "cells", a.cells())
}

// issSameValues reads how many sets of the same size the cells are.
func issSameValues(a *issArgs) {
	n, cells := a.number(), a.cells()
	if n < 1 || len(cells)%n != 0 {
		a.fail("%d cells are not %d sets of the same size", len(cells), n)
		return
	}
	sets := []Value{}
	for part := range slices.Chunk(cells, max(1, len(cells)/n)) {
		sets = append(sets, part)
	}
	a.item("sets", sets)
}

// issConnected reads digits whose cells hang together, and perhaps how many these are.
func issConnected(a *issArgs) {
	if word := a.next("list of digits"); word != "" {
		a.kind += " " + word
	}
	digits, size := a.digits(), 0
	if len(a.words) > 0 {
		size = a.number()
	}
	a.item("values", digits, "value", size)
}

// issBeside reads cells, any two of which that share a side have a sign between them.
func issBeside(a *issArgs) {
	cells, some := a.places(), false
	for i, p := range cells {
		for _, q := range cells[i+1:] {
			if d := p.Minus(q); d.X*d.X+d.Y*d.Y == 4 {
				some = true
				a.item("cells", []Value{p, q})
			}
		}
	}
	if !some {
		a.fail("no two of its cells share a side")
	}
}

// issPair reads a table of which digit may follow which, as bits, and lines of cells.
func issPair(a *issArgs) {
	key, r := a.next("table"), a.r
	if strings.HasPrefix(a.kind, "Binary") {
		key = strings.NewReplacer("-", "_", "_", "-").Replace(key)
	}
	bits, err := sixBits(key)
	if err != nil {
		a.fail("%v", err)
	}
	pairs := []Value{}
	for i := range r.digits * r.digits {
		if i/6 < len(bits) && bits[i/6]>>(i%6)&1 != 0 {
			pairs = append(pairs, []Value{r.least + i/r.digits, r.least + i%r.digits})
		}
	}
	a.lines(pairs, "pairs", pairs)
}

// issDiagonal reads a clue of a diagonal that begins at a cell of the rim.
func issDiagonal(a *issArgs) {
	if len(a.words) != 2 {
		a.fail("it has no cell or no sum")
		return
	}
	total, p := a.numberIn(a.next("sum")), a.cell()
	step := Place{}
	switch right, bottom := 2*a.r.Columns-1, 2*a.r.main.Rows-1; {
	case p.X == 1 && p.Y < bottom:
		step = Place{X: 2, Y: 2}
	case p.X == right && p.Y > 1 && p.Y < bottom:
		step = Place{X: -2, Y: -2}
	case p.Y == 1:
		step = Place{X: -2, Y: 2}
	case p.Y == bottom && p.X > 1 && p.X < right:
		step = Place{X: 2, Y: -2}
	default:
		a.fail("no diagonal begins at its cell")
		return
	}
	a.item("value", total, "cells", valuesOf(a.r.main.Ray(p, step)), "cell", p.Minus(step))
}

// issOutside reads a row or column, and the clues at its two ends.
func issOutside(a *issArgs) {
	name, board := a.next("row or column"), a.r.main
	from, step := Place{}, Place{}
	if len(name) == 2 {
		switch k := digitOf(name[1]); name[0] | 0x20 {
		case 'r':
			from, step = linkformat.Cell(k, 1), Place{X: 2}
		case 'c':
			from, step = linkformat.Cell(1, k), Place{Y: 2}
		}
	}
	cells := board.Ray(from, step)
	if len(cells) == 0 {
		a.fail("`%s` is no row or column", shortened(name))
	}
	for _, word := range a.words[:min(len(a.words), 2)] {
		if word != "" {
			n := a.numberIn(word)
			if a.err != nil {
				return
			}
			a.item("value", n, "cell", cells[0].Minus(step), "cells", valuesOf(cells))
		}
		slices.Reverse(cells)
		step = Place{}.Minus(step)
	}
}

// issSandwich reads a clue and its row or column.
func issSandwich(a *issArgs) {
	if len(a.words) != 2 {
		a.fail("it has no row or column, or no sum")
		return
	}
	a.words = []string{a.words[1], a.words[0]}
	issOutside(a)
}

// issDisjointSets is a flag where there are boxes. Otherwise it says which cells have different digits.
func issDisjointSets(a *issArgs) {
	r := a.r
	switch {
	case r.boxes:
		a.item()
		return
	case r.boxSize.Rows == 0:
		a.fail("the board can't be cut into boxes")
	}
	a.kind += " cells"
	for _, first := range r.boxSize.Cells() {
		cells := []Value{}
		for _, p := range r.main.Cells() {
			if d := p.Minus(first); d.Y/2%r.boxSize.Rows == 0 && d.X/2%r.boxSize.Columns == 0 {
				cells = append(cells, p)
			}
		}
		a.item("cells", cells)
	}
}

// issWindoku adds the boxes between the boxes.
func issWindoku(a *issArgs) {
	r := a.r
	size := issBox(r.main, r.digits)
	if r.regionSize != max(r.main.Rows, r.Columns) {
		size = r.boxSize
	}
	if size.Rows == 0 {
		a.fail("the board can't be cut into boxes")
		return
	}
	for left := 1; left+size.Columns < r.Columns; left += size.Columns + 1 {
		for top := 1; top+size.Rows < r.main.Rows; top += size.Rows + 1 {
			cells := []Value{}
			for k := range size.Rows * size.Columns {
				cells = append(cells, linkformat.Cell(top+k%size.Rows+1, left+k/size.Rows+1))
			}
			a.item("cells", cells)
		}
	}
}

// issChaosArrow reads a cell, whether the first cell of its arms counts, and the arms. Without arms these are the four
// directions.
func issChaosArrow(a *issArgs) {
	cell, offset := a.control()
	arms := a.sets()
	if len(arms) == 0 {
		for _, step := range []Place{{X: -2}, {X: 2}, {Y: -2}, {Y: 2}} {
			arms = append(arms, valuesOf(a.r.main.Ray(cell, step)))
		}
	}
	a.regions = false
	a.item("cell", cell, "value", offset, "lines", arms)
}

// issChaosCount reads a cell that counts, and the cells, of which the first is the one that others are compared with.
// Without these they are the cell and those around it.
func issChaosCount(a *issArgs) {
	cell, offset := a.control()
	cells := a.cells()
	if len(cells) == 0 {
		cells = append(cells, cell)
		for _, p := range a.r.main.Cells() {
			if d := p.Minus(cell); p != cell && abs(d.X) <= 2 && abs(d.Y) <= 2 {
				cells = append(cells, p)
			}
		}
	}
	a.regions = false
	a.item("cell", cell, "value", offset, "cells", cells)
}

// control takes the cell that counts, and what is taken off the count.
func (a *issArgs) control() (cell Place, offset int) {
	if cell = a.cell(); len(a.words) > 0 {
		offset = a.number()
	}
	return cell, offset
}

// issRegex reads a pattern and lines of cells.
func issRegex(a *issArgs) {
	word := a.next("pattern")
	pattern, err := url.PathUnescape(word)
	if !strings.Contains(word, "%") {
		var text []byte
		text, err = base64.RawURLEncoding.DecodeString(strings.TrimRight(word, "="))
		pattern = string(text)
	}
	if err != nil {
		a.fail("the pattern can't be decoded")
		return
	}
	pattern = strings.Join(strings.Fields(pattern), "")
	fsm, err := compileRegex(pattern, a.r.least, a.r.digits)
	a.automaton(fsm, err, "pattern", pattern)
}

// issNFA reads an automaton and lines of cells.
func issNFA(a *issArgs) {
	fsm, err := readNFA(a.next("automaton"))
	a.automaton(fsm, err)
}

func (a *issArgs) automaton(fsm *automaton, err error, more ...any) {
	if err != nil {
		a.fail("%v", err)
		return
	}
	moves, ends := fsm.fields(a.r.least)
	a.lines(moves, append(more, "moves", moves, "ends", ends)...)
}
