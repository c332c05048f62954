package shape

import (
	"fmt"
)

// Why is why a model is not taken up.
type Why uint8

// The reasons for refusals.
const (
	None      Why = iota // there is no path, cycle or links
	Several              // there is more than one, or it need not be there
	Best                 // the best one is asked for
	Rule                 // the rule with the name is not understood
	Find                 // the find with the name is something else
	Steps                // a path is numbered
	Dependent            // vertices and edges depend on each other
	Helper               // edges are no part of the solution
	Numbers              // a number is to have one of some values
)

// text says each of them of paths and cycles, and of links.
var text = [...][2]string{
	None:      {"the spec finds no path or cycle", "the spec finds no links"},
	Several:   {"it draws one path or cycle that has to be there", "it draws one set of links that has to be there"},
	Best:      {"it finds a path or cycle, but not the best one", "it finds links, but not the best ones"},
	Rule:      {"it can't check %q, which says more than where to pass and where a path ends", "it can't check %q, which says more than which vertices and edges are used"},
	Find:      {"it can't find %q, only a path or cycle", "it can't find %q, only links"},
	Steps:     {"it knows no step numbers, which the rules ask for", ""},
	Dependent: {"vertices and edges depend on each other", "vertices and edges of the links depend on each other"},
	Helper:    {"the path or cycle is no part of the solution", "the links are no part of the solution"},
	Numbers:   {"it can't have a number be one of several", "it can't have a number be one of several"},
}

// Refusal says why a model is not taken up. As an error it is a clause.
type Refusal struct {
	Why Why
	// Links is set where links were to be found, not a path or cycle.
	Links bool
	// Name is that of a rule or find, "" for other reasons.
	Name string
}

// Error says in a sentence what stands against it.
func (r Refusal) Error() string {
	of := text[r.Why][0]
	if r.Links {
		of = text[r.Why][1]
	}
	if r.Name == "" {
		return of
	}
	return fmt.Sprintf(of, r.Name)
}

func (s *Shape) refuse(why Why) error { return Refusal{why, s.Labels != nil, ""} }

// TooMuch refuses a model for a rule, which is that of an instance.
func (w *Model) TooMuch(instance int32) error {
	return Refusal{Rule, w.Labels != nil, w.Rules[w.Instances[instance].Rule].Name}
}
