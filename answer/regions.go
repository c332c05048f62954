package answer

import (
	"nazo/judge"
	"nazo/value"
)

func appendRegions(out []byte, r *value.Regions) []byte {
	out = append(out, `{"parts":[`...)
	for i, part := range r.Parts() {
		if i > 0 {
			out = append(out, ',')
		}
		out = appendList(out, part)
	}
	return append(out, "]}"...)
}

// regions reads which vertices are in each part. That a part is connected the judge finds out.
func (d *decoder) regions(n *node, s *judge.RegionsShape) value.Value {
	parts := n.get("parts")
	if parts == nil || parts.kind != list {
		return d.misfit(n, "these are not regions", `{"parts": [[…], …]}`)
	}
	vertices := s.Graph.Vertices
	of := make([]int32, vertices.Len()) // the part of each vertex, from 1; 0 for none yet
	for i, part := range parts.items {
		if part.kind != list || len(part.items) == 0 {
			return d.misfit(part, "this is not a part", "a list of what is in it")
		}
		for _, item := range part.items {
			at := vertices.Index(d.oneOf(item, vertices.List()))
			switch {
			case at < 0:
				return value.None{}
			case of[at] != 0:
				return d.misfit(item, value.String(vertices.List()[at])+" is in two parts, or twice in one", "")
			}
			of[at] = int32(i) + 1
		}
	}
	for at, part := range of {
		if part == 0 {
			return d.misfit(n, value.String(vertices.List()[at])+" is in no part", "")
		}
	}
	r := value.OfParts(s.Graph, of)
	if made := r.Parts(); len(made) != len(parts.items) {
		return d.misfit(n, "a part is not connected", "")
	}
	return r
}
