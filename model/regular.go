package model

import "fmt"

// Regular is the constraint that the automaton accepts the sequence of the values of Xs
// (Pesant, "A regular language membership constraint", 2004).
type Regular struct {
	Xs        []Int
	Automaton *Automaton
}

// Automaton is a deterministic finite automaton that reads integers. Symbols
// are the integers 0 .. Symbols-1; reading any other integer, or following a
// transition to -1, rejects.
type Automaton struct {
	Symbols int
	// Next[state*Symbols+symbol] is the next state or -1.
	Next []int32
	// Start is the state before anything was read.
	Start int32
	// Accept says for each state whether a sequence may end there.
	Accept []bool
}

// Step is the state after reading symbol v in state, or -1 if that rejects.
func (a *Automaton) Step(state int32, v int64) int32 {
	if state < 0 || v < 0 || v >= int64(a.Symbols) {
		return -1
	}
	return a.Next[int(state)*a.Symbols+int(v)]
}

// Operands implements [Body].
func (b Regular) Operands(_ func(Bool), onInt func(Int)) { each(onInt, b.Xs) }

// Holds implements [Body].
func (b Regular) Holds(e *Evaluation) bool {
	state := b.Automaton.Start
	for _, x := range b.Xs {
		state = b.Automaton.Step(state, e.Int(x))
	}
	return state >= 0 && b.Automaton.Accept[state]
}

// Key implements [Body].
func (b Regular) Key() string {
	a := b.Automaton
	k := newKey("regular").ints(b.Xs...).number(int64(a.Symbols)).number(int64(a.Start)).labels(a.Next)
	for _, accept := range a.Accept {
		k = k.flag(accept)
	}
	return k.String()
}

// Rewrite implements [Body].
func (b Regular) Rewrite(r *Rewriter) Body { return Regular{Xs: r.all(b.Xs), Automaton: b.Automaton} }

// Validate implements [Body].
func (b Regular) Validate() error {
	a := b.Automaton
	states := int32(len(a.Accept))
	if len(a.Next) != len(a.Accept)*a.Symbols || a.Start >= states {
		return fmt.Errorf("automaton with %d states starts in %d and has %d transitions", states, a.Start, len(a.Next))
	}
	for _, to := range a.Next {
		if to >= states {
			return fmt.Errorf("automaton with %d states has a transition to %d", states, to)
		}
	}
	return nil
}

// Decompose says for each place and state, from the end, whether the rest is accepted.
func (b Regular) Decompose(l Logic) []Bool {
	accepted := make([]Bool, len(b.Automaton.Accept)) // for each state: from there
	for q, yes := range b.Automaton.Accept {
		accepted[q] = Const(yes)
	}
	for i := len(b.Xs) - 1; i >= 0; i-- {
		before := make([]Bool, len(accepted))
		for q := range before {
			var ways []Bool
			for v := range int64(b.Automaton.Symbols) {
				if to := b.Automaton.Step(int32(q), v); to >= 0 && accepted[to] != False {
					ways = append(ways, l.And(l.In(b.Xs[i], Range(v, v)), accepted[to]))
				}
			}
			before[q] = l.Or(ways...)
		}
		accepted = before
	}
	if b.Automaton.Start < 0 {
		return []Bool{False}
	}
	return []Bool{accepted[b.Automaton.Start]}
}

// Conjuncts implements [Decomposable].
func (b Regular) Conjuncts() int { return 1 }
