package compile

import (
	"context"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"nazo/dsl"
	"nazo/dsl/diag"
	"nazo/dsl/value"
	"nazo/internal/alg"
	"nazo/internal/model"
)

// Here are facts about a rule instance, an index in Model.Instances, for people. They are computed on demand and
// safe for several goroutines.

// Binding is a name that a rule binds, with its value in an instance.
type Binding struct {
	Name  string
	Value value.Value
}

// RuleName returns the name of the rule of an instance. For the structure of a find it describes the structure.
func (p *Problem) RuleName(instance int32) string {
	return p.Model.Rules[p.Model.Instances[instance].Rule].Name
}

// Where returns the place in the spec of an instance's rule, or of the domain for the structure of a find.
func (p *Problem) Where(instance int32) (src *diag.Source, span diag.Span) {
	r := p.ruleOf(instance)
	return r.source, r.span
}

func (p *Problem) ruleOf(instance int32) ruleSource {
	return p.ruleSources[p.Model.Instances[instance].Rule]
}

// Bound returns the names that an instance binds to known values, in the order of the text.
func (p *Problem) Bound(instance int32) []Binding {
	b, ok := p.Model.Instances[instance].Bindings.(*bindings)
	if !ok {
		return nil
	}
	return slices.DeleteFunc(b.all(), func(b Binding) bool { return !value.Known(b.Value) })
}

// Places returns the cells and edges of an instance, each once. They are those that it binds
// ([Problem.BoundPlaces]), or else those of the finds that it mentions: for i = 3 the cells of row i. An instance
// that binds nothing, or mentions all of a find, has none.
func (p *Problem) Places(instance int32) []value.Value {
	if bound := p.BoundPlaces(instance); bound != nil || len(p.Bound(instance)) == 0 {
		return bound
	}
	return p.scopes.of(p, instance)
}

// BoundPlaces returns the cells and edges that an instance binds, also within collections, in order. A cell does
// not count if the rule only asks for its row or column.
func (p *Problem) BoundPlaces(instance int32) []value.Value {
	var out places
	for _, b := range p.Bound(instance) {
		if !standsForLine(p.ruleOf(instance).rule, b.Name) {
			out.add(b.Value)
		}
	}
	return out.all
}

// places is a list of cells and edges without repeats.
type places struct {
	all []value.Value
	met map[value.Key]bool
}

// add adds a place, or the members of a collection that are places.
func (p *places) add(v value.Value) {
	switch v := v.(type) {
	case value.Cell, value.Edge:
		if key := value.KeyOf(v); !p.met[key] {
			if p.met == nil {
				p.met = map[value.Key]bool{}
			}
			p.met[key] = true
			p.all = append(p.all, v)
		}
	case value.Tuple, value.List, value.Ring, *value.Set:
		for _, member := range value.Elements(v) {
			p.add(member)
		}
	}
}

// standsForLine reports whether a rule uses a bound name only to ask for its row or column.
func standsForLine(r *dsl.Rule, name string) bool {
	if r == nil {
		return false
	}
	met, asked := 0, 0
	isName := func(n dsl.Node) bool {
		x, ok := n.(*dsl.Name)
		return ok && x.Text == name
	}
	dsl.VisitMeaning(r, func(n dsl.Node) bool {
		if isName(n) {
			met++
		}
		if call, ok := n.(*dsl.Call); ok && len(call.Args) == 1 && isName(call.Args[0]) && (call.Func.Text == "row" || call.Func.Text == "column") {
			asked++
		}
		return true
	})
	return asked > 0 && met == asked+1 // the binder is one occurrence, too
}

// scopes tells which places instances are about. It is computed on demand.
type scopes struct {
	once     sync.Once
	vars     [][]model.VarID // for each instance
	meanings map[model.VarID]Meaning
	whole    map[int32]int // number of places of each find

	listOnce sync.Once
	list     map[boundRule]int32 // instances by their rules and bindings
}

// boundRule is a rule, by its start, with its bindings as text.
type boundRule struct {
	source   *diag.Source
	start    int
	bindings string
}

// of returns the places that an instance is about, or nil if these are all places of a find.
func (s *scopes) of(p *Problem, instance int32) []value.Value {
	s.once.Do(func() {
		s.vars, _ = model.Scopes(p.Model)
		s.meanings, s.whole = p.Meanings(), map[int32]int{}
		all := make([]model.VarID, len(p.Model.Vars))
		for v := range all {
			all[v] = model.VarID(v)
		}
		_, s.whole = s.placesOf(p.Model, all)
	})
	found, counts := s.placesOf(p.Model, s.vars[instance])
	for find, n := range counts {
		if n == s.whole[find] {
			return nil
		}
	}
	return found
}

// placesOf returns the places of some variables, and their number for each find.
func (s *scopes) placesOf(m *model.Model, vars []model.VarID) ([]value.Value, map[int32]int) {
	var out places
	each := map[int32]*places{}
	for _, v := range vars {
		meaning, ok := s.meanings[v]
		if find := m.Vars[v].Find; ok && find >= 0 {
			if each[find] == nil {
				each[find] = &places{}
			}
			for _, at := range []value.Value{meaning.Key, meaning.Member} {
				out.add(at)
				each[find].add(at)
			}
		}
	}
	counts := map[int32]int{}
	for find, of := range each {
		counts[find] = len(of.all)
	}
	return out.all, counts
}

// InstanceOf returns the instance of a rule with bindings as text, as in "c = r3c4", or "" without binders. ok is
// false if there is none, or if the problem has no model.
func (p *Problem) InstanceOf(src *diag.Source, rule diag.Span, bindings string) (instance int32, ok bool) {
	if p == nil || p.Model == nil {
		return 0, false
	}
	s := p.scopes
	s.listOnce.Do(func() {
		s.list = map[boundRule]int32{}
		for i := len(p.Model.Instances) - 1; i >= 0; i-- { // so that the first of equal ones is kept
			in := p.Model.Instances[i]
			switch r := p.ruleSources[in.Rule]; {
			case r.rule == nil:
			case in.Bindings != nil:
				s.list[boundRule{r.source, r.span.Start, in.Bindings.String()}] = int32(i)
			case r.rule.Binders == nil:
				s.list[boundRule{r.source, r.span.Start, ""}] = int32(i)
			}
		}
	})
	instance, ok = s.list[boundRule{src, rule.Start, bindings}]
	return instance, ok
}

// within returns an evaluator of expressions in the scope of a rule instance. A value is nil if it is unknown or
// takes too much work. ok is false if a binding of the instance is unknown.
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

// Mention is a part of a given that an instance is about, such as clue[r3c4], with its value.
type Mention struct {
	Name  string
	Value value.Value
}

// Mentions returns the parts of givens that the rule of an instance mentions, also through lets and defs, at the
// bound places and values. If the instance binds nothing, it includes givens without parts. It omits values that
// are none, or not in a set.
func (p *Problem) Mentions(instance int32) (out []Mention) {
	r := p.ruleOf(instance)
	if r.rule == nil {
		return nil
	}
	keys := p.BoundPlaces(instance)
	met := map[value.Key]bool{}
	for _, k := range keys {
		met[value.KeyOf(k)] = true
	}
	for _, b := range p.Bound(instance) {
		if !met[value.KeyOf(b.Value)] {
			keys = append(keys, b.Value)
		}
	}
	spoken := p.Spoken(instance)
	for _, g := range p.Givens {
		if !spoken[g.Name] {
			continue
		}
		switch v := g.Value.(type) {
		case *value.Array:
			for _, k := range keys {
				if at, ok := v.At(k); ok && !value.IsNone(at) {
					out = append(out, Mention{g.Name + "[" + value.String(k) + "]", at})
				}
			}
		case value.Int, value.Bool, value.Label, value.Cell:
			if len(p.Bound(instance)) == 0 {
				out = append(out, Mention{g.Name, v})
			}
		case *value.Set:
			for _, k := range keys {
				if v.Contains(k) {
					out = append(out, Mention{value.String(k) + " in " + g.Name, value.True})
				}
			}
		}
	}
	return out
}

// String returns text such as "clue[r3c4] = 2" or "r3c4 in black".
func (m Mention) String() string {
	if m.Value == value.Value(value.True) {
		return m.Name
	}
	return m.Name + " = " + value.String(m.Value)
}

// Spoken returns the names that the rule of an instance mentions, also through lets and defs. It is nil for the structure
// of a find.
func (p *Problem) Spoken(instance int32) map[string]bool {
	if r := p.ruleOf(instance).rule; r != nil {
		return p.program.spec.Mentioned(r.Binders, r.Body)
	}
	return nil
}

// maxCondition is the length in characters of a condition that is still easy to read.
const maxCondition = 100

// Says returns the sentence of an instance's rule, or else its condition with known values filled in. If that is
// long, it lists the bindings, with the givens there. It is "" if the rule has one instance and neither. Values in
// a sentence are formatted by name.
func (p *Problem) Says(instance int32, name func(value.Value) string) string {
	for _, text := range []string{p.SentenceBy(instance, name), p.Condition(instance)} {
		if text != "" {
			return text
		}
	}
	var parts []string
	if bindings := p.Model.Instances[instance].Bindings; bindings != nil {
		parts = append(parts, "for "+bindings.String())
	}
	return strings.Join(append(parts, alg.Map(p.Mentions(instance), Mention.String)...), ", ")
}

// Condition returns the condition of a rule as text, with known values in the place of names: "k[r1c3] = 3" for k[c] =
// clue[c]. Truth values and names of collections stay. It is "" if there is no condition, or if it would be long.
func (p *Problem) Condition(instance int32) string {
	known, ok := p.within(instance)
	if !ok {
		return ""
	}
	r := p.ruleOf(instance)
	put := putter{problem: p, known: known, bound: map[string]bool{}, inner: map[string]bool{}}
	for _, b := range p.Bound(instance) {
		put.bound[b.Name] = true
	}
	dsl.Visit(r.rule.Body, func(n dsl.Node) bool {
		if b, ok := n.(*dsl.Binder); ok {
			for _, name := range b.Names {
				put.inner[name.Text] = true
			}
		}
		return true
	})
	put.in(r.rule.Body)
	text := put.text(r.source, r.rule.Body.Span())
	if utf8.RuneCountInString(text) > maxCondition {
		return ""
	}
	return text
}

// putter replaces expressions by their values in the text of a condition.
type putter struct {
	problem      *Problem
	known        func(dsl.Expr) value.Value
	bound, inner map[string]bool // names bound by the instance, and by the condition itself
	values       []put           // in the order of the text, not nested
}

type put struct {
	span diag.Span
	text string
}

// in collects the outermost expressions below a node that are replaced by values.
func (p *putter) in(n dsl.Node) {
	switch x := n.(type) {
	case *dsl.IntLit, *dsl.BoolLit, *dsl.NoneLit, *dsl.StringLit:
		return
	case *dsl.Call:
		if text, ok := p.said(x); ok {
			p.values = append(p.values, put{x.Span(), text})
			return
		}
		for _, a := range x.Args { // the name of a function is no expression
			p.in(a)
		}
		return
	case *dsl.Name, *dsl.Unary, *dsl.Binary, *dsl.If, *dsl.Index, *dsl.Quantifier, *dsl.Tuple, *dsl.SetLit, *dsl.ListLit, *dsl.Comprehension:
		if text, ok := p.said(x.(dsl.Expr)); ok {
			p.values = append(p.values, put{x.Span(), text})
			return
		}
	}
	dsl.Children(n, p.in)
}

// said returns the text that replaces an expression. ok is false if the expression stays.
func (p *putter) said(x dsl.Expr) (text string, ok bool) {
	own, bound := false, false
	dsl.Visit(x, func(n dsl.Node) bool {
		if name, ok := n.(*dsl.Name); ok {
			own, bound = own || p.inner[name.Text], bound || p.bound[name.Text]
		}
		return true
	})
	if own || p.problem.program.spec.Unknown(x) {
		return "", false
	}
	switch v := p.known(x).(type) {
	case value.Int, value.Cell, value.Edge, value.Label, value.Direction, value.None:
		return value.String(v), true
	case value.List, value.Tuple, value.Ring, *value.Set:
		if bound { // an unbound collection's name says more
			return briefly(v), true
		}
	}
	return "", false
}

// briefly formats a collection. A long one is cut down to its first and last element.
func briefly(v value.Value) string {
	const few = 3
	all, text := value.Elements(v), value.String(v)
	if len(all) <= few {
		return text
	}
	_, width := utf8.DecodeRuneInString(text)
	return text[:width] + value.String(all[0]) + " to " + value.String(all[len(all)-1]) + text[len(text)-1:]
}

// text returns a stretch of the source on one line, without comments, with values put in.
func (p *putter) text(src *diag.Source, span diag.Span) string {
	var out strings.Builder
	end, values := 0, p.values
	for _, t := range dsl.Scan(src.Slice(span)) {
		start := t.Start
		if t.Kind == dsl.CommentToken || start < end {
			continue
		}
		if end > 0 && start > end {
			out.WriteByte(' ')
		}
		word := t.Text
		end = t.End
		if len(values) > 0 && values[0].span.Start == span.Start+start {
			word, end = values[0].text, values[0].span.End-span.Start
			values = values[1:]
		}
		out.WriteString(word)
	}
	return out.String()
}
