package path

import "math/rand/v2"

// bucketQueue keeps the ports with open edges in lists, one for each priority, so
// that the most urgent is at hand: the end of a line comes before a vertex
// that no line has reached, and few open edges come before many.
type bucketQueue struct {
	c          *circuit
	heads      []int32 // for each priority the first port, or -1
	next, prev []int32
	list       []int32 // for each port its priority, or -1 if it is in no list
	widest     int32   // the most edges at a port that are told apart
}

func newBucketQueue(c *circuit, seed int64) *bucketQueue {
	n := len(c.at)
	r := &bucketQueue{c: c, next: make([]int32, n), prev: make([]int32, n), list: make([]int32, n), widest: 64}
	r.heads = make([]int32, 2*(r.widest+1))
	for i := range r.heads {
		r.heads[i] = -1
	}
	order := make([]int, n)
	for i := range order {
		order[i] = n - 1 - i // lists are last in, first out
		r.list[i] = -1
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

// priority is the list that a port belongs to now.
func (r *bucketQueue) priority(port int32) int32 {
	open := r.c.open[port]
	if open == 0 {
		return -1
	}
	missing := r.c.need - r.c.used[port] - 1
	return missing*(r.widest+1) + min(open, r.widest)
}

// move puts a port into the list where it belongs.
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

// first is the most urgent port, or -1 if none has open edges.
func (r *bucketQueue) first() int32 {
	for _, port := range r.heads {
		if port >= 0 {
			return port
		}
	}
	return -1
}
