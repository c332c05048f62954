package check

import (
	"cmp"
	"strings"

	"nazo/dsl"
	"nazo/dsl/diag"
)

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
