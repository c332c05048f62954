package frontier

import (
	"errors"
	"slices"
)

// descent is a pile on its way through the layers.
type descent[K, C words] struct {
	*run
	workers []*worker[K, C]
	now     pile
	// refuge is an earlier pile, small or stored, where to begin again, in parts, if the
	// memory doesn't suffice; begun, if not nil, is what the layer after it had come to
	// before, which is stored, and since are the states of the layers since it.
	refuge pile
	begun  *pile
	since  []int64
	// expanded is the share of the last layer that was expanded before its end.
	expanded float64
}

// descend takes the last pile through all layers, or pushes what is left of it.
func descend[K, C words](r *run, ws []*worker[K, C]) error {
	d := &descent[K, C]{run: r, workers: ws}
	if there, err := d.take(); err != nil || !there {
		return err
	}
	for d.now.layer < len(r.course.steps) {
		if err := d.step(); err != nil {
			return err
		}
		if d.now.blocks == nil {
			return nil // the stack has what became of it
		}
	}
	d.refuge.drop(r.memory)
	r.done += d.now.share
	if d.now.split && r.options.Part != 1 {
		d.now.drop(r.memory) // too small to be split: all of it is the first part
		return nil
	}
	total[K, C](r, &d.now)
	d.leave()
	return nil
}

// take fetches the next pile of the stack. If there is no room for it, it goes back to
// the stack, divided.
func (d *descent[K, C]) take() (there bool, err error) {
	d.now, d.begun = d.pop()
	d.refuge = d.now.refuge()
	switch err = d.fetch(&d.now); {
	case errors.Is(err, errFull) && d.now.split: // parts have to be the same everywhere
		d.stack = append(d.stack, d.refuge)
		return false, ErrMemory
	case errors.Is(err, errFull):
		d.expanded = 0.5 // at a guess
		return false, d.divideRefuge()
	}
	return err == nil, err
}

// pop takes the next pile from the stack, with what its work has already come to.
func (r *run) pop() (now pile, begun *pile) {
	n := len(r.stack) - 1
	now = r.stack[n]
	if n > 0 && r.stack[n-1].begun {
		n--
		begun = new(pile)
		*begun = r.stack[n]
	}
	r.stack = r.stack[:n]
	return now, begun
}

// step goes on to the next layer. Where that can't be, the stack gets what is to be
// done instead.
func (d *descent[K, C]) step() error {
	if d.now.split && enough[K, C](d.run, &d.now) {
		d.now.split = false
		if err := choosePart[K](d.run, &d.now); err != nil {
			return err
		}
		d.settle() // what lies before it would be split once more
	}
	next, rest, err := d.expand()
	switch {
	case errors.Is(err, errFull) && (d.keep || d.now.split): // parts have to be the same everywhere
		d.giveUp()
		return ErrMemory
	case errors.Is(err, errFull):
		d.retreat()
		return d.divideRefuge()
	case errors.Is(err, errOverflow) && !d.keep: // the refuge is small, and has room for wider counts
		d.retreat()
		if d.begun != nil {
			d.stack = append(d.stack, *d.begun)
		}
		d.stack = append(d.stack, d.refuge)
		return err
	case rest != nil:
		d.kept = append(d.kept, d.now, d.refuge) // the rest lies in their memory
		d.stack = append(d.stack, next, *rest)
		return err
	case err != nil:
		d.giveUp()
		return err
	}
	d.leave()
	d.now = next
	if d.now.blocks.bytes() <= d.memory.spare()/8 && !d.keep {
		d.settle()
	} else {
		d.since = append(d.since, next.states)
	}
	if err := d.report(next); err != nil {
		d.giveUp()
		return err
	}
	return nil
}

// settle makes the layer the refuge.
func (d *descent[K, C]) settle() {
	d.refuge.drop(d.memory)
	d.refuge, d.begun, d.since = d.now.refuge(), nil, nil
}

// leave drops the layer, or keeps it for sampling.
func (d *descent[K, C]) leave() {
	if d.keep {
		d.kept = append(d.kept, d.now)
	} else {
		d.now.drop(d.memory)
	}
}

// giveUp leaves the layer to the stack.
func (d *descent[K, C]) giveUp() {
	d.refuge.drop(d.memory)
	d.stack = append(d.stack, d.now)
}

// retreat gives up the layers since the refuge.
func (d *descent[K, C]) retreat() {
	d.now.drop(d.memory)
	d.now.blocks = nil
	for i, states := range d.since {
		d.layers[d.refuge.layer+i] -= states
	}
}

// divideRefuge has the refuge worked on in parts, and what was begun by itself.
func (d *descent[K, C]) divideRefuge() error {
	d.alone()
	return divide[K](d.run, d.refuge, d.parts())
}

// parts guesses into how many parts the refuge has to be divided: the tables were full
// after a share of a layer, and later layers may be larger than that one.
func (d *descent[K, C]) parts() int {
	full := d.refuge.layer + len(d.since)
	larger := 1.0
	if expected := d.options.Expected; full < len(expected) {
		larger = max(1, slices.Max(expected[full:])/max(expected[full], 1))
	}
	return int(min(max(larger/meantShare/max(d.expanded, 1.0/mostParts), leastParts), mostParts))
}

// alone makes of what was begun a pile of its own.
func (d *descent[K, C]) alone() {
	if d.begun == nil {
		return
	}
	d.begun.begun = false
	d.now.share /= 2
	d.refuge.share, d.begun.share = d.now.share, d.now.share
	d.stack = append(d.stack, *d.begun)
	d.begun = nil
}
