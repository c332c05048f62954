package modeltest

import "nazo/model"

func (r *randomModel) regular() model.Body {
	a := &model.Automaton{Symbols: r.between(1, 4)}
	states := r.between(1, 3)
	for range states {
		a.Accept = append(a.Accept, !r.oneIn(3))
		for range a.Symbols {
			a.Next = append(a.Next, int32(r.between(0, states))-1)
		}
	}
	a.Start = int32(r.between(0, states-1))
	return model.Regular{Xs: r.integers(r.between(0, 4), 0), Automaton: a}
}
