package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"nazo/answer"
	"nazo/solve"
	"nazo/value"
)

// runsTable holds engines, or searches of one, against each other on puzzles that
// move.
func runsTable(table []comparison, who string) string {
	rows := [][]string{{"instance", who, "verdict", "runs", "cost", "moves", "time", "states", "states/s", "horizon"}}
	if who == "engine" {
		rows[0] = append(rows[0], "conflicts", "clauses", "agree")
	}
	for _, c := range table {
		name, agree := c.name, agreement(c.report)
		for _, run := range c.report.Runs {
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

// costsText writes costs in a line.
func costsText(costs []value.Value) string {
	parts := make([]string, len(costs))
	for i, v := range costs {
		parts[i] = value.String(v)
	}
	return strings.Join(parts, ", ")
}

// rate is how many a second, for what takes long enough to tell.
func rate(n int64, d time.Duration) string {
	if n == 0 || d < time.Millisecond {
		return ""
	}
	perSecond := float64(n) / d.Seconds()
	if perSecond >= 1e6 {
		return fmt.Sprintf("%.1f M", perSecond/1e6)
	}
	return thousands(int64(perSecond))
}

// costOf is what an engine's first run costs, as JSON, and its length; nil where
// there is no run.
func costOf(run *solve.Run) (cost json.RawMessage, moves *int) {
	if run.Answer == nil || run.Answer.Run == nil {
		return nil, nil
	}
	n := len(run.Answer.Run.Steps)
	return answer.Append(nil, value.List(run.Answer.Objective)), &n
}
