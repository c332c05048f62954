package dsl

// style is the tree's knowledge of the tokens of a statement, by their offsets.
type style struct {
	callee  map[int]bool // names right before their "("
	list    map[int]bool // "[" that begin a list, not a key
	roomy   map[int]bool // "{" of a comprehension, with blanks inside
	tight   map[int]bool // operators without blanks around them
	sign    map[int]bool // minus signs, without a blank after them
	infix   map[int]BinaryOp
	clauses map[int]bool // words that begin a line of their own
	effects int          // where the effects of a move begin, after its then, or -1
	meaning map[int]bool // what a mark of a link means, on the line of its colon
	header  bool         // the statement is a rule: header, colon, body
}

// styleOf looks over a statement's tree.
func styleOf(s Stmt) *style {
	st := &style{
		callee: map[int]bool{}, list: map[int]bool{}, roomy: map[int]bool{}, tight: map[int]bool{}, sign: map[int]bool{},
		infix: map[int]BinaryOp{}, clauses: map[int]bool{}, meaning: map[int]bool{}, effects: -1,
	}
	switch s := s.(type) {
	case *Rule:
		st.header = true
		if s.Because != nil {
			st.clauses[s.Because.Start] = true
		}
	case *Def:
		st.callee[s.Name.Start] = true
	case *Move:
		st.move(s)
	case *Player:
		for _, p := range s.Prefers {
			st.clauses[p.Start] = true
		}
	}
	Visit(s, func(n Node) bool {
		st.node(n)
		return true
	})
	return st
}

// move marks the clauses of a move; when and then are found by their words.
func (st *style) move(m *Move) {
	st.callee[m.Name.Start] = true
	st.effects = m.Then[0].Start
	for _, l := range m.Lets {
		st.clauses[l.Start] = true
	}
	for _, c := range m.Costs {
		st.clauses[c.Start] = true
	}
}

func (st *style) node(n Node) {
	switch n := n.(type) {
	case *Call:
		st.callee[n.Func.Start] = true
	case *ListLit:
		st.list[n.Start] = true
	case *Comprehension:
		if n.List {
			st.list[n.Start] = true
		} else {
			st.roomy[n.Start] = true
		}
	case *LinkCase:
		st.meaning[n.Value.Span().Start] = true
	case *Unary:
		if n.Op == OpNeg {
			st.sign[n.Start] = true
		}
	case *Binary:
		st.infix[n.OpAt.Start] = n.Op
		if n.Op == OpRange {
			st.tight[n.OpAt.Start] = true
			if narrow(n) {
				st.tighten(n)
			}
		}
	}
}

// bare calls do for the operands of b that are operations and stand without
// parentheses: a place of an operation includes those around its operands.
func bare(b *Binary, do func(*Binary)) {
	if x, ok := b.X.(*Binary); ok && x.Start == b.Start {
		do(x)
	}
	if y, ok := b.Y.(*Binary); ok && y.End == b.End {
		do(y)
	}
}

// narrow reports whether a range is written without blanks: 1..n-1, yet
// 1..n mod 2, for words need them.
func narrow(b *Binary) bool {
	ok := true
	bare(b, func(x *Binary) { ok = ok && x.Op != OpMod && narrow(x) })
	return ok
}

func (st *style) tighten(b *Binary) {
	bare(b, func(x *Binary) {
		st.tight[x.OpAt.Start] = true
		st.tighten(x)
	})
}
