package check

import (
	"maps"
	"slices"
	"strings"

	"nazo/dsl"
	"nazo/internal/alg"
)

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
	"wall":   {fits: isPlaces, expected: placesExpected},
	"circle": {fits: isPlaces, expected: placesExpected, colours: blackOrWhite},
	"dot":    {fits: func(t *Type) bool { return isFigures(t) || isPlaces(t) }, expected: "a list of pairs of cells, perhaps each in a tuple with a text, or places on a board", colours: blackOrWhite},
	"text":   {fits: isFigures, expected: figuresExpected},
	"cage":   {fits: func(t *Type) bool { return isFigures(t) || isGrid(t) }, expected: figuresExpected + ", or a grid"},
	"thermo": {fits: isFigures, expected: figuresExpected, colours: colours},
	"arrow":  {fits: isFigures, expected: figuresExpected},
	"line":   {fits: isFigures, expected: figuresExpected, colours: colours},
	"cards":  {fits: isCards, expected: "a card, which is a number, a label or a tuple of both, or piles of cards", changing: true},
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
