package lower

import (
	"nazo/dsl"
	"nazo/dsl/value"
	"nazo/internal/alg"
	"nazo/internal/model"
)

// runs lists the runs in a line. runs(line, set) are the lengths of the stretches of places in the set. runs(values)
// are the lengths and values of the stretches of equal values, with none as a gap. A cyclic line has no ends.
func (lw *Lowerer) runs(at dsl.Node, args []value.Value) value.Value {
	r, line := lw.line(at, args)
	switch {
	case line == nil:
		return r
	case r.Plain: // the line has truth values
		return lw.OfKnown("runs", at, line, value.NewSet(value.True))
	}
	return lw.OfKnown("runs", at, line)
}

// line returns the line of runs. known is nil if its content is unknown, and otherwise the line as a value.
func (lw *Lowerer) line(at dsl.Node, args []value.Value) (r value.Runs, known value.Value) {
	r.Plain = len(args) == 2
	members, ok := lw.inOrder(at, args[0])
	if !ok {
		lw.Fail(at, "must-be-known", "the line of runs must have a known length")
	}
	if r.Plain {
		set := PlainSet(args[1])
		for _, m := range members {
			r.Line = append(r.Line, value.Bool(lw.In(at, m, set)))
		}
	} else {
		r.Line = members
	}
	_, cyclic := args[0].(value.Ring)
	for _, v := range r.Line {
		if !value.Known(v) {
			if cyclic {
				lw.Fail(at, "must-be-known", "runs round a ring need a known set")
			}
			return r, nil
		}
	}
	if cyclic {
		return r, value.Ring(r.Line)
	}
	return r, value.List(r.Line)
}

// stretches lists the contents of the runs of a line in a set.
func (lw *Lowerer) stretches(at dsl.Node, args []value.Value) value.Value {
	r, known := lw.line(at, args)
	places, _ := lw.inOrder(at, args[0])
	if known == nil {
		var out value.Guarded
		lw.eachRun(at, r, func(guard model.Bool, start, end int, _ value.Value) {
			out.Members = append(out.Members, value.Alternative{Guard: guard, Value: value.List(places[start:end])})
		})
		lw.TooMany(at, len(out.Members))
		return out
	}
	var out, numbers value.List
	var in []value.Value
	for i, v := range r.Line {
		numbers = append(numbers, value.Int(i))
		if v == value.Value(value.True) {
			in = append(in, value.Int(i))
		}
	}
	line := value.Value(numbers)
	if _, cyclic := known.(value.Ring); cyclic {
		line = value.Ring(numbers)
	}
	for _, run := range lw.OfKnown("stretches", at, line, value.NewSet(in...)).(value.List) {
		stretch := alg.Map(run.(value.List), func(i value.Value) value.Value { return places[i.(value.Int)] })
		out = append(out, value.List(stretch))
	}
	return out
}

// equalRuns compares the runs of an unknown line with a known list.
func (lw *Lowerer) equalRuns(at dsl.Node, r value.Runs, other value.Value) model.Bool {
	if !value.Known(other) {
		return lw.equalSequence(at, lw.runsList(at, r), other)
	}
	if !IsCollection(other) {
		return model.False
	}
	return lw.matchRuns(at, r, pattern{elements: value.Elements(other)})
}

// runsList returns the runs of an unknown line, in the order of their ends. Each possible run has the condition
// that it is one.
func (lw *Lowerer) runsList(at dsl.Node, r value.Runs) (out value.Guarded) {
	lw.eachRun(at, r, func(guard model.Bool, start, end int, colour value.Value) {
		var run value.Value = value.Int(end - start)
		if !r.Plain {
			run = value.Tuple{run, colour}
		}
		out.Members = append(out.Members, value.Alternative{Guard: guard, Value: run})
	})
	lw.TooMany(at, len(out.Members))
	return out
}

// eachRun yields the possible runs in an unknown line, in the order of their ends: the condition, the first place,
// the place after the last, and the value.
func (lw *Lowerer) eachRun(at dsl.Node, r value.Runs, yield func(guard model.Bool, start, end int, colour value.Value)) {
	colours := []value.Value{value.True}
	if !r.Plain {
		colours = lw.coloursOf(at, r)
	}
	on := make([][]model.Bool, len(colours)) // for each colour, the conditions of places
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
				if guard := lw.And(inside, on[k][start-1].Not()); guard != model.False {
					yield(guard, start-1, end, colour)
				}
			}
		}
	}
}

// coloursOf returns the possible values in a line, without none.
func (lw *Lowerer) coloursOf(at dsl.Node, r value.Runs) (all []value.Value) {
	for _, v := range r.Line {
		all = append(all, valuesOf(lw.Alternatives(at, v))...)
	}
	return value.NewSet(all...).Sorted()
}

// symbols numbers the possible values in a line, from 1. xs has for each place the number of its value, 0 for a gap.
func (lw *Lowerer) symbols(at dsl.Node, r value.Runs) (index map[value.Key]int, xs []model.Int) {
	index = map[value.Key]int{}
	if r.Plain {
		index[value.KeyOf(value.True)] = 1
		xs = alg.Map(r.Line, func(v value.Value) model.Int { return lw.Model.ToInt(lw.Truth(v)) })
		return index, xs
	}
	for _, v := range r.Line {
		xs = append(xs, lw.encode(at, v, func(v value.Value) int64 {
			if Absent(v) {
				return 0
			}
			k := value.KeyOf(v)
			if index[k] == 0 {
				index[k] = len(index) + 1
			}
			return int64(index[k])
		}))
	}
	return index, xs
}
