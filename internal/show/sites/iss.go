package sites

import (
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"nazo/dsl/linkformat"
)

// maxISS is the largest side and the most digits of a board of Interactive Sudoku Solver.
const maxISS = 16

// These bound what a link of Interactive Sudoku Solver may ask for.
const (
	maxISSItems  = 20_000
	maxISSDepth  = 16
	maxISSBeside = 1000    // cells beside the board
	maxISSMoves  = 500_000 // of automata and tables, for all their lines
)

// isISSName reports whether a text can be the name of a constraint.
func isISSName(text string) bool { return isWord(text) && text[0] <= 'Z' }

// issBody takes addresses of Interactive Sudoku Solver, its constraint strings, and the lines for killer, jigsaw and
// pencil marks that it takes.
func issBody(text string) (string, bool) {
	if _, query, ok := strings.Cut(text, "sigh.github.io/"); ok {
		if _, body, ok := strings.Cut(query, "q="); ok {
			body, _, _ = strings.Cut(body, "&")
			if s, err := url.QueryUnescape(body); err == nil {
				body = s
			}
			return strings.TrimSpace(body), true
		}
		return "", true
	}
	plain := text
	if strings.ContainsRune(text, '#') {
		plain = regexp.MustCompile(`(?m)^\s*#.*$`).ReplaceAllString(text, "") // remarks
	}
	if plain = strings.TrimSpace(plain); !strings.HasPrefix(plain, ".") {
		return plain, issLine(plain) != nil
	}
	var (
		issConstraint = regexp.MustCompile(`^\.\s*(~[Rr][0-9A-Ga-g][Cc]|[A-Z][A-Za-z]+\s*(~|\.|$)|\.)`)
		issFlags      = regexp.MustCompile(`^(\.[A-Z][a-z]+[A-Za-z]*\s*)+$`) // constraints without arguments
	)
	if issConstraint.MatchString(plain) && (strings.ContainsRune(plain, '~') || issFlags.MatchString(plain)) {
		return plain, true
	}
	return plain, issLine(plain) != nil
}

// readISS reads constraint strings: ".Type~argument~R1C1.…", groups of them, and lines of characters. An item's kind is
// the type. Cells are in the field "cells", the first argument that is no cell in "value".
func readISS(body string) (*Document, error) {
	if body == "" {
		return nil, advise("open it there, and copy the address that it then has, with ?q= in it", "the link has no puzzle in it")
	}
	r := &issReader{Document: &Document{}, forms: issForms(), marks: map[Place][]int{}}
	root := &issNode{}
	for _, part := range regexp.MustCompile(`\n\s*\n`).Split(body, -1) {
		if line := issLine(strings.TrimSpace(part)); line != nil {
			root.children = append(root.children, line(strings.Join(strings.Fields(part), ""))...)
		} else if err := root.parse(part); err != nil {
			return nil, err
		}
	}
	if err := r.shape(root.children); err != nil {
		return nil, err
	}
	if err := r.cellsBeside(root.children); err != nil {
		return nil, err
	}
	if err := r.nodes(root.children, nil, 0); err != nil {
		return nil, err
	}
	r.givens()
	return r.Document, nil
}

// issNode is a constraint, or a group of constraints.
type issNode struct {
	kind     string
	args     []string
	children []*issNode
}

// issGroups are the kinds that hold the constraints up to ".End".
var issGroups = []string{"Or", "And", "Replicate"}

// parse appends the constraints of a text.
func (n *issNode) parse(text string) error {
	text = strings.Join(strings.Fields(text), "")
	before, rest, _ := strings.Cut(text, ".")
	if before != "" {
		return failf("a constraint begins with a point, and this does not: %s", shortened(before))
	}
	open := []*issNode{n}
	if rest == "" {
		return nil
	}
	for i, word := range strings.Split(rest, ".") {
		if i > maxISSItems {
			return failf("the link has more than %d constraints", maxISSItems)
		}
		args := strings.Split(word, "~")
		kind := args[0]
		if kind == "" {
			kind = "Given"
		}
		last := open[len(open)-1]
		if kind == "End" {
			if len(open) == 1 {
				return failf("there is an End without its beginning")
			}
			open = open[:len(open)-1]
			continue
		}
		c := &issNode{kind: kind, args: args[1:]}
		last.children = append(last.children, c)
		if slices.Contains(issGroups, kind) {
			if open = append(open, c); len(open) > maxISSDepth {
				return failf("groups are nested more than %d deep", maxISSDepth)
			}
		}
	}
	if len(open) > 1 {
		return failf("the group %s has no End", open[len(open)-1].kind)
	}
	return nil
}

func shortened(text string) string {
	if r := []rune(text); len(r) > 30 {
		return string(r[:29]) + "…"
	}
	return text
}

// issOption is one of the alternatives of an Or group.
type issOption struct{ group, number int }

// issReader turns constraints into items.
type issReader struct {
	*Document
	forms         map[string]func(a *issArgs)
	least, digits int              // the smallest digit, and how many there are
	main          linkformat.Board // without the rows of cells beside it
	boxSize       linkformat.Board // the size of a box, or nothing
	regionSize    int
	boxes         bool // and no regions of other forms instead
	chaos         bool // regions are to be found
	groups        int
	read          int // constraints, copies included
	moves         int // of automata and tables
	beside        map[string]Place
	option        *issOption
	shift         func(Place) (Place, bool) // of the copy that is being read, or nil
	marks         map[Place][]int           // the digits that a cell may have
	order         []Place                   // of marks
}

// shape reads what decides about the board and its regions.
func (r *issReader) shape(nodes []*issNode) error {
	dims, span, raw, noBoxes := "9x9", "", false, false
	var jigsaw []string
	for _, n := range nodes {
		args := append(slices.Clip(n.args), "", "", "")
		switch n.kind {
		case "Shape":
			if span, raw = args[1], args[2] == "Raw"; len(n.args) > 0 {
				dims = args[0]
			}
		case "NoBoxes":
			noBoxes = true
		case "RegionSize":
			r.regionSize, _ = number(args[0])
		case "ChaosConstruction":
			r.chaos = true
		case "Jigsaw":
			if len(n.args) > 0 {
				jigsaw = append(jigsaw, n.args[len(n.args)-1])
			}
		}
	}
	rows, columns, _ := strings.Cut(dims, "x")
	r.Rows, _ = number(rows)
	r.Columns, _ = number(columns)
	if r.Rows < 1 || r.Rows > maxISS || r.Columns < 1 || r.Columns > maxISS {
		return failf("the board is %s; the site has boards up to %dx%d", shortened(dims), maxISS, maxISS)
	}
	r.main = r.Board
	side := max(r.Rows, r.Columns)
	if err := r.span(span, side); err != nil {
		return err
	}
	if raw {
		r.add("Raw")
	}
	if r.regionSize < 1 {
		r.regionSize = side
	}
	r.boxSize = issBox(r.main, r.regionSize)
	if r.boxes = r.boxSize.Rows > 0 && !noBoxes && !raw; r.boxes {
		r.addBoxes(r.boxSize)
	}
	for _, layout := range jigsaw {
		if err := r.jigsaw(layout); err != nil {
			return err
		}
	}
	return nil
}

// span reads the digits of the board: how many there are, or the smallest and the largest.
func (r *issReader) span(text string, side int) error {
	r.least, r.digits = 1, side
	if low, high, ok := strings.Cut(text, "-"); ok {
		r.least, _ = number(low)
		top, _ := number(high)
		r.digits = top - r.least + 1
	} else if text != "" {
		r.digits, _ = number(text)
	}
	if r.least < 0 || r.least > 1 || r.digits < 1 || r.digits > maxISS {
		return failf("the digits of the board are %s; the site has up to %d, from 0 or 1", shortened(text), maxISS)
	}
	if r.least != 1 || r.digits != side {
		r.add("Shape", "least", r.least, "digits", r.digits)
	}
	return nil
}

// cellsBeside puts the cells that are not part of the board into further rows below it: those of Var constraints, and the
// digits that rows, columns and boxes lack where each lacks one.
func (r *issReader) cellsBeside(nodes []*issNode) error {
	r.beside = map[string]Place{}
	used := map[Place]bool{}
	place := func(prefix string, count int) []Value {
		cells := []Value{}
		for i := range count {
			name := prefix
			if count > 1 {
				name = fmt.Sprint(prefix, i+1)
			}
			p := linkformat.Cell(r.Rows+i/r.Columns+1, i%r.Columns+1)
			r.beside[name], used[p] = p, true
			cells = append(cells, p)
		}
		r.Rows += (count + r.Columns - 1) / r.Columns
		return cells
	}
	for _, n := range nodes {
		switch n.kind {
		case "Var":
			args := append(slices.Clip(n.args), "", "", "")
			if len(args[0]) > 20 || !isWord(args[0]) || args[0] != strings.ToUpper(args[0]) {
				return failf("Var: the cells have no name")
			}
			a, b, _ := strings.Cut(args[2], "x")
			rows, _ := number(a)
			columns, _ := number(b)
			if rows, columns = max(1, rows), max(1, columns); rows > maxISSBeside || columns > maxISSBeside || rows*columns > maxISSBeside {
				return failf("Var: there are more than %d cells beside the board", maxISSBeside)
			}
			place("V"+args[0], rows*columns)
		case "Doppelganger":
			r.item("Doppelganger rows", "cells", place("DGC", r.main.Rows))
			r.item("Doppelganger columns", "cells", place("DGR", r.Columns))
			if r.boxSize.Rows == 0 {
				break
			}
			boxes := boxesOf(r.main, r.boxSize)
			for k, cell := range place("DGB", len(boxes)) {
				if r.boxes {
					r.item("Doppelganger region", "cell", cell, "cells", valuesOf(boxes[k]))
				}
			}
		}
		if r.Rows > maxSide {
			return failf("there are more than %d cells beside the board", maxISSBeside)
		}
	}
	if r.Rows == r.main.Rows {
		return nil
	}
	beside := r.Cells()[r.main.Rows*r.Columns:]
	for _, p := range beside {
		if !used[p] {
			r.add("unused", "cell", p)
		}
	}
	r.add("beside", "cells", valuesOf(beside))
	return nil
}

// issBox returns the size of the boxes with a number of cells. It is nothing if the board can't be cut into such.
func issBox(b linkformat.Board, size int) linkformat.Board {
	for small := size; small >= 2; small-- {
		if small*small > size || size%small != 0 {
			continue
		}
		large := size / small
		switch {
		case b.Rows%small == 0 && b.Columns%large == 0:
			return linkformat.Board{Rows: small, Columns: large}
		case b.Rows%large == 0 && b.Columns%small == 0:
			return linkformat.Board{Rows: large, Columns: small}
		}
	}
	return linkformat.Board{}
}

// jigsaw reads a character for each cell. Cells with the same one form a region. Beside boxes the regions are further
// sets of different digits.
func (r *issReader) jigsaw(layout string) error {
	cells := map[rune][]Value{}
	var order []rune
	text, all := []rune(layout), r.Cells()
	if len(text) != len(all) {
		return failf("the regions are given by %d characters, and the board has %d cells", len(text), len(all))
	}
	for i, c := range text {
		if cells[c] == nil {
			order = append(order, c)
		}
		cells[c] = append(cells[c], all[i])
	}
	if len(order) == 1 {
		return nil
	}
	for k, c := range order {
		if len(cells[c]) != r.regionSize {
			continue // the site allows one for the rest of the board
		}
		if r.boxes {
			r.add("Jigsaw", "cells", cells[c])
			continue
		}
		for _, p := range cells[c] {
			r.add("region", "cell", p, "value", k+1)
		}
	}
	return nil
}

// nodes adds the items of constraints.
func (r *issReader) nodes(nodes []*issNode, option *issOption, depth int) error {
	for _, n := range nodes {
		if err := r.node(n, option, depth); err != nil {
			return err
		}
		if r.read++; len(r.Items) > maxISSItems || r.read > maxISSItems {
			return failf("the link has more than %d constraints", maxISSItems)
		}
	}
	return nil
}

func (r *issReader) node(n *issNode, option *issOption, depth int) error {
	if depth > maxISSDepth {
		return failf("groups are nested more than %d deep", maxISSDepth)
	}
	switch n.kind {
	case "And":
		return r.nodes(n.children, option, depth+1)
	case "Or":
		if option != nil {
			return failf("the link has an Or group within a Replicate group within one of the alternatives of another, which is not read")
		}
		return r.alternatives(n, depth+1)
	case "Replicate":
		return r.replicate(n, option, depth)
	}
	if !isISSName(n.kind) {
		return failf("`%s` is no name of a constraint", shortened(n.kind))
	}
	r.option = option
	a := &issArgs{r: r, kind: n.kind, words: n.args}
	if form, ok := r.forms[n.kind]; ok {
		form(a)
	} else if len(n.args) == 0 { // a flag
		a.item()
	} else {
		a.form("cells")
	}
	if a.err != nil {
		return failf("%s: %v", n.kind, a.err)
	}
	return nil
}

// mostAlternatives bounds the alternatives of an Or group.
const mostAlternatives = 1000

// alternatives adds those of an Or group, with numbers.
func (r *issReader) alternatives(n *issNode, depth int) error {
	all, err := n.alternatives()
	if err != nil {
		return err
	}
	if len(all) == 0 {
		return failf("the link has an Or group without alternatives")
	}
	if slices.ContainsFunc(all, func(parts []*issNode) bool { return len(parts) == 0 }) {
		return nil // one of them always holds
	}
	r.groups++
	for i, parts := range all {
		for _, part := range parts {
			if err := r.node(part, &issOption{group: r.groups, number: i + 1}, depth); err != nil {
				return err
			}
		}
	}
	return nil
}

// alternatives returns the ways in which a node can hold, each as nodes that hold together: a or (b and (c or d)) is a, or
// b and c, or b and d.
func (n *issNode) alternatives() (all [][]*issNode, err error) {
	if n.kind != "Or" && n.kind != "And" {
		return [][]*issNode{{n}}, nil
	}
	if n.kind == "And" {
		all = [][]*issNode{nil}
	}
	for _, c := range n.children {
		ways, err := c.alternatives()
		switch {
		case err != nil:
			return nil, err
		case n.kind == "Or":
			all = append(all, ways...)
		case len(all)*len(ways) <= mostAlternatives:
			var both [][]*issNode
			for _, some := range all {
				for _, way := range ways {
					both = append(both, slices.Concat(some, way))
				}
			}
			all = both
		default:
			return nil, failf("an Or group has more than %d alternatives", mostAlternatives)
		}
		if len(all) > mostAlternatives {
			return nil, failf("an Or group has more than %d alternatives", mostAlternatives)
		}
	}
	return all, nil
}

// replicate adds copies of the children. Bits say to which cells the origin moves.
func (r *issReader) replicate(n *issNode, option *issOption, depth int) error {
	args := append(slices.Clip(n.args), "", "")
	origin := linkformat.Cell(1, 1)
	if args[1] != "" {
		p, _, err := r.cell(args[1])
		if err != nil {
			return err
		}
		origin = p
	}
	bits, err := sixBits(args[0])
	if err != nil {
		return err
	}
	before := r.shift
	defer func() { r.shift = before }()
	cells := r.main.Cells()
	first := slices.Index(cells, origin)
	for i := range 6 * len(bits) {
		if bits[i/6]>>(i%6)&1 == 0 {
			continue
		}
		if first < 0 || first+i >= len(cells) {
			return failf("a copy of a group lies outside of the board")
		}
		step := cells[first+i].Minus(origin)
		r.shift = func(p Place) (Place, bool) {
			if p = p.Plus(step); before != nil {
				return before(p)
			}
			return p, r.main.Has(p)
		}
		if err := r.nodes(n.children, option, depth+1); err != nil {
			return err
		}
	}
	return nil
}

// sixBits returns the six bits of each character.
func sixBits(text string) ([]byte, error) {
	out := make([]byte, len(text))
	for i := range len(text) {
		k := strings.IndexByte(base64Digits[:62]+"-_", text[i])
		if k < 0 {
			return nil, failf("the character %q is none of base 64", text[i:i+1])
		}
		out[i] = byte(k)
	}
	return out, nil
}

// item adds an item, as one of the alternatives of a group if it is in one.
func (r *issReader) item(kind string, fields ...any) {
	if r.option != nil {
		kind = "Or " + kind
		fields = append(fields, "group", r.option.group, "option", r.option.number)
	}
	r.add(kind, fields...)
}

// cell reads the name of a cell. Rows and columns from 10 on are letters. A cell of the regions to be found is named CC and its
// number. region reports that.
func (r *issReader) cell(name string) (p Place, region bool, err error) {
	ok := true
	if count, is := strings.CutPrefix(name, "CC"); is && r.chaos {
		i := 1
		if count != "" {
			if _, err := fmt.Sscanf(count, "%d", &i); err != nil {
				return p, false, failf("`%s` is no cell", shortened(name))
			}
		}
		if region, ok = true, i >= 1 && i <= r.main.Rows*r.Columns; ok {
			p = linkformat.Cell((i-1)/r.Columns+1, (i-1)%r.Columns+1)
		}
	} else if len(name) == 4 && name[0]|0x20 == 'r' && name[2]|0x20 == 'c' {
		p = linkformat.Cell(digitOf(name[1]), digitOf(name[3]))
		if ok = r.main.Has(p); ok && r.shift != nil {
			p, ok = r.shift(p)
		}
	} else if p, ok = r.beside[name]; !ok {
		return p, false, failf("`%s` is no cell", shortened(name))
	}
	if !ok {
		return p, false, failf("`%s` is outside of the board", shortened(name))
	}
	return p, region, nil
}

// givens adds what is known of single cells.
func (r *issReader) givens() {
	for _, p := range r.order {
		if digits := r.marks[p]; len(digits) == 1 {
			r.add("Given", "cell", p, "value", digits[0])
		} else {
			r.add("Given digits", "cell", p, "values", valuesOf(digits))
		}
	}
}
