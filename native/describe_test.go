package native

import (
	"fmt"
	"strings"

	"nazo/engine"
	"nazo/model"
)

// Describe prints a small model for whoever has to find out what is wrong.
func Describe(m *model.Model, t engine.Task) string {
	var b strings.Builder
	for i, v := range m.Vars {
		fmt.Fprintf(&b, "var %d: bool %t %s find %d\n", i, v.Bool, v.Domain, v.Find)
	}
	for i, n := range m.Bools {
		fmt.Fprintf(&b, "literal %d: %T%+v\n", 2*i, n, n)
	}
	for i, n := range m.Ints {
		fmt.Fprintf(&b, "int %d: %T%+v in %v\n", i, n, n, m.Bounds(model.Int(i)))
	}
	for _, c := range m.Constraints {
		fmt.Fprintf(&b, "constraint of %d if %d: %T%+v\n", c.Instance, c.Guard, c.Body, c.Body)
		switch body := c.Body.(type) {
		case model.Walk:
			fmt.Fprintf(&b, "  %+v\n", *body.Graph)
		case model.Links:
			fmt.Fprintf(&b, "  %+v\n", *body.Graph)
		case model.Connected:
			fmt.Fprintf(&b, "  %+v\n", *body.Graph)
		case model.Acyclic:
			fmt.Fprintf(&b, "  %+v\n", *body.Graph)
		case model.Regular:
			fmt.Fprintf(&b, "  %+v\n", *body.Automaton)
		}
	}
	fmt.Fprintf(&b, "objectives %+v, task %+v\n", m.Objectives, t)
	return b.String()
}
