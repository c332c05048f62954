package judge

import (
	"iter"
	"slices"

	"nazo/dsl"
	"nazo/dsl/check"
	"nazo/dsl/diag"
	"nazo/dsl/library"
	"nazo/dsl/value"
)

// placed is a part of a statement with its source.
type placed[N dsl.Node] struct {
	node   N
	source *diag.Source
}

// program is a checked spec, split up for evaluation. It never changes.
type program struct {
	spec   *check.Spec
	lets   map[string]placed[*dsl.Let]
	needs  map[string][]string // the lets that each let mentions, perhaps through defs
	defs   map[string]placed[*dsl.Def]
	labels map[string]value.Label
	// constant has the expressions without local names and finds: they have one value for all answers.
	constant map[dsl.Expr]bool
	// settled has those without local names, but with finds or states: they have one value for each answer.
	settled map[dsl.Expr]bool
	// directed has the finds whose direction matters to rules or objectives. "" means that a call asks for a
	// direction without naming the path.
	directed map[string]bool
}

func newProgram(spec *check.Spec) *program {
	p := &program{spec: spec, lets: map[string]placed[*dsl.Let]{}, defs: map[string]placed[*dsl.Def]{}, labels: map[string]value.Label{},
		constant: map[dsl.Expr]bool{}, settled: map[dsl.Expr]bool{}, directed: map[string]bool{}}
	for _, l := range spec.Lets {
		for _, name := range l.Stmt.Names() {
			p.lets[name.Text] = placed[*dsl.Let]{l.Stmt, l.Source}
		}
	}
	for _, d := range spec.Defs {
		p.defs[d.Stmt.Name.Text] = placed[*dsl.Def]{d.Stmt, d.Source}
	}
	p.noteNeeds()
	finds := map[string]bool{}
	for _, f := range spec.Finds {
		finds[f.Stmt.Name.Text] = true
	}
	for _, s := range spec.Stmts {
		switch s.Stmt.(type) {
		case *dsl.Link:
			continue
		case *dsl.Show, *dsl.Example:
			p.findConstants(s.Stmt)
			continue
		}
		p.findConstants(s.Stmt)
		dsl.Visit(s.Stmt, func(n dsl.Node) bool {
			switch n := n.(type) {
			case *dsl.LabelSet:
				for _, l := range labelsOf(n) {
					p.labels[l.Name] = l
				}
			case *dsl.Call:
				p.noteDirection(n, finds)
			}
			return true
		})
	}
	return p
}

// labelsOf returns the labels of an enumeration, in order.
func labelsOf(x *dsl.LabelSet) []value.Label {
	out := make([]value.Label, len(x.Labels))
	for i, l := range x.Labels {
		out[i] = value.Label{Name: l.Name.Text, Print: l.Print.Value, Rank: i + 1}
	}
	return out
}

// names is a set of names, such as those free in a node.
type names map[string]bool

// any reports whether some of the names are in a set.
func (n names) any(in map[string]bool) bool {
	for name, wanted := range n {
		if wanted && in[name] {
			return true
		}
	}
	return false
}

func (n names) addAll(other names) {
	for name := range other {
		n[name] = true
	}
}

// findConstants finds the constant expressions of a statement.
func (p *program) findConstants(s dsl.Stmt) {
	f := &localFinder{p, names{}}
	dsl.Visit(s, func(n dsl.Node) bool {
		switch n := n.(type) {
		case *dsl.Binder: // binders of a let count, too: one at the top is used elsewhere only
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

// localFinder finds local names: those bound anywhere in a statement.
type localFinder struct {
	p     *program
	local names
}

// free returns the local names that are free in n. Expressions without any are constant, or settled if they are unknown.
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
	if x, ok := n.(dsl.Expr); ok && len(out) == 0 && worthKeeping(x) {
		if f.p.spec.Unknown(x) {
			f.p.settled[x] = true
		} else {
			f.p.constant[x] = true
		}
	}
	return out
}

// bound returns the free names of binders and of the expressions below them. Each binder binds its names for what
// follows.
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

// worthKeeping reports whether computing an expression takes longer than a lookup.
func worthKeeping(x dsl.Expr) bool {
	switch x.(type) {
	case *dsl.Call, *dsl.Quantifier, *dsl.Comprehension, *dsl.Binary, *dsl.Index, *dsl.SetLit, *dsl.ListLit, *dsl.LabelSet:
		return true
	}
	return false
}

// noteNeeds finds for each let which lets its value mentions, directly or through defs.
func (p *program) noteNeeds() {
	p.needs = map[string][]string{}
	for name, let := range p.lets {
		var needs []string
		met := map[string]bool{name: true}
		texts := []dsl.Node{let.node.Bind.Value}
		for len(texts) > 0 {
			text := texts[len(texts)-1]
			texts = texts[:len(texts)-1]
			dsl.Visit(text, func(n dsl.Node) bool {
				mentioned, ok := n.(*dsl.Name)
				if !ok || met[mentioned.Text] {
					return true
				}
				met[mentioned.Text] = true
				if _, isLet := p.lets[mentioned.Text]; isLet {
					needs = append(needs, mentioned.Text)
				} else if def, isDef := p.defs[mentioned.Text]; isDef {
					texts = append(texts, def.node.Body)
				}
				return true
			})
		}
		p.needs[name] = needs
	}
}

// let returns the value of a let. It is computed once for all answers if it depends on nothing unknown, otherwise
// once for each. The lets that it needs are computed before it, in a loop, so a chain of lets may have any length.
func (ev *evaluator) let(wanted string) value.Value {
	if v, done := ev.valueOf(wanted); done {
		return v
	}
	begun := map[string]bool{}
	for todo := []string{wanted}; len(todo) > 0; {
		name := todo[len(todo)-1]
		if _, done := ev.valueOf(name); !done && !begun[name] {
			begun[name] = true
			for _, needed := range ev.needs[name] {
				if _, done := ev.valueOf(needed); !done && !begun[needed] {
					todo = append(todo, needed)
				}
			}
			continue
		} else if !done {
			ev.define(ev.program.lets[name])
		}
		todo = todo[:len(todo)-1]
	}
	v, _ := ev.valueOf(wanted)
	return v
}

// valueOf returns the value of a let if it was computed.
func (ev *evaluator) valueOf(let string) (v value.Value, done bool) {
	if v, done = ev.known[let]; !done {
		v, done = ev.lets[let]
	}
	return v, done
}

// define computes a let for all of its names. The depth of calls starts anew, as it is not nested in its user.
func (ev *evaluator) define(let placed[*dsl.Let]) {
	source, body, depth := ev.source, ev.body, ev.depth
	ev.source, ev.body, ev.depth = let.source, 0, 0
	parts := ev.match(let.node.Bind, ev.eval(let.node.Bind.Value, nil), nil)
	ev.source, ev.body, ev.depth = source, body, depth
	for ; parts != nil; parts = parts.Up {
		if ev.spec.Unknown(let.node.Bind.Value) {
			ev.lets[parts.Name] = parts.Value
			continue
		}
		ev.known[parts.Name] = parts.Value
		ev.memo.keep(parts.Value)
	}
}

// noteDirection records a path whose direction a call asks for.
func (p *program) noteDirection(call *dsl.Call, finds map[string]bool) {
	f := library.Find(call.Func.Text)
	if f == nil || f.AsksIn(len(call.Args)) == library.Nothing || len(call.Args) == 0 {
		return
	}
	path := "" // any path
	if name, ok := call.Args[0].(*dsl.Name); ok && finds[name.Text] {
		path = name.Text
	}
	p.directed[path] = true
}

// mostTurned bounds the paths of one answer that are tried in both directions. Further paths begin at their lesser end.
const mostTurned = 12

// directions yields the variants of an answer with its undirected paths in either direction, if rules ask for a
// direction that the answer does not give. Without such paths it yields a alone.
func (j *Judge) directions(a *Answer) iter.Seq[*Answer] {
	return func(yield func(*Answer) bool) {
		var places []int
		var ways [][2]*value.Route
		for i, f := range j.Finds {
			w, ok := a.Values[i].(*value.Route)
			if !ok || w.First != nil || !j.ev.directed[f.Name] && !j.ev.directed[""] || len(places) == mostTurned {
				continue
			}
			if there, back, ok := w.Directions(); ok {
				places, ways = append(places, i), append(ways, [2]*value.Route{there, back})
			}
		}
		for bits := range 1 << len(places) {
			turned := *a
			turned.Values = slices.Clone(a.Values)
			for k, i := range places {
				turned.Values[i] = ways[k][bits>>k&1]
			}
			if !yield(&turned) {
				return
			}
		}
	}
}
