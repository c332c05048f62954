package judge

import (
	"fmt"

	"nazo/dsl"
	"nazo/library"
	"nazo/value"
)

// why tells what keeps a condition from holding that is false, and the values that this is about; "" if there is no more to say
// than the condition does. Of several reasons it tells the first.
func (ev *evaluator) why(x dsl.Expr, sc *scope) (text string, about []value.Value) {
	switch x := x.(type) {
	case *dsl.Binary:
		switch {
		case x.Op == dsl.OpAnd && !ev.condition(x.X, sc):
			return ev.why(x.X, sc)
		case x.Op == dsl.OpAnd, x.Op == dsl.OpImplies:
			return ev.why(x.Y, sc)
		}
	case *dsl.If:
		if ev.condition(x.Cond, sc) {
			return ev.why(x.Then, sc)
		}
		return ev.why(x.Else, sc)
	case *dsl.Quantifier:
		if x.Op != dsl.OpAll {
			break
		}
		ev.eachThat(x.Binders, x.Body, true, sc, func(sc *scope) bool {
			if ev.condition(x.Body, sc) {
				return true
			}
			text, about = ev.why(x.Body, sc)
			if text == "" {
				text, about = bindings(x.Binders, sc)
				text = "not for " + text
			}
			return false
		})
	case *dsl.Call:
		return ev.whyCall(x, sc)
	}
	return text, about
}

func (ev *evaluator) whyCall(x *dsl.Call, sc *scope) (text string, about []value.Value) {
	if def, ok := ev.defs[x.Func.Text]; ok {
		var local *scope
		for i, v := range ev.evalAll(x.Args, sc) {
			local = local.with(def.node.Params[i].Text, v)
		}
		ev.inside(x, def.source, ev.spec.Callee(x, ev.body), func() value.Value {
			text, about = ev.why(def.node.Body, local)
			return nil
		})
		return text, about
	}
	switch x.Func.Text {
	case "connected":
		parts := library.Pieces(&library.Call{Name: x.Func.Text, Args: ev.evalAll(x.Args, sc)})
		least := parts[0]
		for _, p := range parts {
			if len(p) < len(least) {
				least = p
			}
		}
		other := parts[0]
		if value.Equal(other[0], least[0]) {
			other = parts[1]
		}
		return fmt.Sprintf("%s does not hang together with %s", value.String(least[0]), value.String(other[0])), least
	case "distinct":
		return ev.whyEqual(x.Args[0], sc)
	}
	return "", nil
}

// whyEqual names two members of a collection that are equal, by their keys where they are elements of an array.
func (ev *evaluator) whyEqual(x dsl.Expr, sc *scope) (text string, about []value.Value) {
	var keys []value.Value
	v := ev.eval(x, sc)
	switch i, isIndex := x.(*dsl.Index); {
	case isIndex && len(i.Keys) == 1:
		if _, isArray := ev.eval(i.X, sc).(*value.Array); isArray {
			keys, _ = value.Members(ev.eval(i.Keys[0], sc)) // none, if the key is one
		}
	default:
		if a, isArray := v.(*value.Array); isArray {
			keys = a.Keys.List()
		}
	}
	first := map[value.Key]int{}
	members := ev.members(x, v)
	for i, m := range members {
		at, met := first[value.KeyOf(m)]
		switch {
		case isNone(m):
		case !met:
			first[value.KeyOf(m)] = i
		case len(keys) == len(members):
			about = []value.Value{keys[at], keys[i]}
			return fmt.Sprintf("%s and %s have %s", value.String(keys[at]), value.String(keys[i]), value.String(m)), about
		default:
			return fmt.Sprintf("%s is there twice", value.String(m)), []value.Value{m}
		}
	}
	return "", nil
}
