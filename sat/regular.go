package sat

import (
	"slices"

	"nazo/internal/model"
)

// regular encodes a run of an automaton, with a literal for each state that is possible at each place.
func (e *encoder) regular(b model.Regular, under []Lit) {
	a := b.Automaton
	xs := e.integers(b.Xs)
	alphabet := make([][]int64, len(xs))
	for i, x := range xs {
		e.within(x, 0, int64(a.Symbols)-1, under)
		alphabet[i] = symbols(a, x)
	}
	layers := reachable(a, alphabet)
	if layers == nil {
		e.clause(under...)
		return
	}
	states := make([]Lit, len(a.Accept))
	states[a.Start] = litTrue
	if len(under) > 0 {
		states[a.Start] = e.newVar()
		e.clauses(under, []Lit{states[a.Start]})
	}
	for i, x := range xs {
		next := make([]Lit, len(a.Accept))
		var some []Lit
		for q, on := range layers[i+1] {
			if on {
				next[q] = e.newVar()
				some = append(some, next[q])
			}
		}
		e.clauses(under, some)
		e.atMostOne(some, nil)
		t := transitions{a, x, alphabet[i], states, next, layers[i], layers[i+1]}
		e.follow(t, under)
		states = next
	}
}

// symbols lists the values of x that the automaton accepts as symbols.
func symbols(a *model.Automaton, x *integer) (out []int64) {
	for v := range int64(a.Symbols) {
		if x.lo <= v && v <= x.hi && (x.values == nil || slices.Contains(x.values, v)) {
			out = append(out, v)
		}
	}
	return out
}

// transitions is one step of an automaton: the literals of the states before and after it reads x, and which of
// these states are possible.
type transitions struct {
	automaton     *model.Automaton
	x             *integer
	symbols       []int64
	from, to      []Lit
	before, after []bool
}

// follow links the states before and after. If the constraint is off, they are free.
func (e *encoder) follow(t transitions, under []Lit) {
	from, to := t.from, t.to
	entering := make(map[[2]int64][]Lit) // state after and symbol → states before
	enters := make([][]Lit, len(to))     // state after → symbols
	for q, on := range t.before {
		if !on {
			continue
		}
		var leaves []Lit
		for _, v := range t.symbols {
			is := e.equals(t.x, v)
			p := t.automaton.Step(int32(q), v)
			if p < 0 || !t.after[p] {
				e.clauses(under, []Lit{-from[q], -is})
				continue
			}
			e.clauses(under, []Lit{-from[q], -is, to[p]})
			entering[[2]int64{int64(p), v}] = append(entering[[2]int64{int64(p), v}], from[q])
			enters[p] = append(enters[p], is)
			leaves = append(leaves, is)
		}
		e.clauses(with(under, -from[q]), leaves)
	}
	for p, on := range t.after {
		if !on {
			continue
		}
		e.clauses(with(under, -to[p]), enters[p])
		for _, v := range t.symbols {
			if qs := entering[[2]int64{int64(p), v}]; len(qs) > 0 {
				e.clauses(with(under, -to[p], -e.equals(t.x, v)), qs)
			}
		}
	}
}

// reachable marks, for each place, the states on a way from the start to acceptance. It returns nil if there is no way.
func reachable(a *model.Automaton, alphabet [][]int64) [][]bool {
	layers := make([][]bool, len(alphabet)+1)
	for i := range layers {
		layers[i] = make([]bool, len(a.Accept))
	}
	layers[0][a.Start] = true
	for i, vs := range alphabet {
		for q, on := range layers[i] {
			for _, v := range vs {
				if p := a.Step(int32(q), v); on && p >= 0 {
					layers[i+1][p] = true
				}
			}
		}
	}
	some := false
	for q := range a.Accept {
		layers[len(alphabet)][q] = layers[len(alphabet)][q] && a.Accept[q]
		some = some || layers[len(alphabet)][q]
	}
	if !some {
		return nil
	}
	for i := len(alphabet) - 1; i >= 0; i-- {
		for q, on := range layers[i] {
			goes := false
			for _, v := range alphabet[i] {
				p := a.Step(int32(q), v)
				goes = goes || p >= 0 && layers[i+1][p]
			}
			layers[i][q] = on && goes
		}
	}
	return layers
}
