package sites

import (
	"encoding/base64"
	"net/url"
	"slices"
	"strings"

	"nazo/dsl/linkformat"
)

// issForm reads the arguments of a constraint and adds its items.
type issForm func(r *issReader, kind string, args []string) error

// issForms returns the constraints whose arguments are not just cells. Others are flags, or lists of cells. It is no
// variable, which would link all of them into programs that read no links.
func issForms() map[string]issForm {
	return map[string]issForm{
		"Given": issGiven,
		// What decides about the board is read before.
		"Shape": issNothing, "NoBoxes": issNothing, "RegionSize": issNothing, "Jigsaw": issNothing,
		"Var": issNothing, "SearchPriority": issNothing, "Doppelganger": issNothing,
		"ChaosConstruction": issChaos, "DisjointSets": issDisjointSets, "Windoku": issWindoku, "Diagonal": issWord, "FullRankTies": issTies,
		"Whisper": issWhisper, "Modular": issValue, "Lockout": issValue, "SumLine": issSumLine, "Cage": issValue,
		"RellikCage": issValue, "Lunchbox": issValue, "Sum": issSum, "Arrow": issArrow, "PillArrow": issArrow,
		"CountDistinct": issCounted, "Indexing": issIndexing, "Quad": issQuad,
		"ContainAtLeast": issContains, "ContainExact": issContains, "LookAndSay": issLookAndSay,
		"SameValues": issSameValues, "EqualSum": issEqualSum, "ConnectedValues": issConnected,
		"WhiteDot": issBeside, "BlackDot": issBeside, "GreaterThan": issBeside, "X": issBeside, "V": issBeside,
		"Pair": issPair, "PairX": issPair, "Binary": issPair, "BinaryX": issPair,
		"Regex": issRegex, "NFA": issNFA,
		"LittleKiller": issDiagonal, "Sandwich": issSandwich, "XSum": issOutside, "Skyscraper": issOutside,
		"HiddenSkyscraper": issOutside, "NumberedRoom": issOutside, "FullRank": issOutside,
		"ChaosArrow": issChaosArrow, "ChaosCount": issChaosCount,
	}
}

func issNothing(*issReader, string, []string) error { return nil }

// issOther reads a constraint without arguments, or one with cells only.
func issOther(r *issReader, kind string, args []string) error {
	if len(args) == 0 {
		return issFlag(r, kind, args)
	}
	return issCells(r, kind, args)
}

func issFlag(r *issReader, kind string, _ []string) error {
	r.item(kind)
	return nil
}

// issWord reads a constraint with a word that makes it more special.
func issWord(r *issReader, kind string, args []string) error {
	if len(args) != 1 || args[0] == "" {
		return failf("there is no word that says which one")
	}
	r.item(kind + " " + args[0])
	return nil
}

func issTies(r *issReader, kind string, args []string) error {
	if len(args) != 1 {
		return failf("there is no word that says which ties may be")
	}
	r.item(kind, "value", args[0])
	return nil
}

// issGiven reads cells with their digits, as R1C1_5_6.
func issGiven(r *issReader, kind string, args []string) error {
	for _, arg := range args {
		words := strings.Split(arg, "_")
		p, _, err := r.cell(words[0])
		if err != nil {
			return err
		}
		digits := []int{}
		for _, w := range words[1:] {
			n, ok := number(w)
			if !ok || n < r.least || n >= r.least+r.digits {
				return failf("`%s` has a digit that the board lacks", shortened(arg))
			}
			if !slices.Contains(digits, n) {
				digits = append(digits, n)
			}
		}
		if r.option != nil {
			r.item(kind, "cell", p, "values", values(digits))
			continue
		}
		if before, ok := r.marks[p]; ok {
			digits = slices.DeleteFunc(digits, func(n int) bool { return !slices.Contains(before, n) })
		} else {
			r.order = append(r.order, p)
		}
		if r.marks == nil {
			r.marks = map[Place][]int{}
		}
		r.marks[p] = digits
	}
	return nil
}

// kindOf is the kind for cells of the board, or of the regions to be found.
func kindOf(kind string, regions bool) string {
	if regions {
		return kind + " regions"
	}
	return kind
}

func issCells(r *issReader, kind string, args []string) error {
	cells, regions, err := r.cells(args)
	if err != nil {
		return err
	}
	r.item(kindOf(kind, regions), "cells", cells)
	return nil
}

// issValue reads a number and cells.
func issValue(r *issReader, kind string, args []string) error {
	if len(args) == 0 {
		return failf("there is no number")
	}
	n, ok := number(args[0])
	if !ok && args[0] != "" {
		return failf("`%s` is no number", shortened(args[0]))
	}
	cells, regions, err := r.cells(args[1:])
	if err != nil {
		return err
	}
	r.item(kindOf(kind, regions), "value", n, "cells", cells)
	return nil
}

// issWhisper reads a whisper, whose number may be missing.
func issWhisper(r *issReader, kind string, args []string) error {
	if len(args) > 0 {
		if _, ok := number(args[0]); !ok {
			args = append([]string{"5"}, args...)
		}
	}
	return issValue(r, kind, args)
}

func issSumLine(r *issReader, kind string, args []string) error {
	if n := len(args); n > 0 && args[n-1] == "LOOP" {
		return issValue(r, kind+" loop", args[:n-1])
	}
	return issValue(r, kind, args)
}

// issSum reads a sum, perhaps with coefficients: 7_=_1_1_-1.
func issSum(r *issReader, kind string, args []string) error {
	if len(args) == 0 {
		return failf("there is no number")
	}
	words := strings.Split(args[0], "_")
	if len(words) < 2 || words[1] != "=" {
		return issValue(r, kind, args)
	}
	total, ok := number(words[0])
	cells, _, err := r.cells(args[1:])
	if err != nil {
		return err
	}
	if !ok || len(words)-2 != len(cells) {
		return failf("there are %d coefficients for %d cells", len(words)-2, len(cells))
	}
	terms := make([]Value, len(cells))
	for i, w := range words[2:] {
		k, ok := number(w)
		if !ok || k < -100 || k > 100 {
			return failf("`%s` is no coefficient", shortened(w))
		}
		terms[i] = []Value{k, cells[i]}
	}
	r.item(kind+" weighted", "value", total, "terms", terms, "cells", cells)
	return nil
}

// issArrow reads the cells of an arrow: first those of the circle or pill. The line begins at the last of these.
func issArrow(r *issReader, kind string, args []string) error {
	n := 1
	if kind == "PillArrow" {
		if len(args) == 0 {
			return failf("there is no number of digits")
		}
		n, _ = number(args[0])
		args = args[1:]
	}
	cells, _, err := r.cells(args)
	if err != nil {
		return err
	}
	if n < 1 || n > 3 || len(cells) < n {
		return failf("it has %d cells, and %d in its circle", len(cells), n)
	}
	pill := slices.Clone(cells[:n])
	slices.SortFunc(pill, func(a, b Value) int {
		p, q := a.(Place), b.(Place)
		if p.Y != q.Y {
			return p.Y - q.Y
		}
		return p.X - q.X
	})
	r.item(kind, "pill", pill, "cells", cells[n-1:])
	return nil
}

// issCounted reads a cell that counts, and the cells among which it does.
func issCounted(r *issReader, kind string, args []string) error {
	cells, regions, err := r.cells(args)
	if err != nil {
		return err
	}
	if len(cells) == 0 {
		return failf("there is no cell")
	}
	r.item(kindOf(kind, regions), "cell", cells[0], "cells", cells[1:])
	return nil
}

func issIndexing(r *issReader, kind string, args []string) error {
	if len(args) == 0 || args[0] != "R" && args[0] != "C" {
		return failf("there is no R or C")
	}
	return issCells(r, kind+" "+args[0], args[1:])
}

// issQuad reads the upper left of four cells, and digits.
func issQuad(r *issReader, kind string, args []string) error {
	if len(args) == 0 {
		return failf("there is no cell")
	}
	p, _, err := r.cell(args[0])
	if err != nil {
		return err
	}
	if p.X+2 > 2*r.Columns || p.Y+2 > 2*r.height {
		return failf("the square of cells from `%s` on is not on the board", args[0])
	}
	digits, err := r.numbers(args[1:])
	if err != nil {
		return err
	}
	r.item(kind, "values", digits, "cells", []Value{p, Place{X: p.X + 2, Y: p.Y}, Place{X: p.X, Y: p.Y + 2}, Place{X: p.X + 2, Y: p.Y + 2}})
	return nil
}

func (r *issReader) numbers(words []string) ([]Value, error) {
	out := []Value{}
	for _, w := range words {
		n, ok := number(w)
		if !ok {
			return nil, failf("`%s` is no number", shortened(w))
		}
		out = append(out, n)
	}
	return out, nil
}

// issContains reads digits with _ between them, and cells.
func issContains(r *issReader, kind string, args []string) error {
	if len(args) == 0 {
		return failf("there are no digits")
	}
	digits, err := r.numbers(strings.Split(args[0], "_"))
	if err != nil {
		return err
	}
	cells, regions, err := r.cells(args[1:])
	if err != nil {
		return err
	}
	r.item(kindOf(kind, regions), "values", digits, "cells", cells)
	return nil
}

// issLookAndSay reads pairs of how many there are, and of what.
func issLookAndSay(r *issReader, kind string, args []string) error {
	if len(args) == 0 || len(args[0])%2 != 0 {
		return failf("the clue is no list of pairs")
	}
	pairs := []Value{}
	for i := 0; i < len(args[0]); i += 2 {
		count, okCount := number(args[0][i : i+1])
		digit, okDigit := number(args[0][i+1 : i+2])
		if !okCount || !okDigit {
			return failf("the clue is no list of pairs")
		}
		pairs = append(pairs, []Value{count, digit})
	}
	cells, _, err := r.cells(args[1:])
	if err != nil {
		return err
	}
	r.item(kind, "pairs", pairs, "cells", cells)
	return nil
}

// issSameValues reads how many sets of the same size the cells are.
func issSameValues(r *issReader, kind string, args []string) error {
	if len(args) == 0 {
		return failf("there is no number of sets")
	}
	n, _ := number(args[0])
	cells, regions, err := r.cells(args[1:])
	if err != nil {
		return err
	}
	if n < 1 || len(cells)%n != 0 {
		return failf("%d cells are not %s sets of the same size", len(cells), shortened(args[0]))
	}
	sets := []Value{}
	for part := range slices.Chunk(cells, max(1, len(cells)/n)) {
		sets = append(sets, part)
	}
	r.item(kindOf(kind, regions), "sets", sets)
	return nil
}

func issEqualSum(r *issReader, kind string, args []string) error {
	sets, regions, err := r.segments(args, "-")
	if err != nil {
		return err
	}
	r.item(kindOf(kind, regions), "sets", sets)
	return nil
}

// issConnected reads digits whose cells hang together, and perhaps how many these are.
func issConnected(r *issReader, kind string, args []string) error {
	if len(args) < 2 {
		return failf("there are no digits")
	}
	if args[0] != "" {
		kind += " " + args[0]
	}
	digits, err := r.numbers(strings.Split(args[1], "_"))
	if err != nil {
		return err
	}
	size := 0
	if len(args) > 2 {
		size, _ = number(args[2])
	}
	r.item(kind, "values", digits, "value", size)
	return nil
}

// issBeside reads cells, any two of which that share a side have a sign between them.
func issBeside(r *issReader, kind string, args []string) error {
	cells, _, err := r.cells(args)
	if err != nil {
		return err
	}
	var pairs []Value
	for i, a := range cells {
		for _, b := range cells[i+1:] {
			p, q := a.(Place), b.(Place)
			if dx, dy := p.X-q.X, p.Y-q.Y; dx*dx+dy*dy == 4 {
				pairs = append(pairs, []Value{a, b})
			}
		}
	}
	for _, p := range pairs {
		r.item(kind, "cells", p)
	}
	if len(pairs) == 0 {
		return failf("no two of its cells share a side")
	}
	return nil
}

// named calls f with the names of cells up to each empty word, or to one that begins with _, which is a title.
func named(words []string, f func(cells []string) error) error {
	start := 0
	for i := 0; i <= len(words); i++ {
		if i < len(words) && words[i] != "" && words[i][0] != '_' {
			continue
		}
		if i > start {
			if err := f(words[start:i]); err != nil {
				return err
			}
		}
		start = i + 1
	}
	return nil
}

// issPair reads a table of which digit may follow which, as bits, and lines of cells.
func issPair(r *issReader, kind string, args []string) error {
	if len(args) == 0 {
		return failf("there is no table")
	}
	key := args[0]
	if strings.HasPrefix(kind, "Binary") {
		key = strings.NewReplacer("-", "_", "_", "-").Replace(key)
	}
	bits, err := sixBits(key)
	if err != nil {
		return err
	}
	pairs := []Value{}
	for i := range r.digits * r.digits {
		if i/6 < len(bits) && bits[i/6]>>(i%6)&1 != 0 {
			pairs = append(pairs, []Value{r.least + i/r.digits, r.least + i%r.digits})
		}
	}
	return named(args[1:], func(names []string) error {
		cells, regions, err := r.cells(names)
		if err == nil {
			err = r.many(pairs)
		}
		if err != nil {
			return err
		}
		r.item(kindOf(kind, regions), "pairs", pairs, "cells", cells)
		return nil
	})
}

// issDiagonal reads a clue of a diagonal that begins at a cell of the rim.
func issDiagonal(r *issReader, kind string, args []string) error {
	if len(args) != 2 {
		return failf("it has no cell or no sum")
	}
	total, ok := number(args[0])
	if !ok {
		return failf("`%s` is no number", shortened(args[0]))
	}
	p, _, err := r.cell(args[1])
	if err != nil {
		return err
	}
	step := Place{}
	right, bottom := 2*r.Columns-1, 2*r.height-1
	switch {
	case p.X == 1 && p.Y < bottom:
		step = Place{X: 2, Y: 2}
	case p.X == right && p.Y > 1 && p.Y < bottom:
		step = Place{X: -2, Y: -2}
	case p.Y == 1:
		step = Place{X: -2, Y: 2}
	case p.Y == bottom && p.X > 1 && p.X < right:
		step = Place{X: 2, Y: -2}
	default:
		return failf("no diagonal begins at `%s`", args[1])
	}
	cells := []Value{}
	for at := p; at.X > 0 && at.Y > 0 && at.X < 2*r.Columns && at.Y < 2*r.height; at.X, at.Y = at.X+step.X, at.Y+step.Y {
		cells = append(cells, at)
	}
	r.item(kind, "value", total, "cells", cells, "cell", Place{X: p.X - step.X, Y: p.Y - step.Y})
	return nil
}

// line returns the cells of a row or column, from its beginning or its end, and the place before them.
func (r *issReader) line(name string, back bool) (cells []Value, before Place, err error) {
	if len(name) == 2 {
		k := digit17(name[1])
		switch {
		case name[0]|0x20 == 'r' && k >= 1 && k <= r.height:
			for column := range r.Columns {
				cells = append(cells, linkformat.Cell(k, column+1))
			}
		case name[0]|0x20 == 'c' && k >= 1 && k <= r.Columns:
			for row := range r.height {
				cells = append(cells, linkformat.Cell(row+1, k))
			}
		}
	}
	if len(cells) == 0 {
		return nil, before, failf("`%s` is no row or column", shortened(name))
	}
	if back {
		slices.Reverse(cells)
	}
	before = cells[0].(Place)
	step := 2
	if back {
		step = -2
	}
	if name[0]|0x20 == 'r' {
		before.X -= step
	} else {
		before.Y -= step
	}
	return cells, before, nil
}

// issOutside reads a row or column, and the clues at its two ends.
func issOutside(r *issReader, kind string, args []string) error {
	if len(args) == 0 {
		return failf("there is no row or column")
	}
	for i, word := range args[1:min(len(args), 3)] {
		if word == "" {
			continue
		}
		n, ok := number(word)
		if !ok {
			return failf("`%s` is no number", shortened(word))
		}
		cells, before, err := r.line(args[0], i == 1)
		if err != nil {
			return err
		}
		r.item(kind, "value", n, "cell", before, "cells", cells)
	}
	return nil
}

// issSandwich reads a clue and its row or column.
func issSandwich(r *issReader, kind string, args []string) error {
	if len(args) != 2 {
		return failf("it has no row or column, or no sum")
	}
	return issOutside(r, kind, []string{args[1], args[0]})
}

// issDisjointSets is a flag where there are boxes. Otherwise it says which cells have different digits.
func issDisjointSets(r *issReader, kind string, args []string) error {
	if r.boxes {
		return issFlag(r, kind, args)
	}
	if r.boxHeight == 0 {
		return failf("the board can't be cut into boxes")
	}
	for k := range r.boxHeight * r.boxWidth {
		cells := []Value{}
		for row := k / r.boxWidth; row < r.height; row += r.boxHeight {
			for column := k % r.boxWidth; column < r.Columns; column += r.boxWidth {
				cells = append(cells, linkformat.Cell(row+1, column+1))
			}
		}
		r.item(kind+" cells", "cells", cells)
	}
	return nil
}

// issWindoku adds the boxes between the boxes.
func issWindoku(r *issReader, kind string, _ []string) error {
	height, width := issBox(r.height, r.Columns, r.digits)
	if r.regionSize != max(r.height, r.Columns) {
		height, width = r.boxHeight, r.boxWidth
	}
	if height == 0 {
		return failf("the board can't be cut into boxes")
	}
	for left := 1; left+width < r.Columns; left += width + 1 {
		for top := 1; top+height < r.height; top += height + 1 {
			cells := []Value{}
			for k := range height * width {
				cells = append(cells, linkformat.Cell(top+k%height+1, left+k/height+1))
			}
			r.item(kind, "cells", cells)
		}
	}
	return nil
}

func issChaos(r *issReader, kind string, _ []string) error {
	r.item(kind, "value", r.regionSize)
	return nil
}

// issChaosArrow reads a cell, whether the first cell of its arms counts, and the arms. Without arms these are the four
// directions.
func issChaosArrow(r *issReader, kind string, args []string) error {
	cell, offset, rest, err := r.control(args)
	if err != nil {
		return err
	}
	arms, _, err := r.segments(rest, "-")
	if err != nil {
		return err
	}
	if len(arms) == 0 {
		for _, step := range []Place{{X: -2}, {X: 2}, {Y: -2}, {Y: 2}} {
			arm := []Value{}
			for at := cell; at.X > 0 && at.Y > 0 && at.X < 2*r.Columns && at.Y < 2*r.height; at.X, at.Y = at.X+step.X, at.Y+step.Y {
				arm = append(arm, at)
			}
			arms = append(arms, arm)
		}
	}
	r.item(kind, "cell", cell, "value", offset, "lines", arms)
	return nil
}

// issChaosCount reads a cell that counts, and the cells, of which the first is the one that others are compared with.
// Without these they are the cell and those around it.
func issChaosCount(r *issReader, kind string, args []string) error {
	cell, offset, rest, err := r.control(args)
	if err != nil {
		return err
	}
	cells, _, err := r.cells(rest)
	if err != nil {
		return err
	}
	if len(cells) == 0 {
		cells = append(cells, cell)
		for dy := -2; dy <= 2; dy += 2 {
			for dx := -2; dx <= 2; dx += 2 {
				if at := (Place{X: cell.X + dx, Y: cell.Y + dy}); at != cell && at.X > 0 && at.Y > 0 && at.X < 2*r.Columns && at.Y < 2*r.height {
					cells = append(cells, at)
				}
			}
		}
	}
	r.item(kind, "cell", cell, "value", offset, "cells", cells)
	return nil
}

// control reads the cell that counts, and what is taken off the count.
func (r *issReader) control(args []string) (cell Place, offset int, rest []string, err error) {
	if len(args) == 0 {
		return cell, 0, nil, failf("there is no cell")
	}
	if cell, _, err = r.cell(args[0]); err != nil || len(args) == 1 {
		return cell, 0, nil, err
	}
	if args[1] != "" {
		offset, _ = number(args[1])
	}
	return cell, offset, args[2:], nil
}

// issRegex reads a pattern and lines of cells.
func issRegex(r *issReader, kind string, args []string) error {
	if len(args) == 0 {
		return failf("there is no pattern")
	}
	var pattern string
	if strings.ContainsAny(args[0], "%") {
		text, err := url.PathUnescape(args[0])
		if err != nil {
			return failf("the pattern can't be decoded")
		}
		pattern = text
	} else {
		text, err := base64.RawURLEncoding.DecodeString(strings.TrimRight(args[0], "="))
		if err != nil {
			return failf("the pattern can't be decoded")
		}
		pattern = string(text)
	}
	pattern = strings.Join(strings.Fields(pattern), "")
	a, err := compileRegex(pattern, r.least, r.digits)
	if err != nil {
		return err
	}
	return r.automaton(kind, a, args[1:], "pattern", pattern)
}

// issNFA reads an automaton and lines of cells.
func issNFA(r *issReader, kind string, args []string) error {
	if len(args) == 0 {
		return failf("there is no automaton")
	}
	a, err := readNFA(args[0])
	if err != nil {
		return err
	}
	return r.automaton(kind, a, args[1:])
}

func (r *issReader) automaton(kind string, a *automaton, words []string, more ...any) error {
	moves, ends := a.fields(r.least)
	return named(words, func(names []string) error {
		if slices.Contains(names, "-") {
			return failf("an automaton that reads several stretches of cells can't be read")
		}
		cells, regions, err := r.cells(names)
		if err == nil {
			err = r.many(moves)
		}
		if err != nil {
			return err
		}
		r.item(kindOf(kind, regions), append([]any{"moves", moves, "ends", ends, "cells", cells}, more...)...)
		return nil
	})
}
