package lines

import (
	"fmt"

	"nazo/engine"
	"nazo/model"
)

// Model is a model that is nothing but links, together with what is known of them.
type Model struct {
	m     *model.Model
	links model.Links
	value []int8 // for each boolean variable 1 if it is known to be true, -1 if false, else 0
	node  []int8 // for each boolean node likewise
	fixed map[model.VarID]int64
	// impossible says that what is known contradicts itself.
	impossible bool
}

// Recognize takes a model apart. It fails, with a clause that says why, if there is
// more to the model than links and what follows about single vertices and edges.
func Recognize(m *model.Model, o engine.Options) (*Model, error) {
	if len(m.Objectives) > 0 && !o.AnyObjective {
		return nil, fmt.Errorf("it finds links, but not the best ones")
	}
	w := &Model{m: m, value: make([]int8, len(m.Vars)), node: make([]int8, len(m.Bools)),
		fixed: map[model.VarID]int64{}}
	for _, f := range o.Fixed {
		if old, twice := w.fixed[f.Var]; twice && old != f.Value || !m.Vars[f.Var].Domain.Contains(f.Value) {
			w.impossible = true
		}
		w.fixed[f.Var] = f.Value
		if m.Vars[f.Var].Bool {
			w.value[f.Var] = int8(2*min(max(f.Value, 0), 1) - 1)
		}
	}
	off := make(map[int32]bool, len(o.Off))
	for _, i := range o.Off {
		off[i] = true
	}
	var open []model.Constraint // asserted, but not yet known to hold
	found := false
	for _, c := range m.Constraints {
		if off[c.Instance] {
			continue
		}
		switch b := c.Body.(type) {
		case model.Links:
			if found || c.Guard != model.True {
				return nil, fmt.Errorf("it draws one set of links that has to be there")
			}
			w.links, found = b, true
		default:
			open = append(open, c)
		}
	}
	if !found {
		return nil, fmt.Errorf("the spec finds no links")
	}
	if err := w.draw(open); err != nil {
		return nil, err
	}
	for v, l := range w.links.Labels {
		w.impossible = w.impossible || l >= 0 && w.known(w.links.Vertices[v]) < 0
	}
	return w, w.onlyLinks()
}

// draw concludes from constraints what single variables are, until nothing more
// follows; then all constraints must hold.
func (w *Model) draw(open []model.Constraint) error {
	for {
		w.evaluate()
		left := open[:0]
		for _, c := range open {
			a, ok := c.Body.(model.Assert)
			if w.known(c.Guard) >= 0 && (!ok || w.known(a.B) <= 0) {
				left = append(left, c)
			}
		}
		open = left
		news := false
		for _, c := range open {
			if a, ok := c.Body.(model.Assert); ok && w.known(c.Guard) > 0 {
				news = w.assume(a.B) || news
			}
		}
		if w.impossible || len(open) == 0 {
			return nil
		}
		if !news {
			rule := w.m.Rules[w.m.Instances[open[0].Instance].Rule].Name
			return fmt.Errorf("it can't check %q, which says more than which vertices and edges are used", rule)
		}
	}
}

// evaluate finds out what is known of each boolean node by the variables alone.
func (w *Model) evaluate() {
	for i, n := range w.m.Bools {
		v := int8(0)
		switch n := n.(type) {
		case model.Constant:
			v = 1
		case model.BoolVar:
			v = w.value[n.Var]
		case model.And:
			v = 1
			for _, a := range n.Args {
				v = min(v, w.known(a))
			}
		}
		w.node[i] = v
	}
}

// known is 1 if b is known to hold, -1 if not to hold, else 0.
func (w *Model) known(b model.Bool) int8 {
	if b.Negated() {
		return -w.node[b.Node()]
	}
	return w.node[b.Node()]
}

// assume has b hold, and says whether anything became known by it.
func (w *Model) assume(b model.Bool) (news bool) {
	if v := w.known(b); v != 0 {
		w.impossible = w.impossible || v < 0
		return v < 0
	}
	on := int8(1)
	if b.Negated() {
		on = -1
	}
	switch n := w.m.Bools[b.Node()].(type) {
	case model.BoolVar:
		w.value[n.Var], w.node[b.Node()] = on, on
		return true
	case model.And:
		if on > 0 {
			w.node[b.Node()] = on // so that it is not gone through twice
			for _, a := range n.Args {
				news = w.assume(a) || news
			}
			return news
		}
		last := model.True // the only one that is not known to hold
		for _, a := range n.Args {
			if w.known(a) > 0 {
				continue
			}
			if last != model.True {
				return false
			}
			last = a
		}
		return w.assume(last.Not())
	}
	return false
}

// onlyLinks makes sure that different links are different solutions, and that
// nothing else is to be found.
func (w *Model) onlyLinks() error {
	own := make([]bool, len(w.m.Vars))
	for _, list := range [2][]model.Bool{w.links.Edges, w.links.Vertices} {
		for _, b := range list {
			n, ok := w.m.Bools[b.Node()].(model.BoolVar)
			if w.known(b) != 0 && !ok {
				continue
			}
			if !ok || own[n.Var] {
				return fmt.Errorf("vertices and edges of the links depend on each other")
			}
			own[n.Var] = true
		}
	}
	for _, b := range w.links.Edges {
		if n, ok := w.m.Bools[b.Node()].(model.BoolVar); ok && w.known(b) == 0 && w.m.Vars[n.Var].Find < 0 {
			return fmt.Errorf("the links are no part of the solution")
		}
	}
	for _, f := range w.m.Finds {
		for _, v := range f.Vars {
			_, fixed := w.fixed[v]
			if !own[v] && w.value[v] == 0 && !fixed && w.m.Vars[v].Domain.Size() > 1 {
				return fmt.Errorf("it can't find %q, only links", f.Name)
			}
		}
	}
	return nil
}
