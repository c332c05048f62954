package heuristic

import "context"

// distances are the goal distances of all reachable nodes, for each set of targets, if operators
// cost so much (Dijkstra 1959, backward); 0 for other nodes. They mean nothing if ctx is done.
func (g *abstractSpace) distances(ctx context.Context, costs []int64) [][]int64 {
	out := make([][]int64, len(g.targets))
	for i, targets := range g.targets {
		out[i] = g.distancesTo(ctx, targets, costs)
	}
	return out
}

func (g *abstractSpace) distancesTo(ctx context.Context, targets []int32, costs []int64) []int64 {
	distance := make([]int64, g.nodes)
	for v := range distance {
		distance[v] = infinite
	}
	var q queue
	for _, v := range targets {
		distance[v] = 0
		q.push(entry{0, v})
	}
	for count := 0; len(q) > 0; count++ {
		if count&4095 == 0 && ctx.Err() != nil {
			break
		}
		at := q.pop()
		if at.distance > distance[at.node] {
			continue
		}
		for _, e := range g.edges[g.first[at.node]:g.first[at.node+1]] {
			d := at.distance
			if e.part != free {
				d += g.partCost(costs[e.operator], e.part)
			}
			if d < distance[e.from] {
				distance[e.from] = d
				q.push(entry{d, e.from})
			}
		}
	}
	for v, live := range g.reachable {
		if !live {
			distance[v] = 0
		}
	}
	return distance
}

// positive reports whether some distance is not 0; infinite ones count only with deaths.
func positive(distance []int64, deaths bool) bool {
	for _, d := range distance {
		if d != 0 && (d != infinite || deaths) {
			return true
		}
	}
	return false
}

// informativeTables are the distances to the first set of targets for each entry; nil for an
// entry that adds nothing to the others.
func informativeTables(distances [][][]int64) [][]int64 {
	out := make([][]int64, len(distances))
	for k, d := range distances {
		// A distance that is infinite for one entry is infinite for all.
		if positive(d[0], k == 0) {
			out[k] = d[0]
		}
	}
	return out
}

// anyTable reports whether some table is not nil.
func anyTable(tables [][]int64) bool {
	for _, t := range tables {
		if t != nil {
			return true
		}
	}
	return false
}

// queue is a binary heap of nodes, the nearest first.
type queue []entry

type entry struct {
	distance int64
	node     int32
}

func (q *queue) push(e entry) {
	*q = append(*q, e)
	h := *q
	for i := len(h) - 1; i > 0; {
		up := (i - 1) / 2
		if h[up].distance <= h[i].distance {
			break
		}
		h[up], h[i] = h[i], h[up]
		i = up
	}
}

func (q *queue) pop() entry {
	h := *q
	top := h[0]
	h[0] = h[len(h)-1]
	h = h[:len(h)-1]
	for i := 0; ; {
		down := 2*i + 1
		if down >= len(h) {
			break
		}
		if down+1 < len(h) && h[down+1].distance < h[down].distance {
			down++
		}
		if h[i].distance <= h[down].distance {
			break
		}
		h[i], h[down] = h[down], h[i]
		i = down
	}
	*q = h
	return top
}

// lookUp adds the distances of a node to the entries, and reports whether one is infinite.
func lookUp(tables [][]int64, node int64, into []int64) (deadEnd bool) {
	for k, t := range tables {
		if t == nil {
			continue
		}
		d := t[node]
		if d == infinite {
			return true
		}
		into[k] += d
	}
	return false
}
