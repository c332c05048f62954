package explore

import (
	"math/big"
	"slices"

	"nazo/engine"
	"nazo/machine"
	"nazo/model"
)

// chart is what a finished search knows: the states that best runs pass, and
// what it costs to reach them.
type chart interface {
	// paid is the price of the cheapest run to a state.
	paid(id int32) price
	states() *table
	// target is the price of best runs.
	target() price
}

func (b *breadth) paid(id int32) price { return price(b.distance(id)) }
func (b *breadth) states() *table      { return b.table }
func (b *breadth) target() price       { return price(b.distance(b.goal)) }

func (b *best) paid(id int32) price { return b.prices.get(id) }
func (b *best) states() *table      { return b.table }
func (b *best) target() price       { return b.prices.get(b.goal) }

// ways are the best runs: every step of one leads to a state that can't be
// reached more cheaply.
type ways struct {
	*search
	chart
	// flat says that prices in the chart are lengths.
	flat bool
	// count has, for each state on a best run, how many ways lead on from it to the goal.
	count map[int32]*big.Int
}

// bytesOfWay is about what an entry of ways.count takes.
const bytesOfWay = 128

// newWays counts ways from each state on, the most expensive states first. It returns
// nil if the limits end that.
func newWays(s *search, c chart, flat bool) *ways {
	w := &ways{search: s, chart: c, flat: flat, count: map[int32]*big.Int{}}
	best := c.target()
	next := w.dearestFirst()
	for id := next(); id >= 0; id = next() {
		if s.stopped() {
			return nil
		}
		state, total := c.states().at(id), (*big.Int)(nil)
		if c.paid(id) == best {
			if s.won(state) {
				total = big.NewInt(1)
			}
		} else if !s.won(state) {
			w.steps(id, func(_ int32, to int32) {
				if on := w.count[to]; on != nil {
					if total == nil {
						total = new(big.Int)
					}
					total.Add(total, on)
				}
			})
		}
		if total != nil && s.take(bytesOfWay) {
			w.count[id] = total
		}
	}
	if s.reason.Kind != engine.None {
		return nil
	}
	return w
}

// dearestFirst is a function that hands out the states that best runs may pass, those
// to which the way is longest first, and then -1; also if the limits end that.
func (w *ways) dearestFirst() func() int32 {
	if w.flat { // they are in the order of their distance
		id, edge := w.states().count, w.target()
		return func() int32 {
			for id--; id >= 0 && w.paid(id) > edge; id-- {
			}
			return id
		}
	}
	q := queue{limits: w.limits}
	for id := range w.states().count {
		if w.stopped() {
			break
		}
		if paid := w.paid(id); paid >= 0 && paid <= w.target() {
			q.push(entry{whole: w.target() - paid, id: id})
		}
	}
	return func() int32 {
		if len(q.entries) == 0 {
			return -1
		}
		return q.pop().id
	}
}

// steps calls yield for the moves from a state by which a best run may go on.
func (w *ways) steps(id int32, yield func(move, to int32)) {
	here := w.paid(id)
	w.expand(w.states().at(id), func(move int32, next machine.State, cost price) bool {
		if w.flat {
			cost = 1
		}
		if to := w.states().find(next); to >= 0 && w.paid(to) == here+cost {
			yield(move, to)
		}
		return true
	})
}

// starts calls yield for the states at the start from which a best run goes on,
// and their numbers, until it returns false.
func (w *ways) starts(yield func(id int32, state machine.State) bool) {
	for state := range w.search.starts() {
		if id := w.states().find(state); id >= 0 && w.count[id] != nil && !yield(id, state) {
			return
		}
	}
}

// total is the number of best runs.
func (w *ways) total() *big.Int {
	sum := new(big.Int)
	w.starts(func(id int32, _ machine.State) bool {
		sum.Add(sum, w.count[id])
		return true
	})
	return sum
}

// each calls yield for every best run until it returns false; each then returns
// false, too. The limits may end it, as well.
func (w *ways) each(yield func(model.Solution) bool) bool {
	going := true
	w.starts(func(id int32, state machine.State) bool {
		going = w.follow(id, w.p.Unpack(state[:w.p.Words()]), yield)
		return going
	})
	return going
}

func (w *ways) follow(id int32, run model.Solution, yield func(model.Solution) bool) bool {
	if w.paid(id) == w.target() {
		return yield(slices.Clone(run))
	}
	if w.stopped() {
		return false
	}
	type step struct{ move, to int32 }
	var steps []step
	w.steps(id, func(move, to int32) {
		if w.count[to] != nil {
			steps = append(steps, step{move, to})
		}
	})
	for _, s := range steps {
		if !w.follow(s.to, append(run, int64(s.move)), yield) {
			return false
		}
	}
	return true
}
