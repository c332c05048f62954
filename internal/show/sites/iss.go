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
func isISSName(text string) bool {
	return text != "" && text[0] >= 'A' && text[0] <= 'Z' && !strings.ContainsFunc(text, func(c rune) bool { return c|0x20 < 'a' || c|0x20 > 'z' })
}

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
	var (
		issConstraint = regexp.MustCompile(`^\.\s*(~[Rr][0-9A-Ga-g][Cc]|[A-Z][A-Za-z]+\s*(~|\.|$)|\.)`)
		issFlags      = regexp.MustCompile(`^(\.[A-Z][a-z]+[A-Za-z]*\s*)+$`) // constraints without arguments
		issRemark     = regexp.MustCompile(`(?m)^\s*#.*$`)
	)
	plain := strings.TrimSpace(issRemark.ReplaceAllString(text, ""))
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
	r := &issReader{Document: &Document{}, forms: issForms()}
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
	forms         map[string]issForm
	least, digits int // the smallest digit, and how many there are
	boxHeight     int // of the boxes, or 0
	boxWidth      int
	regionSize    int
	boxes         bool // and no regions of other forms instead
	chaos         bool // regions are to be found
	groups        int
	read          int // constraints, copies included
	moves         int // of automata and tables
	height        int // the rows of the board, without those of the cells beside it
	beside        map[string]Place
	option        *issOption
	shift         func(Place) (Place, bool) // of the copy that is being read, or nil
	marks         map[Place][]int           // the digits that a cell may have
	order         []Place                   // of marks
}

// shape reads what decides about the board and its regions.
func (r *issReader) shape(nodes []*issNode) error {
	dims, span, raw := "9x9", "", false
	noBoxes, size := false, 0
	var jigsaw []string
	for _, n := range nodes {
		switch n.kind {
		case "Shape":
			if len(n.args) > 0 {
				dims = n.args[0]
			}
			if len(n.args) > 1 {
				span = n.args[1]
			}
			raw = len(n.args) > 2 && n.args[2] == "Raw"
		case "NoBoxes":
			noBoxes = true
		case "RegionSize":
			if len(n.args) > 0 {
				size, _ = number(n.args[0])
			}
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
	r.least, r.digits = 1, max(r.Rows, r.Columns)
	if low, high, ok := strings.Cut(span, "-"); ok {
		r.least, _ = number(low)
		top, _ := number(high)
		r.digits = top - r.least + 1
	} else if span != "" {
		r.digits, _ = number(span)
	}
	if r.least < 0 || r.least > 1 || r.digits < 1 || r.digits > maxISS {
		return failf("the digits of the board are %s; the site has up to %d, from 0 or 1", shortened(span), maxISS)
	}
	if r.least != 1 || r.digits != max(r.Rows, r.Columns) {
		r.add("Shape", "least", r.least, "digits", r.digits)
	}
	if raw {
		r.add("Raw")
	}
	if r.regionSize = size; size < 1 {
		r.regionSize = max(r.Rows, r.Columns)
	}
	r.boxHeight, r.boxWidth = issBox(r.Rows, r.Columns, r.regionSize)
	r.boxes = r.boxHeight > 0 && !noBoxes && !raw
	if r.boxes {
		for row := range r.Rows {
			for column := range r.Columns {
				r.add("region", "cell", linkformat.Cell(row+1, column+1), "value", row/r.boxHeight*(r.Columns/r.boxWidth)+column/r.boxWidth+1)
			}
		}
	}
	for _, layout := range jigsaw {
		if err := r.jigsaw(layout); err != nil {
			return err
		}
	}
	return nil
}

// cellsBeside puts the cells that are not part of the board into further rows below it: those of Var constraints, and the
// digits that rows, columns and boxes lack where each lacks one.
func (r *issReader) cellsBeside(nodes []*issNode) error {
	r.height = r.Rows
	r.beside = map[string]Place{}
	place := func(prefix string, count int) []Value {
		cells := []Value{}
		for i := range count {
			name := prefix
			if count > 1 {
				name = fmt.Sprint(prefix, i+1)
			}
			p := linkformat.Cell(r.Rows+i/r.Columns+1, i%r.Columns+1)
			r.beside[name] = p
			cells = append(cells, p)
		}
		r.Rows += (count + r.Columns - 1) / r.Columns
		return cells
	}
	for _, n := range nodes {
		switch n.kind {
		case "Var":
			if len(n.args) == 0 || !isISSPrefix(n.args[0]) {
				return failf("Var: the cells have no name")
			}
			rows, columns := 1, 1
			if len(n.args) > 2 {
				if a, b, ok := strings.Cut(n.args[2], "x"); ok {
					rows, _ = number(a)
					columns, _ = number(b)
				} else {
					rows, _ = number(a)
				}
			}
			rows, columns = max(1, rows), max(1, columns)
			if rows > maxISSBeside || columns > maxISSBeside || rows*columns > maxISSBeside {
				return failf("Var: there are more than %d cells beside the board", maxISSBeside)
			}
			place("V"+n.args[0], rows*columns)
		case "Doppelganger":
			r.item("Doppelganger rows", "cells", place("DGC", r.height))
			r.item("Doppelganger columns", "cells", place("DGR", r.Columns))
			boxes := 0
			if r.boxHeight > 0 {
				boxes = r.height / r.boxHeight * (r.Columns / r.boxWidth)
			}
			cells := place("DGB", boxes)
			for k := range cells {
				inside := []Value{}
				for i := range r.height * r.Columns {
					row, column := i/r.Columns, i%r.Columns
					if row/r.boxHeight*(r.Columns/r.boxWidth)+column/r.boxWidth == k {
						inside = append(inside, linkformat.Cell(row+1, column+1))
					}
				}
				if r.boxes {
					r.item("Doppelganger region", "cell", cells[k], "cells", inside)
				}
			}
		}
		if r.Rows > maxSide {
			return failf("there are more than %d cells beside the board", maxISSBeside)
		}
	}
	if r.Rows > r.height {
		cells := []Value{}
		used := map[Place]bool{}
		for _, p := range r.beside {
			used[p] = true
		}
		for i := r.height * r.Columns; i < r.Rows*r.Columns; i++ {
			p := linkformat.Cell(i/r.Columns+1, i%r.Columns+1)
			cells = append(cells, p)
			if !used[p] {
				r.add("unused", "cell", p)
			}
		}
		r.add("beside", "cells", cells)
	}
	return nil
}

// isISSPrefix reports whether a text can be the name of cells beside the board.
func isISSPrefix(text string) bool {
	return len(text) <= 20 && isISSName(text) && text == strings.ToUpper(text)
}

// issBox returns the size of the boxes with a number of cells, or 0 if the board can't be cut into such.
func issBox(rows, columns, size int) (height, width int) {
	for small := size; small >= 2; small-- {
		if small*small > size || size%small != 0 {
			continue
		}
		large := size / small
		switch {
		case rows%small == 0 && columns%large == 0:
			return small, large
		case rows%large == 0 && columns%small == 0:
			return large, small
		}
	}
	return 0, 0
}

// jigsaw reads a character for each cell. Cells with the same one form a region. Beside boxes the regions are further
// sets of different digits.
func (r *issReader) jigsaw(layout string) error {
	cells := map[rune][]Value{}
	var order []rune
	text := []rune(layout)
	if len(text) != r.Rows*r.Columns {
		return failf("the regions are given by %d characters, and the board has %d cells", len(text), r.Rows*r.Columns)
	}
	for i, c := range text {
		if cells[c] == nil {
			order = append(order, c)
		}
		cells[c] = append(cells[c], linkformat.Cell(i/r.Columns+1, i%r.Columns+1))
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
			return failf("the link has an Or group within one of the alternatives of another")
		}
		r.groups++
		group := &issOption{group: r.groups}
		return r.alternatives(n, group, depth+1)
	case "Replicate":
		return r.replicate(n, option, depth)
	}
	form, ok := r.forms[n.kind]
	switch {
	case !isISSName(n.kind):
		return failf("`%s` is no name of a constraint", shortened(n.kind))
	case !ok:
		form = issOther
	}
	r.option = option
	if err := form(r, n.kind, n.args); err != nil {
		return failf("%s: %v", n.kind, err)
	}
	return nil
}

// alternatives numbers the children of an Or group. An Or group among them adds its own.
func (r *issReader) alternatives(n *issNode, group *issOption, depth int) error {
	if depth > maxISSDepth {
		return failf("groups are nested more than %d deep", maxISSDepth)
	}
	if len(n.children) == 0 {
		return failf("the link has an Or group without alternatives")
	}
	for _, c := range n.children {
		if c.kind == "Or" {
			if err := r.alternatives(c, group, depth+1); err != nil {
				return err
			}
			continue
		}
		group.number++
		option := *group
		if err := r.node(c, &option, depth+1); err != nil {
			return err
		}
	}
	return nil
}

// replicate adds copies of the children. Bits say to which cells the origin moves.
func (r *issReader) replicate(n *issNode, option *issOption, depth int) error {
	origin := linkformat.Cell(1, 1)
	if len(n.args) > 1 && n.args[1] != "" {
		p, _, err := r.cell(n.args[1])
		if err != nil {
			return err
		}
		origin = p
	}
	if len(n.args) == 0 {
		return nil
	}
	bits, err := sixBits(n.args[0])
	if err != nil {
		return err
	}
	before := r.shift
	defer func() { r.shift = before }()
	first := (origin.Y-1)/2*r.Columns + (origin.X-1)/2
	for i := range 6 * len(bits) {
		if bits[i/6]>>(i%6)&1 == 0 {
			continue
		}
		to := first + i
		if to >= r.height*r.Columns {
			return failf("a copy of a group lies outside of the board")
		}
		at := linkformat.Cell(to/r.Columns+1, to%r.Columns+1)
		r.shift = func(p Place) (Place, bool) {
			p.X, p.Y = p.X+at.X-origin.X, p.Y+at.Y-origin.Y
			if before != nil {
				return before(p)
			}
			return p, p.X > 0 && p.Y > 0 && p.X < 2*r.Columns && p.Y < 2*r.height
		}
		if err := r.nodes(n.children, option, depth+1); err != nil {
			return err
		}
	}
	return nil
}

const base64URL = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

// sixBits returns the six bits of each character.
func sixBits(text string) ([]byte, error) {
	out := make([]byte, len(text))
	for i := range len(text) {
		k := strings.IndexByte(base64URL, text[i])
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

// many counts the moves of an automaton or the rows of a table, for each line that it is for.
func (r *issReader) many(moves []Value) error {
	if r.moves += len(moves); r.moves > maxISSMoves {
		return failf("the tables of its lines have more than %d rows", maxISSMoves)
	}
	return nil
}

// cell reads the name of a cell. Rows and columns from 10 on are letters. A cell of the regions to be found is named CC and its
// number. region reports that.
func (r *issReader) cell(name string) (p Place, region bool, err error) {
	if number, ok := strings.CutPrefix(name, "CC"); ok && r.chaos {
		i := 1
		if number != "" {
			if _, err := fmt.Sscanf(number, "%d", &i); err != nil {
				return p, false, failf("`%s` is no cell", shortened(name))
			}
		}
		if i < 1 || i > r.height*r.Columns {
			return p, false, failf("`%s` is outside of the board", shortened(name))
		}
		return linkformat.Cell((i-1)/r.Columns+1, (i-1)%r.Columns+1), true, nil
	}
	if len(name) == 4 && name[0]|0x20 == 'r' && name[2]|0x20 == 'c' {
		row, column := digit17(name[1]), digit17(name[3])
		p, ok := linkformat.Cell(row, column), row >= 1 && column >= 1 && row <= r.height && column <= r.Columns
		if ok && r.shift != nil {
			p, ok = r.shift(p)
		}
		if !ok {
			return p, false, failf("`%s` is outside of the board", name)
		}
		return p, false, nil
	}
	if p, ok := r.beside[name]; ok {
		return p, false, nil
	}
	return p, false, failf("`%s` is no cell", shortened(name))
}

func digit17(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c|0x20 >= 'a' && c|0x20 <= 'g':
		return int(c|0x20-'a') + 10
	}
	return 0
}

// cells reads the names of cells. regions reports that some of them are cells of the regions to be found.
func (r *issReader) cells(names []string) (cells []Value, regions bool, err error) {
	cells = []Value{}
	for _, name := range names {
		p, region, err := r.cell(name)
		if err != nil {
			return nil, false, err
		}
		cells = append(cells, p)
		regions = regions || region
	}
	return cells, regions, nil
}

// segments reads lists of cells, which a mark separates.
func (r *issReader) segments(names []string, mark string) (all []Value, regions bool, err error) {
	for len(names) > 0 {
		n := slices.Index(names, mark)
		if n < 0 {
			n = len(names)
		}
		cells, of, err := r.cells(names[:n])
		if err != nil {
			return nil, false, err
		}
		if len(cells) > 0 {
			all = append(all, cells)
		}
		regions = regions || of
		names = names[min(n+1, len(names)):]
	}
	return all, regions, nil
}

// givens adds what is known of single cells.
func (r *issReader) givens() {
	for _, p := range r.order {
		if digits := r.marks[p]; len(digits) == 1 {
			r.add("Given", "cell", p, "value", digits[0])
		} else {
			r.add("Given digits", "cell", p, "values", values(digits))
		}
	}
}

func values(numbers []int) []Value {
	out := make([]Value, len(numbers))
	for i, n := range numbers {
		out[i] = n
	}
	return out
}

// issLine returns how a line of characters is read, or nil if a text is none of those of the site: killer cages,
// digits and then regions, or the possible digits of each cell.
func issLine(text string) func(text string) []*issNode {
	line := strings.Join(strings.Fields(text), "")
	switch {
	case strings.HasPrefix(line, "3x3:") && strings.Count(line, ":") == 84:
		return issLongKiller
	case len(line) == 81 && strings.ContainsAny(line, "<v>^`'") && strings.Trim(line, "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghij^<v>`',.") == "":
		return issShortKiller
	}
	for n := 4; n <= maxISS; n++ {
		switch {
		case len(line) == 2*n*n && issRegions(line[n*n:], n):
			return issJigsawLine
		case len(line) == n*n*n && n <= 9 && strings.Trim(line, "123456789.") == "" && !isBoard(len(line)):
			return issPencilLine
		}
	}
	return nil
}

// isBoard reports whether so many cells are a square board of the site.
func isBoard(k int) bool {
	n := 0
	for n*n < k {
		n++
	}
	return n*n == k && n <= maxISS
}

// issRegions reports whether n characters stand in n cells each.
func issRegions(layout string, n int) bool {
	count := map[rune]int{}
	for _, c := range layout {
		count[c]++
	}
	if len(count) != n {
		return false
	}
	for _, k := range count {
		if k != n {
			return false
		}
	}
	return true
}

func issCell(i, columns int) string {
	const digits = "0123456789abcdefg"
	return "R" + digits[i/columns+1:i/columns+2] + "C" + digits[i%columns+1:i%columns+2]
}

// issShortKiller reads a character for each cell: an arrow points to another cell of its cage, and the last one has the
// sum, in which letters go on from 10.
func issShortKiller(line string) []*issNode {
	steps := map[byte]int{'v': 9, '^': -9, '<': -1, '>': 1, '`': -10, '\'': -8, ',': 8, '.': 10}
	cages := map[int]*issNode{}
	var out []*issNode
	for i := range 81 {
		at := i
		for n := 0; n < 81; n++ {
			step, ok := steps[line[at]]
			if !ok || at+step < 0 || at+step > 80 {
				break
			}
			at += step
		}
		c, total := line[at], -1
		switch {
		case c >= '0' && c <= '9':
			total = int(c - '0')
		case c >= 'A' && c <= 'Z':
			total = int(c-'A') + 10
		case c >= 'a' && c <= 'j':
			total = int(c-'a') + 36
		}
		if total < 0 {
			continue
		}
		if cages[at] == nil {
			cages[at] = &issNode{kind: "Cage", args: []string{fmt.Sprint(total)}}
			out = append(out, cages[at])
		}
		cages[at].args = append(cages[at].args, issCell(i, 9))
	}
	return out
}

// issLongKiller reads a number for each cell: the sum of its cage times 256, and the number of the cage.
func issLongKiller(line string) []*issNode {
	words := strings.Split(line, ":")
	cages := map[int]*issNode{}
	var out []*issNode
	if words[1] == "d" {
		out = append(out, &issNode{kind: "Diagonal", args: []string{"1"}}, &issNode{kind: "Diagonal", args: []string{"-1"}})
	}
	for i := range 81 {
		n, _ := number(words[i+3])
		if n/256 == 0 {
			continue
		}
		cage := cages[n%256]
		if cage == nil {
			cage = &issNode{kind: "Cage", args: []string{fmt.Sprint(n / 256)}}
			cages[n%256] = cage
			out = append(out, cage)
		}
		cage.args = append(cage.args, issCell(i, 9))
	}
	return out
}

// issJigsawLine reads a digit for each cell, and then a region for each.
func issJigsawLine(line string) []*issNode {
	n := 1
	for 2*n*n < len(line) {
		n++
	}
	size := fmt.Sprintf("%dx%d", n, n)
	return append(issDigits(line[:n*n], n), &issNode{kind: "Shape", args: []string{size}}, &issNode{kind: "NoBoxes"},
		&issNode{kind: "Jigsaw", args: []string{line[n*n:]}})
}

// issDigits reads a digit for each cell. On boards above nine, A is 1.
func issDigits(line string, n int) (out []*issNode) {
	for i := range len(line) {
		digit := 0
		switch c := line[i]; {
		case n > 9 && c >= 'A' && c <= 'Z':
			digit = int(c-'A') + 1
		case n <= 9 && c >= '1' && c <= '9':
			digit = int(c - '0')
		}
		if digit >= 1 && digit <= n {
			out = append(out, &issNode{kind: "Given", args: []string{fmt.Sprintf("%s_%d", issCell(i, n), digit)}})
		}
	}
	return out
}

// issPencilLine reads n characters for each cell: the digits that it may have, and points for the others.
func issPencilLine(line string) []*issNode {
	n := 1
	for n*n*n < len(line) {
		n++
	}
	size := fmt.Sprintf("%dx%d", n, n)
	out := []*issNode{{kind: "Shape", args: []string{size}}}
	for i := range n * n {
		arg := issCell(i, n)
		for _, c := range line[i*n : i*n+n] {
			if c != '.' {
				arg += "_" + string(c)
			}
		}
		out = append(out, &issNode{kind: "Given", args: []string{arg}})
	}
	return out
}
