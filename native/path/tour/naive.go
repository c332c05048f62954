package tour

// naive is plain backtracking: the moves in their fixed order, to any vertex
// that is free (Wakabayashi 1986, after Wirth 1976).
type naive struct{ w *walker }

func (*naive) enter(int32) {}
func (*naive) leave(int32) {}

func (r *naive) options(v int32, list []int32) []int32 {
	for _, u := range r.w.out.of(v) {
		if r.w.free(u) {
			list = append(list, u)
		}
	}
	return list
}
