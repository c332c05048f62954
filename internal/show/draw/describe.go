package draw

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"nazo/dsl/diag"
	"nazo/dsl/value"
	"nazo/internal/alg"
)

// Descriptions put a page into words for those who can't see it.

const mostDescribed = 400 // bounds the places named in one line

func (b *panel) describe() string {
	var out strings.Builder
	for _, line := range slices.Concat(b.heading, b.beside) {
		fmt.Fprintln(&out, line)
	}
	for _, board := range b.boards {
		board.describe(&out)
	}
	for _, c := range slices.Concat(b.shelves...) {
		out.WriteString(c.describe())
	}
	for _, line := range b.lines {
		fmt.Fprintln(&out, line)
	}
	return out.String()
}

// describe writes how large a board is, and what is given, found and marked on it.
func (p *layeredBoard) describe(out *strings.Builder) {
	fmt.Fprintf(out, "A board of %s and %s.\n", diag.Count(p.rows, "row"), diag.Count(p.cols, "column"))
	for side, name := range []string{Above: "Above the columns", Below: "Below the columns", Left: "Left of the rows", Right: "Right of the rows"} {
		var says []string
		for i, texts := range p.outside[side] {
			if len(texts) > 0 {
				says = append(says, fmt.Sprintf("%d: %s", i, strings.Join(texts, " ")))
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

// telling writes a line of things, up to the limit.
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

func (l *layer) describe(out *strings.Builder) {
	name := strings.TrimSpace(l.role() + " " + l.title)
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
			text := cellName(c)
			if !l.wrong {
				text += " " + l.says(c)
			}
			says = append(says, text)
		}
		telling(out, name, says)
	}
	telling(out, name+", shaded", alg.Map(sortedKeys(l.shaded), cellName))
	telling(out, "In one of two answers, shaded", alg.Map(sortedKeys(l.doubts), cellName))
	telling(out, name+", lines", ways(l.strokes, "r%dc%d"))
	telling(out, name+", lines", ways(l.borders, "p%d,%d"))
	telling(out, name+", slanting", alg.Map(sortedKeys(l.slants), func(c spotOn) string { return cellName(c) + " " + l.slants[c] }))
	telling(out, name+", walls", alg.Map(sortedSpots(l.bars), spotName))
	telling(out, name, alg.Map(l.figures, figure.says))
	of := map[string][]string{}
	for _, at := range sortedSpots(l.base) {
		of[shapeNames[l.base[at]]] = append(of[shapeNames[l.base[at]]], spotName(at))
	}
	for _, shape := range slices.Sorted(maps.Keys(of)) {
		telling(out, name+", "+shape, of[shape])
	}
	telling(out, name, alg.Map(sortedSpots(l.marks), func(at value.Spot) string {
		return spotName(at) + " " + l.partAt(at, l.marks[at]).says()
	}))
	l.describeRooms(out, name)
}

func (l *layer) says(c spotOn) string { return l.partAt(spotIn(c), l.texts.at(c)).says() }

func (l *layer) describeRooms(out *strings.Builder, name string) {
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
		in[of] = append(in[of], cellName(c))
	}
	var says []string
	for i, of := range names {
		says = append(says, fmt.Sprintf("area %d: %s", i+1, strings.Join(in[of], " ")))
	}
	telling(out, name+", "+diag.Count(len(names), "area"), says)
}

func cellName(c spotOn) string { return spotName(spotIn(c)) }

// spotName returns the name of a place in a spec.
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

// ways joins strokes to lines, named by where they turn, meet others or end. A loop comes back to its start.
func ways(strokes []stroke, name string) []string {
	var places []spotOn
	var edges [][2]spotOn
	for _, k := range strokes {
		places, edges = append(places, k.from, k.to), append(edges, [2]spotOn{k.from, k.to})
	}
	return alg.Map(alg.Trails(places, edges), func(way []spotOn) string { return turns(way, name) })
}

// turns names the ends of a line and the places where it turns.
func turns(way []spotOn, name string) string {
	var out []string
	for i, c := range way {
		if i > 0 && i < len(way)-1 && c.towards(way[i+1]) == way[i-1].towards(c) {
			continue
		}
		out = append(out, fmt.Sprintf(name, c.row, c.col))
	}
	return strings.Join(out, " to ")
}

// towards returns the signs of the steps from one place to another.
func (c spotOn) towards(to spotOn) spotOn {
	return spotOn{cmp.Compare(to.row, c.row), cmp.Compare(to.col, c.col)}
}
