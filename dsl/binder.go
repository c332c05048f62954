package dsl

// quantifier reads all c in S: body and its like.
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

// tupleAhead reports whether "WORD (a, b) in" comes next: a quantifier over
// tuples. A word and parentheses are else a function of a collection.
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

// bound is binders with the depth of their deepest expression.
type bound struct {
	*Binders
	operand operand
}

// deeper takes the depth of an expression within the binders into account.
func (b *bound) deeper(x operand) Expr {
	b.operand.depth = max(b.operand.depth, x.depth)
	return x.Expr
}

// binders reads one or more binders and the filter behind them.
func (p *exprParser) binders() bound {
	b := bound{Binders: &Binders{At: placeOf(p.peek())}}
	for more := true; more; more = p.accept(",") {
		b.Items = append(b.Items, p.binder(&b))
		p.filter(&b)
	}
	return b
}

// filter reads where CONDITION, if it is there, and joins it to those before it.
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

// pattern reads what a binder binds: a name, (a, b) or {a, b}.
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

// names reads the names of a pair or tuple in brackets.
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

// checkPattern refuses patterns with too few or too many names.
func (p *exprParser) checkPattern(b *Binder, at At) {
	switch {
	case b.Pattern == PatternPair && len(b.Names) != 2:
		p.fail(problemAt(at, "bad-pattern", "a pair is bound by two names: {a, b}"))
	case b.Pattern == PatternTuple && len(b.Names) < 2:
		p.fail(problemAt(at, "bad-pattern", "a tuple is bound by two names or more: (a, b)"))
	}
}

// filtered makes the binders of { c in S where … } out of the expression that
// was read before where.
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

// asPattern reads an expression as a binder's pattern; names is nil if it is none.
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
