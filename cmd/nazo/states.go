package main

import (
	"encoding/json"
	"fmt"
	"time"

	"nazo/engine"
	"nazo/native"
	"nazo/solve"
)

// countStates visits all states that a puzzle can come to, and counts them.
func (a *app) countStates(c *countCmd, r *request) (int, error) {
	switch {
	case !r.Moving():
		return 0, mistakef("--states is for puzzles that move, and %s stands still", r.name)
	case c.Engine != "auto" && c.Engine != "native":
		return 0, mistakef("--states visits states, which only engine native does, not %s", shorten(c.Engine))
	case c.Search != "" || c.Limit > 0 || c.UpToSymmetry || c.WhereTheyDiffer:
		return 0, mistakef("--states counts states, all of them: --search, --limit, --up-to-symmetry and --where-they-differ are about solutions")
	case len(r.swept) > 0:
		return 0, mistakef("the states of one puzzle can be counted, not of a range of them")
	}
	var p *solve.Problem
	var err error
	for in := range r.inputs() {
		if p, err = a.compile(a.ctx, r.spec, in); err != nil {
			return 0, err
		}
	}
	a.warn()
	e := native.New()
	job, _ := e.Open(a.ctx, p.Model, engine.Options{})
	surveyor, able := job.(engine.Surveyor)
	if !able {
		return 0, mistakef("no engine can count states")
	}
	start := time.Now()
	s := surveyor.Survey(a.ctx, engine.SurveyOptions{
		RunOptions: engine.RunOptions{MaxMoves: int(c.Moves), Memory: statesWithin(c.Memory, p)},
		Progress:   func(s engine.Stats) { a.progress.report(solve.Progress{Engine: e.Name(), Stats: s}) },
	})
	a.answered()
	a.progress.clear()
	if !s.Complete && a.ctx.Err() != nil {
		s.Reason = engine.Ended(a.ctx)
	}
	if c.Format == "json" {
		a.out.Write(surveyJSON(r.Name, s, time.Since(start)))
	} else {
		a.out.WriteString(surveyText(s, int(c.Moves)))
	}
	if !s.Complete {
		return 0, limited{s.Reason.String()}
	}
	return statusTrue, nil
}

// surveyText tells people what there is to be seen of the states within so many
// moves; 0 is no bound.
func surveyText(s engine.Survey, moves int) string {
	states, goals := total(s.ByDistance), total(s.Goals)
	if !s.Complete {
		return fmt.Sprintf("at least %s\n", pluralOf(states, "state")) + distances(s)
	}
	text := pluralOf(states, "state")
	if moves > 0 {
		text += " within " + plural(moves, "move")
	}
	text += fmt.Sprintf(", %s at the goal", thousands(goals))
	if s.DeadEnds >= 0 {
		text += fmt.Sprintf(", %s from which no way leads there", thousands(s.DeadEnds))
	}
	return text + "\n" + distances(s)
}

// distances is a table of how many states take how many moves.
func distances(s engine.Survey) string {
	if len(s.ByDistance) == 0 {
		return ""
	}
	rows := [][]string{{"moves", "states", "at the goal"}}
	for i, n := range s.ByDistance {
		goals := ""
		if i < len(s.Goals) {
			goals = number(s.Goals[i])
		}
		rows = append(rows, []string{fmt.Sprint(i), thousands(n), goals})
	}
	return alignColumns(rows, 0)
}

// surveyJSON tells programs: one object.
func surveyJSON(puzzle string, s engine.Survey, elapsed time.Duration) []byte {
	out := struct {
		Puzzle     string          `json:"puzzle"`
		Complete   bool            `json:"complete"`
		States     int64           `json:"states"`
		Goals      int64           `json:"goals"`
		DeadEnds   *int64          `json:"dead_ends"` // null if it is not known
		ByDistance []int64         `json:"by_distance"`
		ByGoal     []int64         `json:"goals_by_distance"`
		Reason     string          `json:"reason,omitempty"`
		Stats      json.RawMessage `json:"stats"`
	}{Puzzle: puzzle, Complete: s.Complete, States: total(s.ByDistance), Goals: total(s.Goals),
		ByDistance: append([]int64{}, s.ByDistance...), ByGoal: append([]int64{}, s.Goals...), Reason: s.Reason.String()}
	if s.DeadEnds >= 0 {
		out.DeadEnds = &s.DeadEnds
	}
	out.Stats = appendStats(nil, elapsed, s.Stats)
	text, err := json.Marshal(out)
	if err != nil {
		panic(err) // names and numbers
	}
	return append(text, '\n')
}

func total(counts []int64) (sum int64) {
	for _, n := range counts {
		sum += n
	}
	return sum
}

// pluralOf is a large number of things.
func pluralOf(n int64, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return thousands(n) + " " + what + "s"
}
