package ide

import (
	"slices"

	"nazo/dsl"
)

// pathTo lists the nodes of the tree that hold an offset, outermost first. A node holds the offset after its last character, too, so that
// the cursor behind a word is at the word.
func pathTo(file *dsl.File, offset int) []dsl.Node {
	var path []dsl.Node
	dsl.Visit(file, func(n dsl.Node) bool {
		span := n.Span()
		if n != dsl.Node(file) && (offset < span.Start || offset > span.End) {
			return false
		}
		path = append(path, n)
		return true
	})
	return path
}

// nameAt is the name that holds an offset or ends there, and the nodes around it, outermost first; nil if there is none.
func (d *Document) nameAt(offset int) (*dsl.Name, []dsl.Node) {
	var found *dsl.Name
	path := pathTo(d.found().file, offset)
	for i, n := range slices.Backward(path) {
		if name, ok := n.(*dsl.Name); ok && (found == nil || name.Start == offset) {
			found, path = name, path[:i]
		}
	}
	if found == nil {
		return nil, path
	}
	return found, slices.DeleteFunc(path, func(n dsl.Node) bool { return !n.Span().Contains(found.Span()) })
}

// statementAt is the statement that holds an offset or ends there; nil if there is none.
func (d *Document) statementAt(offset int) dsl.Stmt {
	for _, s := range d.found().file.Stmts {
		if span := s.Span(); span.Start <= offset && offset <= span.End {
			return s
		}
	}
	return nil
}
