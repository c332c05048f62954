package compile

import (
	"nazo/compile/layout"
	"nazo/dsl"
	"nazo/library"
)

// endUse counts how a spec speaks of the ends of a path.
type endUse struct {
	steps        bool // step(path) is used
	starts, ends int  // how often starts_at and ends_at are
	plain        int  // of these, how many name a known vertex at the top of a rule without binders
}

// anyPath stands for a path that a call does not name directly.
const anyPath = ""

func (p *program) endUse(call *dsl.Call) *endUse {
	path := anyPath
	if name, ok := call.Args[0].(*dsl.Name); ok {
		if d, declared := p.decls[name.Text]; declared {
			if _, find := d.stmt.(*dsl.Find); find {
				path = name.Text
			}
		}
	}
	if p.ends[path] == nil {
		p.ends[path] = &endUse{}
	}
	return p.ends[path]
}

func (p *program) surveyEnds(call *dsl.Call) {
	if len(call.Args) == 0 {
		return
	}
	switch asked(call) {
	case library.Steps:
		p.endUse(call).steps = true
	case library.Start:
		p.endUse(call).starts++
	case library.End:
		p.endUse(call).ends++
	}
}

// asked is the question of a call about the direction of a path.
func asked(call *dsl.Call) library.Direction {
	if f := library.Find(call.Func.Text); f != nil {
		return f.AsksIn(len(call.Args))
	}
	return library.Nothing
}

// surveyPlainEnds goes through what a rule joins by and.
func (p *program) surveyPlainEnds(x dsl.Expr) {
	switch x := x.(type) {
	case *dsl.Binary:
		if x.Op == dsl.OpAnd {
			p.surveyPlainEnds(x.X)
			p.surveyPlainEnds(x.Y)
		}
	case *dsl.Call:
		if end := asked(x); len(x.Args) == 2 && (end == library.Start || end == library.End) && !p.spec.Unknown(x.Args[1]) {
			p.endUse(x).plain++
		}
	}
}

// direction says what kind of direction a find needs if it is an undirected path.
func (p *program) direction(find string) layout.Direction {
	var use endUse
	for _, name := range []string{find, anyPath} {
		if u := p.ends[name]; u != nil {
			use.steps = use.steps || u.steps
			use.starts += u.starts
			use.ends += u.ends
			use.plain += u.plain
		}
	}
	switch {
	case use.steps:
		return layout.Numbered
	case use.starts+use.ends == 0:
		return layout.Undirected
	case use.starts <= 1 && use.ends <= 1 && use.plain == use.starts+use.ends:
		return layout.Anchored
	}
	return layout.Pointed
}
