package shape

import "nazo/model"

// Known is 1 if b is known to hold, -1 if not to hold, else 0.
func (w *Model) Known(b model.Bool) int8 {
	if b.Negated() {
		return -w.node[b.Node()]
	}
	return w.node[b.Node()]
}

// evaluate finds out what is known of each boolean node by the variables alone.
func (w *Model) evaluate() {
	for i := range w.BoolCount() {
		n := w.BoolNode(i)
		v := int8(0)
		switch n := n.(type) {
		case model.Constant:
			v = 1
		case model.BoolVar:
			v = w.value[n.Var]
		case model.And:
			v = 1
			for _, a := range n.Args {
				v = min(v, w.Known(a))
			}
		case model.AtMost:
			v = w.compare(n.Terms, n.Bound, false)
		case model.Exactly:
			v = w.compare(n.Terms, n.Sum, true)
		}
		if v == 0 && !w.below.open(i) {
			v = w.below.presolved.Value(model.Bool(2 * i))
		}
		w.node[i] = v
	}
}

// compare is the truth, as far as known, of a sum being at most a bound, or exactly that.
func (w *Model) compare(terms []model.Term, bound int64, exactly bool) int8 {
	least, most, ok := w.bounds(terms)
	switch {
	case !ok:
		return 0
	case least > bound || exactly && most < bound:
		return -1
	case most <= bound && (!exactly || least == most):
		return 1
	}
	return 0
}

// bounds are the least and the greatest value of a sum of truth values; not ok if it is of anything else.
func (w *Model) bounds(terms []model.Term) (least, most int64, ok bool) {
	for _, t := range terms {
		n, ok := w.Ints[t.X].(model.ToInt)
		if !ok {
			return 0, 0, false
		}
		known := w.Known(n.B)
		if known > 0 || known == 0 && t.Coef < 0 {
			least += t.Coef
		}
		if known > 0 || known == 0 && t.Coef > 0 {
			most += t.Coef
		}
	}
	return least, most, true
}

// assume makes b true, and reports whether anything became known by it.
func (w *Model) assume(b model.Bool) (news bool) {
	if v := w.Known(b); v != 0 {
		w.Impossible = w.Impossible || v < 0
		return v < 0
	}
	on := int8(1)
	if b.Negated() {
		on = -1
	}
	switch n := w.Node(b).(type) {
	case model.BoolVar:
		w.value[n.Var], w.node[b.Node()] = on, on
		return true
	case model.And:
		if on < 0 {
			return w.assumeLast(n.Args)
		}
		w.node[b.Node()] = on // so that it is not gone through twice
		for _, a := range n.Args {
			news = w.assume(a) || news
		}
	case model.AtMost:
		return on > 0 && w.assumeSum(n.Terms, n.Bound, false)
	case model.Exactly:
		return on > 0 && w.assumeSum(n.Terms, n.Sum, true)
	}
	return news
}

// assumeLast has one of several not hold, if all others are known to.
func (w *Model) assumeLast(args []model.Bool) (news bool) {
	last := model.True // the only one that is not known to hold
	for _, a := range args {
		if w.Known(a) > 0 {
			continue
		}
		if last != model.True {
			return false
		}
		last = a
	}
	return w.assume(last.Not())
}

// assumeSum has a sum be at most a bound, or exactly that: what would lead it too far does not hold.
func (w *Model) assumeSum(terms []model.Term, bound int64, exactly bool) (news bool) {
	least, most, ok := w.bounds(terms)
	if !ok {
		return false
	}
	room, need := bound-least, most-bound // how far the sum may rise from least, and fall from most
	for _, t := range terms {
		n := w.Ints[t.X].(model.ToInt)
		if w.Known(n.B) != 0 {
			continue
		}
		up, down, by := n.B, n.B.Not(), t.Coef // what makes the sum greater and smaller, and by how much
		if by < 0 {
			up, down, by = down, up, -by
		}
		switch {
		case by > room:
			news = w.assume(down) || news
		case exactly && by > need:
			news = w.assume(up) || news
		}
	}
	return news
}
