package tsplib

import (
	"math"
	"strconv"

	"nazo/dsl/diag"
)

// mostDistance bounds distances and coordinates, far from where sums overflow.
const mostDistance = 1_000_000_000

// table makes a table of what was read.
func (r *reader) table() *Table {
	r.value("TYPE", "TSP")
	kind := r.value("EDGE_WEIGHT_TYPE", "EXPLICIT", "GEO", "EUC_2D", "CEIL_2D", "MAN_2D", "MAX_2D", "ATT")
	n := r.dimension()
	if r.problems.HasErrors() {
		return nil
	}
	t := &Table{Name: r.header["NAME"].text, Comment: r.header["COMMENT"].text, source: r.src, size: n, cells: make([]cell, n*n)}
	if kind == "EXPLICIT" {
		r.explicit(t)
	} else {
		r.measured(t, metrics[kind])
	}
	return t
}

// dimension is the number of places.
func (r *reader) dimension() int {
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

// order visits the places (i, j) of a table of n rows in the order in which a
// format writes them.
type order func(n int, visit func(i, j int))

// triangle is the order of a triangle row by row; what it leaves out is
// symmetric, or 0 on the diagonal.
func triangle(upper, diagonal bool) order {
	return func(n int, visit func(i, j int)) {
		for i := range n {
			for j := range n {
				if i == j && diagonal || i < j && upper || i > j && !upper {
					visit(i, j)
				}
			}
		}
	}
}

func full(n int, visit func(i, j int)) {
	for i := range n {
		for j := range n {
			visit(i, j)
		}
	}
}

// orders are those of the formats; a triangle by columns is the other one by rows.
var orders = map[string]order{
	"FULL_MATRIX":    full,
	"UPPER_ROW":      triangle(true, false),
	"LOWER_ROW":      triangle(false, false),
	"UPPER_DIAG_ROW": triangle(true, true),
	"LOWER_DIAG_ROW": triangle(false, true),
	"UPPER_COL":      triangle(false, false),
	"LOWER_COL":      triangle(true, false),
	"UPPER_DIAG_COL": triangle(false, true),
	"LOWER_DIAG_COL": triangle(true, true),
}

// explicit reads distances that are written out.
func (r *reader) explicit(t *Table) {
	format := r.value("EDGE_WEIGHT_FORMAT", "FULL_MATRIX", "UPPER_ROW", "LOWER_ROW", "UPPER_DIAG_ROW", "LOWER_DIAG_ROW",
		"UPPER_COL", "LOWER_COL", "UPPER_DIAG_COL", "LOWER_DIAG_COL")
	if r.problems.HasErrors() {
		return
	}
	want := 0
	orders[format](t.size, func(int, int) { want++ })
	if !r.many(r.numbers, want, "EDGE_WEIGHT_SECTION", "numbers") {
		return
	}
	k := 0
	written := make([]bool, len(t.cells))
	orders[format](t.size, func(i, j int) {
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
	})
	for i := range t.size { // a diagonal that is not written
		if d := &t.cells[i*t.size+i]; d.at.Len() == 0 {
			d.at = r.header["EDGE_WEIGHT_FORMAT"].at
		}
	}
}

// many checks how many words a section has.
func (r *reader) many(words []word, want int, section, what string) bool {
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

// point is where a place lies, and where the file says so.
type point struct {
	x, y float64
	at   diag.Span
}

// measured computes distances from coordinates.
func (r *reader) measured(t *Table, between func(a, b point) float64) {
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

func (r *reader) coordinate(w word) float64 {
	x, err := strconv.ParseFloat(w.text, 64)
	if err != nil || !(math.Abs(x) <= mostDistance) {
		r.fail(w.at, "tsplib-number", "`%s` is no coordinate", w.text).Expect("a number, at most a billion")
		return 0
	}
	return x
}
