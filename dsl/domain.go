package dsl

import (
	"slices"

	"nazo/dsl/diag"
)

// form is a type or domain that begins with a word of its own.
type form struct {
	word, then string // the first two words
	usage      string // syntax to show if someone uses the word as a name, or ""
	read       func(*exprParser) operand
}

// domainForms returns all forms. It is a function because the forms refer to it.
func domainForms() []form {
	path := func(at At, directed bool, graph, crossing Expr) Expr {
		return &PathIn{at, directed, graph, crossing}
	}
	cycle := func(at At, directed bool, graph, crossing Expr) Expr {
		return &CycleIn{at, directed, graph, crossing}
	}
	return []form{
		{"set", "of", "set of DOMAIN", ofType(func(at At, of Expr) Expr { return &SetOf{at, of} })},
		{"list", "of", "list of TYPE", ofType(func(at At, of Expr) Expr { return &ListOf{at, of} })},
		{"grid", "of", "grid of TYPE", ofType(func(at At, of Expr) Expr { return &GridOf{at, of} })},
		{"permutation", "of", "permutation of DOMAIN", ofType(func(at At, of Expr) Expr { return &PermutationOf{at, of} })},
		{"stack", "of", "", (*exprParser).stack},
		{"path", "in", "path in GRAPH", walkIn(path)},
		{"cycle", "in", "cycle in GRAPH", walkIn(cycle)},
		{"links", "in", "links in GRAPH joining GRID", (*exprParser).links},
		{"regions", "in", "regions in GRAPH", (*exprParser).regions},
		{"directed", "path", "", walkIn(path)},
		{"directed", "cycle", "", walkIn(cycle)},
	}
}

// FormUsage returns the syntax of the type or domain that begins with a word, such as "path in GRAPH".
// It is "" for other words.
func FormUsage(word string) string {
	for _, f := range domainForms() {
		if f.word == word {
			return f.usage
		}
	}
	return ""
}

// domain reads a type or a domain: terms joined by "or". It ends before "=".
func (p *exprParser) domain() (first operand) {
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
		if slices.Contains(FormWords(), name.Text) {
			bad.Expect(FormUsage(name.Text))
		} else if bad.Help = Elsewhere(name.Text); bad.Help == "" {
			bad.Suggest(diag.Nearest(name.Text, FormWords()))
		}
		p.fail(bad)
	}
	for p.accept("?") {
		at := p.from(x.at.Start)
		x = p.node(&Optional{at, x.Expr}, at, x)
	}
	return x
}

// head returns the name that an expression begins with, as in NAME, NAME[KEY] and NAME(ARGUMENT), or nil.
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

// FormWords lists the distinct words that begin types and domains.
func FormWords() (words []string) {
	for _, f := range domainForms() {
		if !slices.Contains(words, f.word) {
			words = append(words, f.word)
		}
	}
	return words
}

// The domains below are found in a graph.

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
	Graph, Ends Expr
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

func (e *PathIn) parts(do visitor)    { do.all(e.Graph, e.Crossing) }
func (e *CycleIn) parts(do visitor)   { do.all(e.Graph, e.Crossing) }
func (e *LinksIn) parts(do visitor)   { do.all(e.Graph, e.Ends) }
func (e *RegionsIn) parts(do visitor) { do(e.Graph) }

// walkIn reads [directed] WORD in GRAPH [crossing at SET].
func walkIn(node func(at At, directed bool, graph, crossing Expr) Expr) func(*exprParser) operand {
	return func(p *exprParser) operand {
		start := placeOf(p.peek())
		directed := p.accept("directed")
		p.next()
		p.expect("in")
		graph := p.graph()
		last, places := graph, operand{}
		if p.accept("crossing") {
			p.expect("at")
			places = p.graph()
			last = places
		}
		at := reach(start, last.at)
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
