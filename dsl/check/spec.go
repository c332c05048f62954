package check

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"nazo/dsl"
	"nazo/dsl/diag"
)

// Placed is a statement and the source that its spans point into: the spec's
// own, or that of a spec it uses.
type Placed[S dsl.Stmt] struct {
	Stmt   S
	Source *diag.Source
}

// Spec is a checked spec: its statements and those of the specs it uses, in
// order. The lists are in that order, too.
type Spec struct {
	File  *dsl.File // the spec's own text, without what it uses
	Name  string    // of the puzzle; "" if the spec does not say
	About string

	Stmts      []Placed[dsl.Stmt]
	Givens     []Placed[*dsl.Given]
	Lets       []Placed[*dsl.Let]
	Defs       []Placed[*dsl.Def]
	Finds      []Placed[*dsl.Find]
	Chooses    []Placed[*dsl.Choose]
	Rules      []Placed[*dsl.Rule]
	Techniques []Placed[*dsl.Technique]
	Objectives []Placed[*dsl.Objective]
	Symmetries []Placed[*dsl.Symmetry]
	Shows      []Placed[*dsl.Show]
	Links      []Placed[*dsl.Link]
	Examples   []Placed[*dsl.Example] // the spec's own

	// Puzzles that move.
	States  []Placed[*dsl.State]
	Moves   []Placed[*dsl.Move]
	Goals   []Placed[*dsl.Goal]
	Nevers  []Placed[*dsl.Never]
	Hiddens []Placed[*dsl.Hidden]
	Players []Placed[*dsl.Player]

	// Types has the type of every given, let, find, choose and state by its name.
	// That of a keyed one is an array.
	Types map[string]*Type

	// shown has the finds, by name, that a show statement mentions, also through lets and defs, or that a link statement draws.
	shown    map[string]bool
	unknown  map[dsl.Expr]struct{}
	absences map[dsl.Expr]Absence
	binds    map[*dsl.Name]struct{}
	// orientations are those of the calls of edge and along.
	orientations map[occurrence]*orientation
	callees      map[occurrence]Instance
	// forms are the signatures that calls fit, of functions for which it matters.
	forms map[occurrence]int
	// members has the new name by which what is said of a find speaks of a member or place.
	members map[*dsl.Said]string
	// lacking is true if it uses a spec that can't be read, so that names may be missing.
	lacking bool
}

// Unseen reports whether a find only helps: what the spec shows, and what its links draw, is other finds.
func (s *Spec) Unseen(find string) bool {
	return len(s.Shows) > 0 && len(s.shown) > 0 && !s.shown[find]
}

// Member is the name by which what is said of a find speaks of one of its members, or of a place in a permutation; "" if it speaks of none.
func (s *Spec) Member(said *dsl.Said) string { return s.members[said] }

// Written reports whether a player writes what a find is: it is shown, or a link draws it, or nothing
// is said of what is shown.
func (s *Spec) Written(find string) bool { return len(s.shown) == 0 || s.shown[find] }

// HiddenNames are the names of the givens that players don't see.
func (s *Spec) HiddenNames() (names []string) {
	for _, h := range s.Hiddens {
		for _, n := range h.Stmt.Names {
			names = append(names, n.Text)
		}
	}
	return names
}

// Moving reports whether things move in the puzzle: it has states and moves rather
// than finds.
func (s *Spec) Moving() bool {
	return len(s.States)+len(s.Moves)+len(s.Goals)+len(s.Nevers)+len(s.Hiddens)+len(s.Players) > 0
}

// Binds reports whether an argument in a preference names the parameter in its place. Any other
// argument is a value that the parameter must equal.
func (s *Spec) Binds(argument dsl.Expr) bool {
	name, ok := argument.(*dsl.Name)
	if !ok {
		return false
	}
	_, binds := s.binds[name]
	return binds
}

// Unknown reports whether an expression mentions what is left to the solver. One
// in the body of a def counts as unknown if it is in any call.
func (s *Spec) Unknown(e dsl.Expr) bool {
	_, unknown := s.unknown[e]
	return unknown
}

// Absence is the value of an expression where it has none of its own, as beyond the
// end of a list: truth values and collections are never none.
type Absence uint8

// What an absent value counts as.
const (
	AsNone Absence = iota
	AsFalse
	AsEmptySet
	AsEmptyList
)

// Absence tells what stands for a missing value of an expression. It is none for an expression in a
// def whose value differs between calls.
func (s *Spec) Absence(e dsl.Expr) Absence { return s.absences[e] }

// clear forgets what was found out about expressions.
func (s *Spec) clear() {
	s.Types = map[string]*Type{}
	s.unknown = map[dsl.Expr]struct{}{}
	s.shown = map[string]bool{}
	s.absences = map[dsl.Expr]Absence{}
	s.binds = map[*dsl.Name]struct{}{}
	s.orientations = map[occurrence]*orientation{}
	s.callees = map[occurrence]Instance{}
	s.forms = map[occurrence]int{}
	s.members = map[*dsl.Said]string{}
}

// add puts a statement at the end of the spec.
func (s *Spec) add(stmt dsl.Stmt, src *diag.Source) {
	s.Stmts = append(s.Stmts, Placed[dsl.Stmt]{stmt, src})
	switch stmt := stmt.(type) {
	case *dsl.Given:
		appendPlaced(&s.Givens, stmt, src)
	case *dsl.Let:
		appendPlaced(&s.Lets, stmt, src)
	case *dsl.Def:
		appendPlaced(&s.Defs, stmt, src)
	case *dsl.Find:
		appendPlaced(&s.Finds, stmt, src)
	case *dsl.Choose:
		appendPlaced(&s.Chooses, stmt, src)
	case *dsl.Rule:
		appendPlaced(&s.Rules, stmt, src)
	case *dsl.Technique:
		appendPlaced(&s.Techniques, stmt, src)
	case *dsl.Objective:
		appendPlaced(&s.Objectives, stmt, src)
	case *dsl.Symmetry:
		appendPlaced(&s.Symmetries, stmt, src)
	case *dsl.Show:
		appendPlaced(&s.Shows, stmt, src)
	case *dsl.Link:
		appendPlaced(&s.Links, stmt, src)
	case *dsl.Example:
		appendPlaced(&s.Examples, stmt, src)
	case *dsl.State:
		appendPlaced(&s.States, stmt, src)
	case *dsl.Move:
		appendPlaced(&s.Moves, stmt, src)
	case *dsl.Goal:
		appendPlaced(&s.Goals, stmt, src)
	case *dsl.Never:
		appendPlaced(&s.Nevers, stmt, src)
	case *dsl.Hidden:
		appendPlaced(&s.Hiddens, stmt, src)
	case *dsl.Player:
		appendPlaced(&s.Players, stmt, src)
	}
}

func appendPlaced[S dsl.Stmt](list *[]Placed[S], stmt S, src *diag.Source) {
	*list = append(*list, Placed[S]{stmt, src})
}

// Variant is a spec with some statements changed: change is asked for what stands in the place of each, nil for nothing. A technique
// goes with the rules that it takes. The variant is checked as any spec is, and fit to be compiled if the list has no errors.
func Variant(spec *Spec, change func(dsl.Stmt) dsl.Stmt) (*Spec, *diag.List) {
	v := &Spec{File: spec.File, Name: spec.Name, About: spec.About}
	for _, placed := range spec.Stmts {
		if stmt := change(placed.Stmt); stmt != nil {
			v.add(stmt, placed.Source)
		}
	}
	causes := v.causes()
	lost := func(t *dsl.Technique) bool {
		return slices.ContainsFunc(t.Causes, func(c *dsl.Cause) bool { return !slices.Contains(causes, c.Name.Value) })
	}
	v.Techniques = slices.DeleteFunc(v.Techniques, func(p Placed[*dsl.Technique]) bool { return lost(p.Stmt) })
	v.Stmts = slices.DeleteFunc(v.Stmts, func(p Placed[dsl.Stmt]) bool {
		t, ok := p.Stmt.(*dsl.Technique)
		return ok && lost(t)
	})
	return checkMerged(v, &diag.List{})
}

// Resolver finds the spec of a use statement by its name. An error that has diagnostics (*diag.List) is that of a text with mistakes in it.
type Resolver func(name string) (*dsl.File, error)

// merger puts the statements of a spec and of those it uses into one list.
type merger struct {
	spec  *Spec
	uses  Resolver
	diags *diag.List
	open  []string        // the specs that are being merged, outermost first
	done  map[string]bool // the specs that have been
}

// merge builds the list of statements. Each used spec is merged once, where it
// is used first.
func merge(file *dsl.File, uses Resolver, diags *diag.List) *Spec {
	m := &merger{spec: &Spec{File: file}, uses: uses, diags: diags, done: map[string]bool{}}
	m.header(file)
	m.open = append(m.open, m.spec.Name)
	for _, stmt := range file.Stmts {
		m.add(stmt, file.Source, true)
	}
	return m.spec
}

// header reads the puzzle statement, which is the first.
func (m *merger) header(file *dsl.File) {
	var first *dsl.Puzzle
	for i, stmt := range file.Stmts {
		p, ok := stmt.(*dsl.Puzzle)
		if !ok {
			continue
		}
		switch {
		case first != nil:
			m.diags.Add(diag.Errorf(file.Source, p.Span(), "second-puzzle", "a spec has one puzzle statement").
				Note(file.Source, first.Span(), "the first is here"))
		case i > 0:
			m.diags.Add(diag.Errorf(file.Source, p.Span(), "late-puzzle", "the puzzle statement comes first"))
		}
		if first == nil && p.Name != nil {
			first, m.spec.Name = p, p.Name.Text
			if p.About != nil {
				m.spec.About = p.About.Value
			}
		}
	}
	if first == nil {
		var at diag.Span
		if len(file.Stmts) > 0 {
			at = diag.Span{Start: file.Stmts[0].Span().Start, End: file.Stmts[0].Span().Start}
		}
		m.diags.Add(diag.Errorf(file.Source, at, "missing-puzzle", "the spec does not say which puzzle it is").
			Expect(`puzzle NAME "what it is" as the first statement`))
	}
}

func (m *merger) add(stmt dsl.Stmt, src *diag.Source, own bool) {
	switch stmt := stmt.(type) {
	case *dsl.Use:
		m.use(stmt, src)
	case *dsl.Puzzle:
		if own {
			m.spec.add(stmt, src)
		}
	case *dsl.Example:
		if own {
			m.spec.add(stmt, src)
		}
	default:
		m.spec.add(stmt, src)
	}
}

func (m *merger) use(use *dsl.Use, src *diag.Source) {
	if use.Name == nil {
		return
	}
	name := use.Name.Text
	if slices.Contains(m.open, name) {
		d := diag.Errorf(src, use.Name.Span(), "use-cycle", "`%s` would use itself", name)
		if len(m.open) > 1 {
			d.Help = fmt.Sprintf("the chain of uses is %s", chain(append(slices.Clone(m.open), name)))
		}
		m.diags.Add(d)
		return
	}
	if m.done[name] {
		return
	}
	m.done[name] = true
	if m.uses == nil {
		m.diags.Add(diag.Errorf(src, use.Name.Span(), "unknown-spec", "there is no other spec here to use"))
		return
	}
	file, err := m.uses(name)
	if problems := (*diag.List)(nil); errors.As(err, &problems) { // they have their own places
		m.diags.Merge(problems)
		m.spec.lacking = true
		return
	}
	if err != nil || file == nil {
		d := diag.Errorf(src, use.Name.Span(), "unknown-spec", "the spec `%s` can't be used", name)
		if err != nil {
			d.Help = err.Error()
		}
		m.diags.Add(d)
		return
	}
	m.open = append(m.open, name)
	for _, stmt := range file.Stmts {
		m.add(stmt, file.Source, false)
	}
	m.open = m.open[:len(m.open)-1]
}

func chain(names []string) string { return strings.Join(names, " → ") }
