package sites

import (
	"math"
	"strconv"
	"strings"
)

// colour is a colour of a drawing. Its parts are from 0 to 1.
type colour struct{ red, green, blue, opaque float64 }

// padColourOf reads a colour as pages have them. One that it does not know is black. No text is no colour.
func padColourOf(text string) colour {
	text = strings.ToLower(strings.TrimSpace(text))
	if hex, ok := strings.CutPrefix(text, "#"); ok && isHex(hex) {
		if len(hex) == 3 || len(hex) == 4 {
			wide := ""
			for _, c := range hex {
				wide += string(c) + string(c)
			}
			hex = wide
		}
		if len(hex) == 6 {
			hex += "ff"
		}
		if n, err := strconv.ParseUint(hex, 16, 32); err == nil && len(hex) == 8 {
			part := func(shift int) float64 { return float64(n>>shift&255) / 255 }
			return colour{part(24), part(16), part(8), part(0)}
		}
	}
	if inner, ok := strings.CutPrefix(text, "rgb"); ok {
		c, parts := colour{opaque: 1}, strings.Split(strings.Trim(inner, "a() "), ",")
		for i, to := range []*float64{&c.red, &c.green, &c.blue, &c.opaque} {
			if i >= len(parts) {
				break
			}
			n, err := strconv.ParseFloat(strings.TrimSpace(parts[i]), 64)
			if err != nil {
				return colour{opaque: 1}
			}
			if *to = n; i < 3 {
				*to = n / 255
			}
		}
		return c
	}
	for _, n := range namedColours {
		if n.word == text {
			return n.colour
		}
	}
	return colour{opaque: 1}
}

// is reports whether the colour can be seen and has a word.
func (c colour) is(word string) bool { return c.seen() && c.word() == word }

// seen reports whether the colour can be seen at all.
func (c colour) seen() bool { return c.opaque > 0.05 }

// grey reports whether the colour is a grey that is neither black nor white.
func (c colour) grey() bool { return c.is("grey") }

type namedColour struct {
	word string
	colour
}

var namedColours = []namedColour{
	{"", colour{}}, {"none", colour{}}, {"transparent", colour{}},
	{"black", colour{0, 0, 0, 1}}, {"white", colour{1, 1, 1, 1}}, {"grey", colour{0.5, 0.5, 0.5, 1}}, {"gray", colour{0.5, 0.5, 0.5, 1}},
	{"red", colour{1, 0, 0, 1}}, {"orange", colour{1, 0.6, 0, 1}}, {"yellow", colour{1, 1, 0, 1}}, {"green", colour{0, 0.6, 0, 1}},
	{"cyan", colour{0, 0.9, 0.9, 1}}, {"blue", colour{0, 0, 1, 1}}, {"purple", colour{0.6, 0, 0.8, 1}}, {"pink", colour{1, 0.4, 0.7, 1}},
}

// word names the colour as people would.
func (c colour) word() string {
	most, least := max(c.red, c.green, c.blue), min(c.red, c.green, c.blue)
	if most-least < 0.12 {
		switch {
		case most < 0.2:
			return "black"
		case least > 0.93:
			return "white"
		}
		return "grey"
	}
	var hue float64
	switch most {
	case c.red:
		hue = math.Mod((c.green-c.blue)/(most-least)+6, 6)
	case c.green:
		hue = (c.blue-c.red)/(most-least) + 2
	default:
		hue = (c.red-c.green)/(most-least) + 4
	}
	hue *= 60
	for _, h := range []struct {
		below float64
		word  string
	}{{15, "red"}, {45, "orange"}, {70, "yellow"}, {165, "green"}, {190, "cyan"}, {255, "blue"}, {310, "purple"}, {345, "pink"}} {
		if hue < h.below {
			return h.word
		}
	}
	return "red"
}
