package explain_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"nazo/internal/study/explain"
	"nazo/native"
)

// game is a game of Simon Tatham's collection whose generator asks for a level.
type game struct {
	name, spec string
	// sizes are parameters of the generator without the level, and levels those of the level, the easiest first.
	sizes  []string
	levels []string
	// onlySmall is how many of the first levels the first size has, which is small; 0 is all.
	onlySmall int
	// text is an instance of the spec for the description of a board, which stands behind the colon of a game id.
	text func(w, h int, desc string) string
}

// collection are the games that have levels and of which a spec comes with nazo.
var collection = []game{
	{name: "bridges", spec: "hashi", sizes: []string{"7x7i30e10m2", "10x10i30e10m2"}, levels: []string{"d0", "d1", "d2"}, text: func(w, h int, desc string) string {
		return gridText("clue", w, runs(desc, func(r rune) (string, bool) { return strconv.Itoa(int(r-'A') + 10), 'A' <= r && r <= 'G' }))
	}},
	{name: "galaxies", spec: "tentaisho", sizes: []string{"6x6", "7x7"}, levels: []string{"dn", "du"}, text: func(w, h int, desc string) string {
		return gridText("star", 2*w-1, dotted(desc, (2*w-1)*(2*h-1), func(rune) string { return "o" }))
	}},
	{name: "keen", spec: "kenken", sizes: []string{"5", "6"}, levels: []string{"de", "dn", "dh", "dx", "du"}, onlySmall: 3, text: keenText},
	{name: "lightup", spec: "akari", sizes: []string{"7x7b20s4", "10x10b20s2"}, levels: []string{"d0", "d1", "d2"}, text: func(w, h int, desc string) string {
		return gridText("block", w, runs(desc, func(r rune) (string, bool) { return "#", r == 'B' }))
	}},
	{name: "loopy", spec: "slitherlink", sizes: []string{"7x7t0", "10x10t0"}, levels: []string{"de", "dn", "dt", "dh"}, text: func(w, h int, desc string) string {
		return gridText("clue", w, runs(desc, nil))
	}},
	{name: "magnets", spec: "magnets", sizes: []string{"6x5", "8x7"}, levels: []string{"de", "dt"}, text: magnetsText},
	{name: "pearl", spec: "masyu", sizes: []string{"6x6", "8x8", "10x10"}, levels: []string{"de", "dt"}, text: func(w, h int, desc string) string {
		return gridText("pearl", w, runs(desc, func(r rune) (string, bool) { return map[rune]string{'W': "o", 'B': "*"}[r], r == 'W' || r == 'B' }))
	}},
	{name: "singles", spec: "hitori", sizes: []string{"5x5", "6x6", "8x8"}, levels: []string{"de", "dk"}, text: func(w, h int, desc string) string {
		var cells []string
		for _, r := range desc {
			n, _ := strconv.ParseInt(string(r), 36, 64)
			cells = append(cells, fmt.Sprint(n))
		}
		return gridText("digit", w, cells)
	}},
	{name: "slant", spec: "gokigen", sizes: []string{"5x5", "8x8"}, levels: []string{"de", "dh"}, text: func(w, h int, desc string) string {
		return gridText("clue", w+1, runs(desc, nil))
	}},
	{name: "solo", spec: "sudoku", sizes: []string{"2x3", "3x3"}, levels: []string{"dt", "db", "di", "da", "de", "du"}, onlySmall: 2, text: func(w, h int, desc string) string {
		return gridText("clue", w*h, runs(desc, nil))
	}},
	{name: "tents", spec: "tents", sizes: []string{"8x8", "10x10"}, levels: []string{"de", "dt"}, text: func(w, h int, desc string) string {
		parts := strings.Split(desc, ",")
		cells := dotted(parts[0], w*h, func(rune) string { return "T" })
		return gridText("wood", w, cells) + fmt.Sprintf("\ndown = [%s]\nacross = [%s]\n", strings.Join(parts[1:1+w], ", "), strings.Join(parts[1+w:], ", "))
	}},
	{name: "towers", spec: "skyscrapers", sizes: []string{"5", "6"}, levels: []string{"de", "dh", "dx", "du"}, onlySmall: 2, text: towersText},
	{name: "unruly", spec: "binairo", sizes: []string{"8x8u", "10x10u"}, levels: []string{"dt", "de", "dn"}, text: func(w, h int, desc string) string {
		return gridText("clue", w, dotted(desc, w*h, func(r rune) string { return map[bool]string{true: "1", false: "0"}[r <= 'Z'] }))
	}},
}

// instanceText is the instance for a game id, such as 8x8:01c10c2.
func (g *game) instanceText(id string) string {
	params, desc, _ := strings.Cut(id, ":")
	size := strings.TrimRight(params, "abcdefghijklmnopqrstuvwyz") // of 8x8u
	if at := strings.IndexAny(size, "bdimt"); at >= 0 {
		size = size[:at]
	}
	first, second, _ := strings.Cut(size, "x")
	w, _ := strconv.Atoi(first)
	h := w
	if second != "" {
		h, _ = strconv.Atoi(second)
	}
	return g.text(w, h, desc)
}

// gridText is a given of cells, row by row.
func gridText(name string, width int, cells []string) string {
	var b strings.Builder
	b.WriteString(name + ":\n")
	for i, c := range cells {
		b.WriteString(" " + c)
		if i%width == width-1 {
			b.WriteString("\n")
		}
	}
	return b.String()
}

// runs reads cells where a letter is so many empty ones and a number stands for itself. Other says what other runes are.
func runs(desc string, other func(rune) (string, bool)) (cells []string) {
	number := ""
	flush := func() {
		if number != "" {
			cells, number = append(cells, number), ""
		}
	}
	apart := strings.Contains(desc, "_") || strings.ContainsAny(desc, "56789")
	for _, r := range desc {
		if other != nil {
			if cell, ok := other(r); ok {
				flush()
				cells = append(cells, cell)
				continue
			}
		}
		switch {
		case '0' <= r && r <= '9':
			if !apart || other != nil {
				flush()
			}
			number += string(r)
		case r == '_':
			flush()
		default:
			flush()
			for range r - 'a' + 1 {
				cells = append(cells, ".")
			}
		}
	}
	flush()
	return cells
}

// dotted reads cells where a letter is so many empty ones, a for none, and something behind them. Z is 25 empty ones and nothing.
func dotted(desc string, n int, what func(rune) string) (cells []string) {
	for _, r := range desc {
		letter := r | 0x20
		if r == '_' {
			letter = 'a' - 1
		}
		gap := int(letter - 'a')
		if strings.Contains(desc, "_") || what('a') == "T" {
			gap++
		}
		for range min(gap, 25) {
			cells = append(cells, ".")
		}
		if letter != 'z' {
			cells = append(cells, what(r))
		}
	}
	for len(cells) < n {
		cells = append(cells, ".")
	}
	return cells[:n] // the last may be a mark of the end
}

// towersText reads the views from above, below, left and right, and heights that are given.
func towersText(w, _ int, desc string) string {
	views, heights, given := strings.Cut(desc, ",")
	all := strings.Split(views, "/")
	for i := range all {
		if all[i] == "" {
			all[i] = "."
		}
	}
	text := fmt.Sprintf("n = %d\n", w)
	for i, d := range []string{"south", "north", "east", "west"} {
		text += fmt.Sprintf("seen[%s]: %s\n", d, strings.Join(all[i*w:(i+1)*w], " "))
	}
	if given {
		text += gridText("roof", w, runs(heights, nil))
	}
	return text
}

// keenText reads which borders of cells are drawn, then what each cage gives.
func keenText(w, _ int, desc string) string {
	borders, clues, _ := strings.Cut(desc, ",")
	runs := ""
	for i := 0; i < len(borders); {
		letter := borders[i]
		i++
		times := ""
		for ; i < len(borders) && '0' <= borders[i] && borders[i] <= '9'; i++ {
			times += borders[i : i+1]
		}
		n := 1
		if times != "" {
			n, _ = strconv.Atoi(times)
		}
		runs += strings.Repeat(string(letter), n)
	}
	var drawn []bool
	for _, r := range runs {
		if r == '_' {
			r = 'a' - 1
		}
		for range r - 'a' + 1 {
			drawn = append(drawn, false)
		}
		if r != 'z' {
			drawn = append(drawn, true)
		}
	}
	cage := make([]int, w*w)
	for i := range cage {
		cage[i] = i
	}
	for i := range 2 * w * (w - 1) {
		p := i/(w-1)*w + i%(w-1)
		q := p + 1
		if i >= w*(w-1) {
			k := i - w*(w-1)
			p = k%(w-1)*w + k/(w-1)
			q = p + w
		}
		if i < len(drawn) && drawn[i] {
			continue
		}
		from, to := max(cage[p], cage[q]), min(cage[p], cage[q])
		for j := range cage {
			if cage[j] == from {
				cage[j] = to
			}
		}
	}
	cells, results := make([]string, w*w), make([]string, w*w)
	for i := range cage {
		cells[i], results[i] = fmt.Sprintf("R%d", cage[i]), "."
		if cage[i] != i {
			continue
		}
		end := 1
		for end < len(clues) && '0' <= clues[end] && clues[end] <= '9' {
			end++
		}
		results[i] = clues[1:end] + map[byte]string{'a': "+", 'm': "x", 's': "-", 'd': "/"}[clues[0]]
		clues = clues[end:]
	}
	return gridText("cage", w, cells) + "\n" + gridText("result, sign", w, results)
}

// magnetsText reads the numbers of plus poles above and left, of minus poles below and right, and which half of a domino each square is.
func magnetsText(w, h int, desc string) string {
	parts := strings.Split(desc, ",")
	numbers := func(plus, minus string) string {
		var rows []string
		for i := range plus {
			one := func(c byte) string {
				switch {
				case c == '.':
					return "."
				case c >= 'A' && c <= 'Z':
					return strconv.Itoa(int(c-'A') + 10)
				}
				return string(c)
			}
			rows = append(rows, one(plus[i])+" "+one(minus[i]))
		}
		return strings.Join(rows, "\n") + "\n"
	}
	half := parts[4]
	var fence, empty, holes []string
	for y := range 2*h - 1 {
		for x := range 2*w - 1 {
			c := half[y/2*w+x/2]
			wall := "."
			if x%2 == 1 && y%2 == 0 && c != 'L' || x%2 == 0 && y%2 == 1 && c != 'T' {
				wall = "#"
			}
			fence = append(fence, wall)
		}
	}
	for i, c := range half {
		empty = append(empty, ".")
		if c == '*' {
			holes = append(holes, fmt.Sprintf("cell(clue, %d, %d)", i/w+1, i%w+1))
		}
	}
	return gridText("clue", w, empty) + "\n" + gridText("fence", 2*w-1, fence) + "\nabove:\n" + numbers(parts[0], parts[2]) + "\nleft:\n" + numbers(parts[1], parts[3]) + "\nhole = {" + strings.Join(holes, ", ") + "}\n"
}

// TestCollection reads a board of each game: it has exactly one solution, as its generator promises.
func TestCollection(t *testing.T) {
	boards := map[string]string{
		"bridges":  "7x7m2:3a5c4d1b4q3d2d4c6a4",
		"galaxies": "6x6:iezeemfsxf",
		"keen":     "5:b_3a_a_4a__aab_a__bab__,m24a14a6s3m10a9s3s1s2m5",
		"lightup":  "7x7:b00p01e2Bp01b",
		"loopy":    "7x7t0:b3a23a222a3b2d123d03a2c23b2b223a22c",
		"magnets":  "6x5:132212,22133,223121,22133,LRLRLRTLRTLRBLRBLRLRTLRTLRBLRB",
		"pearl":    "6x6:BaBbBfWaBeBWjBbB",
		"singles":  "5x5:3215353453542354551233545",
		"slant":    "5x5:c10a1g411b4b3c1b11b11a",
		"solo":     "2x3:d3d1a5a6_4b3_3b5_6a2a6d4d",
		"tents":    "8x8:ecbeaiedfcabf,2,1,1,2,1,2,1,2,2,1,2,1,2,0,2,2",
		"towers":   "5:3/3/2/1/4/2/2/2/5/1/3/3/2/1/3/2/3/3/2/1",
		"unruly":   "8x8u:GGCEAEcMccacdCBb",
	}
	for _, g := range collection {
		t.Run(g.name, func(t *testing.T) {
			p := problem(t, g.spec, g.instanceText(boards[g.name]))
			if r, err := explain.Rate(t.Context(), p, native.New(), explain.Usual()); err != nil || r.End != explain.Solved {
				t.Errorf("it ends with %v, %v", r.End, err)
			}
		})
	}
}
