package frontier

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
)

func newSum() hash.Hash64 { return crc64.New(crc64.MakeTable(crc64.ECMA)) }

// checkpointWriter writes numbers and bytes until something goes wrong.
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

// text is bytes behind their number.
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
	size   int64 // of all that it reads
	left   int64
	err    error
	word   [8]byte
}

// take reads n bytes; it is nil if there are not so many.
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

// skip passes over n bytes.
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

// number reads a number that is not above most.
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

// fingerprint reads a hash, and is an error if it is another.
func (c *checkpointReader) fingerprint(f fingerprint) error {
	if sum := c.take(int64(len(f.sum))); c.err == nil && !bytes.Equal(sum, f.sum[:]) {
		return fmt.Errorf("the file is of %s", f.differs)
	}
	return c.err
}

// splits reads the splits that a batch is still to undergo; nil if there are none.
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
