package frontier

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"

	"nazo/model"
)

// fingerprints are hashes of what must be the same for one count to go on with the states of another, beside the problem,
// each with the message for a difference.
func (sched *schedule) fingerprints(opt Options) []fingerprint {
	return []fingerprint{
		newFingerprint("another order of the vertices, perhaps by another version", sched.putSteps),
		newFingerprint("another modulus", func(h *hashed) { h.put(opt.Modulo) }),
	}
}

func (sched *schedule) problemFingerprint() fingerprint {
	return newFingerprint("another puzzle, or other values", sched.putProblem)
}

// identity is a hash of the problem and its schedule.
func (sched *schedule) identity() string {
	f := newFingerprint("", func(h *hashed) {
		sched.putProblem(h)
		sched.putSteps(h)
	})
	return hex.EncodeToString(f.sum[:16])
}

// fingerprint is the hash of one aspect of the work.
type fingerprint struct {
	differs string // the message if another count has another hash
	sum     [sha256.Size]byte
}

func newFingerprint(differs string, put func(h *hashed)) fingerprint {
	h := &hashed{}
	put(h)
	return fingerprint{differs, sha256.Sum256(h.Bytes())}
}

// hashed collects the bytes to be hashed.
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

func (sched *schedule) putProblem(h *hashed) {
	h.list(sched.Graph.Order(), sched.Graph.Directed)
	h.list(len(sched.Graph.Edges), sched.Graph.Edges)
	h.put(sched.Shape)
	h.put(sched.allowed)
	h.list(len(sched.Labels), sched.Labels)
	h.list(len(sched.First), sched.First)
	h.list(len(sched.Last), sched.Last)
	h.list(sched.Unknowns, int64(len(sched.Rules)))
	var last *model.Model
	for _, r := range sched.Rules {
		h.list(len(r.Unknowns), r.Unknowns)
		if r.Model != last {
			fmt.Fprintf(h, "%#v %#v", r.Model.BoolNodes(), r.Model.Ints)
			last = r.Model
		}
		h.put(r.Holds)
	}
	h.list(len(sched.Weights), sched.Weights)
}

func (sched *schedule) putSteps(h *hashed) {
	h.list(len(sched.steps), int64(sched.keyWords))
	for _, s := range sched.steps {
		h.list(len(s.edges), s.vertex)
		for _, d := range s.edges {
			h.put(d.edge)
			h.put([]uint8{d.from, d.to})
		}
		h.list(len(s.switches), s.switches)
		h.list(len(s.after.slots), s.after.slots)
	}
	for i := range sched.automata {
		h.list(len(sched.automata[i].unknowns), sched.automata[i].unknowns)
		for _, next := range sched.automata[i].next {
			h.list(len(next), next)
		}
	}
}
