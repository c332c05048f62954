package machine

import "nazo/model"

const (
	// shortestChain is how many tests of one number are worth a table.
	shortestChain = 3
	// widestChain is how many values the number may have.
	widestChain = 4096
)

// choose compiles "if c then a else b".
func (c *Compiler) choose(n model.If) Number {
	if chain, ok := c.chain(n); ok {
		return c.element(chain)
	}
	cond, then, otherwise := c.Condition(n.Cond), c.Number(n.Then), c.Number(n.Else)
	return func(e *Evaluation) int64 {
		if cond(e) {
			return then(e)
		}
		return otherwise(e)
	}
}

// chain recognises "if x is 1 then a, else if x is 2 then b, else …": it is an
// element, chosen by x.
func (c *Compiler) chain(n model.If) (model.Element, bool) {
	var tests []model.In
	var items []model.Int
	otherwise := model.Int(-1)
	for {
		in, ok := c.m.Node(n.Cond).(model.In)
		if !ok || len(tests) > 0 && in.X != tests[0].X {
			break
		}
		then, rest := n.Then, n.Else
		if n.Cond.Negated() {
			then, rest = rest, then
		}
		tests, items, otherwise = append(tests, in), append(items, then), rest
		if n, ok = c.m.Ints[rest].(model.If); !ok {
			break
		}
	}
	if len(tests) < shortestChain {
		return model.Element{}, false
	}
	bounds := c.m.Bounds(tests[0].X)
	if bounds.Size() > widestChain {
		return model.Element{}, false
	}
	all := make([]model.Int, bounds.Size())
	for i := range all {
		all[i] = otherwise
	}
	for i := len(tests) - 1; i >= 0; i-- {
		for v := range tests[i].Values.Each {
			if bounds.Contains(v) {
				all[v-bounds.Lo] = items[i]
			}
		}
	}
	return model.Element{Index: tests[0].X, Base: bounds.Lo, Items: all}, true
}
