package dsl

import "nazo/dsl/diag"

// ofForms are the types that are written WORD of TYPE.
var ofForms = map[string]func(At, Expr) Expr{
	"set":         func(at At, of Expr) Expr { return &SetOf{at, of} },
	"list":        func(at At, of Expr) Expr { return &ListOf{at, of} },
	"grid":        func(at At, of Expr) Expr { return &GridOf{at, of} },
	"permutation": func(at At, of Expr) Expr { return &PermutationOf{at, of} },
}

// inForms are the domains that are written WORD in GRAPH.
var inForms = map[string]func(at At, directed bool, graph Expr) Expr{
	"path":    func(at At, directed bool, graph Expr) Expr { return &PathIn{at, directed, graph} },
	"cycle":   func(at At, directed bool, graph Expr) Expr { return &CycleIn{at, directed, graph} },
	"regions": func(at At, _ bool, graph Expr) Expr { return &RegionsIn{at, graph} },
}

// formWords are the words of all such forms, for suggestions.
var formWords = []string{"set", "list", "grid", "permutation", "stack", "path", "cycle", "links", "regions", "directed"}

// domain reads a type or a domain: terms with "or" between them. It ends before "=".
func (p *exprParser) domain() operand {
	var first operand
	p.within(scope{domain: true}, func() { first = p.domainTerm() })
	if !p.is("or") {
		return first
	}
	parts := []operand{first}
	for p.accept("or") {
		p.within(scope{domain: true}, func() { parts = append(parts, p.domainTerm()) })
	}
	at := reach(first.at, parts[len(parts)-1].at)
	return p.node(&Union{at, exprs(parts)}, at, parts...)
}

// domainTerm reads one term of a domain.
func (p *exprParser) domainTerm() operand {
	p.nesting++
	defer func() { p.nesting-- }()
	if p.nesting > maxDepth {
		p.fail(tooDeep(placeOf(p.peek())))
	}
	t := p.peek()
	switch {
	case t.Value == "if":
		return p.conditional(p.domain)
	case t.Value == "stack" && p.followed("of"):
		return p.stack()
	case t.Value == "links" && p.followed("in"):
		return p.links()
	case ofForms[t.Value] != nil && p.followed("of"):
		start := placeOf(p.next())
		p.next()
		of := p.domain()
		at := reach(start, of.at)
		return p.node(ofForms[t.Value](at, of.Expr), at, of)
	case inForms[t.Value] != nil && p.followed("in"),
		t.Value == "directed" && (p.followed("path") || p.followed("cycle")):
		return p.route()
	}
	x := p.climb(levelRange)
	if name, ok := x.Expr.(*Name); ok && (p.is("of") || p.is("in")) {
		bad := problemAt(name.At, "unknown-form", "there is no type `%s %s …`", name.Text, p.peek().Value)
		bad.Suggest(diag.Nearest(name.Text, formWords))
		p.fail(bad)
	}
	for p.accept("?") {
		at := p.from(x.at.Start)
		x = p.node(&Optional{at, x.Expr}, at, x)
	}
	return x
}

// route reads [directed] path in GRAPH, a cycle or regions.
func (p *exprParser) route() operand {
	start := placeOf(p.peek())
	directed := p.accept("directed")
	form := inForms[p.next().Value]
	p.expect("in")
	graph := p.graph()
	at := reach(start, graph.at)
	return p.node(form(at, directed, graph.Expr), at, graph)
}

// graph reads the graph of a domain.
func (p *exprParser) graph() (g operand) {
	p.within(scope{}, func() { g = p.climb(levelRange) })
	return g
}

// stack reads stack of TYPE up to SIZE.
func (p *exprParser) stack() operand {
	start := placeOf(p.next())
	p.next()
	of := p.domain()
	p.expect("up", "to")
	size := p.graph()
	at := reach(start, size.at)
	return p.node(&StackOf{at, of.Expr, size.Expr}, at, of, size)
}

// links reads links in GRAPH joining GRID.
func (p *exprParser) links() operand {
	start := placeOf(p.next())
	p.next()
	graph := p.graph()
	p.expect("joining")
	ends := p.graph()
	at := reach(start, ends.at)
	return p.node(&LinksIn{at, graph.Expr, ends.Expr}, at, graph, ends)
}
