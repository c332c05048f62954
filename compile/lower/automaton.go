package lower

import (
	"encoding/binary"
	"slices"

	"nazo/model"
)

// runPattern says which runs there may be in a line, in order.
type runPattern []runElement

// runElement is a run of a symbol with a length, 0 standing for any, or any number of runs.
type runElement struct {
	length, symbol int
	many           bool
}

// runState is how far a line is read: what has been read matches all elements before one of them and, if length is
// not 0, so much of the run that stands for it. Of a run of any length that is 1.
type runState struct{ element, length, symbol int32 }

// mostRunStates bounds automata: wild cards may need a state for each set of places in a pattern.
const mostRunStates = 10_000

// automaton is the deterministic automaton that accepts the lines whose runs match; symbol 0 is a gap, and runs of the same
// symbol have one between them. ok is false if it would be too large.
func (p runPattern) automaton(symbols int) (a *model.Automaton, ok bool) {
	a = &model.Automaton{Symbols: symbols}
	sets := [][]runState{{{}}}
	index := map[string]int32{spellStates(sets[0]): 0}
	for i := 0; i < len(sets); i++ {
		if len(sets) > mostRunStates {
			return nil, false
		}
		a.Accept = append(a.Accept, slices.ContainsFunc(sets[i], p.accepts))
		for symbol := range int32(symbols) {
			var after []runState
			for _, q := range sets[i] {
				after = p.step(q, symbol, after)
			}
			if after = p.leading(after); len(after) == 0 {
				a.Next = append(a.Next, -1)
				continue
			}
			key := spellStates(after)
			to, met := index[key]
			if !met {
				to = int32(len(sets))
				index[key] = to
				sets = append(sets, after)
			}
			a.Next = append(a.Next, to)
		}
	}
	return a, true
}

func spellStates(states []runState) string {
	var out []byte
	for _, q := range states {
		out = binary.AppendUvarint(binary.AppendUvarint(binary.AppendUvarint(out, uint64(q.element)), uint64(q.length)), uint64(q.symbol))
	}
	return string(out)
}

// step appends the states after a symbol.
func (p runPattern) step(q runState, symbol int32, after []runState) []runState {
	if q.length > 0 && symbol == q.symbol { // the run goes on
		switch length := int32(p[q.element].length); {
		case length == 0:
			return append(after, q)
		case q.length < length:
			return append(after, runState{q.element, q.length + 1, symbol})
		}
		return after
	}
	next, ok := p.ended(q)
	switch {
	case !ok:
		return after
	case symbol == 0:
		return append(after, runState{element: next})
	}
	for ; next < int32(len(p)); next++ {
		e := p[next]
		if e.symbol == 0 || int32(e.symbol) == symbol {
			after = append(after, runState{next, 1, symbol})
		}
		if !e.many {
			break
		}
	}
	return after
}

// ended is the element that comes after the run, if it may end here. Any number of runs comes after itself.
func (p runPattern) ended(q runState) (next int32, ok bool) {
	switch {
	case q.length == 0 || p[q.element].many:
		return q.element, true
	case p[q.element].length == 0 || q.length == int32(p[q.element].length):
		return q.element + 1, true
	}
	return 0, false
}

// accepts reports whether the line may end.
func (p runPattern) accepts(q runState) bool {
	next, ok := p.ended(q)
	return ok && !slices.ContainsFunc(p[min(int(next), len(p)):], func(e runElement) bool { return !e.many })
}

// leading leaves out states from which nothing is accepted that is not from others: where any number of runs may
// follow, whatever earlier elements stand for may be among these.
func (p runPattern) leading(states []runState) []runState {
	least := int32(0)
	for _, q := range states {
		if q.element < int32(len(p)) && p[q.element].many {
			least = max(least, q.element)
		}
	}
	states = slices.DeleteFunc(states, func(q runState) bool { return q.element < least })
	slices.SortFunc(states, func(a, b runState) int {
		if a.element != b.element {
			return int(a.element - b.element)
		}
		return int(a.length - b.length)
	})
	return slices.Compact(states)
}
