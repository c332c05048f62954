package draw

import (
	"fmt"
	"strings"

	"nazo/dsl/value"
)

// What a page shows, in words, for those who can't see it.

// mostDescribed is how many places are named of each thing.
const mostDescribed = 400

// describe says what a panel shows, in lines.
func (b *panel) describe() string {
	var out strings.Builder
	for _, line := range append(b.heading[:len(b.heading):len(b.heading)], b.beside...) {
		fmt.Fprintln(&out, line)
	}
	for _, board := range b.boards {
		board.describe(&out)
	}
	for _, c := range b.charts {
		out.WriteString(c.describe())
	}
	for _, line := range b.lines {
		fmt.Fprintln(&out, line)
	}
	return out.String()
}

// describe says how large a board is, and what is given, found and marked on it.
func (p *layeredBoard) describe(out *strings.Builder) {
	fmt.Fprintf(out, "A board of %s and %s.\n", counted(p.rows, "row"), counted(p.cols, "column"))
	for side, name := range []string{Above: "Above the columns", Below: "Below the columns", Left: "Left of the rows", Right: "Right of the rows"} {
		var says []string
		for i, texts := range p.outside[side] {
			if len(texts) > 0 {
				says = append(says, fmt.Sprintf("%d: %s", i+1, strings.Join(texts, " ")))
			}
		}
		telling(out, name, says)
	}
	for _, l := range p.layers {
		l.describe(out)
	}
	says := map[Mark][]string{}
	for _, at := range sortedSpots(p.rings) {
		says[p.rings[at]] = append(says[p.rings[at]], spotName(at))
	}
	telling(out, "New", says[New])
	telling(out, "Where it comes from", says[Used])
}

// telling writes a line of things, so many as may be named.
func telling(out *strings.Builder, what string, says []string) {
	if len(says) == 0 {
		return
	}
	more := ""
	if n := len(says) - mostDescribed; n > 0 {
		says, more = says[:mostDescribed], fmt.Sprintf(", and %d more", n)
	}
	fmt.Fprintf(out, "%s: %s%s.\n", what, strings.Join(says, ", "), more)
}

func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// describe says what a layer has on its board.
func (l *layer) describe(out *strings.Builder) {
	name := strings.TrimSpace(l.kept() + " " + l.title)
	if l.wrong {
		name = "Wrong"
	}
	if full := 2*l.texts.count > l.rows*l.cols; full && !l.wrong {
		for row := 1; row <= l.rows; row++ {
			var says []string
			for col := 1; col <= l.cols; col++ {
				says = append(says, orDot(l.says(spotOn{row, col})))
			}
			telling(out, fmt.Sprintf("%s, row %d", name, row), says)
		}
	} else {
		var says []string
		for c := range l.texts.each() {
			text := fmt.Sprintf("r%dc%d", c.row, c.col)
			if !l.wrong {
				text += " " + l.says(c)
			}
			says = append(says, text)
		}
		telling(out, name, says)
	}
	telling(out, name+", shaded", cellNames(l.shaded))
	telling(out, "In one of two answers, shaded", cellNames(l.doubts))
	telling(out, name+", lines", l.ways(l.strokes, "r%dc%d"))
	telling(out, name+", lines", l.ways(l.borders, "p%d,%d"))
	telling(out, name+", slanting", slantNames(l.slants))
	var bars, marks []string
	for _, at := range sortedSpots(l.bars) {
		bars = append(bars, spotName(at))
	}
	for _, at := range sortedSpots(l.marks) {
		marks = append(marks, spotName(at)+" "+textOfParts([]part{l.partAt(at, l.marks[at])}))
	}
	telling(out, name+", walls", bars)
	telling(out, name, marks)
	l.describeRooms(out, name)
}

// says is the text of a cell in words.
func (l *layer) says(c spotOn) string {
	text := l.texts.at(c)
	if text == "" {
		return ""
	}
	return textOfParts([]part{l.partAt(spotIn(c), text)})
}

// describeRooms says in which areas a board is divided: of each its cells.
func (l *layer) describeRooms(out *strings.Builder, name string) {
	if l.areas == nil {
		return
	}
	in := map[string][]string{}
	var names []string
	for _, c := range sortedKeys(l.areas) {
		of := l.areas[c]
		if of == "" {
			continue
		}
		if in[of] == nil {
			names = append(names, of)
		}
		in[of] = append(in[of], fmt.Sprintf("r%dc%d", c.row, c.col))
	}
	var says []string
	for i, of := range names {
		says = append(says, fmt.Sprintf("area %d: %s", i+1, strings.Join(in[of], " ")))
	}
	telling(out, name+", "+counted(len(names), "area"), says)
}

func cellNames(in map[spotOn]bool) (names []string) {
	for _, c := range sortedKeys(in) {
		names = append(names, fmt.Sprintf("r%dc%d", c.row, c.col))
	}
	return names
}

func slantNames(slants map[spotOn]string) (names []string) {
	for _, c := range sortedKeys(slants) {
		names = append(names, fmt.Sprintf("r%dc%d %s", c.row, c.col, slants[c]))
	}
	return names
}

// spotName is a place as a spec calls it.
func spotName(at value.Spot) string {
	row, col := at.Y/2+1, at.X/2+1
	switch {
	case at.Corner():
		return fmt.Sprintf("p%d,%d", row, col)
	case !at.Side():
		return fmt.Sprintf("r%dc%d", row, col)
	case at.Y%2 == 1:
		return fmt.Sprintf("p%d,%d-p%d,%[2]d", row, col, row+1)
	}
	return fmt.Sprintf("p%d,%d-p%[1]d,%[3]d", row, col, col+1)
}

// ways are lines from end to end, named by the places where they turn, meet or end. A loop comes
// back to its start.
func (l *layer) ways(strokes []stroke, name string) (ways []string) {
	next := map[spotOn][]int{}
	var places []spotOn // where strokes begin and end, as they come
	for i, k := range strokes {
		for _, c := range []spotOn{k.from, k.to} {
			if next[c] == nil {
				places = append(places, c)
			}
			next[c] = append(next[c], i)
		}
	}
	done := make([]bool, len(strokes))
	follow := func(from spotOn) {
		for _, i := range next[from] {
			if done[i] {
				continue
			}
			way := []spotOn{from}
			for at := from; i >= 0; {
				done[i] = true
				k := strokes[i]
				if at = k.to; at == way[len(way)-1] {
					at = k.from
				}
				way = append(way, at)
				if i = -1; len(next[at]) == 2 {
					for _, j := range next[at] {
						if !done[j] {
							i = j
						}
					}
				}
			}
			ways = append(ways, turns(way, name))
		}
	}
	for _, ends := range []bool{true, false} { // loops come last
		for _, c := range places {
			if len(next[c]) != 2 || !ends {
				follow(c)
			}
		}
	}
	return ways
}

// turns names the ends of a way and the places where it turns.
func turns(way []spotOn, name string) string {
	var out []string
	for i, c := range way {
		if i > 0 && i < len(way)-1 && sgn(c.row-way[i-1].row) == sgn(way[i+1].row-c.row) && sgn(c.col-way[i-1].col) == sgn(way[i+1].col-c.col) {
			continue
		}
		out = append(out, fmt.Sprintf(name, c.row, c.col))
	}
	return strings.Join(out, " to ")
}
