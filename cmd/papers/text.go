package main

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
)

// thousands writes a whole number, or one that is rounded to one, with commas.
func thousands(x any) string {
	text := fmt.Sprint(x)
	if f, ok := x.(float64); ok {
		text = strconv.FormatFloat(math.Round(f), 'f', 0, 64)
	}
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

// number reads a number of the template, whatever its type.
func number(x any) float64 {
	f, err := strconv.ParseFloat(strings.ReplaceAll(fmt.Sprint(x), ",", ""), 64)
	if err != nil {
		panic(fmt.Sprintf("papers: %v is no number", x))
	}
	return f
}

// ratio is a quotient to four figures.
func ratio(a, b any) string { return strconv.FormatFloat(number(a)/number(b), 'g', 4, 64) }

func add(a, b any) float64 { return number(a) + number(b) }
func mul(a, b any) float64 { return number(a) * number(b) }
func div(a, b any) float64 { return number(a) / number(b) }

// span is the numbers from a to b.
func span(a, b int) []int {
	var out []int
	for k := a; k <= b; k++ {
		out = append(out, k)
	}
	return out
}

// agrees is the end of a row of a table: what is printed, what is measured,
// and that they are the same. If they are not, the document is wrong and isn't made.
func agrees(printed, measured any) (string, error) {
	p, m := cell(printed), cell(measured)
	if p != m {
		return "", fmt.Errorf("printed is %s, measured %s: the document says that they agree", p, m)
	}
	return fmt.Sprintf("%s | %s | yes |", p, m), nil
}

// wrong is the end of a row for a figure that is wrong, or was misprinted.
func wrong(printed, measured any) (string, error) {
	p, m := cell(printed), cell(measured)
	if p == m {
		return "", fmt.Errorf("measured is %s, as printed: the document says that it is wrong", m)
	}
	return fmt.Sprintf("%s | %s | **no** |", p, m), nil
}

// cell writes numbers with commas and all else as it is.
func cell(x any) string {
	switch x.(type) {
	case int, int64, float64:
		return thousands(x)
	}
	return fmt.Sprint(x)
}

// allOf says how many of all are left when some are taken away.
func allOf(all, without any) string {
	switch {
	case number(without) == 0:
		return "all"
	case number(without) == number(all):
		return "none"
	}
	return thousands(number(all)-number(without)) + " of " + cell(all)
}

// times multiplies a number written in digits, and keeps its length.
func times(digits string, factor any) string {
	n, ok := new(big.Int).SetString(digits, 10)
	if !ok {
		panic("papers: " + digits + " is no number")
	}
	n.Mul(n, big.NewInt(int64(number(factor))))
	return fmt.Sprintf("%0*s", len(digits), n)
}
