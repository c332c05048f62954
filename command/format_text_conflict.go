package command

import (
	"fmt"
	"strings"

	"nazo/draw"
	"nazo/value"
)

// conflict says why there is no solution, below the verdict, and draws the board with the places marked.
func (t *textPrinter) conflict(o *outcome) {
	c := o.conflict()
	if c == nil {
		return
	}
	t.out.WriteString(c.text())
	for _, section := range t.draw.Conflict(c.problem, c.places()) {
		fmt.Fprintf(t.out, "\n%s\n%s", section.Heading, draw.Text(section.Items, section.Options))
	}
}

// conflict is why there is no solution, nil if that is not known or there is one.
func (o *outcome) conflict() *conflict {
	if o.whyNot == nil {
		return nil
	}
	return o.whyNot()
}

// claim is how small the set of units is known to be.
func (c *conflict) claim() string {
	n := len(c.Units)
	switch {
	case n == 1:
		return "this can't be met:"
	case c.Smallest:
		return fmt.Sprintf("these %d contradict each other, and no fewer do:", n)
	case c.Irreducible:
		return fmt.Sprintf("these %d contradict each other, and without any one of them they don't:", n)
	}
	return fmt.Sprintf("these %d contradict each other, perhaps fewer do:", n)
}

// text names the units, those of a rule below its line, with what is given where they are.
func (c *conflict) text() string {
	var out strings.Builder
	fmt.Fprintln(&out, c.claim())
	units := c.Units
	for len(units) > 0 {
		n := 1
		for n < len(units) && c.together(units[0], units[n]) {
			n++
		}
		c.rule(&out, units[:n])
		units = units[n:]
	}
	return out.String()
}

// together reports whether two units are told below one line: instances of one rule, or parts of one structure.
func (c *conflict) together(a, b int32) bool {
	says, _, piece := c.x.Piece(a)
	other, _, otherPiece := c.x.Piece(b)
	of := c.x.Problem.Model.Instances
	return of[a].Rule == of[b].Rule && piece == otherPiece && says == other
}

// rule writes the line of a rule, and some of its instances below; parts of a structure in a line.
func (c *conflict) rule(out *strings.Builder, units []int32) {
	if says, _, piece := c.x.Piece(units[0]); piece {
		var at []string
		for _, u := range units {
			_, v, _ := c.x.Piece(u)
			at = append(at, value.String(v))
		}
		out.WriteString(wrapped(strings.Join(at, ", "), "  "+says+" at ", "    "))
		return
	}
	instance, p := units[0], c.x.Problem
	src, span := p.Where(instance)
	if src == nil || span.Len() == 0 {
		fmt.Fprintf(out, "  %s\n", p.RuleName(instance))
		return
	}
	first, last := src.Position(span.Start).Line, src.Position(span.End).Line
	gutter := "  " + strings.Repeat(" ", len(fmt.Sprint(last))) + " | "
	for line := first; line <= min(last, first+mostRuleLines-1); line++ {
		fmt.Fprintf(out, "  %*d | %s\n", len(fmt.Sprint(last)), line, shortenTo(strings.TrimRight(src.Line(line), " \t\r"), mostColumns))
	}
	if p.Model.Rules[p.Model.Instances[instance].Rule].Structural {
		fmt.Fprintf(out, "%s%s\n", gutter, p.RuleName(instance))
	}
	for _, u := range units[:min(len(units), mostNamed)] {
		if text := p.Says(u); text != "" {
			fmt.Fprintf(out, "%s%s\n", gutter, shortenTo(text, mostColumns))
		}
	}
	if more := len(units) - mostNamed; more > 0 {
		fmt.Fprintf(out, "%sand %d more\n", gutter, more)
	}
}

// mostRuleLines is how many lines of a rule are shown.
const mostRuleLines = 3
