package explain

import (
	"math/bits"
	"slices"
	"strings"

	"nazo/dsl/value"
	"nazo/internal/alg"
	"nazo/internal/model"
)

// Where values differ from each other, some places have room only for as many values, or some values for as many
// places. Players call that a naked or a hidden pair, triple or quadruple.

// largestSubset bounds the places or values that a reader is asked to look at together. mostDiffering bounds the places
// that differ, among which they are looked for.
const (
	largestSubset = 4
	mostDiffering = 30
)

// differing are open places that must differ, and the values that an inference knows to be left for each.
type differing struct {
	vars   []model.VarID
	values []int64
	left   []uint64       // for each place, a bit for each of the values
	all    bool           // each of the values stands somewhere
	taken  map[int64]bool // values that stand at other places
	plain  bool           // what is claimed follows from these alone
}

// differingOf returns the places and values that the unit of an inference says to differ. ok is false if the unit says
// something else.
func (x *Explainer) differingOf(in *Inference) (d differing, ok bool) {
	u := in.Units[0]
	if _, _, once := x.lineOf(u); !once || x.isPlace(u) {
		return d, false
	}
	scope := x.reasons.Scope(u)
	if len(scope) > mostDiffering {
		return d, false
	}
	known := x.ledgerOf(slices.Concat(in.Evidence, in.Via, in.Against))
	if in.Kind == Follows {
		for _, c := range in.Claims {
			delete(known.of, c.Var)
		}
	}
	d.taken = map[int64]bool{}
	for _, v := range scope {
		if m, ok := x.Meaning(v); !ok || m.Values == nil || m.Member != nil || x.m.Vars[v].Bool || x.m.Vars[v].Domain.Size() > mostDiffering {
			return d, false
		}
		if at := known.at(v); at.is {
			d.taken[at.lo] = true
		} else {
			d.vars = append(d.vars, v)
		}
	}
	places := make([]uint64, len(d.vars))
	for i, v := range d.vars {
		at := known.at(v)
		for k := range x.m.Vars[v].Domain.Each {
			if k < at.lo || k > at.hi || slices.Contains(at.not, k) || d.taken[k] {
				continue
			}
			j := slices.Index(d.values, k)
			if j < 0 {
				j = len(d.values)
				d.values = append(d.values, k)
			}
			if j >= 64 {
				return d, false
			}
			places[i] |= 1 << j
		}
	}
	d.left, d.all = places, len(d.values) == len(d.vars)
	return d, true
}

// subset is some of the places that differ, and some values. If hidden, the values can be nowhere else. Otherwise the places
// can have no others. Without places there is none.
type subset struct {
	differing
	vars, values uint64 // sets of indices
	hidden       bool
}

// subset tells an inference about values that differ by what is left for few places: "only 2 and 4 are left for R1C5 and
// R1C6", or by the sentence of its unit if a value simply stands there already. It returns "" if neither explains it.
func (x *Explainer) subset(in *Inference) string {
	s := x.subsetOf(in)
	switch {
	case s.plain:
		return x.Because(in.Units[0])
	case s.vars == 0:
		return ""
	case !s.hidden && bits.OnesCount64(s.values) == 1:
		return "only " + x.valuesOf(&s.differing, s.values) + " is left for " + x.placesOf(&s.differing, s.vars)
	case !s.hidden:
		return "only " + x.valuesOf(&s.differing, s.values) + " are left for " + x.placesOf(&s.differing, s.vars)
	}
	text := x.valuesOf(&s.differing, s.values) + " can only be at " + x.placesOf(&s.differing, s.vars)
	if line, named, _ := x.lineOf(in.Units[0]); named {
		text += " in " + line
	}
	return text
}

// subsetOf returns the smallest subset by which an inference holds.
func (x *Explainer) subsetOf(in *Inference) (s subset) {
	if in.Kind == Supposes || in.Left || in.Tried || len(in.Units) != 1 || len(in.Evidence)+len(in.Via)+len(in.Against) == 0 {
		return s
	}
	d, ok := x.differingOf(in)
	if !ok {
		return s
	}
	s.differing = d
	claimed := map[int]uint64{} // the values that the claims exclude, by the index of the place
	fails := 0
	if in.Kind == Contradicts {
		fails = 1
	} else {
		for _, c := range in.Claims {
			at, k := slices.Index(d.vars, c.Var), slices.Index(d.values, c.Value)
			switch {
			case c.Op != model.LinkIsNot || at < 0:
				return s
			case d.taken[c.Value]:
				continue
			case k < 0:
				return s
			}
			claimed[at] |= 1 << k
		}
		if s.plain = len(claimed) == 0; s.plain {
			return s
		}
	}
	places := make([]uint64, len(d.values)) // where each value may be
	for i, left := range d.left {
		for ; left != 0; left &= left - 1 {
			places[bits.TrailingZeros64(left)] |= 1 << i
		}
	}
	explains := func(vars, values uint64, hidden bool) bool {
		for at, not := range claimed {
			if hidden && (vars>>at&1 == 0 || not&values != 0) || !hidden && (vars>>at&1 > 0 || not&^values != 0) {
				return false
			}
		}
		return true
	}
	for size := 1 + fails; size <= largestSubset+fails; size++ {
		if s.vars, s.values, ok = confined(d.left, size, size-fails, func(vars, values uint64) bool { return explains(vars, values, false) }); ok {
			return s
		}
		if !d.all {
			continue
		}
		if s.values, s.vars, ok = confined(places, size, size-fails, func(values, vars uint64) bool { return explains(vars, values, true) }); ok {
			s.hidden = true
			return s
		}
	}
	s.vars, s.values = 0, 0
	return s
}

// placesLeft says where alone a value can be, by what an inference knows, or that it needs a place if these are too many.
func (x *Explainer) placesLeft(u int32, in *Inference) string {
	what, where := x.place(u)
	known, k := x.ledgerOf(slices.Concat(in.Evidence, in.Via)), x.m.Instances[u].Piece.Value
	var left []value.Value
	for _, v := range x.reasons.Scope(u) {
		m, ok := x.Meaning(v)
		if !ok || m.Values == nil || x.m.Vars[v].Bool {
			return what + " needs a place in " + where
		}
		if at := known.at(v); x.m.Vars[v].Domain.Contains(k) && at.lo <= k && k <= at.hi && !slices.Contains(at.not, k) {
			left = append(left, m.Key)
		}
	}
	if len(left) < 2 || len(left) > largestSubset {
		return what + " needs a place in " + where
	}
	places := x.Names().List(left)
	if i := strings.LastIndex(places, " and "); i >= 0 {
		places = places[:i] + " or " + places[i+len(" and "):]
	}
	return what + " can only be at " + places + " in " + where
}

func (x *Explainer) valuesOf(d *differing, set uint64) string {
	var values []int64
	for ; set != 0; set &= set - 1 {
		values = append(values, d.values[bits.TrailingZeros64(set)])
	}
	slices.Sort(values)
	m, _ := x.Meaning(d.vars[0])
	return x.Names().List(alg.Map(values, m.Values))
}

func (x *Explainer) placesOf(d *differing, set uint64) string {
	var vars []model.VarID
	for ; set != 0; set &= set - 1 {
		vars = append(vars, d.vars[bits.TrailingZeros64(set)])
	}
	return x.Names().List(alg.Map(vars, func(v model.VarID) value.Value {
		m, _ := x.Meaning(v)
		return m.Key
	}))
}

// confined finds a set of some size whose members have no more than most things together, and that is good. It returns
// the members and their things.
func confined(has []uint64, size, most int, good func(members, things uint64) bool) (members, things uint64, ok bool) {
	var grow func(from, left int) bool
	grow = func(from, left int) bool {
		if left == 0 {
			return good(members, things)
		}
		for i := from; i <= len(has)-left; i++ {
			all := things | has[i]
			if bits.OnesCount64(all) > most {
				continue
			}
			was := things
			members, things = members|1<<i, all
			if grow(i+1, left-1) {
				return true
			}
			members, things = members&^(1<<i), was
		}
		return false
	}
	ok = grow(0, size)
	return members, things, ok
}
