package compile

import "nazo/value"

// CompareObjectives is negative if a is better than b by what the spec
// minimises and maximises, positive if b is, and 0 if they are worth the same.
func (p *Problem) CompareObjectives(a, b *Answer) int {
	i := 0
	for _, o := range p.program.spec.Objectives {
		for range o.Stmt.Terms {
			c := value.Compare(a.Objective[i], b.Objective[i])
			if o.Stmt.Maximize {
				c = -c
			}
			if c != 0 {
				return c
			}
			i++
		}
	}
	return 0
}
