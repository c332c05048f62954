package judge

import (
	"nazo/dsl"
	"nazo/dsl/check"
	"nazo/dsl/diag"
	"nazo/value"
)

// placed is a part of a statement and the source that its spans point into.
type placed[N dsl.Node] struct {
	node   N
	source *diag.Source
}

// program is a checked spec, taken apart for evaluation. It never changes.
type program struct {
	spec   *check.Spec
	lets   map[string]placed[*dsl.Let]
	needs  map[string][]string // the lets that each let mentions, be it by defs
	defs   map[string]placed[*dsl.Def]
	labels map[string]value.Label
	// constant has the expressions that mention no local name and nothing that is to
	// be found: they have one value for all answers.
	constant map[dsl.Expr]bool
	// directed has the finds whose direction rules or objectives ask for; under "" it
	// says that some path is asked which a call does not name.
	directed map[string]bool
}

func newProgram(spec *check.Spec) *program {
	p := &program{spec: spec, lets: map[string]placed[*dsl.Let]{}, defs: map[string]placed[*dsl.Def]{}, labels: map[string]value.Label{},
		constant: map[dsl.Expr]bool{}, directed: map[string]bool{}}
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

// mentions reports whether a part of the spec mentions one of some names, itself or by the lets and defs that it names.
func (p *program) mentions(text dsl.Node, wanted names) bool {
	found, met := false, names{}
	for texts := []dsl.Node{text}; len(texts) > 0 && !found; {
		text, texts = texts[len(texts)-1], texts[:len(texts)-1]
		dsl.Visit(text, func(n dsl.Node) bool {
			name, ok := n.(*dsl.Name)
			if !ok || met[name.Text] {
				return !found
			}
			met[name.Text] = true
			found = found || wanted[name.Text]
			if let, ok := p.lets[name.Text]; ok {
				texts = append(texts, let.node.Bind.Value)
			}
			if def, ok := p.defs[name.Text]; ok {
				texts = append(texts, def.node.Body)
			}
			return !found
		})
	}
	return found
}

// labelsOf are the labels of an enumeration, in their order.
func labelsOf(x *dsl.LabelSet) []value.Label {
	out := make([]value.Label, len(x.Labels))
	for i, l := range x.Labels {
		out[i] = value.Label{Name: l.Name.Text, Print: l.Print.Value, Rank: i + 1}
	}
	return out
}
