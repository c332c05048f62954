package frontier

import (
	"cmp"
	"slices"
	"sort"

	"nazo/numbers"
)

// grouping tells which fields of a key stay as they are for how long. States that differ in fields that the next steps don't change are
// not merged in these steps, so a sample is made of groups: of all states that agree in the fields that stay longest.
type grouping struct {
	schedule *schedule
	vertices changes
	automata changes // by automaton: the steps that read an unknown of it
}

// leastGroups is how many groups there are to choose from, at least: with more of them chance matters less, with fewer they stay complete
// for longer.
const leastGroups = 100

// groupTrial is of how many states the groups are counted to find how many fields make enough of them.
const groupTrial = 1 << 12

func newGrouping(sched *schedule) *grouping {
	g := &grouping{schedule: sched, vertices: sched.changes(), automata: make(changes, len(sched.automata))}
	for i, s := range sched.steps {
		read := func(u int32) {
			for _, t := range sched.readers[u] {
				if steps := g.automata[t.rule]; len(steps) == 0 || steps[len(steps)-1] != i {
					g.automata[t.rule] = append(steps, i)
				}
			}
		}
		for _, d := range s.edges {
			read(d.edge)
		}
		for _, u := range s.switches {
			read(u)
		}
	}
	return g
}

// fields lists what a key has about vertices and automata after so many steps, what stays longest first.
func (g *grouping) fields(layer int) []field {
	type lasting struct {
		field
		until int
	}
	var list []lasting
	l := g.schedule.layer(layer)
	for i, slot := range l.slots {
		list = append(list, lasting{l.kinds[i], g.vertices.after(g.schedule.vertexAt[layer-1][slot], layer-1)})
	}
	for _, r := range l.rules {
		list = append(list, lasting{r.field, g.automata.after(r.rule, layer-1)})
	}
	slices.SortStableFunc(list, func(a, b lasting) int { return cmp.Compare(b.until, a.until) })
	out := make([]field, len(list))
	for i := range list {
		out[i] = list[i].field
	}
	return out
}

// groupOf hashes the fields of a key.
func groupOf[K words](fields []field, key *K, seed uint64) uint64 {
	h := seed
	for _, f := range fields {
		h = numbers.SplitMix64(h + (*key)[f.word]>>f.shift&f.mask + 1)
	}
	return h
}

// thin leaves about so many states in a batch: whole groups, chosen by their hash.
func thin[K words](g *grouping, b *batch, most int, seed uint64) {
	seed = numbers.SplitMix64(seed + uint64(b.layer))
	fields := groupingFields[K](g, b, seed)
	sizes := map[uint64]int{}
	eachEntry(b, func(e *entry[K, [1]uint64]) { sizes[groupOf(fields, &e.key, seed)]++ })
	hashes := make([]uint64, 0, len(sizes))
	for h := range sizes {
		hashes = append(hashes, h)
	}
	slices.Sort(hashes)
	bound, taken := uint64(0), 0
	for _, h := range hashes {
		if taken >= most {
			break
		}
		bound, taken = h, taken+sizes[h]
	}
	b.states = int64(taken)
	eachEntry(b, func(e *entry[K, [1]uint64]) {
		if groupOf(fields, &e.key, seed) > bound {
			e.count[0] = 0
		}
	})
}

// groupingFields are as few of the fields that stay longest as make enough groups, or all.
func groupingFields[K words](g *grouping, b *batch, seed uint64) []field {
	fields := g.fields(b.layer)
	var trial []K
	eachEntry(b, func(e *entry[K, [1]uint64]) {
		if len(trial) < groupTrial {
			trial = append(trial, e.key)
		}
	})
	enough := sort.Search(len(fields), func(n int) bool {
		groups := make(map[uint64]bool, leastGroups)
		for i := range trial {
			if groups[groupOf(fields[:n], &trial[i], seed)] = true; len(groups) == leastGroups {
				return true
			}
		}
		return false
	})
	return fields[:enough]
}
