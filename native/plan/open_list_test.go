package plan

import (
	"context"
	"slices"
	"testing"

	"nazo/internal/model"
	"pgregory.net/rapid"
)

// TestOpenList holds the bucket queue against a sorted list.
func TestOpenList(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := newLimits(context.Background(), 0, nil)
		defer l.close()
		q := newOpenList(l)
		var want []entry // the next to be popped is the last
		most := rapid.SampledFrom([]int64{1, 5, 1000}).Draw(t, "most")
		id := int32(0)
		for range rapid.IntRange(1, 10).Draw(t, "rounds") {
			for range rapid.IntRange(0, 60).Draw(t, "pushed") {
				p := priority{lexCost(rapid.Int64Range(0, most).Draw(t, "f")), rapid.Int64Range(0, most).Draw(t, "paid")}
				e := entry{p, id}
				id++
				q.push(e)
				at := slices.IndexFunc(want, func(other entry) bool { return !p.before(other.priority) })
				if at < 0 {
					at = len(want)
				}
				want = slices.Insert(want, at, e)
			}
			all := map[entry]bool{}
			q.each(func(e entry) bool { all[e] = true; return true })
			if len(all) != len(want) || slices.ContainsFunc(want, func(e entry) bool { return !all[e] }) {
				t.Fatalf("%v, want %v", all, want)
			}
			for range rapid.IntRange(0, len(want)).Draw(t, "popped") {
				last := len(want) - 1
				if got := q.pop(); got != want[last] {
					t.Fatalf("%v, want %v", got, want[last])
				}
				want = want[:last]
			}
			if q.size != len(want) {
				t.Fatalf("size %d, want %d", q.size, len(want))
			}
		}
		for q.size > 0 {
			q.pop()
		}
		given := 0
		for i := q.unused; i >= 0; i = q.block(i).next {
			given++
		}
		if given != int(q.created) {
			t.Fatalf("of %d blocks %d were given back", q.created, given)
		}
	})
}

// TestOpenListWithoutMemory pushes until the memory is used up.
func TestOpenListWithoutMemory(t *testing.T) {
	l := newLimits(context.Background(), 100<<10, nil)
	defer l.close()
	q := newOpenList(l)
	pushed := int32(0)
	for ; !l.stopped(); pushed++ {
		q.push(entry{priority{f: lexCost(pushed / 3)}, pushed})
	}
	if l.reason.Kind != model.MemoryLimit || l.used > l.memory || q.size != int(pushed)-1 {
		t.Errorf("%s after %d states, %d bytes used, size %d", l.reason, pushed, l.used, q.size)
	}
}
