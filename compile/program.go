package compile

import (
	"nazo/compile/lower"
	"nazo/dsl"
	"nazo/dsl/check"
	"nazo/dsl/diag"
	"nazo/dsl/instance"
	"nazo/dsl/value"
	"nazo/internal/model"
)

// program is a checked spec, split up for evaluation. It never changes.
type program struct {
	spec *check.Spec
	// order has the names of givens, lets, finds and choices in the order of the text.
	order []string
	decls map[string]*declaration
	defs  map[string]*definition
	rules []*ruleStmt
	// These are the parts of a puzzle that moves besides its states; see machine.go.
	moves   []placed[*dsl.Move]
	goals   []placed[*dsl.Goal]
	nevers  []placed[*dsl.Never]
	players []placed[*dsl.Player]
	hidden  []placed[*dsl.Name]
	// labels are the words declared by enumerations anywhere in the spec.
	labels map[string]value.Label
	// readings compute library functions for unknown arguments.
	readings map[string]lower.Reading
	// ends says how rules and objectives use the ends of paths.
	ends map[string]*endUse
}

// declaration is a statement that gives a name a value.
type declaration struct {
	name   string
	stmt   dsl.Stmt // *dsl.Given, *dsl.Let, *dsl.Find, *dsl.Choose or *dsl.State
	index  int      // of a given
	source *diag.Source
}

type definition struct {
	*dsl.Def
	source *diag.Source
	closed bool // unknown only through its parameters
}

type ruleStmt struct {
	*dsl.Rule
	source *diag.Source
}

// placed is a part of a statement with its source.
type placed[N dsl.Node] struct {
	node   N
	source *diag.Source
}

// global is the value of a declaration, computed on demand.
type global struct {
	decl  *declaration
	value value.Value
	state globalState
}

type globalState uint8

const (
	pending globalState = iota
	computing
	ready
	broken // reported; dependents are given up silently
)

func newProgram(spec *check.Spec) *program {
	p := &program{spec: spec, decls: map[string]*declaration{}, defs: map[string]*definition{}, labels: map[string]value.Label{}, readings: lower.Readings(), ends: map[string]*endUse{}}
	declare := func(name string, s dsl.Stmt, part int, src *diag.Source) {
		if _, repeated := p.decls[name]; !repeated {
			p.order = append(p.order, name)
			p.decls[name] = &declaration{name, s, part, src}
		}
	}
	for _, s := range spec.Stmts {
		switch stmt := s.Stmt.(type) {
		case *dsl.Given:
			for i, part := range stmt.Parts {
				declare(part.Name.Text, stmt, i, s.Source)
			}
		case *dsl.Let:
			for _, name := range stmt.Names() {
				declare(name.Text, stmt, 0, s.Source)
			}
		case *dsl.Find:
			declare(stmt.Name.Text, stmt, 0, s.Source)
		case *dsl.Choose:
			declare(stmt.Name.Text, stmt, 0, s.Source)
		case *dsl.Def:
			p.defs[stmt.Name.Text] = &definition{Def: stmt, source: s.Source}
		case *dsl.Rule:
			p.rules = append(p.rules, &ruleStmt{stmt, s.Source})
		case *dsl.State:
			declare(stmt.Name.Text, stmt, 0, s.Source)
		case *dsl.Move:
			p.moves = append(p.moves, placed[*dsl.Move]{stmt, s.Source})
		case *dsl.Goal:
			p.goals = append(p.goals, placed[*dsl.Goal]{stmt, s.Source})
		case *dsl.Never:
			p.nevers = append(p.nevers, placed[*dsl.Never]{stmt, s.Source})
		case *dsl.Player:
			p.players = append(p.players, placed[*dsl.Player]{stmt, s.Source})
		case *dsl.Hidden:
			for _, name := range stmt.Names {
				p.hidden = append(p.hidden, placed[*dsl.Name]{name, s.Source})
			}
		case *dsl.Show, *dsl.Link, *dsl.Example:
			continue
		}
		p.survey(s.Stmt)
	}
	for _, d := range p.defs {
		d.closed = p.closed(d.Body)
	}
	return p
}

// closed reports whether an expression, also through defs, mentions nothing that the solver decides. Its value is
// then known for known local names.
func (p *program) closed(n dsl.Node) bool {
	if name, ok := n.(*dsl.Name); ok {
		if def, ok := p.defs[name.Text]; ok {
			return p.closed(def.Body) // defs are not recursive
		}
		if decl, ok := p.decls[name.Text]; ok {
			switch stmt := decl.stmt.(type) {
			case *dsl.Given:
				return true
			case *dsl.Let:
				return !p.spec.Unknown(stmt.Bind.Value)
			}
			return false
		}
	}
	closed := true
	dsl.Children(n, func(child dsl.Node) { closed = closed && p.closed(child) })
	return closed
}

// survey collects labels and uses of the ends of paths.
func (p *program) survey(s dsl.Stmt) {
	dsl.Visit(s, func(n dsl.Node) bool {
		switch n := n.(type) {
		case *dsl.LabelSet:
			for i, l := range n.Labels {
				p.labels[l.Name.Text] = value.Label{Name: l.Name.Text, Print: l.Print.Value, Rank: i + 1}
			}
		case *dsl.Call:
			p.surveyEnds(n)
		}
		return true
	})
	if r, ok := s.(*dsl.Rule); ok && r.Binders == nil {
		p.surveyPlainEnds(r.Body)
	}
}

// force returns the value of a global, computed if need be. at is where it is used.
func (ev *evaluator) force(g *global, at dsl.Node) value.Value {
	switch g.state {
	case ready:
		return g.value
	case computing:
		ev.Fail(at, "circular", "%s is defined in terms of itself", g.decl.name)
	case broken:
		panic(lower.Abandoned{})
	}
	source, instance, body := ev.Source, ev.Instance, ev.body
	ev.Source, ev.body = g.decl.source, 0
	g.state = computing
	defer func() {
		ev.Source, ev.Instance, ev.body = source, instance, body
		if g.state != ready {
			g.state = broken
		}
	}()
	g.value = ev.declared(g.decl)
	g.state = ready
	return g.value
}

// declared computes the value of a given, let, find, choice or state.
func (ev *evaluator) declared(d *declaration) value.Value {
	switch s := d.stmt.(type) {
	case *dsl.Given:
		v := ev.given(d)
		if ev.seek != nil {
			v = ev.unknownParts(d, v)
		}
		return v
	case *dsl.Let:
		return ev.let(s, d.name)
	case *dsl.Find:
		return ev.find(d.name, s.Keys, s.Domain, false)
	case *dsl.Choose:
		return ev.find(d.name, s.Keys, s.Domain, true)
	case *dsl.State:
		return ev.state(d, s)
	}
	panic("compile: nothing declares " + d.name)
}

// let computes a let once for all of its names, and returns the value of one.
func (ev *evaluator) let(let *dsl.Let, name string) value.Value {
	parts := ev.match(let.Bind, ev.eval(let.Bind.Value, nil), nil)
	for part := parts; part != nil; part = part.Up {
		if g := ev.globals[part.Name]; g != nil && g.decl != nil && g.decl.stmt == let {
			g.value, g.state = part.Value, ready
		}
	}
	v, _ := parts.Lookup(name)
	return v
}

// newEvaluator returns an evaluator that has computed nothing.
func newEvaluator(p *program, m *model.Model) *evaluator {
	ev := &evaluator{
		Lowerer: lower.New(m), program: p,
		globals: make(map[string]*global, len(p.decls)+len(p.labels)),
		input:   map[string]*instance.Entry{},
		layouts: map[string]layout{},
		memo:    map[memoKey]value.Value{},
		lookup:  check.NewLookup[value.Alternative](p.spec, check.WhenItPays, Options{}.limits().Elements),
	}
	ev.Structure = ev.structure
	for name, label := range p.labels {
		ev.globals[name] = &global{value: label, state: ready}
	}
	for name, d := range p.decls {
		ev.globals[name] = &global{decl: d}
	}
	return ev
}
