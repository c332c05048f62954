package frontier

import "slices"

// split is a division into several parts, of which one is counted.
type split struct{ part, of int }

// statesPerPart is how many states of a layer, at least, make up a part of a count
// that is spread over machines.
const statesPerPart = 256

// enoughToSplit reports whether a batch is to be split that has states enough for all parts.
func enoughToSplit(b *batch) bool {
	return len(b.unsplit) > 0 && b.states >= statesPerPart*int64(b.unsplit[0].of)
}

// firstOfAll reports whether what can't be split belongs to the part asked for: the first, and of that the first.
func firstOfAll(unsplit []split) bool {
	return !slices.ContainsFunc(unsplit, func(s split) bool { return s.part != 1 })
}

// choosePart bounds the batch to the part asked for, and of that to the part asked for, as long as there are states
// enough. Parts have to be the same everywhere: whatever decides here depends on which states there are, and on nothing
// else.
func choosePart[K words](r *run, b *batch) error {
	for enoughToSplit(b) {
		s := b.unsplit[0]
		b.unsplit = b.unsplit[1:]
		if len(b.unsplit) == 0 {
			b.unsplit = nil
		}
		if err := boundTo[K](r, b, s); err != nil {
			return err
		}
	}
	return nil
}

// boundTo bounds the batch to a part of a split. There may be too few keys for all parts: then the last ones are empty.
func boundTo[K words](r *run, b *batch, s split) error {
	bounds, err := quantiles[K](r, b, s.of, max(leastSample, statesPerPart*s.of))
	if err != nil {
		return err
	}
	switch i := s.part - 1; {
	case i > len(bounds):
		b.high = make([]uint64, r.schedule.keyWords) // no key is below 0
	default:
		if i > 0 {
			b.low = bounds[i-1]
		}
		if i < len(bounds) {
			b.high = bounds[i]
		}
	}
	b.states = 0
	return r.eachRaw(b, func([]uint64) { b.states++ })
}

// takePart takes the part asked for of what a checkpoint has left. A layer that was interrupted is two batches: what of it
// was not expanded, and what the other states had come to. Both are split at once, whatever they have: later they are one layer.
func takePart[K words](r *run) error {
	s := split{max(r.options.Part, 1), max(r.options.Parts, 1)}
	left := 0.0
	for _, b := range r.stack {
		left += b.share
	}
	var stack []batch
	for i, b := range r.stack {
		b.share /= max(left, 1e-9)
		if b.partial || i > 0 && r.stack[i-1].partial {
			if err := boundTo[K](r, &b, s); err != nil {
				return err
			}
		} else {
			b.unsplit = append(slices.Clip(b.unsplit), s)
			if err := choosePart[K](r, &b); err != nil {
				return err
			}
		}
		if n := len(stack) - 1; b.states == 0 { // the states that others of its layer had come to stand alone
			if n >= 0 && stack[n].partial {
				stack[n].partial, stack[n].share = false, b.share
			}
			continue
		}
		stack = append(stack, b)
	}
	r.stack = stack
	if r.first = r.first && s.part == 1; s.part > 1 { // the first part has what was counted
		clear(r.totals)
		clear(r.layers)
		r.transitions = 0
	}
	r.done = 0
	return nil
}
