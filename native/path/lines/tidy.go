package lines

// Stage tidy, after pruning (b) of nanopico's article: never enter a cell that
// has more than one neighbour of the same line. Lines then have no clumps and
// double back nowhere: each is an induced path, so when the head is near its goal
// it must go there (search.go sees to that).
//
// Of links that need not use every vertex, those of least total length are tidy,
// since a line that touches itself could be cut short; so if there is a solution
// there is a tidy one. Where vertices have to be used all solutions may be lost.

// touches reports whether the current line would touch itself if it were drawn to v.
func (b *board) touches(v int32) bool {
	label, head, goal := b.label(), b.head(), b.goal()
	for _, h := range b.ways[v] {
		if b.line[h.To] == label && h.To != head && h.To != goal {
			return true
		}
	}
	return false
}
