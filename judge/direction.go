package judge

import (
	"iter"
	"slices"

	"nazo/dsl"
	"nazo/library"
	"nazo/value"
)

// noteDirection notes of which path a call asks the direction.
func (p *program) noteDirection(call *dsl.Call, finds map[string]bool) {
	f := library.Find(call.Func.Text)
	if f == nil || f.AsksIn(len(call.Args)) == library.Nothing || len(call.Args) == 0 {
		return
	}
	path := "" // it may be any
	if name, ok := call.Args[0].(*dsl.Name); ok && finds[name.Text] {
		path = name.Text
	}
	p.directed[path] = true
}

// mostTurned bounds the paths of one answer that are tried in both directions; all
// beyond are taken from the lesser end on.
const mostTurned = 12

// directions are the answers that differ from a in the direction of undirected paths
// for which rules ask it and the answer does not say; a itself if there are none.
func (j *Judge) directions(a *Answer) iter.Seq[*Answer] {
	return func(yield func(*Answer) bool) {
		var places []int
		var ways [][2]*value.Route
		for i, f := range j.Finds {
			w, ok := a.Values[i].(*value.Route)
			if !ok || w.First != nil || !j.ev.directed[f.Name] && !j.ev.directed[""] || len(places) == mostTurned {
				continue
			}
			if there, back, ok := w.Directions(); ok {
				places, ways = append(places, i), append(ways, [2]*value.Route{there, back})
			}
		}
		for bits := range 1 << len(places) {
			turned := *a
			turned.Values = slices.Clone(a.Values)
			for k, i := range places {
				turned.Values[i] = ways[k][bits>>k&1]
			}
			if !yield(&turned) {
				return
			}
		}
	}
}
