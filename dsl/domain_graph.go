package dsl

// The domains below are found in a graph. Each has its node, and a form that reads it.

// PathIn is [directed] path in G.
type PathIn struct {
	At
	Directed bool
	Graph    Expr
}

// CycleIn is [directed] cycle in G.
type CycleIn struct {
	At
	Directed bool
	Graph    Expr
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

func (e *PathIn) parts(do func(Node))    { do(e.Graph) }
func (e *CycleIn) parts(do func(Node))   { do(e.Graph) }
func (e *LinksIn) parts(do func(Node))   { do(e.Graph); do(e.Ends) }
func (e *RegionsIn) parts(do func(Node)) { do(e.Graph) }

func graphForms() []form {
	path := func(at At, directed bool, graph Expr) Expr { return &PathIn{at, directed, graph} }
	cycle := func(at At, directed bool, graph Expr) Expr { return &CycleIn{at, directed, graph} }
	regions := func(at At, _ bool, graph Expr) Expr { return &RegionsIn{at, graph} }
	return []form{
		{"path", "in", "path in GRAPH", inGraph(path)},
		{"cycle", "in", "cycle in GRAPH", inGraph(cycle)},
		{"links", "in", "links in GRAPH joining GRID", (*exprParser).links},
		{"regions", "in", "regions in GRAPH", inGraph(regions)},
		{"directed", "path", "", inGraph(path)},
		{"directed", "cycle", "", inGraph(cycle)},
	}
}

// inGraph reads [directed] WORD in GRAPH.
func inGraph(node func(at At, directed bool, graph Expr) Expr) func(*exprParser) operand {
	return func(p *exprParser) operand {
		start := placeOf(p.peek())
		directed := p.accept("directed")
		p.next()
		p.expect("in")
		graph := p.graph()
		at := reach(start, graph.at)
		return p.node(node(at, directed, graph.Expr), at, graph)
	}
}

// graph reads the graph of a domain.
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
