package backbone

import (
	"nazo/compile"
	"nazo/compile/layout"
)

// Place is what a variable of a find stands for, with its candidates.
type Place struct {
	Find string
	layout.Meaning
	Candidates []Candidate
	// Same says that all solutions have the same here, which is proved.
	Same bool
}

// Places are those of a problem's finds, in their order, without those that are helpers of a find's structure.
func Places(p *compile.Problem, r *Result) (all []Place) {
	meanings := p.Meanings()
	for _, f := range p.Model.Finds {
		for _, v := range f.Vars {
			if m, ok := meanings[v]; ok {
				all = append(all, Place{f.Name, m, r.Candidates[v], r.Same[v]})
			}
		}
	}
	return all
}
