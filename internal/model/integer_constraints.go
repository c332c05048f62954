package model

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
)

// Distinct says that no two of Xs are equal (all-different). Present is nil or says which of Xs take part. Plain
// limits propagation to what people see at once: a value that one has is none of the others.
type Distinct struct {
	Xs      []Int
	Present []Bool
	Plain   bool
}

// Holds implements [Body].
func (b Distinct) Holds(e *Evaluation) bool {
	seen := map[int64]bool{}
	for i, x := range b.Xs {
		if b.Present != nil && !e.Bool(b.Present[i]) {
			continue
		}
		if seen[e.Int(x)] {
			return false
		}
		seen[e.Int(x)] = true
	}
	return true
}

// Key implements [Body].
func (b Distinct) Key() string {
	name := "distinct"
	if b.Plain {
		name = "plainly distinct"
	}
	return newKey(name).ints(b.Xs...).bools(b.Present...).String()
}

// Rewrite implements [Body].
func (b Distinct) Rewrite(r *Rewriter) Body {
	return Distinct{Xs: r.all(b.Xs), Present: r.each(b.Present), Plain: b.Plain}
}

// Validate implements [Body].
func (b Distinct) Validate() error {
	if b.Present != nil && len(b.Present) != len(b.Xs) {
		return fmt.Errorf("distinct of %d with %d presences", len(b.Xs), len(b.Present))
	}
	return nil
}

// Decompose says that each two that may be equal differ, unless one of them takes no part.
func (b Distinct) Decompose(l Logic) (differ []Bool) {
	for i, j := range b.mayBeEqual(l) {
		same := []Bool{l.Equal(b.Xs[i], b.Xs[j])}
		if b.Present != nil {
			same = append(same, l.Bool(b.Present[i]), l.Bool(b.Present[j]))
		}
		differ = append(differ, l.And(same...).Not())
	}
	return differ
}

// mayBeEqual yields pairs of operands, as ascending indices, whose bounds overlap. A sweep over the bounds finds them.
func (b Distinct) mayBeEqual(l Logic) iter.Seq2[int, int] {
	order := make([]int, len(b.Xs))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		return cmp.Compare(l.Bounds(b.Xs[i]).Lo, l.Bounds(b.Xs[j]).Lo)
	})
	return func(yield func(i, j int) bool) {
		var open []int // intervals that contain the sweep position
		for _, i := range order {
			lo := l.Bounds(b.Xs[i]).Lo
			open = slices.DeleteFunc(open, func(j int) bool { return l.Bounds(b.Xs[j]).Hi < lo })
			for _, j := range open {
				if !yield(min(i, j), max(i, j)) {
					return
				}
			}
			open = append(open, i)
		}
	}
}

// Conjuncts implements [Decomposable].
func (b Distinct) Conjuncts() int { return len(b.Xs) * (len(b.Xs) - 1) / 2 }

// Inverse says that Xs and Ys, both of length n with values in Base..Base+n-1, are inverse permutations: Xs[i]-Base
// = j exactly where Ys[j]-Base = i.
type Inverse struct {
	Xs, Ys []Int
	Base   int64
}

// Holds implements [Body].
func (b Inverse) Holds(e *Evaluation) bool {
	return e.undoes(b.Xs, b.Ys, b.Base) && e.undoes(b.Ys, b.Xs, b.Base)
}

// undoes reports whether ys maps back what xs maps.
func (e *Evaluation) undoes(xs, ys []Int, base int64) bool {
	for i, x := range xs {
		j := e.Int(x) - base
		if j < 0 || j >= int64(len(ys)) || e.Int(ys[j]) != int64(i)+base {
			return false
		}
	}
	return true
}

// Key implements [Body].
func (b Inverse) Key() string {
	return newKey("inverse").ints(b.Xs...).ints(b.Ys...).number(b.Base).String()
}

// Rewrite implements [Body].
func (b Inverse) Rewrite(r *Rewriter) Body {
	return Inverse{Xs: r.all(b.Xs), Ys: r.all(b.Ys), Base: b.Base}
}

// Validate implements [Body].
func (b Inverse) Validate() error {
	if len(b.Xs) != len(b.Ys) {
		return fmt.Errorf("inverse of %d and %d", len(b.Xs), len(b.Ys))
	}
	return nil
}

// Regular says that the automaton accepts the values of Xs in order (Pesant, "A regular language
// membership constraint", 2004).
type Regular struct {
	Xs        []Int
	Automaton *Automaton
}

// Automaton is a deterministic finite automaton over the symbols 0 .. Symbols-1. Any other integer, and a
// transition to -1, rejects.
type Automaton struct {
	Symbols int
	// Next[state*Symbols+symbol] is the next state or -1.
	Next   []int32
	Start  int32
	Accept []bool // for each state, whether a sequence may end there
}

// Step returns the state after reading symbol v in state, or -1 if that rejects.
func (a *Automaton) Step(state int32, v int64) int32 {
	if state < 0 || v < 0 || v >= int64(a.Symbols) {
		return -1
	}
	return a.Next[int(state)*a.Symbols+int(v)]
}

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

// Decompose defines, from the end, for each place and state whether the rest is accepted.
func (b Regular) Decompose(l Logic) []Bool {
	accepted := make([]Bool, len(b.Automaton.Accept)) // for each state, whether the rest is accepted
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
