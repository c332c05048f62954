package draw

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"nazo/value"
)

func TestSVG(t *testing.T) {
	shown := map[string]bool{"loop and rooms": true, "slants": true, "lattice": true, "shaded clues": true, "links": true, "sides": true, "pieces of clues": true}
	for name, items := range drawings() {
		t.Run(name, func(t *testing.T) {
			text := SVG([]Section{{Heading: "solution 1", Items: items}, {Heading: "1 solution"}})
			wellFormed(t, text)
			if shown[name] {
				golden(t, name+".svg", text)
			}
		})
	}
}

// A page takes texts as they are, whatever XML says of them.
func TestSVGTexts(t *testing.T) {
	odd := "<&>\"'\x01\xff"
	text := SVG([]Section{{Heading: odd, Items: []Item{{Title: odd, Value: value.Text(odd)}, {Title: odd, Value: cells("#"), As: odd}}}})
	wellFormed(t, text)
	if !strings.Contains(text, ">&lt;&amp;&gt;&#34;&#39;\uFFFD\uFFFD</text>") {
		t.Error(text)
	}
}

// wellFormed reads a text as XML.
func wellFormed(t *testing.T, text string) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(text))
	for {
		switch _, err := d.Token(); {
		case errors.Is(err, io.EOF):
			return
		case err != nil:
			t.Fatalf("%v in\n%s", err, text)
		}
	}
}
