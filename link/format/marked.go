package format

import "strings"

// distances are the formats that write a mark, of one kind only, as the number of places without one before it, in base 36.
type distances struct {
	// full is the character for places without mark alone, run how many it skips.
	full byte
	run  int
	// tail is whether the places behind the last mark are counted, too. Without, the format ends the body.
	tail bool
	// zero is whether a domain without any place is written as "0".
	zero bool
}

func (f distances) read(c *cursor, n int) ([]Mark, error) {
	marks := make([]Mark, n)
	if n == 0 && f.zero && c.peek() == '0' {
		c.at++
	}
	for i := 0; i < n; c.at++ {
		if c.done() {
			if f.tail {
				return marks, c.ends(i, n, true)
			}
			break
		}
		first := c.peek()
		if first == f.full {
			if i+f.run > n {
				c.beyond(c.at, f.run, n-i, n)
			}
			i += f.run
			continue
		}
		skip := digit(first)
		switch {
		case skip < 0:
			return nil, c.odd()
		case i+skip > n || i+skip == n && !f.tail:
			c.beyond(c.at, skip+1, n-i, n)
		case i+skip < n:
			marks[i+skip] = Number(1)
		}
		i += skip + 1
	}
	return marks, nil
}

func (f distances) write(marks []Mark) (string, error) {
	var b strings.Builder
	count := 0
	for _, m := range marks {
		if !m.Empty() {
			if !m.Equal(Number(1)) {
				return "", cannotWrite(m, "there is only one kind of marks")
			}
			b.WriteByte(digits[count])
			count = 0
			continue
		}
		if count++; count == f.run {
			b.WriteByte(f.full)
			count = 0
		}
	}
	if f.tail && count > 0 || f.zero && len(marks) == 0 {
		b.WriteByte(digits[count])
	}
	return b.String(), nil
}

// sparse are marks of one kind: 0 to h is one, with so many empty places behind it; i to z are one to eighteen empty places.
type sparse struct{}

func (sparse) read(c *cursor, n int) ([]Mark, error) {
	marks := make([]Mark, n)
	for i := 0; i < n; c.at++ {
		if c.done() {
			return marks, c.ends(i, n, true)
		}
		d := digit(c.peek())
		if d < 0 {
			return nil, c.odd()
		}
		long := d - 17
		if d < 18 {
			marks[i] = Number(1)
			long = d + 1
		}
		if i+long > n {
			c.beyond(c.at, long, n-i, n)
		}
		i += long
	}
	return marks, nil
}

func (sparse) write(marks []Mark) (string, error) {
	var b strings.Builder
	for i := 0; i < len(marks); {
		marked := !marks[i].Empty()
		if marked && !marks[i].Equal(Number(1)) {
			return "", cannotWrite(marks[i], "there is only one kind of marks")
		}
		empty := 0
		for empty < 18 && i+empty < len(marks) && marks[i+empty].Empty() {
			empty++
		}
		if !marked {
			b.WriteByte(digits[empty+17])
			i += empty
			continue
		}
		empty = 0
		for empty < 17 && i+1+empty < len(marks) && marks[i+1+empty].Empty() {
			empty++
		}
		b.WriteByte(digits[empty])
		i += empty + 1
	}
	return b.String(), nil
}
