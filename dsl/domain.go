package dsl

import (
	"slices"

	"nazo/dsl/diag"
)

// form is a type or domain that begins with a word of its own.
type form struct {
	word, then string // which of the words it begins with; then is the next
	usage      string // how to write the form, for authors who take the word for a name; "" if there is no need
	read       func(*exprParser) operand
}

// domainForms are all of them.
func domainForms() []form { return append(typeForms(), graphForms()...) }

func typeForms() []form {
	return []form{
		{"set", "of", "set of DOMAIN", ofType(func(at At, of Expr) Expr { return &SetOf{at, of} })},
		{"list", "of", "list of TYPE", ofType(func(at At, of Expr) Expr { return &ListOf{at, of} })},
		{"grid", "of", "grid of TYPE", ofType(func(at At, of Expr) Expr { return &GridOf{at, of} })},
		{"permutation", "of", "permutation of DOMAIN", ofType(func(at At, of Expr) Expr { return &PermutationOf{at, of} })},
		{"stack", "of", "", (*exprParser).stack},
	}
}

// FormUsage is how a type or domain is written that begins with the word, as in "path in
// GRAPH"; "" if none does.
func FormUsage(word string) string {
	for _, f := range domainForms() {
		if f.word == word {
			return f.usage
		}
	}
	return ""
}

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
	if t.Value == "if" {
		return p.conditional(p.domain)
	}
	for _, f := range domainForms() {
		if t.Value == f.word && p.followed(f.then) {
			return f.read(p)
		}
	}
	x := p.climb(levelRange)
	if name := head(x.Expr); name != nil && (p.is("of") || p.is("in")) {
		bad := problemAt(name.At, "unknown-form", "there is no type `%s %s …`", name.Text, p.peek().Value)
		var words []string
		for _, f := range domainForms() {
			words = append(words, f.word)
		}
		if i := slices.Index(words, name.Text); i >= 0 {
			bad.Expect(domainForms()[i].usage)
		} else if bad.Help = Elsewhere(name.Text); bad.Help == "" {
			bad.Suggest(diag.Nearest(name.Text, words))
		}
		p.fail(bad)
	}
	for p.accept("?") {
		at := p.from(x.at.Start)
		x = p.node(&Optional{at, x.Expr}, at, x)
	}
	return x
}

// head is the name with which an expression like NAME, NAME[KEY] or NAME(ARGUMENT) begins; nil for others.
func head(e Expr) *Name {
	switch x := e.(type) {
	case *Name:
		return x
	case *Call:
		return x.Func
	case *Index:
		return head(x.X)
	}
	return nil
}

// ofType reads WORD of TYPE.
func ofType(node func(At, Expr) Expr) func(*exprParser) operand {
	return func(p *exprParser) operand {
		start := placeOf(p.next())
		p.next()
		of := p.domain()
		at := reach(start, of.at)
		return p.node(node(at, of.Expr), at, of)
	}
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

// FormWords lists the words that begin types and domains, each once.
func FormWords() []string {
	var words []string
	for _, f := range domainForms() {
		if !slices.Contains(words, f.word) {
			words = append(words, f.word)
		}
	}
	return words
}

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
