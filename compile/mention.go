package compile

import (
	"nazo/dsl"
	"nazo/dsl/check"
	"nazo/value"
)

// Mention is a part of a given that an instance of a rule is about: "clue[r3c4]", and what it is.
type Mention struct {
	Name  string
	Value value.Value
}

// Mentions are the parts of givens that the rule of an instance speaks of, also through lets and defs, at the places and other
// values that the instance binds. Where it binds nothing, givens without parts are mentioned, too; what is none, or not in a set, is not.
func (p *Problem) Mentions(instance int32) (out []Mention) {
	r := p.ruleOf(instance)
	if r.rule == nil {
		return nil
	}
	keys := p.Places(instance)
	met := map[value.Key]bool{}
	for _, k := range keys {
		met[value.KeyOf(k)] = true
	}
	for _, b := range p.Bound(instance) {
		if !met[value.KeyOf(b.Value)] {
			keys = append(keys, b.Value)
		}
	}
	spoken := namesOf(p.program.spec, r.rule)
	for _, g := range p.Givens {
		if !spoken[g.Name] {
			continue
		}
		switch v := g.Value.(type) {
		case *value.Array:
			for _, k := range keys {
				if at, ok := v.At(k); ok && at != value.Value(value.None{}) {
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

// String says it: "clue[r3c4] = 2", "r3c4 in black".
func (m Mention) String() string {
	if m.Value == value.Value(value.True) {
		return m.Name
	}
	return m.Name + " = " + value.String(m.Value)
}

// namesOf are the names that the meaning of a rule has, with those of the lets and defs of the spec that it has.
func namesOf(spec *check.Spec, r *dsl.Rule) map[string]bool {
	below := map[string]dsl.Node{}
	for _, d := range spec.Defs {
		below[d.Stmt.Name.Text] = d.Stmt
	}
	for _, l := range spec.Lets {
		for _, name := range l.Stmt.Names() {
			below[name.Text] = l.Stmt
		}
	}
	names := map[string]bool{}
	var note func(n dsl.Node) bool
	note = func(n dsl.Node) bool {
		if name, ok := n.(*dsl.Name); ok && !names[name.Text] {
			names[name.Text] = true
			dsl.Visit(below[name.Text], note)
		}
		return true
	}
	dsl.VisitMeaning(r, note)
	return names
}
