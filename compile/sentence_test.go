package compile_test

import (
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"nazo/compile"
	"nazo/dsl"
	"nazo/dsl/value"
	"nazo/internal/model"
)

const saying = `puzzle t
let board = grid(2, 2)
let net = orthogonal(board)
find black: set of cells(board) said "{c} is shaded, with {size(neighbors(net, c)) side}" / "{c} is open"
find home[c in cells(board)]: { h in cells(board) where column(h) = 1 }? said "{c} is at home in {v}" / "{c} is not at home in {v}"
find rank[i in 1..2, j in 1..i, k = i + j]: 1..2 said "{(i, j, k)} has {v point}" / "not {v box/boxes}"
find held[i in 1..2]: set of 1..2 said "{i} holds {m}"
find loop: cycle in net said "the line takes {e}" / "the line does not take {e}"
find room: regions in net said "{e} lies within a room" / "{e} is a border"
find gift: permutation of 1..2 said "{i} gives to {v}"
find tile: placements(omino("##"), board) said "the domino is on {v}"
find sure: bool said "sure is {v}, {count a in 1..9999, b in 1..9999: a != b}, {1 / 0 pony}" / "sure is not {v}"
find plain: 1..2
choose half: 1..2 said "half is {v}" / "half is not {v}"
rule "numbers" for c in cells(board), n = row(c) where column(c) = 1: size(black) = n
  because "{c}: {n cell}, {n - 1 box}, {n fox} of {n lady}, {n day}, {n half/halves}, {n hiss}, {n move}, {n}, {none}"
technique "corner": "numbers", 3 "numbers again", "by trying"
rule "numbers again": size(black) < 3
technique "last": "only place left"
`

// TestSaid: each part of a find is said by the find's texts.
func TestSaid(t *testing.T) {
	p := problemOf(t, saying)
	var said []string
	meanings := p.Meanings()
	vars := make([]model.VarID, 0, len(meanings))
	for v := range meanings {
		vars = append(vars, v)
	}
	slices.Sort(vars)
	for _, id := range vars {
		m := meanings[id]
		if _, vertex := m.Member.(value.Cell); m.OnLine && vertex {
			continue
		}
		var keys []value.Value
		if m.Key != nil {
			keys = []value.Value{m.Key}
		}
		find, _, _ := strings.Cut(m.Of, "[")
		var v value.Value
		if m.Values != nil {
			v = m.Values(1)
		}
		for _, holds := range []bool{true, false} {
			if text, ok := p.Said(find, keys, m.Member, v, holds, "", value.String); ok {
				said = append(said, text)
			} else if text != "" {
				t.Errorf("%s: %q is said, and not ok", m, text)
			}
		}
	}
	want := []string{
		"r1c1 is shaded, with 2 sides", "r1c1 is open", "r1c2 is shaded, with 2 sides", "r1c2 is open",
		"r2c1 is shaded, with 2 sides", "r2c1 is open", "r2c2 is shaded, with 2 sides", "r2c2 is open",
		"r1c1 is at home in r2c1", "r1c1 is not at home in r2c1", "r1c2 is at home in r2c1", "r1c2 is not at home in r2c1",
		"r2c1 is at home in r2c1", "r2c1 is not at home in r2c1", "r2c2 is at home in r2c1", "r2c2 is not at home in r2c1",
		"(1, 1, 2) has 1 point", "not 1 box", "(2, 1, 3) has 1 point", "not 1 box", "(2, 2, 4) has 1 point", "not 1 box",
		"1 holds 1", "1 holds 2", "2 holds 1", "2 holds 2",
		"the line takes r1c1-r1c2", "the line does not take r1c1-r1c2", "the line takes r1c1-r2c1", "the line does not take r1c1-r2c1",
		"the line takes r1c2-r2c2", "the line does not take r1c2-r2c2", "the line takes r2c1-r2c2", "the line does not take r2c1-r2c2",
		"r1c1-r1c2 lies within a room", "r1c1-r1c2 is a border", "r1c1-r2c1 lies within a room", "r1c1-r2c1 is a border",
		"r1c2-r2c2 lies within a room", "r1c2-r2c2 is a border", "r2c1-r2c2 lies within a room", "r2c1-r2c2 is a border",
		"1 gives to 1", "2 gives to 1",
		"the domino is on {r2c1, r2c2}",
		"sure is true, ?, no ponies", "sure is not true",
		"half is 1", "half is not 1",
	}
	if diff := cmp.Diff(want, said); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// TestUnsaid: of a find with an empty sentence nothing is said, and players don't write it.
func TestUnsaid(t *testing.T) {
	p := problemOf(t, `puzzle t
let net = orthogonal(grid(1, 2))
find room: regions in net said ""
find number: 1..2
`)
	if p.Written("room") || !p.Written("number") || p.HasWords("room") {
		t.Errorf("room is written: %t, number is: %t, room has words: %t", p.Written("room"), p.Written("number"), p.HasWords("room"))
	}
	for _, m := range p.Meanings() {
		if text, ok := p.Said("room", nil, m.Member, nil, true, "", value.String); ok && m.Member != nil {
			t.Errorf("%q is said of room", text)
		}
	}
}

// TestSaidByName: values are named as whoever asks names them, but for numbers with a noun; texts are asked for by many at once.
func TestSaidByName(t *testing.T) {
	p := problemOf(t, saying)
	capitals := func(v value.Value) string { return strings.ToUpper(value.String(v)) }
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			m := p.Meanings()[0]
			if text, _ := p.Said("black", nil, m.Member, nil, true, "", capitals); text != "R1C1 is shaded, with 2 sides" {
				t.Error(text)
			}
			if text, _ := p.Said("rank", []value.Value{value.Int(2), value.Int(1)}, nil, value.Int(2), true, "", capitals); text != "(2, 1, 3) has 2 points" {
				t.Error(text)
			}
		})
	}
	all.Wait()
	if text, ok := p.Said("plain", nil, nil, value.Int(1), true, "", capitals); ok {
		t.Errorf("nothing is said of a find, yet %q is", text)
	}
}

// TestNouns: a noun agrees with its number.
func TestNouns(t *testing.T) {
	p := problemOf(t, saying)
	name := func(v value.Value) string { return "<" + value.String(v) + ">" }
	var got []string
	for i := range p.Model.Instances {
		if text := p.SentenceBy(int32(i), name); text != "" {
			got = append(got, text, p.Sentence(int32(i)))
		}
	}
	want := []string{
		"<r1c1>: 1 cell, no boxes, 1 fox of 1 lady, 1 day, 1 half, 1 hiss, 1 move, <1>, <none>",
		"r1c1: 1 cell, no boxes, 1 fox of 1 lady, 1 day, 1 half, 1 hiss, 1 move, 1, none",
		"<r2c1>: 2 cells, 1 box, 2 foxes of 2 ladies, 2 days, 2 halves, 2 hisses, 2 moves, <2>, <none>",
		"r2c1: 2 cells, 1 box, 2 foxes of 2 ladies, 2 days, 2 halves, 2 hisses, 2 moves, 2, none",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// TestTechniques: the techniques of a spec, with rules that stand after them.
func TestTechniques(t *testing.T) {
	want := []compile.Technique{
		{Name: "corner", Causes: []compile.TechniqueCause{{Name: "numbers"}, {Name: "numbers again", Count: 3}, {Name: dsl.ByTrying}}},
		{Name: "last", Causes: []compile.TechniqueCause{{Name: dsl.OnlyPlaceLeft}}},
	}
	if diff := cmp.Diff(want, problemOf(t, saying).Techniques()); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func BenchmarkSaid(b *testing.B) {
	p := problemOf(b, saying)
	m := p.Meanings()[0]
	for _, c := range []struct {
		name  string
		holds bool
	}{{"computed", true}, {"names", false}} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				p.Said("black", nil, m.Member, nil, c.holds, "", value.String)
			}
		})
	}
}
