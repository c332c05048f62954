package native

import "nazo/model"

// What the propagators of nodes are about, for the weights of variables.

func (p *linear) concerns() ([]lit, []model.Int) {
	xs := make([]model.Int, len(p.terms))
	for i, t := range p.terms {
		xs[i] = t.X
	}
	return []lit{p.truth}, xs
}

func (p *operation) concerns() ([]lit, []model.Int) { return nil, []model.Int{p.a, p.b, p.r} }

func (p *extremum) concerns() ([]lit, []model.Int) { return nil, append([]model.Int{p.r}, p.xs...) }

func (p *indicator) concerns() ([]lit, []model.Int) { return []lit{p.l}, nil }

func (p *conditional) concerns() ([]lit, []model.Int) {
	return []lit{p.cond}, []model.Int{p.then, p.other, p.r}
}

func (p *element) concerns() ([]lit, []model.Int) {
	return nil, append([]model.Int{p.index, p.r}, p.items...)
}

func (p *membership) concerns() ([]lit, []model.Int) { return nil, []model.Int{p.x} }
