package format

import (
	"errors"
	"fmt"
	"slices"
)

// A Layout says what a body consists of.
type Layout []Part

// A Reading is what the body says in one part.
type Reading struct {
	// Places are those of the part's domain, in its order; nil for formats without places. A room's place is that of its first
	// cell in reading order.
	Places []Place
	// Marks are those of the places; for a format without places as many as the body has.
	Marks []Mark
	// Start and End are the part's offsets in the body.
	Start, End int
}

// Check says what is wrong with a layout, nil if nothing is: a word that is none, a domain that its format
// isn't made for, rooms without borders before them.
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

// IsBorder reports whether a format marks the sides that part rooms, and nothing else.
func IsBorder(format string) bool { return format == "border" || format == "borderb" }

// part is a part with its format and places on a board.
type part struct {
	Part
	codec  codec
	domain domain
	places []Place
	// placed is whether there are places at all, if only none on this board.
	placed   bool
	wrong    string
	optional bool
}

// shortOn are the domains on which num16 has no numbers of three digits or more.
var shortOn = []string{"sides", "outside", "outside2", "outside4", "around"}

// resolve finds the places of a part.
func resolve(p Part, s scene) part {
	f := formats()[p.Format]
	name := p.Domain
	if name == "" {
		name = f.domain
	}
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

// core is how many places are always written in a packed format of which some are left out where nothing
// stands there; false if none are.
func (p part) core(b Board) (packed, int, bool) {
	f, ok := p.codec.(packed)
	if !ok || p.domain.core == nil {
		return f, 0, false
	}
	return f, p.domain.core(b), true
}

// learn adds to the scene what a part says.
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

// Read reads a body on a board of that size: a reading for each part, and notes on what is ignored, as puzz.link ignores it.
// It panics if Check has something to say. Errors are of type [*Error], with offsets in the body.
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
			if !p.placed {
				marks = read
			} else {
				copy(marks, read)
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

// Write writes the body for a board of that size. For each part, in order, it asks for the marks of its places; places are nil for formats
// without any. It panics if Check has something to say.
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
