// Package check is the gate between the syntax tree of a spec and its meaning:
// it resolves names, gives every expression a type, and finds out what is known
// before anything is solved. What passes can be evaluated without a value ever
// being of the wrong kind.
//
// It looks at specs, not at instances: that a grid's rows are equally long, or a
// number within its range, is left to whoever reads an instance; so is every
// question whose answer takes evaluating.
package check

import (
	"slices"

	"nazo/dsl"
	"nazo/dsl/diag"
)

// checker checks one spec. Its fields say where it is.
type checker struct {
	spec  *Spec
	diags *diag.List
	src   *diag.Source // that the nodes at hand belong to

	values    map[string]*symbol      // the spec's names of values, labels among them
	enums     map[*dsl.LabelSet]*Type // the types of declared sets of labels
	functions map[string]*function    // the spec's defs
	locals    []*symbol               // the names bound around the node at hand, innermost last
	base      int                     // the first of them that is visible: a def's own

	calls     []call   // the calls of defs that lead to the node at hand
	instances int      // of defs, checked so far
	tooMany   bool     // of them, or of calls within calls, which was reported
	instance  Instance // that the node at hand belongs to
	inShow    bool     // a show statement may say more than a rule
	reader    string   // what the node at hand belongs to, if that may not read what is hidden: "a player"
	dealing   bool     // hidden givens count as unknown
	shuffle   dsl.Expr // the value of the given at hand, which may be shuffled
	reported  map[mistake]bool
	warnings  []*diag.Diagnostic
	anchored  map[string]bool // finds of which a rule says where they start
	mentions  *mentions       // what the statement at hand mentions
	record    *Record         // what is kept for who asks about places; nil for nobody
}

// mentions collects what an expression mentions, also through lets and defs.
type mentions struct {
	given  bool
	finds  []*symbol // finds, chooses and states
	hidden []*symbol // givens that players may not read
}

func (m *mentions) add(other mentions) {
	m.given = m.given || other.given
	for _, s := range other.finds {
		if !slices.Contains(m.finds, s) {
			m.finds = append(m.finds, s)
		}
	}
	for _, s := range other.hidden {
		if !slices.Contains(m.hidden, s) {
			m.hidden = append(m.hidden, s)
		}
	}
}

// Check merges a spec with those it uses, found by uses (which may be nil), and
// checks the whole. The spec is complete, and fit to be compiled, if the list
// has no errors. A file that was not parsed without errors can be checked too,
// but what is missing from it will be missed.
func Check(file *dsl.File, uses Resolver) (*Spec, *diag.List) {
	problems := &diag.List{}
	return checkMerged(merge(file, uses, problems), problems)
}

// checkMerged checks a list of statements that is complete.
func checkMerged(spec *Spec, problems *diag.List) (*Spec, *diag.List) {
	return newChecker(spec).run(problems)
}

// run checks the statements, one after the other.
func (c *checker) run(problems *diag.List) (*Spec, *diag.List) {
	c.diags = problems
	c.findAnchors()
	c.declareAll()
	for _, stmt := range c.spec.Stmts {
		c.src = stmt.Source
		c.statement(stmt.Stmt)
	}
	c.uncalled()
	c.complete()
	if !c.diags.HasErrors() && len(c.spec.Hiddens) > 0 {
		c.unseen()
	}
	if !c.diags.HasErrors() {
		c.warnUnused()
		for _, w := range c.warnings {
			c.add(w)
		}
	}
	if c.record != nil {
		c.record.global = c.visibleSymbols()
	}
	return c.spec, c.diags
}

// newChecker returns a checker that has looked at nothing yet.
func newChecker(spec *Spec) *checker {
	spec.clear()
	return &checker{
		spec:      spec,
		diags:     &diag.List{},
		src:       spec.File.Source,
		values:    map[string]*symbol{},
		enums:     map[*dsl.LabelSet]*Type{},
		functions: map[string]*function{},
		reported:  map[mistake]bool{},
		anchored:  map[string]bool{},
		mentions:  &mentions{},
	}
}

// complete reports what a whole spec must have.
func (c *checker) complete() {
	if c.spec.Moving() {
		c.completeMoving()
		return
	}
	if len(c.spec.Finds) > 0 || c.diags.HasErrors() {
		return
	}
	c.diags.Add(diag.Errorf(c.spec.File.Source, c.end(), "missing-find", "the spec has nothing to find").
		Expect("find NAME: DOMAIN"))
}

// end is the place behind the last statement of the spec's own text.
func (c *checker) end() diag.Span {
	stmts := c.spec.File.Stmts
	if len(stmts) == 0 {
		return diag.Span{}
	}
	end := stmts[len(stmts)-1].Span().End
	return diag.Span{Start: end, End: end}
}
