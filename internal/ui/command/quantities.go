package command

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"nazo/dsl/diag"
)

// How quantities are written for people.

func plural(n int, what string) string { return diag.Count(n, what) }

// pluralOf is plural for large numbers.
func pluralOf(n int64, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return Thousands(n) + " " + what + "s"
}

// number writes a count, and nothing for 0.
func number(n int64) string {
	if n == 0 {
		return ""
	}
	return Thousands(n)
}

// rounded writes an estimate, in scientific notation if it is too long to read.
func rounded(x float64) string {
	if x < 1e15 {
		return Thousands(int64(math.Round(x)))
	}
	return strconv.FormatFloat(x, 'e', 3, 64)
}

func percent(part, whole float64) float64 {
	if whole == 0 {
		return 0
	}
	return 100 * part / whole
}

// roughly writes a large number with two or three significant digits, in words.
func roughly(x float64) string {
	if x < 100 {
		return fmt.Sprintf("%.0f", x)
	}
	last := math.Pow(10, math.Floor(math.Log10(x))-1)
	x = math.Round(x/last) * last
	names := []string{"million", "billion", "trillion"}
	switch power := int(math.Floor(math.Log10(x * (1 + 1e-9)))); {
	case power < 6:
		return Thousands(int64(math.Round(x)))
	case power < 15:
		return fmt.Sprintf("%.3g %s", x/math.Pow(1000, float64(power/3)), names[power/3-2])
	default:
		return fmt.Sprintf("%.2g·10^%d", x/math.Pow(10, float64(power)), power)
	}
}

// longTime writes a number of seconds in a suitable unit.
func longTime(seconds float64) string {
	for _, u := range []struct {
		name string
		each float64
	}{{"years", 365 * 24 * 3600}, {"days", 24 * 3600}, {"hours", 3600}, {"min", 60}} {
		if n := seconds / u.each; n >= 2 {
			if n >= 1000 {
				return roughly(n) + " " + u.name
			}
			return fmt.Sprintf("%.3g %s", n, u.name)
		}
	}
	return fmt.Sprintf("%.0f s", max(seconds, 1))
}

// size writes a number of bytes.
func size(bytes float64) string {
	unit := 0
	names := []string{"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"}
	for bytes >= 1024 && unit < len(names)-1 {
		bytes /= 1024
		unit++
	}
	if bytes >= 1024 {
		return roughly(bytes) + " " + names[unit]
	}
	return fmt.Sprintf("%.3g %s", bytes, names[unit])
}

// seconds writes a time with its significant digits.
func seconds(d time.Duration) string {
	switch {
	case d < 10*time.Millisecond:
		return fmt.Sprintf("%.1f ms", d.Seconds()*1000)
	case d < time.Second:
		return fmt.Sprintf("%.0f ms", d.Seconds()*1000)
	}
	return fmt.Sprintf("%.1f s", d.Seconds())
}

// rate writes a number per second, and nothing if the time is too short to tell.
func rate(n int64, d time.Duration) string {
	if n == 0 || d < time.Millisecond {
		return ""
	}
	perSecond := float64(n) / d.Seconds()
	if perSecond >= 1e6 {
		return fmt.Sprintf("%.1f M", perSecond/1e6)
	}
	return Thousands(int64(perSecond))
}

// mean writes a mean with one place after the point, "-" if there is none.
func mean(x *float64) string {
	if x == nil {
		return "-"
	}
	return strconv.FormatFloat(*x, 'f', 1, 64)
}

func total(counts []int64) (sum int64) {
	for _, n := range counts {
		sum += n
	}
	return sum
}

// share writes how much of something is done: "120 of 1,000 probes, 12 %".
func share(done, of int64, what string) string {
	return fmt.Sprintf("%s of %s %s%s", Thousands(done), Thousands(of), what, inHundred(float64(done), float64(of)))
}

// inHundred writes a share in percent, after a comma. It is "" if there is more than was expected.
func inHundred(done, of float64) string {
	if of <= 0 || done > of {
		return ""
	}
	return fmt.Sprintf(", %.0f %%", 100*done/of)
}

// alignColumns lines up a table: the first columns to the left, the others to the right.
func alignColumns(rows [][]string, toTheLeft int) string {
	width := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, cell := range row {
			width[i] = max(width[i], utf8.RuneCountInString(cell))
		}
	}
	var out strings.Builder
	for _, row := range rows {
		line := ""
		for i, cell := range row {
			pad := strings.Repeat(" ", width[i]-utf8.RuneCountInString(cell))
			if i < toTheLeft {
				line += cell + pad + "  "
			} else {
				line += pad + cell + "  "
			}
		}
		out.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	return out.String()
}

// Longest bounds the characters of a user's text that are repeated in a message.
const Longest = 60

// Shorten puts a text in one line, and cuts it after Longest characters.
func Shorten(text string) string { return Cut(strings.Join(strings.Fields(text), " "), Longest) }

// Cut cuts a text after so many characters.
func Cut(text string, most int) string {
	if r := []rune(text); len(r) > most {
		return string(r[:most-1]) + "…"
	}
	return text
}

// Thousands writes a number with commas.
func Thousands[N int | int64 | *big.Int](n N) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// Examples returns the examples for a verb's help. In the text they stand below a line with the verb in brackets. It
// returns "" if there are none.
func Examples(text, verb string) string {
	_, text, ok := strings.Cut(text, "["+verb+"]\n")
	if !ok {
		return ""
	}
	text, _, _ = strings.Cut(text, "[")
	return "For example:\n\n" + text
}
