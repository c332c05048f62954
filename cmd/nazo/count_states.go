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
func (s *session) countStates(c *countCmd, r *request) error {
	switch {
	case !r.Moving():
		return mistakef("--states is for puzzles that move, and %s stands still", r.name)
	case c.Engine != "auto" && c.Engine != "native":
		return mistakef("--states visits states, which only engine native does, not %s", shorten(c.Engine))
	case c.Search != "" || c.Limit > 0 || c.UpToSymmetry || c.WhereTheyDiffer:
		return mistakef("--states counts states, all of them: --search, --limit, --up-to-symmetry and --where-they-differ are about solutions")
	case len(r.swept) > 0:
		return mistakef("the states of one puzzle can be counted, not of a range of them")
	}
	var p *solve.Problem
	var err error
	for in := range r.inputs() {
		if p, err = s.compile(s.ctx, r.spec, in); err != nil {
			return err
		}
	}
	s.warn()
	e := native.New()
	job, _ := e.Open(s.ctx, p.Model, engine.Options{})
	surveyor, able := job.(engine.Surveyor)
	if !able {
		return mistakef("no engine can count states")
	}
	start := time.Now()
	survey := surveyor.Survey(s.ctx, engine.SurveyOptions{
		RunOptions: engine.RunOptions{MaxMoves: int(c.Moves), Memory: statesWithin(c.Memory, p)},
		Progress:   func(stats engine.Stats) { s.progress.report(solve.Progress{Engine: e.Name(), Stats: stats}) },
	})
	s.answered()
	s.progress.clear()
	if !survey.Complete && s.ctx.Err() != nil {
		survey.Reason = engine.Ended(s.ctx)
	}
	if c.Format == "json" {
		s.out.Write(surveyJSON(r.Name, survey, time.Since(start)))
	} else {
		s.out.WriteString(surveyText(survey, int(c.Moves)))
	}
	if !survey.Complete {
		return limited{survey.Reason.String()}
	}
	return nil
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
