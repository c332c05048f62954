package draw

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"nazo/dsl/value"
)

func TestSVG(t *testing.T) {
	shown := map[string]bool{"loop and rooms": true, "slants": true, "lattice": true, "shaded clues": true, "links": true, "sides": true, "pieces of clues": true,
		"boxes": true, "digits over clues": true, "outside": true, "parts of a cell": true, "queens": true, "knight": true, "rooms": true, "path": true,
		"bridges": true, "walls with sums": true, "pearls": true, "lists": true, "by pair": true, "a line beside walls": true, "homes": true,
		"numbered walls": true, "circles": true, "figures": true, "fifth lines": true}
	for name, items := range drawings() {
		t.Run(name, func(t *testing.T) {
			text := SVG(Head{Title: "a title"}, []Section{{Heading: "solution 1", Items: items}, {Heading: "1 solution"}})
			wellFormed(t, text)
			contract(t, text)
			if shown[name] {
				golden(t, name+".svg", text)
			}
		})
	}
}

// A page takes texts as they are, whatever XML says of them.
func TestSVGTexts(t *testing.T) {
	odd := "<&>\"'\x01\xff"
	text := SVG(Head{Title: "a title"}, []Section{{Heading: odd, Items: []Item{{Title: odd, Value: value.Text(odd)}, {Title: odd, Value: cells("#"), As: odd}}}})
	wellFormed(t, text)
	if !strings.Contains(text, ">&lt;&amp;&gt;&#34;&#39;\uFFFD\uFFFD</text>") {
		t.Error(text)
	}
}

// contract holds a page to what is promised to programs: each board has its size and its cells, and every place that is named is on it.
func contract(t *testing.T, page string) {
	t.Helper()
	cell := regexp.MustCompile(`<rect[^>]* data-place="r\d+c\d+"[^>]* width="40"`)
	place := regexp.MustCompile(`data-place="([^"]*)"`)
	size := regexp.MustCompile(`^ data-rows="(\d+)" data-cols="(\d+)"`)
	named := regexp.MustCompile(`^(r\d+c\d+|p\d+,\d+|r\d+c\d+-r\d+c\d+|p\d+,\d+-p\d+,\d+|(above|below|left|right) \d+)$`)
	boards := strings.Split(page, `<g class="board"`)
	if !strings.Contains(boards[0], "<title>a title</title>") || len(boards) > 1 && !strings.Contains(boards[0], "<desc>solution 1\nA board of ") {
		t.Errorf("a page without title or description: %s", boards[0])
	}
	for _, board := range boards[1:] {
		m := size.FindStringSubmatch(board)
		rows, _ := strconv.Atoi(m[1])
		cols, _ := strconv.Atoi(m[2])
		if n := len(cell.FindAllString(board, -1)); n != rows*cols {
			t.Errorf("%d cells on a board of %d × %d", n, rows, cols)
		}
		board, _, _ = strings.Cut(board, `<g class="chart"`)
		for _, p := range place.FindAllStringSubmatch(board, -1) {
			if !named.MatchString(p[1]) {
				t.Errorf("a place is called %s", p[1])
			}
		}
	}
}

// A page grows as its board does.
func TestSVGIsLinear(t *testing.T) {
	size := func(n int) float64 {
		b := &value.Board{Rows: n, Cols: n}
		var vs []value.Value
		var shaded []value.Value
		for i, c := range b.Cells() {
			vs = append(vs, value.Int(i%9+1))
			if i%2 == 0 {
				shaded = append(shaded, c)
			}
		}
		all := value.NewSet(b.Cells()...)
		page := SVG(Head{}, []Section{{Items: []Item{{Title: "digit", Value: value.NewArray(all, vs, b)}, {Title: "black", Value: value.NewSet(shaded...)}}}})
		return float64(len(page))
	}
	if small, large := size(30), size(90); large > 9.5*small {
		t.Errorf("%.0f bytes for 30 × 30, %.0f for 90 × 90", small, large)
	}
}

// wellFormed reads a text as XML.
func wellFormed(t *testing.T, text string) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(text))
	for {
		switch _, err := d.Token(); {
		case errors.Is(err, io.EOF):
			return
		case err != nil:
			t.Fatalf("%v in\n%s", err, text)
		}
	}
}

// A value that is written in one line is folded where it is long, so that it can be read beside a board; a table is not.
func TestSVGFoldsValues(t *testing.T) {
	var edges []value.Value
	for i := range 60 {
		edges = append(edges, value.NewSet(value.Text(fmt.Sprintf("left%d", i)), value.Text(fmt.Sprintf("right%d", i))))
	}
	page := SVG(Head{Title: "long"}, []Section{{Items: []Item{{Title: "joined", Value: value.NewSet(edges...)}}}})
	m := regexp.MustCompile(`^<svg [^>]* width="(\d+)" height="(\d+)"`).FindStringSubmatch(page)
	width, _ := strconv.Atoi(m[1])
	height, _ := strconv.Atoi(m[2])
	if width > textWidth+2*margin || height < 10*lineHeight {
		t.Errorf("%d × %d", width, height)
	}
}
