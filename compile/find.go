package compile

import (
	"nazo/compile/layout"
	"nazo/dsl"
	"nazo/model"
	"nazo/value"
)

// find declares a find or a choice: with keys it is an array.
func (ev *evaluator) find(name string, keys *dsl.Binders, domain dsl.Expr, chosen bool) value.Value {
	l := ev.layoutOf(name, keys, domain)
	ev.layouts[name] = l
	index := int32(-1)
	if !chosen {
		index = int32(len(ev.Model.Finds))
		ev.Model.Finds = append(ev.Model.Finds, model.Find{Name: name})
	}
	ev.Instance = ev.newInstance(ev.newRule(name+" "+structure(domain), ev.Source, domain.Span(), true), nil)
	return l.Unknown(ev.Lowerer, domain, index)
}

// layoutOf evaluates a find's keys and domain.
func (ev *evaluator) layoutOf(name string, keys *dsl.Binders, domain dsl.Expr) layout.Layout {
	if keys == nil {
		return ev.domain(name, domain, nil)
	}
	array := &layout.Array{}
	var list []value.Value
	ev.each(keys, nil, func(sc *scope, guard model.Bool) bool {
		if guard != model.True {
			ev.Fail(keys, "must-be-known", "the keys of %s must be known", name)
		}
		key := keyOf(keys, sc)
		list = append(list, key)
		array.Parts = append(array.Parts, ev.domain(name, domain, sc))
		return true
	})
	array.Keys = value.NewSet(list...)
	if array.Keys.Len() != len(list) {
		ev.Fail(keys, "repeated-key", "a key of %s comes up twice", name)
	}
	array.Board = value.BoardOf(array.Keys)
	return array
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
