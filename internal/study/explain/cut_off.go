package explain

import (
	"slices"

	"nazo/dsl/value"
	"nazo/internal/alg"
	"nazo/internal/model"
)

// Sentences for rules that things hang together. They name what would be cut off.

// connects returns the constraint by which a unit says that things hang together, or -1.
func (x *Words) connects(u int32) int32 {
	all := x.constraints(u)
	if len(all) != 1 || x.m.Instances[u].Piece != nil || x.m.Constraints[all[0]].Guard != model.True || x.Problem.Silent(u) {
		return -1
	}
	if _, ok := x.m.Constraints[all[0]].Body.(model.Connected); !ok {
		return -1
	}
	return all[0]
}

// mostCutOff bounds the things that are named where they would be cut off.
const mostCutOff = 4

// cutOff says what would be cut off if an inference by a unit did not hold, or "".
func (x *Explainer) cutOff(u int32, in *Inference) string {
	c := x.connects(u)
	if c < 0 {
		return ""
	}
	b := x.m.Constraints[c].Body.(model.Connected)
	rests, all := x.ledgerOf(in.Evidence), x.ledgerOf(slices.Concat(in.Evidence, in.Known))
	var near, places, parts []value.Value
	free := false
	add := func(to *[]value.Value, some []value.Value) {
		for _, p := range some {
			if !slices.ContainsFunc(*to, func(q value.Value) bool { return value.Equal(p, q) }) {
				*to = append(*to, p)
			}
		}
	}
	for _, claim := range in.Claims {
		if !x.m.Vars[claim.Var].Bool {
			return ""
		}
		l, known := rests, all
		if in.Kind == Follows {
			l, known = rests.but(opposite(claim)), all.but(opposite(claim))
		}
		p := x.apart(b, l, known, claim.Var, in.Kind == Contradicts)
		if len(p.near) == 0 {
			return ""
		}
		free = free || p.free
		add(&near, p.near)
		add(&places, p.on)
		add(&parts, p.parts)
	}
	if !free {
		places, parts = near, near
	}
	names := func(some []value.Value) string { return value.And(alg.Map(some, x.Names().Of)) }
	switch {
	case len(near) == 0 || len(near) > mostCutOff:
		return ""
	case len(places) <= mostCutOff:
		return names(places) + " would be cut off"
	case len(near) > 1 || !isCell(near[0]):
		return names(near) + " would be cut off"
	case len(parts) == 1:
		return "the pocket around " + names(near) + " would be cut off"
	case len(parts) <= mostCutOff:
		return "the pocket with " + names(parts) + " would be cut off"
	}
	return "the pocket from " + names(near) + " to " + x.Names().Of(parts[len(parts)-1]) + " would be cut off"
}

// cutsOne reports whether by an inference of a unit that lets things hang together one of them alone would be cut off.
func (x *Explainer) cutsOne(u int32, in *Inference) bool {
	b := x.m.Constraints[x.connects(u)].Body.(model.Connected)
	rests := x.ledgerOf(in.Evidence)
	claims := in.Claims
	if in.Kind == Contradicts {
		claims = []Claim{{Var: -1}}
	}
	for _, claim := range claims {
		l := rests
		if in.Kind == Follows {
			if !x.m.Vars[claim.Var].Bool {
				return false
			}
			l = rests.but(opposite(claim))
		}
		sets, open := hanging(b, l)
		size, sure := map[int32]int{}, map[int32]bool{}
		for v := range int32(b.Graph.Order()) {
			root := sets.Find(v)
			if open[v] {
				size[root]++
			}
			if is, known := l.bool(b.Vertices[v]); is && known {
				sure[root] = true
			}
		}
		one := false
		for root := range sure {
			one = one || size[root] == 1
		}
		if !one {
			return false
		}
	}
	return true
}

func isCell(v value.Value) bool { _, is := v.(value.Cell); return is }

// pocket is what falls apart from the rest.
type pocket struct {
	near  []value.Value // what of it is the nearest
	on    []value.Value // what is known to be in it, near included
	parts []value.Value // one of each part of that which hangs together, near first
	free  bool          // whether what is near could go on to something of which nothing is known
}

// apart returns the smallest of the pieces into which what hangs together falls by a ledger. What is in it depends on
// all that is known. It is empty if nothing falls apart. At the end of an argument no claim shows where the piece is
// closed. What is near then counts as free if it is not alone.
func (x *Explainer) apart(b model.Connected, l, all *ledger, near model.VarID, end bool) (p pocket) {
	sets, open := hanging(b, l)
	size, on := map[int32]int{}, map[int32][]int32{}
	var roots []int32
	for v := range int32(b.Graph.Order()) {
		root := sets.Find(v)
		if open[v] {
			size[root]++
		}
		if is, known := l.bool(b.Vertices[v]); is && known {
			if on[root] == nil {
				roots = append(roots, root)
			}
			on[root] = append(on[root], v)
		}
	}
	if len(roots) < 2 {
		return p
	}
	small := slices.MinFunc(roots, func(a, b int32) int { return size[a] - size[b] })
	sure := func(v int32) bool { is, known := all.bool(b.Vertices[v]); return is && known }
	members := func(some []int32) (places []value.Value) {
		for _, v := range some {
			if m, ok := x.memberOf(b.Vertices[v]); ok {
				places = append(places, m)
			}
		}
		return places
	}
	v, ok := x.nearest(b, near, func(v int32) bool { return sure(v) && open[v] && sets.Find(v) == small })
	if !ok {
		p.near = members(on[small])
		p.on = p.near
		return p
	}
	_, left := hanging(b, all)
	here := alg.NewUnionFind(b.Graph.Order()) // what is known to be there
	for _, e := range b.Graph.Edges {
		if sure(e.U) && sure(e.V) {
			here.Join(e.U, e.V)
		}
	}
	met := map[int32]bool{v: true}
	within, first := []int32{}, []int32{}
	for queue := []int32{v}; len(queue) > 0; queue = queue[1:] {
		if w := queue[0]; sure(w) {
			within = append(within, w)
			if !slices.ContainsFunc(first, func(u int32) bool { return here.Find(u) == here.Find(w) }) {
				first = append(first, w)
			}
		}
		for _, h := range b.Graph.Out[queue[0]] {
			if left[h.To] && !met[h.To] {
				met[h.To] = true
				queue = append(queue, h.To)
			}
		}
	}
	slices.Sort(within)
	p.free = slices.ContainsFunc(b.Graph.Out[v], func(h alg.Half) bool { return left[h.To] && (end || !sure(h.To)) })
	p.near, p.on, p.parts = members([]int32{v}), members(within), members(first)
	return p
}

// hanging joins the vertices that may hang together by a ledger, and returns which may be there at all.
func hanging(b model.Connected, l *ledger) (sets alg.UnionFind, open []bool) {
	may := func(c model.Bool) bool { is, known := l.bool(c); return is || !known }
	sets = alg.NewUnionFind(b.Graph.Order())
	open = alg.Map(b.Vertices, may)
	for i, e := range b.Graph.Edges {
		if open[e.U] && open[e.V] && (b.Edges == nil || may(b.Edges[i])) {
			sets.Join(e.U, e.V)
		}
	}
	return sets, open
}

// memberOf returns the thing that a condition is about.
func (x *Words) memberOf(c model.Bool) (member value.Value, ok bool) {
	n, ok := x.m.Node(c).(model.BoolVar)
	if !ok {
		return nil, false
	}
	m, ok := x.Meaning(n.Var)
	return m.Member, ok && m.Member != nil
}

// nearest returns the vertex of some that is the nearest to the one of a variable.
func (x *Words) nearest(b model.Connected, near model.VarID, some func(int32) bool) (v int32, ok bool) {
	from := int32(slices.IndexFunc(b.Vertices, func(c model.Bool) bool {
		n, is := x.m.Node(c).(model.BoolVar)
		return is && n.Var == near
	}))
	if from < 0 {
		return 0, false
	}
	met := map[int32]bool{from: true}
	for queue := []int32{from}; len(queue) > 0; queue = queue[1:] {
		if queue[0] != from && some(queue[0]) {
			return queue[0], true
		}
		for _, h := range b.Graph.Out[queue[0]] {
			if !met[h.To] {
				met[h.To] = true
				queue = append(queue, h.To)
			}
		}
	}
	return 0, false
}

// linePart says which part of a line would be cut off from the rest if an inference did not hold, or "".
func (x *Explainer) linePart(constraint int32, in *Inference, line string) string {
	b, ok := x.m.Constraints[constraint].Body.(model.Route)
	if !ok || in.Kind == Follows && len(in.Claims) != 1 {
		return ""
	}
	l := x.ledgerOf(in.Evidence)
	if in.Kind == Follows {
		l = l.but(opposite(in.Claims[0]))
	}
	sets := alg.NewUnionFind(b.Graph.Order())
	for i, e := range b.Graph.Edges {
		if is, known := l.bool(b.Edges[i]); is || !known {
			sets.Join(e.U, e.V)
		}
	}
	size, on := map[int32]int{}, map[int32][]value.Value{}
	var roots []int32
	for i, e := range b.Graph.Edges {
		is, known := l.bool(b.Edges[i])
		if known && !is {
			continue
		}
		root := sets.Find(e.U)
		size[root]++
		n, ok := x.m.Node(b.Edges[i]).(model.BoolVar)
		if !known || !ok {
			continue
		}
		if m, ok := x.Meaning(n.Var); ok && m.Member != nil {
			if on[root] == nil {
				roots = append(roots, root)
			}
			on[root] = append(on[root], m.Member)
		}
	}
	if len(roots) < 2 {
		return ""
	}
	small := on[slices.MinFunc(roots, func(a, b int32) int { return size[a] - size[b] })]
	if len(small) > mostCutOff {
		small = small[:1]
	}
	return line + " at " + value.And(sidesOf(alg.Map(small, x.Names().Of))) + " would be cut off from the rest"
}
