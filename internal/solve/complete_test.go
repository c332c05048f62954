package solve_test

import (
	"context"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"nazo/dsl/value"
	"nazo/internal/judge"
	"nazo/internal/model"
	"nazo/internal/solve"
	"nazo/internal/testkit"
	"nazo/native"
	"nazo/sat"
	"pgregory.net/rapid"
)

// eachCompletion calls yield for all values of the finds where a has none, until it returns false.
func eachCompletion(p *solve.Problem, a *judge.Answer, yield func() bool) bool {
	i := slices.Index(a.Values, nil)
	if i < 0 {
		return yield()
	}
	defer func() { a.Values[i] = nil }()
	for v := range valuesOf(p.Judge.Finds[i].Shape) {
		a.Values[i] = v
		if !eachCompletion(p, a, yield) {
			return false
		}
	}
	return true
}

// TestJudgeKnownInterrupted judges what an engine had no time to complete: that is no verdict.
func TestJudgeKnownInterrupted(t *testing.T) {
	p, problems := compileText("puzzle p\nfind x: 1..9\nchoose y: 1..9\nrule \"r\": x * y = 12")
	if p == nil {
		t.Fatal(problems)
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	session := solve.Open(p, solve.Team{Engines: []model.Engine{sat.New()}})
	_, verdict, err := session.JudgeKnown(ctx, []value.Value{value.Int(3), nil}, 0)
	if model.ReasonOf(err).Kind != model.Interrupted || verdict.Accepted {
		t.Errorf("error %v, accepted: %t", err, verdict.Accepted)
	}
}

// TestJudgeKnownNames names all that a refused answer breaks, as much of each rule as is asked for; also of one that the engine had to complete.
func TestJudgeKnownNames(t *testing.T) {
	p, problems := compileText("puzzle p\nfind x[i in 1..4]: 1..9\nchoose y: 1..9\nrule \"small\" for i in 1..4: x[i] < 5\nrule \"odd\" for i in 1..4: x[i] mod 2 = y mod 2")
	if p == nil {
		t.Fatal(problems)
	}
	x := value.NewArray(value.NewSet(value.Int(1), value.Int(2), value.Int(3), value.Int(4)), []value.Value{value.Int(6), value.Int(7), value.Int(8), value.Int(9)}, nil)
	session := solve.Open(p, solve.Team{Engines: []model.Engine{sat.New()}})
	for _, c := range []struct {
		y    value.Value
		most int
		want map[string]int // named, and those that are not
	}{
		{value.Int(1), 3, map[string]int{"small": 4, "odd": 2}},
		{value.Int(2), 9, map[string]int{"small": 4, "odd": 2}},
		{nil, 9, map[string]int{"small": 4}}, // y may be any
	} {
		a, verdict, err := session.JudgeKnown(t.Context(), []value.Value{x, c.y}, c.most)
		if err != nil || verdict.Accepted || a == nil {
			t.Fatal(err, verdict)
		}
		broken, named := map[string]int{}, map[string]int{}
		for _, v := range verdict.Violations {
			broken[v.Rule] += 1 + v.More
			named[v.Rule]++
		}
		if !maps.Equal(broken, c.want) || named["small"] != min(4, c.most) {
			t.Errorf("y = %v: %v are broken, %v of them named", c.y, broken, named)
		}
	}
}

// someHidden is how many answers of a random spec are judged without some of their values.
const someHidden = 6

// TestJudgeKnownRandom judges answers to random specs without some of their values. They are accepted exactly if the judge accepts one
// of all answers that have the others; and of one that isn't, something is named.
func TestJudgeKnownRandom(t *testing.T) {
	accepted, completed, blamed := 0, 0, 0
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.Custom(spec).Draw(t, "spec")
		defer testkit.Watch(text)()
		p, _ := compileText(text)
		if p == nil || len(p.Finds) < 2 || tooLarge(p) {
			return
		}
		random := rand.New(rand.NewPCG(uint64(len(text)), 1))
		session := solve.Open(p, solve.Team{Engines: []model.Engine{[]model.Engine{native.New(), sat.New()}[random.IntN(2)]}})
		hidden := random.IntN(len(p.Finds))
		known := &judge.Answer{Values: make([]value.Value, len(p.Finds))}
		known.Values[hidden] = value.None{} // all are tried below
		all := 0
		eachCompletion(p, known, func() bool { all++; return true })
		eachCompletion(p, known, func() bool {
			if random.IntN(all) >= someHidden {
				return true
			}
			shown := slices.Clone(known.Values)
			shown[hidden] = nil
			want := false
			whole := &judge.Answer{Values: slices.Clone(shown)}
			eachCompletion(p, whole, func() bool {
				want = want || p.Judge.Judge(whole).Accepted
				return !want
			})
			a, verdict, err := session.JudgeKnown(t.Context(), shown, 0)
			switch {
			case err != nil:
				t.Fatalf("%s\n%v: %v", text, shown, err)
			case verdict.Accepted != want:
				t.Fatalf("%s\n%v is accepted: %t, by brute force %t %v", text, shown, verdict.Accepted, want, verdict.Violations)
			case want:
				accepted++
			case len(verdict.Violations) == 0:
				t.Fatalf("%s\n%v is refused, and nothing is named", text, shown)
			case slices.Contains(a.Values, nil):
				blamed++
			default:
				completed++
			}
			return true
		})
	})
	t.Logf("%d accepted, %d refused as they are, %d refused though all were completed", accepted, blamed, completed)
	if min(accepted, completed, blamed) == 0 {
		testkit.ShowsLittle(t, "the random specs test too little")
	}
}
