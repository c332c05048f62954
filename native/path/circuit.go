package path

import (
	"math/rand/v2"
	"slices"
)

// circuit searches Hamiltonian cycles of a graph. Edges are on, off or open. It propagates the circuit constraint
// by degrees, and excludes edges that close a cycle early (Caseau and Laburthe 1997). It does not learn. A path is
// a cycle through one extra vertex that is joined to all others. Memory is linear in the graph.
//
// Edges meet at ports. An undirected vertex is one port with two edges of the cycle. A directed vertex is two
// ports, in and out, with one edge each.
type circuit struct {
	ends  [][2]int32 // by edge: its ports
	at    [][]int32  // by port: its edges
	ports int32      // per vertex: 1 or 2
	need  int32      // edges of the cycle at each port: 1 or 2
	order int32      // number of vertices

	state []int8  // by edge: 1 on, -1 off, 0 open
	open  []int32 // by port: number of open edges
	used  []int32 // by port: number of edges that are on
	mate  []int32 // by end of a line: the vertex at its other end
	count int32   // number of edges that are on

	todo  []forced
	trail []int32 // edges in the order in which they were decided
	// lines has, for each edge that was switched on, the ends of the line that it made.
	lines     [][2]int32
	decisions []decision
	ranks     *bucketQueue
}

// forced is an edge with the state that it must have.
type forced struct {
	edge int32
	on   bool
}

// decision is a choice of an edge, with the length of the trail before it.
type decision struct {
	edge, trail int32
}

// newCircuit makes a search on a graph without edges.
func newCircuit(order int, directed bool) *circuit {
	c := &circuit{ports: 1, need: 2}
	if directed {
		c.ports, c.need = 2, 1
	}
	for range order {
		c.addVertex()
	}
	return c
}

// addVertex adds a vertex without edges.
func (c *circuit) addVertex() int32 {
	v := c.order
	c.order++
	c.mate = append(c.mate, v)
	for range c.ports {
		c.at, c.open, c.used = append(c.at, nil), append(c.open, 0), append(c.used, 0)
	}
	return v
}

// addEdge joins two vertices, from u to v in a directed graph.
func (c *circuit) addEdge(u, v int32) int32 {
	e := int32(len(c.ends))
	a, b := u*c.ports, v*c.ports+c.ports-1
	c.ends = append(c.ends, [2]int32{a, b})
	c.at[a] = append(c.at[a], e)
	c.at[b] = append(c.at[b], e)
	c.state = append(c.state, 0)
	c.open[a]++
	c.open[b]++
	return e
}

// begin propagates the given edges. It returns false if there is no cycle.
func (c *circuit) begin(given []forced, seed int64) bool {
	c.ranks = newBucketQueue(c, seed)
	c.todo = append(c.todo, given...)
	for port := range c.at {
		if !c.short(int32(port)) {
			return false
		}
	}
	return c.propagate()
}

// full checks that a port doesn't have too many edges. If it has enough, the open ones go off.
func (c *circuit) full(port int32) bool {
	if c.used[port] == c.need {
		c.force(port, false)
	}
	return c.used[port] <= c.need
}

// short checks that a port can still get enough edges. If it needs all open ones, they go on.
func (c *circuit) short(port int32) bool {
	left := c.used[port] + c.open[port]
	if left == c.need && c.open[port] > 0 {
		c.force(port, true)
	}
	return left >= c.need
}

func (c *circuit) force(port int32, on bool) {
	for _, e := range c.at[port] {
		if c.state[e] == 0 {
			c.todo = append(c.todo, forced{e, on})
		}
	}
}

// propagate runs to a fixpoint. It returns false on a contradiction.
func (c *circuit) propagate() bool {
	for i := 0; i < len(c.todo); i++ {
		f := c.todo[i]
		if s := c.state[f.edge]; s != 0 {
			if (s > 0) == f.on {
				continue
			}
			c.todo = c.todo[:0]
			return false
		}
		if !c.set(f.edge, f.on) {
			c.todo = c.todo[:0]
			return false
		}
	}
	c.todo = c.todo[:0]
	return true
}

// set switches an open edge on or off.
func (c *circuit) set(e int32, on bool) bool {
	a, b := c.ends[e][0], c.ends[e][1]
	c.trail = append(c.trail, e)
	c.open[a]--
	c.open[b]--
	if !on {
		c.state[e] = -1
		c.ranks.move(a)
		c.ranks.move(b)
		return c.short(a) && c.short(b)
	}
	c.state[e] = 1
	c.used[a]++
	c.used[b]++
	c.count++
	c.ranks.move(a)
	c.ranks.move(b)
	u, v := a/c.ports, b/c.ports
	x, y := c.mate[u], c.mate[v]
	c.lines = append(c.lines, [2]int32{x, y})
	if x == v { // the line closes, which is allowed if it has all vertices
		return c.count == c.order && c.full(a) && c.full(b)
	}
	c.mate[x], c.mate[y] = y, x
	if !c.full(a) || !c.full(b) {
		return false
	}
	if closing := c.joining(x, y); closing >= 0 {
		c.todo = append(c.todo, forced{closing, c.count == c.order-1})
	}
	return true
}

// joining returns the open edge between x and y, which would close the line between them, or -1. A directed line
// leads from x to y.
func (c *circuit) joining(x, y int32) int32 {
	from, to := y*c.ports, x*c.ports+c.ports-1
	if c.open[to] < c.open[from] {
		from, to = to, from
	}
	for _, e := range c.at[from] {
		if c.state[e] == 0 && c.ends[e][0]+c.ends[e][1] == from+to {
			return e
		}
	}
	return -1
}

// undo shortens the trail to a length.
func (c *circuit) undo(length int32) {
	for i := int32(len(c.trail)) - 1; i >= length; i-- {
		e := c.trail[i]
		a, b := c.ends[e][0], c.ends[e][1]
		if c.state[e] > 0 {
			c.used[a]--
			c.used[b]--
			c.count--
			u, v := a/c.ports, b/c.ports
			line := c.lines[len(c.lines)-1]
			c.lines = c.lines[:len(c.lines)-1]
			if line[0] != v {
				c.mate[line[0]], c.mate[line[1]] = u, v
			}
		}
		c.state[e] = 0
		c.open[a]++
		c.open[b]++
		c.ranks.move(a)
		c.ranks.move(b)
	}
	c.trail = c.trail[:length]
}

// choose returns the edge to branch on, or -1 if all are decided. It takes the port with the fewest open edges,
// ends of lines first, and goes to the vertex with the fewest edges (Warnsdorff 1823, at both ends of every line).
func (c *circuit) choose() int32 {
	port := c.ranks.first()
	if port < 0 {
		return -1
	}
	best, least := int32(-1), int32(0)
	for _, e := range c.at[port] {
		if c.state[e] != 0 {
			continue
		}
		other := c.ends[e][0] + c.ends[e][1] - port
		if score := c.open[other] - 2*c.used[other]; best < 0 || score < least {
			best, least = e, score
		}
	}
	return best
}

// take switches a chosen edge on. It returns false on a contradiction.
func (c *circuit) take(e int32) bool {
	c.decisions = append(c.decisions, decision{e, int32(len(c.trail))})
	c.todo = append(c.todo, forced{e, true})
	return c.propagate()
}

// backtrack undoes the last decision and takes its opposite. decided is false if no decision is left.
func (c *circuit) backtrack() (decided, consistent bool) {
	if len(c.decisions) == 0 {
		return false, false
	}
	t := c.decisions[len(c.decisions)-1]
	c.decisions = c.decisions[:len(c.decisions)-1]
	c.undo(t.trail)
	c.todo = append(c.todo, forced{t.edge, false})
	return true, c.propagate()
}

// bucketQueue keeps the ports with open edges in one list for each priority. The end of a line comes before a
// vertex that no line has reached. Few open edges come before many.
type bucketQueue struct {
	c          *circuit
	heads      []int32 // by priority: the first port, or -1
	next, prev []int32
	list       []int32 // by port: its priority, or -1 if it is in no list
	widest     int32   // the largest number of edges with a priority of its own
}

func newBucketQueue(c *circuit, seed int64) *bucketQueue {
	n := len(c.at)
	r := &bucketQueue{c: c, next: make([]int32, n), prev: make([]int32, n), list: slices.Repeat([]int32{-1}, n), widest: 64}
	r.heads = slices.Repeat([]int32{-1}, int(2*(r.widest+1)))
	order := make([]int, n)
	for i := range order {
		order[i] = n - 1 - i // lists are last in, first out
	}
	if seed != 0 {
		random := rand.New(rand.NewPCG(uint64(seed), 0x636972637569))
		random.Shuffle(n, func(i, j int) { order[i], order[j] = order[j], order[i] })
		for _, edges := range c.at {
			random.Shuffle(len(edges), func(i, j int) { edges[i], edges[j] = edges[j], edges[i] })
		}
	}
	for _, port := range order {
		r.move(int32(port))
	}
	return r
}

// priority returns the list that a port belongs to now.
func (r *bucketQueue) priority(port int32) int32 {
	open := r.c.open[port]
	if open == 0 {
		return -1
	}
	missing := r.c.need - r.c.used[port] - 1
	return missing*(r.widest+1) + min(open, r.widest)
}

// move puts a port into its list.
func (r *bucketQueue) move(port int32) {
	to, from := r.priority(port), r.list[port]
	if to == from {
		return
	}
	if from >= 0 {
		if p := r.prev[port]; p >= 0 {
			r.next[p] = r.next[port]
		} else {
			r.heads[from] = r.next[port]
		}
		if n := r.next[port]; n >= 0 {
			r.prev[n] = r.prev[port]
		}
	}
	r.list[port] = to
	if to < 0 {
		return
	}
	head := r.heads[to]
	r.prev[port], r.next[port] = -1, head
	if head >= 0 {
		r.prev[head] = port
	}
	r.heads[to] = port
}

// first returns the most urgent port, or -1.
func (r *bucketQueue) first() int32 {
	for _, port := range r.heads {
		if port >= 0 {
			return port
		}
	}
	return -1
}
