package compile

import (
	"nazo/compile/layout"
	"nazo/dsl"
	"nazo/model"
	"nazo/value"
)

// find declares a find or a choice: with keys it is an array.
func (ev *evaluator) find(name string, keys *dsl.Binders, domain dsl.Expr, chosen bool) value.Value {
	l, within := ev.layoutOf(name, keys, domain)
	ev.layouts[name] = l
	index := int32(-1)
	if !chosen {
		index = int32(len(ev.Model.Finds))
		ev.Model.Finds = append(ev.Model.Finds, model.Find{Name: name})
	}
	ev.Instance = ev.newInstance(ev.newRule(name+" "+structure(domain), ev.Source, domain.Span(), true), nil)
	v := l.Unknown(ev.Lowerer, domain, index)
	for i, w := range within {
		part, of := v, l
		if keys != nil {
			part, of = v.(*value.Array).Values[i], l.(*layout.Array).Parts[i]
		}
		_, set := of.(*layout.Set)
		ev.Require(ev.within(domain, part, set, w))
	}
	return v
}

// layoutOf evaluates a find's keys and domain. Of a domain that depends on what is sought of the givens the layout has all that may
// be in it, and each value, or that of each key, is to be within what is.
func (ev *evaluator) layoutOf(name string, keys *dsl.Binders, domain dsl.Expr) (layout.Layout, []within) {
	var bounds []within
	of := func(sc *scope, guard model.Bool) layout.Layout {
		ev.unsure = nil
		l := ev.domain(name, domain, sc)
		bounds = append(bounds, within{guard, ev.unsure})
		ev.unsure = nil
		return l
	}
	if keys == nil {
		l := of(nil, model.True)
		return l, bounds
	}
	array := &layout.Array{}
	var list []value.Value
	ev.each(keys, nil, func(sc *scope, guard model.Bool) bool {
		key := keyOf(keys, sc)
		list = append(list, key)
		part := of(sc, guard)
		if guard != model.True {
			scalar, ok := part.(*layout.Scalar)
			if !ev.seekShape || !ok {
				ev.Fail(keys, "must-be-known", "the keys of %s must be known", name)
			}
			part = scalar.OrNone()
		}
		array.Parts = append(array.Parts, part)
		return true
	})
	array.Keys = value.NewSet(list...)
	if array.Keys.Len() != len(list) {
		ev.Fail(keys, "repeated-key", "a key of %s comes up twice", name)
	}
	array.Board = value.BoardOf(array.Keys)
	return array, bounds
}

// keyOf is the key that binders have just bound: the value of the only name, or
// the tuple of all of them. Local names (v = …) are no part of it.
func keyOf(keys *dsl.Binders, sc *scope) value.Value {
	var parts value.Tuple
	for _, item := range keys.Items {
		if item.Value != nil {
			continue
		}
		for _, n := range item.Names {
			v, _ := sc.lookup(n.Text)
			parts = append(parts, v)
		}
	}
	if len(parts) == 1 {
		return parts[0]
	}
	return parts
}
