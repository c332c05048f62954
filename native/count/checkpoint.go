package count

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"math/big"
	"os"
	"slices"
	"time"

	"nazo/internal/atomicfile"
	"nazo/internal/model"
)

// A checkpoint consists of this header, the problem's fingerprint and vertex order, the other fingerprints, the
// part, the counts so far, the remaining batches, and a checksum.
const checkpointHeader = "nazo frontier checkpoint 4\n"

// ErrCheckpoint is wrapped by errors about a file from which no count can be resumed.
var ErrCheckpoint = errors.New("can't resume")

// These bound what a file may claim: batches, pending splits of a batch, and bytes of a name.
const (
	maxStack = 1 << 20
	maxSplit = 1 << 10
	maxName  = 1 << 16
)

// save replaces the checkpoint by the current work. A kill at any moment leaves the old or the new file.
func (r *run) save() error {
	begun := time.Now()
	if err := atomicfile.Write(r.options.Checkpoint, r.saveOptions(), r.write); err != nil {
		return cantSave(err)
	}
	r.saved, r.saving, r.ownsFile = time.Now(), time.Since(begun), true
	return nil
}

// cantSave wraps err in the reason that work can't be saved. Nil stays nil.
func cantSave(err error) error {
	if err == nil {
		return nil
	}
	return model.Reason{Kind: model.CantSave, Detail: err.Error()}
}

// saveOptions says how checkpoints are written. Only a checkpoint of this count may be replaced.
func (r *run) saveOptions() atomicfile.Options {
	return atomicfile.Options{Force: r.options.Resume || r.ownsFile, Private: true}
}

// checkSaving finds out early whether the work can be saved. It removes temporary files of killed runs.
func (r *run) checkSaving() error {
	if err := atomicfile.Check(r.options.Checkpoint, r.saveOptions()); err != nil {
		return cantSave(err)
	}
	return cantSave(atomicfile.Clean(r.options.Checkpoint))
}

func (r *run) write(f io.Writer) error {
	sum := newSum()
	out := &checkpointWriter{buffer: bufio.NewWriterSize(io.MultiWriter(f, sum), 1<<20)}
	out.bytes([]byte(checkpointHeader))
	out.plan(r.schedule, r.options.Expected)
	for _, f := range r.schedule.fingerprints(r.options) {
		out.bytes(f.sum[:])
	}
	out.text(r.options.Name)
	out.flag(r.first)
	out.number(uint64(r.countWords))
	out.number(uint64(r.transitions))
	out.number(math.Float64bits(r.done))
	for _, n := range r.layers {
		out.number(uint64(n))
	}
	out.number(uint64(len(r.totals)))
	for _, weight := range slices.Sorted(maps.Keys(r.totals)) {
		digits := r.totals[weight].Bytes()
		out.number(uint64(weight))
		out.number(uint64(len(digits)))
		out.bytes(digits)
	}
	out.number(uint64(len(r.stack)))
	for i := range r.stack {
		b := &r.stack[i]
		entries := uint64(0)
		if err := r.eachRaw(b, func([]uint64) { entries++ }); err != nil {
			return err
		}
		out.number(uint64(b.layer))
		out.number(math.Float64bits(b.share))
		out.number(uint64(len(b.unsplit)))
		for _, s := range b.unsplit {
			out.number(uint64(s.part))
			out.number(uint64(s.of))
		}
		out.flag(b.partial)
		out.number(entries)
		out.number(uint64(r.entryWords(b)))
		err := r.eachRaw(b, func(e []uint64) {
			for _, w := range e {
				out.number(w)
			}
		})
		if err != nil {
			return err
		}
	}
	if err := errors.Join(out.err, out.buffer.Flush()); err != nil {
		return err
	}
	return binary.Write(f, binary.LittleEndian, sum.Sum64())
}

// entryWords is the number of words of an entry of the batch.
func (r *run) entryWords(b *batch) int {
	if b.blocks == nil {
		return b.stored.words
	}
	return r.schedule.keyWords + r.countWords
}

// load resumes the work in a checkpoint of the named part.
func (r *run) load(file, part string) error {
	in, err := openCheckpoint(file)
	if err != nil {
		return err
	}
	r.resumed = in.file
	return cantResume(file, r.read(in, part))
}

// openCheckpoint verifies a file and opens it behind its header. The caller closes it.
func openCheckpoint(name string) (*checkpointReader, error) {
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() { // a pipe would wait for its writer
		return nil, cantResume(name, errForeign)
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrCheckpoint, err)
	}
	size, err := checkedSize(f)
	if err != nil {
		f.Close() // it was only read
		return nil, cantResume(name, err)
	}
	in := &checkpointReader{file: f, buffer: bufio.NewReaderSize(io.NewSectionReader(f, 0, size), 1<<20), size: size, left: size}
	in.skip(int64(len(checkpointHeader)))
	return in, nil
}

// cantResume wraps err in the error that no count can be resumed from a file. Nil stays nil.
func cantResume(file string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%w from %s: %w", ErrCheckpoint, file, err)
}

// checkedSize verifies a checkpoint's header and checksum. It returns its length without the checksum.
func checkedSize(f *os.File) (size int64, err error) {
	info, err := f.Stat()
	if err != nil {
		return 0, err
	}
	size = max(info.Size()-8, 0)
	header := make([]byte, len(checkpointHeader))
	if _, err := f.ReadAt(header, 0); err != nil || string(header) != checkpointHeader {
		return 0, errForeign
	}
	sum := newSum()
	if _, err := io.Copy(sum, io.NewSectionReader(f, 0, size)); err != nil {
		return 0, err
	}
	var want [8]byte
	if _, err := f.ReadAt(want[:], size); err != nil || binary.LittleEndian.Uint64(want[:]) != sum.Sum64() {
		return 0, errDamaged
	}
	return size, nil
}

var (
	errDamaged = errors.New("the file is damaged")
	errForeign = errors.New("the file is no checkpoint, or of another version")
)

// read resumes the work of an opened checkpoint, if it is of the named part.
func (r *run) read(in *checkpointReader, part string) error {
	if _, _, err := in.plan(r.schedule.Problem); err != nil {
		return err
	}
	for _, f := range r.schedule.fingerprints(r.options) {
		if err := in.fingerprint(f); err != nil {
			return err
		}
	}
	if name := in.text(); in.err == nil && name != part {
		return fmt.Errorf("the file is of another part, %q, and not of %q", name, part)
	}
	r.first = in.flag()
	r.countWords = int(in.number(mostCountWords))
	r.transitions = int64(in.number(1 << 62))
	r.done = in.share()
	for i := range r.layers {
		r.layers[i] = int64(in.number(1 << 62))
	}
	for range in.number(uint64(in.left)) {
		weight := int64(in.number(^uint64(0)))
		r.totals[weight] = new(big.Int).SetBytes(in.take(int64(in.number(uint64(in.left)))))
		if in.err == nil && r.schedule.Weights == nil && weight != 0 {
			in.err = errDamaged
		}
		if in.err != nil {
			return in.err
		}
	}
	if w := r.countWords; in.err != nil || w&(w-1) != 0 || w == 0 || w > 1 && r.options.Modulo != 0 {
		return errDamaged
	}
	r.stack = nil
	for range in.number(maxStack) {
		b := batch{layer: int(in.number(uint64(len(r.schedule.steps)))), share: in.share(), unsplit: in.splits(), partial: in.flag()}
		entries := int64(in.number(uint64(in.left) / 8))
		s := &storedEntries{file: in.file, entries: entries, words: int(in.number(uint64(r.schedule.keyWords + r.countWords)))}
		s.offset = in.size - in.left
		if in.err != nil || s.words <= r.schedule.keyWords {
			return errDamaged
		}
		in.skip(entries * 8 * int64(s.words))
		if in.err != nil {
			return in.err
		}
		b.stored, b.states = s, entries
		r.stack = append(r.stack, b)
	}
	for i := range r.stack { // a partial layer lies directly below the rest of the layer before
		if b := &r.stack[i]; b.partial && (i+1 == len(r.stack) || r.stack[i+1].layer+1 != b.layer || b.unsplit != nil || r.stack[i+1].unsplit != nil) {
			return errDamaged
		}
	}
	if in.left != 0 {
		return errDamaged
	}
	return in.err
}

// plan writes the problem's identity, the vertex order and the forecast, so that a resumed count need not search
// for an order.
func (c *checkpointWriter) plan(sched *schedule, expected []float64) {
	sum := sched.problemFingerprint().sum
	c.bytes(sum[:])
	for _, v := range sched.order {
		c.number(uint64(v))
	}
	c.number(uint64(len(expected)))
	for _, states := range expected {
		c.number(math.Float64bits(states))
	}
}

// plan reads what the writer's plan has written.
func (c *checkpointReader) plan(p *Problem) (o Order, expected []float64, err error) {
	if err := c.fingerprint((&schedule{Problem: p, allowed: p.allowedDegrees()}).problemFingerprint()); err != nil {
		return nil, nil, err
	}
	n := p.Graph.Order()
	for range n {
		o = append(o, int32(c.number(math.MaxInt32)))
	}
	for range c.number(uint64(n)) {
		states := math.Float64frombits(c.number(^uint64(0)))
		if !(states >= 0 && states <= math.MaxFloat64) {
			c.err = errDamaged
		}
		expected = append(expected, states)
	}
	if c.err == nil && !o.Valid(n) {
		c.err = errDamaged
	}
	return o, expected, c.err
}

// SavedPlan returns the result of Plan that is saved in a file. The error is [ErrCheckpoint], or that of ctx.
func SavedPlan(ctx context.Context, p *Problem, file string) (Order, *Estimate, error) {
	in, err := openCheckpoint(file)
	if err != nil {
		return nil, nil, err
	}
	defer in.file.Close() // it is only read
	o, expected, err := in.plan(p)
	if err != nil {
		return nil, nil, cantResume(file, err)
	}
	sched, err := newSchedule(ctx, p, o)
	if err != nil {
		return nil, nil, cantResume(file, err)
	}
	estimate := newEstimator(p).estimate(o)
	estimate.of(sched)
	if len(expected) == len(estimate.Layers) {
		estimate.take(expected)
	}
	return o, estimate, nil
}

// take sets the states of each layer to the expected ones.
func (e *Estimate) take(states []float64) {
	e.Peak, e.Total = 0, 0
	for i, n := range states {
		e.Layers[i].States = n
		e.Peak = max(e.Peak, n)
		e.Total += n
	}
}

// fingerprints are hashes of everything besides the problem that must agree before one count uses the states of
// another. Each has the message for a difference.
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
	differs string // the message if the hashes differ
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

// list appends numbers with their length.
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
