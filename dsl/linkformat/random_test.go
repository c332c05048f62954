package linkformat

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// randomMark draws a mark that a format can write, and that says something.
func randomMark(r *rand.Rand, format string) Mark {
	below := func(bounds ...int) int { return r.IntN(bounds[r.IntN(len(bounds))]) }
	or := func(n, other int) int {
		if r.IntN(6) == 0 {
			return other
		}
		return n
	}
	letter := func(from string) (Mark, bool) {
		return Letter(from[r.IntN(len(from))]), r.IntN(4) == 0
	}
	plain := func(letters string, numbers ...int) Mark {
		if letters != "" {
			if m, ok := letter(letters); ok {
				return m
			}
		}
		return Number(or(below(numbers...), Unknown))
	}
	switch format {
	case "num16":
		return plain("", 8, 16, 256, 4096, 8192, 12240, 77776, 1<<20)
	case "num16h":
		return plain("gh", 16, 256)
	case "num16j":
		return plain("ghij@", 16, 256)
	case "num16m":
		return plain("ghijklm", 16, 256, 4096)
	case "num16plus":
		return plain("+", 16, 256)
	case "num16equals":
		return plain("=", 16, 4096)
	case "num16short":
		return plain("", 16, 256)
	case "num16circle":
		m := plain("", 16, 256)
		if r.IntN(2) == 0 {
			m.Letter = 'i'
		}
		return m
	case "num16bar":
		switch r.IntN(3) {
		case 0:
			return Letter('x')
		case 1:
			return Letter('x', r.IntN(5))
		}
		return plain("", 16, 256)
	case "row16":
		return Number(below(16, 256))
	case "num10":
		return plain("", 10)
	case "num10or16":
		return plain("", 10, 10, 10, 10, 300)
	case "num10e":
		if m, ok := letter("abcde"); ok {
			return m
		}
		return Number(1 + below(10, 99))
	case "num32":
		return Number(below(32, 1024))
	case "num36":
		return plain("", 36, 1296)
	case "chars52":
		return plain("+", 46)
	case "row52":
		return Number(r.IntN(46))
	case "quad":
		return plain("", 5)
	case "dots", "trits":
		return Number(1 + r.IntN(2))
	case "chars3", "chars4":
		return Number(or(1+r.IntN(int(format[5]-'0')), Unknown))
	case "chars5":
		return plain("", 6)
	case "letters":
		return Number(or(1+r.IntN(26), Unknown))
	case "capitals":
		return Number(or(1+r.IntN(72), Unknown))
	case "pipes":
		if r.IntN(5) == 0 {
			return Number(Unknown)
		}
		m, _ := letter("abcdefgooooo")
		return m
	case "arrow16":
		if m, ok := letter("+"); ok {
			return m
		}
		return Number(r.IntN(5), or(below(16, 256, 4096), Unknown))
	case "arrow16g":
		return Number(r.IntN(5), or(below(16, 256, 4096), Unknown))
	case "kindarrow16":
		return Number(r.IntN(10), r.IntN(5), or(below(16, 256, 4096), Unknown))
	case "kind16":
		if m, ok := letter("+"); ok {
			return m
		}
		return Number(1+r.IntN(4), or(1+below(15, 255), None))
	case "pair16", "pair16signs":
		return Number(or(below(16, 256), None), or(below(16, 256), None))
	case "pair52":
		return Number(or(r.IntN(46), None), or(r.IntN(46), None))
	case "four16":
		if m, ok := letter("_"); ok {
			return m
		}
		n := func() int { return or(below(16, 4096), None) }
		return Number(n(), n(), n(), n())
	case "lettered":
		return Number(1+below(26, 104), or(below(16, 256), Unknown))
	case "list8", "list8signs":
		most := []int{2: 6, 3: 4, 4: 2}
		if format == "list8signs" {
			most = []int{2: 8, 3: 7, 4: 5}
		}
		count := 1 + r.IntN(4)
		if count == 1 {
			return plain("", 9)
		}
		var list []int
		for range count {
			list = append(list, or(1+r.IntN(most[count]-1), Unknown))
		}
		return Number(list...)
	case "list9", "list9k":
		var list []int
		for range 1 + r.IntN(4) {
			list = append(list, or(1+r.IntN(9), Unknown))
		}
		return Number(list...)
	case "count":
		return Number(below(4, 100))
	case "at":
		return Number(1+below(10, 300), 1+below(10, 300))
	case "wordbank":
		var letters []int
		for range 1 + r.IntN(6) {
			letters = append(letters, 1+r.IntN(26))
		}
		return Number(letters...)
	case "sizebank":
		return Number(1 + below(9, 99))
	case "bank", "fleet", "piece":
		w, h := 1+r.IntN(4), 1+r.IntN(4)
		m := Number(w, h)
		for range w * h {
			m.Numbers = append(m.Numbers, r.IntN(2))
		}
		m.Numbers[2] = 1
		return m
	case "figures":
		w, h := 1+r.IntN(4), 1+r.IntN(4)
		m := Number(w, h)
		for range w * h / 2 {
			m.Numbers = append(m.Numbers, r.IntN(16))
		}
		return m
	}
	return Number(1) // borders, bits and their kin
}

// randomMarks draws marks for the places of a part, with a density of their own.
func randomMarks(r *rand.Rand, p Part, places []Place) []Mark {
	format := p.Format
	if format == "num16" && slices.Contains(shortOn, p.Domain) {
		format = "num16short"
	}
	switch format {
	case "slash":
		return nil
	case "count", "at", "piece":
		return []Mark{randomMark(r, format)}
	case "bank", "fleet", "wordbank", "sizebank", "figures":
		var marks []Mark
		for range r.IntN(5) {
			marks = append(marks, randomMark(r, format))
		}
		return marks
	}
	marks := make([]Mark, len(places))
	density := []int{0, 3, 20, 50, 90, 100}[r.IntN(6)]
	if format == "num32" {
		density = 100
	}
	for i := range marks {
		if r.IntN(100) < density {
			marks[i] = randomMark(r, format)
		}
	}
	return marks
}

// layouts are those of the samples, and each format on each domain.
func layouts(t testing.TB) map[string]Layout {
	all := map[string]Layout{}
	for _, s := range samples(t) {
		all[s.name] = s.layout
	}
	for _, f := range Formats() {
		for _, d := range Domains() {
			l := Layout{{Format: f, Domain: d}}
			switch d {
			case "rooms":
				l = Layout{{Format: "border"}, {Format: "holes"}, l[0]}
			case "bricks":
				l = Layout{{Format: "count"}, l[0]}
			case "ones":
				l = Layout{{Format: "chars3"}, l[0]}
			case "outsideopen":
				l = Layout{{Format: "pair52"}, l[0]}
			}
			if l.Check() == nil {
				all[f+" "+d] = l
			}
		}
	}
	return all
}

// TestWriteRead reads what was written for random marks on boards of many sizes.
func TestWriteRead(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for name, l := range layouts(t) {
		for range 8 {
			b := Board{1 + r.IntN(9), 1 + r.IntN(9)}
			var drawn [][]Mark
			body, err := l.Write(b, func(part int, places []Place) ([]Mark, error) {
				marks := randomMarks(r, l[part], places)
				if l[part].Format == "count" && len(l) > part+1 && l[part+1].Domain == "bricks" {
					marks = []Mark{Number(r.IntN(4))}
				}
				drawn = append(drawn, marks)
				return marks, nil
			})
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			u := URL{Type: "t", Columns: b.Columns, Rows: b.Rows, Body: body}
			parsed, err := Parse(u.String())
			if err != nil || parsed.Body != body {
				t.Fatalf("%s: %q was read as %q, %v", name, u.String(), parsed.Body, err)
			}
			readings, _, err := l.Read(b, body)
			if err != nil {
				t.Fatalf("%s: %d by %d, %q: %v", name, b.Columns, b.Rows, body, err)
			}
			for i, reading := range readings {
				got, want := reading.Marks, drawn[i]
				if len(got)+len(want) > 0 && !reflect.DeepEqual(got, want) {
					t.Fatalf("%s: %d by %d, part %s of %q\nread    %v\nwritten %v", name, b.Columns, b.Rows, l[i], body, got, want)
				}
			}
		}
	}
}

// FuzzRead reads any body by any layout: no panic, and what is read is written and read again as the same.
func FuzzRead(f *testing.F) {
	all := samples(f)
	for i, s := range all {
		u, err := Parse(s.link)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(i, u.Columns, u.Rows, u.Body)
		f.Add(i, u.Columns, u.Rows, u.Body[:len(u.Body)/2])
		f.Add(i, u.Rows, u.Columns+1, strings.ToUpper(u.Body))
	}
	f.Fuzz(func(t *testing.T, which, columns, rows int, body string) {
		if which < 0 || columns < 1 || rows < 1 || columns > 20 || rows > 20 {
			return
		}
		l, b := all[which%len(all)].layout, Board{columns, rows}
		readings, _, err := l.Read(b, body)
		if err != nil {
			if e := err.(*Error); e.Offset < 0 || e.Offset > len(body) || e.Message == "" {
				t.Fatalf("%q at %d of %d", e.Message, e.Offset, len(body))
			}
			return
		}
		written, err := rewrite(l, b, readings)
		if err != nil {
			t.Fatalf("%v: %q: %v", l, body, err)
		}
		again, _, err := l.Read(b, written)
		if err != nil {
			t.Fatalf("%v: %q became %q: %v", l, body, written, err)
		}
		for i := range again {
			if !reflect.DeepEqual(again[i].Marks, readings[i].Marks) {
				t.Fatalf("%v: %q became %q\n%v\n%v", l, body, written, readings[i].Marks, again[i].Marks)
			}
		}
	})
}
