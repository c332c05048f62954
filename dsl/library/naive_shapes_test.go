package library_test

import (
	"slices"
	"strings"
	"testing"

	"nazo/dsl/library"
	"nazo/dsl/value"
	"pgregory.net/rapid"
)

// figure is some places, and figureOf draws some that need not hang together.
type figure [][2]int

func figureOf(v value.Value) (f figure) {
	for _, c := range cellsOf(v) {
		f = append(f, [2]int{c.Row, c.Col})
	}
	return f
}

// pictured draws a figure in the least rectangle around it.
func (f figure) pictured() value.Shape {
	top, left, bottom, right := f[0][0], f[0][1], f[0][0], f[0][1]
	for _, p := range f {
		top, left, bottom, right = min(top, p[0]), min(left, p[1]), max(bottom, p[0]), max(right, p[1])
	}
	var rows []string
	for r := top; r <= bottom; r++ {
		row := ""
		for c := left; c <= right; c++ {
			if slices.Contains(f, [2]int{r, c}) {
				row += "#"
			} else {
				row += "."
			}
		}
		rows = append(rows, row)
	}
	return value.Shape(strings.Join(rows, "/"))
}

// images are the pictures of a figure under the maps of the square, those without mirrors first.
func (f figure) images(mirrors bool) (out []value.Shape) {
	maps := []func(r, c int) [2]int{
		func(r, c int) [2]int { return [2]int{r, c} }, func(r, c int) [2]int { return [2]int{c, -r} },
		func(r, c int) [2]int { return [2]int{-r, -c} }, func(r, c int) [2]int { return [2]int{-c, r} },
		func(r, c int) [2]int { return [2]int{r, -c} }, func(r, c int) [2]int { return [2]int{-r, c} },
		func(r, c int) [2]int { return [2]int{c, r} }, func(r, c int) [2]int { return [2]int{-c, -r} },
	}
	if !mirrors {
		maps = maps[:4]
	}
	for _, m := range maps {
		var g figure
		for _, p := range f {
			g = append(g, m(p[0], p[1]))
		}
		out = append(out, g.pictured())
	}
	return out
}

// canonical is the image with the fewest rows, of those the first picture.
func canonical(images []value.Shape) value.Shape {
	best := images[0]
	for _, s := range images {
		rows, least := strings.Count(string(s), "/"), strings.Count(string(best), "/")
		if rows < least || rows == least && s < best {
			best = s
		}
	}
	return best
}

func cellSet(t *rapid.T) value.Value { return value.NewSet(part(t, square(t).Cells())...) }

// somePicture is a shape, or several.
func shapeArg(t *rapid.T) value.Value { return figureOf(cellSet(t)).pictured() }

func shapeDefinitions() map[string][]definition {
	by := func(form func(figure) value.Shape) []definition {
		return []definition{
			{args: with(cellSet), want: func(a []value.Value) value.Value { return form(figureOf(a[0])) }},
			{args: with(shapeArg), want: func(a []value.Value) value.Value {
				var f figure
				for r, row := range strings.Split(string(a[0].(value.Shape)), "/") {
					for c, sign := range row {
						if sign == '#' {
							f = append(f, [2]int{r, c})
						}
					}
				}
				return form(f)
			}},
		}
	}
	// placed tries every set of as many cells of a board.
	placed := func(mirrors bool) func(a []value.Value) value.Value {
		return func(a []value.Value) value.Value {
			shapes := []value.Value{a[0]}
			if list, several := a[0].(value.List); several {
				shapes = list
			}
			cells := cellsOf(a[1])
			var out value.List
			for bits := 1; bits < 1<<len(cells); bits++ {
				var f figure
				var members []value.Value
				for i, c := range cells {
					if bits>>i&1 == 1 {
						f, members = append(f, [2]int{c.Row, c.Col}), append(members, c)
					}
				}
				images := []value.Shape{f.pictured()}
				if mirrors {
					images = f.images(true)
				}
				if slices.ContainsFunc(shapes, func(s value.Value) bool { return slices.Contains(images, s.(value.Shape)) }) {
					out = append(out, value.NewSet(members...))
				}
			}
			return out
		}
	}
	few := func(t *rapid.T) value.Value {
		b := &value.Board{Rows: rapid.IntRange(1, 3).Draw(t, "rows"), Cols: rapid.IntRange(1, 3).Draw(t, "columns")}
		return value.NewSet(part(t, b.Cells())...)
	}
	several := func(t *rapid.T) value.Value { return value.List{shapeArg(t), figureOf(few(t)).pictured()} }
	return map[string][]definition{
		"shape":           by(func(f figure) value.Shape { return canonical(f.images(true)) }),
		"one_sided_shape": by(func(f figure) value.Shape { return canonical(f.images(false)) }),
		"fixed_shape":     by(figure.pictured),
		"congruent": {{args: func(t *rapid.T) []value.Value {
			cells := square(t).Cells()
			a, b := part(t, cells), part(t, cells)
			few := rapid.IntRange(0, 3).Draw(t, "few") // so that many are
			return []value.Value{value.NewSet(a[:min(few, len(a))]...), value.NewSet(b[:min(few, len(b))]...)}
		}, want: func(a []value.Value) value.Value {
			f, g := figureOf(a[0]), figureOf(a[1])
			if len(f) == 0 || len(g) == 0 {
				return value.Of(len(f) == len(g))
			}
			return value.Of(slices.Contains(f.images(true), g.pictured()))
		}}},
		"omino": {{args: func(t *rapid.T) []value.Value { return []value.Value{value.Text(string(shapeArg(t).(value.Shape)))} },
			want: func(a []value.Value) value.Value { return value.Shape(a[0].(value.Text)) }}},
		"ominoes": {{args: func(t *rapid.T) []value.Value { return []value.Value{ints(t, 1, 7)} },
			check: func(a []value.Value, got value.Value) string {
				list := got.(value.List)
				if want := []int{1, 1, 2, 5, 12, 35, 108}[number(a[0])-1]; len(list) != want { // Golomb, "Polyominoes", 1965
					return "not as many as there are"
				}
				for i, s := range list {
					if i > 0 && value.Compare(list[i-1], s) >= 0 {
						return "not in order"
					}
					if strings.Count(string(s.(value.Shape)), "#") != number(a[0]) {
						return "of another size"
					}
				}
				return ""
			}}},
		"placements":       {{args: with(several, few), anyOrder: true, want: placed(true)}},
		"fixed_placements": {{args: with(several, few), anyOrder: true, want: placed(false)}},
	}
}

// TestPlacedOnce: equal shapes, and turns that look alike, are placed once.
func TestPlacedOnce(t *testing.T) {
	list := func(shapes ...value.Value) value.List {
		v, err := library.Find("placements").Apply(&library.Call{Name: "placements", Args: []value.Value{value.List(shapes), &value.Board{Rows: 4, Cols: 4}}})
		if err != nil {
			t.Fatal(err)
		}
		return v.(value.List)
	}
	if n := len(list(value.Shape("##/##"))); n != 9 {
		t.Errorf("%d squares, want 9", n)
	}
	if n := len(list(value.Shape("###"), value.Shape("#/#/#"))); n != 16 {
		t.Errorf("%d straight ones, want 16", n)
	}
}
