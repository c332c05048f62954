package sites

import (
	"math"
	"strings"

	"nazo/dsl/linkformat"
)

// These bound the boards of a line of digits. A line for a smaller board would be a short number.
const (
	leastDigits = 4
	mostDigits  = 25
	// A line of at least surelyDigits signs is a board, not a number.
	surelyDigits = 60
)

// blankDigits are the signs of an empty cell.
const blankDigits = "0.-_*"

// digitsBody takes a line with a sign for each cell of a square board, and no other sign.
func digitsBody(text string) (string, bool) {
	n := sideOfDigits(len(text))
	if n == 0 { // a long one is a board with some cells too few or too many
		return text, len(text) >= surelyDigits && len(text) <= mostDigits*mostDigits && strings.Trim(text, "123456789"+blankDigits) == ""
	}
	for _, c := range []byte(text) {
		if strings.IndexByte(blankDigits, c) < 0 && digitFrom10(c, n) == 0 && digitFrom1(c, n) == 0 {
			return "", false
		}
	}
	return text, true
}

// sideOfDigits returns the side of a board with that many cells, or 0.
func sideOfDigits(cells int) int {
	if n := int(math.Sqrt(float64(cells))); n*n == cells && n >= leastDigits && n <= mostDigits {
		return n
	}
	return 0
}

// digitFrom10 returns the number from 1 to n of a digit or a letter, where a is 10. It is 0 if there is none.
func digitFrom10(c byte, n int) int {
	if v := digitOf(c); v <= n {
		return max(v, 0)
	}
	return 0
}

// digitFrom1 returns the number from 1 to n of a letter, where a is 1. Boards with digits only have no letters.
func digitFrom1(c byte, n int) int {
	if v := digitOf(c) - 9; n > 9 && v <= n {
		return max(v, 0)
	}
	return 0
}

// readDigits reads a line of digits. Letters are numbers from 10. In a line without digits they are numbers from 1, if
// one of them would be too large otherwise.
func readDigits(body string) (*Document, error) {
	n := sideOfDigits(len(body))
	if n == 0 {
		return nil, advise("81 are a board of 9 by 9", "a line of digits has a sign for each cell of a square board, and this one has %d", len(body))
	}
	const advice = "write the board as a grid, with blanks between the numbers"
	if n > 9 && strings.Contains(body, "0") && strings.ContainsAny(body, ".-_*") {
		return nil, advise(advice, "0 and %q both stand in the line, so 0 may be an empty cell or a number",
			body[strings.IndexAny(body, ".-_*"):][:1])
	}
	hasDigit, hasLetter, tooLarge := strings.ContainsAny(body, "123456789"), false, -1
	for i, c := range []byte(body) {
		if digitFrom1(c, n) > 0 {
			hasLetter = true
		}
		if strings.IndexByte(blankDigits, c) < 0 && digitFrom10(c, n) == 0 && tooLarge < 0 {
			tooLarge = i
		}
	}
	read := digitFrom10
	switch {
	case tooLarge >= 0 && hasDigit:
		e := advise("with digits in the line, a is 10", "%q is more than %d", body[tooLarge:tooLarge+1], n)
		e.Offset = tooLarge
		return nil, e
	case tooLarge >= 0:
		read = digitFrom1
	case hasLetter && !hasDigit:
		return nil, advise(advice, "the line has letters and no digits, so a may be 1 or 10")
	}
	d := &Document{Board: linkformat.Board{Columns: n, Rows: n}}
	for i, at := range d.Cells() {
		if v := read(body[i], n); v > 0 {
			d.add("given", "cell", at, "value", v)
		}
	}
	return d, nil
}

// writeDigits returns a line of digits, with dots for empty cells. The error says what a line can't have.
func writeDigits(d *Document) (string, error) {
	n := d.Rows
	if n != d.Columns || n < leastDigits || n > mostDigits {
		return "", failf("a line of digits is for square boards from %d by %d to %d by %d, and this one has %d rows and %d columns",
			leastDigits, leastDigits, mostDigits, mostDigits, d.Rows, d.Columns)
	}
	line := []byte(strings.Repeat(".", n*n))
	for _, it := range d.Items {
		at, ok := it.Fields["cell"].(Place)
		v, isNumber := it.Fields["value"].(int)
		switch {
		case it.Kind != "given":
			return "", failf("a line of digits has only given digits, and no `%s`", it.Kind)
		case !ok || !isNumber || !d.Has(at) || v < 1 || v > n:
			return "", failf("a line of digits has only numbers from 1 to %d in cells", n)
		}
		line[at.Y/2*n+at.X/2] = "0123456789abcdefghijklmnop"[v]
	}
	if text := string(line); n <= 9 || strings.ContainsAny(text, "123456789") || strings.Trim(text, ".") == "" {
		return text, nil
	}
	return "", failf("a line of digits with letters only can be read in two ways")
}
