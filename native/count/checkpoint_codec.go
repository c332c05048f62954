package count

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"fmt"
	"hash"
	"hash/crc64"
	"io"
	"math"
	"os"
	"slices"
)

func newSum() hash.Hash64 { return crc64.New(crc64.MakeTable(crc64.ECMA)) }

// checkpointWriter writes numbers and bytes until an error.
type checkpointWriter struct {
	buffer *bufio.Writer
	err    error
	word   [8]byte
}

func (c *checkpointWriter) bytes(b []byte) {
	if c.err != nil {
		return
	}
	_, c.err = c.buffer.Write(b)
}

func (c *checkpointWriter) number(n uint64) {
	binary.LittleEndian.PutUint64(c.word[:], n)
	c.bytes(c.word[:])
}

// text writes bytes behind their length.
func (c *checkpointWriter) text(s string) {
	c.number(uint64(len(s)))
	c.bytes([]byte(s))
}

func (c *checkpointWriter) flag(b bool) {
	if b {
		c.number(1)
	} else {
		c.number(0)
	}
}

// checkpointReader reads what [checkpointWriter] writes.
type checkpointReader struct {
	file   *os.File
	buffer *bufio.Reader
	size   int64 // of the file, without the checksum
	left   int64
	err    error
	word   [8]byte
}

// take reads n bytes, or returns nil if there are fewer.
func (c *checkpointReader) take(n int64) []byte {
	if c.err != nil || n < 0 || n > c.left {
		c.err = errDamaged
		return nil
	}
	b := make([]byte, n)
	c.fill(b)
	return b
}

func (c *checkpointReader) fill(b []byte) {
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

// skip discards n bytes.
func (c *checkpointReader) skip(n int64) {
	if c.err != nil || n < 0 || n > c.left {
		c.err = errDamaged
		return
	}
	if _, err := io.CopyN(io.Discard, c.buffer, n); err != nil {
		c.err = errDamaged
	}
	c.left -= n
}

// number reads a number and refuses those above most.
func (c *checkpointReader) number(most uint64) uint64 {
	c.fill(c.word[:])
	n := binary.LittleEndian.Uint64(c.word[:])
	if c.err != nil || n > most {
		c.err = errDamaged
		return 0
	}
	return n
}

// share reads a share of the work.
func (c *checkpointReader) share() float64 {
	share := math.Float64frombits(c.number(^uint64(0)))
	if math.IsNaN(share) {
		c.err = errDamaged
	}
	return min(max(share, 0), 1)
}

func (c *checkpointReader) flag() bool { return c.number(1) == 1 }

func (c *checkpointReader) text() string { return string(c.take(int64(c.number(maxName)))) }

// fingerprint reads a hash and compares it.
func (c *checkpointReader) fingerprint(f fingerprint) error {
	if sum := c.take(int64(len(f.sum))); c.err == nil && !bytes.Equal(sum, f.sum[:]) {
		return fmt.Errorf("the file is of %s", f.differs)
	}
	return c.err
}

// splits reads the pending splits of a batch. It is nil if there are none.
func (c *checkpointReader) splits() (out []split) {
	for range c.number(maxSplit) {
		s := split{int(c.number(math.MaxInt32)), int(c.number(math.MaxInt32))}
		if s.part < 1 || s.part > s.of {
			c.err = errDamaged
		}
		if c.err != nil {
			return nil
		}
		out = append(out, s)
	}
	return out
}

// storedEntries is a batch inside the resumed checkpoint file. It takes no memory until its turn, and may be read
// again in parts.
type storedEntries struct {
	file            *os.File
	offset, entries int64
	words           int // words of an entry
}

// each visits the entries, whatever the sizes of keys and counts.
func (s *storedEntries) each(visit func(entry []uint64)) error {
	size := int64(8 * s.words)
	in := bufio.NewReaderSize(io.NewSectionReader(s.file, s.offset, s.entries*size), 1<<20)
	raw, e := make([]byte, size), make([]uint64, s.words)
	for range s.entries {
		if _, err := io.ReadFull(in, raw); err != nil {
			return fmt.Errorf("%w from %s: %w", ErrCheckpoint, s.file.Name(), err)
		}
		for i := range e {
			e[i] = binary.LittleEndian.Uint64(raw[8*i:])
		}
		visit(e)
	}
	return nil
}

// eachRaw visits the entries of a batch, in memory or stored.
func (r *run) eachRaw(b *batch, visit func(entry []uint64)) error {
	words := r.schedule.keyWords
	within := func(e []uint64) {
		if (b.low == nil || slices.Compare(e[:words], b.low) >= 0) && (b.high == nil || slices.Compare(e[:words], b.high) < 0) {
			visit(e)
		}
	}
	if b.blocks == nil {
		return b.stored.each(within)
	}
	size := words + r.countWords
	for _, raw := range b.blocks.raw {
		for ; len(raw) >= size; raw = raw[size:] {
			if slices.ContainsFunc(raw[words:size], func(w uint64) bool { return w != 0 }) {
				within(raw[:size])
			}
		}
	}
	return nil
}

// eachChecked is eachRaw for entries that will be expanded. It refuses a stored entry that is impossible there.
func (r *run) eachChecked(b *batch, visit func(entry []uint64)) error {
	if b.blocks != nil {
		return r.eachRaw(b, visit)
	}
	check, possible := wordSizesFor(r.schedule.keyWords, r.countWords).checker(r, b.layer), true
	err := r.eachRaw(b, func(e []uint64) {
		if possible = possible && check(e); possible {
			visit(e)
		}
	})
	if err == nil && !possible {
		err = cantResume(b.stored.file.Name(), errImpossible)
	}
	return err
}

// loadedEntries bounds the entries of a block of memory that is released as a whole.
const loadedEntries = 1 << 20

// fetch loads a batch into memory. It fails with errFull if there is no room.
func (r *run) fetch(p *batch) error {
	if p.blocks != nil {
		return nil
	}
	entries := 0
	if err := r.eachRaw(p, func([]uint64) { entries++ }); err != nil {
		return err
	}
	size := r.schedule.keyWords + r.countWords
	b := &entryBlocks{refs: 1}
	for left := entries; left > 0; left -= loadedEntries {
		raw := r.memory.get(min(left, loadedEntries) * size)
		if raw == nil {
			batch{blocks: b}.release(r.memory)
			return errFull
		}
		b.raw, b.memory = append(b.raw, raw), append(b.memory, raw)
	}
	at := 0
	err := r.eachChecked(p, func(e []uint64) {
		copy(b.raw[at/loadedEntries][at%loadedEntries*size:], e) // a count may have been widened
		at++
	})
	if err != nil {
		batch{blocks: b}.release(r.memory)
		return err
	}
	p.blocks, p.states = b, int64(entries)
	return nil
}
