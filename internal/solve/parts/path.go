// Package parts divides work into parts that can be done anywhere, and joins their results.
//
// A [Path] names a part: 3/64 is the third of 64, and 3/64,2/8 the second of eight parts of that. A part of a
// checkpoint's remaining work ends in the checkpoint's digest. The parts of a split are disjoint, and together they
// are the whole. 2/8=whole is the second of eight attempts at the whole, any of which is enough.
//
// The result of a part is lines of JSON: a [Head] that names the part, lines of findings, and an [End] with a hash.
// [Read] finds parts in a text, in any order. [Leaves] checks them against the tree of splits.
//
// The package knows no verbs, puzzles or machines. Callers decide what a part computes and what its lines mean.
package parts

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// MostShares bounds the parts of a split.
const MostShares = 1_000_000

// MostSplits bounds nested splits: no path is longer.
const MostSplits = 64

// Share is one part of a split, numbered from 1 to Of: of a part, or of the work that its checkpoint has left. Or it
// is one of several attempts at the whole, each in its own way, any of which is enough.
type Share struct {
	Number, Of int
	From       string // the checkpoint's Digest, Whole for an attempt, or ""
}

// Whole marks an attempt, where a share of a checkpoint has the digest.
const Whole = "whole"

// Digest returns the name of a checkpoint in a share, from its bytes.
func Digest(from io.Reader) (string, error) {
	sum := sha256.New()
	_, err := io.Copy(sum, from)
	return hex.EncodeToString(sum.Sum(nil)[:digestLength/2]), err
}

// digestLength is the number of hexadecimal digits of a digest.
const digestLength = 16

// IsDigest reports whether a text has the form of a digest.
func IsDigest(text string) bool {
	_, err := hex.DecodeString(text)
	return err == nil && len(text) == digestLength && strings.ToLower(text) == text
}

// Path names a part: the first share is of the whole, the second of that, and so on. It has no share 1/1, so equal
// parts have equal paths. The empty path is the whole. An attempt stands alone and is never split.
type Path []Share

// whole is the text of the empty path.
const whole = "1/1"

// Parse reads a path such as 3/64 or 3/64,2/8. 2/8=0123456789abcdef is a share of a checkpoint, and 2/8=whole an
// attempt. Its errors are for people.
func Parse(text string) (Path, error) {
	var out Path
	for share := range strings.SplitSeq(text, ",") {
		share, from, begins := strings.Cut(share, "=")
		number, of, ok := strings.Cut(share, "/")
		i, err := strconv.Atoi(number)
		n, errOf := strconv.Atoi(of)
		switch {
		case !ok || err != nil || errOf != nil:
			return nil, fmt.Errorf("%q is no part; 1/8, 2/8 and so on up to 8/8 are, and 3/8,1/2 is the first half of 3/8", brief(text))
		case n < 1 || n > MostShares:
			return nil, fmt.Errorf("%s: there are splits into 1 to %d parts", brief(share), MostShares)
		case i < 1 || i > n:
			return nil, fmt.Errorf("%s: there are parts 1 to %d of %d", brief(share), n, n)
		case from == Whole && strings.Contains(text, ","):
			return nil, fmt.Errorf("%q: an attempt at the whole is neither split nor made at a part", brief(text))
		case begins && n == 1 && from == Whole:
			return nil, fmt.Errorf("%q: one attempt at the whole is the whole, which is 1/1; 2/8=whole is the second of eight", brief(text))
		case begins && n == 1 && IsDigest(from):
			return nil, fmt.Errorf("%q splits nothing: 2/8=%s is one of eight parts of what the checkpoint has left", brief(text), from)
		case begins && from != Whole && !IsDigest(from):
			return nil, fmt.Errorf("%q is no part of a checkpoint; 2/8=0123456789abcdef is, with the first 16 digits of its SHA-256", brief(share+"="+from))
		case len(out) == MostSplits:
			return nil, fmt.Errorf("%s is split more than %d times", brief(text), MostSplits)
		case n > 1:
			out = append(out, Share{i, n, from})
		}
	}
	return out, nil
}

func brief(text string) string {
	const most = 40
	if r := []rune(text); len(r) > most {
		return string(r[:most-1]) + "…"
	}
	return text
}

// String returns the text that Parse reads; 1/1 for the whole.
func (p Path) String() string {
	if len(p) == 0 {
		return whole
	}
	var text []byte
	for i, s := range p {
		if i > 0 {
			text = append(text, ',')
		}
		text = strconv.AppendInt(text, int64(s.Number), 10)
		text = append(text, '/')
		text = strconv.AppendInt(text, int64(s.Of), 10)
		if s.From != "" {
			text = append(append(text, '='), s.From...)
		}
	}
	return string(text)
}

// MarshalText implements encoding.TextMarshaler.
func (p Path) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (p *Path) UnmarshalText(text []byte) error {
	out, err := Parse(string(text))
	*p = out
	return err
}

// Split returns the n parts of a part in order, or the part itself if n is 1. n is from 1 to MostShares.
func (p Path) Split(n int) []Path { return p.SplitFrom("", n) }

// SplitFrom splits the work that the checkpoint with that digest has left.
func (p Path) SplitFrom(digest string, n int) []Path {
	if n == 1 {
		return []Path{p}
	}
	out := make([]Path, n)
	for i := range out {
		out[i] = append(slices.Clip(p), Share{i + 1, n, digest})
	}
	return out
}

// Attempt returns which attempt at the whole a path names, from 1, or 0 for a part.
func (p Path) Attempt() int {
	if len(p) == 1 && p[0].From == Whole {
		return p[0].Number
	}
	return 0
}

// Checkpoint returns the digest of the checkpoint that a part begins from, or "".
func (p Path) Checkpoint() string {
	if n := len(p); n > 0 && p[n-1].From != Whole {
		return p[n-1].From
	}
	return ""
}

// Range returns a part's interval begin ≤ i < end of the numbers from 0 to n-1. The parts of a split have consecutive
// intervals whose sizes differ by at most one. An attempt has all.
func (p Path) Range(n int) (begin, end int) {
	end = n
	if p.Attempt() > 0 {
		return 0, n
	}
	for _, s := range p {
		size, over := (end-begin)/s.Of, (end-begin)%s.Of
		i := s.Number - 1
		begin += i*size + min(i, over)
		end = begin + size
		if i < over {
			end++
		}
	}
	return begin, end
}

// Compare orders parts by position, and a part before those that it is split into.
func (p Path) Compare(q Path) int {
	return slices.CompareFunc(p, q, func(a, b Share) int {
		return cmp.Or(a.Number-b.Number, a.Of-b.Of, strings.Compare(a.From, b.From))
	})
}

// Gap is missing parts of a split: From to To of Shares.
type Gap struct {
	Of               Path // what was split
	From, To, Shares int
	State            string // digest of the checkpoint, or ""
}

// String names the first and the last part of a gap.
func (g Gap) String() string {
	if g.Shares == 1 {
		return g.Of.String()
	}
	first, last := g.share(g.From).String(), g.share(g.To).String()
	if g.From == g.To {
		return first
	}
	return first + " to " + last
}

func (g Gap) share(i int) Path { return append(slices.Clip(g.Of), Share{i, g.Shares, g.State}) }

// Clash is two parts that can't be leaves of one tree of splits. First and Second index the argument of Leaves.
type Clash struct {
	First, Second int
	why           string
}

// Error says why the two don't go together.
func (c *Clash) Error() string { return c.why }

// Leaves checks parts, in any order, against their tree of splits. Each split must have one number of parts and one
// checkpoint. No part may be repeated or accompany a part of itself. Otherwise the error is a *Clash. The gaps are
// what is missing, in order. There are none if the parts, or one attempt, are the whole.
func Leaves(paths []Path) ([]Gap, error) {
	order := make([]int, len(paths))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return paths[a].Compare(paths[b]) })
	t := tree{paths: paths}
	if err := t.visit(order, 0); err != nil {
		return nil, err
	}
	return t.gaps, nil
}

// tree collects the gaps of a tree of splits.
type tree struct {
	paths []Path
	gaps  []Gap
}

// visit checks sorted parts whose first depth shares are equal.
func (t *tree) visit(order []int, depth int) error {
	switch {
	case len(order) == 0: // at the root
		t.gaps = append(t.gaps, Gap{nil, 1, 1, 1, ""})
		return nil
	case len(t.paths[order[0]]) == depth: // a part comes before its own parts
		if len(order) == 1 {
			return nil
		}
		one, other := t.paths[order[0]], t.paths[order[1]]
		why := fmt.Sprintf("there is part %s, and a part of it, %s, too", one, other)
		if len(other) == depth {
			why = fmt.Sprintf("part %s comes twice", one)
		}
		return &Clash{order[0], order[1], why}
	}
	first, whose := t.paths[order[0]], order[0]
	split, next := first[depth], 1
	for len(order) > 0 {
		share := t.paths[order[0]][depth]
		if share.Of != split.Of || (share.From == Whole) != (split.From == Whole) {
			return &Clash{whose, order[0], fmt.Sprintf("parts %s and %s are of different splits", first, t.paths[order[0]])}
		}
		if share.From != split.From {
			return &Clash{whose, order[0], fmt.Sprintf("parts %s and %s don't begin from the same checkpoint", first, t.paths[order[0]])}
		}
		same := 1
		for same < len(order) && t.paths[order[same]][depth] == share {
			same++
		}
		t.miss(first[:depth], next, share.Number-1, split)
		next = share.Number + 1
		if err := t.visit(order[:same], depth+1); err != nil {
			return err
		}
		order = order[same:]
	}
	t.miss(first[:depth], next, split.Of, split)
	return nil
}

// miss records a range of missing parts, if it isn't empty.
func (t *tree) miss(of Path, from, to int, split Share) {
	if from <= to && split.From != Whole { // one attempt is enough
		t.gaps = append(t.gaps, Gap{of, from, to, split.Of, split.From})
	}
}
