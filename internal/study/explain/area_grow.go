package explain

import (
	"slices"

	"nazo/internal/model"
)

// Areas that must grow. A player looks at one number, and at the cells that its area can still reach. If these are no more
// than the number, it takes them all. If without one cell there are too few, it takes that cell.

// grower looks at the areas of a story one by one.
type grower struct {
	*Story
	*areaState
	unit int32 // says that the numbers are the sizes of areas
}

// grower returns what the reader knows of areas, if their sizes are numbers on the board; nil otherwise.
func (s *Story) grower() *grower {
	g := s.areaGraphOf()
	if len(g.cells) == 0 || len(s.numbersOf()) < len(g.cells) {
		return nil
	}
	unit := int32(-1)
	for _, c := range s.m.Constraints {
		if b, ok := c.Body.(model.ComponentSizes); ok && b.Edges != nil && b.Counted == nil && s.sized(c.Instance) {
			unit = c.Instance
		}
	}
	if unit < 0 || slices.ContainsFunc(g.next, func(edges []areaEdge) bool {
		return slices.ContainsFunc(edges, func(e areaEdge) bool { return s.writes(e.is) })
	}) {
		return nil
	}
	return &grower{s, s.areaStateOf(s.claimsOf(s.told)), unit}
}

// nextArea returns a step for cells that an area must take, or nil. All that are left come first, then the only way on.
func (s *Story) nextArea() *StoryStep {
	if s.solution == nil || s.grown == len(s.told) {
		return nil
	}
	s.grown = len(s.told)
	g := s.grower()
	if g == nil {
		return nil
	}
	var best *StoryStep
	least := 0
	met := map[int]bool{}
	for _, v := range g.given {
		if met[v] {
			continue
		}
		area, k := g.joined(v), g.is[v]
		for _, w := range area {
			met[w] = true
		}
		if int64(len(area)) >= k {
			continue
		}
		room := g.roomOf(v, k)
		if looked := (areaLook{len(area), len(room), total(room)}); s.looked[v] == looked {
			continue
		} else if int64(len(room)) > k && !g.cuts(v, room, func(cell int, rest []int) {
			if n := len(rest); best == nil || n < least {
				best, least = g.step(v, []int{cell}, rest), n
			}
		}) {
			s.looked[v] = looked
		}
		if int64(len(room)) == k {
			s.grown = -1
			return g.step(v, slices.DeleteFunc(slices.Clone(room), func(w int) bool { _, known := g.is[w]; return known }), room)
		}
	}
	if best != nil {
		s.grown = -1
	}
	return best
}

// areaLook is what an area was when it was looked at: how many cells it has, and which it can reach.
type areaLook struct{ cells, room, sum int }

func total(numbers []int) (sum int) {
	for i, n := range numbers {
		sum += n * (i + 1)
	}
	return sum
}

// cuts calls a function for each cell without which an area would have too little room, with the cells that it would have.
// It reports whether there are some.
func (g *grower) cuts(v int, room []int, found func(cell int, rest []int)) (some bool) {
	k := g.is[v]
	for _, cell := range room {
		if _, known := g.is[cell]; known {
			continue
		}
		was := g.not[cell]
		g.not[cell] = append(slices.Clip(was), k)
		rest := g.roomOf(v, k)
		g.not[cell] = was
		if int64(len(rest)) < k {
			some = true
			found(cell, rest)
		}
	}
	return some
}

// step is the step that an area takes cells, as it could have no others than some.
func (g *grower) step(v int, cells, room []int) *StoryStep {
	s := g.Story
	in := Inference{Kind: Follows, Units: []int32{g.unit}, Under: -1}
	step := &StoryStep{}
	slices.Sort(cells)
	for _, cell := range cells {
		f := model.Fact{Var: s.numbersOf()[cell], Value: g.is[v], Is: true}
		step.Facts = append(step.Facts, f)
		in.Claims = append(in.Claims, claimOf(s.m, f))
	}
	in.Since = g.around(v, room, cells)
	for _, f := range in.Since {
		for _, u := range s.about[f.Var] {
			if s.Problem.Silent(u) && !slices.Contains(in.Rest, u) {
				in.Rest = append(in.Rest, u)
			}
		}
	}
	for _, cell := range slices.Concat(room, cells) {
		for _, u := range s.about[s.numbersOf()[cell]] {
			if s.Problem.Silent(u) && !slices.Contains(in.Rest, u) {
				in.Rest = append(in.Rest, u)
			}
		}
	}
	step.Chain = Chain{in}
	s.evidence(step.Chain, 0)
	step.Cost = step.Chain.Cost()
	return step
}

// around returns the facts by which an area has its cells, and can't have others than some.
func (g *grower) around(v int, room, but []int) (since []model.Fact) {
	k := g.is[v]
	cite := func(cell int) {
		for _, w := range g.joined(cell) {
			n := g.numbersOf()[w]
			if is, ok := g.values[n]; ok {
				since = append(since, model.Fact{Var: n, Value: is, Is: true})
			} else if f := (model.Fact{Var: n, Value: k}); g.known[f] {
				since = append(since, f)
			}
			for _, e := range g.next[w] {
				for _, value := range []int64{0, 1} {
					if f := (model.Fact{Var: e.is, Value: value, Is: true}); g.known[f] && (value == 1 || w == cell) {
						since = append(since, f)
					}
				}
			}
		}
	}
	cite(v)
	for _, w := range room {
		for _, e := range g.next[w] {
			if !slices.Contains(room, e.to) && !slices.Contains(but, e.to) {
				cite(e.to)
			}
		}
	}
	return firsts(since)
}
