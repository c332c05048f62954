package dsl

import (
	"strings"
	"unicode/utf8"

	"github.com/alecthomas/participle/v2/lexer"
	"nazo/dsl/diag"
	"nazo/internal/alg"
)

const (
	formatWidth  = 120 // maximum columns of a line
	formatIndent = "  "
)

// Format returns a spec in its canonical form, with the same tree and comments. It sets spaces, indentation and grids
// anew and starts a line for each statement. It breaks long lines and keeps the author's line breaks where a reader
// would expect one. Format is idempotent. For a spec with syntax errors it returns only these.
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
	newlines int // line ends after the previous piece
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

func (f *formatter) statement(s Stmt) {
	first := f.next
	for f.next < len(f.pieces) && f.pieces[f.next].Pos.Offset < s.Span().End {
		f.next++
	}
	l := &layout{pieces: f.pieces[first:f.next], style: styleOf(s), exact: f.exact, out: &f.out}
	l.statement()
}

// lines are the lines of the output with their trailing comments.
type lines struct {
	code     []string
	comments []string // "" for none
	blank    bool     // an empty line comes next
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

// trailing adds a comment to the last line.
func (l *lines) trailing(comment string) {
	last := &l.comments[len(l.comments)-1]
	*last = strings.TrimSpace(*last + " " + comment)
}

// finish returns the text. It aligns the comments of consecutive lines.
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

// layout writes one statement. It decides only on blanks and line breaks.
type layout struct {
	pieces []piece
	style  *style
	exact  bool // keep blanks in grids
	out    *lines

	gaps   []gap // the gap before each piece
	clause int   // 1 after the first clause of a move or player, else 0
	// open has an entry for each bracket open at the start of the next line: whether it ended its line.
	open []bool
}

// gap is the space or line break between two pieces.
type gap struct {
	space bool
	must  bool // a line break is required
	class breakClass
	depth int // number of open brackets
}

func (l *layout) statement() {
	l.measure()
	for i := 0; i < len(l.pieces); {
		if l.style.is(l.pieces[i], startsLine) {
			l.clause = 1
		}
		indent := l.indent(i)
		end := l.lineEnd(i, len(formatIndent)*indent)
		l.write(l.pieces[i:end], i, indent)
		i = end
	}
}

// measure computes the gaps.
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
				l.style.set(p.Pos.Offset, startsLine)
			}
			g.must = prev.comment || p.comment && p.newlines > 0 || l.style.is(p, startsLine)
		}
		if opens(p) {
			open = append(open, p)
		}
	}
}

// when reports whether piece i is the when of a move, which begins a line. A preference keeps its when on its line.
func (l *layout) when(i int) bool { return l.pieces[i].Value == "when" && l.style.effects >= 0 }

// then reports whether piece i is the last then before the effects of a move.
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

// space reports whether a blank separates two pieces on a line. If p closes a bracket, opener opened it.
func (l *layout) space(prev, p, opener piece) bool {
	switch {
	case opens(prev) && closes(p):
		return false
	case opens(prev):
		return l.style.is(prev, roomy)
	case closes(p):
		return l.style.is(opener, roomy)
	case p.Value == "," || p.Value == ":" || p.Value == "?" && prev.Value != ",":
		return false
	case p.Value == "(":
		return !l.style.is(prev, callee) && !l.glued(prev)
	case p.Value == "[":
		return l.style.is(p, list) && !l.glued(prev)
	}
	return !l.glued(prev) && !l.style.is(p, tight)
}

// glued reports whether no blank follows an operator.
func (l *layout) glued(p piece) bool { return l.style.is(p, tight|sign) }

func (l *layout) indent(i int) int {
	if i == 0 {
		return 0
	}
	code := i // a comment is indented like the code after it
	for code < len(l.pieces)-1 && l.pieces[code].comment {
		code++
	}
	if l.style.is(l.pieces[code], startsLine) {
		return 1
	}
	hanging := alg.Count(l.open, func(hangs bool) bool { return hangs })
	if n := len(l.open); n > 0 && l.open[n-1] && closes(l.pieces[i]) {
		return l.clause + hanging - 1
	}
	return l.clause + max(hanging, 1)
}

// lineEnd returns the index after the last piece of the line that begins with piece i at column indent.
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

// ends reports whether a line must end before piece k: it is required, or the author ended it there and
// that is allowed.
func (l *layout) ends(k int) bool {
	g := l.gaps[k]
	return g.must || g.class != breakNever && l.pieces[k].newlines > 0
}

// better reports whether gap a is a better line break than the earlier gap b. Outer brackets, looser
// operators and later gaps are better.
func (l *layout) better(a, b gap) bool {
	if a.depth != b.depth {
		return a.depth < b.depth
	}
	return a.class < b.class || a.class == b.class && b.class != breakStatement
}

// show returns the lines of piece k. Only grids have several.
func (l *layout) show(k, indent int) []string {
	p := l.pieces[k]
	switch {
	case p.Type != gridToken:
		return []string{p.Value}
	case l.style.prose:
		return showProse(linesOf(&p.Token), strings.Repeat(" ", indent))
	}
	return showGrid(gridOf(&p.Token), strings.Contains(p.Value, "\n"), l.exact, indent)
}

// showProse returns lines in three quotes.
func showProse(lines []*StringLit, margin string) []string {
	out := []string{gridQuotes}
	for _, line := range lines {
		out = append(out, margin+formatIndent+line.Value)
	}
	return append(out, margin+gridQuotes)
}

// write writes the pieces of one line. first is the index of the first piece.
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

// breakClass ranks gaps as line breaks. Less is better.
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
	breakKeep     // only where the author broke the line
	breakNever
)

// candidate reports whether a line that is too long may end here.
func (c breakClass) candidate() bool { return c < breakKeep }

// class ranks the gap between two pieces.
func (l *layout) class(prev, p piece) breakClass {
	switch {
	case prev.comment || p.comment:
		return breakNever // required or forbidden by the comment
	case opens(prev) && closes(p), prev.Value == "(" && l.style.is(p, tight):
		return breakNever
	case p.Pos.Offset == l.style.said:
		return breakSaid
	case prev.Value == "/" && p.Type == textToken:
		return breakClause // between the two sentences of a find
	case prev.Value == ":" && l.style.is(p, meaning):
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

// operator returns the infix operator of a piece, unless it is a tight one.
func (l *layout) operator(p piece) (BinaryOp, bool) {
	op, ok := l.style.infix[p.Pos.Offset]
	return op, ok && p.Value == op.String() && !l.style.is(p, tight)
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

// style is the role of a statement's tokens in its tree, by their offsets.
type style struct {
	marks   map[int]mark
	infix   map[int]BinaryOp
	effects int  // start of the effects of a move, after its then, or -1
	header  bool // the statement is a rule: header, colon, body
	said    int  // start of the said clause of a find, or -1
	prose   bool // the statement has lines of text in three quotes
}

// mark is a set of properties of a token.
type mark uint8

const (
	callee     mark = 1 << iota // a name right before its "("
	list                        // a "[" that begins a list, not a key
	roomy                       // the "{" of a comprehension, with blanks inside
	tight                       // an operator without blanks around it
	sign                        // a minus sign, without a blank after it
	startsLine                  // a word that begins a line
	meaning                     // the value of a mark in a link, on the line of its colon
)

func (st *style) set(offset int, m mark) { st.marks[offset] |= m }

// is reports whether a piece has one of some properties.
func (st *style) is(p piece, m mark) bool { return st.marks[p.Pos.Offset]&m != 0 }

// styleOf collects the style of a statement from its tree.
func styleOf(s Stmt) *style {
	st := &style{marks: map[int]mark{}, infix: map[int]BinaryOp{}, effects: -1, said: -1}
	if m, ok := s.(*Make); ok {
		s = m.Stmt
	}
	switch s := s.(type) {
	case *Rule:
		st.header = true
		if s.Because != nil {
			st.set(s.Because.Start, startsLine)
		}
	case *Prose:
		st.prose = true
	case *Def:
		st.set(s.Name.Start, callee)
	case *Move:
		st.move(s)
	case *Player:
		for _, p := range s.Prefers {
			st.set(p.Start, startsLine)
		}
	}
	Visit(s, func(n Node) bool {
		st.node(n)
		return true
	})
	return st
}

// move marks the clauses of a move. The words when and then are found in the text.
func (st *style) move(m *Move) {
	st.set(m.Name.Start, callee)
	st.effects = m.Then[0].Start
	for _, l := range m.Lets {
		st.set(l.Start, startsLine)
	}
	for _, c := range m.Costs {
		st.set(c.Start, startsLine)
	}
}

func (st *style) node(n Node) {
	switch n := n.(type) {
	case *Call:
		st.set(n.Func.Start, callee)
	case *ListLit:
		st.set(n.Start, list)
	case *Comprehension:
		if n.List {
			st.set(n.Start, list)
		} else {
			st.set(n.Start, roomy)
		}
	case *LinkCase:
		st.set(n.Value.Span().Start, meaning)
	case *Said:
		st.said = n.Start
	case *Unary:
		if n.Op == OpNeg {
			st.set(n.Start, sign)
		}
	case *Binary:
		st.infix[n.OpAt.Start] = n.Op
		if n.Op == OpRange {
			st.set(n.OpAt.Start, tight)
			if narrow(n) {
				st.tighten(n)
			}
		}
	}
}

// bare calls do for the operands of b that are operations without parentheses. The place of an
// operation includes parentheses around its operands.
func bare(b *Binary, do func(*Binary)) {
	if x, ok := b.X.(*Binary); ok && x.Start == b.Start {
		do(x)
	}
	if y, ok := b.Y.(*Binary); ok && y.End == b.End {
		do(y)
	}
}

// narrow reports whether a range is written without blanks: 1..n-1 but not 1..n mod 2, since words need blanks.
func narrow(b *Binary) bool {
	ok := true
	bare(b, func(x *Binary) { ok = ok && x.Op != OpMod && narrow(x) })
	return ok
}

func (st *style) tighten(b *Binary) {
	bare(b, func(x *Binary) {
		st.set(x.OpAt.Start, tight)
		st.tighten(x)
	})
}

// Essence returns a piece of a spec without comments and with one blank between tokens. Pieces with
// equal essences have the same meaning.
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
