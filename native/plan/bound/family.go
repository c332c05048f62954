package bound

import (
	"context"
	"slices"

	"nazo/model"
)

// family is a set of places, each of which holds a token or none: the place is a
// variable, and a token is there while the variable has a certain value. No operator makes
// more tokens of them: each token that appears at a place continues one that vanishes from another.
// So every place where the goal wants a token is reached by a token of its own.
type family struct {
	places []place
	at     map[model.VarID]int32 // the place of a variable
	wanted []int32               // places where the goal wants a token
	// moves are the continuations of tokens for each operator.
	moves [][]hop
	// fragile says that some operator may destroy tokens.
	fragile bool

	// carrier is another variable that all hops depend on: where the one stands
	// who carries or pushes; -1 if there is none. The mover is the carrier, or -1 as
	// long as its values aren't told apart in the nodes.
	carrier     model.VarID
	mover       model.VarID
	moverLo     int64
	moverValues int64

	g graph
	// tables has for each kind of costs the distances to each wanted place.
	tables []payment
	// errand is what the carrier has to do besides; nil if nothing.
	errand *errand
	// rival says that the family's token is set against those of others. Then it keeps
	// all that was left of the costs of its hops: budget, by entry and operator.
	rival  bool
	budget [][]int64
	// stuck says for pairs of tokens whether they can't both be brought home.
	stuck *pairs
}

// place is a variable, and the value that means a token.
type place struct {
	v     model.VarID
	value int64
}

// hop says that a token moves from one place to another.
type hop struct{ from, to int32 }

// maxHops bounds the operators that are looked at for all families.
const maxHops = 1 << 22

// families finds those of a machine: variables of one find that stand for the
// members of a set, or where one value stands for a token.
func families(ctx context.Context, m *model.Model, operators []operator, goals limits) []*family {
	var out []*family
	room := maxHops
	for _, vars := range alike(m) {
		wanted := map[int64]bool{}
		var values []int64
		for _, v := range vars {
			value, single := goals.of(m, v).Single()
			if single && !wanted[value] && (value == 1 || !m.Vars[v].Bool) {
				wanted[value] = true
				values = append(values, value)
			}
		}
		slices.Sort(values)
		for _, value := range values {
			if room -= len(operators); room < 0 || ctx.Err() != nil {
				return out
			}
			if f := newFamily(m, operators, goals, vars, value); f != nil {
				out = append(out, f)
			}
		}
	}
	return out
}

// alike are the variables of each find, those with different domains apart.
func alike(m *model.Model) [][]model.VarID {
	var out [][]model.VarID
	for _, f := range m.Finds {
		var groups [][]model.VarID
		for _, v := range f.Vars {
			same := slices.IndexFunc(groups, func(g []model.VarID) bool {
				return m.Vars[g[0]].Bool == m.Vars[v].Bool && slices.Equal(m.Vars[g[0]].Domain, m.Vars[v].Domain)
			})
			if same < 0 {
				groups = append(groups, []model.VarID{v})
			} else {
				groups[same] = append(groups[same], v)
			}
		}
		out = append(out, groups...)
	}
	return out
}

// newFamily makes the family of variables that are alike; nil if operators may make
// more tokens.
func newFamily(m *model.Model, operators []operator, goals limits, vars []model.VarID, value int64) *family {
	f := &family{at: map[model.VarID]int32{}, carrier: -1, mover: -1, moverValues: 1}
	for _, v := range vars {
		if only, single := goals.of(m, v).Single(); single && only == value {
			f.wanted = append(f.wanted, int32(len(f.places)))
		}
		f.at[v] = int32(len(f.places))
		f.places = append(f.places, place{v, value})
	}
	if len(f.places) < 2 {
		return nil
	}
	f.moves = make([][]hop, len(operators))
	for i := range operators {
		var kept bool
		if f.moves[i], kept = f.hops(m, &operators[i]); !kept {
			return nil
		}
	}
	f.carrier = f.findCarrier(operators)
	return f
}

// hops are the continuations of tokens in an operator. It returns false if more
// tokens may appear than surely vanish.
func (f *family) hops(m *model.Model, o *operator) (hops []hop, kept bool) {
	var gone, new []int32
	for _, c := range o.changes {
		p, ok := f.at[c.v]
		if !ok {
			continue
		}
		value := f.places[p].value
		only, single := o.was(m, c.v).Single()
		surelyThere := single && only == value
		switch {
		case c.to.Contains(value) && !surelyThere:
			new = append(new, p)
		case surelyThere && c.certain && !c.to.Contains(value):
			gone = append(gone, p)
		case !c.to.Contains(value):
			f.fragile = true
		}
	}
	f.fragile = f.fragile || len(new) < len(gone)
	if len(new) > len(gone) {
		return nil, false
	}
	for i, p := range new {
		hops = append(hops, hop{gone[i], p})
	}
	return hops, true
}

// stays says for each place whether a token there may be there before and after an operator.
func (f *family) stays(m *model.Model, o *operator) []bool {
	out := slices.Repeat([]bool{true}, len(f.places))
	for _, l := range o.before {
		if p, ok := f.at[l.v]; ok && !l.values.Contains(f.places[p].value) {
			out[p] = false
		}
	}
	for _, c := range o.changes {
		if p, ok := f.at[c.v]; ok && c.certain && !c.to.Contains(f.places[p].value) {
			out[p] = false
		}
	}
	return out
}

// findCarrier looks for a variable whose value all hops need to know.
func (f *family) findCarrier(operators []operator) model.VarID {
	known := map[model.VarID]map[int64]bool{}
	hopping := 0
	times := map[model.VarID]int{}
	for i := range operators {
		if len(f.moves[i]) == 0 {
			continue
		}
		hopping++
		for _, l := range operators[i].before {
			if value, single := l.values.Single(); single {
				times[l.v]++
				if known[l.v] == nil {
					known[l.v] = map[int64]bool{}
				}
				known[l.v][value] = true
			}
		}
	}
	best := model.VarID(-1)
	for v, n := range times {
		if _, isPlace := f.at[v]; isPlace || n < hopping || len(known[v]) < 2 {
			continue
		}
		if best < 0 || len(known[v]) > len(known[best]) || len(known[v]) == len(known[best]) && v < best {
			best = v
		}
	}
	return best
}

// watch tells the values of a mover apart.
func (f *family) watch(m *model.Model, mover model.VarID) {
	b := m.Vars[mover].Domain.Bounds()
	f.mover, f.moverLo, f.moverValues = mover, b.Lo, b.Size()
}

// node is where a token at the place is if the mover is at the value.
func (f *family) node(p int32, mover int64) int32 {
	return p*int32(f.moverValues) + int32(mover-f.moverLo)
}

// eachMover calls yield for the values of the mover before and after an operator.
func (f *family) eachMover(m *model.Model, o *operator, yield func(before, after int64)) {
	if f.mover < 0 {
		yield(0, 0)
		return
	}
	for before := range o.was(m, f.mover).Each {
		o.becomes(f.mover, before, func(after int64) { yield(before, after) })
	}
}

// build makes the graph of one token and the mover. Other tokens are forgotten; what moves them
// costs this one nothing. It returns false if it is too large.
func (f *family) build(m *model.Model, operators []operator) bool {
	if int64(len(f.places)) > maxNodes/f.moverValues {
		return false
	}
	f.g = graph{nodes: len(f.places) * int(f.moverValues), parts: 1}
	for i := range operators {
		o := &operators[i]
		f.g.parts = max(f.g.parts, int32(len(f.moves[i])))
		if f.mover < 0 && len(f.moves[i]) == 0 || f.mover >= 0 && len(f.moves[i]) == 0 && o.change(f.mover) == nil {
			continue
		}
		stays := f.stays(m, o)
		f.eachMover(m, o, func(before, after int64) {
			for part, h := range f.moves[i] {
				f.g.edges = append(f.g.edges, edge{f.node(h.from, before), f.node(h.to, after), int32(i), int32(part)})
			}
			if before == after {
				return
			}
			for p, stays := range stays {
				if p := int32(p); stays {
					f.g.edges = append(f.g.edges, edge{f.node(p, before), f.node(p, after), int32(i), free})
				}
			}
		})
		if len(f.g.edges) > maxEdges {
			return false
		}
	}
	for _, p := range f.wanted {
		var targets []int32
		for mover := range f.moverValues {
			targets = append(targets, f.node(p, f.moverLo+mover))
		}
		f.g.targets = append(f.g.targets, targets)
	}
	f.g.settle(f.starts(m))
	return true
}

// starts are the nodes where tokens may be at the start.
func (f *family) starts(m *model.Model) []int32 {
	var out []int32
	movers := model.Range(0, 0)
	if f.mover >= 0 {
		movers = m.Machine.Start[f.mover]
	}
	for p, at := range f.places {
		if m.Machine.Start[at.v].Contains(at.value) {
			for mover := range movers.Each {
				out = append(out, f.node(int32(p), mover))
			}
		}
	}
	return out
}

// moverHelps says whether some distance that may occur depends on the mover.
func (f *family) moverHelps(with, without [][]int64) bool {
	for node, live := range f.g.live {
		if !live {
			continue
		}
		for i := range with {
			if with[i][node] != without[i][node/int(f.moverValues)] {
				return true
			}
		}
	}
	return false
}

// settle builds the graph, with the mover where that helps. It returns false if
// it is too large.
func (f *family) settle(ctx context.Context, m *model.Model, operators []operator) bool {
	if !f.build(m, operators) {
		return false
	}
	if f.carrier < 0 {
		return true
	}
	with := *f
	with.watch(m, f.carrier)
	if !with.build(m, operators) {
		return true
	}
	f.errand = newErrand(f, &with)
	costs := slices.Repeat([]int64{1}, len(operators))
	if with.moverHelps(with.g.distances(ctx, costs), f.g.distances(ctx, costs)) {
		f.mover, f.moverLo, f.moverValues, f.g = with.mover, with.moverLo, with.moverValues, with.g
	}
	return true
}
