package linkformat

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// circled is num16 of short numbers. i and g begin numbers in circles, h is an empty circle.
var circled = gapped{gapsFrom('j'),
	func(c *cursor) (Mark, bool, error) {
		digits := map[byte]int{'i': 1, 'g': 2}[c.peek()]
		switch {
		case c.peek() == 'h':
			c.at++
			return Letter('i', Unknown), true, nil
		case digits > 0:
			after := quoted(c.text[c.at:])
			c.at++
			n, err := c.number(digits, 16, after)
			return Letter('i', n), true, err
		}
		n, ok, err := short.read(c)
		return Number(n), ok, err
	},
	func(m Mark) (string, bool) {
		if len(m.Numbers) != 1 {
			return "", false
		}
		n := m.Numbers[0]
		switch {
		case m.Letter == 0:
			return short.write(n)
		case m.Letter != 'i':
			return "", false
		case n == Unknown:
			return "h", true
		case n >= 0 && n < 16:
			return "i" + digits[n:n+1], true
		case n >= 16 && n < 256:
			return "g" + strconv.FormatInt(int64(n), 16), true
		}
		return "", false
	}}

// barred is num16 of short numbers and barred places: x, or o to s with a number from 0 to 4. Its gaps
// are n for one place, and i with a hexadecimal digit for two to fifteen.
type barred struct{}

func (barred) read(c *cursor, n int) ([]Mark, error) {
	marks := make([]Mark, n)
	for i := 0; i < n; {
		if c.done() {
			return marks, c.ends(i, n, true)
		}
		first := c.peek()
		skip := 0
		switch {
		case first == 'x':
			c.at++
			marks[i] = Letter('x')
		case first >= 'o' && first <= 's':
			c.at++
			marks[i] = Letter('x', int(first-'o'))
		case first == 'n':
			c.at++
			skip = 1
		case first == 'i':
			c.at++
			v, err := c.number(1, 16, `"i"`)
			if err != nil {
				return nil, err
			}
			if v == 0 {
				return nil, c.fail(c.at-1, "a gap skips at least one place")
			}
			skip = v
		default:
			v, ok, err := short.read(c)
			if err != nil {
				return nil, err
			}
			if !ok {
				return nil, c.odd()
			}
			marks[i] = Number(v)
		}
		if i+skip > n {
			c.beyond(c.at-2, skip, n-i, n)
		}
		i += max(1, skip)
	}
	return marks, nil
}

func (barred) write(marks []Mark) (string, error) {
	var b strings.Builder
	skipped := 0
	flush := func() {
		switch {
		case skipped == 1:
			b.WriteByte('n')
		case skipped > 1:
			b.WriteByte('i')
			b.WriteByte(digits[skipped])
		}
		skipped = 0
	}
	for _, m := range marks {
		if m.Empty() {
			if skipped++; skipped == 15 {
				flush()
			}
			continue
		}
		flush()
		v, single := m.single()
		switch {
		case m.Equal(Letter('x')):
			b.WriteByte('x')
		case m.Letter == 'x' && len(m.Numbers) == 1 && m.Numbers[0] >= 0 && m.Numbers[0] <= 4:
			b.WriteByte(byte('o' + m.Numbers[0]))
		default:
			text, ok := short.write(v)
			if !single || !ok {
				return "", noCharacters(m)
			}
			b.WriteString(text)
		}
	}
	flush()
	return b.String(), nil
}

// pipes are letters from a to g for pieces. A digit d is a run of d+1 circles. A dot is Unknown.
type pipes struct{}

func (pipes) gaps() string { return gapsFrom('h') }

func (p pipes) read(c *cursor, n int) ([]Mark, error) {
	marks := make([]Mark, n)
	for i := 0; i < n; c.at++ {
		if c.done() {
			return marks, c.ends(i, n, true)
		}
		first := c.peek()
		d := digit(first)
		long := 1
		mark := Mark{}
		switch {
		case first == '.':
			mark = Number(Unknown)
		case d >= 0 && d <= 9:
			long, mark = d+1, Letter('o')
		case d >= 10 && d <= 16:
			mark = Letter(first)
		default:
			if long = 1 + strings.IndexByte(p.gaps(), first); long == 0 {
				return nil, c.odd()
			}
		}
		if i+long > n {
			c.beyond(c.at, long, n-i, n)
			long = n - i
		}
		for range long {
			marks[i] = mark
			i++
		}
	}
	return marks, nil
}

func (p pipes) write(marks []Mark) (string, error) {
	var b strings.Builder
	for i := 0; i < len(marks); {
		m := marks[i]
		run := 1
		for i+run < len(marks) && marks[i+run].Equal(m) {
			run++
		}
		switch {
		case m.Empty():
			run = min(run, len(p.gaps()))
			b.WriteByte(p.gaps()[run-1])
		case m.Equal(Letter('o')):
			run = min(run, 10)
			b.WriteByte(digits[run-1])
		case m.Equal(Number(Unknown)):
			run = 1
			b.WriteByte('.')
		case m.Letter >= 'a' && m.Letter <= 'g' && len(m.Numbers) == 0:
			run = 1
			b.WriteByte(m.Letter)
		default:
			return "", noCharacters(m)
		}
		i += run
	}
	return b.String(), nil
}

const capitalLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

// capitals are letters for 1 to 26, digits 27 to 36, and "-" with a digit or capital letter 37 to 72.
var capitals = coded(gapsFrom('a'), 1,
	slices.Concat(after("", capitalLetters+digits[:10]), after("-", digits[:10]+capitalLetters)), map[string]Mark{".": Number(Unknown)})

// digits52 are 0 to 45 in one character each.
const digits52 = "0123456789abcdefghij" + capitalLetters

func chars52(others map[string]Mark, gaps string) gapped {
	return coded(gaps, 0, after("", digits52), others)
}

// coded is a format with a text of one or two characters for each mark: some texts for the numbers from
// least on, and others.
func coded(gaps string, least int, numbers []string, others map[string]Mark) gapped {
	tables := sync.OnceValues(func() (marks map[string]Mark, texts map[string]string) {
		marks, texts = map[string]Mark{}, map[string]string{}
		maps.Copy(marks, others)
		for i, text := range numbers {
			marks[text] = Number(least + i)
		}
		for text, m := range marks {
			texts[m.String()] = text
		}
		return marks, texts
	})
	return gapped{gaps,
		func(c *cursor) (Mark, bool, error) {
			marks, _ := tables()
			for size := range 2 {
				if end := c.at + size + 1; end <= len(c.text) {
					if m, ok := marks[c.text[c.at:end]]; ok {
						c.at = end
						return m, true, nil
					}
				}
			}
			return Mark{}, false, nil
		},
		func(m Mark) (string, bool) {
			marks, texts := tables()
			text := texts[m.String()]
			return text, text != "" && marks[text].Equal(m)
		}}
}

// after puts a prefix before each of some characters.
func after(prefix, chars string) (out []string) {
	for _, c := range chars {
		out = append(out, prefix+string(c))
	}
	return out
}
