package dsl

// Visit calls visit for n and the nodes below it, in text order. It skips the nodes below a node for
// which visit returns false. Nil nodes are ignored.
func Visit(n Node, visit func(Node) bool) {
	if absent(n) || !visit(n) {
		return
	}
	children(n, func(c Node) { Visit(c, visit) })
}

// VisitMeaning visits the binders and the condition of a rule, but not its texts.
func VisitMeaning(r *Rule, visit func(Node) bool) {
	Visit(r.Binders, visit)
	Visit(r.Body, visit)
}

// Children calls do for the nodes directly below n, in text order.
func Children(n Node, do func(Node)) {
	children(n, func(c Node) {
		if !absent(c) {
			do(c)
		}
	})
}

// absent reports whether a node is missing. Missing parts are nil interfaces or nil pointers.
func absent(n Node) bool {
	switch n := n.(type) {
	case nil:
		return true
	case *Name:
		return n == nil
	case *StringLit:
		return n == nil
	case *Binders:
		return n == nil
	case *Sentence:
		return n == nil
	case *Said:
		return n == nil
	}
	return false
}

// visitor is called for nodes.
type visitor func(Node)

// all calls do for some nodes.
func (do visitor) all(nodes ...Node) {
	for _, n := range nodes {
		do(n)
	}
}

// each calls do for every item.
func each[T Node](items []T, do visitor) {
	for _, item := range items {
		do(item)
	}
}

// children calls do for the nodes directly below n, in text order. Some may be absent.
func children(n Node, do visitor) {
	switch n := n.(type) {
	case *File:
		each(n.Stmts, do)
	case Expr:
		exprChildren(n, do)
	case Stmt:
		stmtChildren(n, do)
	case *Binders:
		each(n.Items, do)
		do(n.Where)
	case *Binder:
		each(n.Names, do)
		do.all(n.In, n.Value)
	case *Label:
		do.all(n.Name, n.Print)
	case *GivenPart:
		do.all(n.Name, n.Keys, n.Type)
	case *Assign:
		each(n.Names, do)
		each(n.Keys, do)
		do(n.Value)
	case *Expectation:
		do(n.Name)
		each(n.Keys, do)
		do(n.Value)
	case *Update:
		do.all(n.Target, n.Value)
	case *Cost:
		do.all(n.Name, n.Value)
	case *Sentence:
		each(n.Values, do)
	case *Said:
		do.all(n.Is, n.Not)
	case *Cause:
		do.all(n.Count, n.Name)
	case *LinkFlag:
		do.all(n.Name, n.Given)
	case *LinkPart:
		do.all(n.Format, n.Domain)
		each(n.Params, do)
		each(n.Targets, do)
		each(n.Table, do)
	case *LinkBinding:
		do.all(n.Kind, n.Target)
		each(n.Table, do)
	case *LinkAnswer:
		do.all(n.Kind, n.Find, n.By)
		each(n.Table, do)
	case *LinkCase:
		do.all(n.Mark, n.Value)
	case *Preference:
		do.all(n.Move, n.When, n.By)
	}
}

func exprChildren(e Expr, do visitor) {
	switch e := e.(type) {
	case *Name, *IntLit, *BoolLit, *NoneLit, *StringLit, *GridLit, *Foreign, *Bad:
	case *Unary:
		do(e.X)
	case *Binary:
		do.all(e.X, e.Y)
	case *If:
		do.all(e.Cond, e.Then, e.Else)
	case *Call:
		do(e.Func)
		each(e.Args, do)
	case *Index:
		do(e.X)
		each(e.Keys, do)
	case *Quantifier:
		do.all(e.Binders, e.Body)
	case *Tuple:
		each(e.Elems, do)
	case *SetLit:
		each(e.Elems, do)
	case *ListLit:
		each(e.Elems, do)
	case *Comprehension:
		do.all(e.Head, e.Binders)
	case *LabelSet:
		each(e.Labels, do)
	case DomainForm:
		e.parts(do)
	}
}

func stmtChildren(s Stmt, do visitor) {
	switch s := s.(type) {
	case *Puzzle:
		do.all(s.Name, s.Title, s.About)
	case *Use:
		do(s.Name)
	case *Given:
		each(s.Parts, do)
		do(s.Value)
	case *Let:
		do(s.Bind)
	case *Def:
		do(s.Name)
		each(s.Params, do)
		do(s.Body)
	case *Find:
		do.all(s.Name, s.Keys, s.Domain, s.Said)
	case *Choose:
		do.all(s.Name, s.Keys, s.Domain, s.Said)
	case *Rule:
		do.all(s.Name, s.Binders, s.Body, s.Because)
	case *Prose:
		each(s.Lines, do)
	case *Technique:
		do(s.Name)
		each(s.Causes, do)
	case *Make:
		do(s.Stmt)
	case *Holds:
		each(s.Rules, do)
	case *Print:
		do(s.Name)
		each(s.Keys, do)
		do.all(s.Value, s.Binders)
	case *Objective:
		each(s.Terms, do)
	case *Symmetry:
		each(s.Of, do)
	case *Show:
		do.all(s.What, s.As)
		each(s.Style, do)
	case *Link:
		each(s.IDs, do)
		each(s.Flags, do)
		each(s.Parts, do)
		each(s.Answers, do)
	case *Example:
		do(s.Name)
		each(s.Givens, do)
		each(s.Expect, do)
	case *State:
		do.all(s.Name, s.Keys, s.Domain, s.Init)
	case *Move:
		do.all(s.Name, s.Params)
		each(s.Lets, do)
		do(s.When)
		each(s.Then, do)
		each(s.Costs, do)
	case *Goal:
		do(s.Cond)
	case *Never:
		do(s.Cond)
	case *Hidden:
		each(s.Names, do)
	case *Player:
		do.all(s.Name, s.Sample, s.By)
		each(s.Prefers, do)
	}
}
