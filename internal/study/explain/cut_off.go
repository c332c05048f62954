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
	l := x.ledgerOf(in.Evidence)
	if in.Kind == Contradicts {
		return x.apart(b, l)
	}
	text := ""
	for i, claim := range in.Claims {
		if !x.m.Vars[claim.Var].Bool {
			return ""
		}
		now := x.apart(b, l.but(opposite(claim)))
		if now == "" || i > 0 && now != text {
			return ""
		}
		text = now
	}
	return text
}

// apart names the smallest of the pieces into which what hangs together falls by a ledger, or returns "".
func (x *Explainer) apart(b model.Connected, l *ledger) string {
	may := func(c model.Bool) bool { is, known := l.bool(c); return is || !known }
	sets := alg.NewUnionFind(b.Graph.Order())
	open := alg.Map(b.Vertices, may)
	for i, e := range b.Graph.Edges {
		if open[e.U] && open[e.V] && (b.Edges == nil || may(b.Edges[i])) {
			sets.Join(e.U, e.V)
		}
	}
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
		return ""
	}
	small := slices.MinFunc(roots, func(a, b int32) int { return size[a] - size[b] })
	var places []value.Value
	for _, v := range on[small] {
		n, ok := x.m.Node(b.Vertices[v]).(model.BoolVar)
		if !ok {
			continue
		}
		if m, ok := x.Meaning(n.Var); ok && m.Member != nil {
			places = append(places, m.Member)
		}
	}
	if len(places) == 0 || len(places) > mostCutOff {
		return ""
	}
	return x.Names().List(places) + " would be cut off"
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
