package check

import (
	"nazo/dsl"
	"nazo/dsl/diag"
)

// feature is a part of the language that comes in a later version.
type feature string

const (
	laterMoves   feature = "moving puzzles"
	laterRegions feature = "regions"
	laterInside  feature = "inside of a cycle"
	laterShapes  feature = "shapes"
)

// laterFunctions are the functions that belong to such parts.
var laterFunctions = map[string]feature{
	"area":       laterRegions,
	"same":       laterRegions,
	"inside":     laterInside,
	"shape":      laterShapes,
	"ominoes":    laterShapes,
	"placements": laterShapes,
	"shuffled":   laterMoves,
	"push":       laterMoves,
	"pop":        laterMoves,
	"top":        laterMoves,
}

// laterVerbs agree with the features in number.
var laterVerbs = map[feature]string{laterMoves: "come", laterRegions: "come", laterInside: "comes", laterShapes: "come"}

// notYet reports the first use of a feature that is not there yet.
func (c *checker) notYet(at dsl.Node, f feature) {
	if c.later[f] {
		return
	}
	c.later[f] = true
	c.errorf(at, "later-version", "%s %s in a later version", f, laterVerbs[f]).
		Helpf("this version solves puzzles that stand still, without regions, inside and shapes")
}

// moving reports a spec in which things move. The rest of such a spec is not
// looked at: it is about states, which have no types yet.
func (c *checker) moving() bool {
	for _, s := range c.spec.Stmts {
		switch s.Stmt.(type) {
		case *dsl.State, *dsl.Move, *dsl.Goal, *dsl.Never, *dsl.Hidden, *dsl.Player:
			c.src = s.Source
			c.notYet(firstWord(s.Source, s.Stmt), laterMoves)
			return true
		}
	}
	return false
}

// firstWord is the place of the word that begins a statement.
func firstWord(src *diag.Source, s dsl.Stmt) dsl.At {
	start := s.Span().Start
	end := start
	for end < len(src.Text) && 'a' <= src.Text[end] && src.Text[end] <= 'z' {
		end++
	}
	return dsl.At{Start: start, End: end}
}
