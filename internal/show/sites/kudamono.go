package sites

import (
	"cmp"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"nazo/dsl/linkformat"
)

// kudamonoHead is the address before the fields of a puzzle.
const kudamonoHead = "https://pedros.works/paper-puzzle-player?"

// KudamonoBorder is the layer of Kudamono that has sides of cells.
const KudamonoBorder = "SIE"

// kudamonoBody takes the addresses of the player and the editor of Kudamono.
func kudamonoBody(text string) (string, bool) {
	address, body, found := strings.Cut(text, "?")
	for _, page := range []string{"paper-puzzle-player", "paper-puzzle-player.html", "kudamono/editor", "kudamono/player"} {
		if found && strings.HasSuffix(strings.ToLower(address), "pedros.works/"+page) {
			return body, true
		}
	}
	return "", false
}

// kudamonoFields returns the fields of an address in order, without percent signs.
func kudamonoFields(body string) (names []string, of map[string]string) {
	of = map[string]string{}
	if end := strings.IndexAny(body, "\"'<>#\t\r\n "); end >= 0 {
		body = body[:end]
	}
	for _, field := range strings.Split(body, "&") {
		name, content, _ := strings.Cut(field, "=")
		if name, err := url.QueryUnescape(name); err == nil && of[name] == "" {
			names = append(names, name)
			of[name] = unescaped(content)
		}
	}
	return names, of
}

// kudamonoType returns what statements call a link: the site, the genre, and the variant if there is one.
func kudamonoType(body string) string {
	_, of := kudamonoFields(body)
	return strings.Join(strings.Fields(Kudamono+" "+of["G"]+" "+of["V"]), " ")
}

// readKudamono reads the layers of a puzzle. Their names are the kinds of the items: layers of signs in cells begin
// with L, and SIE has borders.
func readKudamono(body string) (*Document, error) {
	names, of := kudamonoFields(body)
	k := &kudamonoBoard{Document: &Document{}}
	if err := k.size(of); err != nil {
		return nil, err
	}
	k.add("board", "columns", k.Columns, "rows", k.Rows)
	k.Items[0].Free = true
	k.Title, k.Author, k.Type = of["T"], of["A"], kudamonoType(body)
	for _, name := range names {
		var err error
		switch {
		case name == KudamonoBorder:
			err = k.borders(of[name])
		case name == "L" || strings.HasPrefix(name, "L-") || strings.HasPrefix(name, "LI-"):
			err = k.signs(name, of[name])
		case strings.HasPrefix(name, "L") || strings.HasPrefix(name, "S"):
			k.add(name) // signs at other places than cells, which only some genres have
		}
		if err != nil {
			return nil, err
		}
	}
	return k.Document, nil
}

type kudamonoBoard struct {
	*Document
	across, down [2][]int // the columns or rows of cells, and of corners, in the order of the site
}

// size reads columns and rows. Old links count from 0, and order coordinates as texts.
func (k *kudamonoBoard) size(of map[string]string) error {
	w, h, both := strings.Cut(of["W"], "x")
	old := 0
	if !both {
		h, old = of["H"], 1
	}
	columns, ok := number(w)
	rows, okRows := number(h)
	if columns, rows = columns+old, rows+old; !ok || !okRows || columns < 1 || rows < 1 || columns > maxSide || rows > maxSide {
		return failf("the board is %s by %s; boards of up to %d rows and columns are read", clip(w), clip(h), maxSide)
	}
	k.Board = linkformat.Board{Columns: columns, Rows: rows}
	for i := range 2 {
		k.across[i], k.down[i] = inOrderOf(columns+i, old == 1), inOrderOf(rows+i, old == 1)
	}
	return nil
}

// inOrderOf returns the numbers below n, in their order or in that of their texts.
func inOrderOf(n int, asTexts bool) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	if asTexts {
		slices.SortFunc(all, func(a, b int) int { return cmp.Compare(strconv.Itoa(a), strconv.Itoa(b)) })
	}
	return all
}

// gap reads the number at the start of a text.
func gap(text string) (n int, rest string, ok bool) {
	rest = strings.TrimLeft(text, "0123456789")
	n, ok = number(text[:len(text)-len(rest)])
	return n, rest, ok && n <= linkformat.MaxCells
}

// signs reads a layer of signs, each with the number of cells since the last. Cells are counted by columns from the
// left, each from the bottom.
func (k *kudamonoBoard) signs(layer, text string) error {
	at := 0
	for text != "" {
		sign, rest := text[:1], text[1:]
		if sign == "(" {
			var ok bool
			if sign, rest, ok = strings.Cut(rest, ")"); !ok {
				return failf("a bracket in the layer %s is not closed", layer)
			}
		}
		n, rest, ok := gap(rest)
		if !ok {
			return failf("the layer %s has no number after %q", layer, clip(sign))
		}
		if at += n; at >= k.Rows*k.Columns {
			return failf("a sign of the layer %s lies outside of the board", layer)
		}
		place := linkformat.Cell(k.Rows-k.down[0][at%k.Rows], k.across[0][at/k.Rows]+1)
		if len(k.Items) > maxItems {
			return failf("the link has more than %d signs", maxItems)
		}
		k.add(layer, "cell", place, "value", scalar(sign))
		text = rest
	}
	return nil
}

// borders reads paths from corner to corner. Each begins at a corner, counted as cells are, and goes left, right, up or
// down.
func (k *kudamonoBoard) borders(text string) error {
	seen := map[Place]bool{}
	start := 0
	for text != "" {
		n, rest, ok := gap(text)
		if start += n; !ok || start >= (k.Rows+1)*(k.Columns+1) {
			return failf("a border begins outside of the board")
		}
		p := Place{X: 2 * k.across[1][start/(k.Rows+1)], Y: 2 * (k.Rows - k.down[1][start%(k.Rows+1)])}
		for rest != "" {
			step, known := map[byte]Place{'L': {X: -1}, 'R': {X: 1}, 'U': {Y: -1}, 'D': {Y: 1}}[rest[0]]
			if !known {
				break
			}
			mid := p.Plus(step)
			q := mid.Plus(step)
			if q.X < 0 || q.Y < 0 || q.X > 2*k.Columns || q.Y > 2*k.Rows {
				return failf("a border leaves the board")
			}
			if !seen[mid] {
				seen[mid] = true
				rim := mid.X == 0 || mid.Y == 0 || mid.X == 2*k.Columns || mid.Y == 2*k.Rows
				k.add(KudamonoBorder, "cell", mid, "cells", []Value{p, q})
				k.Items[len(k.Items)-1].Free = rim
			}
			p, rest = q, rest[1:]
		}
		if rest != "" && (rest[0] < '0' || rest[0] > '9') {
			return failf("a border has %q, and goes only by L, R, U and D", rest[:1])
		}
		text = rest
	}
	return nil
}

// writeKudamono writes the layers of a document in today's form.
func writeKudamono(d *Document) (string, error) {
	if d.Rows < 1 || d.Columns < 1 {
		return "", failf("the board has no cells")
	}
	type sign struct {
		at   int
		text string
	}
	layers := map[string][]sign{}
	for _, it := range d.Items {
		at, placed := it.Fields["cell"].(Place)
		x, y := at.X/2, d.Rows-1-at.Y/2
		switch {
		case it.Kind == "board":
		case !placed || d.Where(at) != "" && it.Kind != KudamonoBorder:
			return "", failf("Kudamono can't have `%s`%s", it.Kind, fieldsText(it))
		case it.Kind == KudamonoBorder:
			a, b := at.Ends()
			step := "R"
			if a.X == b.X { // from below
				a, step = b, "U"
			}
			layers[KudamonoBorder] = append(layers[KudamonoBorder], sign{a.X/2*(d.Rows+1) + d.Rows - a.Y/2, step})
		default:
			text := strings.ReplaceAll(url.QueryEscape(fmt.Sprint(it.Fields["value"])), "+", "%20")
			if len(text) != 1 || text[0] >= '0' && text[0] <= '9' {
				text = "(" + text + ")"
			}
			layers[it.Kind] = append(layers[it.Kind], sign{x*d.Rows + y, text})
		}
	}
	out := fmt.Sprintf("%sW=%dx%d", kudamonoHead, d.Columns, d.Rows)
	for _, name := range slices.Sorted(maps.Keys(layers)) {
		signs, before := layers[name], 0
		slices.SortStableFunc(signs, func(a, b sign) int { return a.at - b.at })
		out += "&" + name + "="
		for _, s := range signs {
			n := strconv.Itoa(s.at - before)
			if before = s.at; name == KudamonoBorder {
				out += n + s.text
			} else {
				out += s.text + n
			}
		}
	}
	genre := strings.Fields(strings.TrimPrefix(d.Type, Kudamono))
	for i, name := range []string{"G", "V"} {
		if i < len(genre) {
			out += "&" + name + "=" + genre[i]
		}
	}
	for _, text := range [][2]string{{"T", d.Title}, {"A", d.Author}} {
		if text[1] != "" {
			out += "&" + text[0] + "=" + strings.ReplaceAll(url.QueryEscape(text[1]), "+", "%20")
		}
	}
	return out, nil
}
