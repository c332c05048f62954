package judge

import "nazo/dsl"

// names are those that a node mentions and does not bind itself, as far as a binder or
// a parameter around it may have bound them.
type names map[string]bool

func (n names) addAll(other names) {
	for name := range other {
		n[name] = true
	}
}

// findConstants notes which expressions of a statement are constant.
func (p *program) findConstants(s dsl.Stmt) {
	f := &localFinder{p, names{}}
	dsl.Visit(s, func(n dsl.Node) bool {
		switch n := n.(type) {
		case *dsl.Binder: // of a let, too: one at the top is met by others only
			for _, name := range n.Names {
				f.local[name.Text] = true
			}
		case *dsl.Def:
			for _, name := range n.Params {
				f.local[name.Text] = true
			}
		case *dsl.Preference:
			for _, arg := range n.Move.Args {
				if name, ok := arg.(*dsl.Name); ok {
					f.local[name.Text] = true
				}
			}
		}
		return true
	})
	f.free(s)
}

// localFinder looks for names that are local: bound anywhere in a statement.
type localFinder struct {
	p     *program
	local names
}

// free has the local names that n mentions freely. Expressions without any are
// constant if they are known, too.
func (f *localFinder) free(n dsl.Node) names {
	out := names{}
	switch n := n.(type) {
	case *dsl.Name:
		if f.local[n.Text] {
			out[n.Text] = true
		}
		return out
	case *dsl.Quantifier:
		out = f.bound(n.Binders, n.Body)
	case *dsl.Comprehension:
		if n.Head == nil {
			out = f.bound(n.Binders)
		} else {
			out = f.bound(n.Binders, n.Head)
		}
	case *dsl.Call: // the name of a function is no value
		for _, arg := range n.Args {
			out.addAll(f.free(arg))
		}
	default:
		dsl.Children(n, func(c dsl.Node) { out.addAll(f.free(c)) })
	}
	if x, ok := n.(dsl.Expr); ok && len(out) == 0 && worthKeeping(x) && !f.p.spec.Unknown(x) {
		f.p.constant[x] = true
	}
	return out
}

// bound has the names that are free in binders and in what stands below them: each
// binder binds its names for what comes after it.
func (f *localFinder) bound(b *dsl.Binders, below ...dsl.Expr) names {
	inside := names{}
	for _, x := range below {
		inside.addAll(f.free(x))
	}
	if b.Where != nil {
		inside.addAll(f.free(b.Where))
	}
	for i := len(b.Items) - 1; i >= 0; i-- {
		item := b.Items[i]
		for _, name := range item.Names {
			delete(inside, name.Text)
		}
		if item.In != nil {
			inside.addAll(f.free(item.In))
		}
		if item.Value != nil {
			inside.addAll(f.free(item.Value))
		}
	}
	return inside
}

// worthKeeping reports whether computing an expression takes longer than looking its
// value up.
func worthKeeping(x dsl.Expr) bool {
	switch x.(type) {
	case *dsl.Call, *dsl.Quantifier, *dsl.Comprehension, *dsl.Binary, *dsl.Index, *dsl.SetLit, *dsl.ListLit, *dsl.LabelSet:
		return true
	}
	return false
}
