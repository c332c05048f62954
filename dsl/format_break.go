package dsl

// breakClass tells how well a line ends between two pieces; less is better.
type breakClass uint8

const (
	breakStatement breakClass = iota // after the colon of the statement
	breakColon                       // after another colon
	breakImplies
	breakOr
	breakAnd
	breakClause // before else, for, where, when
	breakComma
	breakCompare
	breakOperator // after an operator of arithmetic
	breakBracket  // after an opening bracket
	breakKeep     // only where the author ended the line
	breakNever
)

// candidate reports whether a line that is too long may end here.
func (c breakClass) candidate() bool { return c < breakKeep }

// class returns how well a line ends between two pieces.
func (l *layout) class(prev, p piece) breakClass {
	switch {
	case prev.comment || p.comment:
		return breakNever // it must, or must not
	case opens(prev) && closes(p), prev.Value == "(" && l.style.tight[p.Pos.Offset]:
		return breakNever
	case prev.Value == ":" && l.style.meaning[p.Pos.Offset]:
		return breakKeep
	case prev.Value == ":":
		return breakColon
	case prev.Value == ",":
		return breakComma
	case opens(prev):
		return breakBracket
	case closes(p):
		return breakKeep
	}
	if op, ok := l.operator(prev); ok {
		return operatorClass(op)
	}
	switch p.Value {
	case "else", "for", "where", "when":
		return breakClause
	case "then", "joining", "crossing", "by", "as", "expect", "answer":
		return breakKeep
	}
	_, before := l.operator(p)
	if before || prev.Value == "=" || prev.Value == ":=" || prev.Value == "then" || prev.Value == "else" {
		return breakKeep
	}
	return breakNever
}

// operator returns the infix operator that a piece is, unless it is a tight one.
func (l *layout) operator(p piece) (BinaryOp, bool) {
	op, ok := l.style.infix[p.Pos.Offset]
	return op, ok && p.Value == op.String() && !l.style.tight[p.Pos.Offset]
}

func operatorClass(op BinaryOp) breakClass {
	switch levels[op] {
	case levelImplies:
		return breakImplies
	case levelOr:
		return breakOr
	case levelAnd:
		return breakAnd
	case levelCompare:
		return breakCompare
	}
	return breakOperator
}
