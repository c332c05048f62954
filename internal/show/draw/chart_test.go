package draw

import (
	"slices"
	"strings"
	"testing"

	"nazo/dsl/value"
)

func numbers(all ...int) value.List {
	out := value.List{}
	for _, n := range all {
		out = append(out, value.Int(n))
	}
	return out
}

// keyed is an array whose keys count from 1.
func keyed(values ...value.Value) *value.Array {
	var keys []value.Value
	for i := range values {
		keys = append(keys, value.Int(i+1))
	}
	return value.NewArray(value.NewSet(keys...), values, nil)
}

// States that are on no board are drawn by what they are: things at places, places with things, stacks, levels, and who is there.
func TestCharts(t *testing.T) {
	frog, toad := value.Label{Name: "frog", Print: "f"}, value.Label{Name: "toad", Print: "t"}
	items := []Item{
		{Title: "peg", Value: keyed(numbers(1, 3, 1, 1)...), Among: value.Range{Lo: 1, Hi: 3}, Top: true},
		{Title: "on", Value: keyed(frog, value.None{}, toad), Among: value.NewSet(frog, toad), Top: true},
		{Title: "holds", Value: keyed(numbers(8, 0, 3)...), Among: value.Range{Lo: 0, Hi: 8}, Top: true},
		{Title: "talon", Value: keyed(numbers(3, 1), numbers(), numbers(7)), Top: true},
		{Title: "pile", Value: numbers(5, 3, 4), Top: true},
		{Title: "here", Value: value.NewSet(toad), Among: value.NewSet(frog, toad), Top: true},
		{Title: "boat", Value: frog, Among: value.NewSet(frog, toad), Top: true},
	}
	text := SVG(Head{Title: "a title"}, []Section{{Heading: "start", Items: items, Options: Options{Empty: '.'}}})
	wellFormed(t, text)
	golden(t, "charts.svg", text)
	for _, said := range []string{"peg 1: 1, 3, 4\npeg 2: nothing\npeg 3: 2\n", "on 1: f\non 2: nothing\non 3: t\n", "holds 1: 8\n", "talon 1: 1, 3\n", "pile: 4, 3, 5\n", "here: t; not f\n", "boat = f</desc>"} {
		if !strings.Contains(text, said) {
			t.Errorf("%q is not said", said)
		}
	}
	for name, it := range map[string]Item{
		"an array of which nothing is known": {Title: "a", Value: keyed(numbers(1, 2)...)},
		"too many things":                    {Title: "a", Value: numbers(make([]int, 17)...)},
		"too long a text":                    {Title: "a", Value: value.NewSet(), Among: value.NewSet(value.Text("who would read all of this"))},
		"a number":                           {Title: "a", Value: value.Int(1), Among: value.Range{Lo: 0, Hi: 3}},
	} {
		if chartOf(it) != nil {
			t.Errorf("%s is a chart", name)
		}
	}
}

// Cards look as on a table: piles spread downwards, a single pile to the right. Text has their ranks and suits.
func TestCards(t *testing.T) {
	cards := Style{Word: Cards}
	hearts := value.Label{Name: "hearts", Print: "♥"}
	items := []Item{
		{Title: "stock", Of: "drawn", Value: value.List(slices.Repeat([]value.Value{value.None{}}, 9)), Style: cards, Top: true},
		{Title: "hand", Value: value.Int(12), Style: cards, Top: true},
		{Title: "empty", Value: value.None{}, Style: cards, Top: true},
		{Title: "foundation", Of: "pile", Value: value.List{numbers(1, 2, 3), numbers(), numbers(3, 6)}, Style: cards, Top: true},
		{Title: "tableau", Value: keyed(value.List{value.None{}, value.None{}, value.Tuple{value.Int(10), hearts}}, value.List{cellOf("K♠"), cellOf("Q♥"), cellOf("J♣")}), Style: cards, Top: true},
	}
	text := SVG(Head{Title: "a title"}, []Section{{Heading: "start", Items: items, Options: Options{Empty: '.'}}})
	wellFormed(t, text)
	golden(t, "cards.svg", text)
	for _, said := range []string{"stock: 9 face down\n", "hand: Q\n", "empty: no card\n", "foundation 3: 3 6\n", "tableau 1: 2 face down 10♥\n"} {
		if !strings.Contains(text, said) {
			t.Errorf("%q is not said", said)
		}
	}
	for _, place := range []string{"drawn", "hand", "pile[2]", "tableau[1]"} {
		if !strings.Contains(text, `data-place="`+place+`"`) {
			t.Errorf("no place is called %s", place)
		}
	}
	if got, want := Text(items[1:4], Options{Empty: '.'}), "hand = Q\nempty = -\nfoundation\n  1  A 2 3\n  2  -\n  3  3 6\n"; got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// The rules of a puzzle are in the description. As a caption they stand below the board, in lines no wider than it.
func TestCaption(t *testing.T) {
	rule := strings.Repeat("Shade some cells. ", 6)
	head := Head{Title: "a title", Rules: []string{rule}}
	all := []Section{{Items: []Item{{Title: "black", Value: cells("#.", "..")}}}}
	if text := SVG(head, all); !strings.Contains(text, "<desc>"+strings.TrimSpace(rule)) || strings.Count(text, "Shade") != 6 {
		t.Error("the rules are not in the description alone:", text)
	}
	head.Caption = true
	text := SVG(head, all)
	wellFormed(t, text)
	if strings.Count(text, `<text class="says"`) < 3 || !strings.Contains(text, `<svg xmlns="http://www.w3.org/2000/svg" class="nazo themed" role="img" width="3`) {
		t.Error("the rules do not stand in short lines below the board:", text)
	}
}

// What moves lies on the board as tokens, of several cells if it has several, and what it hides is in a corner.
func TestTokens(t *testing.T) {
	ground := grid("# # # #", ". x x .", ". 3 . .")
	b := ground.Board
	car := func(at ...value.Value) value.Value { return value.NewSet(at...) }
	cars := value.NewArray(value.NewSet(value.Int(1), value.Int(2)), []value.Value{car(b.At(2, 3), b.At(2, 4)), car(b.At(2, 1), b.At(3, 1))}, nil)
	small := Options{Empty: '.'}
	text := SVG(Head{Title: "a title"}, []Section{
		{Heading: "one thing each", Items: []Item{{Title: "floor", Value: ground, Given: true}, {Title: "car", Value: cars, Top: true, Whole: true}}, Options: small},
		{Heading: "several", Items: []Item{{Title: "car", Value: cars, Top: true}}, Options: small},
		{Heading: "on a number", Items: []Item{{Title: "floor", Value: ground, Given: true}, {Title: "man", As: "M", Value: b.At(3, 2), Top: true}}, Options: small},
		{Heading: "layers", Items: []Item{{Title: "floor", Value: value.Int(1), Layers: []Item{{Title: "floor", Value: ground, Given: true}, {Title: "man", As: "M", Value: b.At(2, 2), Top: true}}}}, Options: small},
	})
	wellFormed(t, text)
	golden(t, "tokens.svg", text)
}

// A list of shapes is drawn as figures, a square for each cell, and told by their names.
func TestFigures(t *testing.T) {
	var bank value.List
	for _, s := range []string{"####", "##/#.", "#", "##", "###", "##/##"} {
		bank = append(bank, value.Shape(s))
	}
	text := SVG(Head{}, []Section{{Items: []Item{{Title: "bank", Value: bank, Given: true}}}})
	if n := strings.Count(text, `<rect class="token"`); n != 4+3+1+2+3+4 {
		t.Errorf("%d squares:\n%s", n, text)
	}
	if !strings.Contains(text, "<title>I4</title>") || strings.Contains(text, `class="piece"`) || !strings.Contains(text, "given bank: ") && !strings.Contains(text, "bank: ") {
		t.Error(text)
	}
}
