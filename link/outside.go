package link

import (
	"nazo/dsl"
	"nazo/dsl/check"
	"nazo/link/format"
)

// Outside tells which givens stand outside of the board by the link statements of a spec, by the text of the target: a name,
// or a name with a key, as in "seen[north]".
func Outside(spec *check.Spec) map[string]format.Group {
	out := map[string]format.Group{}
	for _, s := range Statements(spec) {
		for _, p := range s.Parts {
			groups := format.GroupsOf(domainOf(p))
			if len(groups) != len(p.Targets) {
				continue
			}
			for i, t := range p.Targets {
				if target := Target(t); groups[i] != format.Inside && target != "" {
					out[target] = groups[i]
				}
			}
		}
	}
	return out
}

// Target is the text of a given, or of a given with a key that is a name; "" of anything else.
func Target(x dsl.Expr) string {
	switch x := x.(type) {
	case *dsl.Name:
		return x.Text
	case *dsl.Index:
		of, isName := x.X.(*dsl.Name)
		if key, ok := x.Keys[0].(*dsl.Name); ok && isName && len(x.Keys) == 1 {
			return of.Text + "[" + key.Text + "]"
		}
	}
	return ""
}
