package explain

import (
	"slices"

	"nazo/dsl/value"
	"nazo/internal/alg"
	"nazo/internal/model"
)

// pairs says what is wrong with lines between equal labels if an inference does not hold: which lines would meet, or
// which labels would be cut off from each other.
func (x *Explainer) pairs(constraint int32, in *Inference, closes bool) string {
	b := x.m.Constraints[constraint].Body.(model.Links)
	edges := map[model.VarID]int{}
	for i, e := range b.Edges {
		if v, ok := x.m.Node(e).(model.BoolVar); ok {
			edges[v.Var] = i
		}
	}
	on, off := make([]bool, len(b.Edges)), make([]bool, len(b.Edges))
	note := func(claims []Claim, on, off []bool) {
		for _, c := range claims {
			if i, ok := edges[c.Var]; ok && c.Op <= model.LinkIsNot {
				drawn := (c.Value == 1) == (c.Op == model.LinkIs)
				on[i], off[i] = on[i] || drawn, off[i] || !drawn
			}
		}
	}
	note(in.Evidence, on, off)
	if in.Kind == Follows {
		note(in.Claims, off, on)
	}
	lines := alg.NewUnionFind(len(b.Labels))
	for i, e := range b.Graph.Edges {
		if on[i] && !lines.Join(e.U, e.V) {
			return "a line would close"
		}
	}
	of := make([]int32, len(b.Labels)) // the label of the line at a vertex; -1 if there is none yet
	for v := range of {
		of[v] = -1
	}
	ends := map[int32][]int32{}
	for v, label := range b.Labels {
		if label < 0 {
			continue
		}
		ends[label] = append(ends[label], int32(v))
		root := lines.Find(int32(v))
		if met := of[root]; met >= 0 && met != label {
			return "the lines of " + x.label(constraint, ends[met][0]) + " and " + x.label(constraint, int32(v)) + " would meet"
		}
		of[root] = label
	}
	if closes {
		return "lines of different labels would meet"
	}
	var cut []string
	for label := int32(0); int(label) < len(ends); label++ {
		if len(ends[label]) != 2 {
			continue
		}
		from := ends[label][0]
		met := map[int32]bool{from: true}
		for queue := []int32{from}; len(queue) > 0; queue = queue[1:] {
			for _, h := range b.Graph.Out[queue[0]] {
				other := of[lines.Find(h.To)]
				if !met[h.To] && !off[h.Edge] && (other < 0 || other == label) {
					met[h.To] = true
					queue = append(queue, h.To)
				}
			}
		}
		if !met[ends[label][1]] {
			cut = append(cut, "the two "+x.label(constraint, from)+"s")
		}
	}
	if len(cut) == 0 || len(cut) > mostReasons {
		return "there would be no room for all lines"
	}
	slices.Sort(cut)
	return value.And(cut) + " would be cut off from each other"
}

// label is what lines join at a vertex.
func (x *Explainer) label(constraint, vertex int32) string {
	return x.Names().Of(x.Problem.Label(constraint, vertex))
}
