package command

import (
	"fmt"
	"strings"

	"nazo/answer"
	"nazo/draw"
	"nazo/judge"
)

// refusal says what is wrong with an answer: each rule once, with its line in the spec and what its binders stood for, and the board
// with the first place of these.
func (t *textPrinter) refusal(c *checked, refused answer.Judged) {
	t.brokenRules(c, refused)
	if what, items := t.refusedBoard(c, refused); items != nil {
		fmt.Fprintf(t.out, "\nmarked with !: %s\n%s", what, draw.Text(items, draw.Options{Color: t.draw.Color, Width: t.draw.Width}))
	}
}

// brokenRules names the rules.
func (t *textPrinter) brokenRules(c *checked, refused answer.Judged) {
	if refused.Answer == nil || refused.Answer.Run != nil {
		for _, text := range refused.Broken {
			fmt.Fprintf(t.out, "  %s\n", text)
		}
		return
	}
	rules := answer.ByRule(refused.Verdict.Violations)
	for i, rule := range rules {
		least := ""
		if last := i == len(rules)-1; last && !c.all && len(refused.Verdict.Violations) == judge.MostViolations {
			least = " at least (--all names them)"
		}
		t.brokenRule(c, rule, least)
	}
}

// refusedBoard is the board of an answer with a mark on the first place that says where a rule is broken, and what is there; nil if no
// place does.
func (t *textPrinter) refusedBoard(c *checked, refused answer.Judged) (what string, items []draw.Item) {
	if refused.Answer == nil || refused.Answer.Run != nil {
		return "", nil
	}
	for _, v := range refused.Verdict.Violations {
		what, about := v.Bindings, v.Bound
		if len(v.About) > 0 {
			what, about = v.Why, v.About
		}
		if items := t.draw.Refused(c.problem, refused.Answer, about); items != nil {
			return what, items
		}
	}
	return "", nil
}

// mostTold is how many instances of a broken rule are told in words, if not all were asked for.
const mostTold = 3

// brokenRule writes a rule with its line and those of its instances that are broken, and how sure their number is.
func (t *textPrinter) brokenRule(c *checked, r answer.BrokenRule, least string) {
	first := r.Violations[0]
	fmt.Fprintf(t.out, "  %s\n", answer.ViolationText(first))
	if first.Source != nil {
		last := first.Source.Position(first.Span.End - 1).Line
		width := len(fmt.Sprint(last))
		start := first.Source.Line(r.Line)
		margin := len(start) - len(strings.TrimLeft(start, " "))
		for n := r.Line; n <= min(last, r.Line+mostLines-1); n++ {
			line := first.Source.Line(n)
			outer := line[:min(margin, len(line))]
			fmt.Fprintf(t.out, "  %*d | %s\n", width, n, shortenTo(strings.TrimRight(strings.TrimLeft(outer, " ")+line[len(outer):], " "), mostColumns))
		}
		indent := "  " + strings.Repeat(" ", width) + " | "
		most := mostTold
		if c.all {
			most = mostNamed
		}
		for i, bound := range r.For {
			if i > 0 && i < most {
				fmt.Fprintf(t.out, "%sand for %s\n", indent, bound)
			}
		}
		if more := r.Count - most; more > 0 {
			fmt.Fprintf(t.out, "%sand %d more%s\n", indent, more, least)
		}
	}
}

// mostColumns is how much is shown of a line of a spec, mostLines how many lines are shown of a rule.
const (
	mostColumns = 120
	mostLines   = 8
)

func shortenTo(text string, n int) string {
	if r := []rune(text); len(r) > n {
		return string(r[:n-1]) + "…"
	}
	return text
}
