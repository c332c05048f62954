package tour

import "context"

// symmetric is the rule degree for cycles that a symmetry maps to themselves so
// that each vertex and its partner are half a turn apart (Kakehi, 1970s, for
// the half-turn of a board). Only half of the cycle is drawn; with each vertex
// its partner is visited too, and after the last the line must go to the
// partner of its start. So a vertex with one way left must come next, or its
// partner, and no two such pairs may stand.
type symmetric struct {
	w    *walker
	ways []int32 // as in degree; the start and its partner count as not visited
	ones int     // vertices with one way left, but for these two: both of a pair or none
}

// Symmetric yields half of each cycle through all vertices of an undirected graph that
// passes every vertex half a turn after its partner; the other half is that of
// the partners. Partners must be mutual, no vertex its own, and the
// partners of neighbours neighbours. It stops when yield returns false; the
// line is only valid during the call. A start below 0 stands for vertex 0.
func Symmetric(ctx context.Context, p Problem, partner []int32, yield func(half []int32) bool) Result {
	r := &run{p: Problem{Graph: p.Graph, Closed: true, Start: p.Start, End: -1}, yield: yield, order: int32(p.Graph.Order() / 2)}
	release := context.AfterFunc(ctx, func() { r.stop.Store(true) })
	defer release()
	if r.order < 2 || ctx.Err() != nil {
		return Result{Exhausted: r.order < 2}
	}
	w := newBareWalker(r)
	w.thorough, w.partner = true, partner
	rule := &symmetric{w: w, ways: w.out.degrees()}
	w.rule = rule
	for _, k := range rule.ways {
		if k == 1 { // on no cycle
			return Result{Exhausted: true}
		}
	}
	done := w.all()
	return Result{r.work, done}
}

// isEnd reports whether u is the start or its partner.
func (r *symmetric) isEnd(u int32) bool {
	return u == r.w.line[0] || u == r.w.partner[r.w.line[0]]
}

func (r *symmetric) enter(v int32) {
	r.w.visited[r.w.partner[v]] = true
	if len(r.w.line) == 1 {
		return
	}
	if r.ways[v] == 1 {
		r.ones -= 2
	}
	r.change(v, -1)
	r.change(r.w.partner[v], -1)
}

func (r *symmetric) leave(v int32) {
	if len(r.w.line) > 1 {
		r.change(r.w.partner[v], 1)
		r.change(v, 1)
		if r.ways[v] == 1 {
			r.ones += 2
		}
	}
	r.w.visited[r.w.partner[v]] = false
}

// change takes a way from each neighbour of v, or gives it back.
func (r *symmetric) change(v, d int32) {
	for _, u := range r.w.out.of(v) {
		open := !r.w.visited[u]
		if open && r.ways[u] == 1 {
			r.ones--
		}
		r.ways[u] += d
		if open && r.ways[u] == 1 {
			r.ones++
		}
	}
}

func (r *symmetric) options(v int32, list []int32) []int32 {
	if r.ones > 2 {
		return list
	}
	for _, u := range r.w.out.of(v) {
		if !r.w.visited[u] && (r.ones == 0 || r.ways[u] == 1) && r.allowed(u) {
			list = append(list, u)
		}
	}
	return list
}

// allowed reports whether a line that goes to v leaves every vertex a way. A
// neighbour of v that is one of its partner as well loses two.
func (r *symmetric) allowed(v int32) bool {
	last := len(r.w.line)+1 == int(r.w.order)
	for _, u := range r.w.out.of(v) {
		if r.w.visited[u] && !r.isEnd(u) || u == r.w.partner[v] {
			continue
		}
		lost := int32(1)
		if r.w.out.has(u, r.w.partner[v]) {
			lost = 2
		}
		if r.ways[u] <= lost && !(last && r.isEnd(u)) {
			return false
		}
	}
	return true
}
