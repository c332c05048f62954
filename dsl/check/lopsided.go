package check

import (
	"slices"
	"strconv"

	"nazo/dsl"
)

// A pattern {a, b} stands for a pair in either order, and binds it in the order
// of the board. So what is said of a and b should not change when they are
// swapped. warnLopsided reports a condition that surely changes: X < Y or X
// implies Y where Y is X with the names swapped, and no more than that.
func (c *checker) warnLopsided(b *dsl.Binders, body dsl.Expr) {
	if b == nil {
		return
	}
	for _, item := range b.Items {
		if item.Pattern != dsl.PatternPair || len(item.Names) != 2 {
			continue
		}
		x, y := item.Names[0].Text, item.Names[1].Text
		e, ok := body.(*dsl.Binary)
		if !ok || !slices.Contains([]dsl.BinaryOp{dsl.OpLt, dsl.OpLe, dsl.OpGt, dsl.OpGe, dsl.OpImplies}, e.Op) {
			continue
		}
		straight := &speller{swap: map[string]string{}}
		swapped := &speller{swap: map[string]string{x: y, y: x}}
		if spelled := straight.spell(e.X); spelled == swapped.spell(e.Y) && spelled != straight.spell(e.Y) {
			c.warnf(body, "lopsided", "this changes when %s and %s are swapped, but {%s, %s} does not say which is which", x, y, x, y).
				Helpf("the first is bound in the order of the board; write %s in …, %s in … with a condition that tells them apart, or say it both ways", x, y)
		}
	}
}

// speller writes expressions so that equal ones read the same, with some names
// swapped.
type speller struct{ swap map[string]string }

// spell writes an expression; one that it does not know is like no other.
func (s *speller) spell(e dsl.Expr) string {
	switch e := e.(type) {
	case *dsl.Name:
		if other, ok := s.swap[e.Text]; ok {
			return other
		}
		return e.Text
	case *dsl.IntLit:
		return e.Value.String()
	case *dsl.BoolLit:
		return strconv.FormatBool(e.Value)
	case *dsl.NoneLit:
		return "none"
	case *dsl.Unary:
		return "(" + e.Op.String() + " " + s.spell(e.X) + ")"
	case *dsl.Binary:
		return "(" + s.spell(e.X) + " " + e.Op.String() + " " + s.spell(e.Y) + ")"
	case *dsl.Call:
		return e.Func.Text + "(" + s.spellAll(e.Args) + ")"
	case *dsl.Index:
		return s.spell(e.X) + "[" + s.spellAll(e.Keys) + "]"
	}
	return "?" + strconv.Itoa(e.Span().Start)
}

func (s *speller) spellAll(es []dsl.Expr) string {
	return describeAll(es, ", ", s.spell)
}
