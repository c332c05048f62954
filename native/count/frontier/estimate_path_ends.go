package frontier

// endRole reports whether a path may end at a vertex.
type endRole uint8

const (
	noEnd endRole = iota
	mayEnd
	mustEnd
)

// pathEnds has the places where a path or links may end.
type pathEnds struct {
	path    bool
	of      []endRole
	partner []int32 // by vertex: the other one with its label, or -1
	must    int32   // how many of the ends are known
}

// endPlacement is one way in which the path's ends lie among the eliminated vertices.
type endPlacement struct {
	dead  int
	shift int // what they add to the surplus of white degrees
}

func newPathEnds(p *Problem, allowed []uint64) pathEnds {
	n := len(p.Degrees)
	e := pathEnds{path: p.Shape == OnePath, of: make([]endRole, n), partner: make([]int32, n)}
	first := map[int32]int32{}
	for v := range n {
		e.partner[v] = -1
		if p.Shape == Linked && p.Labels[v] >= 0 {
			if u, ok := first[p.Labels[v]]; ok {
				e.partner[v], e.partner[u] = u, int32(v)
			} else {
				first[p.Labels[v]] = int32(v)
			}
		}
		if !e.path || allowed[v]&(1<<1) == 0 {
			continue
		}
		e.of[v] = mayEnd
		if allowed[v] == 1<<1 {
			e.of[v] = mustEnd
			e.must++
		}
	}
	return e
}

// placements lists the ways in which the path's ends may lie among the eliminated vertices,
// whether or not the path can be completed.
func (e *pathEnds) placements(p prefixStats) []endPlacement {
	if !e.path {
		return []endPlacement{{}}
	}
	free := max(2-e.must, 0)
	var out []endPlacement
	for white := int32(0); white <= min(free, p.mayEnd[0]); white++ {
		for black := int32(0); black <= min(free-white, p.mayEnd[1]); black++ {
			// An end that must be one has the degree 1 in the surplus already.
			out = append(out, endPlacement{int(p.mustEnd[0] + p.mustEnd[1] + white + black), int(white - black)})
		}
	}
	return out
}
