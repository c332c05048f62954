package dsl

import (
	"cmp"
	"math/big"
	"strings"

	"github.com/alecthomas/participle/v2/lexer"
)

// maxDigits bounds the length of a number literal.
const maxDigits = 4096

// primary reads an expression without operators at its top.
func (p *exprParser) primary() operand {
	t := p.peek()
	at := placeOf(t)
	switch {
	case t.EOF():
		return p.bad("an expression")
	case t.Type == integerToken:
		return p.integer(p.next())
	case t.Type == textToken:
		return p.node(textOf(p.next()), at)
	case t.Type == gridToken:
		return p.node(gridOf(p.next()), at)
	case t.Type == nameToken:
		return p.word(t)
	}
	switch t.Value {
	case "(":
		return p.parentheses(p.next())
	case "[":
		return p.listLiteral(p.next())
	case "{":
		return p.braces(p.next())
	}
	return p.bad("an expression")
}

// bad reports that something else was expected and returns a Bad.
func (p *exprParser) bad(expected string) operand {
	if p.problem == nil {
		p.fail(unexpected(p.lx, expected))
	}
	at := At(p.problem.Span)
	return operand{&Bad{at}, at, 1}
}

func (p *exprParser) integer(t *lexer.Token) operand {
	at := placeOf(t)
	if len(t.Value) > maxDigits {
		p.fail(problemAt(at, "number-too-long", "this number has more than %d digits", maxDigits))
	}
	n := new(big.Int)
	if p.problem == nil {
		n.SetString(t.Value, 10)
		if after := p.peek(); after.Type == nameToken && after.Pos.Offset == at.End {
			bad := problemAt(At{at.Start, endOf(after)}, "unexpected-token", "`%s` is neither a number nor a name", shorten(t.Value+after.Value))
			bad.Helpf("a name begins with a letter; multiplication is written with `*`")
			p.fail(bad)
		}
	}
	return p.node(&IntLit{at, n}, at)
}

func textOf(t *lexer.Token) *StringLit {
	return &StringLit{placeOf(t), strings.Trim(t.Value, `"`)}
}

// linesOf returns the lines of a text in three quotes, without blanks around them, and without empty ones.
func linesOf(t *lexer.Token) (out []*StringLit) {
	at := t.Pos.Offset + len(gridQuotes)
	for line := range strings.Lines(t.Value[len(gridQuotes) : len(t.Value)-len(gridQuotes)]) {
		text := strings.TrimSpace(line)
		start := at + strings.Index(line, text)
		if at += len(line); text != "" {
			out = append(out, &StringLit{At{start, start + len(text)}, text})
		}
	}
	return out
}

func gridOf(t *lexer.Token) *GridLit {
	const quotes = 3
	return NewGrid(t.Value[quotes:len(t.Value)-quotes], t.Pos.Offset+quotes, placeOf(t))
}

func (p *exprParser) word(t *lexer.Token) operand {
	at := placeOf(t)
	switch t.Value {
	case "true", "false":
		p.next()
		return p.node(&BoolLit{at, t.Value == "true"}, at)
	case "none":
		p.next()
		return p.node(&NoneLit{at}, at)
	case "if":
		return p.conditional(p.expression)
	}
	if op, ok := quantWord[t.Value]; ok {
		if p.followed("(") && !p.tupleAhead() {
			return p.call()
		}
		return p.quantifier(op)
	}
	if Reserved(t.Value) {
		if before := previous(p.lx); before == nil || !endsBefore(before, t) {
			bad := unexpected(p.lx, "an expression")
			p.next()
			p.fail(bad)
		}
		return p.bad("an expression")
	}
	if p.followed("(") {
		return p.call()
	}
	p.next()
	return p.node(&Name{at, t.Value}, at)
}

// call reads NAME(ARGUMENTS).
func (p *exprParser) call() operand {
	t := p.next()
	open := p.next()
	var args []operand
	if !p.accept(")") {
		p.inCall(open, &args)
	}
	at := p.from(t.Pos.Offset)
	return p.node(&Call{At: at, Func: &Name{placeOf(t), t.Value}, Args: exprs(args)}, at, args...)
}

func (p *exprParser) inCall(open *lexer.Token, args *[]operand) {
	p.within(scope{}, func() {
		p.inBrackets(open, ")", func() { *args = p.list(p.expression) })
	})
}

func (p *exprParser) conditional(branch func() operand) operand {
	start := placeOf(p.next())
	var cond, yes, no operand
	p.within(scope{binder: p.scope.binder}, func() { cond = p.expression() })
	if p.problem == nil && !p.is("then") {
		bad := unexpected(p.lx, "`then`")
		bad.Help = cmp.Or(bad.Help, sayIf)
		p.fail(bad)
	}
	p.accept("then")
	p.within(scope{binder: p.scope.binder, domain: p.scope.domain}, func() { yes = branch() })
	p.expect("else")
	no = branch()
	at := reach(start, no.at)
	return p.node(&If{At: at, Cond: cond.Expr, Then: yes.Expr, Else: no.Expr}, at, cond, yes, no)
}

// parentheses reads an expression or a tuple after "(".
func (p *exprParser) parentheses(open *lexer.Token) operand {
	element := p.expression
	if p.scope.domain {
		element = p.domain
	}
	var elems []operand
	p.inBrackets(open, ")", func() { elems = p.list(element) })
	at := p.from(open.Pos.Offset)
	if len(elems) == 1 {
		x := elems[0]
		x.at = at
		return x
	}
	return p.node(&Tuple{At: at, Elems: exprs(elems)}, at, elems...)
}

func (p *exprParser) listLiteral(open *lexer.Token) operand {
	return p.collection(open, "]", func(at At, elems []operand) operand {
		return p.node(&ListLit{At: at, Elems: exprs(elems)}, at, elems...)
	})
}

// braces reads a set, a comprehension or labels after "{".
func (p *exprParser) braces(open *lexer.Token) operand {
	if p.peek().Type == nameToken && p.second().Type == textToken {
		return p.labels(open)
	}
	return p.collection(open, "}", func(at At, elems []operand) operand {
		return p.node(&SetLit{At: at, Elems: exprs(elems)}, at, elems...)
	})
}

// collection reads a set or list, or a comprehension. The token after the first expression tells which.
func (p *exprParser) collection(open *lexer.Token, closing string, literal func(At, []operand) operand) operand {
	start := open.Pos.Offset
	if p.accept(closing) {
		return literal(p.from(start), nil)
	}
	var made *Comprehension
	var elems []operand
	p.inBrackets(open, closing, func() {
		first := p.expression()
		elems = append(elems, first)
		switch {
		case p.accept("for"):
			binders := p.binders()
			made = &Comprehension{List: closing == "]", Head: first.Expr, Binders: binders.Binders}
			elems = append(elems, binders.operand)
		case p.is("where"):
			binders := p.filtered(first)
			made = &Comprehension{List: closing == "]", Binders: binders.Binders}
			elems = append(elems, binders.operand)
		default:
			for p.accept(",") {
				elems = append(elems, p.expression())
			}
		}
	})
	at := p.from(start)
	if made != nil {
		made.At = at
		return p.node(made, at, elems...)
	}
	return literal(at, elems)
}

// labels reads NAME "PRINT", … and the closing brace.
func (p *exprParser) labels(open *lexer.Token) operand {
	var labels []*Label
	label := func() {
		name := p.name("a label's name")
		t := p.peek()
		if t.Type != textToken {
			p.bad("the text that prints the label, in double quotes")
			return
		}
		p.next()
		labels = append(labels, &Label{At{name.Start, endOf(t)}, name, textOf(t)})
	}
	p.inBrackets(open, "}", func() {
		label()
		for p.accept(",") {
			label()
		}
		if !p.is("}") {
			p.bad("`,` or `}`")
		}
	})
	at := p.from(open.Pos.Offset)
	return p.node(&LabelSet{at, labels}, at)
}

// target reads the target of an update: a name, maybe with keys.
func (p *exprParser) target() operand {
	x := p.postfix()
	e := x.Expr
	if index, ok := e.(*Index); ok {
		e = index.X
	}
	if _, ok := e.(*Name); !ok {
		p.fail(problemAt(x.at, "no-target", "a move can change a state only: NAME or NAME[KEY]"))
	}
	return x
}

func (p *exprParser) invocation() operand {
	x := p.postfix()
	if _, ok := x.Expr.(*Call); !ok {
		p.fail(problemAt(x.at, "no-move", "a player prefers a move with its parameters: NAME(X)"))
	}
	return x
}

// name reads a name at its declaration. what describes it in messages.
func (p *exprParser) name(what string) *Name {
	t := p.peek()
	if t.Type == nameToken && !Reserved(t.Value) {
		p.next()
		return &Name{placeOf(t), t.Value}
	}
	if p.problem == nil {
		if bad := misuse(p.lx); bad != nil {
			p.next()
			p.fail(bad)
		}
	}
	p.bad(what)
	return &Name{At: At(p.problem.Span)}
}

// quantifier reads a form such as all c in S: body.
func (p *exprParser) quantifier(op QuantOp) operand {
	t := p.next()
	q := &Quantifier{At: placeOf(t), Op: op, OpAt: placeOf(t)}
	if p.scope.binder {
		bad := problemAt(q.OpAt, "binder-in-binder", "a `%s` within a binder stands in parentheses", op)
		bad.Helpf("write (%s x in xs: …)", op)
		p.fail(bad)
	}
	next := p.peek()
	if name := next.Type == nameToken && !Reserved(next.Value); !name && next.Value != "(" && next.Value != "{" {
		p.bad("a name and what it ranges over (" + op.String() + " x in xs: …), or a collection in parentheses (" + op.String() + "(xs))")
	}
	binders := p.binders()
	q.Binders = binders.Binders
	p.expect(":")
	var body operand
	p.within(scope{body: q}, func() { body = p.expression() })
	q.Body = body.Expr
	q.End = max(q.End, body.at.End)
	return p.node(q, q.At, body, binders.operand)
}

// tupleAhead reports whether "WORD (a, b) in" comes next: a quantifier over tuples. Otherwise a word
// with parentheses is a call.
func (p *exprParser) tupleAhead() bool {
	if p.problem != nil {
		return false
	}
	here := p.lx.MakeCheckpoint()
	defer p.lx.LoadCheckpoint(here)
	p.lx.Next()
	for names := 1; ; names++ {
		p.lx.Next() // "(" or ","
		if t := p.lx.Next(); t.Type != nameToken || Reserved(t.Value) {
			return false
		}
		switch p.lx.Peek().Value {
		case ",":
		case ")":
			p.lx.Next()
			return names > 1 && p.lx.Peek().Value == "in"
		default:
			return false
		}
	}
}

// bound is a list of binders with the depth of their deepest expression.
type bound struct {
	*Binders
	operand operand
}

// deeper updates the depth with an expression in the binders and returns the expression.
func (b *bound) deeper(x operand) Expr {
	b.operand.depth = max(b.operand.depth, x.depth)
	return x.Expr
}

// binders reads one or more binders with their filters.
func (p *exprParser) binders() bound {
	b := bound{Binders: &Binders{At: placeOf(p.peek())}}
	for more := true; more; more = p.accept(",") {
		b.Items = append(b.Items, p.binder(&b))
		p.filter(&b)
	}
	return b
}

// filter reads an optional where CONDITION and joins it to the conditions before it.
func (p *exprParser) filter(b *bound) {
	if word := p.peek(); p.accept("where") {
		p.within(scope{}, func() {
			cond := p.expression()
			if b.Where == nil {
				b.Where = b.deeper(cond)
				return
			}
			at := reach(At(b.Where.Span()), cond.at)
			both := &Binary{At: at, Op: OpAnd, OpAt: placeOf(word), X: b.Where, Y: cond.Expr}
			b.Where = b.deeper(p.node(both, at, b.operand, cond))
		})
	}
	b.At = p.from(b.Start)
}

// binder reads PATTERN in COLLECTION or PATTERN = VALUE.
func (p *exprParser) binder(all *bound) *Binder {
	b := p.pattern()
	p.within(scope{binder: true}, func() {
		switch {
		case p.accept("in"):
			b.In = all.deeper(p.climb(levelRange))
		case p.accept("="):
			b.Value = all.deeper(p.expression())
		default:
			b.In = p.bad("`in` and what it ranges over, or `=` and a value").Expr
		}
	})
	b.At = p.from(b.Start)
	return b
}

// pattern reads the pattern of a binder: a name, (a, b) or {a, b}.
func (p *exprParser) pattern() *Binder {
	b := &Binder{At: placeOf(p.peek())}
	switch {
	case p.is("("):
		b.Pattern = PatternTuple
		p.names(b, ")")
	case p.is("{"):
		b.Pattern = PatternPair
		p.names(b, "}")
	default:
		b.Names = []*Name{p.name("a name to bind")}
	}
	b.At = p.from(b.Start)
	return b
}

func (p *exprParser) names(b *Binder, closing string) {
	open := p.next()
	p.inBrackets(open, closing, func() {
		b.Names = append(b.Names, p.name("a name to bind"))
		for p.accept(",") {
			b.Names = append(b.Names, p.name("a name to bind"))
		}
	})
	p.checkPattern(b, p.from(open.Pos.Offset))
}

// checkPattern reports patterns with too few or too many names.
func (p *exprParser) checkPattern(b *Binder, at At) {
	switch {
	case b.Pattern == PatternPair && len(b.Names) != 2:
		p.fail(problemAt(at, "bad-pattern", "a pair is bound by two names: {a, b}"))
	case b.Pattern == PatternTuple && len(b.Names) < 2:
		p.fail(problemAt(at, "bad-pattern", "a tuple is bound by two names or more: (a, b)"))
	}
}

// filtered turns the expression before where into the binders of { c in S where … }.
func (p *exprParser) filtered(first operand) bound {
	in, ok := first.Expr.(*Binary)
	var names []*Name
	var pattern Pattern
	if ok && in.Op == OpIn {
		pattern, names = asPattern(in.X)
	}
	if names == nil {
		bad := problemAt(first.at, "where-without-binder", "what stands before `where` binds no name")
		bad.Helpf("write { x in xs where … } or { expression for x in xs where … }")
		p.fail(bad)
		return bound{Binders: &Binders{At: first.at}}
	}
	b := &Binder{At: in.At, Pattern: pattern, Names: names, In: in.Y}
	p.checkPattern(b, At(in.X.Span()))
	all := bound{Binders: &Binders{At: first.at, Items: []*Binder{b}}}
	p.filter(&all)
	return all
}

// asPattern converts an expression to a binder's pattern. names is nil if that is impossible.
func asPattern(e Expr) (pattern Pattern, names []*Name) {
	var elems []Expr
	switch e := e.(type) {
	case *Name:
		return PatternName, []*Name{e}
	case *Tuple:
		pattern, elems = PatternTuple, e.Elems
	case *SetLit:
		pattern, elems = PatternPair, e.Elems
	}
	for _, elem := range elems {
		name, ok := elem.(*Name)
		if !ok {
			return 0, nil
		}
		names = append(names, name)
	}
	return pattern, names
}
