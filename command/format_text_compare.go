package command

import (
	"fmt"
	"slices"
	"strings"

	"nazo/solve"
	"nazo/value"
)

func (t *textPrinter) comparisons(c *comparisons) {
	switch {
	case c.moving && c.searches:
		t.out.WriteString(runsTable(c.table, "search"))
	case c.moving:
		t.out.WriteString(runsTable(c.table, "engine"))
	case c.searches:
		t.out.WriteString(searchesTable(c.table))
	default:
		t.out.WriteString(enginesTable(c.table))
	}
}

var compareColumns = []string{"instance", "engine", "verdict", "solutions", "time", "conflicts", "nodes", "variables", "clauses", "agree"}

// enginesTable holds engines against each other on puzzles that stand still.
func enginesTable(table []comparison) string {
	rows := [][]string{compareColumns}
	counting := slices.ContainsFunc(table, func(c comparison) bool { return c.counted != nil })
	if counting {
		rows[0] = append(slices.Clone(compareColumns), "states")
	}
	add := func(row []string, states int64) {
		if counting {
			row = append(row, number(states))
		}
		rows = append(rows, row)
	}
	for _, c := range table {
		for i, run := range c.report.Attempts {
			name, agree := c.name, agreementOf(c.report).String()
			if i > 0 {
				name, agree = "", ""
			}
			n := fmt.Sprint(run.Solutions)
			if !run.Exhausted {
				n += "+"
			}
			add([]string{name, run.Engine, runVerdict(run), n, seconds(run.Elapsed),
				number(run.Stats.Conflicts), number(run.Stats.Nodes), number(run.Stats.Variables), number(run.Stats.Clauses), agree}, 0)
		}
		if k := c.counted; k != nil {
			n, verdict := "", k.Reason.String()
			if k.N != nil {
				n, verdict = k.N.String(), "counted"
			}
			add([]string{"", solve.Frontier, verdict, n, seconds(k.Elapsed), "", "", "", "", ""}, k.Stats.States)
		}
	}
	return alignColumns(rows, 3)
}

// String is agreement for people: what needs looking into stands out.
func (a agreement) String() string {
	return [...]string{undecided: "unknown", agreed: "yes", disagreed: "NO"}[a]
}

// runsTable holds engines, or searches of one, against each other on puzzles that
// move.
func runsTable(table []comparison, who string) string {
	rows := [][]string{{"instance", who, "verdict", "runs", "cost", "moves", "time", "states", "states/s", "horizon"}}
	if who == "engine" {
		rows[0] = append(rows[0], "conflicts", "clauses", "agree")
	}
	for _, c := range table {
		name, agree := c.name, agreementOf(c.report).String()
		for _, run := range c.report.Attempts {
			n := thousands(int64(run.Solutions))
			if !run.Exhausted {
				n += "+"
			}
			cost, length := "", ""
			if run.Answer != nil {
				cost, length = costsText(run.Answer.Objective), thousands(int64(len(run.Answer.Run.Steps)))
			}
			s := run.Stats
			row := []string{name, run.Engine, runVerdict(run), n, cost, length, seconds(run.Elapsed), number(s.States),
				rate(s.States, run.Elapsed), number(s.Horizon)}
			if who == "engine" {
				row = append(row, number(s.Conflicts), number(s.Clauses), agree)
			} else {
				row[1] = searchOf(run)
			}
			rows = append(rows, row)
			name, agree = "", ""
		}
	}
	return alignColumns(rows, 3)
}

var searchColumns = []string{"instance", "search", "verdict", "solutions", "choices", "dead ends", "time"}

// searchesTable holds searches against each other on puzzles that stand still.
func searchesTable(table []comparison) string {
	rows := [][]string{searchColumns}
	for _, c := range table {
		name := c.name
		for _, run := range c.report.Attempts {
			n := thousands(int64(run.Solutions))
			if !run.Exhausted {
				n += "+"
			}
			rows = append(rows, []string{name, searchOf(run), runVerdict(run), n,
				thousands(run.Stats.Nodes), thousands(run.Stats.DeadEnds), seconds(run.Elapsed)})
			name = ""
		}
	}
	return alignColumns(rows, 3)
}

// costsText writes costs in a line.
func costsText(costs []value.Value) string {
	parts := make([]string, len(costs))
	for i, v := range costs {
		parts[i] = value.String(v)
	}
	return strings.Join(parts, ", ")
}
