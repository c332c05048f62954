package lower

import (
	"nazo/dsl"
	"nazo/model"
	"nazo/value"
)

// Distinct is the condition that no two members of a collection are equal; none is skipped.
func (lw *Lowerer) Distinct(at dsl.Node, args []value.Value) value.Value {
	members, _ := lw.Members(at, args[0])
	body, clash := lw.distinctBody(at, members)
	if clash {
		return value.False
	}
	return value.Bool(lw.newDecomposable(body))
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
