// Package sites reads the links of other sites than puzz.link: of f-puzzles, of Interactive Sudoku Solver, and others.
//
// A link becomes a [Document]: a board, and what stands on it as a list of items with a kind and fields. The package
// knows no rules. A link statement of a spec binds kinds to givens, and package link does that.
package sites

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"nazo/dsl/linkformat"
	"nazo/internal/alg"
)

// A Place is a cell or another place of the board, or beside it, as package linkformat counts them.
type Place = linkformat.Place

// A Value is the content of a field: an int, a string, a [Place], or a []Value of these. nil stands for nothing.
type Value any

// An Item is one thing that a link carries: a given digit, a thermometer, a cage.
type Item struct {
	// Kind is the site's own word for it. Words after a blank make it more special, as in "negative xv".
	Kind   string
	Fields map[string]Value
	// Free items need no binding: the size of the board, or its frame.
	Free bool
}

// Document is the content of a link.
type Document struct {
	Site string // one of [Sites]
	Type string // what link statements call it, if that is more than the site: the genre follows
	linkformat.Board
	Items    []Item
	Title    string
	Author   string
	Rules    string   // for people
	Solution []Value  // the author's, in reading order, or nil
	Notes    []string // sentences about what the link does not say, and how it is read
	Wordy    bool     // Rules may have more than the items do

	lit map[Place]bool // the cells outside of the fog, nil without fog
}

// add appends an item with fields, given as names and values in turn.
func (d *Document) add(kind string, fields ...any) {
	it := Item{Kind: kind, Fields: map[string]Value{}}
	for i := 0; i+1 < len(fields); i += 2 {
		if fields[i+1] != nil {
			it.Fields[fields[i].(string)] = fields[i+1]
		}
	}
	d.Items = append(d.Items, it)
}

// IsDrawing reports whether links of a site are drawings that do not name their puzzle.
func IsDrawing(site string) bool { return site == Penpa }

// IsDrawing reports whether the link is a drawing that does not name its puzzle.
func (d *Document) IsDrawing() bool { return IsDrawing(d.Site) }

// Is reports whether the item is of a kind: that one, or a more special one. The value is the last word of the kind, as
// in "number 3".
func (it Item) Is(kind string) bool {
	rest, ok := strings.CutPrefix(it.Kind, kind)
	if !ok && len(kind) > len(it.Kind) {
		value := ""
		switch v := it.Fields["value"].(type) {
		case int, string:
			value = fmt.Sprint(v)
		}
		return kind == it.Kind+" "+value
	}
	return ok && (rest == "" || rest[0] == ' ')
}

// Kinds returns the kinds of the items in the order of their first ones.
func (d *Document) Kinds() (kinds []string) {
	for _, it := range d.Items {
		if !slices.Contains(kinds, it.Kind) {
			kinds = append(kinds, it.Kind)
		}
	}
	return kinds
}

// Where returns the word for the position of a place: point for a corner of cells, side for a place between two, and
// above, below, left, right or beyond for those outside of the board. It is "" for a cell of the board.
func (d *Document) Where(p Place) string {
	across, down := p.X < 0 || p.X > 2*d.Columns, p.Y < 0 || p.Y > 2*d.Rows
	switch {
	case across && down:
		return "beyond"
	case p.Y < 0:
		return "above"
	case p.X < 0:
		return "left"
	case across:
		return "right"
	case down:
		return "below"
	case p.X%2 == 0 && p.Y%2 == 0:
		return "point"
	case p.X%2 == 0 || p.Y%2 == 0:
		return "side"
	}
	return ""
}

// These bound what a link may carry. They are far above what people draw.
const (
	// MaxText bounds the bytes of an unpacked link.
	MaxText = 1 << 20
	// maxItems bounds the signs of a drawing.
	maxItems = 20_000
	// longestHead bounds what is looked at of a text that is too long for a link.
	longestHead = 4096
	// maxSide bounds the rows and columns of a board.
	maxSide = 150
)

// site is a site and how its links are read.
type site struct {
	name string
	// body returns the part of a text that carries the puzzle, if the text is a link of the site.
	body func(text string) (string, bool)
	read func(body string) (*Document, error)
	// write returns a whole link, or is nil.
	write func(d *Document) (string, error)
}

func all() []site {
	return []site{
		{Penpa, penpaBody, readPenpa, writePenpa},
		{Kudamono, kudamonoBody, readKudamono, writeKudamono},
		{FPuzzles, fpuzzlesBody, readFPuzzles, func(d *Document) (string, error) {
			return withHead("https://www.f-puzzles.com/?load=", d, writeFPuzzles)
		}},
		{ISS, issBody, readISS, nil},
		{Digits, digitsBody, readDigits, writeDigits},
		{SudokuPad, sudokuPadBody, readSudokuPad, func(d *Document) (string, error) {
			return withHead("https://sudokupad.app/scl", d, writeSudokuPad)
		}},
	}
}

// The names of sites in link statements.
const (
	FPuzzles = "f-puzzles"
	Penpa    = "penpa"
	Kudamono = "kudamono"
	ISS      = "iss"
	Digits   = "digits"
)

// Recognize returns the site of a link. It is "" for a text that is no link of these sites.
func Recognize(text string) string {
	if len(text) > linkformat.MaxLink {
		text = text[:longestHead] // enough to tell what Read refuses
	}
	text = strings.TrimSpace(text)
	for _, s := range all() {
		if _, ok := s.body(text); ok {
			return s.name
		}
	}
	return ""
}

// TypeOf returns what link statements call a link: the name of its site, and for Kudamono also the genre. It is "" for a
// text that is no link of these sites.
func TypeOf(text string) string {
	if body, ok := kudamonoBody(strings.TrimSpace(text)); ok {
		return kudamonoType(body)
	}
	return Recognize(text)
}

// Read reads a link that [Recognize] knows. The error is a [*linkformat.Error].
func Read(text string) (*Document, error) {
	text = strings.TrimSpace(text)
	if len(text) > linkformat.MaxLink {
		return nil, failf("the link is longer than %d bytes", linkformat.MaxLink)
	}
	for _, s := range all() {
		if body, ok := s.body(text); ok {
			d, err := s.read(body)
			if d != nil {
				d.Site = s.name
			}
			return d, err
		}
	}
	return nil, failf("this is no link of a known site")
}

// Write returns the link of a site for a document. The error says what the site can't have.
func Write(site string, d *Document) (string, error) {
	for _, s := range all() {
		if s.name == site && s.write != nil {
			return s.write(d)
		}
	}
	return "", failf("links of %s are not written", site)
}

// Writable returns the names of the sites whose links are written.
func Writable() (names []string) {
	for _, s := range all() {
		if s.write != nil {
			names = append(names, s.name)
		}
	}
	return names
}

// withHead puts the start of an address before what write returns.
func withHead(head string, d *Document, write func(*Document) (string, error)) (string, error) {
	body, err := write(d)
	return head + url.QueryEscape(body), err
}

func failf(message string, args ...any) *linkformat.Error {
	return &linkformat.Error{Message: fmt.Sprintf(message, args...)}
}

// advise is failf with advice.
func advise(advice, message string, args ...any) *linkformat.Error {
	e := failf(message, args...)
	e.Advice = advice
	return e
}

// number returns the number that a text is.
func number(text string) (int, bool) {
	n, err := strconv.Atoi(text)
	return n, err == nil
}

// scalar returns the number that a text is, or the text, or nil if it is empty.
func scalar(text string) Value {
	text = strings.TrimSpace(text)
	if n, ok := number(text); ok {
		return n
	}
	if text == "" {
		return nil
	}
	return text
}

// digitOf returns the number that a digit or a letter stands for: a is 10. It is -1 for anything else.
func digitOf[C byte | rune](c C) int {
	switch lower := c | 0x20; {
	case '0' <= c && c <= '9':
		return int(c - '0')
	case 'a' <= lower && lower <= 'z':
		return int(lower-'a') + 10
	}
	return -1
}

// isWord reports whether a text consists of letters.
func isWord(text string) bool {
	return text != "" && !strings.ContainsFunc(text, func(c rune) bool { return digitOf(c) < 10 })
}

// valuesOf returns numbers or places as the value of a field.
func valuesOf[T int | Place](all []T) []Value { return alg.Map(all, func(x T) Value { return x }) }

// defaultBox returns the size of a box on a board with n rows and columns. It is as high as the largest divisor of n up to
// its root.
func defaultBox(n int) linkformat.Board {
	height := 1
	for h := 1; h*h <= n; h++ {
		if n%h == 0 {
			height = h
		}
	}
	return linkformat.Board{Rows: height, Columns: n / height}
}

// boxOf returns the number of the box in which a cell lies, from 1.
func boxOf(b, size linkformat.Board, p Place) int {
	return p.Y/2/size.Rows*(b.Columns/size.Columns) + p.X/2/size.Columns + 1
}

// boxesOf returns the cells of each box.
func boxesOf(b, size linkformat.Board) [][]Place {
	boxes := make([][]Place, b.Rows/size.Rows*(b.Columns/size.Columns))
	for _, p := range b.Cells() {
		k := boxOf(b, size, p) - 1
		boxes[k] = append(boxes[k], p)
	}
	return boxes
}

// addBoxes adds the regions of boxes.
func (d *Document) addBoxes(size linkformat.Board) {
	for _, p := range d.Cells() {
		d.add("region", "cell", p, "value", boxOf(d.Board, size, p))
	}
}
