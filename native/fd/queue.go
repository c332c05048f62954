package fd

// Priorities of propagators: what is cheap runs first, so that what is costly
// sees more at once.
const (
	quick = iota
	middling
	slow
	priorities
)

// queue has the propagators that are to run, first in first out within a
// priority; each stands in it at most once.
type queue struct {
	waiting [priorities][]int32
	next    [priorities]int
	queued  []bool  // for each propagator
	level   []uint8 // for each propagator its priority
}

func (q *queue) add(p int32) {
	if !q.queued[p] {
		q.queued[p] = true
		q.waiting[q.level[p]] = append(q.waiting[q.level[p]], p)
	}
}

// take removes the next propagator, or returns -1.
func (q *queue) take() int32 {
	for k := range q.waiting {
		if q.next[k] < len(q.waiting[k]) {
			p := q.waiting[k][q.next[k]]
			q.next[k]++
			if q.next[k] == len(q.waiting[k]) {
				q.waiting[k], q.next[k] = q.waiting[k][:0], 0
			}
			q.queued[p] = false
			return p
		}
	}
	return -1
}

func (q *queue) clear() {
	for k := range q.waiting {
		for _, p := range q.waiting[k][q.next[k]:] {
			q.queued[p] = false
		}
		q.waiting[k], q.next[k] = q.waiting[k][:0], 0
	}
}
