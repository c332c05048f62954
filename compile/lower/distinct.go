package lower

import (
	"nazo/dsl"
	"nazo/model"
	"nazo/value"
)

// Distinct is the condition that no two members of a collection are equal; none is skipped.
func (lw *Lowerer) Distinct(at dsl.Node, args []value.Value) value.Value {
	members, _ := lw.Members(at, args[0])
	if lw.betterByPairs(members) {
		return value.Bool(lw.differ(at, members))
	}
	body, clash := lw.distinctBody(at, members)
	if clash {
		return value.False
	}
	return value.Bool(lw.newDecomposable(body))
}

// betterByPairs reports whether there are more values that the members may take than there are
// parts by which pairs of them could differ: a row of twenty truth values would have a million
// codes.
func (lw *Lowerer) betterByPairs(members []value.Alternative) bool {
	var codes, parts int64
	for _, m := range members {
		n, k := lw.ways(m.Value)
		codes, parts = codes+n, parts+k
	}
	return codes > parts*int64(len(members))/2 && parts > int64(len(members))
}

// ways counts the values that a sequence of unknown values may take, up to some limit, and its
// parts; of anything else these are 1.
func (lw *Lowerer) ways(v value.Value) (values, parts int64) {
	const limit = 1 << 30
	values, parts = 1, 1
	switch v := v.(type) {
	case value.Bool:
		values = 2
	case value.Choice:
		values = int64(len(v.Alts))
	case value.Unknown:
		values = lw.domainOf(v.X).Size()
	case value.List, value.Tuple:
		parts = 0
		for _, part := range value.Elements(v) {
			n, k := lw.ways(part)
			values, parts = min(limit, values*min(limit, n)), parts+k
		}
		return values, max(1, parts)
	}
	if value.Known(v) {
		values = 1
	}
	return min(limit, values), 1
}

// differ says of each two members that they are not equal.
func (lw *Lowerer) differ(at dsl.Node, members []value.Alternative) model.Bool {
	var all []model.Bool
	for i, a := range members {
		for _, b := range members[:i] {
			if !Absent(a.Value) && !Absent(b.Value) {
				lw.Tick(at)
				all = append(all, lw.And(a.Guard, lw.defined(a.Value), b.Guard, lw.defined(b.Value), lw.Equal(at, a.Value, b.Value)).Not())
			}
		}
	}
	return lw.And(all...)
}

// distinctBody turns the members into numbers: numbers themselves, or codes of
// whatever else they may be. clash says that two known members are equal.
func (lw *Lowerer) distinctBody(at dsl.Node, members []value.Alternative) (body model.Distinct, clash bool) {
	codes := &coder{lw: lw, at: at, numbers: true}
	for _, m := range members {
		codes.numbers = codes.numbers && IsNumber(m.Value)
	}
	seen := map[value.Key]bool{}
	present := make([]model.Bool, 0, len(members))
	always := true
	for _, m := range members {
		if Absent(m.Value) {
			continue
		}
		if m.Guard == model.True && value.Known(m.Value) {
			if k := value.KeyOf(m.Value); seen[k] {
				return body, true
			} else {
				seen[k] = true
			}
		}
		x, defined := codes.code(m.Value)
		here := lw.And(m.Guard, defined)
		body.Xs = append(body.Xs, x)
		present = append(present, here)
		always = always && here == model.True
	}
	if !always {
		body.Present = present
	}
	return body, false
}

// coder gives values numbers, equal ones for equal values: if all are numbers
// they stand for themselves, else whatever comes up is counted.
type coder struct {
	lw      *Lowerer
	at      dsl.Node
	numbers bool
	index   map[value.Key]int64
}

func (c *coder) of(v value.Value) int64 {
	k := value.KeyOf(v)
	i, ok := c.index[k]
	if !ok {
		if c.index == nil {
			c.index = map[value.Key]int64{}
		}
		i = int64(len(c.index))
		c.index[k] = i
	}
	return i
}

// code is the number of v and the condition under which it is not none.
func (c *coder) code(v value.Value) (model.Int, model.Bool) {
	lw := c.lw
	if c.numbers {
		return lw.Number(c.at, v)
	}
	if value.Known(v) {
		return lw.Model.Int(c.of(v)), model.Const(!Absent(v))
	}
	alternatives := lw.Alternatives(c.at, v)
	alts := make([]value.Alternative, len(alternatives))
	for i, a := range alternatives {
		alts[i] = value.Alternative{Guard: a.Guard, Value: value.Int(c.of(a.Value))}
	}
	table, ok := lw.tabulate(c.at, v, alts)
	if !ok {
		table = lw.Choose(c.at, alts)
	}
	x, _ := lw.Number(c.at, table)
	return x, lw.defined(v)
}
