package machine_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"nazo/internal/model"
	"nazo/internal/model/machine"
	"nazo/internal/testkit"
	"pgregory.net/rapid"
)

// successor is a move and what it does.
type successor struct {
	move  int64
	next  model.Solution
	costs []int64
}

func compile(t interface{ Fatal(...any) }, m *model.Model) *machine.Program {
	to, ts, err := machine.Transitions(context.Background(), m)
	if err != nil {
		t.Fatal(err)
	}
	return machine.Assemble(machine.Packed(m), to, ts)
}

func TestProgramMeansTheMachine(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := testkit.RandomMachine(t)
		p := compile(t, m)
		scratch := p.NewScratch()
		c := p.Compiler(m)
		var bools []*machine.BoolProgram
		for b := range m.BoolCount() {
			bools = append(bools, c.BoolProgram(model.Bool(2*b)), c.BoolProgram(model.Bool(2*b+1)))
		}
		var ints []*machine.IntProgram
		for x := range m.Ints {
			ints = append(ints, c.IntProgram(model.Int(x)))
		}
		for range 5 {
			state := drawState(t, m)
			keepLasting(m, state)
			s, at := p.Pack(state), m.At(state)
			if got := p.Unpack(s); !slices.Equal(got, state) {
				t.Fatalf("unpacked %v, packed %v", got, state)
			}
			if p.Won(s, scratch) != at.Won() || p.Forbidden(s, scratch) != at.Forbidden() {
				t.Fatalf("%v: won %t, forbidden %t, want %t, %t", state, p.Won(s, scratch), p.Forbidden(s, scratch), at.Won(), at.Forbidden())
			}
			for i, b := range bools {
				if b.Holds(s, scratch) != at.Bool(model.Bool(i)) {
					t.Fatalf("%v: condition %d, %#v, is %t", state, i, m.BoolNode(i/2), !at.Bool(model.Bool(i)))
				}
			}
			for x, n := range ints {
				if n.Value(s, scratch) != at.Int(model.Int(x)) {
					t.Fatalf("%v: number %d, %#v, is %d, want %d", state, x, m.Ints[x], n.Value(s, scratch), at.Int(model.Int(x)))
				}
			}
			checkMoves(t, m, p, state)
		}
	})
}

// checkMoves compares what moves do in a state.
func checkMoves(t *rapid.T, m *model.Model, p *machine.Program, state model.Solution) {
	s, at, scratch := p.Pack(state), m.At(state), p.NewScratch()
	var want, got []successor
	into := make(machine.State, p.Words())
	for move := range m.Machine.Moves {
		possible := at.Possible(int64(move))
		costs, applied := p.Apply(s, int32(move), into, scratch)
		if applied != possible {
			t.Fatalf("%v: move %d is possible: %t", state, move, !possible)
		}
		if !possible {
			continue
		}
		next := at.After(int64(move))
		if !slices.Equal(p.Unpack(into), next) || !slices.Equal(costs, at.Costs(int64(move))) {
			t.Fatalf("%v: move %d leads to %v at %v, want %v at %v", state, move, p.Unpack(into), costs, next, at.Costs(int64(move)))
		}
		if !m.At(next).Forbidden() {
			want = append(want, successor{int64(move), next, at.Costs(int64(move))})
		}
	}
	p.Each(s, scratch, func(move int32, next machine.State, costs []int64) bool {
		got = append(got, successor{int64(move), p.Unpack(next), slices.Clone(costs)})
		return true
	})
	slices.SortFunc(got, func(a, b successor) int { return int(a.move - b.move) })
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Fatalf("%v leads to %v, want %v", state, got, want)
	}
}

func TestStarts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := testkit.RandomMachine(t)
		p := compile(t, m)
		task := model.Options{}
		if len(m.Instances) > 0 && rapid.Bool().Draw(t, "off") {
			task.Off = []int32{0}
		}
		v := rapid.IntRange(0, len(m.Vars)-1).Draw(t, "variable")
		if rapid.Bool().Draw(t, "fixed") {
			task.Within = []model.Within{model.Fix(model.VarID(v), m.Vars[v].Domain.Bounds().Hi)}
		}
		var got, want []string
		if err := p.Starts(context.Background(), task, func(s machine.State) bool {
			got = append(got, fmt.Sprint(p.Unpack(s)))
			return true
		}); err != nil {
			t.Fatal(err)
		}
		for _, s := range every(m.Machine.Start) {
			at := m.At(s)
			if !at.Forbidden() && len(at.Violated(task.Off)) == 0 && (len(task.Within) == 0 || task.Within[0].Holds(s)) {
				want = append(want, fmt.Sprint(s))
			}
		}
		if !slices.Equal(got, want) {
			t.Fatalf("starts are %v, want %v", got, want)
		}
	})
}

// every lists what can be chosen from the domains.
func every(ds []model.Domain) []model.Solution {
	out := []model.Solution{nil}
	for _, d := range ds {
		var longer []model.Solution
		for _, s := range out {
			for v := range d.Each {
				longer = append(longer, append(slices.Clone(s), v))
			}
		}
		out = longer
	}
	return out
}

// TestAlong follows known machines for some moves, into states of several words.
func TestAlong(t *testing.T) {
	for _, m := range []*model.Model{
		testkit.Towers(40, 4),
		testkit.Pusher("########", "#@.$..o#", "#.$..$.#", "#.o...o#", "########"),
		testkit.Jumps("##ooo##", "##ooo##", "ooooooo", "ooo_ooo", "ooooooo", "##ooo##", "##ooo##"),
	} {
		p := compile(t, m)
		rapid.Check(t, func(t *rapid.T) {
			var state model.Solution
			if err := p.Starts(context.Background(), model.Options{}, func(s machine.State) bool { state = p.Unpack(s); return false }); err != nil {
				t.Fatal(err)
			}
			for range 3 {
				checkMoves(t, m, p, state)
				at := m.At(state)
				var moves []int64
				for move := range m.Machine.Moves {
					if at.Possible(int64(move)) {
						moves = append(moves, int64(move))
					}
				}
				state = at.After(rapid.SampledFrom(moves).Draw(t, "move"))
			}
		})
	}
}

// TestContradiction: a variable never has two values at once, whatever the bits of
// both have in common.
func TestContradiction(t *testing.T) {
	m := testkit.Towers(2, 3)
	p := compile(t, m)
	x := m.IntVar(0)
	one := func(v int64) model.Bool { return m.In(x, model.Range(v, v)) }
	both := p.Compiler(m).BoolProgram(m.And(one(1), one(2)))
	scratch := p.NewScratch()
	for v := range m.Vars[0].Domain.Each {
		if state := (model.Solution{v, 0}); both.Holds(p.Pack(state), scratch) {
			t.Errorf("in %v the variable is 1 and 2", state)
		}
	}
}
