package lower

import (
	"nazo/dsl"
	"nazo/model"
	"nazo/value"
)

// runs lists the runs in a line: runs(line, set) the lengths of the stretches
// of places that are in the set, runs(values) the lengths and values of the
// stretches of equal values, none being a gap. A cyclic line has no ends.
func (lw *Lowerer) runs(at dsl.Node, args []value.Value) value.Value {
	r := value.Runs{Plain: len(args) == 2}
	members, _ := lw.Members(at, args[0])
	for _, m := range members {
		if m.Guard != model.True {
			lw.Fail(at, "must-be-known", "the line of runs must have a known length")
		}
	}
	if r.Plain {
		set := PlainSet(args[1])
		for _, m := range members {
			r.Line = append(r.Line, value.Bool(lw.In(at, m.Value, set)))
		}
	} else {
		for _, m := range members {
			r.Line = append(r.Line, m.Value)
		}
	}
	_, cyclic := args[0].(value.Ring)
	for _, v := range r.Line {
		if !value.Known(v) {
			if cyclic {
				lw.Fail(at, "must-be-known", "runs round a ring need a known set")
			}
			return r
		}
	}
	line := value.Value(value.List(r.Line))
	if cyclic {
		line = value.Ring(r.Line)
	}
	if r.Plain { // of places that are in the set
		return lw.OfKnown("runs", at, line, value.NewSet(value.True))
	}
	return lw.OfKnown("runs", at, line)
}

// equalRuns compares the runs of an unknown line with a known list.
func (lw *Lowerer) equalRuns(at dsl.Node, r value.Runs, other value.Value) model.Bool {
	if !value.Known(other) {
		return lw.equalSequence(at, lw.runsList(at, r), other)
	}
	if !IsCollection(other) {
		return model.False
	}
	symbols, xs := lw.symbols(at, r)
	b := automatonBuilder{symbols: len(symbols) + 1}
	for _, run := range value.Elements(other) {
		length, symbol, ok := runOf(r, run, symbols)
		if !ok {
			return model.False
		}
		b.addRun(length, symbol, len(r.Line))
	}
	return lw.newDecomposable(model.Regular{Xs: xs, Automaton: b.automaton()})
}

// runsList is the list of the runs of an unknown line: each run that is possible,
// under the condition that it is one, in the order of their ends.
func (lw *Lowerer) runsList(at dsl.Node, r value.Runs) value.Guarded {
	var out value.Guarded
	colours := []value.Value{value.True}
	if !r.Plain {
		colours = lw.coloursOf(at, r)
	}
	on := make([][]model.Bool, len(colours)) // for each colour, where it stands
	for k, colour := range colours {
		on[k] = make([]model.Bool, len(r.Line)+2) // with a gap before and after
		on[k][0], on[k][len(r.Line)+1] = model.False, model.False
		for i, v := range r.Line {
			on[k][i+1] = lw.Equal(at, v, colour)
		}
	}
	for end := 1; end <= len(r.Line); end++ {
		for k, colour := range colours {
			inside := on[k][end+1].Not()
			for start := end; start >= 1; start-- {
				lw.Tick(at)
				inside = lw.And(inside, on[k][start])
				if inside == model.False {
					break
				}
				guard := lw.And(inside, on[k][start-1].Not())
				if guard == model.False {
					continue
				}
				var run value.Value = value.Int(end - start + 1)
				if !r.Plain {
					run = value.Tuple{run, colour}
				}
				out.Members = append(out.Members, value.Alternative{Guard: guard, Value: run})
			}
		}
	}
	lw.TooMany(at, len(out.Members))
	return out
}

// coloursOf are the values that may stand in a line, none left out.
func (lw *Lowerer) coloursOf(at dsl.Node, r value.Runs) []value.Value {
	var all []value.Value
	for _, v := range r.Line {
		if value.Known(v) {
			all = append(all, v)
			continue
		}
		for _, a := range lw.Alternatives(at, v) {
			all = append(all, a.Value)
		}
	}
	return value.NewSet(all...).Sorted()
}

// symbols numbers what may stand in a line, from 1, and gives for each place
// the number of what stands there, 0 for a gap.
func (lw *Lowerer) symbols(at dsl.Node, r value.Runs) (index map[value.Key]int, xs []model.Int) {
	index = map[value.Key]int{}
	if r.Plain {
		index[value.KeyOf(value.True)] = 1
		for _, v := range r.Line {
			xs = append(xs, lw.Model.ToInt(lw.Truth(v)))
		}
		return index, xs
	}
	for _, v := range r.Line {
		alts := []value.Alternative{{Guard: model.True, Value: v}}
		if !value.Known(v) {
			alts = lw.Alternatives(at, v)
		}
		codes := make([]value.Alternative, len(alts)) // alts may belong to v
		for i, a := range alts {
			symbol := 0
			if !Absent(a.Value) {
				k := value.KeyOf(a.Value)
				if index[k] == 0 {
					index[k] = len(index) + 1
				}
				symbol = index[k]
			}
			codes[i] = value.Alternative{Guard: a.Guard, Value: value.Int(symbol)}
		}
		code, ok := lw.tabulate(at, v, codes)
		if !ok {
			code = lw.Choose(at, codes)
		}
		x, _ := lw.Number(at, code)
		xs = append(xs, x)
	}
	return index, xs
}

// runOf reads one element of a list of runs: a length, or a length and a value.
func runOf(r value.Runs, run value.Value, symbols map[value.Key]int) (length, symbol int, ok bool) {
	size := run
	symbol = 1
	if !r.Plain {
		parts, tuple := run.(value.Tuple)
		if !tuple || len(parts) != 2 || !value.Known(parts[1]) {
			return 0, 0, false
		}
		size, symbol = parts[0], symbols[value.KeyOf(parts[1])]
	}
	n, isInt := size.(value.Int)
	return int(n), symbol, isInt && n >= 1 && int(n) <= len(r.Line) && symbol > 0
}

// automatonBuilder makes the automaton of a line whose runs are known: it is a
// chain of states, one for each place of each run and one for the gap before it.
type automatonBuilder struct {
	symbols int
	chain   []int // the symbol that leads to each further state
	last    int   // the symbol of the run before, 0 for none
}

// addRun appends a run. Between runs of the same symbol there must be a gap.
func (b *automatonBuilder) addRun(length, symbol, most int) {
	if b.last == symbol {
		b.chain = append(b.chain, 0)
	}
	if len(b.chain) <= most+1 { // beyond that nothing can be accepted anyway
		for range length {
			b.chain = append(b.chain, symbol)
		}
	}
	b.last = symbol
}

// automaton has state i after the first i symbols of the chain were read. A gap
// may be repeated wherever no run is being read: before the first symbol of a
// run, and after the last.
func (b *automatonBuilder) automaton() *model.Automaton {
	n := len(b.chain)
	a := &model.Automaton{Symbols: b.symbols, Next: make([]int32, (n+1)*b.symbols), Accept: make([]bool, n+1)}
	for i := range a.Next {
		a.Next[i] = -1
	}
	inRun := func(i int) bool { // between two places of one run
		return i > 0 && i < n && b.chain[i-1] != 0 && b.chain[i] == b.chain[i-1]
	}
	for i := 0; i <= n; i++ {
		if !inRun(i) {
			a.Next[i*b.symbols] = int32(i) // stay in the gap
		}
		if i < n {
			a.Next[i*b.symbols+b.chain[i]] = int32(i + 1)
		}
	}
	a.Accept[n] = true
	return a
}
