package check

import "nazo/dsl"

// place is where a type or domain stands.
type place uint8

const (
	inGiven place = iota
	inFind
	inState
)

// noun is the word for things that a statement with such a domain declares.
func (p place) noun() string {
	return [...]string{inGiven: "a given", inFind: "a find", inState: "a state"}[p]
}

// unknown reports whether the values of a domain are chosen by the solver, or by
// moves, rather than given.
func (p place) unknown() bool { return p != inGiven }

// domain is the type of a value that is read, or found, by what is written for
// it. Values of finds come out unknown.
func (c *checker) domain(e dsl.Expr, at place) *Type {
	switch e := e.(type) {
	case nil, *dsl.Bad:
		return badType
	case *dsl.Name:
		if t := typeWords[e.Text]; t != nil {
			return c.typeWord(e, t, at)
		}
		if usage := dsl.FormUsage(e.Text); usage != "" && c.lookup(e.Text) == nil {
			d := c.errorf(e, "misplaced-word", "`%s` alone is no type", e.Text).Expect(usage)
			if e.Text == "grid" {
				d.Helpf("such as grid of 1..9?, with ? for cells without a number; what is found in cells is find NAME[c in cells(board)]: DOMAIN")
			}
			return badType
		}
	case *dsl.Optional:
		return c.optionalDomain(e, at)
	case *dsl.Union:
		var parts []*Type
		for _, p := range e.Parts {
			parts = append(parts, c.valueDomain(p, at))
		}
		return either(parts)
	case *dsl.Tuple:
		if at.unknown() {
			c.errorf(e, "tuple-domain", "a tuple of domains is no set to choose from").
				Expect("a set of tuples: { (a, b) for a in …, b in … }")
			return badType
		}
		var parts []*Type
		for _, p := range e.Elems {
			parts = append(parts, c.valueDomain(p, at))
		}
		return tupleOf(parts)
	case *dsl.If:
		return c.conditionalDomain(e, at)
	case *dsl.SetOf:
		return c.setOfDomain(e, at)
	case *dsl.ListOf:
		return c.inputOnly(e, e.Of, at, listOf, "NAME[i in 1..n]: …")
	case *dsl.GridOf:
		return c.inputOnly(e, e.Of, at, gridOf, "NAME[c in cells(board)]: …")
	case *dsl.PermutationOf:
		t := c.valueDomain(e.Of, at)
		if at == inGiven {
			c.errorf(e, "find-type", "a permutation can only be found, or be a state").Expect("a list: list of TYPE")
			return badType
		}
		return arrayOf([]*Type{t}, t)
	case *dsl.PathIn:
		return c.route(e, e.Graph, e.Crossing, PathForm, e.Directed, at)
	case *dsl.CycleIn:
		return c.route(e, e.Graph, e.Crossing, CycleForm, e.Directed, at)
	case *dsl.LinksIn:
		return c.links(e, at)
	case *dsl.RegionsIn:
		return c.regions(e, at)
	case *dsl.StackOf:
		return c.stack(e, at)
	}
	return c.setDomain(e, at)
}

// setOfDomain is set of DOMAIN: in a find each of its elements is in or not.
func (c *checker) setOfDomain(e *dsl.SetOf, at place) *Type {
	elem := c.valueDomain(e.Of, at)
	if elem.Optional {
		c.errorf(e.Of, "optional-element", "a set never holds none").Helpf("leave out the ?")
	}
	if at.unknown() {
		return raise(setOf(known(elem)), Guarded)
	}
	return setOf(elem)
}

// typeWord is int, bool, label or shape.
func (c *checker) typeWord(n *dsl.Name, t *Type, at place) *Type {
	if at == inGiven {
		return t
	}
	if t.Kind == Bool {
		return raise(t, Choice)
	}
	c.errorf(n, "infinite-domain", "`%s` has no end, and %s needs finitely many values to choose from", n.Text, at.noun()).
		Expect("a domain such as 1..9, cells(board) or {red \"r\", blue \"b\"}")
	return badType
}

func (c *checker) optionalDomain(e *dsl.Optional, at place) *Type {
	t := c.domain(e.Of, at)
	switch {
	case t.Optional:
		c.errorf(e, "optional-twice", "this may be none already").Helpf("leave out one ?")
	case t.Kind == Bool:
		c.errorf(e, "optional-bool", "true or false is never none").
			Helpf("use a set of two labels for three states: {yes \"y\", no \"n\"}?")
	case at.unknown() && t.isStructure():
		c.errorf(e, "optional-find", "%s is never none", t)
	case t.Kind == List || t.Kind == Set: // a cell of a grid that is empty
		o := *t
		o.Optional = true
		return newType(o)
	}
	return optional(t)
}

// valueDomain is a domain within another: of single values, not of structures.
func (c *checker) valueDomain(e dsl.Expr, at place) *Type {
	t := c.domain(e, at)
	if at.unknown() && t.isStructure() {
		c.errorf(e, "nested-find", "%s can't be part of a domain", t).Expect("a known set, such as 1..9 or cells(board)")
		return badType
	}
	return t
}

// isStructure reports whether the type of a domain is not that of single values.
func (t *Type) isStructure() bool {
	return t.isWhole() || t.Kind == Array || t.Stack || t.Kind == Set && t.Mark == Guarded
}

// conditionalDomain is if CONDITION then DOMAIN else DOMAIN.
func (c *checker) conditionalDomain(e *dsl.If, at place) *Type {
	c.knownCondition(e.Cond, "the condition of a domain")
	a, b := c.domain(e.Then, at), c.domain(e.Else, at)
	t, ok := join(a, b)
	if !ok {
		c.differentKinds(e, a, b, "the two domains")
		return badType
	}
	return t
}

// inputOnly is the type of a list or grid, which only a given can be.
func (c *checker) inputOnly(e, of dsl.Expr, at place, make func(*Type) *Type, instead string) *Type {
	t := make(c.domain(of, inGiven))
	if at == inGiven {
		return t
	}
	d := c.errorf(e, "input-type", "%s can only be given", t)
	if at == inState {
		d.Helpf("have a state for each place, state %s, or a stack, which grows: stack of TYPE up to N", instead)
	} else {
		d.Helpf("find a value for each place: find %s", instead)
	}
	return badType
}

func (c *checker) route(e, graph, crossing dsl.Expr, form Form, directed bool, at place) *Type {
	v, o := c.graphVertices(graph)
	if crossing != nil {
		c.crossing(crossing, v)
	}
	if !c.mayBeFound(e, at) {
		return badType
	}
	t := routeOf(v, form, directed, o)
	if crossing != nil {
		crossed := *t
		crossed.Crossing = true
		t = newType(crossed)
	}
	return t
}

// crossing checks where a line may cross itself: at cells, where it is known what is straight.
func (c *checker) crossing(e dsl.Expr, vertex *Type) {
	t := c.knownExpr(e, "where a line may cross itself")
	switch elem := t.elements(); {
	case t.bad() || vertex.bad():
	case !vertex.is(Cell):
		c.errorf(e, "crossing-vertices", "a line crosses itself where it goes straight on both times, which only cells and points of a board tell").
			Expect("a graph of cells, such as orthogonal(board)")
	case elem == nil || !elem.is(Cell):
		c.wrongType(e, "a set of cells", t)
	}
}

func (c *checker) links(e *dsl.LinksIn, at place) *Type {
	v, o := c.graphVertices(e.Graph)
	ends := c.knownExpr(e.Ends, "what links join")
	if !ends.bad() && (ends.Kind != Array || len(ends.Keys) != 1 || !comparable(ends.Keys[0], v)) {
		c.wrongType(e.Ends, "a value for each end of a line, such as a grid of numbers", ends)
	}
	if !c.mayBeFound(e, at) {
		return badType
	}
	return routeOf(v, LinksForm, false, o)
}

func (c *checker) regions(e *dsl.RegionsIn, at place) *Type {
	v, o := c.graphVertices(e.Graph)
	if o.is(directed) {
		c.errorf(e.Graph, "wrong-type", "regions need a graph without directions").Expect("a graph such as orthogonal(board)")
		return badType
	}
	switch at {
	case inGiven:
		c.errorf(e, "find-type", "regions can only be found, not given").Helpf("a grid of words has rooms: grid of label")
	case inState:
		c.errorf(e, "find-type", "regions can only be found; moves change values and sets").
			Helpf("a state may be the set of the borders, set of edges(GRAPH)")
	case inFind:
		return regionsOf(v)
	}
	return badType
}

// mayBeFound reports a path, a cycle or links where they can't be.
func (c *checker) mayBeFound(e dsl.Expr, at place) bool {
	switch at {
	case inGiven:
		c.errorf(e, "find-type", "a path, a cycle or links can only be found, not given")
	case inState:
		c.errorf(e, "find-type", "a path, a cycle or links can only be found; moves change values and sets").
			Helpf("a state may be the set of its edges, set of edges(GRAPH), or of its vertices")
	}
	return at == inFind
}

// graphVertices checks the graph of a route and returns the type of its vertices,
// and whether its edges are arcs.
func (c *checker) graphVertices(e dsl.Expr) (*Type, *orientation) {
	t := c.knownExpr(e, "a graph")
	if t.Kind == Graph {
		return t.Elem, t.orient
	}
	if !t.bad() {
		d := c.wrongType(e, "a graph", t)
		if t.Kind == Board || t.isGrid() {
			d.Helpf("a board has several graphs: orthogonal(board), king(board), leaper(board, 1, 2), …")
		}
	}
	return badType, nil
}

// setDomain is the type of the elements of a known collection.
func (c *checker) setDomain(e dsl.Expr, at place) *Type {
	if c.bareLabels(e) {
		return badType
	}
	t := c.knownExpr(e, "a domain")
	if set := c.enumOf(e); set != nil {
		t = set
	}
	elem := t.elements()
	if elem == nil || t.Kind == Array {
		d := c.wrongType(e, "a set to choose from", t)
		switch t.Kind {
		case Graph:
			d.Helpf("the graph has vertices(…) and edges(…), and there are path in, cycle in, links in and regions in")
		case Int:
			d.Helpf("a value is given by `=`: given n = 5; numbers up to 5 are 1..5")
		case Array:
			d.Helpf("the values of a grid g are values(g), its cells cells(g)")
		}
		return badType
	}
	if t.Kind == Set && elem.Kind == Never {
		c.errorf(e, "empty-domain", "there is nothing in this set")
		return badType
	}
	if at.unknown() {
		return raise(elem, Choice)
	}
	return elem
}

// enumOf is the type of the labels that are declared here.
func (c *checker) enumOf(e dsl.Expr) *Type {
	if set, ok := e.(*dsl.LabelSet); ok {
		return c.enums[set]
	}
	return nil
}
