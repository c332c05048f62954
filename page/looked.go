package page

import (
	"context"
	"fmt"
	"math/big"

	"nazo/givens"
	"nazo/solve"
	"nazo/value"
)

// looked is what a look has found out so far.
type looked struct {
	desk    *Desk
	table   *table
	emit    func(Event)
	values  []givens.Given
	problem *solve.Problem
	kept    *kept
	report  *solve.Report
	session *solve.Session
}

// sizeOf is the size of the board that a given has a value for each cell of.
func sizeOf(v value.Value) (rows, cols int, ok bool) {
	a, ok := v.(*value.Array)
	if !ok || a.Board == nil || a.Board.Points || a.Keys.Len() != a.Board.Rows*a.Board.Cols {
		return 0, 0, false
	}
	return a.Board.Rows, a.Board.Cols, true
}

// mostCounted is how many solutions are gone through where they can't be counted otherwise.
const mostCounted = 10_000

// count counts the solutions, or as many as are soon gone through.
func (l *looked) count(ctx context.Context) error {
	var known *Count
	l.desk.note(func() { known = l.kept.count })
	if known == nil {
		if l.session == nil {
			l.session = solve.Open(l.problem, l.desk.team)
		}
		r := l.session.Count(ctx, solve.Question{Limit: mostCounted, Keep: 1})
		if r.Fault != nil {
			return problem("this is a bug in nazo: " + r.Fault.Error())
		}
		known = &Count{Text: "at least " + grouped(big.NewInt(int64(r.Count))) + " solutions"}
		switch {
		case r.Total != nil:
			known = &Count{Text: grouped(r.Total) + " solutions", Proved: true}
		case r.Exhausted:
			known = &Count{Text: grouped(big.NewInt(int64(r.Count))) + " solutions", Proved: true}
		}
		if known.Proved || r.Count >= mostCounted {
			l.desk.note(func() { l.kept.count = known })
		}
		if r.Count == 0 && r.Total == nil {
			return ctx.Err()
		}
	}
	l.emit(Event{Kind: KindCount, Count: known})
	return nil
}

// grouped is a number with commas between each three digits.
func grouped(n *big.Int) string {
	s := n.String()
	for i := len(s) - 3; i > 0; i -= 3 {
		s = fmt.Sprintf("%s,%s", s[:i], s[i:])
	}
	return s
}
