package instance

import (
	"iter"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"nazo/dsl"
	"nazo/dsl/diag"
)

// TSPLIB is the collection of travelling salesman problems by G. Reinelt ("TSPLIB, a traveling salesman problem
// library", ORSA Journal on Computing 3, 1991). This file reads distance tables in its format. Each becomes an
// instance with a grid of whole numbers for one given. Problems must be symmetric. Their distances are explicit or
// follow from coordinates.

// TSPLIBEnding is the ending of such files.
const TSPLIBEnding = ".tsp"

// TSPLIBTable is a symmetric table of distances.
type TSPLIBTable struct {
	Name    string
	Comment string // the first, if there are several
	source  *diag.Source
	size    int
	cells   []cell // row by row
}

// cell is a distance and its place in the file.
type cell struct {
	distance int64
	at       diag.Span
}

// Size returns the number of rows.
func (t *TSPLIBTable) Size() int { return t.size }

// At returns the distance from place i to place j, from 0.
func (t *TSPLIBTable) At(i, j int) int64 { return t.cells[i*t.size+j].distance }

// Instance gives the table to a given. Diagnostics about a number point to the number in the file, or to the
// coordinates that it follows from.
func (t *TSPLIBTable) Instance(given string) *Instance {
	whole := dsl.At{Start: 0, End: len(t.source.Text)}
	grid := &dsl.GridLit{At: whole, Spaced: true}
	for i := range t.size {
		row := dsl.GridRow{}
		for _, c := range t.cells[i*t.size : (i+1)*t.size] {
			at := dsl.At{Start: c.at.Start, End: c.at.End}
			text := strconv.FormatInt(c.distance, 10)
			if row.Text += text + " "; len(row.Cells) == 0 {
				row.At = at
			}
			row.Cells = append(row.Cells, dsl.GridCell{At: at, Text: text})
		}
		grid.Rows = append(grid.Rows, row)
	}
	name := &dsl.Name{At: dsl.At{}, Text: given}
	return &Instance{At: whole, Source: t.source, Title: t.Name,
		Entries: []*dsl.Assign{{At: whole, Names: []*dsl.Name{name}, Value: grid}}}
}

// mostPlaces bounds the rows of a table.
const mostPlaces = 1000

// tsplibWord is a word of the file with its place.
type tsplibWord struct {
	text string
	at   diag.Span
}

// tsplibReader reads a file keyword by keyword.
type tsplibReader struct {
	src      *diag.Source
	at       int // where the next line begins
	header   map[string]tsplibWord
	numbers  []tsplibWord // of EDGE_WEIGHT_SECTION
	coords   []tsplibWord // of NODE_COORD_SECTION
	problems *diag.List
}

// ParseTSPLIB reads a file. The list has mistakes with their places.
func ParseTSPLIB(src *diag.Source) (*TSPLIBTable, *diag.List) {
	r := &tsplibReader{src: src, header: map[string]tsplibWord{}, problems: &diag.List{}}
	if !utf8.ValidString(src.Text) {
		r.fail(diag.Span{}, "not-utf8", "this file is not UTF-8")
		return nil, r.problems
	}
	for r.at < len(src.Text) && !r.problems.HasErrors() {
		if !r.line() {
			break
		}
	}
	if r.problems.HasErrors() {
		return nil, r.problems
	}
	t := r.table()
	if r.problems.HasErrors() {
		return nil, r.problems
	}
	return t, r.problems
}

// headers are the keywords before a value.
var headers = []string{"NAME", "TYPE", "COMMENT", "DIMENSION", "EDGE_WEIGHT_TYPE", "EDGE_WEIGHT_FORMAT",
	"EDGE_DATA_FORMAT", "NODE_COORD_TYPE", "DISPLAY_DATA_TYPE"}

// sections are the keywords before numbers.
var sections = []string{"EDGE_WEIGHT_SECTION", "NODE_COORD_SECTION", "DISPLAY_DATA_SECTION"}

// line reads a line with a keyword and what belongs to it. It is false at the end.
func (r *tsplibReader) line() bool {
	text, start := r.next()
	words := wordsOf(text, start)
	if len(words) == 0 {
		return true
	}
	key, value, hasValue := strings.Cut(text, ":")
	name := tsplibWord{strings.TrimSpace(key), words[0].at}
	switch {
	case name.text == "EOF":
		return false
	case slices.Contains(sections, name.text):
		body := r.section()
		switch name.text {
		case "EDGE_WEIGHT_SECTION":
			r.numbers = body
		case "NODE_COORD_SECTION":
			r.coords = body
		}
	case hasValue && slices.Contains(headers, name.text):
		left := len(value) - len(strings.TrimLeft(value, " \t"))
		from := start + len(key) + 1 + left
		v := tsplibWord{strings.TrimSpace(value), diag.Span{Start: from, End: from + len(strings.TrimSpace(value))}}
		_, twice := r.header[name.text]
		switch {
		case !twice:
			r.header[name.text] = v
		case name.text != "COMMENT": // the first of several comments counts
			r.fail(name.at, "given-twice", "%s is given twice", name.text)
		}
	default:
		known := slices.Concat(headers, sections, []string{"EOF"})
		r.problems.Add(diag.Errorf(r.src, words[0].at, "tsplib-keyword", "`%s` is no keyword that is known here", words[0].text).
			Expect(strings.Join(known, ", ")).Suggest(diag.Nearest(strings.TrimSuffix(words[0].text, ":"), known)))
	}
	return true
}

func (r *tsplibReader) next() (text string, start int) {
	line, rest, _ := strings.Cut(r.src.Text[r.at:], "\n")
	start, r.at = r.at, len(r.src.Text)-len(rest)
	return line, start
}

// section reads numbers up to the next line that begins with a letter.
func (r *tsplibReader) section() (out []tsplibWord) {
	for r.at < len(r.src.Text) {
		before := r.at
		text, start := r.next()
		words := wordsOf(text, start)
		if len(words) > 0 && isLetter(words[0].text[0]) {
			r.at = before
			break
		}
		out = append(out, words...)
	}
	return out
}

func isLetter(b byte) bool { return 'A' <= b&^0x20 && b&^0x20 <= 'Z' }

// wordsOf splits a line, which begins at offset start, at its blanks.
func wordsOf(line string, start int) (out []tsplibWord) {
	for at := 0; at < len(line); {
		if line[at] <= ' ' {
			at++
			continue
		}
		end := at
		for end < len(line) && line[end] > ' ' {
			end++
		}
		out = append(out, tsplibWord{line[at:end], diag.Span{Start: start + at, End: start + end}})
		at = end
	}
	return out
}

func (r *tsplibReader) fail(at diag.Span, code, format string, args ...any) *diag.Diagnostic {
	d := diag.Errorf(r.src, at, code, format, args...)
	r.problems.Add(d)
	return d
}

// value returns the value of a header, which must be one of those allowed.
func (r *tsplibReader) value(key string, allowed ...string) string {
	v, there := r.header[key]
	if !there {
		r.missing(key)
	} else if !slices.Contains(allowed, v.text) {
		r.fail(v.at, "tsplib-kind", "a file with %s `%s` can't be read", key, v.text).Expect(strings.Join(allowed, ", "))
	}
	return v.text
}

// missing reports that the file lacks a keyword. The place is its end.
func (r *tsplibReader) missing(key string) {
	end := len(strings.TrimRight(r.src.Text, " \t\r\n"))
	r.fail(diag.Span{Start: end, End: end}, "tsplib-missing", "this file has no %s", key)
}

// integer reads a distance.
func (r *tsplibReader) integer(w tsplibWord) int64 {
	n, err := strconv.ParseInt(w.text, 10, 64)
	if err != nil || n < -mostDistance || n > mostDistance {
		r.fail(w.at, "tsplib-number", "`%s` is no distance", w.text).Expect("a whole number, at most a billion")
		return 0
	}
	return n
}

// mostDistance bounds distances and coordinates, far from overflow of sums.
const mostDistance = 1_000_000_000

// table makes the table.
func (r *tsplibReader) table() *TSPLIBTable {
	r.value("TYPE", "TSP")
	kind := r.value("EDGE_WEIGHT_TYPE", "EXPLICIT", "GEO", "EUC_2D", "CEIL_2D", "MAN_2D", "MAX_2D", "ATT")
	n := r.dimension()
	if r.problems.HasErrors() {
		return nil
	}
	t := &TSPLIBTable{Name: r.header["NAME"].text, Comment: r.header["COMMENT"].text, source: r.src, size: n, cells: make([]cell, n*n)}
	if kind == "EXPLICIT" {
		r.explicit(t)
	} else {
		r.measured(t, metrics[kind])
	}
	return t
}

// dimension returns the number of places.
func (r *tsplibReader) dimension() int {
	w, there := r.header["DIMENSION"]
	if !there {
		r.missing("DIMENSION")
		return 0
	}
	n, err := strconv.Atoi(w.text)
	switch {
	case err != nil || n < 1:
		r.fail(w.at, "tsplib-number", "`%s` is no number of places", w.text)
		return 0
	case n > mostPlaces:
		r.fail(w.at, "limit-size", "there are %d places; the limit is %d", n, mostPlaces)
		return 0
	}
	return n
}

// order reports whether a format writes the entry (i, j). Entries are in the order of rows. The missing entries are
// symmetric, or 0 on the diagonal.
type order func(i, j int) bool

func triangle(upper, diagonal bool) order {
	return func(i, j int) bool { return i == j && diagonal || i < j && upper || i > j && !upper }
}

// entries yields the entries that are written for a table of n rows.
func (o order) entries(n int) iter.Seq2[int, int] {
	return func(yield func(i, j int) bool) {
		for k := range n * n {
			if i, j := k/n, k%n; o(i, j) && !yield(i, j) {
				return
			}
		}
	}
}

// orders are the orders of formats. A triangle by columns is the other triangle by rows.
var orders = map[string]order{
	"FULL_MATRIX":    func(int, int) bool { return true },
	"UPPER_ROW":      triangle(true, false),
	"LOWER_ROW":      triangle(false, false),
	"UPPER_DIAG_ROW": triangle(true, true),
	"LOWER_DIAG_ROW": triangle(false, true),
	"UPPER_COL":      triangle(false, false),
	"LOWER_COL":      triangle(true, false),
	"UPPER_DIAG_COL": triangle(false, true),
	"LOWER_DIAG_COL": triangle(true, true),
}

// explicit reads explicit distances.
func (r *tsplibReader) explicit(t *TSPLIBTable) {
	format := r.value("EDGE_WEIGHT_FORMAT", "FULL_MATRIX", "UPPER_ROW", "LOWER_ROW", "UPPER_DIAG_ROW", "LOWER_DIAG_ROW",
		"UPPER_COL", "LOWER_COL", "UPPER_DIAG_COL", "LOWER_DIAG_COL")
	if r.problems.HasErrors() {
		return
	}
	want := 0
	for range orders[format].entries(t.size) {
		want++
	}
	if !r.many(r.numbers, want, "EDGE_WEIGHT_SECTION", "numbers") {
		return
	}
	k := 0
	written := make([]bool, len(t.cells))
	for i, j := range orders[format].entries(t.size) {
		w := r.numbers[k]
		k++
		c := cell{r.integer(w), w.at}
		here, there := i*t.size+j, j*t.size+i
		if written[there] && here != there && t.cells[there].distance != c.distance {
			r.fail(w.at, "tsplib-symmetry", "the distance from %d to %d is not that from %d to %d", i+1, j+1, j+1, i+1)
		}
		written[here] = true
		t.cells[here] = c
		if !written[there] {
			t.cells[there] = c
		}
	}
	for i := range t.size { // a diagonal that is not in the file
		if d := &t.cells[i*t.size+i]; d.at.Len() == 0 {
			d.at = r.header["EDGE_WEIGHT_FORMAT"].at
		}
	}
}

// many checks the number of words in a section.
func (r *tsplibReader) many(words []tsplibWord, want int, section, what string) bool {
	switch {
	case len(words) == 0:
		r.missing(section + " with " + what)
	case len(words) < want:
		r.fail(words[len(words)-1].at, "tsplib-count", "%s ends after %d %s", section, len(words), what).
			Expect(strconv.Itoa(want))
	case len(words) > want:
		r.fail(words[want].at, "tsplib-count", "%s has more than %d %s", section, want, what)
	default:
		return true
	}
	return false
}

// point is a place with its position in the file.
type point struct {
	x, y float64
	at   diag.Span
}

// measured computes distances from coordinates.
func (r *tsplibReader) measured(t *TSPLIBTable, between func(a, b point) float64) {
	if !r.many(r.coords, 3*t.size, "NODE_COORD_SECTION", "words") {
		return
	}
	points := make([]point, t.size)
	known := make([]bool, t.size)
	for k := 0; k < len(r.coords); k += 3 {
		w := r.coords[k]
		i, err := strconv.Atoi(w.text)
		if err != nil || i < 1 || i > t.size || known[i-1] {
			r.fail(w.at, "tsplib-number", "`%s` is no place, or one that was here before", w.text).
				Expect("each of 1.." + strconv.Itoa(t.size) + " once")
			return
		}
		known[i-1] = true
		points[i-1] = point{r.coordinate(r.coords[k+1]), r.coordinate(r.coords[k+2]), w.at.To(r.coords[k+2].at)}
	}
	if r.problems.HasErrors() {
		return
	}
	for i, a := range points {
		for j, b := range points {
			c := cell{at: b.at}
			if i != j {
				c.distance = int64(between(a, b))
			}
			t.cells[i*t.size+j] = c
		}
	}
}

func (r *tsplibReader) coordinate(w tsplibWord) float64 {
	x, err := strconv.ParseFloat(w.text, 64)
	if err != nil || !(math.Abs(x) <= mostDistance) {
		r.fail(w.at, "tsplib-number", "`%s` is no coordinate", w.text).Expect("a number, at most a billion")
		return 0
	}
	return x
}

// metrics are the distances from coordinates as TSPLIB defines them. Each rounds to whole numbers in its own way.
var metrics = map[string]func(a, b point) float64{
	"EUC_2D":  func(a, b point) float64 { return nearest(math.Hypot(a.x-b.x, a.y-b.y)) },
	"CEIL_2D": func(a, b point) float64 { return math.Ceil(math.Hypot(a.x-b.x, a.y-b.y)) },
	"MAN_2D":  func(a, b point) float64 { return nearest(math.Abs(a.x-b.x) + math.Abs(a.y-b.y)) },
	"MAX_2D":  func(a, b point) float64 { return max(nearest(math.Abs(a.x-b.x)), nearest(math.Abs(a.y-b.y))) },
	"ATT":     pseudoEuclidean,
	"GEO":     geographical,
}

func nearest(x float64) float64 { return math.Floor(x + 0.5) }

// pseudoEuclidean is the root of a tenth of the squared distance, rounded up.
func pseudoEuclidean(a, b point) float64 {
	dx, dy := a.x-b.x, a.y-b.y
	return math.Ceil(math.Sqrt((dx*dx + dy*dy) / 10))
}

// geographical is the distance on a globe in kilometres. The digits of a coordinate are degrees and minutes. The
// known optima use this π and radius.
func geographical(a, b point) float64 {
	const radius = 6378.388
	radians := func(x float64) float64 {
		const pi = 3.141592
		degrees := math.Trunc(x)
		return pi * (degrees + 5*(x-degrees)/3) / 180
	}
	latA, lonA, latB, lonB := radians(a.x), radians(a.y), radians(b.x), radians(b.y)
	q1, q2, q3 := math.Cos(lonA-lonB), math.Cos(latA-latB), math.Cos(latA+latB)
	cos := 0.5 * ((1+q1)*q2 - (1-q1)*q3)
	return math.Floor(radius*math.Acos(max(-1, min(1, cos))) + 1)
}
