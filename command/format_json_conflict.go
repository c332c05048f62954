package command

// conflictUnitJSON is a rule instance of a conflict, with what is given where it is.
type conflictUnitJSON struct {
	unitJSON
	Given []string `json:"given,omitempty"`
}

// fields say why there is no solution.
func (c *conflict) fields() []field {
	units := []conflictUnitJSON{}
	for i, u := range c.unitsJSON(c.Units) {
		j := conflictUnitJSON{unitJSON: u}
		if _, _, piece := c.x.Piece(c.Units[i]); !piece {
			for _, m := range c.x.Problem.Mentions(c.Units[i]) {
				j.Given = append(j.Given, m.String())
			}
		}
		units = append(units, j)
	}
	return []field{{"contradiction", units}, {"smallest", c.Smallest}, {"irreducible", c.Irreducible}, {"checked", c.checked}}
}
