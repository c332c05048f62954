package join

import "nazo/dsl"

// sameBut reports whether b is a with the name q in the place of p, and neither has the other's
// name. It knows names, literals, calls and indexing; of other expressions it says no.
func sameBut(a, b dsl.Expr, p, q string) bool {
	switch a := a.(type) {
	case *dsl.Name:
		b, ok := b.(*dsl.Name)
		switch {
		case !ok || a.Text == q || b.Text == p:
			return false
		case a.Text == p:
			return b.Text == q
		}
		return a.Text == b.Text
	case *dsl.IntLit:
		b, ok := b.(*dsl.IntLit)
		return ok && a.Value.Cmp(b.Value) == 0
	case *dsl.Call:
		b, ok := b.(*dsl.Call)
		return ok && a.Func.Text == b.Func.Text && allSameBut(a.Args, b.Args, p, q)
	case *dsl.Index:
		b, ok := b.(*dsl.Index)
		return ok && sameBut(a.X, b.X, p, q) && allSameBut(a.Keys, b.Keys, p, q)
	}
	return false
}

func allSameBut(a, b []dsl.Expr, p, q string) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !sameBut(a[i], b[i], p, q) {
			return false
		}
	}
	return true
}
