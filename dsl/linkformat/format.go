// Package linkformat reads and writes the links by which puzz.link and similar sites carry a puzzle:
//
//	https://puzz.link/p?TYPE/FLAGS/COLUMNS/ROWS/BODY
//
// A [URL] is the head of such a link and its body. A [Layout] describes the body as a list of parts.
// Each part has a format (how marks are written) and a domain (which places, in which order). Reading a
// body gives a [Mark] for each place. Writing marks gives the body, byte for byte like puzz.link. The
// package knows no type of puzzle and no spec. It only defines words for formats and domains, which
// docs/links.md lists. For example, num16 is number16 in puzz.link's own code.
//
// # Marks
//
// A mark is the uninterpreted content of one place: a short list of numbers, or a letter, or a letter with numbers.
// Most formats give one number. An arrow with a number gives two. Formats of holes and rooms give 1 to the marked
// places. [Unknown] is a clue without its number, printed as "?". [None] is a missing number among several. The zero
// Mark is empty. The user of the package interprets numbers, such as 2 for black.
//
// # Strictness
//
// Everything that puzz.link writes is read. Anything else is an [Error] with its position: a body that
// ends early, characters that begin no mark, characters left over, marks beyond the last place. An
// optional final part may be missing, and its places are then empty.
package linkformat

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
)

// codec reads and writes the marks of one part.
type codec interface {
	// read reads the marks of n places and consumes their text.
	read(c *cursor, n int) ([]Mark, error)
	// write returns the text of marks.
	write(marks []Mark) (string, error)
}

type entry struct {
	codec codec
	// domain is the default domain. It is empty for formats without places.
	domain string
	// on are the allowed domains, nil for all.
	on []string
	// optional parts may be left out even if the layout does not say so.
	optional bool
}

var formats = sync.OnceValue(func() map[string]entry {
	return map[string]entry{
		// Numbers.
		"num16":       {numbers(hex, "", gapsFrom('g')), "cells", nil, false},                              // a number
		"num16h":      {numbers(short, "gh", gapsFrom('i')), "cells", nil, false},                          // a number, or the letter g or h
		"num16j":      {sashed, "cells", nil, false},                                                       // a number, or a letter: g to j, or @
		"num16m":      {numbers(long, "ghijklm", gapsFrom('n')), "cells", nil, false},                      // a number, or a letter from g to m
		"num16plus":   {numbers(short, "+", gapsFrom('g')), "cells", nil, false},                           // a number, or the letter +
		"num16equals": {numbers(long, "=", gapsFrom('g')), "cells", nil, false},                            // a number, or the letter =
		"num16circle": {circled, "cells", nil, false},                                                      // a number, or the letter i with one in a circle
		"num16bar":    {barred{}, "cells", nil, false},                                                     // a number, or the letter x with or without one
		"row16":       {numbers(numerals{base: 16, signs: short.signs}, "", "."), "outside", nil, false},   // a number
		"num10":       {numbers(numerals{base: 10, unknown: "."}, "", gapsFrom('a')), "cells", nil, false}, // a number from 0 to 9
		"num10or16":   {either{}, "cells", nil, false},                                                     // a number
		"num10e": {numbers(numerals{base: 10, least: 1, signs: []sign{{"-", 2, 0, 99}}}, "abcde", gapsFrom('g')),
			"cells", nil, false}, // a number from 1, or a letter from a to e
		"num32": {numbers(numerals{base: 32, signs: []sign{{"-", 2, 0, 32 * 32}}}, "", ""), "outside", nil, false}, // a number for each place
		"num36": {numbers(numerals{base: 36, unknown: "@%", signs: []sign{{"-", 2, 0, 36 * 36}}}, "", "."),
			"cells", nil, false}, // a number
		"chars52":  {chars52(map[string]Mark{"+": Letter('+'), "_": Number(Unknown)}, ".klmnopqrstuvwxyz"), "cells", nil, false}, // a number from 0 to 45, or the letter +
		"row52":    {chars52(nil, "-"), "outsideopen", nil, false},                                                               // a number from 0 to 45
		"quad":     {crowded{5, 0, 2, true}, "cells", nil, false},                                                                // a number from 0 to 4
		"dots":     {crowded{2, 1, 7, false}, "halves", nil, false},                                                              // 1 or 2
		"dots16":   {paired{}, "halves", nil, false},                                                                             // a number from 1 to 3
		"chars3":   {choices(1, 3), "cells", nil, false},                                                                         // a number from 1 to 3
		"chars4":   {choices(1, 4), "cells", nil, false},                                                                         // a number from 1 to 4
		"chars5":   {choices(0, 5), "cells", nil, false},                                                                         // a number from 0 to 5
		"letters":  {letters, "points", nil, false},                                                                              // a to z as 1 to 26
		"capitals": {capitals, "cells", nil, false},                                                                              // A to Z as 1 to 26, further to 72
		"pipes":    {pipes{}, "cells", nil, false},                                                                               // a letter: a to g for a piece, o for a circle

		// Several numbers in a place.
		"arrow16":     {arrows, "cells", nil, false},                                                                         // a direction (0 none, 1 up, 2 down, 3 left, 4 right) and a number, or the letter +
		"arrow16g":    {gapped{gapsFrom('g'), arrow, printArrow}, "ones", nil, false},                                        // a direction and a number
		"kindarrow16": {kindArrow16, "cells", nil, false},                                                                    // a kind, a direction and a number
		"kind16":      {kind16, "cells", nil, false},                                                                         // a kind from 1 to 4 and a number or none, or the letter +
		"pair16":      {pair16(false), "cells", nil, false},                                                                  // two numbers; each may be missing
		"pair16signs": {pair16(true), "cells", nil, false},                                                                   // two numbers; each may be missing
		"pair52":      {pair52, "cells", nil, false},                                                                         // two numbers from 0 to 45, each of which may be none
		"four16":      {four16, "cells", nil, false},                                                                         // four numbers (up, down, left, right), each of which may be none, or the letter _
		"lettered":    {lettered{}, "around", nil, false},                                                                    // the number of a letter, and a number
		"list8":       {lists('9', map[int]packing{2: {"", 360, 6}, 3: {"", 396, 4}, 4: {"", 460, 2}}), "cells", nil, false}, // one to four numbers
		"list8signs":  {lists(0, map[int]packing{2: {"", 360, 8}, 3: {"+", 36, 7}, 4: {"-", 36, 6}}), "cells", nil, false},   // one to four numbers
		"list9":       {digitLists{gapsFrom('a'), 0}, "cells", nil, false},                                                   // numbers from 1 to 9
		"list9k":      {digitLists{gapsFrom('k'), '/'}, "cells", nil, false},                                                 // numbers from 1 to 9

		// Places that are marked or not.
		"border":    {borders{}, "sides", []string{"sides"}, false},              // 1 for a side that parts two rooms
		"borderb":   {prefixed{}, "sides", []string{"sides"}, false},             // 1 for a side that parts two rooms
		"bits":      {bits, "cells", nil, false},                                 // 1
		"holes":     {bits, "cells", []string{"cells"}, true},                    // 1 for a cell that belongs to no room
		"holeslash": {slashed{}, "cells", []string{"cells"}, false},              // 1 for a cell that belongs to no room
		"trits":     {trits, "cells", nil, false},                                // 1 or 2
		"gaps":      {distances{'.', 36, true, true}, "innerpoints", nil, false}, // 1
		"gapsz":     {distances{'z', 35, true, false}, "sides", nil, false},      // 1
		"gapsopen":  {distances{'.', 36, false, false}, "cells", nil, false},     // 1
		"sparse":    {sparse{}, "cells", nil, false},                             // 1

		// Without places.
		"count":    {count{}, "", nil, false},    // a number
		"at":       {place{}, "", nil, false},    // the column and the row of a cell
		"slash":    {slash{}, "", nil, false},    // no mark
		"bank":     {shapes, "", nil, false},     // for each piece its width, its height, and 1 or 0 for its cells
		"fleet":    {fleet, "", nil, false},      // for each piece its width, its height, and 1 or 0 for its cells
		"wordbank": {words, "", nil, false},      // for each word its letters as 1 to 26
		"sizebank": {sizes, "", nil, false},      // for each piece its size
		"piece":    {onePiece{}, "", nil, false}, // the width and height of a piece, and 1 or 0 for its cells
		"figures":  {figures{}, "", nil, false},  // for each figure its width, its height, and its lines as digits
	}
})

// letters are a to z as 1 to 26, with digits for gaps.
var letters = coded(digits[:10], 1, strings.Split(digits[10:], ""), map[string]Mark{".": Number(Unknown)})

// sashed is num16 with letters g to j and "@". It reads "%" as "@".
var sashed = func() gapped {
	g := numbers(short, "ghij@%", gapsFrom('k'))
	token := g.token
	g.token = func(c *cursor) (Mark, bool, error) {
		m, ok, err := token(c)
		if m.Letter == '%' {
			m.Letter = '@'
		}
		return m, ok, err
	}
	return g
}()

// either is num10 if all numbers have one digit, or else "-" and num16.
type either struct{}

func (either) read(c *cursor, n int) ([]Mark, error) {
	if c.peek() == '-' {
		c.at++
		return formats16.read(c, n)
	}
	return formats10.read(c, n)
}

func (either) write(marks []Mark) (string, error) {
	if text, err := formats10.write(marks); err == nil {
		return text, nil
	}
	text, err := formats16.write(marks)
	return "-" + text, err
}

// paired are pairs of numbers from 1 to 3, or 0 for none. A pair is one number of num16: four times the
// first plus the second.
type paired struct{}

func (paired) read(c *cursor, n int) ([]Mark, error) {
	start := c.at
	pairs, err := formats16.read(c, (n+1)/2)
	if err != nil {
		return nil, err
	}
	marks := make([]Mark, 2*len(pairs))
	for i, p := range pairs {
		if p.Empty() {
			continue
		}
		v, ok := p.single()
		if !ok || v < 1 || v > 15 {
			return nil, c.fail(start, "two places make a number from 1 to 15, and here one is %s", p)
		}
		for k, d := range [2]int{v / 4, v % 4} {
			if d > 0 {
				marks[2*i+k] = Number(d)
			}
		}
	}
	if len(marks) > n && !marks[n].Empty() {
		c.note(c.at-1, "the last mark is for a place that is not there, and is ignored")
	}
	return marks[:n], nil
}

func (paired) write(marks []Mark) (string, error) {
	pairs := make([]Mark, (len(marks)+1)/2)
	for i := range pairs {
		sum := 0
		for _, m := range marks[2*i : min(2*i+2, len(marks))] {
			v, ok := m.single()
			if !m.Empty() && (!ok || v < 1 || v > 3) {
				return "", noCharacters(m)
			}
			sum *= 4
			if !m.Empty() {
				sum += v
			}
		}
		if 2*i+1 == len(marks) {
			sum *= 4
		}
		if sum > 0 {
			pairs[i] = Number(sum)
		}
	}
	return formats16.write(pairs)
}

var (
	formats16 = numbers(hex, "", gapsFrom('g'))
	formats10 = numbers(numerals{base: 10, unknown: "."}, "", gapsFrom('a'))
)

// Formats returns the words for formats, sorted.
func Formats() []string { return slices.Sorted(maps.Keys(formats())) }

// Domains returns the words for domains, sorted.
func Domains() []string { return slices.Sorted(maps.Keys(domains())) }

// DefaultDomain is the default domain of a format. It is empty for formats without places.
func DefaultDomain(format string) string { return formats()[format].domain }

// A Layout lists the parts of a body.
type Layout []Part

// A Reading is the content of one part.
type Reading struct {
	// Places are the places of the part's domain, in order. It is nil for formats without places. The
	// place of a room is its first cell in reading order.
	Places []Place
	// Marks are the marks of the places. Without places, there are as many as in the body.
	Marks []Mark
	// Start and End are the part's offsets in the body.
	Start, End int
}

// Check returns the first mistake in a layout, or nil: unknown words, domains that don't suit their
// formats, or rooms without borders before them.
func (l Layout) Check() error {
	bordered := false
	for _, p := range l {
		f, ok := formats()[p.Format]
		if !ok {
			return fmt.Errorf("%q is no format of links", p.Format)
		}
		if p.Domain != "" {
			if _, ok := domains()[p.Domain]; !ok {
				return fmt.Errorf("%q is no domain of links", p.Domain)
			}
			if f.domain == "" {
				return fmt.Errorf("%s has no places, so no %s", p.Format, p.Domain)
			}
			if f.on != nil && !slices.Contains(f.on, p.Domain) {
				return fmt.Errorf("%s is not for %s", p.Format, p.Domain)
			}
		}
		if p.Domain == "rooms" && !bordered {
			return fmt.Errorf("rooms need the part border before them")
		}
		bordered = bordered || IsBorder(p.Format)
	}
	return nil
}

// IsBorder reports whether a format marks the sides between rooms, and nothing else.
func IsBorder(format string) bool { return format == "border" || format == "borderb" }

type part struct {
	Part
	codec  codec
	domain domain
	places []Place
	// placed tells whether the format has places, even if none on this board.
	placed   bool
	wrong    string
	optional bool
}

// shortOn are the domains on which num16 has no numbers of three digits or more.
var shortOn = []string{"sides", "outside", "outside2", "outside4", "around"}

func resolve(p Part, s scene) part {
	f := formats()[p.Format]
	name := cmp.Or(p.Domain, f.domain)
	r := part{Part: p, codec: f.codec, domain: domains()[name], optional: p.Optional || f.optional}
	if name != "" {
		r.places, r.placed = r.domain.of(s), true
		if r.domain.wrong != nil {
			r.wrong = r.domain.wrong(s)
		}
	}
	if p.Format == "num16" && slices.Contains(shortOn, name) {
		r.codec = numbers(short, "", gapsFrom('g'))
	}
	if b, ok := f.codec.(withBoard); ok {
		r.codec = b.forBoard(s.Board)
	}
	return r
}

// core returns the number of places that are always written by a packed format that may omit trailing
// empty ones. ok is false for other formats.
func (p part) core(b Board) (packed, int, bool) {
	f, ok := p.codec.(packed)
	if !ok || p.domain.core == nil {
		return f, 0, false
	}
	return f, p.domain.core(b), true
}

// learn adds the content of a part to the scene.
func (s *scene) learn(p part, marks []Mark) {
	if p.Format == "count" {
		s.count, _ = marks[0].single()
	}
	s.before, s.marks = p.places, marks
	to := &s.borders
	switch {
	case p.Format == "holes" || p.Format == "holeslash":
		to = &s.holes
	case !IsBorder(p.Format):
		return
	}
	if *to == nil {
		*to = map[Place]bool{}
	}
	for i, place := range p.places {
		if !marks[i].Empty() {
			(*to)[place] = true
		}
	}
}

// Read reads a body on a board of a given size. It returns a reading for each part, and notes on text that puzz.link
// ignores. It panics if Check fails. Errors are of type [*Error], with offsets in the body.
func (l Layout) Read(b Board, body string) ([]Reading, []Note, error) {
	l.must(b)
	c := &cursor{text: body}
	s := scene{Board: b}
	readings := make([]Reading, 0, len(l))
	for i, want := range l {
		p := resolve(want, s)
		if p.wrong != "" {
			return nil, nil, c.fail(c.at, "%s", p.wrong)
		}
		c.places = p.domain.name
		n := len(p.places)
		if f, core, ok := p.core(b); ok && i == len(l)-1 && len(body)-c.at <= f.chars(core) {
			n = max(core, min(n, f.each*(len(body)-c.at)))
		}
		c.last = !slices.ContainsFunc(l[i+1:], func(p Part) bool { return !p.Optional && !formats()[p.Format].optional })
		start := c.at
		marks := make([]Mark, len(p.places))
		if !p.optional || !c.done() && c.peek() != '/' {
			read, err := p.codec.read(c, n)
			if err != nil {
				return nil, nil, err
			}
			if copy(marks, read); !p.placed {
				marks = read
			}
		}
		s.learn(p, marks)
		readings = append(readings, Reading{Places: p.places, Marks: marks, Start: start, End: c.at})
	}
	if !c.done() {
		if last := len(readings) - 1; last >= 0 && readings[last].Places == nil { // what follows may belong to a list
			return nil, nil, c.fail(c.at, "%s stands behind the end of the puzzle", excerpt(body[c.at:]))
		}
		c.note(c.at, "%s stands behind the end of the puzzle, and is ignored", excerpt(body[c.at:]))
	}
	return readings, c.notes, nil
}

// Write writes the body for a board of a given size. For each part, in order, it asks for the marks of
// its places, which are nil for formats without any. It panics if Check fails.
func (l Layout) Write(b Board, ask func(part int, places []Place) ([]Mark, error)) (string, error) {
	l.must(b)
	s := scene{Board: b}
	texts := make([]string, len(l))
	says := make([]bool, len(l))
	optional := make([]bool, len(l))
	for i, want := range l {
		p := resolve(want, s)
		if p.wrong != "" {
			return "", errors.New(p.wrong)
		}
		marks, err := ask(i, slices.Clone(p.places))
		if err != nil {
			return "", err
		}
		if p.placed && len(marks) != len(p.places) {
			return "", fmt.Errorf("%s has %d places, and there are %d marks for it", p.Part, len(p.places), len(marks))
		}
		written := marks
		if _, core, ok := p.core(b); ok && i == len(l)-1 && allEmpty(marks[core:]) {
			written = marks[:core]
		}
		if texts[i], err = p.codec.write(written); err != nil {
			return "", err
		}
		s.learn(p, marks)
		says[i], optional[i] = !allEmpty(marks), p.optional
	}
	body := ""
	for i := len(l) - 1; i >= 0; i-- {
		if optional[i] && !says[i] && (body == "" || body[0] == '/') {
			continue
		}
		text := texts[i]
		if i == len(l)-1 && l[i].Format == "count" {
			text = text[:len(text)-1] // no slash at the end
		}
		body = text + body
	}
	return body, nil
}

func (l Layout) must(b Board) {
	if err := l.Check(); err != nil {
		panic(err)
	}
	if b.Columns < 1 || b.Rows < 1 || b.Columns > MaxCells/b.Rows {
		panic(fmt.Sprintf("a board of %d columns and %d rows", b.Columns, b.Rows))
	}
}
