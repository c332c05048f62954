package frontier

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"hash/crc64"
	"io"
	"math"
	"math/big"
	"nazo/engine"
	"os"
	"slices"
	"time"
)

// A checkpoint is this header, the fingerprints of the work, what has been counted,
// the piles that are still to be taken on, and a checksum of all that.
const checkpointHeader = "nazo frontier checkpoint 3\n"

// ErrCheckpoint is wrapped by errors about a file that can't be resumed from.
var ErrCheckpoint = errors.New("can't resume")

// maxStack bounds what a file may claim to hold.
const maxStack = 1 << 20

// save writes what is still to be done, in place of what was saved before. A kill at
// any moment leaves the one or the other.
func (r *run) save() error {
	if err := r.trySave(); err != nil {
		return fmt.Errorf("%s: %w", engine.CantSave, err)
	}
	return nil
}

func (r *run) trySave() error {
	name, begun := r.options.Checkpoint, time.Now()
	fresh := freshName(name)
	f, err := createFresh(name)
	if err != nil {
		return err
	}
	defer os.Remove(fresh) // it is gone if all went well
	if err := r.write(f); err != nil {
		f.Close()
		return err
	}
	if err := errors.Join(f.Sync(), f.Close()); err != nil {
		return err
	}
	r.saved, r.saving = time.Now(), time.Since(begun)
	return os.Rename(fresh, name)
}

// freshName is where a checkpoint is written: always there, so that what a kill leaves is
// replaced.
func freshName(name string) string { return name + ".new" }

func createFresh(name string) (*os.File, error) {
	return os.OpenFile(freshName(name), os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
}

// trySaving finds out before the work whether it can be saved.
func (r *run) trySaving() error {
	f, err := createFresh(r.options.Checkpoint)
	if err != nil {
		return fmt.Errorf("%s: %w", engine.CantSave, err)
	}
	return errors.Join(f.Close(), os.Remove(f.Name()))
}

func (r *run) write(f io.Writer) error {
	sum := newSum()
	out := &output{buffer: bufio.NewWriterSize(io.MultiWriter(f, sum), 1<<20)}
	out.bytes([]byte(checkpointHeader))
	for _, f := range r.course.fingerprints(r.options) {
		out.bytes(f.sum[:])
	}
	out.number(uint64(r.countWords))
	out.number(uint64(r.transitions))
	out.number(math.Float64bits(r.done))
	for _, n := range r.layers {
		out.number(uint64(n))
	}
	tallies := make([]int64, 0, len(r.totals))
	for tally := range r.totals {
		tallies = append(tallies, tally)
	}
	slices.Sort(tallies)
	out.number(uint64(len(tallies)))
	for _, tally := range tallies {
		digits := r.totals[tally].Bytes()
		out.number(uint64(tally))
		out.number(uint64(len(digits)))
		out.bytes(digits)
	}
	out.number(uint64(len(r.stack)))
	for i := range r.stack {
		p := &r.stack[i]
		entries := uint64(0)
		if err := r.eachRaw(p, func([]uint64) { entries++ }); err != nil {
			return err
		}
		out.number(uint64(p.layer))
		out.number(math.Float64bits(p.share))
		out.flag(p.split)
		out.flag(p.begun)
		out.number(entries)
		out.number(uint64(r.entryWords(p)))
		err := r.eachRaw(p, func(e []uint64) {
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

// entryWords is the number of words of an entry of the pile.
func (r *run) entryWords(p *pile) int {
	if p.blocks == nil {
		return p.stored.words
	}
	return r.course.words + r.countWords
}

// load takes up the work of a checkpoint.
func (r *run) load() error {
	name := r.options.Checkpoint
	f, err := os.Open(name)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrCheckpoint, err)
	}
	r.resumed = f
	size, err := intact(f)
	if err == nil {
		in := &input{file: f, buffer: bufio.NewReaderSize(io.NewSectionReader(f, 0, size), 1<<20), size: size, left: size}
		err = r.read(in)
	}
	if err != nil {
		return fmt.Errorf("%w from %s: %w", ErrCheckpoint, name, err)
	}
	return nil
}

// intact says how long a checkpoint is without its checksum, which it compares.
func intact(f *os.File) (size int64, err error) {
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

func (r *run) read(in *input) error {
	in.skip(int64(len(checkpointHeader)))
	for _, f := range r.course.fingerprints(r.options) {
		if sum := in.take(int64(len(f.sum))); in.err != nil {
			return in.err
		} else if !bytes.Equal(sum, f.sum[:]) {
			return fmt.Errorf("the file is of %s", f.differs)
		}
	}
	r.countWords = int(in.number(mostCountWords))
	r.transitions = int64(in.number(1 << 62))
	r.done = in.share()
	for i := range r.layers {
		r.layers[i] = int64(in.number(1 << 62))
	}
	for range in.number(uint64(in.left)) {
		tally := int64(in.number(^uint64(0)))
		r.totals[tally] = new(big.Int).SetBytes(in.take(int64(in.number(uint64(in.left)))))
		if in.err != nil {
			return in.err
		}
	}
	if w := r.countWords; in.err != nil || w&(w-1) != 0 || w == 0 {
		return errDamaged
	}
	r.stack = nil
	for range in.number(maxStack) {
		p := pile{layer: int(in.number(uint64(len(r.course.steps)))), share: in.share(), split: in.flag(), begun: in.flag()}
		entries := int64(in.number(uint64(in.left) / 8))
		s := &stored{file: in.file, entries: entries, words: int(in.number(uint64(r.course.words + r.countWords)))}
		s.offset = in.size - in.left
		if in.err != nil || s.words <= r.course.words {
			return errDamaged
		}
		in.skip(entries * 8 * int64(s.words))
		if in.err != nil {
			return in.err
		}
		p.stored, p.states = s, entries
		r.stack = append(r.stack, p)
	}
	for i := range r.stack { // what was begun goes with the layer before
		if p := &r.stack[i]; p.begun && (i+1 == len(r.stack) || r.stack[i+1].layer+1 != p.layer) {
			return errDamaged
		}
	}
	if in.left != 0 {
		return errDamaged
	}
	return in.err
}

func newSum() hash.Hash64 { return crc64.New(crc64.MakeTable(crc64.ECMA)) }

// output writes numbers and bytes until something goes wrong.
type output struct {
	buffer *bufio.Writer
	err    error
	word   [8]byte
}

func (c *output) bytes(b []byte) {
	if c.err != nil {
		return
	}
	_, c.err = c.buffer.Write(b)
}

func (c *output) number(n uint64) {
	binary.LittleEndian.PutUint64(c.word[:], n)
	c.bytes(c.word[:])
}

func (c *output) flag(b bool) {
	if b {
		c.number(1)
	} else {
		c.number(0)
	}
}

// input reads what output writes.
type input struct {
	file   *os.File
	buffer *bufio.Reader
	size   int64 // of all that it reads
	left   int64
	err    error
	word   [8]byte
}

// take reads n bytes, nil if there are not so many.
func (c *input) take(n int64) []byte {
	if c.err != nil || n < 0 || n > c.left {
		c.err = errDamaged
		return nil
	}
	b := make([]byte, n)
	c.fill(b)
	return b
}

func (c *input) fill(b []byte) {
	if c.err != nil || int64(len(b)) > c.left {
		c.err = errDamaged
		clear(b)
		return
	}
	if _, err := io.ReadFull(c.buffer, b); err != nil {
		c.err = errDamaged
	}
	c.left -= int64(len(b))
}

// skip passes over n bytes.
func (c *input) skip(n int64) {
	if c.err != nil || n < 0 || n > c.left {
		c.err = errDamaged
		return
	}
	if _, err := io.CopyN(io.Discard, c.buffer, n); err != nil {
		c.err = errDamaged
	}
	c.left -= n
}

// number reads a number that is not above most.
func (c *input) number(most uint64) uint64 {
	c.fill(c.word[:])
	n := binary.LittleEndian.Uint64(c.word[:])
	if c.err != nil || n > most {
		c.err = errDamaged
		return 0
	}
	return n
}

// share reads a share of the work.
func (c *input) share() float64 { return min(max(math.Float64frombits(c.number(^uint64(0))), 0), 1) }

func (c *input) flag() bool { return c.number(1) == 1 }
