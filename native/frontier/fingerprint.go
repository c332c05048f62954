package frontier

import (
	"crypto/sha256"
	"encoding/binary"
)

// fingerprint is the same for two counts only if one may go on with the other's
// states.
func (c *course) fingerprint(opt Options) []byte {
	h := sha256.New()
	put := func(xs any) {
		if err := binary.Write(h, binary.LittleEndian, xs); err != nil {
			panic(err) // only numbers of fixed size are put
		}
	}
	list := func(n int, xs any) {
		put(int64(n))
		put(xs)
	}
	list(c.Graph.Order(), c.Graph.Directed)
	list(len(c.Graph.Edges), c.Graph.Edges)
	put(c.Shape)
	put(c.allowed)
	list(len(c.Labels), c.Labels)
	list(len(c.First), c.First)
	list(len(c.Last), c.Last)
	list(c.Unknowns, int64(len(c.Rules)))
	for i := range c.rules {
		list(len(c.rules[i].unknowns), c.rules[i].unknowns)
		for _, next := range c.rules[i].next {
			list(len(next), next)
		}
	}
	list(len(c.Weights), c.Weights)
	list(len(c.steps), int64(c.words))
	for _, s := range c.steps {
		put(s.vertex)
	}
	put(opt.Modulo)
	list(opt.Part, int64(opt.Parts))
	return h.Sum(nil)
}
