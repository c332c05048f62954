package lines

// pocket is the stage of that name, after pruning (c) of nanopico's article: a
// dead end enclosed by a line can be no other's, so detours around it are
// skipped. Stated for graphs: a region of open vertices that has both ends
// of no label beside it will stay empty; if the current line could be made
// shorter by going through such a region, it is given up.
//
// That keeps the links of least total length, if no vertex has to be used.
//
// Regions are looked at where they come to be pockets: beside the last two vertices
// of the current line, and ways through them from these two.
type pocket struct {
	region []int32 // for each vertex the flood that came to it last
	flood  int32
	ends   []int32 // for each end of a label likewise
	queue  []int32
	depth  []int32 // for each of queue the steps from where a way begins
	beside []int32 // for each label how many of its ends the flood came to
	marked []int32 // the labels for which that is not 0
}

func newPocket(b *board) *pocket {
	n := len(b.line)
	return &pocket{region: make([]int32, n), ends: make([]int32, n), beside: make([]int32, len(b.ends)),
		queue: make([]int32, 0, n), depth: make([]int32, 0, n), marked: make([]int32, 0, len(b.ends))}
}

// holds reports whether the current line makes no such detour at its end.
func (p *pocket) holds(b *board) bool {
	if p.flood > 1<<30 {
		clear(p.region)
		clear(p.ends)
		p.flood = 0
	}
	before := p.flood // floods of this call have greater numbers
	for i := len(b.path) - 1; i >= int(b.first[b.label()]) && i >= len(b.path)-2; i-- {
		for _, h := range b.ways[b.path[i]] {
			if !b.open(h.To) || p.region[h.To] > before {
				continue
			}
			if p.useless(b, h.To, before) && p.shortcut(b, int32(i), h.To) {
				return false
			}
		}
	}
	return true
}

// useless floods the region of v and reports whether it lies between the ends of
// no label. It stops as soon as it knows; a region that it comes to once more
// is one of use, as others are flooded to the end.
func (p *pocket) useless(b *board, v, before int32) bool {
	p.flood++
	p.queue = append(p.queue[:0], v)
	p.region[v] = p.flood
	for _, l := range p.marked {
		p.beside[l] = 0
	}
	p.marked = p.marked[:0]
	for i := 0; i < len(p.queue); i++ {
		for _, h := range b.ways[p.queue[i]] {
			w := h.To
			if b.open(w) {
				switch r := p.region[w]; {
				case r == p.flood:
				case r > before:
					return false
				default:
					p.region[w] = p.flood
					p.queue = append(p.queue, w)
				}
				continue
			}
			if p.ends[w] == p.flood || !b.pending(w) {
				continue
			}
			p.ends[w] = p.flood
			l := b.line[w]
			if p.beside[l]++; p.beside[l] == 2 {
				return false
			}
			p.marked = append(p.marked, l)
		}
	}
	return true
}

// shortcut reports whether the region that was flooded last has a way from place i
// of the path to an earlier one of the same line that is shorter than the line.
func (p *pocket) shortcut(b *board, i, v int32) bool {
	region := p.region[v]
	p.flood++ // numbers vertices of the region anew as they are come to
	p.queue, p.depth = p.queue[:0], p.depth[:0]
	from := b.path[i]
	for k, depth := -1, int32(0); ; {
		for _, h := range b.ways[from] {
			w := h.To
			if p.region[w] == region && b.open(w) {
				p.region[w] = p.flood
				p.queue, p.depth = append(p.queue, w), append(p.depth, depth+1)
			} else if depth > 0 && b.drawn(w) && b.at[w]+depth+1 < i {
				return true
			}
		}
		if k++; k == len(p.queue) {
			return false
		}
		from, depth = p.queue[k], p.depth[k]
	}
}
