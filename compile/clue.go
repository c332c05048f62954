package compile

import (
	"context"
	"slices"

	"nazo/compile/lower"
	"nazo/dsl"
	"nazo/dsl/value"
)

// Clue is a part of a given that a rule reads by its keys, such as clue[r1c2], with its value.
type Clue struct {
	Given string
	Keys  []value.Value
	Value value.Value
}

// mostRead bounds the work of reading clues, counted as [Options.MaxWork] is.
const mostRead = 1 << 24

// Clues returns for some instances the clues that their rules read, each once: in binders, condition and sentence, also
// through the names that a rule binds and through defs. It omits parts that are none.
func (p *Problem) Clues(ctx context.Context, instances []int32) [][]Clue {
	ev := p.knowing(ctx)
	ev.made, ev.Limits.Work = p.Memo, mostRead
	readers := map[*dsl.Rule]*clueReader{}
	out := make([][]Clue, len(instances))
	for i, instance := range instances {
		r := p.ruleOf(instance)
		b, bound := p.Model.Instances[instance].Bindings.(*bindings)
		if r.rule == nil || bound != (r.rule.Binders != nil) {
			continue
		}
		read := readers[r.rule]
		if read == nil {
			read = newClueReader(ev, r.rule)
			readers[r.rule] = read
		}
		var sc *scope
		if bound {
			sc = b.scope
		}
		ev.Source, read.all = r.source, nil
		read.bind(sc)
		for _, x := range read.parts {
			read.at(x, sc)
		}
		out[i] = read.all
	}
	return out
}

// clueReader finds the clues that the expressions of a rule stand for.
type clueReader struct {
	*evaluator
	parts []dsl.Expr          // that may stand for a clue
	items []*dsl.Binder       // of the rule
	bound map[string]dsl.Expr // what names that these bind stand for
	all   []Clue
}

func newClueReader(ev *evaluator, rule *dsl.Rule) *clueReader {
	r := &clueReader{evaluator: ev}
	whole := []dsl.Expr{rule.Body}
	if rule.Because != nil {
		whole = append(whole, rule.Because.Values...)
	}
	if rule.Binders != nil {
		whole = append(whole, rule.Binders.Where)
		for _, b := range rule.Binders.Items {
			whole = append(whole, b.In, b.Value)
		}
		r.items = rule.Binders.Items
	}
	inner := map[string]bool{} // names that are bound within the condition: they have no value here
	for _, x := range whole {
		dsl.Visit(x, func(n dsl.Node) bool {
			if b, ok := n.(*dsl.Binder); ok {
				for _, name := range b.Names {
					inner[name.Text] = true
				}
			}
			return true
		})
	}
	for _, x := range whole {
		dsl.Visit(x, func(n dsl.Node) bool {
			switch n := n.(type) {
			case *dsl.Name, *dsl.If, *dsl.Call, *dsl.Index:
				own := false
				dsl.Visit(n, func(n dsl.Node) bool {
					name, ok := n.(*dsl.Name)
					own = own || ok && inner[name.Text]
					return !own
				})
				if !own {
					r.parts = append(r.parts, n.(dsl.Expr))
				}
			}
			return true
		})
	}
	return r
}

// bind notes what the names of the rule stand for in an instance: n = x, or (clue, line) in [(x, y), …].
func (r *clueReader) bind(sc *scope) {
	r.bound = map[string]dsl.Expr{}
	for _, b := range r.items {
		list, ok := b.In.(*dsl.ListLit)
		switch {
		case b.Value != nil && b.Pattern == dsl.PatternName:
			r.bound[b.Names[0].Text] = b.Value
		case ok && b.Pattern == dsl.PatternTuple:
			for _, one := range list.Elems {
				t, ok := one.(*dsl.Tuple)
				if !ok || len(t.Elems) != len(b.Names) {
					continue
				}
				same := func(i int) bool {
					v, _ := sc.Lookup(b.Names[i].Text)
					is := r.known(t.Elems[i], sc)
					return is != nil && v != nil && value.Equal(is, v)
				}
				if !slices.ContainsFunc(b.Names, func(n *dsl.Name) bool { return !same(slices.Index(b.Names, n)) }) {
					for i, n := range b.Names {
						r.bound[n.Text] = t.Elems[i]
					}
				}
			}
		}
	}
}

// known returns the value of an expression, or nil.
func (r *clueReader) known(x dsl.Expr, sc *scope) (v value.Value) {
	r.Guard(func() { r.Attempt(func() { v = r.eval(x, sc) }) })
	return v
}

// at notes an expression if it reads one part of a given: a clue. The scope has the names of the rule or the def.
func (r *clueReader) at(x dsl.Expr, sc *scope) {
	switch x := x.(type) {
	case *dsl.Name:
		if own := r.bound[x.Text]; own != nil {
			r.at(own, sc)
		}
	case *dsl.If:
		switch r.known(x.Cond, sc) {
		case value.Value(value.True):
			r.at(x.Then, sc)
		case value.Value(value.False):
			r.at(x.Else, sc)
		}
	case *dsl.Call:
		r.call(x, sc)
	case *dsl.Index:
		r.index(x, sc)
	}
}

// call notes the clue that a def stands for.
func (r *clueReader) call(x *dsl.Call, sc *scope) {
	def := r.program.defs[x.Func.Text]
	if def == nil || r.depth >= maxDepth {
		return
	}
	var local *scope
	for i, p := range def.Params {
		v := r.known(x.Args[i], sc)
		if v == nil {
			return
		}
		local = local.With(p.Text, v)
	}
	source, body, bound := r.Source, r.body, r.bound
	r.Source, r.body, r.bound = def.source, r.program.spec.Callee(x, body), nil
	r.depth++
	r.at(def.Body, local)
	r.Source, r.body, r.bound = source, body, bound
	r.depth--
}

// index notes a part of a given.
func (r *clueReader) index(x *dsl.Index, sc *scope) {
	var keys []dsl.Expr
	var of dsl.Expr = x
	for {
		at, ok := of.(*dsl.Index)
		if !ok {
			break
		}
		keys, of = append(slices.Clone(at.Keys), keys...), at.X
	}
	name, ok := of.(*dsl.Name)
	if ok && r.bound[name.Text] != nil {
		name, ok = r.bound[name.Text].(*dsl.Name)
	}
	if !ok {
		return
	}
	d := r.program.decls[name.Text]
	if _, local := sc.Lookup(name.Text); local || d == nil || !isStmt[*dsl.Given](d.stmt) {
		return
	}
	c := Clue{Given: name.Text, Value: r.known(x, sc)}
	if c.Value == nil || lower.Absent(c.Value) {
		return
	}
	for _, k := range keys {
		v := r.known(k, sc)
		if v == nil || !value.Known(v) {
			return
		}
		c.Keys = append(c.Keys, v)
	}
	same := func(other Clue) bool {
		return other.Given == c.Given && slices.EqualFunc(other.Keys, c.Keys, value.Equal)
	}
	if !slices.ContainsFunc(r.all, same) {
		r.all = append(r.all, c)
	}
}
