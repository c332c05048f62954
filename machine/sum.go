package machine

import (
	"math/bits"

	"nazo/model"
)

// count is a coefficient times the number of bits under a mask.
type count struct {
	coef int64
	word int32
	mask uint64
}

// sum compiles a sum of terms. Boolean variables in one word that have the same
// coefficient are counted at once.
func (c *Compiler) sum(terms []model.Term, constant int64) Number {
	counts, others, constant := c.counts(terms, constant)
	coefs, parts := make([]int64, len(others)), make([]Number, len(others))
	for i, t := range others {
		coefs[i], parts[i] = t.Coef, c.Number(t.X)
	}
	if len(counts) == 0 {
		switch len(parts) {
		case 0:
			return func(*Evaluation) int64 { return constant }
		case 1:
			k, x := coefs[0], parts[0]
			return func(e *Evaluation) int64 { return constant + k*x(e) }
		case 2:
			k, x, l, y := coefs[0], parts[0], coefs[1], parts[1]
			return func(e *Evaluation) int64 { return constant + k*x(e) + l*y(e) }
		}
		return func(e *Evaluation) int64 {
			total := constant
			for i, f := range parts {
				total += coefs[i] * f(e)
			}
			return total
		}
	}
	return func(e *Evaluation) int64 {
		total := constant
		for i := range counts {
			c := &counts[i]
			total += c.coef * int64(bits.OnesCount64(e.State[c.word]&c.mask))
		}
		for i, f := range parts {
			total += coefs[i] * f(e)
		}
		return total
	}
}

// counts are the terms that are boolean variables, and the other terms; variables that
// never change are worked into the constant.
func (c *Compiler) counts(terms []model.Term, constant int64) (counts []count, others []model.Term, known int64) {
	at := map[count]int{} // coefficient and word → index in counts
	for _, t := range terms {
		f, ok := c.truthField(t.X)
		switch {
		case !ok:
			others = append(others, t)
			continue
		case f.mask == 0:
			constant += t.Coef * f.low
			continue
		}
		key := count{coef: t.Coef, word: f.word}
		i, met := at[key]
		if !met {
			i = len(counts)
			at[key] = i
			counts = append(counts, key)
		}
		counts[i].mask |= 1 << f.shift
	}
	return counts, others, constant
}

// truthField is where the boolean variable lies whose truth a number is, 0 or 1.
func (c *Compiler) truthField(x model.Int) (field, bool) {
	if n, ok := c.m.Ints[x].(model.ToInt); ok {
		if v, ok := c.m.Node(n.B).(model.BoolVar); ok && !n.B.Negated() {
			return c.layout.fields[v.Var], true
		}
	}
	return field{}, false
}
