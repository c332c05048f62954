package frontier

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"slices"
)

// storedEntries is where a batch lies in the checkpoint that was resumed from. It takes no
// memory until its turn comes, and may be read again, in parts.
type storedEntries struct {
	file    *os.File
	offset  int64
	entries int64
	words   int // of an entry
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
			if slices.IndexFunc(raw[words:size], func(w uint64) bool { return w != 0 }) >= 0 {
				within(raw[:size])
			}
		}
	}
	return nil
}

// eachChecked is eachRaw for what is going to be worked on: it is an error if a stored entry may not stand there.
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

// loadedEntries bounds the entries of a block of memory that is given back as a whole.
const loadedEntries = 1 << 20

// fetch brings a batch into memory; it fails with errFull if there is no room.
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
