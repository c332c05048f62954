package draw

import (
	"maps"
	"slices"
	"strings"

	"nazo/dsl/value"
)

// Partly known answers: what is in, out and open, and the places of a step.

// Mark says how something on a board stands out.
type Mark uint8

// The marks.
const (
	Unmarked Mark = iota
	// Doubtful marks what need not hold, such as differences between answers. Lines are dotted, shades
	// lighter, and a text has a question mark or its alternatives.
	Doubtful
	// New marks what a step finds: cells in brackets, heavy lines. Used marks where it comes from: cells in
	// parentheses. Items with these marks are sets of places, and draw nothing else.
	New
	Used
	// Wrong marks places where a rule is broken. They are drawn as the item says, and framed on a page.
	Wrong
)

const outSign = "×" // stands on what is known to be out

// soFar draws a partly known set. What is out gets a sign, or a wall if apart says so.
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
			add(&l.bars, at, true)
		default:
			add(&l.marks, at, outSign)
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

// ringed returns strokes with the marks of their places. New ones are heavy.
func (p *layeredBoard) ringed(strokes []stroke, points bool) []stroke {
	out := make([]stroke, len(strokes))
	for i, k := range strokes {
		if p.rings[k.middle(points)] == New && k.mark == Unmarked {
			k.weight, k.mark = heavy, New
		}
		out[i] = k
	}
	return out
}

// middle returns the spot in the middle of a stroke between neighbouring points or cells.
func (k stroke) middle(points bool) value.Spot {
	at := value.Spot{Y: k.from.row + k.to.row - 1, X: k.from.col + k.to.col - 1}
	if points {
		return value.Spot{Y: at.Y - 1, X: at.X - 1}
	}
	return at
}

// brackets has the characters on both sides of a marked cell.
var brackets = map[Mark][2]rune{New: {'[', ']'}, Used: {'(', ')'}}

var penOfMark = map[Mark]pen{New: ink + 3, Used: ink + 1}

// ringsOn puts brackets round marked cells and rings on marked points.
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
			left, right := x, x+s.cell-1
			if s.lines == 0 {
				left, right = x-1, x+s.cell
			}
			s.text(left, y, string(brackets[m][0]), p)
			s.text(right, y, string(brackets[m][1]), p)
		}
	}
}

func (p *layeredBoard) cellRings() bool {
	return slices.ContainsFunc(slices.Collect(maps.Keys(p.rings)), func(at value.Spot) bool { return !at.Side() && !at.Corner() })
}

// Unmark returns the text of a cell without the brackets of a mark.
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
