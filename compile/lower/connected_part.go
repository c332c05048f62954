package lower

import (
	"encoding/binary"
	"slices"

	"nazo/dsl"
	"nazo/dsl/library"
	"nazo/dsl/value"
	"nazo/internal/alg"
	"nazo/internal/model"
)

// part computes the connected component of a vertex: cells joined by sides, vertices in a graph or by edges, edges
// alone, or a path, cycle or links.
func (lw *Lowerer) part(at dsl.Node, args []value.Value) value.Value {
	of := args[1:]
	if !slices.ContainsFunc(of, func(v value.Value) bool { return !value.Known(v) }) {
		return lw.Lift(at, args[:1], func(vs []value.Value) value.Value {
			return lw.OfKnown("part", at, slices.Concat(vs, of)...)
		})
	}
	lw.refuseHelper()
	w := lw.web(at, of, len(of) == 1 && lw.Form > 0)
	return lw.Lift(at, args[:1], func(vs []value.Value) value.Value {
		i := w.Graph.Vertices.Index(vs[0])
		if found, others, misplaced := library.Misplaced(vs[0], w.Graph.Vertices.List()); i < 0 && misplaced {
			lw.Fail(at, library.CodeNotAVertex, "%s is %s, but these are %s", value.String(vs[0]), found, others)
		}
		switch {
		case i < 0 && w.All && !Absent(vs[0]):
			return value.NewSet(vs[0])
		case i < 0 || w.Vertices[i] == model.False:
			return value.NewSet()
		}
		return value.Part{Web: w, From: []int32{int32(i)}, Most: -1}
	})
}

// webKey identifies a web by its possible members with their conditions, and its graph.
type webKey struct {
	members, edges string
	graph          *value.Graph
	route          *value.Route
	regions        *value.Regions
	alone          bool
}

// web returns the graph of cells, vertices, edges or a route whose components are asked for. It is made once. alone
// means that the only argument is a set of edges.
func (lw *Lowerer) web(at dsl.Node, of []value.Value, alone bool) *value.Web {
	if w, ok := of[0].(*value.Route); ok {
		return lw.webOnce(webKey{route: w}, func() *value.Web {
			return &value.Web{Graph: w.Graph, Vertices: w.Vertices, Edges: w.Edges, Closed: true}
		})
	}
	if r, ok := of[0].(*value.Regions); ok {
		lw.dividedBy(r)
		return lw.webOnce(webKey{regions: r}, func() *value.Web {
			all := slices.Repeat([]model.Bool{model.True}, r.Graph.Vertices.Len())
			return &value.Web{Graph: r.Graph, Vertices: all, Edges: r.Same, Whole: true}
		})
	}
	same, again := sameArguments(of, alone)
	if w, ok := lw.again[same]; ok && again {
		return w
	}
	w := lw.webOf(at, of, alone)
	if again {
		lw.again[same] = w
	}
	return w
}

// sameWeb identifies arguments by reference, without looking at all members.
type sameWeb struct {
	first *value.Alternative
	size  int
	graph *value.Graph
	alone bool
}

// sameArguments returns a key for arguments. ok is false if only their members identify them.
func sameArguments(of []value.Value, alone bool) (key sameWeb, ok bool) {
	set, ok := of[0].(value.Guarded)
	if !ok || len(set.Members) == 0 {
		return key, false
	}
	key = sameWeb{first: &set.Members[0], size: len(set.Members), alone: alone}
	if len(of) > 1 {
		key.graph, ok = of[1].(*value.Graph)
	}
	return key, ok
}

// webOf returns the web of vertices or edges with their conditions.
func (lw *Lowerer) webOf(at dsl.Node, of []value.Value, alone bool) *value.Web {
	members, _ := lw.Members(at, of[0])
	key := webKey{members: spellAlternatives(members), alone: alone}
	var edges []value.Alternative
	if len(of) > 1 {
		if g, ok := of[1].(*value.Graph); ok {
			key.graph = g
		} else {
			edges, _ = lw.Members(at, of[1])
			key.edges = "edges" + spellAlternatives(edges)
		}
	}
	return lw.webOnce(key, func() *value.Web {
		if alone {
			return lw.webOfEdges(at, members)
		}
		vertices := value.NewSet(valuesOf(members)...)
		w := &value.Web{}
		switch {
		case key.graph != nil:
			w.Graph = key.graph.Within(vertices)
		case len(of) == 1:
			w.Graph = lw.sidewise(at, vertices)
		default:
			w.Graph = lw.graphOf(at, vertices, edges)
			w.Edges = edgeGuards(lw, w.Graph, edges)
		}
		w.Vertices = lw.memberGuards(w.Graph.Vertices, members) // a list may have another order, and repeats
		return w
	})
}

func (lw *Lowerer) webOnce(key webKey, make func() *value.Web) *value.Web {
	w, ok := lw.webs[key]
	if !ok {
		w = make()
		lw.webs[key] = w
	}
	return w
}

// webOfEdges returns the web of edges, with their ends as vertices that are all on.
func (lw *Lowerer) webOfEdges(at dsl.Node, edges []value.Alternative) *value.Web {
	var ends []value.Value
	for _, e := range edges {
		ends = append(ends, lw.edge(at, e.Value).A, lw.edge(at, e.Value).B)
	}
	g := lw.graphOf(at, value.NewSet(ends...), edges)
	return &value.Web{
		Graph: g, Vertices: slices.Repeat([]model.Bool{model.True}, g.Vertices.Len()), Edges: edgeGuards(lw, g, edges),
		Closed: true, All: true,
	}
}

// spellAlternatives returns a key for possible members and their conditions.
func spellAlternatives(members []value.Alternative) string {
	var out []byte
	for _, m := range members {
		out = binary.AppendVarint(value.Spell(out, m.Value), int64(m.Guard))
	}
	return string(out)
}

// partMembers returns the members of a part. They are made once for a web, a vertex and the number of members that
// matters.
func (lw *Lowerer) partMembers(at dsl.Node, p value.Part) value.Value {
	p.Most = lw.mostOf(p)
	if len(p.From) > 1 {
		return lw.makePartMembers(at, p)
	}
	key := partKey{partBound{p.Web, p.From[0]}, p.Most}
	members, ok := lw.members[key]
	if !ok {
		members = lw.makePartMembers(at, p)
		lw.members[key] = members
	}
	return members
}

// partKey identifies a part by one vertex, and how many members matter.
type partKey struct {
	partBound
	most int64
}

func (lw *Lowerer) makePartMembers(at dsl.Node, p value.Part) value.Value {
	defer lw.Charge("part", lw.Size())
	near := p.Web.Graph.Plain()
	within := lw.withinReach(p)
	number := func(v int32) (n int32, in bool) { // the number of a vertex in the body
		i, in := slices.BinarySearch(within, v)
		return int32(i), in
	}
	var body model.Reachable
	var all []int32
	for _, v := range within {
		on := p.Web.Vertices[v]
		if p.Web.Closed && !slices.Contains(p.From, v) {
			on = model.True // implied by an edge to it
		}
		body.Vertices = append(body.Vertices, on)
		all = append(all, alg.Map(near.Out[v], func(h alg.Half) int32 { return h.Edge })...)
	}
	slices.Sort(all)
	var edges []alg.Edge
	for _, i := range slices.Compact(all) {
		u, ok := number(near.Edges[i].U)
		v, also := number(near.Edges[i].V)
		if !ok || !also || p.Web.Edges != nil && p.Web.Edges[i] == model.False {
			continue
		}
		edges = append(edges, alg.Edge{U: u, V: v})
		if p.Web.Edges != nil {
			body.Edges = append(body.Edges, p.Web.Edges[i])
		}
	}
	if p.Web.Edges != nil && body.Edges == nil {
		body.Edges = []model.Bool{}
	}
	for _, v := range p.From {
		if source, ok := number(v); ok {
			body.Sources = append(body.Sources, source)
		}
	}
	body.Graph = alg.NewGraph(len(within), edges, false)
	in := lw.inPart(body)
	members := make([]value.Alternative, len(within))
	starts := alg.Map(p.From, func(v int32) value.Value { return p.Web.Graph.Vertices.List()[v] })
	for i, v := range within {
		if n, ok := lw.Model.Node(in[i]).(model.BoolVar); ok && !slices.Contains(body.Sources, int32(i)) {
			lw.Starts[n.Var] = starts
		}
		members[i] = value.Alternative{Guard: in[i], Value: p.Web.Graph.Vertices.List()[v]}
	}
	return lw.Guarded(at, members, true)
}

// inPart returns for each vertex the condition that it is in the part.
func (lw *Lowerer) inPart(body model.Reachable) []model.Bool {
	key := body.Key()
	if in, ok := lw.reachable[key]; ok {
		return in
	}
	body.In = make([]model.Bool, len(body.Vertices))
	for v := range body.In {
		if slices.Contains(body.Sources, int32(v)) {
			body.In[v] = body.Vertices[v]
		} else {
			body.In[v] = lw.newHelper()
		}
	}
	lw.define(model.True, body)
	lw.reachable[key] = body.In
	return body.In
}

// partBound identifies a part with a bound by one of its vertices.
type partBound struct {
	web  *value.Web
	from int32
}

// BoundPart records that a rule bounds the part, which has at most p.Most members if the bound is for all rules.
func (lw *Lowerer) BoundPart(p value.Part, all bool) {
	if len(p.From) != 1 {
		return
	}
	of := partBound{p.Web, p.From[0]}
	lw.stated[of] = true
	if all {
		lw.bounds[of] = lw.mostOf(p)
	}
}

// BoundsParts reports whether rules bound the size of parts.
func (lw *Lowerer) BoundsParts() bool { return len(lw.bounds) > 0 }

// mostOf returns the largest number of members of a part that matters, due to a bound or a comparison. It is -1 if
// all matter.
func (lw *Lowerer) mostOf(p value.Part) int64 {
	bound, bounded := lw.bounds[partBound{p.Web, p.From[0]}]
	if len(p.From) > 1 || !bounded || p.Most >= 0 && p.Most < bound {
		return p.Most
	}
	return bound
}

// withinReach returns the vertices of a web that may be in a part, ascending, up to the distance that matters. A
// part that goes further has a member at each distance up to there.
func (lw *Lowerer) withinReach(p value.Part) []int32 {
	g := p.Web.Graph.Plain()
	for len(lw.away) < g.Order() {
		lw.away = append(lw.away, -1)
	}
	distance := lw.away
	var reached []int32
	for _, v := range p.From {
		if p.Web.Vertices[v] != model.False {
			distance[v] = 0
			reached = append(reached, v)
		}
	}
	for i := 0; i < len(reached); i++ {
		v := reached[i]
		if distance[v] == p.Most {
			continue
		}
		for _, halves := range [2][]alg.Half{g.Out[v], g.In[v]} {
			for _, h := range halves {
				if distance[h.To] < 0 && p.Web.Vertices[h.To] != model.False && (p.Web.Edges == nil || p.Web.Edges[h.Edge] != model.False) {
					distance[h.To] = distance[v] + 1
					reached = append(reached, h.To)
				}
			}
		}
	}
	for _, v := range reached {
		distance[v] = -1
	}
	lw.Work(len(reached))
	slices.Sort(reached)
	return reached
}

// inPartOf returns the condition that a value is in a part. A neighbour is in it if both vertices are on and only
// vertices matter.
func (lw *Lowerer) inPartOf(at dsl.Node, a value.Value, p value.Part) model.Bool {
	if value.Known(a) && len(p.From) == 1 && (p.Web.Edges == nil || p.Web.Whole) {
		i, from := p.Web.Graph.Vertices.Index(a), p.From[0]
		for _, h := range p.Web.Graph.Plain().Out[from] {
			switch {
			case int(h.To) != i:
			case p.Web.Whole:
				return p.Web.Edges[h.Edge]
			default:
				return lw.And(p.Web.Vertices[i], p.Web.Vertices[from])
			}
		}
	}
	return lw.In(at, a, lw.partMembers(at, p))
}

// sameParts returns the condition that two vertices are in the same part, or both are off.
func (lw *Lowerer) sameParts(at dsl.Node, p, q value.Part) model.Bool {
	if most := lw.mostOf(q); most >= 0 && (lw.mostOf(p) < 0 || most < lw.mostOf(p)) {
		p, q = q, p
	}
	a, b := p.Web.Vertices[p.From[0]], q.Web.Vertices[q.From[0]]
	return lw.Or(lw.And(a.Not(), b.Not()), lw.inPartOf(at, q.Web.Graph.Vertices.List()[q.From[0]], p))
}

// oneReach joins parts of a web into one: all that is connected to any of their vertices. ok is false if there are
// other values.
func oneReach(members []value.Alternative) (all value.Part, ok bool) {
	for _, m := range members {
		p, isPart := m.Value.(value.Part)
		if known, ok := m.Value.(*value.Set); ok && known.Len() == 0 {
			continue
		}
		if !isPart || m.Guard != model.True || all.Web != nil && p.Web != all.Web {
			return all, false
		}
		all.Web, all.From, all.Most = p.Web, append(all.From, p.From...), -1
	}
	all.From = alg.Set(all.From)
	return all, all.Web != nil
}

// A web may have so many conditions for each vertex that count the members of parts. The larger number is for parts that
// rules bound. Beyond that, an integer for each vertex is cheaper than a condition for each pair, and tells the engines
// more.
const (
	mostReaches = 16
	fewReaches  = 2
)

// countedParts are the parts of a web whose members are counted by conditions.
type countedParts struct {
	of      map[int32]bool // their vertices
	members int            // total number
}

// partSize returns the size of a vertex's part as an integer. ok is false if conditions should count the members.
func (lw *Lowerer) partSize(at dsl.Node, p value.Part) (size value.Value, ok bool) {
	if len(p.From) != 1 || p.Web.Closed || lw.Moving() {
		return nil, false
	}
	counted := lw.counted[p.Web]
	if counted == nil {
		counted = &countedParts{of: map[int32]bool{}}
		lw.counted[p.Web] = counted
	}
	n, of := len(p.Web.Vertices), partBound{p.Web, p.From[0]}
	most := fewReaches * n
	if lw.stated[of] {
		most = mostReaches * n
	}
	if !p.Web.Whole && !counted.of[p.From[0]] && counted.members < most {
		counted.members += len(lw.withinReach(p))
		counted.of[p.From[0]] = counted.members <= most
	}
	if counted.of[p.From[0]] {
		return nil, false
	}
	return lw.sizeAmong(at, p, nil), true
}

// sizesKey identifies the sizes of the parts of a web. counted lists the values that count. If it is empty, all do.
type sizesKey struct {
	web     *value.Web
	counted string
}

// sizeAmong returns the number of members of a part that are in a known set. Without a set all are counted.
func (lw *Lowerer) sizeAmong(at dsl.Node, p value.Part, among *value.Set) value.Value {
	key := sizesKey{web: p.Web}
	if among != nil {
		key.counted = string(value.Spell(nil, among))
	}
	sizes, made := lw.sizes[key]
	if !made {
		sizes = lw.partSizes(at, p.Web, among)
		lw.sizes[key] = sizes
	}
	return lw.unknown(at, sizes[p.From[0]], model.True)
}

// partSizes returns an integer for each vertex of a web: the size of its part, or how many of the part are in a set.
func (lw *Lowerer) partSizes(at dsl.Node, w *value.Web, among *value.Set) []model.Int {
	defer lw.Charge("part", lw.Size())
	g := w.Graph.Plain()
	reach, most := alg.NewUnionFind(g.Order()), make([]int64, g.Order())
	for i, e := range g.Edges {
		if w.Edges == nil || w.Edges[i] != model.False {
			reach.Join(e.U, e.V)
		}
	}
	var counted []bool
	for v, name := range w.Graph.Vertices.List() {
		counts := among == nil || among.Contains(name)
		if among != nil {
			counted = append(counted, counts)
		}
		if counts {
			most[reach.Find(int32(v))]++
		}
	}
	sizes := make([]model.Int, g.Order())
	for v := range sizes {
		lw.Tick(at)
		least := int64(0)
		if w.Vertices[v] == model.True && (among == nil || counted[v]) {
			least = 1
		}
		sizes[v] = lw.Model.IntVar(lw.Model.AddInt(model.Range(least, most[reach.Find(int32(v))]), -1, false))
	}
	lw.define(model.True, model.ComponentSizes{Graph: g, Vertices: w.Vertices, Edges: w.Edges, Sizes: sizes, Counted: counted})
	return sizes
}
