package draw

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"sync"

	"nazo/dsl/value"
	"nazo/internal/alg"
)

// Piles of cards look as on a table. A list is a pile whose top card is last. Several piles stand side by side, each
// spread downwards. A single pile is spread to the right. None in a pile is a card that lies face down.

// Sizes of cards, in pixels.
const (
	cardWide  = 48
	cardHigh  = 66
	cardShown = 22 // of a card below others
	cardEdge  = 3  // of a card face down below others that are, too
	mostEdges = 4  // that are seen of a pile face down
)

type card struct {
	rank, suit string
	down       bool
}

// pile is one of the piles of an item, with the name of its place.
type pile struct {
	name, place string
	cards       []card // the top card is last
}

// table is an item drawn as cards.
type table struct {
	title, of string // of is the find or state
	state     bool
	piles     []pile
	row       bool // a single pile, spread to the right
}

// tableOf returns an item as cards, or nil if it is not to be drawn so.
func tableOf(it Item) *table {
	if it.Style.Word != Cards {
		return nil
	}
	t := &table{title: it.Title, of: cmp.Or(it.Of, it.Title), state: it.Top}
	add := func(key, v value.Value) {
		t.piles = append(t.piles, pile{short(key), ChartPlace(t.of, key), cardsIn(v)})
	}
	switch v := it.Value.(type) {
	case *value.Array:
		for i, k := range v.Keys.List() {
			add(k, v.Values[i])
		}
		return t
	case value.List:
		if slices.ContainsFunc(v, isList) {
			for i, p := range v {
				add(value.Int(i+1), p)
			}
			return t
		}
	}
	t.row = true
	t.piles = []pile{{"", t.of, cardsIn(it.Value)}}
	return t
}

// cardsIn returns the cards of a pile. A single value is one card, or no card if it is none.
func cardsIn(v value.Value) []card {
	switch v := v.(type) {
	case value.None:
		return nil
	case value.List:
		return alg.Map(v, cardOf)
	case *value.Set:
		return alg.Map(v.List(), cardOf)
	}
	return []card{cardOf(v)}
}

const suits = "♠♥♦♣"

// cardOf reads a card off the text of a value. Its number is its rank.
func cardOf(v value.Value) (c card) {
	if _, none := v.(value.None); none {
		return card{down: true}
	}
	parts := []value.Value{v}
	if t, ok := v.(value.Tuple); ok {
		parts = t
	}
	for _, p := range parts {
		for _, r := range rankOf(p) {
			if strings.ContainsRune(suits, r) {
				c.suit += string(r)
			} else {
				c.rank += string(r)
			}
		}
	}
	return c
}

func rankOf(v value.Value) string {
	n, _ := v.(value.Int)
	if name, ok := map[value.Int]string{1: "A", 11: "J", 12: "Q", 13: "K"}[n]; ok {
		return name
	}
	return printed(v)
}

func (c card) text() string {
	if c.down {
		return "?"
	}
	return c.rank + c.suit
}

// says returns the cards of a pile in words. It counts cards that lie face down.
func (p pile) says() string {
	var out []string
	down := 0
	for i, c := range p.cards {
		if c.down {
			down++
		} else {
			out = append(out, c.text())
		}
		if down > 0 && (i+1 == len(p.cards) || !p.cards[i+1].down) {
			out, down = append(out, fmt.Sprint(down, " face down")), 0
		}
	}
	return cmp.Or(strings.Join(out, " "), "-")
}

// text returns a table of cards in lines, a line for each pile.
func (t *table) text(opt Options) string {
	if t.row {
		return wrap(t.title+" = ", strings.Fields(t.piles[0].says()), " ", opt)
	}
	var out strings.Builder
	fmt.Fprintln(&out, t.title)
	width := longest(alg.Map(t.piles, func(p pile) string { return p.name }))
	for _, p := range t.piles {
		out.WriteString(wrap(fmt.Sprintf("  %-*s  ", width, p.name), strings.Fields(p.says()), " ", opt))
	}
	return out.String()
}

func (t *table) describe() string {
	var out strings.Builder
	for _, p := range t.piles {
		says := p.says()
		if len(p.cards) == 0 {
			says = "no card"
		}
		fmt.Fprintf(&out, "%s: %s\n", strings.TrimSpace(t.title+" "+p.name), says)
	}
	return out.String()
}

// offsets returns how far each card of a pile lies from the first, and how far the last one does.
func (p pile) offsets() (out []int, last int) {
	for i := range p.cards {
		if i > 0 && p.cards[i-1].down {
			if i < mostEdges {
				last += cardEdge
			}
		} else if i > 0 {
			last += cardShown
		}
		out = append(out, last)
	}
	return out, last
}

func (t *table) extent() (width, height int) {
	spread := 0
	for _, p := range t.piles {
		_, last := p.offsets()
		spread = max(spread, last)
	}
	width, height = len(t.piles)*(cardWide+apart), cardHigh
	if t.row {
		width += spread
	} else {
		height += spread
	}
	return max(width, charWidth*longest([]string{t.title})), height + 2*lineHeight + margin/2
}

var cardStyle = sync.OnceValue(makeCardStyle)

func makeCardStyle() string {
	out, use := sheet([]colour{
		{"card", "#ffffff", "#e6edf3"},
		{"card-ink", "#1f2328", "#0d1117"},
		{"card-red", "#c92a2a", "#b02525"},
		{"card-back", "#1864ab", "#1c5b8a"},
	}, "")
	return out + use(".card", "fill", "card", "stroke:#6e7781;stroke-width:1") + use(".card-back", "fill", "card-back", "") +
		".nazo .no-card{stroke:currentColor;stroke-width:1.5;stroke-dasharray:3 4;opacity:.55}\n" +
		use("text.card-ink", "fill", "card-ink", "font-weight:bold") + use("text.card-red", "fill", "card-red", "font-weight:bold")
}

func (t *table) draw(p *page, x, y int) {
	p.needs(cardStyle())
	p.chart(t.title, t.of, t.state, x, y)
	_, height := t.extent()
	y += lineHeight
	room := height - 2*lineHeight - margin/2
	for _, pile := range t.piles {
		offsets, last := pile.offsets()
		p.add(`<g data-place="%s">`, escaped(pile.place))
		wide, high := cardWide, room
		if t.row {
			wide, high = cardWide+last, cardHigh
		}
		p.add(`<rect class="bay" x="%d" y="%d" width="%d" height="%d"/>`, x, y, wide, high)
		if len(pile.cards) == 0 {
			p.add(`<rect class="no-card" x="%d" y="%d" width="%d" height="%d" rx="6"/>`, x+1, y+1, cardWide-2, cardHigh-2)
		}
		for i, c := range pile.cards {
			if i > mostEdges && i+1 < len(pile.cards) && c.down && pile.cards[i-1].down {
				continue // it hides all of this one
			}
			if t.row {
				p.card(c, x+offsets[i], y)
			} else {
				p.card(c, x, y+offsets[i])
			}
		}
		switch down := len(alg.Filter(pile.cards, func(c card) bool { return c.down })); {
		case pile.name != "":
			p.add(`<text class="named" x="%d" y="%d" font-size="14">%s</text>`, x+cardWide/2, y+room+lineHeight/2+2, escaped(pile.name))
		case down > 0:
			p.add(`<text class="named" x="%d" y="%d" font-size="14">%d</text>`, x+(cardWide+last)/2, y+room+lineHeight/2+2, down)
		}
		p.add("</g>")
		x += cardWide + apart
	}
	p.add("</g>")
}

// card draws a card: its rank and suit in the corner, where they are seen below other cards, and large in the middle.
func (p *page) card(c card, x, y int) {
	p.add(`<rect class="card" x="%d" y="%d" width="%d" height="%d" rx="6"/>`, x+1, y+1, cardWide-2, cardHigh-2)
	if c.down {
		p.add(`<rect class="card-back" x="%d" y="%d" width="%d" height="%d" rx="3"/>`, x+5, y+5, cardWide-10, cardHigh-10)
		return
	}
	class := "card-ink"
	if c.suit == "♥" || c.suit == "♦" {
		class = "card-red"
	}
	p.add(`<text class="corner %s" x="%d" y="%d" font-size="%.4g">%s</text>`, class, x+5, y+12, fitting(c.text(), 15, cardWide-10), escaped(c.text()))
	middle, size := c.suit, 30.0
	if middle == "" {
		middle, size = c.rank, 26
	}
	p.add(`<text class="%s" x="%d" y="%d" font-size="%.4g">%s</text>`, class, x+cardWide/2, y+cardHigh/2+8, fitting(middle, size, cardWide-8), escaped(middle))
}
