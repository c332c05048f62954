package check

import "nazo/dsl"

// feature is a part of the language that comes in a later version.
type feature string

const (
	laterInside feature = "inside of a cycle"
	laterShapes feature = "shapes"
)

// laterFunctions are the functions that belong to such parts.
var laterFunctions = map[string]feature{
	"inside":     laterInside,
	"shape":      laterShapes,
	"ominoes":    laterShapes,
	"placements": laterShapes,
}

// laterVerbs agree with the features in number.
var laterVerbs = map[feature]string{laterInside: "comes", laterShapes: "come"}

// notYet reports the first use of a feature that is not there yet.
func (c *checker) notYet(at dsl.Node, f feature) {
	if c.later[f] {
		return
	}
	c.later[f] = true
	c.errorf(at, "later-version", "%s %s in a later version", f, laterVerbs[f]).
		Helpf("this version knows no inside and shapes")
}
