package count

import (
	"context"
	"encoding/binary"
	"errors"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"nazo/internal/model"
	"nazo/internal/testkit"
	"pgregory.net/rapid"
)

// mustCount counts to the end.
func mustCount(t *testing.T, p *Problem, opt Options) *Result {
	t.Helper()
	res, err := Count(context.Background(), p, greedy(p.Graph), opt)
	if err != nil {
		t.Fatal(err)
	}
	if !res.Complete {
		t.Fatal(res.Reason)
	}
	return res
}

func TestLittleMemory(t *testing.T) {
	p := cycles(leaps(6, 6, knight...))
	whole := mustCount(t, p, Options{})
	for _, memory := range []int64{1 << 20, 1 << 17, 1 << 15} {
		for _, workers := range []int{1, 2} {
			res := mustCount(t, p, Options{Memory: memory, Goroutines: workers})
			if res.Counts[0].Cmp(big.NewInt(9862)) != 0 {
				t.Errorf("%d bytes: %v", memory, res.Counts[0])
			}
			if memory < 1<<17 && res.Transitions <= whole.Transitions {
				t.Errorf("%d bytes: not split", memory)
			}
		}
	}
	res, err := Count(context.Background(), p, greedy(p.Graph), Options{Memory: 2000})
	if err != nil || res.Complete || res.Reason.Kind != model.MemoryLimit {
		t.Errorf("in 2000 bytes: %+v, %v", res, err)
	}
}

func TestParts(t *testing.T) {
	t.Parallel()
	p := cycles(leaps(6, 7, knight...))
	for _, parts := range []int{1, 2, 7}[:max(2, testkit.Fewer(3))] {
		sum, some := new(big.Int), 0
		for i := range parts {
			res := mustCount(t, p, Options{Part: i + 1, Parts: parts})
			sum.Add(sum, res.Counts[0])
			if res.Counts[0].Sign() > 0 {
				some++
			}
		}
		if sum.Cmp(big.NewInt(1067638)) != 0 || some != parts {
			t.Errorf("%d parts: %v in %d", parts, sum, some)
		}
	}
}

func TestModulo(t *testing.T) {
	p := cycles(leaps(8, 8, rook...))
	for _, m := range []uint64{1, 2, 1000, 4638576, 4638577, 1<<64 - 1} {
		res := mustCount(t, p, Options{Modulo: m})
		if want := uint64(4638576) % m; res.Counts[0].Cmp(new(big.Int).SetUint64(want)) != 0 {
			t.Errorf("modulo %d: %v, want %d", m, res.Counts[0], want)
		}
	}
}

// A count that is ended after each layer and resumed comes to the same.
func TestResumeEverywhere(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		p, o := drawProblem(rt)
		want := brute(p)
		opt := Options{Checkpoint: filepath.Join(t.TempDir(), "saved"), Memory: 1 << 16, Every: 1}
		for range p.Graph.Order() + 2 {
			ctx, cancel := context.WithCancel(context.Background())
			opt.Progress = func(model.CountProgress) { cancel() }
			res, err := Count(ctx, p, o, opt)
			cancel()
			if err != nil {
				rt.Fatalf("%v: %s", err, describe(p, o))
			}
			if res.Complete {
				if err := sameCounts(res.Counts, want); err != nil {
					rt.Fatalf("%v: %s", err, describe(p, o))
				}
				return
			}
			opt.Resume = true
		}
		rt.Fatalf("it didn't come to its end: %s", describe(p, o))
	})
}

func TestResumeWithParts(t *testing.T) {
	p := cycles(leaps(6, 6, knight...))
	opt := Options{Checkpoint: filepath.Join(t.TempDir(), "saved"), Memory: 1 << 15}
	for rounds := 1; ; rounds++ {
		ctx, cancel := context.WithCancel(context.Background())
		layers := 0
		opt.Progress = func(model.CountProgress) {
			if layers++; layers == 11 {
				cancel()
			}
		}
		res, err := Count(ctx, p, greedy(p.Graph), opt)
		cancel()
		if err != nil {
			t.Fatal(err)
		}
		if res.Complete {
			if res.Counts[0].Cmp(big.NewInt(9862)) != 0 || rounds < 5 {
				t.Errorf("%v after %d rounds", res.Counts[0], rounds)
			}
			return
		}
		opt.Resume = true
	}
}

func TestDamagedCheckpoint(t *testing.T) {
	t.Parallel()
	p := cycles(leaps(6, 6, knight...))
	name := filepath.Join(t.TempDir(), "saved")
	ctx, cancel := context.WithCancel(context.Background())
	expected := make([]float64, len(p.Estimate(greedy(p.Graph)).Layers))
	for i := range expected {
		expected[i] = 1000
	}
	opt := Options{Checkpoint: name, Expected: expected, Progress: func(pr model.CountProgress) {
		if pr.Layer == 12 {
			cancel()
		}
	}}
	if _, err := Count(ctx, p, greedy(p.Graph), opt); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	opt.Resume, opt.Progress = true, nil
	try := func(what string, p *Problem, b []byte, opt Options) {
		t.Helper()
		if err := os.WriteFile(name, b, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := Count(context.Background(), p, greedy(p.Graph), opt); !errors.Is(err, ErrCheckpoint) {
			t.Errorf("%s: %v", what, err)
		}
	}
	places := 100
	if testkit.Thorough() {
		places = 500
	}
	for i := 0; i < len(data); i += 1 + len(data)/places {
		broken := append([]byte(nil), data...)
		broken[i] ^= 4
		try("changed", p, broken, opt)
		try("cut off", p, data[:i], opt)
	}
	plan := 8 * (4 + p.Graph.Order() + 1 + len(expected) + 8 + 2)            // bytes of the plan, the fingerprints and the name
	for i := len(checkpointHeader); i < len(checkpointHeader)+plan; i += 5 { // by somebody who knows how to make the checksum
		hostile := append([]byte(nil), data[:len(data)-8]...)
		hostile[i] ^= 0x81
		sum := newSum()
		sum.Write(hostile)
		hostile = binary.LittleEndian.AppendUint64(hostile, sum.Sum64())
		if err := os.WriteFile(name, hostile, 0o600); err != nil {
			t.Fatal(err)
		}
		o, _, err := SavedPlan(context.Background(), p, name)
		if err == nil {
			_, err = Count(context.Background(), p, o, opt)
		}
		if err != nil && !errors.Is(err, ErrCheckpoint) {
			t.Errorf("byte %d: %v", i, err)
		}
	}
	try("longer", p, append(append([]byte(nil), data...), 0), opt)
	try("of another problem", cycles(leaps(6, 6, rook...)), data, opt)
	other := opt
	other.Modulo = 7
	try("with another modulus", p, data, other)
	other = opt
	other.Name = "2/3"
	try("of another part", p, data, other)
	if err := os.WriteFile(name, data, 0o600); err != nil {
		t.Fatal(err)
	}
	if res := mustCount(t, p, opt); res.Counts[0].Cmp(big.NewInt(9862)) != 0 {
		t.Errorf("resumed: %v", res.Counts[0])
	}
	o, e, err := SavedPlan(context.Background(), p, name)
	if err != nil || !slices.Equal(o, greedy(p.Graph)) || e.Total != 1000*float64(len(expected)) || e.Fingerprint == "" {
		t.Errorf("the plan is %v, %+v, %v", o, e, err)
	}
}

func TestEndsWithItsContextOnTime(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
	defer cancel()
	p := cycles(leaps(8, 8, knight...))
	begun := time.Now()
	res, err := Count(ctx, p, greedy(p.Graph), Options{Memory: 1 << 28})
	if err != nil || res.Complete || res.Reason.Kind != model.TimeLimit {
		t.Fatalf("%+v, %v", res, err)
	}
	testkit.Late(t, "it", time.Since(begun), 300*time.Millisecond)
}
