package explain_test

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"nazo/internal/alg"
	"nazo/internal/model"
	"nazo/internal/study/explain"
	"nazo/internal/testkit"
	"nazo/native"
	"nazo/puzzles"
)

// drawn is what a reader has drawn when an inference is told: all that was told before and all that is supposed.
type drawn struct {
	x  *explain.Explainer
	is map[model.VarID]bool
}

// with returns the board with some claims.
func (d drawn) with(claims []explain.Claim) drawn {
	out := drawn{d.x, maps.Clone(d.is)}
	for _, c := range claims {
		out.is[c.Var] = (c.Value == 1) == (c.Op == model.LinkIs)
	}
	return out
}

// but returns the board with the opposite of a claim.
func (d drawn) but(c explain.Claim) drawn {
	c.Value = 1 - c.Value
	return d.with([]explain.Claim{c})
}

// bool reports whether a condition about one variable holds, if that is drawn.
func (d drawn) bool(b model.Bool) (is, known bool) {
	n, ok := d.x.Problem.Model.Node(b).(model.BoolVar)
	if !ok {
		_, constant := d.x.Problem.Model.Node(b).(model.Constant)
		return constant != b.Negated(), constant
	}
	is, known = d.is[n.Var]
	return is != b.Negated(), known
}

// pieces floods what is or may be there. It returns the number of each vertex's piece, by the vertex's name, and which
// pieces have something that is surely there.
func (d drawn) pieces(b model.Connected) (of map[string]int, surely map[int]bool) {
	of, surely = map[string]int{}, map[int]bool{}
	sets := alg.NewUnionFind(b.Graph.Order())
	may := func(c model.Bool) bool { is, known := d.bool(c); return is || !known }
	for i, e := range b.Graph.Edges {
		if may(b.Vertices[e.U]) && may(b.Vertices[e.V]) && (b.Edges == nil || may(b.Edges[i])) {
			sets.Join(e.U, e.V)
		}
	}
	for v, c := range b.Vertices {
		if !may(c) {
			continue
		}
		root := int(sets.Find(int32(v)))
		if is, known := d.bool(c); is && known {
			surely[root] = true
		}
		if n, ok := d.x.Problem.Model.Node(c).(model.BoolVar); ok {
			if m, ok := d.x.Meaning(n.Var); ok && m.Member != nil {
				of[d.x.Names().Of(m.Member)] = root
			}
		}
	}
	return of, surely
}

// cutOff checks that what a sentence says would be cut off is in another piece than something else that is there.
func (d drawn) cutOff(why string) (wrong string) {
	match := sentenceCutOff.FindStringSubmatch(why)
	if match == nil {
		return ""
	}
	for _, c := range d.x.Problem.Model.Constraints {
		b, ok := c.Body.(model.Connected)
		if !ok || b.Edges != nil {
			continue
		}
		of, surely := d.pieces(b)
		piece := -1
		for _, name := range placeName.FindAllString(match[1], -1) {
			switch at, there := of[name]; {
			case !there:
				return name + " is not there"
			case piece >= 0 && at != piece && strings.Contains(match[1], " pocket "):
				return name + " is in another pocket"
			default:
				piece = at
			}
			if len(surely) < 2 {
				return name + " hangs together with all the rest"
			}
		}
	}
	return ""
}

var (
	sentenceCutOff = regexp.MustCompile(`((?:the pocket [a-z]+ )?R\d+C\d+(?:(?:, | and | to )R\d+C\d+)*) would be cut off`)
	placeName      = regexp.MustCompile(`R\d+C\d+`)
)

// degrees counts at each vertex of a line the edges that are drawn, and those that are open.
func (d drawn) degrees(b model.Route) (on, open []int) {
	on, open = make([]int, b.Graph.Order()), make([]int, b.Graph.Order())
	for i, e := range b.Graph.Edges {
		switch is, known := d.bool(b.Edges[i]); {
		case !known:
			open[e.U]++
			open[e.V]++
		case is:
			on[e.U]++
			on[e.V]++
		}
	}
	return on, open
}

// forced follows the line, as a reader does: where two edges meet there is no third, and a line with one way on takes it.
// An edge that would close a loop beside others is none.
func (d drawn) forced(b model.Route) (branches, ends, closes bool) {
	for {
		on, open := d.degrees(b)
		sets := alg.NewUnionFind(b.Graph.Order())
		lines, size := 0, map[int32]int{}
		inLoop := map[int32]bool{}
		for i, e := range b.Graph.Edges {
			if is, known := d.bool(b.Edges[i]); is && known {
				if lines++; sets.Find(e.U) == sets.Find(e.V) {
					inLoop[sets.Find(e.U)] = true
				}
				sets.Join(e.U, e.V)
			}
		}
		for v := range on {
			branches = branches || on[v] > 2
			ends = ends || on[v] == 1 && open[v] == 0
		}
		for range inLoop {
			closes = true
		}
		if branches || ends || closes {
			return branches, ends, closes
		}
		for i, e := range b.Graph.Edges {
			if is, known := d.bool(b.Edges[i]); is && known {
				size[sets.Find(e.U)]++
			}
		}
		changed := false
		for i, e := range b.Graph.Edges {
			n, ok := d.x.Problem.Model.Node(b.Edges[i]).(model.BoolVar)
			if _, known := d.bool(b.Edges[i]); known || !ok {
				continue
			}
			if on[e.U] == 1 && on[e.V] == 1 && sets.Find(e.U) == sets.Find(e.V) && size[sets.Find(e.U)] < lines {
				d.is[n.Var], changed = b.Edges[i].Negated(), true
				break
			}
			for _, v := range []int32{e.U, e.V} {
				if on[v] == 2 || on[v] == 0 && open[v] == 1 {
					d.is[n.Var], changed = b.Edges[i].Negated(), true
				} else if on[v] == 1 && open[v] == 1 {
					d.is[n.Var], changed = !b.Edges[i].Negated(), true
				}
			}
			if changed {
				break
			}
		}
		if !changed {
			return false, false, false
		}
	}
}

// line checks what a sentence says that a line would do, at once or after what it is forced to.
func (d drawn) line(why string) (wrong string) {
	for _, c := range d.x.Problem.Model.Constraints {
		b, ok := c.Body.(model.Route)
		if !ok || b.Graph.Directed {
			continue
		}
		on, open := d.degrees(b)
		at := func(holds func(v int) bool) bool { return slices.ContainsFunc(seq(len(on)), holds) }
		switch {
		case strings.Contains(why, "the line would branch"):
			if !at(func(v int) bool { return on[v] > 2 }) {
				return "nothing branches"
			}
		case strings.Contains(why, "the line would end") && !strings.Contains(why, "or end"):
			if !at(func(v int) bool { return on[v] == 1 && open[v] == 0 }) {
				return "no line ends"
			}
		case strings.Contains(why, "the line would run on"), strings.Contains(why, " would close too early"), strings.Contains(why, " would close a small loop"):
			if branches, ends, closes := d.but(explain.Claim{Var: -1}).forced(b); !branches && !ends && !closes {
				return "nothing closes"
			}
		}
	}
	return ""
}

func seq(n int) (all []int) {
	for i := range n {
		all = append(all, i)
	}
	return all
}

// TestSaid holds what sentences say of the board against the board as it is when they are told: what would be cut off, where a line would
// branch, end or close.
func TestSaid(t *testing.T) {
	for _, c := range []struct{ spec, instance string }{
		{"nurikabe", "10x10.txt"}, {"nurikabe", "12x12.txt"}, {"heyawake", "10x10.txt"}, {"masyu", "10x10.txt"}, {"slitherlink", "10x10.txt"},
		{"hashi", "13x13.txt"},
	} {
		if !testkit.Thorough() && c.spec != "nurikabe" && c.spec != "masyu" {
			continue
		}
		t.Run(c.spec, func(t *testing.T) {
			if !slices.Contains(puzzles.Instances(c.spec), c.instance) {
				t.Skip("there is no such board")
			}
			x, err := explain.Open(t.Context(), shipped(t, c.spec, c.instance), native.New())
			if err != nil {
				t.Fatal(err)
			}
			s := x.Story(t.Context())
			checked := 0
			for number := 1; ; number++ {
				step, _ := s.Next(t.Context())
				if step == nil {
					break
				}
				for i := range step.Chain {
					d := drawn{x, map[model.VarID]bool{}}
					for _, f := range s.Written[:step.Known] {
						d.is[f.Var] = (f.Value == 1) == f.Is
					}
					for _, j := range step.Chain.Holding(i) {
						d = d.with(step.Chain[j].Claims)
					}
					for _, r := range x.Reasons(step.Chain, i) {
						claims := r.Claims
						if step.Chain[i].Kind != explain.Follows {
							claims = []explain.Claim{{Var: -1}}
						}
						for _, c := range claims {
							checked++
							for _, check := range []func(drawn, string) string{drawn.cutOff, drawn.line} {
								wrong := check(d.but(c), r.Why)
								if wrong != "" && len(claims) > 1 { // one may rest on another
									wrong = check(d.with(claims).but(c), r.Why)
								}
								if wrong != "" {
									t.Errorf("step %d, %d: %q for %s: %s", number, i, r.Why, x.Say(step.Facts), wrong)
								}
							}
						}
					}
				}
			}
			if checked == 0 {
				t.Error("nothing was said")
			}
		})
	}
}
