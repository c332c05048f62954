package modeltest

import "nazo/model"

func (r *randomModel) inverse() model.Body {
	n := r.between(1, 3)
	return model.Inverse{Xs: r.integers(n, 0), Ys: r.integers(n, 0), Base: int64(r.between(-1, 1))}
}
