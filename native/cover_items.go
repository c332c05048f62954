package native

import (
	"slices"

	"nazo/internal/model"
	"nazo/native/fd"
)

// exactCover is a model that is nothing but an exact cover: of its options such are chosen that each item is covered
// once, and each secondary item at most once. An option is a value of a variable. An item is a variable, or a constraint
// that says "one of these": a sum of conditions, distinct numbers, two conditions of which one holds.
type exactCover struct {
	known   model.Solution // the values of all other variables
	options [][]choice     // each is chosen as a whole
	items   [][]int32      // the options of each item, the primary ones first
	primary int            // the number of primary items
}

// choice is a value for a variable.
type choice struct {
	v     model.VarID
	value int64
}

// mostLinks bounds the options of all items. Each takes 12 bytes.
const mostLinks = 10_000_000

// recognizeCover returns the exact cover that presolve leaves of a model, or nil if it leaves anything else. off lists
// instances that are switched off.
func recognizeCover(root *fd.Root, off []int32) *exactCover {
	m := root.Model()
	r := &recognizer{root: root, m: m, values: root.Solution(), of: map[int]model.VarID{}, ofInt: map[model.Int]model.VarID{}, sets: map[int]set{}}
	for v := range m.Vars {
		r.first = append(r.first, int32(len(r.choices)))
		if r.open(model.VarID(v)) < 0 {
			continue
		}
		domain := root.Domain(model.VarID(v))
		if r.links += domain.Size(); r.links > mostLinks {
			return nil
		}
		for k := range domain.Each {
			r.choices = append(r.choices, choice{model.VarID(v), k})
		}
	}
	r.first = append(r.first, int32(len(r.choices)))
	r.dead = make([]bool, len(r.choices))
	r.known = slices.Clone(r.values)
	r.evaluation = model.NewEvaluation(m, nil, func(v model.VarID) int64 { return r.values[v] })
	for _, c := range m.Constraints {
		if slices.Contains(off, c.Instance) {
			continue
		}
		if holds, decided := r.decided(c.Guard); !decided || holds && !r.constraint(c.Body) || r.links > mostLinks {
			return nil
		}
	}
	return r.cover()
}

// recognizer collects the items of a model.
type recognizer struct {
	root       *fd.Root
	m          *model.Model
	choices    []choice
	first      []int32        // for each variable its first choice; the others follow
	dead       []bool         // for each choice whether it can't be
	values     model.Solution // what the evaluation sees
	known      model.Solution
	evaluation *model.Evaluation
	of         map[int]model.VarID // for boolean nodes the only open variable; none and several as below
	ofInt      map[model.Int]model.VarID
	sets       map[int]set // for boolean nodes of one variable its choices with which they hold

	items   []item
	links   int64
	implies [][2]int32 // choices of which the first needs the second
}

// item says that of some choices as many are made, or at most as many.
type item struct {
	choices []int32 // perhaps repeated
	number  int64
	primary bool
}

// What a node depends on if not on a single open variable.
const (
	none    model.VarID = -1
	several model.VarID = -2
)

// constraint adds the items of a constraint. It returns false if it is no matter of items.
func (r *recognizer) constraint(b model.Body) bool {
	switch b := b.(type) {
	case model.Assert:
		return r.assert(b.B)
	case model.Distinct:
		return b.Present == nil && r.distinct(b.Xs)
	}
	return false
}

// decided returns what presolve has found out about a condition. It adds the items of that.
func (r *recognizer) decided(l model.Bool) (holds, ok bool) {
	switch r.root.Value(l) {
	case 1:
		return true, r.assert(l)
	case -1:
		return false, r.assert(l.Not())
	}
	return false, false
}

// assert adds what it means that l holds.
func (r *recognizer) assert(l model.Bool) bool {
	switch v := r.variable(l); v {
	case none:
		return r.evaluation.Bool(l)
	case several:
	default:
		r.where(l.Not(), v).each(r.first[v], r.exclude)
		return true
	}
	switch n := r.m.Node(l).(type) {
	case model.And:
		if l.Negated() {
			return r.notAll(n.Args)
		}
		return !slices.ContainsFunc(n.Args, func(a model.Bool) bool { return !r.assert(a) })
	case model.Iff:
		a := n.A
		if !l.Negated() {
			a = a.Not()
		}
		return r.item([]model.Bool{a, n.B}, 1, true)
	case model.Exactly:
		return !l.Negated() && r.sum(n.Terms, n.Sum, true)
	case model.AtMost:
		return !l.Negated() && r.sum(n.Terms, n.Bound, false) || l.Negated() && r.sum(negated(n.Terms), -n.Bound-1, false)
	}
	return false
}

// negated returns the terms of the opposite sum.
func negated(terms []model.Term) []model.Term {
	terms = slices.Clone(terms)
	for i := range terms {
		terms[i].Coef *= -1
	}
	return terms
}

// notAll adds that some condition fails. Of two conditions, at most one holds.
func (r *recognizer) notAll(conditions []model.Bool) bool {
	var open []model.Bool
	for _, c := range conditions {
		if r.root.Value(c) == 0 {
			open = append(open, c)
		} else if holds, ok := r.decided(c); !ok || !holds {
			return ok
		}
	}
	if len(open) == 2 && r.variable(open[0]) >= 0 && r.variable(open[1]) >= 0 {
		return r.item(open, 1, false)
	}
	return r.agree(open)
}

// sum adds that a sum of conditions is at most a bound, or exactly.
func (r *recognizer) sum(terms []model.Term, bound int64, exactly bool) bool {
	var open []model.Bool
	for _, t := range terms {
		n, ok := r.m.Ints[t.X].(model.ToInt)
		if !ok {
			return false
		}
		switch {
		case r.root.Value(n.B) != 0:
			holds, ok := r.decided(n.B)
			if !ok {
				return false
			}
			if holds {
				bound -= t.Coef
			}
		case t.Coef == 1:
			open = append(open, n.B)
		case t.Coef == -1:
			open, bound = append(open, n.B.Not()), bound+1
		default:
			return false
		}
	}
	most := int64(len(open))
	if exactly && bound > most/2 {
		bound = most - bound
		for i := range open {
			open[i] = open[i].Not()
		}
	}
	switch {
	case bound >= most && !exactly:
		return true
	case bound < 1:
		return false
	case bound > 1 && slices.ContainsFunc(open, func(c model.Bool) bool { return r.variable(c) < 0 || r.m.Vars[r.variable(c)].Bool }):
		return false
	}
	return r.item(open, bound, exactly) // several are perhaps made together
}

// item adds an item: of some conditions on a variable each, so many hold or at most so many.
func (r *recognizer) item(conditions []model.Bool, number int64, primary bool) bool {
	var all []int32
	for _, c := range conditions {
		switch v := r.variable(c); v {
		case several:
			return false
		case none:
			if r.evaluation.Bool(c) {
				return false
			}
		default:
			r.where(c, v).each(r.first[v], func(o int32) { all = append(all, o) })
		}
	}
	r.add(all, number, primary)
	return true
}

// distinct adds an item for each value that the integers may have. If there are as many values as integers, each has
// its place.
func (r *recognizer) distinct(xs []model.Int) bool {
	var order, taken []int64
	places := map[int64][]int32{}
	open := 0
	for _, x := range xs {
		v := r.variableOf(x)
		switch v {
		case several:
			return false
		case none:
			taken = append(taken, r.evaluation.Int(x))
			continue
		}
		open++
		r.each(v, func(o int32) {
			k := r.evaluation.Int(x)
			if places[k] == nil {
				order = append(order, k)
			}
			places[k] = append(places[k], o)
		})
	}
	for _, k := range taken {
		for _, o := range places[k] {
			r.exclude(o)
		}
		delete(places, k)
	}
	for _, k := range order {
		if places[k] != nil {
			r.add(places[k], 1, len(places) == open)
		}
	}
	return true
}

func (r *recognizer) add(choices []int32, number int64, primary bool) {
	r.links += int64(len(choices))
	r.items = append(r.items, item{choices, number, primary})
}

func (r *recognizer) exclude(o int32) { r.dead[o] = true }

// each calls f for each choice of a variable while the evaluation sees its value.
func (r *recognizer) each(v model.VarID, f func(o int32)) {
	for o := r.first[v]; o < r.first[v+1]; o++ {
		r.values[v] = r.choices[o].value
		r.evaluation.Changed()
		f(o)
	}
	r.values[v] = r.known[v]
	r.evaluation.Changed()
}

// variable returns the open variable that a condition depends on.
func (r *recognizer) variable(l model.Bool) model.VarID {
	i := l.Node()
	if v, known := r.of[i]; known {
		return v
	}
	v := none
	if n, ok := r.m.BoolNode(i).(model.BoolVar); ok {
		v = r.open(n.Var)
	} else {
		model.EachArg(r.m.BoolNode(i), func(b model.Bool) { v = both(v, r.variable(b)) }, func(x model.Int) { v = both(v, r.variableOf(x)) })
	}
	r.of[i] = v
	return v
}

// variableOf returns the open variable that an integer depends on.
func (r *recognizer) variableOf(x model.Int) model.VarID {
	if v, known := r.ofInt[x]; known {
		return v
	}
	v := none
	if n, ok := r.m.Ints[x].(model.IntVar); ok {
		v = r.open(n.Var)
	} else {
		model.EachIntArg(r.m.Ints[x], func(b model.Bool) { v = both(v, r.variable(b)) }, func(x model.Int) { v = both(v, r.variableOf(x)) })
	}
	r.ofInt[x] = v
	return v
}

// open returns v if it is a find. Helpers are no options, so nothing may depend on them.
func (r *recognizer) open(v model.VarID) model.VarID {
	switch {
	case r.root.Fixed(v):
		return none
	case r.m.Vars[v].Find < 0:
		return several
	}
	return v
}

// both returns what depends on a and b.
func both(a, b model.VarID) model.VarID {
	switch {
	case a == none || a == b:
		return b
	case b == none:
		return a
	}
	return several
}
