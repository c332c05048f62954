package compile

import (
	"context"
	"slices"
	"strings"

	"nazo/dsl"
	"nazo/dsl/diag"
	"nazo/value"
)

// What people want to know of a rule instance, an index in Model.Instances: it is found out when it is asked for, and by
// several goroutines at once if need be.

// Binding is a name that a rule binds, with its value in an instance.
type Binding struct {
	Name  string
	Value value.Value
}

// RuleName is the name of the rule of an instance; of the structure of a find it says what that is.
func (p *Problem) RuleName(instance int32) string {
	return p.Model.Rules[p.Model.Instances[instance].Rule].Name
}

// Where is the place of the rule of an instance in the spec, or that of the domain whose structure it is.
func (p *Problem) Where(instance int32) (src *diag.Source, span diag.Span) {
	r := p.ruleOf(instance)
	return r.source, r.span
}

func (p *Problem) ruleOf(instance int32) ruleSource {
	return p.ruleSources[p.Model.Instances[instance].Rule]
}

// Bound has the names that the rule of an instance binds, in the order of the text, with their values; those whose value
// depends on what is found are left out.
func (p *Problem) Bound(instance int32) []Binding {
	b, ok := p.Model.Instances[instance].Bindings.(*bindings)
	if !ok {
		return nil
	}
	return slices.DeleteFunc(b.all(), func(b Binding) bool { return !value.Known(b.Value) })
}

// Places are the cells and edges that an instance is about, each once: those that it binds, by themselves or as members of
// what it binds, in the order in which they are met. An instance that binds nothing has none.
func (p *Problem) Places(instance int32) []value.Value {
	var out []value.Value
	met := map[value.Key]bool{}
	var add func(v value.Value)
	add = func(v value.Value) {
		switch v := v.(type) {
		case value.Cell, value.Edge:
			if key := value.KeyOf(v); !met[key] {
				met[key] = true
				out = append(out, v)
			}
		case value.Tuple, value.List, value.Ring, *value.Set:
			for _, member := range value.Elements(v) {
				add(member)
			}
		}
	}
	for _, b := range p.Bound(instance) {
		add(b.Value)
	}
	return out
}

// maxSpoken bounds the work that a sentence may take, counted as [Options.MaxWork] is.
const maxSpoken = 1 << 20

// Sentence is what the rule of an instance says of it by its clause because; "" if it has none. A value that can't be
// computed, since that takes too much, is "?".
func (p *Problem) Sentence(instance int32) string {
	r := p.ruleOf(instance)
	if r.rule == nil || r.rule.Because == nil {
		return ""
	}
	known, ok := p.within(instance)
	if !ok {
		return ""
	}
	texts := r.rule.Because.Texts
	var out strings.Builder
	for i, x := range r.rule.Because.Values {
		out.WriteString(texts[i])
		out.WriteString(value.String(known(x)))
	}
	out.WriteString(texts[len(texts)-1])
	return out.String()
}

// within computes expressions as they stand within the rule of an instance: nil for what is not known, or takes too much. It is not ok if what the instance binds
// is not known.
func (p *Problem) within(instance int32) (known func(dsl.Expr) value.Value, ok bool) {
	r := p.ruleOf(instance)
	b, bound := p.Model.Instances[instance].Bindings.(*bindings)
	if r.rule == nil || bound != (r.rule.Binders != nil) {
		return nil, false
	}
	var sc *scope
	if bound {
		sc = b.scope
	}
	ev := p.knowing(context.Background())
	ev.made, ev.Source, ev.Limits.Work = p.Memo, r.source, maxSpoken
	return func(x dsl.Expr) (v value.Value) {
		ev.Guard(func() { ev.Attempt(func() { v = ev.eval(x, sc) }) })
		return v
	}, true
}
