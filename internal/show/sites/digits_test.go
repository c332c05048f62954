package sites

import (
	"fmt"
	"strings"
	"testing"
)

func TestLinesOfDigitsAreRecognized(t *testing.T) {
	for text, want := range map[string]string{
		strings.Repeat(".", 81):            Digits,
		"1-3_*0..2...4...":                 Digits,
		"1235............":                 "", // 5 is too large for a board of 4
		"abcdabcdabcdabcd":                 "",
		"123412341234123":                  "",     // no square
		"1.2.3.4.1":                        "",     // too small a board
		strings.Repeat("1.2.", 20):         Digits, // one is missing, which is told
		strings.Repeat("A1.P", 64):         Digits,
		strings.Repeat("A1.Q", 64):         "",
		strings.Repeat("y", 625):           Digits,
		strings.Repeat("1", 26*26):         "",
		"1.3_*0..2...4.. ":                 "",
		strings.Repeat("1é.", 27):          "",
		"sudoku_variants.":                 "",
		"https://x.org/" + "1234567890-._": "",
	} {
		body, ok := digitsBody(text)
		if got := map[bool]string{true: Digits}[ok]; got != want || ok && body != text {
			t.Errorf("%.30q is %q, want %q", text, got, want)
		}
	}
}

// A line of letters alone says by its largest letter whether a is 1 or 10.
func TestLettersOfLinesOfDigits(t *testing.T) {
	blank := func(text string) string { return text + strings.Repeat(".", 256-len(text)) }
	for text, want := range map[string]string{
		blank("1aG"):                     "1 10 16",
		blank("APh"):                     "1 16 8",
		blank("AG"):                      "a may be 1 or 10",
		blank("1AP"):                     `"P" is more than 16`,
		blank("10A"):                     "0 may be an empty cell or a number",
		"1a" + strings.Repeat("0", 254):  "1 10",
		"1ap" + strings.Repeat(".", 622): "1 10 25",
		"1.2." + strings.Repeat("0", 12): "1 2",
		strings.Repeat(".", 256):         "",
		strings.Repeat("1.2.", 20):       "this one has 80",
	} {
		got := ""
		d, err := Read(text)
		if err != nil {
			got = err.Error()
		} else {
			for _, it := range d.Items {
				got += fmt.Sprint(" ", it.Fields["value"])
			}
			got = strings.TrimSpace(got)
		}
		if !strings.Contains(got, want) || err == nil && got != want {
			t.Errorf("%.12q… reads as %q, want %q", text, got, want)
		}
	}
}

func TestLinesOfDigitsAreWritten(t *testing.T) {
	for _, text := range []string{"1...2...3...4...", "1a" + strings.Repeat(".", 253) + "g", strings.Repeat(".", 36)} {
		d, err := Read(text)
		if err != nil {
			t.Fatal(err)
		}
		if again, err := Write(Digits, d); again != text {
			t.Errorf("%.20q… becomes %.20q…, %v", text, again, err)
		}
	}
	d, _ := Read("1...2...3...4...")
	for want, change := range map[string]func(){
		"square boards":       func() { d.Columns = 5 },
		"no `odd`":            func() { d.add("odd", "cell", Place{X: 1, Y: 1}) },
		"numbers from 1 to 4": func() { d.add("given", "cell", Place{X: 1, Y: 1}, "value", 5) },
	} {
		before := *d
		change()
		if _, err := Write(Digits, d); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the mistake is %v and not: %s", err, want)
		}
		*d = before
	}
}
