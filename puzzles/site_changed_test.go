package puzzles_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"nazo/dsl/check"
	"nazo/dsl/diag"
	"nazo/dsl/value"
	"nazo/internal/show/link"
	"nazo/internal/solve"
)

// spot is a place of a drawing: a property, and one or two cells or corners, rows and columns from 1.
type spot struct {
	to   string
	form string // the field of the part that has it: cells, edges, walls, latticeEdges, points
	at   [2][2]int
}

// sketch is a drawing that changes: the number at each spot.
type sketch map[spot]int

// sketched reads a drawing as DrawAnswer, or judge.js, writes it.
func sketched(t *testing.T, drawn string) sketch {
	t.Helper()
	var parts []struct {
		To                         string
		Cells, Points              [][2]int
		Edges, Walls, LatticeEdges [][2][2]int
		Grid                       [][]*int
		Value                      *int
	}
	if err := json.Unmarshal([]byte(drawn), &parts); err != nil {
		t.Fatalf("%s: %v", drawn, err)
	}
	s := sketch{}
	for _, p := range parts {
		n := 1
		if p.Value != nil {
			n = *p.Value
		}
		for r, row := range p.Grid {
			for c, v := range row {
				if v != nil {
					s[spot{p.To, "cells", [2][2]int{{r + 1, c + 1}}}] = *v
				}
			}
		}
		for form, single := range map[string][][2]int{"cells": p.Cells, "points": p.Points} {
			for _, q := range single {
				s[spot{p.To, form, [2][2]int{q}}] = n
			}
		}
		for form, double := range map[string][][2][2]int{"edges": p.Edges, "walls": p.Walls, "latticeEdges": p.LatticeEdges} {
			for _, q := range double {
				s[spot{p.To, form, q}] = n
			}
		}
	}
	return s
}

// text is the drawing for ReadAnswer and judge.js.
func (s sketch) text() string {
	var parts []string
	for at, n := range s {
		q, _ := json.Marshal(at.at)
		if at.form == "cells" || at.form == "points" {
			q, _ = json.Marshal(at.at[0])
		}
		parts = append(parts, fmt.Sprintf(`{"to":%q,%q:[%s],"value":%d}`, at.to, at.form, q, n))
	}
	slices.Sort(parts)
	return "[" + strings.Join(parts, ",") + "]"
}

// change changes one thing of a drawing: a number, a line, a border, a shaded cell, or four lines around a square at once. kinds are the spots
// of all drawings of the type with their numbers.
func (s sketch) change(r *rand.Rand, size [2]int, kinds []spot, numbers map[string][]int) {
	kind := kinds[r.IntN(len(kinds))]
	values := numbers[kind.to+kind.form]
	n := values[r.IntN(len(values))]
	rows, columns := size[0], size[1]
	if kind.form == "latticeEdges" || kind.form == "points" {
		rows, columns = rows+1, columns+1
	}
	toggle := func(at spot) {
		switch _, there := s[at]; {
		case there && (len(values) == 1 || r.IntN(2) == 0):
			delete(s, at)
		default:
			s[at] = n
		}
	}
	at := [2]int{1 + r.IntN(rows), 1 + r.IntN(columns)}
	if kind.form == "cells" || kind.form == "points" {
		place := spot{kind.to, kind.form, [2][2]int{at}}
		if r.IntN(3) == 0 { // it changes places with a neighbour
			by := [2]int{at[0] + 1, at[1]}
			if r.IntN(2) == 0 {
				by = [2]int{at[0], at[1] + 1}
			}
			if by[0] <= rows && by[1] <= columns {
				beside := spot{kind.to, kind.form, [2][2]int{by}}
				a, isA := s[place]
				b, isB := s[beside]
				delete(s, place)
				delete(s, beside)
				if isA {
					s[beside] = a
				}
				if isB {
					s[place] = b
				}
				return
			}
		}
		toggle(place)
		return
	}
	a, b, c := at, [2]int{at[0], at[1] + 1}, [2]int{at[0] + 1, at[1]}
	d := [2]int{at[0] + 1, at[1] + 1}
	around := [][2][2]int{{a, b}, {a, c}, {b, d}, {c, d}} // a square of four
	if kind.form == "walls" && r.IntN(2) == 0 {           // or the sides of a cell
		up, left := [2]int{at[0] - 1, at[1]}, [2]int{at[0], at[1] - 1}
		around = [][2][2]int{{up, a}, {left, a}, {a, b}, {a, c}}
	}
	if r.IntN(3) == 0 {
		around = around[:1+r.IntN(2)]
		around = around[len(around)-1:]
	}
	for _, e := range around {
		if min(e[0][0], e[0][1]) >= 1 && e[1][0] <= rows && e[1][1] <= columns {
			toggle(spot{kind.to, kind.form, e})
		}
	}
}

// judgedWithin is what Nazo says of a drawing: accepted, rejected, or why it says neither.
func judgedWithin(spec *check.Spec, p *solve.Problem, drawn string, limit time.Duration) string {
	values, broken, err := link.ReadAnswer(diag.NewSource("answer", drawn), spec, p.Givens, p.Judge.Finds)
	switch {
	case err != nil:
		return err.Error()
	case broken != nil:
		return "rejected " + broken[0]
	}
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	_, said, err := solve.Open(p, team).JudgeKnown(ctx, values, 0)
	switch {
	case ctx.Err() != nil:
		return "limit"
	case err != nil:
		return err.Error()
	case said.Accepted:
		return "accepted"
	}
	return "rejected " + said.Violations[0].Rule + said.Violations[0].Bindings
}

// TestSiteChanged changes one to three things of answers to each type that has a spec: Nazo and the checker of puzz.link say the same of what comes out.
func TestSiteChanged(t *testing.T) {
	if os.Getenv("PZPR") == "" {
		t.Skip("PZPR names no folder with judge.js, the program of puzz.link: nothing is compared with it")
	}
	const perType = 24
	specOf := declaring(t)
	answers := map[string][]drawnAnswer{}
	var types []string
	add := func(id, address, drawn string) {
		if answers[id] == nil {
			types = append(types, id)
		}
		answers[id] = append(answers[id], drawnAnswer{address, drawn})
	}
	for _, row := range rows(t, "testdata/accepted.tsv", 3) {
		add(row[0], row[1], row[2])
	}
	for _, file := range []string{"testdata/boards.tsv", "testdata/changed.tsv"} {
		for _, row := range rows(t, file, 5) {
			if row[1] == "accepted" {
				add(row[0], row[3], row[4])
			}
		}
	}
	r := rand.New(rand.NewPCG(7, 8))
	var changed []drawnAnswer
	specs, from := map[drawnAnswer]string{}, map[drawnAnswer]string{}
	problems := map[string]*solve.Problem{}
	for _, id := range types {
		spec := specOf(id)
		if spec == nil {
			continue
		}
		// What is drawn in the type, and with which numbers.
		numbers := map[string][]int{}
		var kinds []spot
		for _, a := range answers[id] {
			for at, n := range sketched(t, a.drawn) {
				kind := at.to + at.form
				if numbers[kind] == nil {
					kinds = append(kinds, spot{to: at.to, form: at.form})
				}
				if !slices.Contains(numbers[kind], n) {
					numbers[kind] = append(numbers[kind], n)
				}
			}
		}
		for _, ns := range numbers {
			slices.Sort(ns)
		}
		slices.SortFunc(kinds, func(a, b spot) int { return strings.Compare(a.to+a.form, b.to+b.form) })
		if len(kinds) == 0 {
			t.Errorf("%s: no answer to change", id)
			continue
		}
		for i := range perType {
			base := answers[id][i%len(answers[id])]
			p := problems[base.link]
			if p == nil {
				var err error
				if p, err = ofLink(spec, base.link); err != nil {
					t.Errorf("%s: %v", base.link, err)
					break
				}
				problems[base.link] = p
			}
			u, err := link.ParseURL(diag.NewSource("link", base.link))
			if err != nil {
				t.Fatal(err)
			}
			s := sketched(t, base.drawn)
			for range 1 + r.IntN(3) {
				s.change(r, [2]int{u.Rows, u.Columns}, kinds, numbers)
			}
			a := drawnAnswer{base.link, s.text()}
			if len(s) > 0 && specs[a] == "" {
				changed = append(changed, a)
				specs[a], from[a] = id, base.drawn
			}
		}
	}
	refused := refusedBySite(t, changed)
	same, accepted, explained, unknown := 0, 0, 0, 0
	for _, a := range changed {
		want := "accepted"
		if refused[a] != "" {
			want = "rejected"
		}
		got := judgedWithin(specOf(specs[a]), problems[a.link], a.drawn, 10*time.Second)
		switch {
		case strings.HasPrefix(refused[a], "!") || got == "limit":
			t.Logf("%s %s: site %s, here %s", a.link, a.drawn, refused[a], got)
			unknown++
		case strings.HasPrefix(got, want):
			same++
			if want == "accepted" {
				accepted++
			}
		case want == "accepted" && (siteAlone[specs[a]] != "" || acceptedWithout(t, specOf(specs[a]), problems[a.link], a.drawn, false) ||
			acceptedWithout(t, specOf(specs[a]), problems[a.link], a.drawn, true)):
			explained++
		default:
			t.Errorf("%s\t%s\t%s\t%s\t%s\there %s", specs[a], want, refused[a], a.link, difference(sketched(t, from[a]), sketched(t, a.drawn)), got)
		}
	}
	t.Logf("%d changed answers have the same verdict, %d of these are accepted; %d are accepted by the site alone as docs/links.md says; of %d there is no verdict",
		same, accepted, explained, unknown)
}

// difference is what was changed.
func difference(before, after sketch) string {
	less, more := sketch{}, sketch{}
	for at, n := range before {
		if m, there := after[at]; !there || m != n {
			less[at] = n
		}
	}
	for at, n := range after {
		if m, there := before[at]; !there || m != n {
			more[at] = n
		}
	}
	return "without " + less.text() + " with " + more.text()
}

// siteAlone are types of which the site accepts what its editor lets nobody draw, and what that is; docs/links.md says it, too.
var siteAlone = map[string]string{
	"goishi": "stones in any order", "factors": "numbers that are too large", "cojun": "numbers that are too large",
	"castle": "a loop through clues", "simpleloop": "a loop through shaded cells", "wblink": "a half of a line", "hashi": "a half of a line", "hashikake": "a half of a line",
	"japanesesums": "numbers in shaded cells", "kurochute": "shaded clues", "nondango": "a circle in a cell without a place for one", "shugaku": "a half of a bed",
}

// acceptedWithout reports whether Nazo accepts a drawing when what is drawn on clues, with lines that lead there, and what can't be drawn, is taken
// away: the checker of the site doesn't see that, and its editor lets nobody draw it.
func acceptedWithout(t *testing.T, spec *check.Spec, p *solve.Problem, drawn string, lines bool) bool {
	s := sketched(t, drawn)
	printed := map[[2]int]bool{}
	for _, g := range p.Givens {
		switch v := g.Value.(type) {
		case *value.Array:
			for i, k := range v.Keys.List() {
				c, isCell := k.(value.Cell)
				if _, none := v.Values[i].(value.None); isCell && !none && slices.Contains(v.Values, value.Value(value.None{})) {
					printed[[2]int{c.Row, c.Col}] = true
				}
			}
		case *value.Set:
			for _, k := range v.List() {
				if c, isCell := k.(value.Cell); isCell {
					printed[[2]int{c.Row, c.Col}] = true
				}
			}
		}
	}
	for at := range s {
		if at.form == "cells" && printed[at.at[0]] || lines && at.form == "edges" && (printed[at.at[0]] || printed[at.at[1]]) {
			delete(s, at)
		}
	}
	for {
		said := judgedWithin(spec, p, s.text(), 10*time.Second)
		if !strings.Contains(said, "it can't be drawn") {
			return said == "accepted"
		}
		var q [2][2]int
		if n, _ := fmt.Sscanf(said[strings.LastIndex(said, "r"):], "r%dc%d", &q[1][0], &q[1][1]); n != 2 {
			return false
		}
		if i := strings.Index(said, "between "); i >= 0 {
			fmt.Sscanf(said[i:], "between r%dc%d", &q[0][0], &q[0][1])
		} else {
			q[0], q[1] = q[1], [2]int{}
		}
		before := len(s)
		for at := range s {
			if at.at == q {
				delete(s, at)
			}
		}
		if len(s) == before {
			return false
		}
	}
}
