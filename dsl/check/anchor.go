package check

import (
	"nazo/dsl"
	"nazo/library"
)

// findAnchors looks for rules that say outright where a find starts:
// starts_at(find, …), perhaps beside other conditions.
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
