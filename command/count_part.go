package command

import (
	"encoding/json"
	"fmt"
	"math/big"

	"nazo/engine"
	"nazo/parts"
)

// partCount is what a part of a count by eliminating vertices comes to.
type partCount struct {
	Count    *big.Int           `json:"count"`
	ByLength map[int64]*big.Int `json:"by_length,omitzero"` // not nil if it is asked for
	Modulo   uint64             `json:"modulo,omitempty"`
	States   int64              `json:"states"`
	Moves    int64              `json:"moves"`
}

// sure is what another run of the part must come to.
func (p *partCount) sure() any { return []any{p.Count, p.ByLength} }

// countHead is that of the parts of a count by eliminating vertices along an order.
func (s *session) countHead(c *countCmd, r *request, ans *outcome, order string) parts.Head {
	head := s.head(r, c.Args, fingerprint(ans))
	head.Order = order
	return head
}

// printPart prints the count of a part.
func (s *session) printPart(c *countCmd, r *request, ans *outcome, plan *engine.Forecast) {
	rep := ans.report
	p := &partCount{rep.Total, rep.Counted.ByLength, uint64(c.Modulo), rep.Counted.Stats.States, rep.Counted.Stats.Moves}
	if c.By != "" && p.ByLength == nil { // there are none in this part
		p.ByLength = map[int64]*big.Int{}
	}
	lines := s.beginPart(s.countHead(c, r, ans, plan.Fingerprint), c.Part.path)
	lines.line(p, p.sure())
	lines.End(0)
}

// joinCount adds up the parts of a count of a problem that was opened.
func (s *session) joinCount(c *countCmd, r *request, ans *outcome) (engine.Count, error) {
	out := engine.Count{Complete: true}
	all, lacking, err := s.joined(&c.partsFlags, s.countHead(c, r, ans, ""))
	if err == nil && lacking != "" {
		err = limited{lacking + "; so nothing is known of a count by eliminating vertices"}
	}
	if err != nil {
		return out, err
	}
	sum, err := sumOf(all)
	if err != nil {
		return out, err
	}
	out.N, out.ByLength, out.Stats = sum.Count, sum.ByLength, engine.Stats{States: sum.States, Moves: sum.Moves}
	return out, nil
}

// sumOf adds up parts.
func sumOf(all []placed) (*partCount, error) {
	sum := &partCount{Count: new(big.Int)}
	for i := range all {
		part, n := &all[i], 0
		err := part.each(func(line []byte) error {
			var p partCount
			if err := json.Unmarshal(line, &p); err != nil || p.Count == nil {
				return mistakef("%s: part %s is none of a count by eliminating vertices", part.where(), part.Part.Part)
			}
			n++
			sum.add(&p)
			return nil
		})
		if err == nil && n != 1 {
			err = mistakef("%s: part %s has %s, not one", part.where(), part.Part.Part, plural(n, "count"))
		}
		if err != nil {
			return nil, err
		}
	}
	return sum, nil
}

// add adds the count of another part.
func (p *partCount) add(q *partCount) {
	p.Modulo = q.Modulo
	rest := func(n *big.Int) {
		if p.Modulo > 0 {
			n.Mod(n, new(big.Int).SetUint64(p.Modulo))
		}
	}
	rest(p.Count.Add(p.Count, q.Count))
	if q.ByLength != nil && p.ByLength == nil {
		p.ByLength = map[int64]*big.Int{}
	}
	for length, n := range q.ByLength {
		if p.ByLength[length] == nil {
			p.ByLength[length] = new(big.Int)
		}
		rest(p.ByLength[length].Add(p.ByLength[length], n))
	}
	p.States += q.States
	p.Moves += q.Moves
}

// moduloText is the text by which a number is shown to be only a remainder.
func moduloText(m uint64) string {
	if m == 0 {
		return ""
	}
	return fmt.Sprintf(" modulo %d", m)
}
