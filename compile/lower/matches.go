package lower

import (
	"cmp"
	"encoding/binary"
	"slices"

	"nazo/dsl"
	"nazo/dsl/value"
	"nazo/internal/model"
)

// pattern is a list with wild cards. one matches any element or any part of a tuple, and many any number of
// elements. nil means that there is no such wild card.
type pattern struct {
	elements  []value.Value
	one, many value.Value
}

func (p pattern) isOne(v value.Value) bool  { return p.one != nil && value.Equal(v, p.one) }
func (p pattern) isMany(v value.Value) bool { return p.many != nil && value.Equal(v, p.many) }

// matches is the condition that a list matches a pattern with wild cards.
func (lw *Lowerer) matches(at dsl.Node, args []value.Value) value.Value {
	return lw.Lift(at, args[1:], func(vs []value.Value) value.Value {
		elements, _ := lw.Members(at, vs[0])
		p := pattern{elements: valuesOf(elements), one: vs[1]}
		if len(vs) > 2 {
			p.many = vs[2]
		}
		return value.Bool(lw.match(at, args[0], p))
	})
}

func (lw *Lowerer) match(at dsl.Node, list value.Value, p pattern) model.Bool {
	switch list := list.(type) {
	case value.Runs:
		return lw.matchRuns(at, list, p)
	case value.Choice:
		return lw.oneHolds(list.Alts, func(v value.Value) model.Bool { return lw.match(at, v, p) })
	}
	members, _ := lw.Members(at, list)
	return lw.matchMembers(at, members, p)
}

// matchRuns compares the runs of an unknown line with a pattern. An automaton reads the line.
func (lw *Lowerer) matchRuns(at dsl.Node, r value.Runs, p pattern) model.Bool {
	symbols, xs := lw.symbols(at, r)
	var runs runPattern
	shortest := 0
	for _, e := range p.elements {
		run, ok := p.run(r.Plain, e, symbols)
		if !ok {
			return model.False
		}
		if runs = append(runs, run); !run.many {
			shortest += max(run.length, 1)
		}
		if shortest > len(r.Line) {
			return model.False
		}
	}
	if a, ok := runs.automaton(len(symbols) + 1); ok {
		return lw.newDecomposable(model.Regular{Xs: xs, Automaton: a})
	}
	return lw.matchMembers(at, lw.runsList(at, r).Members, p)
}

// run reads one element of a pattern of runs: a length, or a length and a value. ok is false if there is no such run.
func (p pattern) run(plain bool, element value.Value, symbols map[value.Key]int) (run runElement, ok bool) {
	switch {
	case p.isMany(element):
		return runElement{many: true}, true
	case p.isOne(element):
		return runElement{}, true
	}
	size := element
	if !plain {
		parts, tuple := element.(value.Tuple)
		if !tuple || len(parts) != 2 || !value.Known(parts[1]) {
			return run, false
		}
		size = parts[0]
		if !p.isOne(parts[1]) {
			if run.symbol = symbols[value.KeyOf(parts[1])]; run.symbol == 0 {
				return run, false
			}
		}
	}
	if p.isOne(size) {
		return run, true
	}
	n, isInt := size.(value.Int)
	run.length = int(n)
	return run, isInt && n >= 1
}

// matchMembers compares a list whose members depend on variables with a pattern. reached[j] is the condition that
// the members so far match the first j elements.
func (lw *Lowerer) matchMembers(at dsl.Node, members []value.Alternative, p pattern) model.Bool {
	reached := make([]model.Bool, len(p.elements)+1)
	reached[0] = model.True
	for j, e := range p.elements {
		reached[j+1] = model.False
		if p.isMany(e) {
			reached[j+1] = reached[j]
		}
	}
	for _, m := range members {
		next := make([]model.Bool, len(reached))
		next[0] = lw.And(reached[0], m.Guard.Not())
		for j, e := range p.elements {
			lw.Tick(at)
			if p.isMany(e) {
				next[j+1] = lw.Or(next[j], reached[j+1])
				continue
			}
			next[j+1] = lw.Or(lw.And(reached[j+1], m.Guard.Not()), lw.And(reached[j], m.Guard, lw.fits(at, m.Value, e, p)))
		}
		reached = next
	}
	return reached[len(p.elements)]
}

// fits is the condition that a value matches an element of a pattern other than many.
func (lw *Lowerer) fits(at dsl.Node, v, element value.Value, p pattern) model.Bool {
	parts, isTuple := element.(value.Tuple)
	switch {
	case p.isOne(element):
		return model.True
	case !isTuple || !slices.ContainsFunc(parts, p.isOne):
		return lw.Equal(at, v, element)
	}
	if c, ok := v.(value.Choice); ok {
		return lw.oneHolds(c.Alts, func(v value.Value) model.Bool { return lw.fits(at, v, element, p) })
	}
	of, ok := v.(value.Tuple)
	if !ok || len(of) != len(parts) {
		return model.False
	}
	var same []model.Bool
	for i, part := range parts {
		if !p.isOne(part) {
			same = append(same, lw.Equal(at, of[i], part))
		}
	}
	return lw.And(same...)
}

// runPattern describes the runs in a line, in order.
type runPattern []runElement

// runElement is a run of a symbol with a length, 0 standing for any, or any number of runs.
type runElement struct {
	length, symbol int
	many           bool
}

// runState is a position in a pattern. The symbols read match all elements before one of them. If length is not 0,
// they also have so much of that element's run, or 1 for a run of any length.
type runState struct{ element, length, symbol int32 }

// mostRunStates bounds automata. Wild cards may need a state for each set of positions in a pattern.
const mostRunStates = 10_000

// automaton returns the deterministic automaton that accepts the lines whose runs match. Symbol 0 is a gap. Runs of
// the same symbol have a gap between them. ok is false if it would be too large.
func (p runPattern) automaton(symbols int) (a *model.Automaton, ok bool) {
	step := func(set []runState, symbol int32) (after []runState) {
		for _, q := range set {
			after = p.step(q, symbol, after)
		}
		return p.leading(after)
	}
	return subsets(symbols, mostRunStates, []runState{{}}, step, spellStates, p.accepts)
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
	if q.length > 0 && symbol == q.symbol { // the run continues
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

// ended returns the element after the run, if it may end here. Any number of runs is followed by itself.
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

// leading removes states that accept nothing beyond others. Any number of runs covers the runs of earlier elements.
func (p runPattern) leading(states []runState) []runState {
	least := int32(0)
	for _, q := range states {
		if q.element < int32(len(p)) && p[q.element].many {
			least = max(least, q.element)
		}
	}
	states = slices.DeleteFunc(states, func(q runState) bool { return q.element < least })
	slices.SortFunc(states, func(a, b runState) int {
		return cmp.Or(cmp.Compare(a.element, b.element), cmp.Compare(a.length, b.length))
	})
	return slices.Compact(states)
}

// mostStates bounds the states of automata that moves describe, made deterministic.
const mostStates = 50_000

// largestSymbol bounds the numbers that are symbols of an automaton as they are. Other values are numbered.
const largestSymbol = 1000

// accepts is the condition that an automaton given by its moves accepts a list.
func (lw *Lowerer) accepts(at dsl.Node, args []value.Value) value.Value {
	members, _ := lw.Members(at, args[0])
	moves, _ := lw.Members(at, args[1])
	ends, _ := lw.Members(at, args[2])
	plain := true // symbols are small numbers, and all members are there
	largest := int64(0)
	for _, m := range moves {
		n, ok := m.Value.(value.Tuple)[1].(value.Int)
		plain = plain && ok && n >= 0 && n <= largestSymbol
		largest = max(largest, int64(n))
	}
	for _, m := range members {
		_, defined := lw.Number(at, m.Value)
		plain = plain && m.Guard == model.True && defined == model.True
	}
	symbols := map[value.Key]int{}
	symbol := func(v value.Value) int {
		if n, ok := v.(value.Int); plain && ok {
			return int(n)
		}
		return symbols[value.KeyOf(v)]
	}
	n := int(largest) + 1
	if !plain { // 0 is a value without moves, and 1 a member that is missing
		for _, m := range moves {
			key := value.KeyOf(m.Value.(value.Tuple)[1])
			if symbols[key] == 0 {
				symbols[key] = len(symbols) + 2
			}
		}
		n = len(symbols) + 2
	}
	next := map[[2]int64][]int64{}
	for _, m := range moves {
		lw.Tick(at)
		parts := m.Value.(value.Tuple)
		from, okFrom := parts[0].(value.Int)
		to, okTo := parts[2].(value.Int)
		if okFrom && okTo {
			k := [2]int64{int64(from), int64(symbol(parts[1]))}
			next[k] = append(next[k], int64(to))
		}
	}
	accepting := map[int64]bool{}
	for _, e := range ends {
		if q, ok := e.Value.(value.Int); ok {
			accepting[int64(q)] = true
		}
	}
	a := lw.deterministic(at, n, next, accepting, !plain)
	xs := make([]model.Int, len(members))
	for i, m := range members {
		switch {
		case plain:
			xs[i], _ = lw.Number(at, m.Value)
		case m.Guard == model.True:
			xs[i] = lw.encode(at, m.Value, func(v value.Value) int64 { return int64(symbol(v)) })
		default:
			present := MapValues(lw.Alternatives(at, m.Value), func(v value.Value) value.Value { return value.Int(symbol(v)) })
			v := lw.Choose(at, []value.Alternative{{Guard: m.Guard, Value: lw.Choose(at, present)}, {Guard: m.Guard.Not(), Value: value.Int(1)}})
			xs[i], _ = lw.Number(at, v)
		}
	}
	return value.Bool(lw.newDecomposable(model.Regular{Xs: xs, Automaton: a}))
}

// deterministic returns the automaton with one move for each state and symbol. If skips is set, symbol 1 stands for a
// missing member. It changes no state.
func (lw *Lowerer) deterministic(at dsl.Node, symbols int, next map[[2]int64][]int64, accepting map[int64]bool, skips bool) *model.Automaton {
	spell := func(states []int64) string {
		var out []byte
		for _, q := range states {
			out = binary.AppendVarint(out, q)
		}
		return string(out)
	}
	step := func(set []int64, symbol int32) (after []int64) {
		lw.Tick(at)
		if skips && symbol == 1 {
			return set
		}
		for _, q := range set {
			after = append(after, next[[2]int64{q, int64(symbol)}]...)
		}
		slices.Sort(after)
		return slices.Compact(after)
	}
	a, ok := subsets(symbols, mostStates, []int64{1}, step, spell, func(q int64) bool { return accepting[q] })
	if !ok {
		lw.Fail(at, "too-large", "the automaton has more than %d states when its moves are made unambiguous", mostStates)
	}
	return a
}

// subsets returns the deterministic automaton whose states are the sets of states that a list may lead to (Rabin and
// Scott, "Finite automata and their decision problems", 1959). step returns the set that a symbol leads to. Without a move
// it is empty. spell turns equal sets into the same text. ok is false if there are more sets than most.
func subsets[S any](symbols, most int, start []S, step func(set []S, symbol int32) []S, spell func([]S) string, accepts func(S) bool) (a *model.Automaton, ok bool) {
	a = &model.Automaton{Symbols: symbols}
	sets := [][]S{start}
	index := map[string]int32{spell(start): 0}
	for i := 0; i < len(sets); i++ {
		if len(sets) > most {
			return nil, false
		}
		a.Accept = append(a.Accept, slices.ContainsFunc(sets[i], accepts))
		for symbol := range int32(symbols) {
			after := step(sets[i], symbol)
			if len(after) == 0 {
				a.Next = append(a.Next, -1)
				continue
			}
			key := spell(after)
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
