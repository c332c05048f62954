package library

import (
	"math/big"

	"nazo/value"
)

// numbers: arithmetic beyond the operators.
var arithmetic = []Function{
	{Name: "abs", Signatures: []string{"(x: int): int"},
		Doc: "x without its sign", Unknowns: Open, apply: abs},
	{Name: "gcd", Signatures: []string{"(a: int, b: int): int"},
		Doc: "the greatest common divisor, 0 of 0 and 0", Unknowns: Lifted, apply: gcd},
	{Name: "isqrt", Signatures: []string{"(n: int): int?"},
		Doc: "the square root, rounded down", Unknowns: Lifted, apply: isqrt},
}

// abs is none for what is no number.
func abs(c *Call) value.Value {
	b, ok := value.BigOf(c.Args[0])
	if !ok {
		return value.None{}
	}
	return value.FromBig(new(big.Int).Abs(b))
}

// gcd is never negative; none for what is no number.
func gcd(c *Call) value.Value {
	a, okA := value.BigOf(c.Args[0])
	b, okB := value.BigOf(c.Args[1])
	if !okA || !okB {
		return value.None{}
	}
	return value.FromBig(new(big.Int).GCD(nil, nil, new(big.Int).Abs(a), new(big.Int).Abs(b)))
}

// isqrt is the greatest number whose square is not greater; none for negative numbers.
func isqrt(c *Call) value.Value {
	b, ok := value.BigOf(c.Args[0])
	if !ok || b.Sign() < 0 {
		return value.None{}
	}
	return value.FromBig(new(big.Int).Sqrt(b))
}
