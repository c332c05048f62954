package dsl

// The domains below are found in a graph. Each has its node, and a form that reads it.

// PathIn is [directed] path in G [crossing at S].
type PathIn struct {
	At
	Directed bool
	Graph    Expr
	Crossing Expr // nil: nowhere
}

// CycleIn is [directed] cycle in G [crossing at S].
type CycleIn struct {
	At
	Directed bool
	Graph    Expr
	Crossing Expr // nil: nowhere
}

// LinksIn is links in G joining Ends: lines between equal values of a grid.
type LinksIn struct {
	At
	Graph Expr
	Ends  Expr
}

// RegionsIn is regions in G: a partition into connected parts.
type RegionsIn struct {
	At
	Graph Expr
}

func (*PathIn) isExpr()    {}
func (*CycleIn) isExpr()   {}
func (*LinksIn) isExpr()   {}
func (*RegionsIn) isExpr() {}

func (e *PathIn) parts(do func(Node))    { do(e.Graph); crossing(e.Crossing, do) }
func (e *CycleIn) parts(do func(Node))   { do(e.Graph); crossing(e.Crossing, do) }
func (e *LinksIn) parts(do func(Node))   { do(e.Graph); do(e.Ends) }
func (e *RegionsIn) parts(do func(Node)) { do(e.Graph) }

func crossing(places Expr, do func(Node)) {
	if places != nil {
		do(places)
	}
}

func graphForms() []form {
	path := func(at At, directed bool, graph, crossing Expr) Expr {
		return &PathIn{at, directed, graph, crossing}
	}
	cycle := func(at At, directed bool, graph, crossing Expr) Expr {
		return &CycleIn{at, directed, graph, crossing}
	}
	return []form{
		{"path", "in", "path in GRAPH", walkIn(path)},
		{"cycle", "in", "cycle in GRAPH", walkIn(cycle)},
		{"links", "in", "links in GRAPH joining GRID", (*exprParser).links},
		{"regions", "in", "regions in GRAPH", (*exprParser).regions},
		{"directed", "path", "", walkIn(path)},
		{"directed", "cycle", "", walkIn(cycle)},
	}
}

// walkIn reads [directed] WORD in GRAPH [crossing at SET].
func walkIn(node func(at At, directed bool, graph, crossing Expr) Expr) func(*exprParser) operand {
	return func(p *exprParser) operand {
		start := placeOf(p.peek())
		directed := p.accept("directed")
		p.next()
		p.expect("in")
		graph := p.graph()
		if !p.accept("crossing") {
			at := reach(start, graph.at)
			return p.node(node(at, directed, graph.Expr, nil), at, graph)
		}
		p.expect("at")
		places := p.graph()
		at := reach(start, places.at)
		return p.node(node(at, directed, graph.Expr, places.Expr), at, graph, places)
	}
}

// regions reads regions in GRAPH.
func (p *exprParser) regions() operand {
	start := placeOf(p.next())
	p.expect("in")
	graph := p.graph()
	at := reach(start, graph.at)
	return p.node(&RegionsIn{at, graph.Expr}, at, graph)
}

// graph reads the graph of a domain, or another part of it.
func (p *exprParser) graph() (g operand) {
	p.within(scope{}, func() { g = p.climb(levelRange) })
	return g
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
