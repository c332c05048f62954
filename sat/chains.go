package sat

import "nazo/model"

// chained finds among the terms of a sum conditions that imply one another in turn, as "the first
// three are open" implies "the first two are": each such chain counts as one integer in order
// encoding, whose literals are the conditions. What is left are the other terms.
func (e *encoder) chained(terms []model.Term) (chains []term, rest []model.Term) {
	at := make(map[model.Bool]int, len(terms)) // where conditions are counted
	condition := make([]model.Bool, len(terms))
	for i, t := range terms {
		if n, isCount := e.m.Ints[t.X].(model.ToInt); isCount {
			condition[i], at[n.B] = n.B, i
		}
	}
	weaker, stronger := make([]int, len(terms)), make([]int, len(terms)) // neighbours in a chain, from 1; 0 is none
	for i, b := range condition {
		and, isAnd := e.m.Node(b).(model.And)
		if !isAnd {
			continue
		}
		for _, a := range and.Args {
			if b.Negated() {
				a = a.Not()
			}
			j, counted := at[a]
			if !counted || terms[j].Coef != terms[i].Coef {
				continue
			}
			weak, strong := j, i
			if b.Negated() { // what a conjunction implies, its negation is implied by
				weak, strong = i, j
			}
			if stronger[weak] == 0 && weaker[strong] == 0 {
				stronger[weak], weaker[strong] = strong+1, weak+1
				break
			}
		}
	}
	for i, t := range terms {
		switch {
		case weaker[i] > 0: // a later link
		case stronger[i] == 0:
			rest = append(rest, t)
		default:
			var lits []Lit
			for k := i + 1; k > 0; k = stronger[k-1] {
				lits = append(lits, e.literal(condition[k-1], both))
			}
			chains = append(chains, term{t.Coef, e.chain(lits)})
		}
	}
	return chains, rest
}

// chain is how many of the literals are true, each of which implies those before it.
func (e *encoder) chain(lits []Lit) *integer {
	least, most := 0, len(lits)
	for i, l := range lits {
		switch e.known(l) {
		case 1:
			least = i + 1
		case -1:
			most = min(most, i)
		}
	}
	x := newRange(int64(least), int64(max(least, most)))
	if !x.isConstant() {
		x.ge = append([]Lit{litTrue}, lits[least:most]...)
	}
	return x
}
