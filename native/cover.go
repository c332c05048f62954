package native

import (
	"slices"

	"nazo/internal/model"
)

// fewCovers is the number of solutions from which on a search does not give up.
const fewCovers = 20

// search delivers the solutions, and reports whether there are no others. It takes the item with the fewest options left
// and keeps its state in dancing links (Knuth, Dancing links, 2000). It learns nothing, but a choice costs far less than in
// package fd. It gives up after so many choices with few solutions, and returns those that it has delivered. Package fd
// learns, and may be better then.
func (c *exactCover) search(d *model.Delivery, patience int64) (exhausted, gaveUp bool, before []model.Solution) {
	s := &coverSearch{exactCover: c, dancingLinks: c.newLinks(), d: d, patience: patience}
	exhausted = s.next()
	return exhausted, s.gaveUp, s.found
}

type coverSearch struct {
	*exactCover
	*dancingLinks
	d      *model.Delivery
	chosen []int32          // options
	found  []model.Solution // the first few
	gaveUp bool

	choices, patience int64
}

// next visits the solutions below the choices made. It returns false if it was stopped.
func (s *coverSearch) next() bool {
	best := s.right[0]
	if best == 0 {
		solution := slices.Clone(s.known)
		for _, o := range s.chosen {
			for _, c := range s.options[o] {
				solution[c.v] = c.value
			}
		}
		if len(s.found) < fewCovers {
			s.found = append(s.found, solution)
		}
		return s.d.Deliver(solution)
	}
	for h := s.right[best]; h != 0 && s.size[best] > 0; h = s.right[h] {
		if s.size[h] < s.size[best] {
			best = h
		}
	}
	if s.size[best] == 0 {
		s.d.Result.Stats.DeadEnds++
		return true
	}
	s.cover(best)
	more := true
	for p := s.down[best]; p != best && more; p = s.down[p] {
		more = s.choose(p)
	}
	s.uncover(best)
	return more
}

// choose visits the solutions with an option.
func (s *coverSearch) choose(p int32) bool {
	if s.choices++; s.choices > s.patience && len(s.found) < fewCovers {
		s.gaveUp = true
		return false
	}
	s.d.Result.Stats.Nodes++
	if s.d.Tick(); s.d.Stopped() {
		return false
	}
	end := p
	for ; s.item[end] >= 0; end++ {
	}
	s.chosen = append(s.chosen, ^s.item[end])
	for q := s.after(p); q != p; q = s.after(q) {
		s.cover(s.item[q])
		s.d.Result.Stats.Propagations++
	}
	more := s.next()
	for q := s.before(p); q != p; q = s.before(q) {
		s.uncover(s.item[q])
	}
	s.chosen = s.chosen[:len(s.chosen)-1]
	return more
}

// dancingLinks is a table of options and items whose entries are in circular lists: an option's are neighbours, an item's
// are linked. Entry 0 heads the list of primary items left, and entry i+1 that of item i. Spacers part the options.
type dancingLinks struct {
	up, down    []int32
	left, right []int32 // of heads
	item        []int32 // for each entry its head, or ^option for a spacer
	size        []int32 // for each head
}

func (c *exactCover) newLinks() *dancingLinks {
	of := make([][]int32, len(c.options)) // for each option its heads
	n := len(c.items) + 1
	l := &dancingLinks{left: make([]int32, n), right: make([]int32, n), size: make([]int32, n)}
	for i, item := range c.items {
		for _, o := range item {
			of[o] = append(of[o], int32(i+1))
		}
	}
	for h := range int32(n) {
		l.up, l.down, l.item = append(l.up, h), append(l.down, h), append(l.item, h)
		l.left[h], l.right[h] = h, h
		if 1 <= h && int(h) <= c.primary {
			l.left[h], l.right[h] = h-1, 0
			l.right[h-1], l.left[0] = h, h
		}
	}
	l.up, l.down, l.item = append(l.up, 0), append(l.down, 0), append(l.item, -1)
	for o, heads := range of {
		if len(heads) == 0 {
			continue
		}
		first := int32(len(l.item))
		for _, h := range heads {
			at := int32(len(l.item))
			l.up, l.down, l.item = append(l.up, l.up[h]), append(l.down, h), append(l.item, h)
			l.down[l.up[h]], l.up[h] = at, at
			l.size[h]++
		}
		l.down[first-1] = int32(len(l.item) - 1)
		l.up, l.down, l.item = append(l.up, first), append(l.down, 0), append(l.item, ^int32(o))
	}
	return l
}

// after and before return the neighbours of an entry in its option.
func (l *dancingLinks) after(p int32) int32 {
	if p++; l.item[p] < 0 {
		return l.up[p]
	}
	return p
}

func (l *dancingLinks) before(p int32) int32 {
	if p--; l.item[p] < 0 {
		return l.down[p]
	}
	return p
}

// cover removes an item and the options that would cover it again. uncover puts them back.
func (l *dancingLinks) cover(h int32) {
	for p := l.down[h]; p != h; p = l.down[p] {
		for q := l.after(p); q != p; q = l.after(q) {
			up, down := l.up[q], l.down[q]
			l.down[up], l.up[down] = down, up
			l.size[l.item[q]]--
		}
	}
	l.right[l.left[h]], l.left[l.right[h]] = l.right[h], l.left[h]
}

func (l *dancingLinks) uncover(h int32) {
	l.right[l.left[h]], l.left[l.right[h]] = h, h
	for p := l.up[h]; p != h; p = l.up[p] {
		for q := l.after(p); q != p; q = l.after(q) {
			l.down[l.up[q]], l.up[l.down[q]] = q, q
			l.size[l.item[q]]++
		}
	}
}
