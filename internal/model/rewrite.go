package model

import (
	"iter"

	"nazo/internal/alg"
)

// Rewriter rebuilds expressions, in the same or another model, with variables replaced. Builders simplify, so known
// values disappear. It memoizes: if replacements change, make a new one.
type Rewriter struct {
	From, To *Model
	// BoolVar and IntVar are the replacements of variables.
	BoolVar func(VarID) Bool
	IntVar  func(VarID) Int
	// In, if not nil, replaces the builder of In conditions on expressions of To.
	In func(x Int, values Domain) Bool

	bools  map[int]Bool
	ints   map[Int]Int
	onBool func(Bool) // see Operands
	onInt  func(Int)
}

// Operands calls the functions for each boolean and each integer that a body refers to.
func Operands(b Body, onBool func(Bool), onInt func(Int)) {
	b.Rewrite(&Rewriter{onBool: onBool, onInt: onInt})
}

// Bool returns b, rewritten.
func (r *Rewriter) Bool(b Bool) Bool {
	if r.onBool != nil {
		r.onBool(b)
		return b
	}
	done, ok := r.bools[b.Node()]
	if !ok {
		done = r.boolNode(r.From.Node(b))
		if r.bools == nil {
			r.bools = map[int]Bool{}
		}
		r.bools[b.Node()] = done
	}
	if b.Negated() {
		return done.Not()
	}
	return done
}

// Int returns x, rewritten.
func (r *Rewriter) Int(x Int) Int {
	if r.onInt != nil {
		r.onInt(x)
		return x
	}
	done, ok := r.ints[x]
	if !ok {
		done = r.intNode(r.From.Ints[x])
		if r.ints == nil {
			r.ints = map[Int]Int{}
		}
		r.ints[x] = done
	}
	return done
}

func (r *Rewriter) boolNode(n BoolNode) Bool {
	switch n := n.(type) {
	case Constant:
		return True
	case BoolVar:
		return r.BoolVar(n.Var)
	case And:
		args := make([]Bool, 0, len(n.Args))
		for _, a := range n.Args {
			b := r.Bool(a)
			if b == False {
				return False
			}
			args = append(args, b)
		}
		return r.To.And(args...)
	case Iff:
		return r.To.Iff(r.Bool(n.A), r.Bool(n.B))
	case AtMost:
		return r.To.LessEq(r.sum(n.Terms, 0), r.To.Int(n.Bound))
	case Exactly:
		return r.To.Equal(r.sum(n.Terms, 0), r.To.Int(n.Sum))
	case In:
		if r.In != nil {
			return r.In(r.Int(n.X), n.Values)
		}
		return r.To.In(r.Int(n.X), n.Values)
	}
	panic("model: unknown boolean node")
}

func (r *Rewriter) sum(terms []Term, constant int64) Int {
	out := alg.Map(terms, func(t Term) Term { return Term{t.Coef, r.Int(t.X)} })
	if constant != 0 {
		out = append(out, Term{constant, r.To.Int(1)})
	}
	return r.To.Sum(out...)
}

// all rewrites integers. It keeps nil, which means something in a constraint.
func (r *Rewriter) all(xs []Int) []Int { return alg.Map(xs, r.Int) }

// each rewrites booleans. Like all it keeps nil.
func (r *Rewriter) each(bs []Bool) []Bool { return alg.Map(bs, r.Bool) }

// Effect rewrites an effect.
func (r *Rewriter) Effect(e Effect) Effect {
	if r.To.Vars[e.Var].Bool {
		e.B = r.Bool(e.B)
	} else {
		e.X = r.Int(e.X)
	}
	return e
}

func (r *Rewriter) intNode(n IntNode) Int {
	switch n := n.(type) {
	case IntConst:
		return r.To.Int(n.Value)
	case IntVar:
		return r.IntVar(n.Var)
	case ToInt:
		return r.To.ToInt(r.Bool(n.B))
	case Linear:
		return r.sum(n.Terms, n.Const)
	case Product:
		return r.To.Product(r.Int(n.A), r.Int(n.B))
	case Div:
		return r.To.Div(r.Int(n.A), r.Int(n.B))
	case Mod:
		return r.To.Mod(r.Int(n.A), r.Int(n.B))
	case Min:
		return r.To.Min(r.all(n.Args)...)
	case Max:
		return r.To.Max(r.all(n.Args)...)
	case If:
		switch cond := r.Bool(n.Cond); cond {
		case True:
			return r.Int(n.Then)
		case False:
			return r.Int(n.Else)
		default:
			return r.To.If(cond, r.Int(n.Then), r.Int(n.Else))
		}
	case Element:
		index := r.Int(n.Index)
		if at, known := r.To.Constant(index); known { // the other items need not be built
			if i := at - n.Base; 0 <= i && i < int64(len(n.Items)) {
				return r.Int(n.Items[i])
			}
			return r.To.Int(0)
		}
		return r.To.Element(index, n.Base, r.all(n.Items))
	}
	panic("model: unknown integer node")
}

// EachBelow visits the given nodes and each node below them once, a node before its arguments. It stops and returns
// false if a callback does.
func (m *Model) EachBelow(bools []Bool, ints []Int, onBool func(node int) bool, onInt func(Int) bool) bool {
	seenBool, seenInt := map[int]bool{}, map[Int]bool{}
	var todoBool []int
	var todoInt []Int
	reachBool := func(b Bool) {
		if !seenBool[b.Node()] {
			seenBool[b.Node()] = true
			todoBool = append(todoBool, b.Node())
		}
	}
	reachInt := func(x Int) {
		if !seenInt[x] {
			seenInt[x] = true
			todoInt = append(todoInt, x)
		}
	}
	for _, b := range bools {
		reachBool(b)
	}
	for _, x := range ints {
		reachInt(x)
	}
	for len(todoBool)+len(todoInt) > 0 {
		if n := len(todoBool); n > 0 {
			i := todoBool[n-1]
			todoBool = todoBool[:n-1]
			if !onBool(i) {
				return false
			}
			EachArg(m.BoolNode(i), reachBool, reachInt)
			continue
		}
		x := todoInt[len(todoInt)-1]
		todoInt = todoInt[:len(todoInt)-1]
		if !onInt(x) {
			return false
		}
		EachIntArg(m.Ints[x], reachBool, reachInt)
	}
	return true
}

// VarsBelow lists the variables that nodes depend on, ascending.
func (m *Model) VarsBelow(bools []Bool, ints []Int) (out []VarID) {
	m.EachBelow(bools, ints, func(i int) bool {
		if n, ok := m.BoolNode(i).(BoolVar); ok {
			out = append(out, n.Var)
		}
		return true
	}, func(x Int) bool {
		if n, ok := m.Ints[x].(IntVar); ok {
			out = append(out, n.Var)
		}
		return true
	})
	return alg.Set(out)
}

// Conjuncts yields the conjuncts of some conditions, flattening nested conjunctions.
func (m *Model) Conjuncts(bs ...Bool) iter.Seq[Bool] {
	return func(yield func(Bool) bool) { m.eachConjunct(bs, yield) }
}

func (m *Model) eachConjunct(bs []Bool, yield func(Bool) bool) bool {
	for _, b := range bs {
		if and, ok := m.Node(b).(And); ok && !b.Negated() {
			if !m.eachConjunct(and.Args, yield) {
				return false
			}
		} else if !yield(b) {
			return false
		}
	}
	return true
}
