package check

import (
	"nazo/dsl"
	"nazo/internal/alg"
)

// domain returns the type of a value from its written domain. at is RoleGiven, RoleFind or RoleState.
// Values of finds and states are unknown.
func (c *checker) domain(e dsl.Expr, at Role) *Type {
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
		return either(alg.Map(e.Parts, func(p dsl.Expr) *Type { return c.valueDomain(p, at) }))
	case *dsl.Tuple:
		if at != RoleGiven {
			c.errorf(e, "tuple-domain", "a tuple of domains is no set to choose from").
				Expect("a set of tuples: { (a, b) for a in …, b in … }")
			return badType
		}
		return tupleOf(alg.Map(e.Elems, func(p dsl.Expr) *Type { return c.valueDomain(p, at) }))
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
		if at == RoleGiven {
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

// setOfDomain is the type of set of DOMAIN. The membership of a find is unknown.
func (c *checker) setOfDomain(e *dsl.SetOf, at Role) *Type {
	elem := c.valueDomain(e.Of, at)
	if elem.Optional {
		c.errorf(e.Of, "optional-element", "a set never holds none").Helpf("leave out the ?")
	}
	if at != RoleGiven {
		return raise(setOf(known(elem)), Guarded)
	}
	return setOf(elem)
}

// typeWord is the type of int, bool, label or shape.
func (c *checker) typeWord(n *dsl.Name, t *Type, at Role) *Type {
	if at == RoleGiven {
		return t
	}
	if t.Kind == Bool {
		return raise(t, Choice)
	}
	c.errorf(n, "infinite-domain", "`%s` has no end, and %s needs finitely many values to choose from", n.Text, at.noun()).
		Expect("a domain such as 1..9, cells(board) or {red \"r\", blue \"b\"}")
	return badType
}

func (c *checker) optionalDomain(e *dsl.Optional, at Role) *Type {
	t := c.domain(e.Of, at)
	switch {
	case t.Optional:
		c.errorf(e, "optional-twice", "this may be none already").Helpf("leave out one ?")
	case t.Kind == Bool:
		c.errorf(e, "optional-bool", "true or false is never none").
			Helpf("use a set of two labels for three states: {yes \"y\", no \"n\"}?")
	case at != RoleGiven && t.isStructure():
		c.errorf(e, "optional-find", "%s is never none", t)
	case t.Kind == List || t.Kind == Set: // a cell of a grid that is empty
		return t.with(func(t *Type) { t.Optional = true })
	}
	return optional(t)
}

// valueDomain is the type of a domain within another, which must have single values.
func (c *checker) valueDomain(e dsl.Expr, at Role) *Type {
	t := c.domain(e, at)
	if at != RoleGiven && t.isStructure() {
		c.errorf(e, "nested-find", "%s can't be part of a domain", t).Expect("a known set, such as 1..9 or cells(board)")
		return badType
	}
	return t
}

// isStructure reports whether a domain has structures rather than single values.
func (t *Type) isStructure() bool {
	return t.isWhole() || t.Kind == Array || t.Stack || t.Kind == Set && t.Mark == Guarded
}

// conditionalDomain is the type of if CONDITION then DOMAIN else DOMAIN.
func (c *checker) conditionalDomain(e *dsl.If, at Role) *Type {
	c.knownCondition(e.Cond, "the condition of a domain")
	a, b := c.domain(e.Then, at), c.domain(e.Else, at)
	t, ok := join(a, b)
	if !ok {
		c.differentKinds(e, a, b, "the two domains")
		return badType
	}
	return t
}

// inputOnly is the type of a list or grid, which only a given can have.
func (c *checker) inputOnly(e, of dsl.Expr, at Role, make func(*Type) *Type, instead string) *Type {
	t := make(c.domain(of, RoleGiven))
	if at == RoleGiven {
		return t
	}
	d := c.errorf(e, "input-type", "%s can only be given", t)
	if at == RoleState {
		d.Helpf("have a state for each place, state %s, or a stack, which grows: stack of TYPE up to N", instead)
	} else {
		d.Helpf("find a value for each place: find %s", instead)
	}
	return badType
}

func (c *checker) route(e, graph, crossing dsl.Expr, form Form, directed bool, at Role) *Type {
	v, o := c.graphVertices(graph)
	if crossing != nil {
		c.crossing(crossing, v)
	}
	if !c.mayBeFound(e, at) {
		return badType
	}
	t := routeOf(v, form, directed, o)
	if crossing != nil {
		t = t.with(func(t *Type) { t.Crossing = true })
	}
	return t
}

// crossing checks where a line may cross itself. Only cells tell what is straight.
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

func (c *checker) links(e *dsl.LinksIn, at Role) *Type {
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

func (c *checker) regions(e *dsl.RegionsIn, at Role) *Type {
	v, o := c.graphVertices(e.Graph)
	if o.is(directed) {
		c.errorf(e.Graph, "wrong-type", "regions need a graph without directions").Expect("a graph such as orthogonal(board)")
		return badType
	}
	switch at {
	case RoleGiven:
		c.errorf(e, "find-type", "regions can only be found, not given").Helpf("a grid of words has rooms: grid of label")
	case RoleState:
		c.errorf(e, "find-type", "regions can only be found; moves change values and sets").
			Helpf("a state may be the set of the borders, set of edges(GRAPH)")
	case RoleFind:
		return regionsOf(v)
	}
	return badType
}

// mayBeFound reports a path, a cycle or links outside of a find, and returns whether it is in a find.
func (c *checker) mayBeFound(e dsl.Expr, at Role) bool {
	switch at {
	case RoleGiven:
		c.errorf(e, "find-type", "a path, a cycle or links can only be found, not given")
	case RoleState:
		c.errorf(e, "find-type", "a path, a cycle or links can only be found; moves change values and sets").
			Helpf("a state may be the set of its edges, set of edges(GRAPH), or of its vertices")
	}
	return at == RoleFind
}

// graphVertices checks the graph of a route. It returns the type of its vertices and its orientation.
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
func (c *checker) setDomain(e dsl.Expr, at Role) *Type {
	if c.bareLabels(e) {
		return badType
	}
	t := c.knownExpr(e, "a domain")
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
	if at != RoleGiven {
		return raise(elem, Choice)
	}
	return elem
}
