package machine_test

import (
	"context"
	"slices"
	"testing"

	"nazo/internal/model"
	"nazo/internal/model/machine"
	"nazo/internal/testkit"
	"pgregory.net/rapid"
)

// TestReachable holds programs of the transitions that the relaxation reaches against those of all, in all
// states that runs may have.
func TestReachable(t *testing.T) {
	dropped, narrower := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		m := testkit.RandomMachine(t)
		to, ts, err := machine.Transitions(context.Background(), m)
		if err != nil {
			t.Fatal(err)
		}
		some := machine.Reachable(to, ts)
		full, packed := machine.Packed(m), machine.PackedFor(m, some)
		for v := range model.VarID(len(m.Vars)) {
			_, before := full.Lasting(v)
			if _, lasts := packed.Lasting(v); lasts && !before {
				narrower++
				break
			}
		}
		dropped += len(ts) - len(some)
		of := machine.Assemble(packed, to, some)
		all := machine.Assemble(full, to, ts)
		a, b := all.NewScratch(), of.NewScratch()
		type next struct {
			move  int32
			state model.Solution
			costs []int64
		}
		after := func(p *machine.Program, s machine.State, scratch *machine.Scratch) (out []next) {
			p.Each(s, scratch, func(move int32, to machine.State, costs []int64) bool {
				out = append(out, next{move, p.Unpack(to), slices.Clone(costs)})
				return true
			})
			slices.SortFunc(out, func(a, b next) int {
				return slices.Compare(append(a.state, int64(a.move)), append(b.state, int64(b.move)))
			})
			return out
		}
		var states []model.Solution
		add := func(s model.Solution) {
			if !slices.ContainsFunc(states, func(known model.Solution) bool { return slices.Equal(known, s) }) {
				states = append(states, s)
			}
		}
		if err := all.Starts(context.Background(), model.Options{}, func(s machine.State) bool { add(all.Unpack(s)); return true }); err != nil {
			t.Fatal(err)
		}
		for i := 0; i < len(states) && i < 300; i++ {
			want, got := after(all, full.Pack(states[i]), a), after(of, packed.Pack(states[i]), b)
			if !slices.EqualFunc(want, got, func(a, b next) bool {
				return a.move == b.move && slices.Equal(a.state, b.state) && slices.Equal(a.costs, b.costs)
			}) {
				t.Fatalf("after %v: %v, want %v", states[i], got, want)
			}
			for _, n := range want {
				add(n.state)
			}
		}
	})
	if dropped == 0 || narrower == 0 {
		testkit.ShowsLittle(t, "%d transitions were dropped, %d layouts are narrower: nothing is tested", dropped, narrower)
	}
}
