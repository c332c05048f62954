package model

// Arithmetic on bounds saturates here, well beyond MaxMagnitude, so that what
// exceeds the magnitude stays visible and nothing wraps.
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

func addBounds(a, b Interval) Interval {
	return Interval{clampAdd(a.Lo, b.Lo), clampAdd(a.Hi, b.Hi)}
}

func mulBounds(a, b Interval) Interval {
	p, q := clampMul(a.Lo, b.Lo), clampMul(a.Lo, b.Hi)
	r, s := clampMul(a.Hi, b.Lo), clampMul(a.Hi, b.Hi)
	return Interval{min(p, q, r, s), max(p, q, r, s)}
}

func hull(a, b Interval) Interval { return Interval{min(a.Lo, b.Lo), max(a.Hi, b.Hi)} }
