package dsl

// Visit calls visit for n and the nodes below it in the order of the text. Below a node for
// which visit returns false it does not go. Nil nodes are passed over.
func Visit(n Node, visit func(Node) bool) {
	if absent(n) || !visit(n) {
		return
	}
	children(n, func(c Node) { Visit(c, visit) })
}

// VisitMeaning visits what a rule means: its binders and its condition. What it says of itself changes nothing.
func VisitMeaning(r *Rule, visit func(Node) bool) {
	Visit(r.Binders, visit)
	Visit(r.Body, visit)
}

// Children calls do for the nodes directly below n, in the order of the text.
func Children(n Node, do func(Node)) {
	children(n, func(c Node) {
		if !absent(c) {
			do(c)
		}
	})
}

// absent reports whether a node is missing: optional parts are nil pointers.
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

// each calls do for every item.
func each[T Node](items []T, do func(Node)) {
	for _, item := range items {
		do(item)
	}
}

// children calls do for the nodes directly below n, in the order of the text;
// some may be absent.
func children(n Node, do func(Node)) {
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
		do(n.In)
		do(n.Value)
	case *Label:
		do(n.Name)
		do(n.Print)
	case *GivenPart:
		do(n.Name)
		do(n.Keys)
		do(n.Type)
	case *Assign:
		each(n.Names, do)
		each(n.Keys, do)
		do(n.Value)
	case *Expectation:
		do(n.Name)
		each(n.Keys, do)
		do(n.Value)
	case *Update:
		do(n.Target)
		do(n.Value)
	case *Cost:
		do(n.Name)
		do(n.Value)
	case *Sentence:
		each(n.Values, do)
	case *Said:
		do(n.Is)
		do(n.Not)
	case *Cause:
		do(n.Count)
		do(n.Name)
	case *LinkFlag:
		do(n.Name)
		do(n.Given)
	case *LinkPart:
		do(n.Format)
		do(n.Domain)
		each(n.Params, do)
		each(n.Targets, do)
		each(n.Table, do)
	case *LinkAnswer:
		do(n.Kind)
		do(n.Find)
		do(n.By)
		each(n.Table, do)
	case *LinkCase:
		do(n.Mark)
		do(n.Value)
	case *Preference:
		do(n.Move)
		do(n.When)
		do(n.By)
	}
}

func exprChildren(e Expr, do func(Node)) {
	switch e := e.(type) {
	case *Name, *IntLit, *BoolLit, *NoneLit, *StringLit, *GridLit, *Foreign, *Bad:
	case *Unary:
		do(e.X)
	case *Binary:
		do(e.X)
		do(e.Y)
	case *If:
		do(e.Cond)
		do(e.Then)
		do(e.Else)
	case *Call:
		do(e.Func)
		each(e.Args, do)
	case *Index:
		do(e.X)
		each(e.Keys, do)
	case *Quantifier:
		do(e.Binders)
		do(e.Body)
	case *Tuple:
		each(e.Elems, do)
	case *SetLit:
		each(e.Elems, do)
	case *ListLit:
		each(e.Elems, do)
	case *Comprehension:
		do(e.Head)
		do(e.Binders)
	case *LabelSet:
		each(e.Labels, do)
	case DomainForm:
		e.parts(do)
	}
}

func stmtChildren(s Stmt, do func(Node)) {
	switch s := s.(type) {
	case *Puzzle:
		do(s.Name)
		do(s.About)
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
		do(s.Name)
		do(s.Keys)
		do(s.Domain)
		do(s.Said)
	case *Choose:
		do(s.Name)
		do(s.Keys)
		do(s.Domain)
		do(s.Said)
	case *Rule:
		do(s.Name)
		do(s.Binders)
		do(s.Body)
		do(s.Because)
	case *Technique:
		do(s.Name)
		each(s.Causes, do)
	case *Objective:
		each(s.Terms, do)
	case *Symmetry:
		each(s.Of, do)
	case *Show:
		do(s.What)
		do(s.As)
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
		do(s.Name)
		do(s.Keys)
		do(s.Domain)
		do(s.Init)
	case *Move:
		do(s.Name)
		do(s.Params)
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
		do(s.Name)
		do(s.Sample)
		do(s.By)
		each(s.Prefers, do)
	}
}
