// Package check resolves the names of a spec, gives every expression a type, and finds out what
// is known before anything is solved. A spec that passes can be evaluated without a value of the wrong kind.
//
// It looks at specs, not at instances. Whether a grid's rows are equally long, or a number lies
// within its range, is for package instance to say. It evaluates nothing.
package check

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

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
	record    *Record         // the record for editors that ask about places, or nil
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
		c.warnSameName()
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

// call is a call of a def whose body is being checked.
type call struct {
	name *dsl.Name
	src  *diag.Source
}

// maxCallNotes is how many of the calls that lead to a mistake are shown.
const maxCallNotes = 3

// mistake identifies a diagnostic: the body of a def is checked for each kind of
// arguments, and tells its mistakes once.
type mistake struct {
	src  *diag.Source
	span diag.Span
	code string
}

// errorf reports a mistake at a node. The returned diagnostic can be added to.
// Within the body of a def, the calls that lead there are noted.
func (c *checker) errorf(at dsl.Node, code, format string, args ...any) *diag.Diagnostic {
	d := diag.Errorf(c.src, at.Span(), code, format, args...)
	for i := len(c.calls) - 1; i >= 0 && i >= len(c.calls)-maxCallNotes; i-- {
		call := c.calls[i]
		d.Note(call.src, call.name.Span(), "in this call of `%s`", call.name.Text)
	}
	c.add(d)
	return d
}

// warnf reports something that is probably not meant; if the spec has mistakes,
// they come first, and nothing is said.
func (c *checker) warnf(at dsl.Node, code, format string, args ...any) *diag.Diagnostic {
	d := diag.Warnf(c.src, at.Span(), code, format, args...)
	c.warnings = append(c.warnings, d)
	return d
}

// add keeps a diagnostic unless there is one of the kind at the place.
func (c *checker) add(d *diag.Diagnostic) {
	if c.spec.lacking && strings.HasPrefix(d.Code, "unknown-") {
		return // it may be in the spec that can't be read
	}
	m := mistake{d.Source, d.Span, d.Code}
	if !c.reported[m] {
		c.reported[m] = true
		c.diags.Add(d)
	}
}

// wrongType reports that a node is not what it must be.
func (c *checker) wrongType(at dsl.Node, expected string, got *Type) *diag.Diagnostic {
	return c.errorf(at, "wrong-type", "this is %s", present(got)).Expect(expected)
}

// mustBeKnown reports that a node may not depend on what is to be found.
func (c *checker) mustBeKnown(at dsl.Node, what string) *diag.Diagnostic {
	message, who := "%s must be known before solving begins", "the solver decides"
	switch {
	case c.dealing:
		message, who = "%s must not depend on what is hidden", "is hidden"
	case c.spec.Moving():
		message, who = "%s must be known before anything moves", "moves change"
	}
	d := c.errorf(at, "must-be-known", message, what)
	if name := c.unknownName(at); name != nil && name.Span() != at.Span() {
		d.Note(c.src, name.Span(), "it depends on `%s`, which %s", name.Text, who)
	}
	return d
}

// unknownName finds a name in a node that stands for something unknown.
func (c *checker) unknownName(n dsl.Node) (found *dsl.Name) {
	dsl.Visit(n, func(n dsl.Node) bool {
		if name, ok := n.(*dsl.Name); ok && found == nil && c.spec.Unknown(name) {
			found = name
		}
		return found == nil
	})
	return found
}

// advise adds to a message about two things that do not go together how one is made of the other, where people often take one
// for the other: a place for a cell, an edge for an arc.
func advise(d *diag.Diagnostic, a, b *Type) *diag.Diagnostic {
	if a.isPlace() && b.ofCells() || b.isPlace() && a.ofCells() {
		return d.Helpf("the cell in row r and column c is cell(board, r, c)")
	}
	return adviseArcs(d, a, b)
}

// isPlace reports whether a type is (row, column), or a collection of these.
func (t *Type) isPlace() bool {
	for t.Kind == Set || t.Kind == List {
		t = t.Elem
	}
	return t.Kind == Tuple && len(t.Parts) == 2 && t.Parts[0].is(Int) && t.Parts[1].is(Int)
}

// ofCells reports whether a type is a cell, or a collection of cells or of what lies between them.
func (t *Type) ofCells() bool {
	for t.Elem != nil && t.Kind != Array {
		t = t.Elem
	}
	return t.Kind == Cell || t.Kind == Board
}

// bareLabels reports a set of words that are nothing where labels may be declared, {red, green}: labels are declared with the texts that print them. The
// words count as declared then, so that each is reported once.
func (c *checker) bareLabels(e dsl.Expr) bool {
	set, ok := e.(*dsl.SetLit)
	if !ok || len(set.Elems) < 2 {
		return false
	}
	var names []*dsl.Name
	prints := map[string]bool{}
	for _, elem := range set.Elems {
		n, ok := elem.(*dsl.Name)
		if !ok || c.lookup(n.Text) != nil || constants[n.Text] != nil || typeWords[n.Text] != nil || c.functions[n.Text] != nil || isFunction(n.Text) {
			return false
		}
		if cmp.Or(diag.Nearest(n.Text, c.visibleValues()), dsl.ElsewhereValue(n.Text), dsl.FormUsage(n.Text)) != "" {
			return false
		}
		names = append(names, n)
		prints[initial(n.Text)] = true
	}
	var labels []string
	for _, n := range names {
		print := n.Text
		if len(prints) == len(names) {
			print = initial(print)
		}
		labels = append(labels, n.Text+` "`+print+`"`)
		s := &symbol{name: n, role: asLabel, src: c.src, typ: badType}
		c.values[n.Text] = s
		c.record.declares(s)
	}
	c.errorf(names[0], "unknown-name", "there is no name `%s`", names[0].Text).
		Helpf("a label is declared with the text that prints it: {%s}", strings.Join(labels, ", "))
	return true
}

// initial is the first character of a name.
func initial(name string) string { return string([]rune(name)[:1]) }

// counted says how many there are of something.
func counted(n int, thing string) string {
	switch n {
	case 0:
		return "no " + thing + "s"
	case 1:
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
