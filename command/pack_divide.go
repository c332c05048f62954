package command

import (
	"context"

	"nazo/parts"
	"nazo/solve"
)

// partsEach is into how many parts work is divided for each worker where dividing costs nothing: all have something to do to the end, and
// starting processes is still a small share of the time.
const partsEach = 4

// mostPieces is how many things that are made, dealt or drawn one after the other a part has at most. To start a process and to read a small spec takes
// some 7 ms of processor time, and so many small puzzles take seconds; what a part prints is kept in memory until it ends, and what is lost with a
// worker is done again.
const mostPieces = 10_000

// Parts is into how many parts the work is best divided for so many workers, if nobody says, or how many attempts at it are best if it is Raced.
func (p *Packed) Parts(workers int) int {
	switch {
	case p.Resumable || p.repeats && !p.Divisible: // what is resumable is divided as it goes
		return 1
	case p.repeats || p.Raced:
		return workers
	case p.Pieces > 0:
		return min(max(partsEach*workers, (p.Pieces+mostPieces-1)/mostPieces), p.Pieces, parts.MostShares)
	}
	return partsEach * workers
}

// divide finds out how the work of a verb can be divided.
func (p *packer) divide(to *Packed, verb any) error {
	if len(p.request.swept) > 0 {
		return mistakef("a range of values is not divided; nazo %s does it alone, one value after the other", to.Args[0])
	}
	to.Divisible = true
	switch c := verb.(type) {
	case *makeCmd:
		to.Pieces = int(c.Number)
		return c.freeNames(p.request.Name) // not only when all is done
	case *sampleCmd: // each part counts, which is what takes time
		to.Pieces, to.repeats, to.Divisible = int(c.Number), true, false
	case *contestCmd:
		to.Pieces = int(c.Deals)
		if c.Deals == 0 && !p.several {
			to.Pieces = someDeals
		}
	case *uniqueCmd: // how long it takes is partly luck, and what one part learns, others have to learn again
		to.Raced = p.standsAlone()
	case *solveCmd:
		to.repeats = p.standsAlone() && !c.All
		to.Raced = to.repeats && c.Limit <= 1 && c.Search == ""
	case *countCmd:
		return p.divideCount(to, c)
	}
	return nil
}

// standsAlone reports whether the question is about one puzzle, and nothing moves there.
func (p *packer) standsAlone() bool {
	return !p.several && len(p.request.swept) == 0 && !p.request.Moving()
}

// divideCount finds out whether parts of a count are counted by eliminating vertices.
func (p *packer) divideCount(to *Packed, c *countCmd) error {
	if !p.standsAlone() || c.Method == solve.Enumerate {
		return nil
	}
	problem, err := p.onlyProblem(p.request)
	if err != nil {
		return err
	}
	t, err := p.team(c.engineFlags, c.searchFlags)
	if err != nil {
		return err
	}
	p.progress.clear()
	q := c.question(solve.Question{Seed: int64(c.Seed), Counting: c.counting(p.session)})
	opened := solve.Open(problem, t)
	if planParts(p.ctx, opened, q) != nil {
		return nil
	}
	to.Divisible, to.Resumable = true, true
	q.Counting.Method, q.Counting.Parts = solve.Frontier, 1 // as parts count
	return p.forecast(to, opened, q)
}

// forecast finds out what a count takes that may be out of reach. Orders are searched for only where that of the spec would take too long, as a better
// one takes no longer.
func (p *packer) forecast(to *Packed, opened *solve.Session, q solve.Question) error {
	soon, stop := context.WithCancel(p.ctx)
	stop()
	for _, ctx := range []context.Context{soon, p.ctx} {
		plan, _, err := opened.Plan(p.ctx, q)
		if err != nil {
			return err
		}
		if to.forecast = plan.Forecast(ctx); to.forecast == nil || to.forecast.Work <= solve.MostWork(1) {
			to.forecast = nil
			return nil
		}
	}
	if p.ctx.Err() != nil {
		return limited{p.stopReason()}
	}
	return nil
}

// OutOfReach says, as nazo does, why no part is counted of a count that is divided into so many, or as [Packed.Parts] says if that is 0; "" if they are.
func (p *Packed) OutOfReach(parts int) string {
	if parts = max(parts, 1); p.forecast == nil || p.forecast.Work <= solve.MostWork(parts) {
		return ""
	}
	return tooMuch(p.forecast, parts)
}
