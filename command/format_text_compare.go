package command

import (
	"slices"
	"strings"

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
func enginesTable(table []*comparison) string {
	rows := [][]string{compareColumns}
	counting := slices.ContainsFunc(table, func(c *comparison) bool { return c.Counted != nil })
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
		for i, run := range c.Runs {
			name, agree := c.Name, c.Agree.String()
			if i > 0 {
				name, agree = "", ""
			}
			n := run.Solutions.String()
			if !run.Exhausted {
				n += "+"
			}
			add([]string{name, run.Engine, run.Said, n, seconds(run.Elapsed),
				number(run.Stats.Conflicts), number(run.Stats.Nodes), number(run.Stats.Variables), number(run.Stats.Clauses), agree}, 0)
		}
		if k := c.Counted; k != nil {
			n := ""
			if k.Solutions != nil {
				n = k.Solutions.String()
			}
			add([]string{"", k.Engine, k.Said, n, seconds(k.Elapsed), "", "", "", "", ""}, k.Stats.States)
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
func runsTable(table []*comparison, who string) string {
	rows := [][]string{{"instance", who, "verdict", "runs", "cost", "moves", "time", "states", "states/s", "horizon"}}
	if who == "engine" {
		rows[0] = append(rows[0], "conflicts", "clauses", "agree")
	}
	for _, c := range table {
		name, agree := c.Name, c.Agree.String()
		for _, run := range c.Runs {
			n := bigThousands(run.Solutions)
			if !run.Exhausted {
				n += "+"
			}
			cost, length := "", ""
			if run.Moves != nil {
				cost, length = run.Costs, thousands(int64(*run.Moves))
			}
			s := run.Stats
			row := []string{name, run.Engine, run.Said, n, cost, length, seconds(run.Elapsed), number(s.States),
				rate(s.States, run.Elapsed), number(s.Horizon)}
			if who == "engine" {
				row = append(row, number(s.Conflicts), number(s.Clauses), agree)
			} else {
				row[1] = run.search()
			}
			rows = append(rows, row)
			name, agree = "", ""
		}
	}
	return alignColumns(rows, 3)
}

var searchColumns = []string{"instance", "search", "verdict", "solutions", "choices", "dead ends", "time"}

// searchesTable holds searches against each other on puzzles that stand still.
func searchesTable(table []*comparison) string {
	rows := [][]string{searchColumns}
	for _, c := range table {
		name := c.Name
		for _, run := range c.Runs {
			n := bigThousands(run.Solutions)
			if !run.Exhausted {
				n += "+"
			}
			rows = append(rows, []string{name, run.search(), run.Said, n,
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
