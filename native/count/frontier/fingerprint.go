package frontier

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"

	"nazo/model"
)

// fingerprints are hashes of all that has to be the same for one count to go on with
// the states of another, each with what it means if they differ.
func (c *course) fingerprints(opt Options) []fingerprint {
	return []fingerprint{
		newFingerprint("another puzzle, or other values", c.putProblem),
		newFingerprint("another order of the vertices, perhaps by another version", c.putSteps),
		newFingerprint("another part", func(h *hashed) { h.list(opt.Part, int64(opt.Parts)) }),
		newFingerprint("another modulus", func(h *hashed) { h.put(opt.Modulo) }),
	}
}

// identity is a hash of the problem and how it is laid out.
func (c *course) identity() string {
	f := newFingerprint("", func(h *hashed) {
		c.putProblem(h)
		c.putSteps(h)
	})
	return hex.EncodeToString(f.sum[:16])
}

// fingerprint is the hash of a part of what is to be done.
type fingerprint struct {
	differs string // what is said of a count with another hash
	sum     [sha256.Size]byte
}

func newFingerprint(differs string, put func(h *hashed)) fingerprint {
	h := &hashed{}
	put(h)
	return fingerprint{differs, sha256.Sum256(h.Bytes())}
}

// hashed is what a hash is made of.
type hashed struct{ bytes.Buffer }

// put appends numbers of a fixed size.
func (h *hashed) put(xs any) {
	if err := binary.Write(h, binary.LittleEndian, xs); err != nil {
		panic(err) // only numbers of fixed size are put
	}
}

// list appends numbers with how many they are.
func (h *hashed) list(n int, xs any) {
	h.put(int64(n))
	h.put(xs)
}

func (c *course) putProblem(h *hashed) {
	h.list(c.Graph.Order(), c.Graph.Directed)
	h.list(len(c.Graph.Edges), c.Graph.Edges)
	h.put(c.Shape)
	h.put(c.allowed)
	h.list(len(c.Labels), c.Labels)
	h.list(len(c.First), c.First)
	h.list(len(c.Last), c.Last)
	h.list(c.Unknowns, int64(len(c.Rules)))
	var last *model.Model
	for _, r := range c.Rules {
		h.list(len(r.Unknowns), r.Unknowns)
		if r.Model != last {
			fmt.Fprintf(h, "%#v %#v", r.Model.Bools, r.Model.Ints)
			last = r.Model
		}
		h.put(r.Holds)
	}
	h.list(len(c.Weights), c.Weights)
}

func (c *course) putSteps(h *hashed) {
	h.list(len(c.steps), int64(c.words))
	for _, s := range c.steps {
		h.list(len(s.edges), s.vertex)
		for _, d := range s.edges {
			h.put(d.edge)
			h.put([]uint8{d.from, d.to})
		}
		h.list(len(s.switches), s.switches)
		h.list(len(s.after.slots), s.after.slots)
	}
	for i := range c.rules {
		h.list(len(c.rules[i].unknowns), c.rules[i].unknowns)
		for _, next := range c.rules[i].next {
			h.list(len(next), next)
		}
	}
}
