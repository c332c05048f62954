package dsl

import (
	"strings"
	"unicode/utf8"
)

// layout writes one statement: it decides on blanks and line ends, and on
// nothing else.
type layout struct {
	pieces []piece
	style  *style
	exact  bool // whether blanks within grids stay as they are
	out    *lines

	gaps   []gap // what stands before each piece
	clause int   // 1 after the first clause of a move or player, else 0
	// The brackets that are open where the next line begins, and whether each
	// was the last on its line.
	open []bool
}

// gap is the space or line break between two pieces.
type gap struct {
	space bool
	must  bool // a line must end here
	class breakClass
	depth int // of brackets
}

// statement writes the statement.
func (l *layout) statement() {
	l.measure()
	for i := 0; i < len(l.pieces); {
		if l.style.clauses[l.pieces[i].Pos.Offset] {
			l.clause = 1
		}
		indent := l.indent(i)
		end := l.lineEnd(i, len(formatIndent)*indent)
		l.write(l.pieces[i:end], i, indent)
		i = end
	}
}

// measure fills in the gaps.
func (l *layout) measure() {
	l.gaps = make([]gap, len(l.pieces))
	var open []piece
	colon := false
	for i, p := range l.pieces {
		if i > 0 {
			prev := l.pieces[i-1]
			g := &l.gaps[i]
			opener := piece{}
			if closes(p) && len(open) > 0 {
				opener = open[len(open)-1]
				open = open[:len(open)-1]
			}
			g.space = l.space(prev, p, opener)
			g.class = l.class(prev, p)
			g.depth = len(open)
			if prev.Value == ":" && !colon && len(open) == 0 {
				colon, g.class = true, breakStatement
			}
			if l.when(i) || l.then(i) {
				l.style.clauses[p.Pos.Offset] = true
			}
			g.must = prev.comment || p.comment && p.newlines > 0 || l.style.clauses[p.Pos.Offset]
		}
		if opens(p) {
			open = append(open, p)
		}
	}
}

// when reports whether piece i is the when of a move, which begins a line; that of
// a preference stands beside it.
func (l *layout) when(i int) bool { return l.pieces[i].Value == "when" && l.style.effects >= 0 }

// then reports whether piece i is the then of a move: the last one before its effects.
func (l *layout) then(i int) bool {
	if l.pieces[i].Value != "then" || l.style.effects < 0 {
		return false
	}
	for i++; i < len(l.pieces) && l.pieces[i].comment; i++ {
	}
	return i < len(l.pieces) && l.pieces[i].Pos.Offset == l.style.effects
}

func opens(p piece) bool  { return !p.comment && strings.Contains("([{", p.Value) }
func closes(p piece) bool { return !p.comment && strings.Contains(")]}", p.Value) }

// space reports whether a blank stands between two pieces of one line. If p closes
// a bracket, opener is the one that opened it.
func (l *layout) space(prev, p, opener piece) bool {
	switch {
	case opens(prev) && closes(p):
		return false
	case opens(prev):
		return l.style.roomy[prev.Pos.Offset]
	case closes(p):
		return l.style.roomy[opener.Pos.Offset]
	case p.Value == "," || p.Value == ":" || p.Value == "?" && prev.Value != ",":
		return false
	case p.Value == "(":
		return !l.style.callee[prev.Pos.Offset] && !l.glued(prev)
	case p.Value == "[":
		return l.style.list[p.Pos.Offset] && !l.glued(prev)
	}
	return !l.glued(prev) && !l.style.tight[p.Pos.Offset]
}

// glued reports whether no blank stands after an operator.
func (l *layout) glued(p piece) bool {
	return l.style.tight[p.Pos.Offset] || l.style.sign[p.Pos.Offset]
}

// indent returns the level of the line that begins with piece i.
func (l *layout) indent(i int) int {
	if i == 0 {
		return 0
	}
	code := i // a comment stands like the code that follows it
	for code < len(l.pieces)-1 && l.pieces[code].comment {
		code++
	}
	if l.style.clauses[l.pieces[code].Pos.Offset] {
		return 1
	}
	hanging := 0
	for _, hangs := range l.open {
		if hangs {
			hanging++
		}
	}
	if n := len(l.open); n > 0 && l.open[n-1] && closes(l.pieces[i]) {
		return l.clause + hanging - 1
	}
	return l.clause + max(hanging, 1)
}

// lineEnd returns the piece before which the line that begins with piece i ends.
// indent is its column.
func (l *layout) lineEnd(i, indent int) int {
	column := indent
	best := -1
	for k := i; ; k++ {
		if k == len(l.pieces) || k > i && l.ends(k) {
			return k
		}
		g := l.gaps[k]
		if i > 0 && k > i && l.style.header && g.class == breakStatement {
			return k // after a header of several lines, the body begins a new one
		}
		if k > i {
			if g.space {
				column++
			}
			switch {
			case column >= formatWidth && best >= 0:
				return best
			case g.class.candidate() && (best < 0 || l.better(g, l.gaps[best])):
				best = k
			}
		}
		if l.pieces[k].comment {
			continue
		}
		lines := l.show(k, indent)
		if len(lines) > 1 {
			column = utf8.RuneCountInString(lines[len(lines)-1])
		} else {
			column += utf8.RuneCountInString(lines[0])
		}
		if column > formatWidth && best >= 0 {
			return best
		}
	}
}

// ends reports whether a line ends before piece k in any case: it must, or the
// author ended it there and may.
func (l *layout) ends(k int) bool {
	g := l.gaps[k]
	return g.must || g.class != breakNever && l.pieces[k].newlines > 0
}

// better reports whether to break a line at gap a rather than at b, which comes
// before it: outside of brackets, at loose operators, late.
func (l *layout) better(a, b gap) bool {
	if a.depth != b.depth {
		return a.depth < b.depth
	}
	return a.class <= b.class && b.class != breakStatement
}

// show returns the lines of piece k; only grids have several.
func (l *layout) show(k, indent int) []string {
	p := l.pieces[k]
	if p.Type != gridToken {
		return []string{p.Value}
	}
	return showGrid(gridOf(&p.Token), strings.Contains(p.Value, "\n"), l.exact, indent)
}

// write writes one line, the pieces from the one with index first.
func (l *layout) write(line []piece, first, indent int) {
	text := strings.Repeat(formatIndent, indent)
	for i, p := range line {
		if p.comment && i > 0 {
			l.out.add(text)
			l.out.trailing(p.Value)
			text = ""
			break
		}
		if i > 0 && l.gaps[first+i].space {
			text += " "
		}
		shown := l.show(first+i, len(formatIndent)*indent)
		for _, row := range shown[:len(shown)-1] {
			l.out.add(text + row)
			text = ""
		}
		text += shown[len(shown)-1]
		switch {
		case opens(p):
			l.open = append(l.open, i == len(line)-1 || line[i+1].comment)
		case closes(p) && len(l.open) > 0:
			l.open = l.open[:len(l.open)-1]
		}
	}
	if text != "" {
		l.out.add(text)
	}
}
