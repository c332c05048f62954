package draw

import (
	"strings"

	"nazo/dsl/value"
)

// While an answer is only partly known, a drawing shows what is in, what is out and what is open.
// The places of a step are highlighted.

// Mark says how something on a board stands out from the rest.
type Mark uint8

// The marks.
const (
	Unmarked Mark = iota
	// Doubtful marks what need not be so, such as differences between answers. Lines are dotted,
	// shades lighter, and a text has a question mark or its alternatives.
	Doubtful
	// New is what a step finds: cells in brackets, heavy lines. Used is where it comes from: cells in parentheses. Items with these
	// marks are sets of places, which they mark, and draw nothing else.
	New
	Used
	// Wrong marks sets of places where a rule is broken, or which contradict each other. They are
	// drawn as the item says, and a page frames them.
	Wrong
)

// outSign stands where it is known that something is not.
const outSign = "×"

// soFar takes a set of which some members are known, and the values known to be out. These are
// struck out. Edges that part something become walls.
func (l *layer) soFar(in, out *value.Set, as string, apart bool) bool {
	if in.Len() > 0 && !l.set(in, as) {
		return false
	}
	for _, v := range out.List() {
		at, ok := l.place(v)
		switch {
		case !ok:
			continue // no sign fits on a diagonal
		case !at.Side() && !at.Corner():
			l.put(cellAt(at), outSign)
		case apart && at.Side():
			if l.bars == nil {
				l.bars = map[value.Spot]bool{}
			}
			l.bars[at] = true
		default:
			if l.marks == nil {
				l.marks = map[value.Spot]string{}
			}
			l.marks[at] = outSign
		}
	}
	return l.rows > 0
}

// ring marks places: cells, edges and points.
func (l *layer) ring(places *value.Set, m Mark) bool {
	l.rings = map[value.Spot]Mark{}
	for _, v := range places.List() {
		if at, ok := l.place(v); ok {
			l.rings[at] = m
		}
	}
	return len(l.rings) > 0
}

// layRings lays marked places over a picture. What is new is more than what is used.
func (p *layeredBoard) layRings(l *layer) {
	if p.rings == nil && l.rings != nil {
		p.rings = map[value.Spot]Mark{}
	}
	for at, m := range l.rings {
		if p.rings[at] != New {
			p.rings[at] = m
		}
	}
}

// ringed are strokes with the marks of the places where they run: new ones are heavy.
func (p *layeredBoard) ringed(strokes []stroke, points bool) []stroke {
	if p.rings == nil {
		return strokes
	}
	out := make([]stroke, len(strokes))
	for i, k := range strokes {
		if p.rings[k.middle(points)] == New && k.mark == Unmarked {
			k.weight, k.mark = heavy, New
		}
		out[i] = k
	}
	return out
}

// middle is the spot in the middle of a stroke between neighbours: points, or cells.
func (k stroke) middle(points bool) value.Spot {
	at := value.Spot{Y: k.from.row + k.to.row - 1, X: k.from.col + k.to.col - 1}
	if points {
		return value.Spot{Y: at.Y - 1, X: at.X - 1}
	}
	return at
}

// brackets has what stands on both sides of a cell with a mark.
var brackets = map[Mark][2]rune{New: {'[', ']'}, Used: {'(', ')'}}

// penOfMark is the colour of what has a mark.
var penOfMark = map[Mark]pen{New: ink + 3, Used: ink + 1}

// ringsOn puts brackets round the cells that have a mark, and rings on the points.
func (s *textBoard) ringsOn() {
	for _, at := range sortedSpots(s.rings) {
		m := s.rings[at]
		p := penOfMark[m]
		switch {
		case at.Side():
			if s.marks[at] != "" {
				x, y := s.at(at)
				s.text(x, y, s.marks[at], p)
			}
		case at.Corner():
			x, y := s.at(at)
			s.text(x, y, "○", p)
		default:
			c := cellAt(at)
			x, y := s.x(c.col), s.y(c.row)
			left, right := x, x+s.width()-1
			if s.lines == 0 {
				left, right = x-1, x+s.width()
			}
			s.text(left, y, string(brackets[m][0]), p)
			s.text(right, y, string(brackets[m][1]), p)
		}
	}
}

// cellRings reports whether cells have marks.
func (p *layeredBoard) cellRings() bool {
	for at := range p.rings {
		if !at.Side() && !at.Corner() {
			return true
		}
	}
	return false
}

// Unmark is a text from a cell without the brackets of a mark.
func Unmark(text string) string {
	for _, b := range brackets {
		if inner, ok := strings.CutPrefix(text, string(b[0])); ok {
			if inner, ok := strings.CutSuffix(inner, string(b[1])); ok {
				return strings.TrimSpace(inner)
			}
		}
	}
	return text
}
