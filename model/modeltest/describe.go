package modeltest

import (
	"fmt"
	"strings"

	"nazo/model"
)

// Describe writes a model out, for the report of a failure.
func Describe(m *model.Model) string {
	var b strings.Builder
	for i, v := range m.Vars {
		fmt.Fprintf(&b, "variable %d: in %v, bool %v, find %d, nominal %v\n", i, v.Domain, v.Bool, v.Find, v.Nominal)
	}
	for i := range m.BoolCount() {
		n := m.BoolNode(i)
		fmt.Fprintf(&b, "bool %d or %d: %T %+v\n", 2*i, 2*i+1, n, n)
	}
	for i, n := range m.Ints {
		fmt.Fprintf(&b, "int %d in %v: %T %+v\n", i, m.Bounds(model.Int(i)), n, n)
	}
	for i, c := range m.Constraints {
		fmt.Fprintf(&b, "constraint %d of instance %d, guard %d: %T %+v\n", i, c.Instance, c.Guard, c.Body, c.Body)
	}
	for _, o := range m.Objectives {
		fmt.Fprintf(&b, "objective %+v\n", o)
	}
	return b.String()
}
