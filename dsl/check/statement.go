package check

import (
	"maps"
	"slices"
	"strings"

	"nazo/dsl"
	"nazo/dsl/library"
	"nazo/internal/alg"
)

// statement checks one statement. A declaration may already have been checked at an earlier mention.
func (c *checker) statement(s dsl.Stmt) {
	c.mentions = &mentions{}
	switch s := s.(type) {
	case *dsl.Given:
		for _, part := range s.Parts {
			c.declared(part.Name, s)
		}
		c.jointDefault(s)
	case *dsl.Let:
		c.let(s)
	case *dsl.Find:
		c.declared(s.Name, s)
		c.said(s, s.Name, s.Keys, s.Said)
	case *dsl.Choose:
		c.declared(s.Name, s)
		c.said(s, s.Name, s.Keys, s.Said)
	case *dsl.Rule:
		c.rule(s)
	case *dsl.Prose:
		c.prose(s)
	case *dsl.Technique:
		c.technique(s)
	case *dsl.State:
		c.declared(s.Name, s)
	case *dsl.Move:
		c.move(s)
	case *dsl.Goal:
		c.ending(s.Cond, "the goal")
	case *dsl.Never:
		c.ending(s.Cond, "what must never be")
	case *dsl.Player:
		c.player(s)
	case *dsl.Objective:
		c.objective(s)
	case *dsl.Symmetry:
		c.symmetry(s)
	case *dsl.Show:
		c.show(s)
	case *dsl.Link:
		c.link(s)
	case *dsl.Example:
		c.example(s)
	}
}

func (c *checker) declared(name *dsl.Name, stmt dsl.Stmt) {
	if s := c.values[nameOf(name)]; s != nil && s.stmt == stmt && s.typ == nil {
		c.detached(c.src, func() { c.declaration(s) })
	}
}

// jointDefault checks the default of givens that are printed together.
func (c *checker) jointDefault(g *dsl.Given) {
	if len(g.Parts) < 2 || g.Value == nil || absent(g.Value) {
		return
	}
	c.joint(g.Value, alg.Map(g.Parts, func(p *dsl.GivenPart) *dsl.Name { return p.Name }))
}

func (c *checker) rule(r *dsl.Rule) {
	c.scope(func() {
		if r.Binders != nil {
			c.binders(r.Binders)
		}
		t := c.condition(r.Body)
		if !t.bad() {
			c.warnConstant(r)
		}
		c.warnLopsided(r.Binders, r.Body)
		c.sentence(r.Because, "it may speak of givens, and of what the rule binds to members of collections")
	})
	c.ruled()
}

func (c *checker) objective(o *dsl.Objective) {
	if c.spec.Moving() {
		c.movingObjective(o)
		return
	}
	for _, term := range o.Terms {
		t := c.number(term)
		if !t.bad() && !t.Unknown() {
			c.warnf(term, "constant-objective", "this does not depend on what is to be found")
		}
	}
	c.ruled()
}

func (c *checker) ruled() {
	for _, s := range c.mentions.finds {
		s.ruled = true
	}
}

// symmetry checks boards, which may be turned and mirrored, reversed(path) and permuted(values).
func (c *checker) symmetry(s *dsl.Symmetry) {
	for _, x := range s.Of {
		form, of := dsl.FormOfSymmetry(x)
		switch form {
		case dsl.ReversedForm:
			c.reversed(of)
			continue
		case dsl.PermutedForm:
			c.permuted(of)
			continue
		}
		t := c.knownExpr(of, "the board of a symmetry")
		if t.bad() || t.Kind == Board || t.isGrid() || t.elements() != nil && t.Kind != Array && t.elements().is(Cell) {
			continue
		}
		c.wrongType(of, "a board or a grid, whose turns and mirror images count as one, reversed(path) or permuted(values)", t)
	}
}

func (c *checker) reversed(of dsl.Expr) {
	t := c.expr(of)
	_, named := of.(*dsl.Name)
	if !t.bad() && (t.Kind != Route || !t.Directed || !named) {
		c.wrongType(of, "the name of a find that is a directed path", t)
	}
}

// permuted checks values that may be exchanged, such as colours, or a state whose places may be.
func (c *checker) permuted(of dsl.Expr) {
	if c.permutedState(of) {
		return
	}
	t := c.knownExpr(of, "the values of a symmetry")
	if !t.bad() && t.elements() == nil {
		c.wrongType(of, "a set of values", t)
	}
}

// show checks a show statement. It may ask more than a rule: an undirected path is numbered from one end.
func (c *checker) show(s *dsl.Show) {
	c.inShow, c.reader = true, "what is shown"
	t := c.expr(s.What)
	c.inShow, c.reader = false, ""
	for _, f := range c.mentions.finds {
		c.spec.shown[f.name.Text] = true
		c.spec.pictured[s] = append(c.spec.pictured[s], f.name.Text)
	}
	switch {
	case s.Style != nil:
		c.style(s, t)
	case t.bad():
	case t.Kind == Graph || t.Kind == Board:
		c.wrongType(s.What, "a value to draw, such as a find", t)
	case s.As != nil && t.Kind != Set && t.Kind != List:
		c.errorf(s.As, "show-as", "only the elements of a set are drawn as a text, and this is %s", t)
	}
}

// findAnchors collects the finds whose start is set by a rule starts_at(find, …), maybe joined with
// other conditions by "and".
func (c *checker) findAnchors() {
	for _, r := range c.spec.Rules {
		if r.Stmt.Binders == nil {
			c.anchors(r.Stmt.Body)
		}
	}
}

func (c *checker) anchors(e dsl.Expr) {
	switch e := e.(type) {
	case *dsl.Binary:
		if e.Op == dsl.OpAnd {
			c.anchors(e.X)
			c.anchors(e.Y)
		}
	case *dsl.Call:
		if f := library.Find(e.Func.Text); f == nil || f.Asks != library.Start || len(e.Args) != 2 {
			return
		}
		if find, ok := e.Args[0].(*dsl.Name); ok {
			c.anchored[find.Text] = true
		}
	}
}

// style says what a word after show … as may draw, and in which colours.
type style struct {
	fits     func(*Type) bool
	expected string
	colours  []string
	changing bool // whether finds and states may have the style, too
}

var (
	blackOrWhite = []string{"white", "black"}
	colours      = []string{"grey", "red", "orange", "yellow", "green", "blue", "purple"}
)

const (
	placesExpected  = "a grid or other places on a board"
	figuresExpected = "a list of lists of cells, perhaps each in a tuple with a text"
)

var styles = map[string]style{
	"wall":    {fits: isPlaces, expected: placesExpected},
	"circle":  {fits: isPlaces, expected: placesExpected, colours: blackOrWhite},
	"dot":     {fits: func(t *Type) bool { return isFigures(t) || isPlaces(t) }, expected: "a list of pairs of cells, perhaps each in a tuple with a text, or places on a board", colours: blackOrWhite},
	"text":    {fits: isFigures, expected: figuresExpected},
	"outside": {fits: isFigures, expected: figuresExpected},
	"fog":     {fits: isFigures, expected: "a set or a list of cells"},
	"cage":    {fits: func(t *Type) bool { return isFigures(t) || isGrid(t) }, expected: figuresExpected + ", or a grid"},
	"thermo":  {fits: isFigures, expected: figuresExpected, colours: colours},
	"arrow":   {fits: isFigures, expected: figuresExpected},
	"line":    {fits: isFigures, expected: figuresExpected, colours: colours},
	"square":  {fits: isFigures, expected: figuresExpected, colours: colours},
	"cards":   {fits: isCards, expected: "a card, which is a number, a label or a tuple of both, or piles of cards", changing: true},
}

// Styles lists the words for how a show statement draws something, sorted.
func Styles() []string { return slices.Sorted(maps.Keys(styles)) }

// StyleColours lists the colours that may follow a style.
func StyleColours(style string) []string { return slices.Clone(styles[style].colours) }

// isPlaces reports whether values of a type stand at places of a board: sets of cells, corners or sides, and arrays over
// these.
func isPlaces(t *Type) bool {
	place := func(t *Type) bool { return t.Kind == Cell || t.Kind == Edge }
	switch t.Kind {
	case Array:
		return len(t.Keys) == 1 && place(t.Keys[0])
	case Set, List:
		return place(t.Elem)
	}
	return place(t)
}

func isGrid(t *Type) bool { return t.Kind == Array && len(t.Keys) == 1 && t.Keys[0].Kind == Cell }

// isFigures reports whether a type has figures: lists of cells, or a list of such lists. In a tuple a figure has a text.
func isFigures(t *Type) bool {
	switch {
	case isFigure(t):
		return true
	case t.Kind == List || t.Kind == Set || t.Kind == Array:
		return isFigure(t.Elem)
	}
	return false
}

func isFigure(t *Type) bool {
	cells := func(t *Type) bool { return (t.Kind == List || t.Kind == Set) && t.Elem.Kind == Cell }
	return cells(t) || t.Kind == Tuple && len(alg.Filter(t.Parts, cells)) == 1
}

func isCards(t *Type) bool {
	switch t.Kind {
	case Array, List, Set:
		return isCards(t.Elem)
	case Tuple, Union:
		return !slices.ContainsFunc(t.Parts, func(p *Type) bool { return p.Kind == List || !isCards(p) })
	}
	return t.Kind == Int || t.Kind == Label || t.Kind == Text || t.Kind == Never
}

// style checks how something is drawn.
func (c *checker) style(s *dsl.Show, t *Type) {
	word := s.Style[0]
	how, known := styles[word.Text]
	switch {
	case !known:
		c.showWord(word, "way to draw", Styles())
		return
	case t.bad():
	case !how.fits(t):
		c.wrongType(s.What, how.expected, t)
	case !how.changing && len(c.mentions.finds) > 0:
		d := c.errorf(word, "show-style", "only what is given is drawn as a %s, and `%s` is not known before", word.Text, c.mentions.finds[0].name.Text)
		if t.Kind == Set {
			d.Helpf("a letter or sign draws the elements of a set: show %s as \"o\"", c.src.Slice(s.What.Span()))
		}
	}
	if len(s.Style) == 1 {
		return
	}
	if len(how.colours) == 0 {
		c.errorf(s.Style[1], "show-style", "nothing can follow `%s`", word.Text)
		return
	}
	c.showWord(s.Style[1], "colour for "+word.Text, how.colours)
	if len(s.Style) > 2 {
		c.errorf(s.Style[2], "show-style", "nothing can follow the colour")
	}
}

func (c *checker) showWord(word *dsl.Name, what string, known []string) {
	if !slices.Contains(known, word.Text) {
		c.errorf(word, "show-style", "there is no %s `%s`", what, word.Text).Expect("one of " + strings.Join(known, ", "))
	}
}
