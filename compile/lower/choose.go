package lower

import (
	"slices"

	"nazo/dsl"
	"nazo/dsl/value"
	"nazo/internal/model"
)

// Choose returns the value of the one alternative that is taken. Truth values become a condition, numbers an unknown
// number, collections a guarded one, and everything else a choice. The alternatives may be unknown themselves.
func (lw *Lowerer) Choose(at dsl.Node, alts []value.Alternative) value.Value {
	lw.Work(len(alts))
	possible := alts[:0:0]
	for _, a := range alts {
		switch a.Guard {
		case model.True:
			return a.Value
		case model.False:
		default:
			possible = append(possible, a)
		}
	}
	if len(possible) == 0 {
		return value.None{}
	}
	lw.TooMany(at, len(possible))
	for i, a := range possible {
		if r, ok := a.Value.(value.Runs); ok {
			possible[i].Value = lw.runsList(at, r)
		}
	}
	if stack, ok := lw.chooseStacks(at, possible); ok {
		return stack
	}
	truths, numbers, absent, collections := 0, 0, 0, 0
	for _, a := range possible {
		switch a.Value.(type) {
		case value.Bool:
			truths++
		case value.None:
			absent++
		case value.Int, value.Big, value.Unknown:
			numbers++
		case value.Guarded, value.Part, value.Share:
			collections++
		}
	}
	switch {
	case truths > 0 && truths+absent == len(possible):
		return value.Bool(lw.oneHolds(possible, lw.Truth))
	case numbers > 0 && numbers+absent == len(possible):
		return lw.chooseNumber(at, possible)
	case collections > 0:
		return lw.unite(at, possible)
	}
	return lw.chooseOther(at, possible)
}

// chooseNumber folds alternatives into a chain of conditional numbers.
func (lw *Lowerer) chooseNumber(at dsl.Node, alts []value.Alternative) value.Value {
	if v, ok := lw.chooseMarked(at, alts, lw.ByGuards(alts)); ok {
		return v
	}
	var x model.Int
	defined := make([]model.Bool, 0, len(alts))
	first := true
	for i := len(alts) - 1; i >= 0; i-- {
		y, def := lw.Number(at, alts[i].Value)
		if def == model.False {
			continue
		}
		defined = append(defined, lw.And(alts[i].Guard, def))
		if first {
			x, first = y, false
		} else {
			x = lw.Model.If(alts[i].Guard, y, x)
		}
	}
	if len(defined) == 0 {
		return value.None{}
	}
	d := lw.Or(defined...)
	if lw.everDefined(alts) {
		d = model.True // exactly one guard holds
	}
	return lw.unknown(at, x, d)
}

// everDefined reports whether no alternative may be none.
func (lw *Lowerer) everDefined(alts []value.Alternative) bool {
	return !slices.ContainsFunc(alts, func(a value.Alternative) bool {
		u, ok := a.Value.(value.Unknown)
		return ok && u.Defined != model.True || Absent(a.Value)
	})
}

// unite returns the collection of the one alternative that is taken.
func (lw *Lowerer) unite(at dsl.Node, alts []value.Alternative) value.Value {
	var members []value.Alternative
	isSet := true
	for _, a := range alts {
		inner, set := lw.Members(at, a.Value)
		isSet = isSet && set
		members = append(members, lw.under(a.Guard, inner)...)
	}
	return lw.Guarded(at, members, isSet)
}

// chooseOther makes a choice among known values. Unknown tuples, lists and arrays it chooses element by element.
func (lw *Lowerer) chooseOther(at dsl.Node, alts []value.Alternative) value.Value {
	if v, ok := lw.chooseIndexed(alts, lw.ByGuards(alts)); ok {
		return v
	}
	var flat []value.Alternative
	for _, a := range alts {
		if c, ok := a.Value.(value.Choice); ok {
			flat = append(flat, lw.under(a.Guard, c.Alts)...)
			continue
		}
		if !value.Known(a.Value) {
			return lw.chooseElements(at, alts)
		}
		flat = append(flat, a)
	}
	return lw.Choice(flat)
}

// Choice makes a choice that merges equal values and drops impossible ones.
func (lw *Lowerer) Choice(alts []value.Alternative) value.Value {
	lw.Work(len(alts))
	index := map[value.Key]int{}
	var merged []value.Alternative
	for _, a := range alts {
		if a.Guard == model.False {
			continue
		}
		k := value.KeyOf(a.Value)
		if i, ok := index[k]; ok {
			merged[i].Guard = lw.Or(merged[i].Guard, a.Guard)
		} else {
			index[k] = len(merged)
			merged = append(merged, a)
		}
	}
	switch len(merged) {
	case 0:
		return value.None{}
	case 1:
		return merged[0].Value
	}
	return value.Choice{Alts: merged}
}

// chooseElements chooses element by element among sequences of one length, and value by value among arrays with the
// same keys.
func (lw *Lowerer) chooseElements(at dsl.Node, alts []value.Alternative) value.Value {
	if lw.sequencesDiffer(alts) {
		return lw.unite(at, alts)
	}
	if a, ok := alts[0].Value.(*value.Array); ok {
		parts := make([][]value.Value, len(alts))
		for i, alt := range alts {
			other, same := alt.Value.(*value.Array)
			if !same || value.Compare(other.Keys, a.Keys) != 0 {
				lw.Fail(at, "mixed-choice", "can't choose between arrays with different keys")
			}
			for _, k := range a.Keys.List() {
				v, _ := other.At(k)
				parts[i] = append(parts[i], v)
			}
		}
		return value.NewArray(a.Keys, lw.chooseEach(at, alts, parts), a.Board)
	}
	parts := make([][]value.Value, len(alts))
	_, tuple := alts[0].Value.(value.Tuple)
	for i, alt := range alts {
		parts[i] = value.Elements(alt.Value)
		if parts[i] == nil || len(parts[i]) != len(parts[0]) {
			lw.Fail(at, "mixed-choice", "can't choose between %s and %s that are unknown", value.Kind(alts[0].Value), value.Kind(alt.Value))
		}
	}
	chosen := lw.chooseEach(at, alts, parts)
	if tuple {
		return value.Tuple(chosen)
	}
	return value.List(chosen)
}

// sequencesDiffer reports whether the alternatives are lists of different lengths.
func (lw *Lowerer) sequencesDiffer(alts []value.Alternative) bool {
	differ := false
	for _, a := range alts {
		switch a.Value.(type) {
		case value.List, value.Ring:
			differ = differ || len(value.Elements(a.Value)) != len(value.Elements(alts[0].Value))
		default:
			return false
		}
	}
	return differ
}

func (lw *Lowerer) chooseEach(at dsl.Node, alts []value.Alternative, parts [][]value.Value) []value.Value {
	out := make([]value.Value, len(parts[0]))
	for k := range out {
		column := make([]value.Alternative, len(alts))
		for i, a := range alts {
			column[i] = value.Alternative{Guard: a.Guard, Value: parts[i][k]}
		}
		out[k] = lw.Choose(at, column)
	}
	return out
}

// Lift applies a function of known values to unknown ones: it becomes its table over their alternatives.
func (lw *Lowerer) Lift(at dsl.Node, args []value.Value, f func([]value.Value) value.Value) value.Value {
	for i, a := range args {
		if value.Known(a) {
			continue
		}
		var rows []value.Alternative
		for _, alt := range lw.Alternatives(at, a) {
			fixed := lw.pruneAlternatives(args[i+1:], alt)
			fixed = append(append([]value.Value(nil), args[:i]...), append([]value.Value{alt.Value}, fixed...)...)
			lw.Tick(at)
			rows = append(rows, value.Alternative{Guard: alt.Guard, Value: lw.Lift(at, fixed, f)})
		}
		if table, ok := lw.tabulate(at, a, rows); ok {
			return table
		}
		if table, ok := lw.tableLookup(at, a, rows); ok {
			return table
		}
		return lw.Choose(at, rows)
	}
	return f(args)
}

// tabulate makes an element node of a table. The rows belong to the alternatives of a, in order. ok is false unless
// all rows are numbers and a has an index.
func (lw *Lowerer) tabulate(at dsl.Node, a value.Value, rows []value.Alternative) (v value.Value, ok bool) {
	var index model.Int
	var base int64
	switch a := a.(type) {
	case value.Choice:
		if !a.Indexed {
			return nil, false
		}
		index = a.Index
	case value.Unknown:
		domain := lw.domainOf(a.X)
		if a.Defined != model.True || len(domain) != 1 {
			return nil, false
		}
		index, base = a.X, domain[0].Lo
	default:
		return nil, false
	}
	if v, ok := lw.chooseMarked(at, rows, lw.byIndex(index, base)); ok {
		return v, true
	}
	if v, ok := lw.chooseIndexed(rows, lw.byIndex(index, base)); ok {
		return v, true
	}
	if !lw.everDefined(rows) {
		return nil, false
	}
	items := make([]model.Int, len(rows))
	for i, r := range rows {
		switch r.Value.(type) {
		case value.Int, value.Unknown:
			items[i], _ = lw.Number(at, r.Value)
		default:
			return nil, false
		}
	}
	return lw.unknown(at, lw.Model.Element(index, base, items), model.True), true
}

// Alternatives lists the known values that a value may take.
func (lw *Lowerer) Alternatives(at dsl.Node, v value.Value) []value.Alternative {
	if value.Known(v) {
		return Always([]value.Value{v})
	}
	switch v := v.(type) {
	case value.Choice:
		return v.Alts
	case value.Bool:
		return []value.Alternative{{Guard: model.Bool(v), Value: value.True}, {Guard: model.Bool(v).Not(), Value: value.False}}
	case value.Unknown:
		domain := lw.domainOf(v.X)
		if domain.Size() > int64(lw.Limits.Elements) {
			lw.Fail(at, CodeSize, "a table over %d numbers would be too large", domain.Size())
		}
		var out []value.Alternative
		for k := range domain.Each {
			out = append(out, value.Alternative{Guard: lw.And(v.Defined, lw.Model.In(v.X, model.Range(k, k))), Value: value.Int(k)})
		}
		if v.Defined != model.True {
			out = append(out, value.Alternative{Guard: v.Defined.Not(), Value: value.None{}})
		}
		return out
	case value.Tuple:
		return lw.combinations(at, v, func(vs []value.Value) value.Value { return value.Tuple(vs) })
	case value.List:
		return lw.combinations(at, v, func(vs []value.Value) value.Value { return value.List(vs) })
	}
	lw.Fail(at, "must-be-known", "%s must be known here", value.Kind(v))
	return nil
}

// combinations lists the values that a sequence of unknown values may take.
func (lw *Lowerer) combinations(at dsl.Node, parts []value.Value, make func([]value.Value) value.Value) []value.Alternative {
	rows := []value.Alternative{{Guard: model.True, Value: value.List(nil)}}
	for _, p := range parts {
		options := lw.Alternatives(at, p)
		lw.TooMany(at, len(rows)*len(options))
		var next []value.Alternative
		for _, r := range rows {
			for _, o := range options {
				lw.Work(len(parts))
				row := append(append(value.List(nil), r.Value.(value.List)...), o.Value)
				next = append(next, value.Alternative{Guard: lw.And(r.Guard, o.Guard), Value: row})
			}
		}
		rows = next
	}
	for i := range rows {
		rows[i].Value = make(rows[i].Value.(value.List))
	}
	return rows
}

// domainOf returns the known possible values of a node.
func (lw *Lowerer) domainOf(x model.Int) model.Domain {
	if v, ok := lw.Model.Ints[x].(model.IntVar); ok {
		return lw.Model.Vars[v.Var].Domain
	}
	b := lw.Model.Bounds(x)
	return model.Range(b.Lo, b.Hi)
}
