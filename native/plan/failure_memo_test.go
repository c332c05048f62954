package plan

import (
	"context"
	"testing"

	"nazo/internal/model"
	"nazo/internal/model/machine"
	"nazo/internal/testkit"
	"pgregory.net/rapid"
)

func TestMemo(t *testing.T) {
	t.Parallel()
	l := newLimits(context.Background(), 0, nil)
	defer l.close()
	m := newMemo(l, 2)
	if l.used == 0 || m.most < pageSize {
		t.Errorf("%d bytes for %d states", l.used, m.most)
	}
	m.most = 2 * pageSize
	state := func(i int32) machine.State { return machine.State{uint64(i), uint64(i) << 40} }
	used := int64(0)
	for i := range 10 * m.most {
		if m.full() {
			m.forget()
			if i > 5*m.most && used == 0 {
				used = l.used
			}
		}
		m.set(state(i), failure{i, 1})
		for back := int32(0); back < min(i, m.most); back += 997 {
			if f, known := m.get(state(i - back)); !known || f.budget != i-back {
				t.Fatalf("after %d states that before the last %d is %v, %t", i+1, back, f, known)
			}
		}
		if i >= 2*m.most {
			if _, known := m.get(state(i - 2*m.most)); known {
				t.Fatalf("after %d states one is known that is long gone", i+1)
			}
		}
	}
	m.forget()
	if l.used != used || l.reason.Kind != model.None {
		t.Errorf("%d bytes are taken, at first %d; %s", l.used, used, l.reason)
	}
	m.set(state(7), failure{1, 1})
	m.set(state(7), failure{5, 2})
	if f, _ := m.get(state(7)); f != (failure{5, 2}) {
		t.Errorf("what was remembered last is %v", f)
	}
}

// TestDiscrepancyForgets searches with room for a few states: the verdict is right
// nevertheless, or the memory is said to be short.
func TestDiscrepancyForgets(t *testing.T) {
	verdicts, forgot := map[status]int{}, 0
	check := func(t *rapid.T) {
		m := testkit.RandomMachine(t)
		testkit.RandomPlayers(t, m)
		task := testkit.Task{Limit: 1, AnyObjective: true}
		l := newLimits(context.Background(), 0, nil)
		defer l.close()
		d := newLimitedDiscrepancy(newSearch(context.Background(), &Machine{m: m}, task.Full(), l))
		defer d.close()
		d.memo.most = int32(rapid.IntRange(2, 12).Draw(t, "states"))
		result, first := running, d.memo.young
		for result == running {
			result = d.step(100)
		}
		verdicts[result]++
		if d.memo.young != first && result == exhausted {
			forgot++
		}
		want := exhausted
		if len(testkit.BruteForceRuns(m).Best) > 0 {
			want = found
		}
		if result != want && (result != stopped || l.reason.Kind != model.MemoryLimit) {
			t.Fatalf("status %d (%s), want %d", result, l.reason, want)
		}
	}
	for range 20 { // a hundred machines alone may have none that shows much
		if rapid.Check(t, check); forgot > 2 {
			break
		}
	}
	if verdicts[found] == 0 || verdicts[stopped] > verdicts[exhausted] || forgot == 0 {
		t.Errorf("the verdicts are %v, and %d proofs did without what was forgotten, which shows little", verdicts, forgot)
	}
}

func TestGuide(t *testing.T) {
	for _, c := range []struct {
		samples []int
		want    int
	}{{nil, -1}, {[]int{0}, 0}, {[]int{0, 0, 7}, 1}, {[]int{7, 8}, 1}, {[]int{0, 7}, 0}} {
		var players []model.Player
		for _, n := range c.samples {
			players = append(players, model.Player{Sample: n})
		}
		got := guide(players)
		if c.want < 0 && got != nil || c.want >= 0 && got != &players[c.want] {
			t.Errorf("%v: the guide is %p", c.samples, got)
		}
	}
}
