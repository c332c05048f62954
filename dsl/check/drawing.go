package check

import (
	"maps"
	"slices"
	"sync"

	"nazo/dsl"
	"nazo/dsl/diag"
)

// Drawing is how a spec says that new boards are drawn: a puzzle of its own, whose solutions have the values to print.
type Drawing struct {
	// Spec has the spec's givens, what its make statements say, the rules of the spec that they name, and the lets, defs and
	// finds that these mention.
	Spec *Spec
	// Printing has the same statements and a show statement for each of Prints. It shows a value, or for keys the list of
	// tuples (key…, value). Here finds count as known, since they are by the time of printing.
	Printing *Spec
	Prints   []Placed[*dsl.Print]
}

// draw checks the make statements as a spec of its own.
func (c *checker) draw() {
	var makes []dsl.Node
	for _, p := range c.spec.Stmts {
		if m, ok := p.Stmt.(*dsl.Make); ok {
			makes = append(makes, m)
		}
	}
	if len(makes) == 0 {
		return
	}
	last, held := makes[len(makes)-1], c.held()
	for _, r := range c.spec.Rules {
		if held[r.Stmt] {
			makes = append(makes, r.Stmt)
		}
	}
	if c.spec.Moving() {
		c.errorf(makes[0], "make-moving", "make statements draw puzzles that stand still, and this one moves")
		return
	}
	needed := c.needed(makes)
	for name := range needed { // used, if only here
		if s := c.values[name]; s != nil {
			s.used = true
		}
		if f := c.functions[name]; f != nil {
			f.used = true
		}
	}
	d := c.drawing(needed, held)
	for _, p := range d.Prints {
		c.src = p.Source
		if s := c.refer(p.Stmt.Name); s == nil || s.role != RoleGiven {
			c.unknownGiven(p.Stmt.Name, s, "only givens are printed")
		}
	}
	switch {
	case c.diags.HasErrors():
		return
	case len(d.Prints) == 0:
		c.errorf(last, "make-nothing", "nothing of what is drawn is printed").Expect("make GIVEN[KEY] = VALUE for KEY in KEYS")
		return
	case len(d.Spec.Finds) == 0:
		c.errorf(last, "make-nothing", "there is nothing to draw here: no make statement mentions a find").Expect("make find NAME: DOMAIN")
		return
	}
	drawn := newChecker(d.Spec)
	drawn.record = c.record
	_, problems := drawn.run(&diag.List{})
	if !problems.HasErrors() {
		printing := newChecker(d.Printing)
		printing.record, printing.settled = c.record, true
		if _, problems = printing.run(&diag.List{}); !problems.HasErrors() {
			printing.prints(d)
		}
	}
	for _, p := range problems.All() {
		if p.Severity == diag.Error {
			c.add(p)
		}
	}
	c.spec.Drawing = d
}

// held returns the rules of the spec that make statements name.
func (c *checker) held() map[dsl.Node]bool {
	rules := map[string][]dsl.Node{} // a warning tells that some share a name
	for _, r := range c.spec.Rules {
		if r.Stmt.Name != nil {
			rules[r.Stmt.Name.Value] = append(rules[r.Stmt.Name.Value], r.Stmt)
		}
	}
	held := map[dsl.Node]bool{}
	for _, p := range c.spec.Stmts {
		c.src = p.Source
		for _, name := range heldBy(p.Stmt) {
			for _, r := range rules[name.Value] {
				held[r] = true
			}
			if rules[name.Value] == nil {
				c.errorf(name, "unknown-rule", "there is no rule %q", name.Value).
					Suggest(diag.Nearest(name.Value, slices.Sorted(maps.Keys(rules))))
			}
		}
	}
	return held
}

// heldBy returns the names of rules after make.
func heldBy(s dsl.Stmt) []*dsl.StringLit {
	if m, ok := s.(*dsl.Make); ok {
		if holds, ok := m.Stmt.(*dsl.Holds); ok {
			return holds.Rules
		}
	}
	return nil
}

// drawing collects what the make statements say, with the rules held that they name, and which of the spec's names they
// need.
func (c *checker) drawing(needed map[string]bool, held map[dsl.Node]bool) *Drawing {
	begun := func() *Spec {
		return &Spec{File: c.spec.File, Name: c.spec.Name, Title: c.spec.Title, derived: &sync.Map{}}
	}
	d := &Drawing{Spec: begun(), Printing: begun()}
	all := d.Printing
	var found []dsl.Node // all statements but prints, lets and defs
	for _, p := range c.spec.Stmts {
		keep := p.Stmt
		switch s := p.Stmt.(type) {
		case *dsl.Puzzle, *dsl.Given:
		case *dsl.Let, *dsl.Def, *dsl.Find, *dsl.Choose:
			if !declaresAny(s, needed) {
				continue
			}
		case *dsl.Rule:
			if !held[s] {
				continue
			}
			keep = &dsl.Rule{At: s.At, Name: s.Name, Binders: s.Binders, Body: s.Body}
		case *dsl.Make:
			if heldBy(s) != nil {
				continue
			}
			keep = s.Stmt
		default:
			continue
		}
		switch s := keep.(type) {
		case *dsl.Find: // nobody reads how a drawing is found
			keep = &dsl.Find{At: s.At, Name: s.Name, Keys: s.Keys, Domain: s.Domain}
		case *dsl.Choose: // in a drawing all is found alike
			keep = &dsl.Find{At: s.At, Name: s.Name, Keys: s.Keys, Domain: s.Domain}
		case *dsl.Print:
			d.Prints = append(d.Prints, Placed[*dsl.Print]{s, p.Source})
			keep = &dsl.Show{At: s.At, What: shownBy(s)}
		}
		switch keep.(type) {
		case *dsl.Given, *dsl.Find, *dsl.Rule:
			found = append(found, keep)
		}
		all.Stmts = append(all.Stmts, Placed[dsl.Stmt]{keep, p.Source})
	}
	all.sort()
	needed = all.Mentioned(found...)
	for _, p := range all.Stmts {
		switch s := p.Stmt.(type) {
		case *dsl.Show:
			continue
		case *dsl.Let, *dsl.Def:
			if !declaresAny(s, needed) {
				continue
			}
		}
		d.Spec.Stmts = append(d.Spec.Stmts, p)
	}
	d.Spec.sort()
	return d
}

// needed returns the names that some nodes and the givens mention, also through lets, defs and the domains of finds.
func (c *checker) needed(nodes []dsl.Node) map[string]bool {
	for _, g := range c.spec.Givens {
		nodes = append(nodes, g.Stmt)
	}
	domains := map[string]dsl.Node{}
	for _, f := range c.spec.Finds {
		domains[nameOf(f.Stmt.Name)] = f.Stmt
	}
	for _, f := range c.spec.Chooses {
		domains[nameOf(f.Stmt.Name)] = f.Stmt
	}
	for {
		needed := c.spec.Mentioned(nodes...)
		more := false
		for name, f := range domains {
			if needed[name] {
				nodes, more = append(nodes, f), true
				delete(domains, name)
			}
		}
		if !more {
			return needed
		}
	}
}

// declaresAny reports whether a statement declares one of some names. A label is declared by the set that lists it.
func declaresAny(s dsl.Stmt, names map[string]bool) (declares bool) {
	var declared []*dsl.Name
	switch s := s.(type) {
	case *dsl.Let:
		declared = s.Names()
	case *dsl.Def:
		declared = []*dsl.Name{s.Name}
	case *dsl.Find:
		declared = []*dsl.Name{s.Name}
	case *dsl.Choose:
		declared = []*dsl.Name{s.Name}
	}
	declares = slices.ContainsFunc(declared, func(n *dsl.Name) bool { return names[nameOf(n)] })
	dsl.Visit(s, func(n dsl.Node) bool {
		if l, ok := n.(*dsl.Label); ok && names[nameOf(l.Name)] {
			declares = true
		}
		return !declares
	})
	return declares
}

// shownBy returns the value that a print prints, or the list of tuples of its keys and values.
func shownBy(p *dsl.Print) dsl.Expr {
	if p.Keys == nil && p.Binders == nil {
		return p.Value
	}
	head := &dsl.Tuple{At: p.At, Elems: append(slices.Clip(p.Keys), p.Value)}
	if p.Binders == nil {
		return &dsl.ListLit{At: p.At, Elems: []dsl.Expr{head}}
	}
	return &dsl.Comprehension{At: p.At, List: true, Head: head, Binders: p.Binders}
}

// prints checks the type of each value that is printed. It must be that of its given.
func (c *checker) prints(d *Drawing) {
	for i, p := range d.Prints {
		c.src = p.Source
		c.print(p.Stmt, d.Printing.Shows[i].Stmt.What)
	}
}

func (c *checker) print(p *dsl.Print, shown dsl.Expr) {
	if p.Keys == nil && p.Binders != nil {
		c.errorf(p.Binders, "make-keys", "`%s` is printed once, and this says for which keys", p.Name.Text).
			Expect("make " + p.Name.Text + "[KEY] = VALUE for KEY in KEYS")
		return
	}
	c.inShow = true
	got, want := c.expr(shown), c.refer(p.Name).typ
	c.inShow = false
	if got.bad() || want.bad() {
		return
	}
	if p.Keys != nil {
		if want.Kind != Array || len(want.Keys) != len(p.Keys) {
			c.errorf(p.Keys[0], "make-keys", "`%s` is %s, which has no such keys", p.Name.Text, want)
			return
		}
		tuple := got.Elem.Parts
		for k, key := range want.Keys {
			if !comparable(tuple[k], key) {
				c.wrongType(p.Keys[k], key.String(), tuple[k])
				return
			}
		}
		got, want = tuple[len(tuple)-1], want.Elem
	}
	words := want.Kind == Label && len(want.Enums) == 0 // a letter is printed for each value
	if !words && !comparable(got, want) && !got.isNone() {
		c.wrongType(p.Value, want.String(), got)
	}
}
