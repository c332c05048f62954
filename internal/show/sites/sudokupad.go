package sites

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"nazo/dsl/linkformat"
)

// SudokuPad is the name of the site in link statements.
const SudokuPad = "sudokupad"

// padHosts are parts of the site's addresses. The id of a puzzle follows.
var padHosts = []string{"sudokupad.app/", "crackingthecryptic.com/"}

// sudokuPadBody takes addresses of SudokuPad, and the ids in them alone.
func sudokuPadBody(text string) (string, bool) {
	for _, host := range padHosts {
		if _, id, ok := strings.Cut(text, host); ok {
			if _, after, ok := strings.Cut(id, "puzzleid="); ok {
				id = after
			}
			if folder, rest, ok := strings.Cut(id, "/"); ok && len(folder) <= len("the folder") && !strings.ContainsAny(folder, "0123456789") {
				id = rest
			}
			return unescaped(strings.TrimPrefix(id, "?")), true
		}
	}
	packed := strings.HasPrefix(text, "sclN4") || strings.HasPrefix(text, "ctcN4")
	return unescaped(text), packed || strings.HasPrefix(text, "scf") && len(digitsOfSCF(text[3:])) >= len81
}

// readSudokuPad reads a puzzle of SudokuPad: a drawing with some meaning, packed, or the short form for digits only.
func readSudokuPad(body string) (*Document, error) {
	switch {
	case strings.HasPrefix(body, "scf"):
		return readSCF(body[3:])
	case strings.HasPrefix(body, "scl"), strings.HasPrefix(body, "ctc"):
		text, err := unpackSlashes(packedPrefix(body[3:]))
		if err != nil {
			return nil, err
		}
		return readSCL(text)
	}
	return nil, advise("open it there, choose Share, and copy the long link, which begins with scl or fpuz",
		"this short link only names a puzzle that the site keeps")
}

// Servers may drop one of two slashes in a row. These bound the ways to put them back that are tried.
const (
	mostSlashes = 6
	mostSlashed = 20_000 // characters of the link
)

// unpackSlashes unpacks a text in which a slash may stand for two.
func unpackSlashes(text string) (string, error) {
	out, err := unpackLZ(text, MaxText)
	if err == nil || len(text) > mostSlashed {
		return out, err
	}
	var at []int
	for i := range len(text) {
		if text[i] == '/' && len(at) < mostSlashes {
			at = append(at, i)
		}
	}
	for i, p := range at {
		one := text[:p] + "/" + text[p:]
		if out, err := unpackLZ(one, MaxText); err == nil {
			return out, nil
		}
		for _, q := range at[i+1:] {
			if out, err := unpackLZ(one[:q+1]+"/"+one[q+1:], MaxText); err == nil {
				return out, nil
			}
		}
	}
	return "", err
}

// len81 is the number of cells of a board in the short form.
const len81 = 81

// digitsOfSCF returns the numbers at the start of the short form, 0 for empty cells, as far as 81 cells.
func digitsOfSCF(text string) (digits []int) {
	for i := 0; i < len(text) && len(digits) < len81; i++ {
		n := strings.IndexByte("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz", text[i])
		if n < 0 {
			return digits
		}
		digits = append(digits, n%10)
		for range n / 10 {
			digits = append(digits, 0)
		}
	}
	return digits
}

// readSCF reads the short form: each character is a digit with up to five empty cells behind it. Letters for further
// rules follow, and a title and an author.
func readSCF(text string) (*Document, error) {
	digits := digitsOfSCF(text)
	if len(digits) < len81 {
		return nil, failf("the link has %d cells, and not %d", len(digits), len81)
	}
	d := &Document{Board: linkformat.Board{Columns: 9, Rows: 9}}
	for i, at := range d.Cells() {
		if digits[i] > 0 {
			d.add("given", "cell", at, "value", digits[i])
		}
		d.add("region", "cell", at, "value", boxOf(d.Board, defaultBox(9), at))
	}
	used := 0
	for n := 0; n < len81; used++ {
		n += len(digitsOfSCF(text[used : used+1]))
	}
	for rest := strings.TrimPrefix(text[used:], "*"); rest != ""; {
		letter := rest[0]
		rest = rest[1:]
		switch letter {
		case 'w':
			for _, corner := range [][2]int{{2, 2}, {2, 6}, {6, 2}, {6, 6}} {
				cells := []Value{}
				for i := range 9 {
					cells = append(cells, linkformat.Cell(corner[0]+i/3, corner[1]+i%3))
				}
				d.add("extraregion", "cells", cells)
			}
		case 'x':
			d.add("diagonal+")
			d.add("diagonal-")
		case 't', 'a':
			word, after, ok := strings.Cut(rest, "*")
			if !ok {
				return nil, failf("the title or author has no end")
			}
			if rest = after; letter == 't' {
				d.Title = word
			} else {
				d.Author = word
			}
		default:
			return nil, failf("nothing is known of the rule %q in the link", string(letter))
		}
	}
	return d, nil
}

// padText is a text or number of the site.
type padText string

// UnmarshalJSON takes a text, a number, a truth value, or a list of texts, each a line.
func (t *padText) UnmarshalJSON(text []byte) error {
	var v any
	if err := json.Unmarshal(text, &v); err != nil {
		return err
	}
	switch v := v.(type) {
	case nil:
	case []any:
		for i, line := range v {
			if i > 0 {
				*t += "\n"
			}
			*t += padText(fmt.Sprint(line))
		}
	case map[string]any:
	default:
		*t = padText(fmt.Sprint(v))
	}
	return nil
}

func (t padText) yes() bool { return t != "" && t != "false" && t != "0" }

// padPoint is a place in cells from the upper left corner: down, then across.
type padPoint [2]float64

// UnmarshalJSON also takes what is no place, as one that is nowhere.
func (p *padPoint) UnmarshalJSON(text []byte) error {
	var v []float64
	if json.Unmarshal(text, &v) != nil || len(v) < 2 || math.Abs(v[0]) > 2*maxSide || math.Abs(v[1]) > 2*maxSide {
		*p = padPoint{-maxSide, -maxSide}
		return nil
	}
	*p = padPoint{v[0], v[1]}
	return nil
}

// place is the nearest middle of a cell, side or corner.
func (p padPoint) place() Place {
	return Place{X: int(math.Round(2 * p[1])), Y: int(math.Round(2 * p[0]))}
}

// cell is the middle of the cell with the point. It is false on a side of a cell.
func (p padPoint) cell() (Place, bool) {
	r, c := math.Floor(p[0]), math.Floor(p[1])
	return linkformat.Cell(int(r)+1, int(c)+1), math.Abs(p[0]-r-0.5) < 0.49 && math.Abs(p[1]-c-0.5) < 0.49
}

type (
	padCell struct {
		Value padText `json:"value"`
		Marks []any   `json:"pencilMarks"`
		Wide  []any   `json:"centremarks"`
	}
	padCage struct {
		Cells  []padPoint `json:"cells"`
		Value  padText    `json:"value"`
		Sum    padText    `json:"sum"`
		Unique *bool      `json:"unique"`
		Hidden bool       `json:"hidden"`
	}
	padLine struct {
		Points    []padPoint `json:"wayPoints"`
		Colour    string     `json:"color"`
		Thickness float64    `json:"thickness"`
		used      bool
	}
	// padShape is a rectangle or an ellipse, or only a text.
	padShape struct {
		Center  padPoint `json:"center"`
		Width   float64  `json:"width"`
		Height  float64  `json:"height"`
		Rounded bool     `json:"rounded"`
		Fill    string   `json:"backgroundColor"`
		Border  string   `json:"borderColor"`
		Text    padText  `json:"text"`
		Size    float64  `json:"fontSize"`
		used    bool
	}
	padPuzzle struct {
		Cells     [][]padCell        `json:"cells"`
		Regions   [][]padPoint       `json:"regions"`
		Cages     []padCage          `json:"cages"`
		Lines     []*padLine         `json:"lines"`
		Arrows    []*padLine         `json:"arrows"`
		Underlays []*padShape        `json:"underlays"`
		Overlays  []*padShape        `json:"overlays"`
		Meta      map[string]padText `json:"metadata"`
		OldMeta   map[string]padText `json:"metaData"`
		Global    []string           `json:"global"`
		Fog       []padPoint         `json:"foglight"`
		FogLinks  []any              `json:"foglink"`
		Effects   []any              `json:"triggereffect"`
	}
)

// mostFeatures bounds the lines, shapes or cages of a link, each by itself.
const mostFeatures = 4000

// aboutPuzzle splits what a cage without cells tells of the puzzle: a word, a colon, and the rest.
func aboutPuzzle(text string) (word, rest string, ok bool) {
	word, rest, ok = strings.Cut(text, ":")
	return word, strings.TrimLeft(rest, " \t\r\n"), ok && isWord(word)
}

// padPuzzleOf returns the puzzle in the JSON of SudokuPad.
func padPuzzleOf(text string) (*padPuzzle, error) {
	whole, err := unzipJSON(text)
	if err != nil {
		return nil, err
	}
	p := &padPuzzle{}
	if err := json.Unmarshal(whole, p); err != nil {
		var odd *json.UnmarshalTypeError // about one field; a drawing may do without
		if !errors.As(err, &odd) || slices.Contains([]string{"cells", "regions", "cages"}, strings.SplitN(odd.Field, ".", 2)[0]) {
			return nil, failf("the link is not of the form of SudokuPad: %v", err)
		}
	}
	for _, n := range []int{len(p.Regions), len(p.Cages), len(p.Lines), len(p.Arrows), len(p.Underlays), len(p.Overlays)} {
		if n > mostFeatures {
			return nil, failf("the link has %d things of one sort; up to %d are read", n, mostFeatures)
		}
	}
	p.Lines, p.Arrows = slices.DeleteFunc(p.Lines, isNil), slices.DeleteFunc(p.Arrows, isNil)
	p.Underlays, p.Overlays = slices.DeleteFunc(p.Underlays, isNil), slices.DeleteFunc(p.Overlays, isNil)
	return p, nil
}

// readSCL reads the JSON of SudokuPad.
func readSCL(text string) (*Document, error) {
	p, err := padPuzzleOf(text)
	if err != nil {
		return nil, err
	}
	d := &Document{Board: linkformat.Board{Rows: len(p.Cells)}, Wordy: true}
	for _, row := range p.Cells {
		d.Columns = max(d.Columns, len(row))
	}
	if d.Rows < 1 || d.Columns < 1 || d.Rows > maxSide || d.Columns > maxSide {
		return nil, failf("the board has %d rows and %d columns; boards up to %d by %d are read", d.Rows, d.Columns, maxSide, maxSide)
	}
	for r, row := range p.Cells {
		for c, cell := range row {
			at := linkformat.Cell(r+1, c+1)
			if v := scalar(string(cell.Value)); v != nil {
				d.add("given", "cell", at, "value", v)
			}
			if len(cell.Marks) > 0 || len(cell.Wide) > 0 {
				d.add("marks", "cell", at, "values", fieldOf(slices.Concat(cell.Marks, cell.Wide)))
			}
		}
	}
	d.regions(p.Regions)
	about := map[string]string{}
	for _, meta := range []map[string]padText{p.OldMeta, p.Meta} {
		for key, text := range meta {
			about[strings.ToLower(key)] = string(text)
		}
	}
	for _, cage := range p.Cages {
		if word, rest, ok := aboutPuzzle(string(cage.Value)); ok && (len(cage.Cells) == 0 || cage.Hidden) {
			about[strings.ToLower(word)] = rest
		} else {
			d.cage(cage, p)
		}
	}
	d.Title, d.Author, d.Rules = about["title"], about["author"], about["rules"]
	d.solution(about["solution"])
	for _, key := range padFlags {
		if padText(about[key]).yes() {
			d.add(key)
		}
	}
	for _, word := range p.Global {
		if word != "" {
			d.add(word)
		}
	}
	for _, at := range p.Fog {
		d.light(padPoint{at[0] + 0.5, at[1] + 0.5}.place())
	}
	if p.Fog != nil {
		d.light()
	}
	d.fog()
	for range p.FogLinks {
		d.add("foglink")
	}
	for range p.Effects {
		d.add("triggereffect")
	}
	return d, (&recognizer{Document: d, padPuzzle: p}).all()
}

// padFlags are the rules that the metadata name.
var padFlags = []string{"antiknight", "antiking", "norowcol"}

func isNil[T any](p *T) bool { return p == nil }

// cellsAt returns the cells of the board whose numbers are given, counted from 0.
func (d *Document) cellsAt(points []padPoint) (cells []Value) {
	for _, p := range points {
		if at := (padPoint{p[0] + 0.5, p[1] + 0.5}).place(); d.Has(at) {
			cells = append(cells, at)
		}
	}
	return cells
}

// regions numbers the regions. One that shares cells with another is an extra one.
func (d *Document) regions(all [][]padPoint) {
	taken := map[Value]bool{}
	for i, region := range all {
		cells := d.cellsAt(region)
		if slices.ContainsFunc(cells, func(c Value) bool { return taken[c] }) {
			d.add("extraregion", "cells", cells)
			continue
		}
		for _, c := range cells {
			taken[c] = true
			d.add("region", "cell", c, "value", i+1)
		}
	}
}

// cage adds a cage. One with a sum, or whose numbers have to differ, has a meaning. Others are only drawn.
func (d *Document) cage(cage padCage, p *padPuzzle) {
	cells := d.cellsAt(cage.Cells)
	value := scalar(string(cage.Value))
	if len(cells) == 0 || d.lights(value, PlacesIn(cells)) {
		return
	}
	sum, isSum := scalar(string(cage.Sum)).(int)
	if !isSum {
		sum, isSum = value.(int)
	}
	differs := cage.Unique != nil && *cage.Unique
	switch {
	case isSum && (differs || cage.Unique == nil):
		d.add("killercage", "cells", cells, "value", sum)
	case differs && value == nil:
		d.add("killercage", "cells", cells)
	case cage.Hidden:
		d.add("hiddencage", "cells", cells, "value", value)
	case cage.Unique == nil && value == nil && p.greyed(cells):
		d.add("extraregion", "cells", cells)
	default:
		d.add("cage", "cells", cells, "value", value)
	}
}

// greyed reports whether grey squares fill all cells, and takes them.
func (p *padPuzzle) greyed(cells []Value) bool {
	var found []*padShape
	for _, c := range cells {
		i := slices.IndexFunc(p.Underlays, func(s *padShape) bool {
			return !s.used && !s.Rounded && s.Text == "" && s.sized(0.95, 1.05) && padColourOf(s.Fill).grey() && Value(s.Center.place()) == c
		})
		if i < 0 {
			return false
		}
		found = append(found, p.Underlays[i])
	}
	for _, s := range found {
		s.used = true
	}
	return true
}

// solution takes the author's solution: a character for each cell. Those that are no digits tell nothing.
func (d *Document) solution(text string) {
	signs := []rune(strings.Join(strings.FieldsFunc(text, func(c rune) bool { return strings.ContainsRune(" \n\r\t,", c) }), ""))
	if len(signs) != d.Rows*d.Columns {
		return
	}
	for _, c := range signs {
		if n := digitOf(c); n > 0 {
			d.Solution = append(d.Solution, n)
		} else {
			d.Solution = append(d.Solution, nil)
		}
	}
}
