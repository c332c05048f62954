// Package check resolves the names of a spec, gives every expression a type, and finds out what is
// known before solving. Evaluating a spec that passes never meets a value of the wrong kind.
//
// It checks specs, not instances, and evaluates nothing. Package instance checks whether the rows of a
// grid are equally long, or whether a number lies within its range.
package check

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"nazo/dsl"
	"nazo/dsl/diag"
)

// checker checks one spec.
type checker struct {
	spec  *Spec
	diags *diag.List

	values    map[string]*symbol      // the spec's names of values, including labels
	enums     map[*dsl.LabelSet]*Type // the types of declared sets of labels
	functions map[string]*function    // the spec's defs
	locals    []*symbol               // the names bound around the current node, innermost last
	frame

	instances int      // number of instances of defs checked so far
	tooMany   bool     // too many instances or nested calls were reported
	dealing   bool     // hidden givens count as unknown
	settled   bool     // finds count as known
	shuffle   dsl.Expr // the value of the current given, which may be shuffled
	reported  map[mistake]bool
	warnings  []*diag.Diagnostic
	anchored  map[string]bool // finds whose start is set by a rule
	record    *Record         // for editors that ask about places, or nil
}

// frame is the context of the current node.
type frame struct {
	src      *diag.Source // contains the current node
	base     int          // index of the first visible local; a def sees only its own
	calls    []call       // the calls of defs that lead to the current node
	instance Instance     // contains the current node
	inShow   bool         // a show statement may ask more than a rule
	reader   string       // who may not read hidden givens here, such as "a player", or ""
	mentions *mentions    // mentioned by the current statement
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

// Check merges a spec with the specs it uses and checks the whole. uses finds those specs and may be
// nil. The result can be compiled if the list has no errors. Check also accepts a file with parse
// errors, but reports the names whose declarations are lost.
func Check(file *dsl.File, uses Resolver) (*Spec, *diag.List) { return CheckRecorded(file, uses, nil) }

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
		c.draw()
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

func newChecker(spec *Spec) *checker {
	spec.clear()
	return &checker{
		spec:      spec,
		diags:     &diag.List{},
		frame:     frame{src: spec.File.Source, mentions: &mentions{}},
		values:    map[string]*symbol{},
		enums:     map[*dsl.LabelSet]*Type{},
		functions: map[string]*function{},
		reported:  map[mistake]bool{},
		anchored:  map[string]bool{},
	}
}

// complete reports required statements that the spec lacks.
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

// end returns the position after the last statement of the spec's own text.
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

// maxCallNotes bounds the calls listed in a diagnostic.
const maxCallNotes = 3

// mistake identifies a diagnostic. The body of a def is checked for each kind of arguments but reports
// each mistake once.
type mistake struct {
	src  *diag.Source
	span diag.Span
	code string
}

// errorf reports a mistake at a node. In the body of a def it also notes the calls that lead there.
func (c *checker) errorf(at dsl.Node, code, format string, args ...any) *diag.Diagnostic {
	d := diag.Errorf(c.src, at.Span(), code, format, args...)
	for i := len(c.calls) - 1; i >= 0 && i >= len(c.calls)-maxCallNotes; i-- {
		call := c.calls[i]
		d.Note(call.src, call.name.Span(), "in this call of `%s`", call.name.Text)
	}
	c.add(d)
	return d
}

// warnf reports something that is probably not meant. A spec with errors shows no warnings.
func (c *checker) warnf(at dsl.Node, code, format string, args ...any) *diag.Diagnostic {
	d := diag.Warnf(c.src, at.Span(), code, format, args...)
	c.warnings = append(c.warnings, d)
	return d
}

// add keeps a diagnostic unless the same code was already reported at the same place.
func (c *checker) add(d *diag.Diagnostic) {
	if c.spec.lacking && strings.HasPrefix(d.Code, "unknown-") {
		return // the spec that can't be read may declare it
	}
	m := mistake{d.Source, d.Span, d.Code}
	if !c.reported[m] {
		c.reported[m] = true
		c.diags.Add(d)
	}
}

func (c *checker) wrongType(at dsl.Node, expected string, got *Type) *diag.Diagnostic {
	return c.errorf(at, "wrong-type", "this is %s", present(got)).Expect(expected)
}

// mustBeKnown reports that a node may not depend on finds or states.
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

func (c *checker) unknownName(n dsl.Node) (found *dsl.Name) {
	dsl.Visit(n, func(n dsl.Node) bool {
		if name, ok := n.(*dsl.Name); ok && found == nil && c.spec.Unknown(name) {
			found = name
		}
		return found == nil
	})
	return found
}

// advise adds help to a message about two types that people often confuse: a place and a cell, or an edge and an arc.
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

// ofCells reports whether a type is a cell or an edge between cells, or a collection of these.
func (t *Type) ofCells() bool {
	for t.Elem != nil && t.Kind != Array {
		t = t.Elem
	}
	return t.Kind == Cell || t.Kind == Board
}

// bareLabels reports a set of unknown words where labels may be declared, such as {red, green}. It
// tells how to declare labels. The words then count as declared, so that each is reported once.
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
		c.declareLabel(n, badType)
	}
	c.errorf(names[0], "unknown-name", "there is no name `%s`", names[0].Text).
		Helpf("a label is declared with the text that prints it: {%s}", strings.Join(labels, ", "))
	return true
}

func initial(name string) string { return string([]rune(name)[:1]) }

// counted is a number with its noun, such as "2 keys".
func counted(n int, thing string) string {
	switch n {
	case 0:
		return "no " + thing + "s"
	case 1:
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
