package play

import (
	"context"
	"reflect"
	"slices"
	"testing"

	"nazo/internal/model"
	"nazo/internal/testkit"
	"nazo/native"
	"pgregory.net/rapid"
)

// slowPick is what the preferences of a player mean: the move that they make in
// a state, or -1.
func slowPick(m *model.Model, prefers []model.Preference, state model.Solution) int64 {
	at := m.At(state)
	for _, p := range prefers {
		best, least := int64(-1), int64(0)
		for _, o := range p.Options {
			if !at.Possible(o.Move) || !at.Bool(o.When) || m.At(at.After(o.Move)).Forbidden() {
				continue
			}
			by := int64(0)
			if o.By >= 0 {
				by = at.Int(o.By)
			}
			if best < 0 || by < least {
				best, least = o.Move, by
			}
		}
		if best >= 0 {
			return best
		}
	}
	return -1
}

// Coded preferences make the moves that evaluating every node leads to.
func TestPlayoutsOfRandomMachines(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		m := testkit.RandomMachine(rt)
		player := &model.Player{Name: "any", By: -1}
		condition := func() model.Bool {
			return model.Bool(rapid.IntRange(0, 2*m.BoolCount()-1).Draw(rt, "condition"))
		}
		number := func() model.Int {
			if len(m.Ints) == 0 {
				return -1
			}
			return model.Int(rapid.IntRange(-1, len(m.Ints)-1).Draw(rt, "number"))
		}
		for range rapid.IntRange(1, 3).Draw(rt, "lines") {
			var p model.Preference
			scored := len(m.Ints) > 0 && rapid.Bool().Draw(rt, "scored")
			for move := range m.Machine.Moves {
				o := model.Option{Move: int64(move), When: condition(), By: -1}
				if scored {
					o.By = max(number(), 0)
				}
				p.Options = append(p.Options, o)
			}
			player.Prefers = append(player.Prefers, p)
		}
		player.By = number()
		state := make(model.Solution, len(m.Vars))
		for v, d := range m.Machine.Start {
			state[v] = d.Bounds().Hi
		}
		playout := newStrategy(m, player).newPlayout()
		for range 20 {
			playout.set(state)
			at := m.At(state)
			if got := playout.goal(playout.here); got != at.Won() {
				rt.Fatalf("goal %v, want %v", got, at.Won())
			}
			if player.By >= 0 && playout.by(playout.here) != at.Int(player.By) {
				rt.Fatalf("by %d, want %d", playout.by(playout.here), at.Int(player.By))
			}
			move, want := playout.next(), slowPick(m, player.Prefers, state)
			if move != want {
				rt.Fatalf("move %d, want %d in %v", move, want, state)
			}
			if move < 0 {
				return
			}
			playout.make(move)
			if state = at.After(move); !slices.Equal(playout.state(), state) {
				rt.Fatalf("after move %d: %v, want %v", move, playout.state(), state)
			}
		}
	})
}

func TestPlayoutEnds(t *testing.T) {
	m := testkit.Towers(3, 3)
	back := []model.Preference{{}}
	for move := range m.Machine.Moves {
		back[0].Options = append(back[0].Options, model.Option{Move: int64(move), When: model.True, By: -1})
	}
	playout := newStrategy(m, &model.Player{Prefers: back, By: -1}).newPlayout()
	if won, _ := playout.play(model.Solution{1, 1, 1}, 1); won {
		t.Error("moving to and fro wins")
	}
}

// Those who look ahead win more often, and the same games each time.
func TestSamplingHelps(t *testing.T) {
	p := newPatience(12, 3)
	table := tableFor(p.m, *p.greedy("greedy", 0), *p.greedy("deep", 20))
	c := &Contest{Jobs: 2, MaxMoves: 1000, Entrants: []Entrant{StrategyPlayer("greedy"), StrategyPlayer("deep")}}
	for i := range 60 {
		c.Deals = append(c.Deals, p.dealAt(table, DealSeed(1, i)))
	}
	r := c.Run(context.Background())
	scores := r.Scores()
	if scores[0].Won >= scores[1].Won {
		t.Errorf("greedy wins %d, with samples %d", scores[0].Won, scores[1].Won)
	}
	t.Logf("greedy wins %d of 60, with samples %d", scores[0].Won, scores[1].Won)
	c.Jobs = 1
	if again := c.Run(context.Background()); !reflect.DeepEqual(r.Outcomes, again.Outcomes) {
		t.Error("with one job the games are played differently")
	}
	var games [2]*Game
	for i := range games {
		games[i] = Begin(c.Deals[0])
		if _, err := Drive(context.Background(), games[i], StrategyPlayer("deep"), 1000, nil); err != nil {
			t.Fatal(err)
		}
	}
	if !slices.Equal(games[0].Moves(), games[1].Moves()) {
		t.Error("the same deal is played differently the second time")
	}
}

func BenchmarkPlayouts(b *testing.B) {
	p := newPatience(52, 4)
	playout := newStrategy(p.m, p.greedy("greedy", 0)).newPlayout()
	deals := make([]Deal, 64)
	for i := range deals {
		deals[i] = p.deal(int64(i))
	}
	moves := 0
	for i := range b.N {
		playout.play(deals[i%64].Start, 0)
		moves += int(playout.state()[p.drawn])*2 + int(playout.state()[p.pile])
	}
	b.ReportMetric(float64(moves)/b.Elapsed().Seconds(), "moves/s")
}

// BenchmarkSolveClairvoyantly has engine native search deals with all cards open.
func BenchmarkSolveClairvoyantly(b *testing.B) {
	p := newPatience(9, 2)
	table := tableFor(p.m, *p.greedy("greedy", 0))
	seed, won := int64(0), 0
	for b.Loop() {
		seed++
		if chance, _ := SolveClairvoyantly(context.Background(), p.dealAt(table, seed), native.New(), 0); chance == Winnable {
			won++
		}
	}
	b.ReportMetric(float64(won)/float64(b.N), "won/op")
}

// state is where the playout has come to.
func (p *playout) state() model.Solution { return p.layout.Unpack(p.here.State) }
