package command

import (
	"encoding/json"
	"math/big"

	"nazo/answer"
	"nazo/solve"
	"nazo/value"
)

func (j *jsonPrinter) comparisons(c *comparisons) {
	if c.searches {
		j.searches(c.puzzle, c.table)
	} else {
		j.engines(c.puzzle, c.table)
	}
}

// engines writes what engines did on each instance.
func (j *jsonPrinter) engines(puzzle string, table []comparison) {
	type answered struct {
		Engine    string          `json:"engine"`
		Verdict   solve.Verdict   `json:"verdict"`
		Complete  bool            `json:"complete"`
		Solutions *big.Int        `json:"solutions"`
		Cost      json.RawMessage `json:"cost,omitempty"`  // of a run, in the order of minimize
		Moves     *int            `json:"moves,omitempty"` // its length
		Reason    string          `json:"reason,omitempty"`
		Stats     json.RawMessage `json:"stats"`
	}
	type instance struct {
		Name    string     `json:"instance"`
		Engines []answered `json:"engines"`
		Agree   any        `json:"agree"` // null if it is not known
	}
	out := struct {
		Puzzle    string     `json:"puzzle"`
		Instances []instance `json:"instances"`
	}{puzzle, []instance{}}
	for _, c := range table {
		inst := instance{Name: c.name}
		if a := agreementOf(c.report); a != undecided {
			inst.Agree = a == agreed
		}
		for _, run := range c.report.Attempts {
			cost, moves := costOf(run)
			inst.Engines = append(inst.Engines, answered{run.Engine, run.Verdict, run.Complete, big.NewInt(int64(run.Solutions)), cost, moves, run.Reason.String(),
				appendStats(nil, run.Elapsed, run.Stats)})
		}
		if k := c.counted; k != nil {
			inst.Engines = append(inst.Engines, answered{solve.Frontier, k.Verdict(), k.Complete, k.N, nil, nil, k.Reason.String(), appendStats(nil, k.Elapsed, k.Stats)})
		}
		out.Instances = append(out.Instances, inst)
	}
	j.object(out)
}

// searches writes what searches of one engine did on each instance.
func (j *jsonPrinter) searches(puzzle string, table []comparison) {
	type search struct {
		Search    string          `json:"search"`
		Verdict   solve.Verdict   `json:"verdict"`
		Complete  bool            `json:"complete"`
		Solutions int             `json:"solutions"`
		Cost      json.RawMessage `json:"cost,omitempty"`
		Moves     *int            `json:"moves,omitempty"`
		Reason    string          `json:"reason,omitempty"`
		Stats     json.RawMessage `json:"stats"`
	}
	type instance struct {
		Name     string   `json:"instance"`
		Searches []search `json:"searches"`
	}
	out := struct {
		Puzzle    string     `json:"puzzle"`
		Instances []instance `json:"instances"`
	}{puzzle, []instance{}}
	for _, c := range table {
		inst := instance{Name: c.name}
		for _, run := range c.report.Attempts {
			cost, moves := costOf(run)
			inst.Searches = append(inst.Searches, search{searchOf(run), run.Verdict, run.Complete, run.Solutions, cost, moves, run.Reason.String(),
				appendStats(nil, run.Elapsed, run.Stats)})
		}
		out.Instances = append(out.Instances, inst)
	}
	j.object(out)
}

// costOf is the cost of an engine's first run, as JSON, and its length; nil where
// there is no run.
func costOf(run *solve.Attempt) (cost json.RawMessage, moves *int) {
	if run.Answer == nil || run.Answer.Run == nil {
		return nil, nil
	}
	n := len(run.Answer.Run.Steps)
	return answer.Append(nil, value.List(run.Answer.Objective)), &n
}
