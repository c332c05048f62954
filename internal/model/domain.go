package model

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"nazo/internal/alg"
)

// Interval is a closed range of integers; it is empty when Hi < Lo.
type Interval struct{ Lo, Hi int64 }

// Size is the number of integers in the interval, at most math.MaxInt64.
func (i Interval) Size() int64 {
	if i.Hi < i.Lo {
		return 0
	}
	if n := uint64(i.Hi) - uint64(i.Lo); n < math.MaxInt64 {
		return int64(n) + 1
	}
	return math.MaxInt64
}

// Contains reports whether v lies in the interval.
func (i Interval) Contains(v int64) bool { return i.Lo <= v && v <= i.Hi }

// Domain is a finite set of integers, as sorted, nonempty, disjoint and nonadjacent intervals. It is immutable.
type Domain []Interval

// Range returns the domain lo..hi, empty when hi < lo.
func Range(lo, hi int64) Domain {
	if hi < lo {
		return nil
	}
	return Domain{{lo, hi}}
}

// Values returns the domain of the given integers, in any order, repeats allowed.
func Values(vs ...int64) Domain {
	return Domain(alg.Map(vs, func(v int64) Interval { return Interval{v, v} })).Union(nil)
}

// Contains reports whether v is in the domain.
func (d Domain) Contains(v int64) bool {
	i, _ := slices.BinarySearchFunc(d, v, func(i Interval, v int64) int { return cmp.Compare(i.Hi, v) })
	return i < len(d) && d[i].Lo <= v
}

// Size is the number of values, at most math.MaxInt64.
func (d Domain) Size() (n int64) {
	for _, i := range d {
		n += i.Size()
		if n < 0 {
			return math.MaxInt64
		}
	}
	return n
}

// Bounds returns the smallest interval that holds the domain, empty for no values.
func (d Domain) Bounds() Interval {
	if len(d) == 0 {
		return Interval{0, -1}
	}
	return Interval{d[0].Lo, d[len(d)-1].Hi}
}

// Each yields every value, ascending. It is an iterator for range statements.
func (d Domain) Each(yield func(int64) bool) {
	for _, i := range d {
		for v := i.Lo; v <= i.Hi; v++ {
			if !yield(v) {
				return
			}
		}
	}
}

// Intersect is the set of values in both domains.
func (d Domain) Intersect(e Domain) (out Domain) {
	for i, j := 0, 0; i < len(d) && j < len(e); {
		lo, hi := max(d[i].Lo, e[j].Lo), min(d[i].Hi, e[j].Hi)
		if lo <= hi {
			out = append(out, Interval{lo, hi})
		}
		if d[i].Hi < e[j].Hi {
			i++
		} else {
			j++
		}
	}
	return out
}

// Union is the set of values in either domain.
func (d Domain) Union(e Domain) Domain {
	all := slices.Concat(d, e)
	slices.SortFunc(all, func(a, b Interval) int { return cmp.Compare(a.Lo, b.Lo) })
	var out Domain
	for _, i := range all {
		if n := len(out); n > 0 && i.Lo <= out[n-1].Hi+1 {
			out[n-1].Hi = max(out[n-1].Hi, i.Hi)
		} else {
			out = append(out, i)
		}
	}
	return out
}

// Minus is the set of values in d that are not in e.
func (d Domain) Minus(e Domain) (out Domain) {
	j := 0
	for _, i := range d {
		lo := i.Lo
		for ; j < len(e) && e[j].Lo <= i.Hi; j++ {
			if lo < e[j].Lo {
				out = append(out, Interval{lo, e[j].Lo - 1})
			}
			lo = max(lo, e[j].Hi+1)
			if e[j].Hi > i.Hi { // it may overlap the next interval, too
				break
			}
		}
		if lo <= i.Hi {
			out = append(out, Interval{lo, i.Hi})
		}
	}
	return out
}

// Single returns the only value of a domain of size one.
func (d Domain) Single() (int64, bool) {
	if len(d) == 1 && d[0].Lo == d[0].Hi {
		return d[0].Lo, true
	}
	return 0, false
}

// String formats the domain as in "1..9, 12".
func (d Domain) String() string {
	var b strings.Builder
	for k, i := range d {
		if k > 0 {
			b.WriteString(", ")
		}
		b.WriteString(strconv.FormatInt(i.Lo, 10))
		if i.Hi != i.Lo {
			b.WriteString("..")
			b.WriteString(strconv.FormatInt(i.Hi, 10))
		}
	}
	return b.String()
}

// limit is where arithmetic on bounds saturates, well beyond MaxMagnitude. Too large values stay visible and
// nothing wraps.
const limit = 1 << 60

func clamp(v int64) int64 { return min(max(v, -limit), limit) }

func clampAdd(a, b int64) int64 { return clamp(clamp(a) + clamp(b)) }

func clampMul(a, b int64) int64 {
	if a == 0 || b == 0 {
		return 0
	}
	p := a * b
	if p/b != a || p > limit || p < -limit {
		if (a < 0) == (b < 0) {
			return limit
		}
		return -limit
	}
	return p
}

func addBounds(a, b Interval) Interval { return Interval{clampAdd(a.Lo, b.Lo), clampAdd(a.Hi, b.Hi)} }

func mulBounds(a, b Interval) Interval {
	p, q := clampMul(a.Lo, b.Lo), clampMul(a.Lo, b.Hi)
	r, s := clampMul(a.Hi, b.Lo), clampMul(a.Hi, b.Hi)
	return Interval{min(p, q, r, s), max(p, q, r, s)}
}

// Hull returns the least interval that contains both.
func (i Interval) Hull(b Interval) Interval { return Interval{min(i.Lo, b.Lo), max(i.Hi, b.Hi)} }
