package numbers

// FloorDiv is a divided by b, rounded down; b is not 0.
func FloorDiv(a, b int64) int64 {
	q := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		q--
	}
	return q
}

// FloorMod is the remainder of [FloorDiv], which has the sign of b; b is not 0.
func FloorMod(a, b int64) int64 {
	return a - b*FloorDiv(a, b)
}

// Quotient is [FloorDiv], and 0 for b = 0.
func Quotient(a, b int64) int64 {
	if b == 0 {
		return 0
	}
	return FloorDiv(a, b)
}

// Remainder is [FloorMod], and 0 for b = 0.
func Remainder(a, b int64) int64 {
	if b == 0 {
		return 0
	}
	return FloorMod(a, b)
}
