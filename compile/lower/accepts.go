package lower

import (
	"encoding/binary"
	"slices"

	"nazo/dsl"
	"nazo/dsl/value"
	"nazo/internal/model"
)

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
// missing member, and leaves the state as it is.
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
// Scott, "Finite automata and their decision problems", 1959). step returns the set that a symbol leads to. It is empty if
// there is no move, and equal sets are spelled alike. ok is false if there are more sets than most.
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
