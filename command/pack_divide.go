package command

import (
	"nazo/solve"
)

// divide finds out how the work of a verb can be divided.
func (p *packer) divide(to *Packed, verb any) error {
	to.Divisible = true
	switch c := verb.(type) {
	case *makeCmd:
		to.Pieces = int(c.Number)
	case *sampleCmd:
		to.Pieces = int(c.Number)
	case *contestCmd:
		to.Pieces = int(c.Deals)
		if c.Deals == 0 && !p.several {
			to.Pieces = someDeals
		}
	case *countCmd:
		eliminates, err := p.eliminates(c)
		if err != nil {
			return err
		}
		to.Divisible, to.Resumable = !eliminates, eliminates
	}
	return nil
}

// eliminates reports whether parts of a count are counted by eliminating vertices.
func (p *packer) eliminates(c *countCmd) (bool, error) {
	if p.several || len(p.request.swept) > 0 || p.request.Moving() || c.Method == solve.Enumerate {
		return false, nil
	}
	problem, err := p.onlyProblem(p.request)
	if err != nil {
		return false, err
	}
	t, err := p.team(c.engineFlags, c.searchFlags)
	if err != nil {
		return false, err
	}
	p.progress.clear()
	q := c.question(solve.Question{Seed: int64(c.Seed), Counting: c.counting(p.session)})
	return planParts(p.ctx, solve.Open(problem, t), q) == nil, nil
}
