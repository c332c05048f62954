package dsl

import (
	"strings"
	"unicode/utf8"

	"github.com/alecthomas/participle/v2/lexer"
	"nazo/dsl/diag"
)

const (
	formatWidth  = 120 // columns that a line may fill
	formatIndent = "  "
)

// Format returns a spec in its canonical form, with the same tree and comments.
// It sets spaces, indentation and grids anew, one statement a line. A line break of the author's
// within a statement stays if a reader would expect one. Long lines are broken. Format(Format(x)) =
// Format(x). It does not format a spec with syntax errors, and the list then has these.
func Format(src *diag.Source) (string, *diag.List) {
	file, problems := Parse(src)
	if problems.HasErrors() {
		return "", problems
	}
	start := len(src.Text) - len(strings.TrimPrefix(src.Text, "\ufeff"))
	f := &formatter{pieces: cut(src.Text[start:], start), exact: blanksMayBeCells(file)}
	for _, s := range file.Stmts {
		f.between(s.Span().Start)
		f.statement(s)
	}
	f.between(len(src.Text) + 1)
	return f.out.finish(), problems
}

// piece is a token or a comment of a spec.
type piece struct {
	lexer.Token
	comment  bool
	newlines int // line ends between it and the piece before it
}

// cut splits a text, which begins at an offset of its source, into pieces.
func cut(text string, offset int) []piece {
	lx := lex(text, offset)
	for !lx.Peek().EOF() {
		lx.Next()
	}
	lx.FastForward(lx.RawCursor() + lexer.RawCursor(len(text))) // over trailing blanks and comments
	var pieces []piece
	newlines := 0
	for _, t := range lx.Range(0, lx.RawCursor()) {
		if t.Type == spaceToken {
			newlines += strings.Count(t.Value, "\n")
			continue
		}
		p := piece{Token: t, comment: t.Type == commentToken, newlines: newlines}
		if p.comment {
			p.Value = strings.TrimRight(t.Value, " \t\r")
		}
		pieces = append(pieces, p)
		newlines = 0
	}
	return pieces
}

// formatter writes the pieces of a spec, statement by statement.
type formatter struct {
	pieces []piece
	next   int // the piece to write next
	exact  bool
	out    lines
}

// between writes the comments and empty lines before the statement at an offset.
func (f *formatter) between(offset int) {
	for ; f.next < len(f.pieces) && f.pieces[f.next].Pos.Offset < offset; f.next++ {
		p := f.pieces[f.next]
		if p.newlines == 0 && !f.out.empty() {
			f.out.trailing(p.Value)
			continue
		}
		f.out.gap(p.newlines)
		f.out.add(p.Value)
	}
	if f.next < len(f.pieces) {
		f.out.gap(f.pieces[f.next].newlines)
	}
}

// statement writes one statement.
func (f *formatter) statement(s Stmt) {
	first := f.next
	for f.next < len(f.pieces) && f.pieces[f.next].Pos.Offset < s.Span().End {
		f.next++
	}
	l := &layout{pieces: f.pieces[first:f.next], style: styleOf(s), exact: f.exact, out: &f.out}
	l.statement()
}

// lines are the lines of the output, with comments behind them.
type lines struct {
	code     []string
	comments []string // "" for none
	blank    bool     // whether an empty line comes next
}

func (l *lines) empty() bool { return len(l.code) == 0 }

// gap keeps one empty line where the author left one or more.
func (l *lines) gap(newlines int) { l.blank = newlines > 1 && !l.empty() }

func (l *lines) add(code string) {
	if l.blank {
		l.code, l.comments = append(l.code, ""), append(l.comments, "")
		l.blank = false
	}
	l.code, l.comments = append(l.code, code), append(l.comments, "")
}

// trailing puts a comment behind the last line.
func (l *lines) trailing(comment string) {
	last := &l.comments[len(l.comments)-1]
	*last = strings.TrimSpace(*last + " " + comment)
}

// finish returns the text. Comments behind neighbouring lines stand in a column.
func (l *lines) finish() string {
	var b strings.Builder
	for i := 0; i < len(l.code); {
		end, width := i, 0
		for ; end < len(l.code) && l.comments[end] != ""; end++ {
			width = max(width, utf8.RuneCountInString(l.code[end]))
		}
		for ; i < end; i++ {
			pad := width - utf8.RuneCountInString(l.code[i])
			b.WriteString(l.code[i] + strings.Repeat(" ", pad) + "  " + l.comments[i] + "\n")
		}
		if i < len(l.code) {
			b.WriteString(l.code[i] + "\n")
			i++
		}
	}
	return b.String()
}

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

// when reports whether piece i is the when of a move, which begins a line. The when of a preference
// stays on its line.
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
	return a.class < b.class || a.class == b.class && b.class != breakStatement
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

// breakClass tells how well a line ends between two pieces; less is better.
type breakClass uint8

const (
	breakSaid      breakClass = iota // before said
	breakStatement                   // after the colon of the statement
	breakColon                       // after another colon
	breakImplies
	breakOr
	breakAnd
	breakClause // before else, for, where, when
	breakComma
	breakCompare
	breakOperator // after an operator of arithmetic
	breakBracket  // after an opening bracket
	breakKeep     // only where the author ended the line
	breakNever
)

// candidate reports whether a line that is too long may end here.
func (c breakClass) candidate() bool { return c < breakKeep }

// class returns how well a line ends between two pieces.
func (l *layout) class(prev, p piece) breakClass {
	switch {
	case prev.comment || p.comment:
		return breakNever // it must, or must not
	case opens(prev) && closes(p), prev.Value == "(" && l.style.tight[p.Pos.Offset]:
		return breakNever
	case p.Pos.Offset == l.style.said:
		return breakSaid
	case prev.Value == "/" && p.Type == textToken:
		return breakClause // between what is said and what is said where it is not so
	case prev.Value == ":" && l.style.meaning[p.Pos.Offset]:
		return breakKeep
	case prev.Value == ":":
		return breakColon
	case prev.Value == ",":
		return breakComma
	case opens(prev):
		return breakBracket
	case closes(p):
		return breakKeep
	}
	if op, ok := l.operator(prev); ok {
		return operatorClass(op)
	}
	switch p.Value {
	case "else", "for", "where", "when":
		return breakClause
	case "then", "joining", "crossing", "by", "as", "expect", "answer":
		return breakKeep
	}
	_, before := l.operator(p)
	if before || prev.Value == "=" || prev.Value == ":=" || prev.Value == "then" || prev.Value == "else" {
		return breakKeep
	}
	return breakNever
}

// operator returns the infix operator that a piece is, unless it is a tight one.
func (l *layout) operator(p piece) (BinaryOp, bool) {
	op, ok := l.style.infix[p.Pos.Offset]
	return op, ok && p.Value == op.String() && !l.style.tight[p.Pos.Offset]
}

func operatorClass(op BinaryOp) breakClass {
	switch levels[op] {
	case levelImplies:
		return breakImplies
	case levelOr:
		return breakOr
	case levelAnd:
		return breakAnd
	case levelCompare:
		return breakCompare
	}
	return breakOperator
}

// style is the tree's knowledge of the tokens of a statement, by their offsets.
type style struct {
	callee  map[int]bool // names right before their "("
	list    map[int]bool // "[" that begin a list, not a key
	roomy   map[int]bool // "{" of a comprehension, with blanks inside
	tight   map[int]bool // operators without blanks around them
	sign    map[int]bool // minus signs, without a blank after them
	infix   map[int]BinaryOp
	clauses map[int]bool // words that begin a line of their own
	effects int          // where the effects of a move begin, after its then, or -1
	meaning map[int]bool // what a mark of a link means, on the line of its colon
	header  bool         // the statement is a rule: header, colon, body
	said    int          // where the said of a find begins, or -1
}

// styleOf looks over a statement's tree.
func styleOf(s Stmt) *style {
	st := &style{
		callee: map[int]bool{}, list: map[int]bool{}, roomy: map[int]bool{}, tight: map[int]bool{}, sign: map[int]bool{},
		infix: map[int]BinaryOp{}, clauses: map[int]bool{}, meaning: map[int]bool{}, effects: -1, said: -1,
	}
	switch s := s.(type) {
	case *Rule:
		st.header = true
		if s.Because != nil {
			st.clauses[s.Because.Start] = true
		}
	case *Def:
		st.callee[s.Name.Start] = true
	case *Move:
		st.move(s)
	case *Player:
		for _, p := range s.Prefers {
			st.clauses[p.Start] = true
		}
	}
	Visit(s, func(n Node) bool {
		st.node(n)
		return true
	})
	return st
}

// move marks the clauses of a move; when and then are found by their words.
func (st *style) move(m *Move) {
	st.callee[m.Name.Start] = true
	st.effects = m.Then[0].Start
	for _, l := range m.Lets {
		st.clauses[l.Start] = true
	}
	for _, c := range m.Costs {
		st.clauses[c.Start] = true
	}
}

func (st *style) node(n Node) {
	switch n := n.(type) {
	case *Call:
		st.callee[n.Func.Start] = true
	case *ListLit:
		st.list[n.Start] = true
	case *Comprehension:
		if n.List {
			st.list[n.Start] = true
		} else {
			st.roomy[n.Start] = true
		}
	case *LinkCase:
		st.meaning[n.Value.Span().Start] = true
	case *Said:
		st.said = n.Start
	case *Unary:
		if n.Op == OpNeg {
			st.sign[n.Start] = true
		}
	case *Binary:
		st.infix[n.OpAt.Start] = n.Op
		if n.Op == OpRange {
			st.tight[n.OpAt.Start] = true
			if narrow(n) {
				st.tighten(n)
			}
		}
	}
}

// bare calls do for the operands of b that are operations and stand without
// parentheses: a place of an operation includes those around its operands.
func bare(b *Binary, do func(*Binary)) {
	if x, ok := b.X.(*Binary); ok && x.Start == b.Start {
		do(x)
	}
	if y, ok := b.Y.(*Binary); ok && y.End == b.End {
		do(y)
	}
}

// narrow reports whether a range is written without blanks: 1..n-1, yet
// 1..n mod 2, for words need them.
func narrow(b *Binary) bool {
	ok := true
	bare(b, func(x *Binary) { ok = ok && x.Op != OpMod && narrow(x) })
	return ok
}

func (st *style) tighten(b *Binary) {
	bare(b, func(x *Binary) {
		st.tight[x.OpAt.Start] = true
		st.tighten(x)
	})
}

// Essence is a piece of a spec without its comments, and with one blank where there are others, or ends of lines, between words: two pieces
// with the same essence say the same.
func Essence(text string) string {
	var b strings.Builder
	for _, p := range cut(text, 0) {
		if !p.comment {
			b.WriteString(p.Value)
			b.WriteByte(' ')
		}
	}
	return b.String()
}
