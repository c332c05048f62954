package check

import (
	"errors"
	"slices"
	"strings"
	"sync"

	"nazo/dsl"
	"nazo/dsl/diag"
	"nazo/internal/alg"
)

// Placed is a statement and the source of its spans, which may be a used spec.
type Placed[S dsl.Stmt] struct {
	Stmt   S
	Source *diag.Source
}

// Spec is a checked spec with the statements of the specs it uses. All lists are in text order.
type Spec struct {
	File  *dsl.File // the spec's own text, without used specs
	Name  string    // of the puzzle; "" if the spec does not say
	Title string    // as the spec says it, or its name in words
	About string

	Stmts      []Placed[dsl.Stmt]
	Givens     []Placed[*dsl.Given]
	Lets       []Placed[*dsl.Let]
	Defs       []Placed[*dsl.Def]
	Finds      []Placed[*dsl.Find]
	Chooses    []Placed[*dsl.Choose]
	Rules      []Placed[*dsl.Rule]
	Prose      []Placed[*dsl.Prose] // the spec's own
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

	// Drawing says how new boards are drawn, or is nil.
	Drawing *Drawing

	// Types maps the name of every given, let, find, choose and state to its type. With keys it is an array.
	Types map[string]*Type

	// shown contains the finds that a show statement mentions, also through lets and defs, or a link draws.
	shown map[string]bool
	// pictured has the finds and states that a show statement mentions.
	pictured map[*dsl.Show][]string
	unknown  map[dsl.Expr]struct{}
	absences map[dsl.Expr]Absence
	binds    map[*dsl.Name]struct{}
	// orientations of the calls of edge and along.
	orientations map[occurrence]*orientation
	callees      map[occurrence]Instance
	// forms are the signatures that calls match, for functions whose evaluation depends on them.
	forms map[occurrence]int
	// members maps sentences about a find to the name that they use for a member or place of it.
	members map[*dsl.Said]string
	// lacking is set if a used spec can't be read, so names may be missing.
	lacking bool
	derived *sync.Map // by type; see Derived
}

// Derived returns what compute makes of a spec alone. It is kept for the next call, which may come from any goroutine, by
// its type.
func Derived[T any](s *Spec, compute func(*Spec) *T) *T {
	if s.derived == nil {
		return compute(s)
	}
	made, ok := s.derived.Load((*T)(nil))
	if !ok {
		made, _ = s.derived.LoadOrStore((*T)(nil), compute(s))
	}
	return made.(*T)
}

// Printed reports whether a show statement is about givens alone. It is drawn with the puzzle, and finds are drawn
// as if it were not there.
func (s *Spec) Printed(show *dsl.Show) bool { return len(s.pictured[show]) == 0 }

// Pictured returns the only find or state that a show statement is about, or else the only given, or "".
func (s *Spec) Pictured(show *dsl.Show) string {
	of := s.pictured[show]
	if len(of) == 0 {
		mentioned := s.Mentioned(show.What)
		for _, g := range s.Givens {
			for _, part := range g.Stmt.Parts {
				if mentioned[part.Name.Text] {
					of = append(of, part.Name.Text)
				}
			}
		}
	}
	if len(of) == 1 {
		return of[0]
	}
	return ""
}

// ShowsFinds reports whether a show statement is about a find or a state. Else they draw themselves.
func (s *Spec) ShowsFinds() bool {
	return slices.ContainsFunc(s.Shows, func(p Placed[*dsl.Show]) bool { return !s.Printed(p.Stmt) })
}

// Unseen reports whether a find is only auxiliary: the spec shows or draws other finds.
func (s *Spec) Unseen(find string) bool { return s.ShowsFinds() && !s.Written(find) }

// Member returns the name that the sentences about a find use for one of its members, or for a place in
// a permutation. It is "" if they use none.
func (s *Spec) Member(said *dsl.Said) string { return s.members[said] }

// Written reports whether a player writes a find. Such a find is shown or drawn by a link, or the spec shows none.
func (s *Spec) Written(find string) bool { return len(s.shown) == 0 || s.shown[find] }

// HiddenNames lists the givens that players don't see.
func (s *Spec) HiddenNames() (names []string) {
	for _, h := range s.Hiddens {
		names = append(names, alg.Map(h.Stmt.Names, func(n *dsl.Name) string { return n.Text })...)
	}
	return names
}

// HasDefault reports whether a given has a value without being printed.
func (s *Spec) HasDefault(given string) bool {
	return slices.ContainsFunc(s.Givens, func(g Placed[*dsl.Given]) bool {
		return g.Stmt.Value != nil && slices.ContainsFunc(g.Stmt.Parts, func(p *dsl.GivenPart) bool { return p.Name.Text == given })
	})
}

// Moving reports whether the puzzle has states and moves rather than finds.
func (s *Spec) Moving() bool {
	return len(s.States)+len(s.Moves)+len(s.Goals)+len(s.Nevers)+len(s.Hiddens)+len(s.Players) > 0
}

// Binds reports whether an argument of a preference binds a name to the move's parameter. Any other
// argument is a value that the parameter must equal.
func (s *Spec) Binds(argument dsl.Expr) bool {
	name, ok := argument.(*dsl.Name)
	if !ok {
		return false
	}
	_, binds := s.binds[name]
	return binds
}

// Unknown reports whether an expression depends on finds or states. In the body of a def it is true if
// this holds in any call.
func (s *Spec) Unknown(e dsl.Expr) bool {
	_, unknown := s.unknown[e]
	return unknown
}

// Mentioned returns the names in some parts of the spec, also through lets and defs.
func (s *Spec) Mentioned(parts ...dsl.Node) map[string]bool {
	below := map[string]dsl.Node{}
	for _, d := range s.Defs {
		below[d.Stmt.Name.Text] = d.Stmt.Body
	}
	for _, l := range s.Lets {
		for _, name := range l.Stmt.Names() {
			below[name.Text] = l.Stmt.Bind.Value
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
	for _, n := range parts {
		dsl.Visit(n, note)
	}
	return names
}

// Absence is the value that stands for a missing one, such as an element beyond the end of a list.
// Truth values and collections are never none.
type Absence uint8

// The replacements of missing values.
const (
	AsNone Absence = iota
	AsFalse
	AsEmptySet
	AsEmptyList
)

// Absence returns what stands for a missing value of an expression. It is none if the calls of a def differ.
func (s *Spec) Absence(e dsl.Expr) Absence { return s.absences[e] }

// clear removes all results of checking.
func (s *Spec) clear() {
	s.Types = map[string]*Type{}
	s.unknown = map[dsl.Expr]struct{}{}
	s.shown = map[string]bool{}
	s.pictured = map[*dsl.Show][]string{}
	s.absences = map[dsl.Expr]Absence{}
	s.binds = map[*dsl.Name]struct{}{}
	s.orientations = map[occurrence]*orientation{}
	s.callees = map[occurrence]Instance{}
	s.forms = map[occurrence]int{}
	s.members = map[*dsl.Said]string{}
}

// sort fills the lists of statements of one kind.
func (s *Spec) sort() {
	s.Givens = only[*dsl.Given](s.Stmts)
	s.Lets = only[*dsl.Let](s.Stmts)
	s.Defs = only[*dsl.Def](s.Stmts)
	s.Finds = only[*dsl.Find](s.Stmts)
	s.Chooses = only[*dsl.Choose](s.Stmts)
	s.Rules = only[*dsl.Rule](s.Stmts)
	s.Prose = only[*dsl.Prose](s.Stmts)
	s.Techniques = only[*dsl.Technique](s.Stmts)
	s.Objectives = only[*dsl.Objective](s.Stmts)
	s.Symmetries = only[*dsl.Symmetry](s.Stmts)
	s.Shows = only[*dsl.Show](s.Stmts)
	s.Links = only[*dsl.Link](s.Stmts)
	s.Examples = only[*dsl.Example](s.Stmts)
	s.States = only[*dsl.State](s.Stmts)
	s.Moves = only[*dsl.Move](s.Stmts)
	s.Goals = only[*dsl.Goal](s.Stmts)
	s.Nevers = only[*dsl.Never](s.Stmts)
	s.Hiddens = only[*dsl.Hidden](s.Stmts)
	s.Players = only[*dsl.Player](s.Stmts)
}

// only returns the statements of one kind.
func only[S dsl.Stmt](stmts []Placed[dsl.Stmt]) (list []Placed[S]) {
	for _, p := range stmts {
		if stmt, ok := p.Stmt.(S); ok {
			list = append(list, Placed[S]{stmt, p.Source})
		}
	}
	return list
}

// Variant checks a copy of a spec in which change replaces each statement. A nil replacement deletes
// it. A technique is deleted with any of the rules that it names.
func Variant(spec *Spec, change func(dsl.Stmt) dsl.Stmt) (*Spec, *diag.List) {
	v := &Spec{File: spec.File, Name: spec.Name, Title: spec.Title, About: spec.About, derived: &sync.Map{}}
	for _, placed := range spec.Stmts {
		if stmt := change(placed.Stmt); stmt != nil {
			v.Stmts = append(v.Stmts, Placed[dsl.Stmt]{stmt, placed.Source})
		}
	}
	v.sort()
	causes := v.causes()
	v.Stmts = slices.DeleteFunc(v.Stmts, func(p Placed[dsl.Stmt]) bool {
		t, ok := p.Stmt.(*dsl.Technique)
		return ok && slices.ContainsFunc(t.Causes, func(c *dsl.Cause) bool { return !slices.Contains(causes, c.Name.Value) })
	})
	v.sort()
	return newChecker(v).run(&diag.List{})
}

// Resolver finds the spec of a use statement by its name. For a spec with mistakes, the error is a
// *diag.List.
type Resolver func(name string) (*dsl.File, error)

// merger puts the statements of a spec and of its used specs into one list.
type merger struct {
	spec  *Spec
	uses  Resolver
	diags *diag.List
	open  []string        // specs that are being merged, outermost first
	done  map[string]bool // specs that were met
}

// merge builds the list of statements. Each used spec is merged once, at its first use.
func merge(file *dsl.File, uses Resolver, diags *diag.List) *Spec {
	m := &merger{spec: &Spec{File: file, derived: &sync.Map{}}, uses: uses, diags: diags, done: map[string]bool{}}
	m.header(file)
	m.open = append(m.open, m.spec.Name)
	for _, stmt := range file.Stmts {
		m.add(stmt, file.Source, true)
	}
	m.spec.sort()
	return m.spec
}

// header reads the puzzle statement, which must be the first statement.
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
			first, m.spec.Name, m.spec.Title = p, p.Name.Text, dsl.InWords(p.Name.Text)
			if p.Title != nil && p.Title.Value != "" {
				m.spec.Title = p.Title.Value
			}
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

// add adds a statement. Own statements belong to the spec itself, not to a used one.
func (m *merger) add(stmt dsl.Stmt, src *diag.Source, own bool) {
	switch stmt := stmt.(type) {
	case *dsl.Use:
		m.use(stmt, src)
		return
	case *dsl.Puzzle, *dsl.Example, *dsl.Prose:
		if !own {
			return
		}
	}
	m.spec.Stmts = append(m.spec.Stmts, Placed[dsl.Stmt]{stmt, src})
}

func (m *merger) use(use *dsl.Use, src *diag.Source) {
	if use.Name == nil {
		return
	}
	name := use.Name.Text
	if slices.Contains(m.open, name) {
		d := diag.Errorf(src, use.Name.Span(), "use-cycle", "`%s` would use itself", name)
		if len(m.open) > 1 {
			d.Helpf("the chain of uses is %s → %s", strings.Join(m.open, " → "), name)
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
	if problems := (*diag.List)(nil); errors.As(err, &problems) { // with positions of their own
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
