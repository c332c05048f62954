package parts

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestParse(t *testing.T) {
	for text, want := range map[string]string{
		"3/64": "3/64", "3/64,2/8": "3/64,2/8", "1/1": "1/1", "3/64,1/1,2/2": "3/64,2/2", "03/8": "3/8",
		"1/2,2/8=0123456789abcdef,3/4": "1/2,2/8=0123456789abcdef,3/4", "02/8=whole": "2/8=whole",
	} {
		p, err := Parse(text)
		if err != nil || p.String() != want {
			t.Errorf("Parse(%q) = %v, %v; want %s", text, p, err, want)
		}
		again, err := Parse(p.String())
		if err != nil || again.Compare(p) != 0 {
			t.Errorf("%q read again is %v, %v", p, again, err)
		}
	}
	for _, text := range []string{"", "3", "0/8", "9/8", "1/0", "1/8,", "1/8/2", "a/b", "1/2000000", "1/-2", "1/2=", "1/2=12", "1/2=0123456789ABCDEF", "1/1=0123456789abcdef",
		"1/1=whole", "3/2=whole", "1/2=whole,1/2", "1/2,1/2=whole", "1/1,1/2=whole", "1/2=Whole"} {
		if p, err := Parse(text); err == nil {
			t.Errorf("Parse(%q) = %v", text, p)
		}
	}
}

// What is no path is told with one that is.
func TestParseTells(t *testing.T) {
	for text, want := range map[string]string{
		"1/1=whole":            `"1/1=whole": one attempt at the whole is the whole, which is 1/1; 2/8=whole is the second of eight`,
		"1/1=0123456789abcdef": `"1/1=0123456789abcdef" splits nothing: 2/8=0123456789abcdef is one of eight parts of what the checkpoint has left`,
		"1/2=12":               `"1/2=12" is no part of a checkpoint; 2/8=0123456789abcdef is, with the first 16 digits of its SHA-256`,
		"2/8=whole,1/2":        `"2/8=whole,1/2": an attempt at the whole is neither split nor made at a part`,
	} {
		if _, err := Parse(text); err == nil || err.Error() != want {
			t.Errorf("Parse(%q): %v, want %s", text, err, want)
		}
	}
}

// The ranges of the leaves of any tree of splits lie one after the other, from 0 to n.
func TestRange(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 300).Draw(t, "n")
		next := 0
		for _, leaf := range anyLeaves(t) {
			begin, end := leaf.Range(n)
			if begin != next || end < begin {
				t.Fatalf("part %v of %d goes from %d to %d, after %d", leaf, n, begin, end, next)
			}
			next = end
		}
		if next != n {
			t.Fatalf("the parts of %d end at %d", n, next)
		}
	})
}

// anyLeaves has the leaves of some tree of splits, in order.
func anyLeaves(t *rapid.T) []Path {
	leaves := []Path{nil}
	for range rapid.IntRange(0, 6).Draw(t, "splits") {
		i := rapid.IntRange(0, len(leaves)-1).Draw(t, "leaf")
		leaves = slices.Replace(leaves, i, i+1, leaves[i].SplitFrom(rapid.SampledFrom([]string{"", "0123456789abcdef"}).Draw(t, "from"), rapid.IntRange(1, 4).Draw(t, "n"))...)
	}
	return leaves
}

// Whatever was split, the leaves are complete; without some of them those are missing,
// and one that comes again is found, as are a part of a part that is there and another split.
func TestLeaves(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		leaves := anyLeaves(t)
		mixed := rapid.Permutation(leaves).Draw(t, "order")
		if gaps, err := Leaves(mixed); err != nil || len(gaps) > 0 {
			t.Fatalf("%v: missing %v, %v", mixed, gaps, err)
		}
		some := slices.Clone(mixed)
		i := rapid.IntRange(0, len(mixed)-1).Draw(t, "one")
		one := mixed[i]
		for name, other := range map[string]Path{
			"the same":       one,
			"a part of it":   append(slices.Clip(one), Share{1, 2, ""}),
			"the whole":      nil,
			"of other split": append(slices.Clip(one[:max(len(one)-1, 0)]), Share{1, 97, ""}),
		} {
			var clash *Clash
			if _, err := Leaves(append(some, other)); !errors.As(err, &clash) || clash.First == clash.Second {
				t.Fatalf("%v and %v (%s): %v", mixed, other, name, err)
			}
		}
		out := rapid.SliceOfNDistinct(rapid.IntRange(0, len(leaves)-1), 1, len(leaves), rapid.ID).Draw(t, "missing")
		slices.Sort(out)
		var kept []Path
		var missing []Path
		for i, leaf := range leaves {
			if slices.Contains(out, i) {
				missing = append(missing, leaf)
			} else {
				kept = append(kept, leaf)
			}
		}
		gaps, err := Leaves(kept)
		if err != nil || len(gaps) == 0 {
			t.Fatalf("without %v: %v, %v", missing, gaps, err)
		}
		// With the gaps filled the leaves are complete again, and each gap holds a leaf that is missing.
		for _, g := range gaps {
			for i := g.From; i <= g.To; i++ {
				p := g.Of
				if g.Shares > 1 {
					p = g.share(i)
				}
				kept = append(kept, p)
				if !slices.ContainsFunc(missing, func(leaf Path) bool { return len(leaf) >= len(p) && p.Compare(leaf[:len(p)]) == 0 }) {
					t.Fatalf("%v is said to be missing, and only %v are", p, missing)
				}
			}
		}
		if again, err := Leaves(kept); err != nil || len(again) > 0 {
			t.Fatalf("filled up: missing %v, %v", again, err)
		}
	})
}

func TestGapText(t *testing.T) {
	path := func(text string) Path {
		p, err := Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	gaps, err := Leaves([]Path{path("1/8"), path("5/8,1/2"), path("6/8")})
	var texts []string
	for _, g := range gaps {
		texts = append(texts, g.String())
	}
	want := []string{"2/8 to 4/8", "5/8,2/2", "7/8 to 8/8"}
	if err != nil || !slices.Equal(texts, want) {
		t.Errorf("missing %q, %v; want %q", texts, err, want)
	}
	for _, c := range []struct{ one, other, why string }{
		{"3/8", "3/8", "part 3/8 comes twice"},
		{"3/8,1/2", "3/8", "there is part 3/8, and a part of it, 3/8,1/2, too"},
		{"3/8", "3/4", "parts 3/4 and 3/8 are of different splits"},
		{"2/8=whole", "2/8=whole", "part 2/8=whole comes twice"},
		{"2/8=whole", "3/8=whole", ""},
		{"2/8=whole", "3/4=whole", "parts 2/8=whole and 3/4=whole are of different splits"},
		{"2/8=whole", "3/8", "parts 2/8=whole and 3/8 are of different splits"},
		{"2/8=whole", "3/8=0123456789abcdef", "parts 2/8=whole and 3/8=0123456789abcdef are of different splits"},
		{"3/8", "2/8=0123456789abcdef", "parts 2/8=0123456789abcdef and 3/8 don't begin from the same checkpoint"},
	} {
		gaps, err := Leaves([]Path{path(c.one), path(c.other)})
		if c.why == "" && (err != nil || len(gaps) > 0) || c.why != "" && (err == nil || err.Error() != c.why) {
			t.Errorf("%s and %s: missing %v, %v; want %s", c.one, c.other, gaps, err, c.why)
		}
	}
}

// Any attempt at the whole is all that there is to do, and begins from no checkpoint.
func TestAttempt(t *testing.T) {
	for i, p := range Path(nil).SplitFrom(Whole, 3) {
		begin, end := p.Range(70)
		gaps, err := Leaves([]Path{p})
		if p.Attempt() != i+1 || p.Checkpoint() != "" || begin != 0 || end != 70 || len(gaps) > 0 || err != nil {
			t.Errorf("%s: attempt %d from %q to do %d to %d, and then %v, %v", p, p.Attempt(), p.Checkpoint(), begin, end, gaps, err)
		}
	}
	for _, text := range []string{"1/1", "2/8", "2/8=0123456789abcdef", "1/2,2/8=0123456789abcdef"} {
		p, err := Parse(text)
		if err != nil || p.Attempt() != 0 || strings.HasSuffix(text, "f") != (p.Checkpoint() != "") {
			t.Errorf("%s is attempt %d from %q, %v", text, p.Attempt(), p.Checkpoint(), err)
		}
	}
}
