package lower

import (
	"slices"

	"nazo/dsl"
	"nazo/dsl/value"
	"nazo/internal/model"
)

// In machines a value that depends on a position stays a table. A number that may be none keeps its mark. Choices
// among the same values share one index.

// Marked returns the mark of a number: the value of x that stands for none, as for an optional variable. ok is
// false for other numbers.
func (lw *Lowerer) Marked(u value.Unknown) (x model.Int, none int64, ok bool) {
	in, isIn := lw.Model.Node(u.Defined).(model.In)
	if !isIn || !u.Defined.Negated() || in.X != u.X {
		return 0, 0, false
	}
	none, ok = in.Values.Single()
	return u.X, none, ok
}

// Picker selects the one of several numbers, one for each alternative, whose guard holds.
type Picker func(xs []model.Int) model.Int

// ByGuards selects by the guards of the alternatives, exactly one of which holds.
func (lw *Lowerer) ByGuards(alts []value.Alternative) Picker {
	return func(xs []model.Int) model.Int {
		x := xs[len(xs)-1]
		for i := len(xs) - 2; i >= 0; i-- {
			x = lw.Model.If(alts[i].Guard, xs[i], x)
		}
		return x
	}
}

// byIndex selects from a table by an index that starts at base.
func (lw *Lowerer) byIndex(index model.Int, base int64) Picker {
	return func(xs []model.Int) model.Int { return lw.Model.Element(index, base, xs) }
}

// chooseMarked is chooseNumber for alternatives with the same mark. The result keeps the mark instead of a condition.
func (lw *Lowerer) chooseMarked(at dsl.Node, alts []value.Alternative, pick Picker) (v value.Value, ok bool) {
	if !lw.Moving() {
		return nil, false
	}
	none, known := int64(0), false
	for _, a := range alts {
		if u, unknown := a.Value.(value.Unknown); unknown && u.Defined != model.True {
			_, mark, isMarked := lw.Marked(u)
			if !isMarked || known && mark != none {
				return nil, false
			}
			none, known = mark, true
		}
	}
	if !known {
		return nil, false
	}
	xs := make([]model.Int, len(alts))
	for i, a := range alts {
		switch n := a.Value.(type) {
		case value.None:
			xs[i] = lw.Model.Int(none)
		case value.Unknown:
			if n.Defined == model.True && lw.domainOf(n.X).Contains(none) {
				return nil, false
			}
			xs[i] = n.X
		case value.Int:
			if int64(n) == none {
				return nil, false
			}
			xs[i], _ = lw.Number(at, n)
		default:
			return nil, false
		}
	}
	x := pick(xs)
	return lw.unknown(at, x, lw.Model.In(x, model.Range(none, none)).Not()), true
}

// chooseIndexed chooses among choices with the same values, and some of these values. It chooses their indices.
func (lw *Lowerer) chooseIndexed(alts []value.Alternative, pick Picker) (v value.Value, ok bool) {
	if !lw.Moving() {
		return nil, false
	}
	var values []value.Alternative
	for _, a := range alts {
		if c, isChoice := a.Value.(value.Choice); isChoice && c.Indexed {
			values = c.Alts
		}
	}
	if values == nil {
		return nil, false
	}
	xs := make([]model.Int, len(alts))
	for i, a := range alts {
		if c, isChoice := a.Value.(value.Choice); isChoice {
			if !c.Indexed || !sameValues(c.Alts, values) {
				return nil, false
			}
			xs[i] = c.Index
			continue
		}
		if !value.Known(a.Value) {
			return nil, false
		}
		place := slices.IndexFunc(values, func(v value.Alternative) bool { return value.Equal(v.Value, a.Value) })
		if place < 0 {
			return nil, false
		}
		xs[i] = lw.Model.Int(int64(place))
	}
	x := pick(xs)
	out := value.Choice{Alts: make([]value.Alternative, len(values)), Index: x, Indexed: true}
	for i, a := range values {
		out.Alts[i] = value.Alternative{Guard: lw.Model.In(x, model.Range(int64(i), int64(i))), Value: a.Value}
	}
	return out, true
}

// tableLookup tabulates a function of an indexed choice if all rows are known. It looks up the index of the result,
// so conditions on that become conditions on the argument.
func (lw *Lowerer) tableLookup(at dsl.Node, a value.Value, rows []value.Alternative) (v value.Value, ok bool) {
	c, ok := a.(value.Choice)
	if !ok || !c.Indexed || !lw.Moving() {
		return nil, false
	}
	numbers, others := 0, 0
	for _, r := range rows {
		switch r.Value.(type) {
		case value.None:
		case value.Int:
			numbers++
		case value.Bool, value.Big:
			return nil, false
		default:
			others++
		}
		if !value.Known(r.Value) {
			return nil, false
		}
	}
	if numbers > 0 && others == 0 {
		items := make([]model.Int, len(rows))
		var defined []model.Bool
		for i, r := range rows {
			items[i] = lw.Model.Int(0)
			if !Absent(r.Value) {
				items[i], _ = lw.Number(at, r.Value)
				defined = append(defined, r.Guard)
			}
		}
		return lw.unknown(at, lw.Element(c.Index, items), lw.Or(defined...)), true
	}
	chosen, ok := lw.Choice(rows).(value.Choice)
	if !ok {
		return nil, false
	}
	index := make(map[value.Key]int64, len(chosen.Alts))
	for i, alt := range chosen.Alts {
		index[value.KeyOf(alt.Value)] = int64(i)
	}
	places := make([]model.Int, len(rows))
	for i, r := range rows {
		places[i] = lw.Model.Int(index[value.KeyOf(r.Value)]) // 0 for impossible rows
	}
	chosen.Index, chosen.Indexed = lw.Element(c.Index, places), true
	return chosen, true
}

// Element is items[index], from 0. If the index is an entry of a table of constants, the two tables are merged.
func (lw *Lowerer) Element(index model.Int, items []model.Int) model.Int {
	table, ok := lw.Model.Ints[index].(model.Element)
	if !ok {
		return lw.Model.Element(index, 0, items)
	}
	joint := make([]model.Int, len(table.Items))
	for i, item := range table.Items {
		at, known := lw.Model.Constant(item)
		if !known || at < 0 || at >= int64(len(items)) {
			return lw.Model.Element(index, 0, items)
		}
		joint[i] = items[at]
	}
	if b := lw.Model.Bounds(table.Index); b.Lo < table.Base || b.Hi >= table.Base+int64(len(joint)) {
		return lw.Model.Element(index, 0, items)
	}
	return lw.Model.Element(table.Index, table.Base, joint)
}

// Indexed is the choice among alternatives by an index x from 0. If all values are numbers, it is a number.
func (lw *Lowerer) Indexed(at dsl.Node, x model.Int, alts []value.Alternative) value.Value {
	c := value.Choice{Alts: alts, Index: x, Indexed: true}
	if table, ok := lw.tabulate(at, c, alts); ok {
		return table
	}
	return c
}
