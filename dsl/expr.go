package dsl

import (
	"strings"

	"github.com/alecthomas/participle/v2/lexer"
	"nazo/dsl/diag"
	"nazo/internal/alg"
)

// exprParser reads expressions by precedence climbing. A grammar with a production for each level would
// take ten times the time and memory.
//
// It keeps the first problem. From then on it sees the end of the text, so all open productions finish
// with what they have.
type exprParser struct {
	lx      *lexer.PeekingLexer
	problem *problem
	nesting int
	scope   scope
}

// scope is the context of an expression. Brackets start a new one.
type scope struct {
	domain bool        // parentheses hold types
	binder bool        // in a binder's domain, where a quantifier needs parentheses
	body   *Quantifier // the quantifier whose body this is
}

// operand is an expression with its place, including parentheses, and the depth of its tree.
type operand struct {
	Expr
	at    At
	depth int
}

// eof is the only token after a problem.
var eof = lexer.EOFToken(lexer.Position{})

func newExprParser(lx *lexer.PeekingLexer) *exprParser { return &exprParser{lx: lx} }

// err returns the problem, or nil.
func (p *exprParser) err() error {
	if p.problem != nil {
		return p.problem
	}
	return nil
}

func (p *exprParser) fail(problem *problem) {
	if p.problem == nil {
		p.problem = problem
	}
}

func (p *exprParser) peek() *lexer.Token {
	if p.problem != nil {
		return &eof
	}
	return p.lx.Peek()
}

func (p *exprParser) next() *lexer.Token {
	if p.problem != nil {
		return &eof
	}
	return p.lx.Next()
}

// is reports whether the next token is the given word or sign.
func (p *exprParser) is(value string) bool { return p.peek().Value == value }

func (p *exprParser) followed(value string) bool { return p.second().Value == value }

func (p *exprParser) second() lexer.Token {
	if p.problem != nil {
		return eof
	}
	return after(p.lx)
}

// accept takes the next token if it is the given word or sign.
func (p *exprParser) accept(value string) bool {
	if !p.is(value) || p.problem != nil {
		return false
	}
	p.lx.Next()
	return true
}

// expect takes the given words or signs, which must come next.
func (p *exprParser) expect(values ...string) {
	for _, value := range values {
		if !p.accept(value) && p.problem == nil {
			p.fail(unexpected(p.lx, "`"+strings.Join(values, " ")+"`"))
		}
	}
}

func (p *exprParser) within(s scope, read func()) {
	outer := p.scope
	p.scope = s
	read()
	p.scope = outer
}

// inBrackets reads the content of brackets and the closing bracket. The opening one was read before.
func (p *exprParser) inBrackets(open *lexer.Token, closing string, read func()) {
	p.within(scope{domain: p.scope.domain && closing == ")"}, read)
	if p.accept(closing) || p.problem != nil {
		return
	}
	bad := unexpected(p.lx, "`"+closing+"`, `,` or an operator")
	if bad.Expected != "" {
		bad.Note(nil, placeOf(open).Span(), "the `%s` that is still open", open.Value)
	}
	p.fail(bad)
}

// from returns the place from a start to the end of the last token read.
func (p *exprParser) from(start int) At {
	if t := previous(p.lx); t != nil {
		return At{start, max(start, endOf(t))}
	}
	return At{start, start}
}

func (p *exprParser) expression() operand { return p.climb(levelImplies) }

// climb reads an expression whose operators bind at least as tightly as lowest.
func (p *exprParser) climb(lowest level) operand {
	x := p.prefix(lowest)
	for {
		op, ok := binaryOps[p.peek().Value]
		if !ok || levels[op] < lowest {
			return x
		}
		t := p.next()
		side := levels[op] + 1
		if op == OpImplies {
			side = levelImplies // groups to the right
		}
		y := p.climb(side)
		at := reach(x.at, y.at)
		z := &Binary{At: at, Op: op, OpAt: placeOf(t), X: x.Expr, Y: y.Expr}
		x = p.node(z, at, x, y)
		p.checkChain(z)
	}
}

// reach returns the place from the start of first to the end of last.
func reach(first, last At) At { return At{first.Start, max(first.Start, last.End)} }

// node makes an operand and checks that its tree is not too deep.
func (p *exprParser) node(e Expr, at At, parts ...operand) operand {
	depth := 0
	for _, part := range parts {
		depth = max(depth, part.depth)
	}
	if depth >= maxDepth {
		p.fail(tooDeep(at))
	}
	return operand{e, at, depth + 1}
}

func tooDeep(at At) *problem {
	p := problemAt(At{at.Start, min(at.Start+1, at.End)}, "too-deep", "this expression has more than %d levels", maxDepth)
	p.Helpf("give its parts names with `let` or `def`, or use a quantifier over a set")
	return p
}

// checkChain reports a second comparison or range right after one.
func (p *exprParser) checkChain(first *Binary) {
	t := p.peek()
	op, ok := binaryOps[t.Value]
	if !ok || levels[op] != levels[first.Op] || levels[op] != levelCompare && levels[op] != levelRange {
		return
	}
	if levels[op] == levelRange {
		p.fail(problemAt(placeOf(t), "chained-range", "a range has two ends"))
		return
	}
	if help := sideBySide(p.lx); help != "" { // 1 => 2
		d := problemAt(placeOf(t), "unexpected-token", "unexpected %s", describe(t))
		d.Help = help
		p.fail(d)
		return
	}
	c := problemAt(placeOf(t), "chained-comparison", "comparisons do not chain: `%s` follows `%s`", op, first.Op)
	c.Note(nil, first.OpAt.Span(), "the comparison before it")
	left, right := p.text(first.Start, first.OpAt.Start), p.text(first.OpAt.End, first.End)
	if q := p.scope.body; q != nil && !q.Op.truth() {
		c.Helpf("the body of `%s` reaches as far as it can; put the form in parentheses: (%s) %s …",
			q.Op, p.text(q.Start, first.End), op)
	} else {
		c.Helpf("write %s %s %s and %s %s …, or put one comparison in parentheses", left, first.Op, right, right, op)
	}
	p.fail(c)
}

// truth reports whether a quantifier's value is a truth value.
func (op QuantOp) truth() bool { return op <= OpOne }

// text returns the source text between two offsets that were read, shortened.
func (p *exprParser) text(start, end int) string {
	var b strings.Builder
	for _, t := range p.lx.Range(0, p.lx.RawCursor()) {
		if t.Pos.Offset >= start && endOf(&t) <= end && t.Type != commentToken {
			b.WriteString(t.Value)
		}
	}
	return shorten(b.String())
}

// prefix reads an operand with the prefix operators before it.
func (p *exprParser) prefix(lowest level) operand {
	p.nesting++
	defer func() { p.nesting-- }()
	t := p.peek()
	if p.nesting > maxDepth {
		p.fail(tooDeep(placeOf(t)))
	}
	switch {
	case p.is("not"):
		return p.negation(lowest)
	case p.is("-"):
		t = p.next()
		x := p.climb(levelNegate)
		at := reach(placeOf(t), x.at)
		return p.node(&Unary{At: at, Op: OpNeg, X: x.Expr}, at, x)
	}
	return p.postfix()
}

// negation reads not X.
func (p *exprParser) negation(lowest level) operand {
	t := p.next()
	if lowest > levelNot {
		bad := problemAt(placeOf(t), "not-needs-parentheses", "`not` binds more loosely than the operator before it")
		bad.Helpf("put it in parentheses: (not …)")
		p.fail(bad)
	}
	x := p.climb(levelNot)
	at := reach(placeOf(t), x.at)
	return p.node(&Unary{At: at, Op: OpNot, X: x.Expr}, at, x)
}

// postfix reads a primary expression and the keys after it.
func (p *exprParser) postfix() operand {
	x := p.primary()
	for p.is("[") {
		open := p.next()
		var keys []operand
		p.inBrackets(open, "]", func() { keys = p.list(p.expression) })
		at := p.from(x.at.Start)
		x = p.node(&Index{At: at, X: x.Expr, Keys: exprs(keys)}, at, append(keys, x)...)
	}
	return x
}

func (p *exprParser) list(item func() operand) []operand {
	items := []operand{item()}
	for p.accept(",") {
		items = append(items, item())
	}
	return items
}

func exprs(operands []operand) []Expr {
	return alg.Map(operands, func(x operand) Expr { return x.Expr })
}

// level is the precedence of an operator. Higher binds tighter.
type level uint8

const (
	levelImplies level = iota + 1
	levelOr
	levelAnd
	levelNot
	levelCompare // does not chain
	levelRange   // does not chain
	levelSum
	levelProduct
	levelNegate // unary minus
)

// levels gives the level of every infix operator.
var levels = [...]level{
	OpImplies: levelImplies, OpOr: levelOr, OpAnd: levelAnd,
	OpEq: levelCompare, OpNe: levelCompare, OpLt: levelCompare, OpLe: levelCompare,
	OpGt: levelCompare, OpGe: levelCompare, OpIn: levelCompare, OpSubset: levelCompare,
	OpRange: levelRange, OpAdd: levelSum, OpSub: levelSum,
	OpIntersect: levelProduct, OpMul: levelProduct, OpDiv: levelProduct, OpMod: levelProduct,
}

// binaryOps maps the text of a token to its infix operator.
var binaryOps = func() map[string]BinaryOp {
	m := map[string]BinaryOp{}
	for op, word := range binaryWords {
		m[word] = BinaryOp(op)
	}
	return m
}()

// Fragments reads expressions in a text that is not a spec, such as a file of instances. The caller
// determines where each begins and ends. All places count from the start of the text.
type Fragments struct{ reader }

// NewFragments reads fragments of a text. start is the offset after a byte order mark. If the text is not UTF-8 or has
// more than limit bytes, ok is false and Problems has a diagnostic that calls the text what.
func NewFragments(src *diag.Source, what string, limit int) (f *Fragments, start int, ok bool) {
	f = &Fragments{newReader(src)}
	start, ok = f.check(what, limit)
	return f, start, ok
}

// Problems returns the diagnostics so far.
func (f *Fragments) Problems() *diag.List { return f.problems }

// Full reports whether reading should end because of too many problems.
func (f *Fragments) Full() bool { return f.problems.Len() >= maxProblems }

// Report adds a problem.
func (f *Fragments) Report(d *diag.Diagnostic) { f.report(d) }

// Value reads the expression between two offsets. An unreadable one is reported and becomes a Bad.
func (f *Fragments) Value(start, end int) Expr { return f.value(start, end) }

// Assigned reads the left side of an assignment between two offsets: a name with keys, as in
// seen[north], or several names. The Assign has no value yet. An unreadable name is reported and
// becomes empty. expected describes what should follow.
func (f *Fragments) Assigned(start, end int, expected string) *Assign {
	p := newExprParser(lex(f.src.Text[start:end], start))
	e := &Assign{Names: []*Name{p.name("a given's name")}}
	if p.is("[") {
		var keys []operand
		p.inBrackets(p.next(), "]", func() { keys = p.list(p.expression) })
		e.Keys = exprs(keys)
	}
	for len(e.Keys) == 0 && p.accept(",") {
		e.Names = append(e.Names, p.name("a given's name"))
	}
	e.At = p.from(e.Names[0].Start)
	if p.problem == nil && !p.peek().EOF() {
		p.fail(unexpected(p.lx, expected))
	}
	if p.problem != nil {
		f.explain(p.problem, "")
	}
	return e
}
