package command

import (
	"fmt"

	"nazo/draw"
)

// album shows the states of a game: as they come as text, or as one page in the end.
type album struct {
	to    *outbox
	page  bool
	title string
	all   []draw.Section
}

// add shows a state; the heading of the first is "".
func (a *album) add(s draw.Section) {
	switch {
	case a.page:
		a.all = append(a.all, s)
	case s.Heading == "":
		a.to.WriteString(draw.Text(s.Items, s.Options))
	default:
		fmt.Fprintf(a.to, "\n%s\n%s", s.Heading, draw.Text(s.Items, s.Options))
	}
}

// end says how the game ended, "" if it did not.
func (a *album) end(text string) {
	switch {
	case a.page:
		a.to.WriteString(draw.SVG(a.title, append(a.all, draw.Section{Heading: text})))
	case text != "":
		fmt.Fprintf(a.to, "\n%s\n", text)
	}
}
