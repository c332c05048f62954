package count

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"time"

	"nazo/engine"
	"nazo/graph"
	"nazo/model"
	"nazo/native/count/frontier"
)

// A model that says nothing of a graph as a whole can still be counted by eliminating
// vertices: a condition on how many of its unknowns hold is a vertex with those
// as its edges and so many degrees, and any other condition on a few is a vertex of
// any degree at which they meet. An unknown has two ends, so conditions beyond two of the same
// unknown stay rules; an end where nothing is said is a vertex of its own.

const (
	// mostDrawn bounds the unknowns of a graph that is drawn so, mostConditions what
	// is said of them: orders for more take too long to find.
	mostDrawn      = 1500
	mostConditions = 6000
	// mostTogether bounds the choices at one vertex, which are made together.
	mostTogether = 1 << 10
	// planMoment is how long an order is searched for where nobody asked for a count
	// that needs one: whatever is not seen to be soon counted then is enumerated.
	planMoment = 150 * time.Millisecond
)

// asked says that a task wants a count without visiting each solution, rather
// than leaves it to the engine.
func asked(t engine.Task) bool {
	c := t.Counting
	return c != nil && (c.Method != "" || c.Parts > 0 || c.Checkpoint != "" || c.Apart > 0)
}

// meeting is a set of unknowns that may become a vertex.
type meeting struct {
	unknowns []int32
	degrees  uint64 // how many may hold, as bits
	counts   bool   // the conditions say no more than that
	rule     int32  // of the spec
	taken    bool
}

// condition is a rule with the meeting of its unknowns and what it depends on.
type condition struct {
	frontier.Rule
	nature *nature
	at     int // in the meetings, -1 if there is none
}

// wholeGraph says at a glance whether anything is about a graph as a whole.
func wholeGraph(m *model.Model, t engine.Task) bool {
	return slices.ContainsFunc(m.Constraints, func(c model.Constraint) bool {
		if slices.Contains(t.Off, c.Instance) {
			return false
		}
		switch b := c.Body.(type) {
		case model.Walk, model.Links, model.Acyclic:
			return true
		case model.Connected:
			return b.Edges != nil
		}
		return false
	})
}

// drawable refuses at a glance what is too large to draw a graph of it, or has a
// condition of a kind that looks at more than a few unknowns: most such models
// need not be taken apart.
func drawable(m *model.Model, t engine.Task) error {
	conditions, unknowns := 0, int64(0)
	for _, c := range m.Constraints {
		if slices.Contains(t.Off, c.Instance) {
			continue
		}
		switch b := c.Body.(type) {
		case model.Assert, model.Regular:
			conditions++
		case model.Distinct:
			conditions += len(b.Xs) * (len(b.Xs) - 1) / 2
		default:
			return fmt.Errorf("it finds no path, cycle or links, and %s asks for more than can be seen of a few unknowns", ruleName(m, c.Instance))
		}
	}
	for _, v := range m.Vars {
		if v.Find >= 0 {
			unknowns += min(v.Domain.Size()-1, mostDrawn)
		}
	}
	switch {
	case unknowns > mostDrawn:
		return fmt.Errorf("it finds no path, cycle or links, and has more than %d unknown truth values", mostDrawn)
	case conditions > mostConditions:
		return fmt.Errorf("it finds no path, cycle or links, and has more than %d conditions", mostConditions)
	case t.Counting != nil && t.Counting.ByLength:
		return errors.New("it finds no path, cycle or links that have a length")
	}
	return nil
}

// drawVertices makes the problem of a model without a structure.
func (e *elimination) drawVertices(tallied []weights) error {
	index, err := e.numberAll(tallied)
	if err != nil {
		return err
	}
	conditions, err := e.conditions(index)
	if err != nil {
		return err
	}
	if outOfReach(conditions, len(e.unknown)) {
		return errors.New("it finds no path, cycle or links, and its rules leave too much open at once along each of three orders tried")
	}
	meetings := e.meetings(conditions)
	e.takeMeetings(meetings)
	p := &frontier.Problem{Shape: frontier.AnyEdges}
	e.problem = p
	p.Graph, p.Degrees = graphOf(meetings, len(e.unknown))
	for _, c := range conditions {
		if c.at < 0 || !c.nature.counts || !meetings[c.at].taken {
			p.Rules = append(p.Rules, c.Rule)
		}
	}
	p.Rules = merged(p.Rules, len(e.unknown))
	if slices.Contains(p.Degrees, 0) {
		e.impossible, e.problem = true, nil
		return nil
	}
	return e.complete(index, tallied)
}

// keepFinds has values of finds stay what they are: an equation of two is no more than
// a condition on them, and conditions on few are what is wanted.
func (e *elimination) keepFinds() {
	for v, b := range e.low.bools {
		if b >= 0 && e.low.from.Vars[v].Find >= 0 {
			e.keep[variable(e.m, b)] = true
		}
	}
	for _, n := range e.low.numbers {
		for _, b := range n.atLeast {
			if w := variable(e.m, b); e.m.Vars[w].Find >= 0 {
				e.keep[w] = true
			}
		}
	}
}

// numberAll numbers all unknowns that a condition or a weight speaks of.
func (e *elimination) numberAll(tallied []weights) (index map[model.VarID]int32, err error) {
	if len(e.open) > mostConditions {
		return nil, fmt.Errorf("it has %d conditions, too many to draw a graph of them", len(e.open))
	}
	speaks := map[model.VarID]bool{}
	for _, c := range e.open {
		for _, v := range supportOf(e.m, c.holds) {
			if e.m.Vars[v].Find < 0 && !e.keep[v] {
				return nil, fmt.Errorf("%s needs a helper that the solution does not determine", ruleName(e.low.from, c.instance))
			}
			speaks[v] = true
		}
	}
	for _, w := range tallied {
		for _, v := range w.order {
			if e.m.Vars[v].Find < 0 && !e.keep[v] {
				return nil, fmt.Errorf("what is to be best depends on a helper that the solution does not determine")
			}
			speaks[v] = speaks[v] || e.known(e.m.BoolVar(v)) == 0
		}
	}
	index = map[model.VarID]int32{}
	for v := range e.m.Vars {
		if speaks[model.VarID(v)] {
			index[model.VarID(v)] = int32(len(e.unknown))
			e.unknown = append(e.unknown, model.VarID(v))
		}
	}
	if len(e.unknown) > mostDrawn {
		return nil, fmt.Errorf("it has %d unknown truth values, too many to draw a graph of them", len(e.unknown))
	}
	return index, nil
}

// conditions writes all that is left to hold as rules.
func (e *elimination) conditions(index map[model.VarID]int32) ([]condition, error) {
	natures := newNatures()
	var out []condition
	for _, c := range e.open {
		r := e.rule(c.holds, supportOf(e.m, c.holds), index)
		n, err := natures.of(r)
		if err != nil {
			return nil, fmt.Errorf("%s %w", ruleName(e.low.from, c.instance), err)
		}
		out = append(out, condition{r, n, -1})
	}
	return out, nil
}

// meetings collects the sets of unknowns that are few enough to be decided
// together.
func (e *elimination) meetings(conditions []condition) []meeting {
	var out []meeting
	at := map[string]int{}
	for i := range conditions {
		c := &conditions[i]
		key := fmt.Sprint(c.Unknowns)
		k, known := at[key]
		if !known {
			rule := int32(-1)
			if instance := e.open[i].instance; instance >= 0 {
				rule = e.low.from.Instances[instance].Rule
			}
			k = len(out)
			at[key] = k
			out = append(out, meeting{unknowns: c.Unknowns, degrees: degreesTo(len(c.Unknowns)), rule: rule})
		}
		c.at = k
		if c.nature.counts {
			out[k].counts = true
			out[k].degrees &= c.nature.allowed
		}
	}
	for k := range out {
		if m := &out[k]; choices(m.degrees, len(m.unknowns)) > mostTogether {
			m.unknowns = nil // never taken
		}
	}
	return out
}

// degreesTo are the degrees from 0 to n, as bits; all if there are too many.
func degreesTo(n int) uint64 {
	if n >= 63 {
		return anyDegree
	}
	return 1<<(n+1) - 1
}

// choices is in how many ways so many of n edges can be chosen.
func choices(degrees uint64, n int) float64 {
	if n >= 63 {
		return 1 << 63
	}
	total, ways := 0.0, 1.0
	for d := range n + 1 {
		if degrees>>d&1 != 0 {
			total += ways
		}
		ways *= float64(n-d) / float64(d+1)
	}
	return total
}

// takeMeetings chooses which become vertices, so that no unknown is at more than two: first
// all of one rule of the spec, the rule with most edges first, since such vertices are mostly
// what the spec thinks of; then the larger ones first, and last those that say more than a number.
func (e *elimination) takeMeetings(meetings []meeting) {
	ends := make([]uint8, len(e.unknown))
	take := func(group []int) {
		for _, k := range group {
			for _, x := range meetings[k].unknowns {
				ends[x]++
			}
		}
		if slices.ContainsFunc(group, func(k int) bool {
			return slices.ContainsFunc(meetings[k].unknowns, func(x int32) bool { return ends[x] > 2 })
		}) {
			for _, k := range group {
				for _, x := range meetings[k].unknowns {
					ends[x]--
				}
			}
			return
		}
		for _, k := range group {
			meetings[k].taken = meetings[k].unknowns != nil
		}
	}
	for _, group := range groups(meetings) {
		take(group)
	}
	var single []int
	for k := range meetings {
		if !meetings[k].taken && meetings[k].unknowns != nil {
			single = append(single, k)
		}
	}
	slices.SortStableFunc(single, func(a, b int) int {
		x, y := &meetings[a], &meetings[b]
		if x.counts != y.counts {
			if x.counts {
				return -1
			}
			return 1
		}
		return cmp.Compare(len(y.unknowns), len(x.unknowns))
	})
	for _, k := range single {
		take([]int{k})
	}
}

// groups lists the meetings that count, by rule of the spec, the rules with most
// edges first.
func groups(meetings []meeting) [][]int {
	at, edges := map[int32]int{}, map[int32]int{}
	var out [][]int
	for k := range meetings {
		m := &meetings[k]
		if !m.counts || m.unknowns == nil {
			continue
		}
		if _, known := at[m.rule]; !known {
			at[m.rule] = len(out)
			out = append(out, nil)
		}
		out[at[m.rule]] = append(out[at[m.rule]], k)
		edges[m.rule] += len(m.unknowns)
	}
	slices.SortStableFunc(out, func(a, b []int) int {
		return cmp.Compare(edges[meetings[b[0]].rule], edges[meetings[a[0]].rule])
	})
	return out
}

// graphOf draws the vertices that were taken, and one more for each end at which
// nothing meets.
func graphOf(meetings []meeting, unknowns int) (*graph.Graph, []uint64) {
	var degrees []uint64
	ends := make([][]int32, unknowns)
	for k := range meetings {
		m := &meetings[k]
		if !m.taken {
			continue
		}
		for _, x := range m.unknowns {
			ends[x] = append(ends[x], int32(len(degrees)))
		}
		degrees = append(degrees, m.degrees)
	}
	edges := make([]graph.Edge, unknowns)
	for x := range edges {
		for len(ends[x]) < 2 {
			ends[x] = append(ends[x], int32(len(degrees)))
			degrees = append(degrees, degreesTo(1))
		}
		edges[x] = graph.Edge{U: ends[x][0], V: ends[x][1]}
	}
	if len(degrees) == 0 { // there is nothing to choose
		degrees = append(degrees, 1)
	}
	return graph.New(len(degrees), edges, false), degrees
}
