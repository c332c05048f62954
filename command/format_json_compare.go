package command

import (
	"encoding/json"
	"math/big"
	"slices"

	"nazo/solve"
)

func (j *jsonPrinter) comparisons(c *comparisons) {
	if c.searches {
		j.searches(c.puzzle, c.table)
	} else {
		j.engines(c.puzzle, c.table)
	}
}

// engines writes what engines did on each instance.
func (j *jsonPrinter) engines(puzzle string, table []*comparison) {
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
		inst := instance{Name: c.Name}
		if c.Agree != undecided {
			inst.Agree = c.Agree == agreed
		}
		all := c.Runs
		if c.Counted != nil {
			all = append(slices.Clip(all), *c.Counted)
		}
		for _, run := range all {
			inst.Engines = append(inst.Engines, answered{run.Engine, run.Verdict, run.Complete, run.Solutions, run.Cost, run.Moves, run.Reason,
				appendStats(nil, run.Elapsed, run.Stats)})
		}
		out.Instances = append(out.Instances, inst)
	}
	j.object(out)
}

// searches writes what searches of one engine did on each instance.
func (j *jsonPrinter) searches(puzzle string, table []*comparison) {
	type search struct {
		Search    string          `json:"search"`
		Verdict   solve.Verdict   `json:"verdict"`
		Complete  bool            `json:"complete"`
		Solutions *big.Int        `json:"solutions"`
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
		inst := instance{Name: c.Name}
		for _, run := range c.Runs {
			inst.Searches = append(inst.Searches, search{run.search(), run.Verdict, run.Complete, run.Solutions, run.Cost, run.Moves, run.Reason,
				appendStats(nil, run.Elapsed, run.Stats)})
		}
		out.Instances = append(out.Instances, inst)
	}
	j.object(out)
}
