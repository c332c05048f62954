package modeltest

import "nazo/model"

func (r *randomModel) distinct() model.Body {
	n := r.between(2, 4)
	d := model.Distinct{Xs: r.integers(n, 1)}
	if r.oneIn(2) {
		d.Present = r.booleans(n, 0)
	}
	return d
}
