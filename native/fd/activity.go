package fd

// activity knows how often variables had a part in conflicts, the last ones above all (VSIDS: Moskewicz
// et al., Chaff, 2001). Divided into the size of a domain it takes the place of the weights of
// dom/wdeg (Boussemart et al., Boosting systematic search by weighting constraints, 2004).
type activity struct {
	weight        []float64 // for each variable
	by            float64   // what a conflict adds
	ofNode, ofInt []int32   // for each node of a literal, and each integer, its variable or -1
}

func newActivity(p *poster) activity {
	v := activity{weight: make([]float64, len(p.m.Vars)), by: 1, ofNode: make([]int32, len(p.s.at)), ofInt: make([]int32, len(p.s.ints))}
	for i := range v.ofNode {
		v.ofNode[i] = -1
	}
	for i := range v.ofInt {
		v.ofInt[i] = -1
	}
	for i, slot := range p.slots {
		v.weight[i] = 1
		if p.m.Vars[i].Bool {
			v.ofNode[slot>>1] = int32(i)
		} else {
			v.ofInt[slot] = int32(i)
		}
	}
	return v
}

// forget makes all variables equal again.
func (v *activity) forget() {
	v.by = 1
	for i := range v.weight {
		v.weight[i] = 1
	}
}

// bump notes that an atom had a part in a conflict.
func (v *activity) bump(a atom) {
	i := int32(-1)
	if a.op != holds {
		i = v.ofInt[a.x]
	} else if node := int(a.x >> 1); node < len(v.ofNode) {
		i = v.ofNode[node]
	}
	if i >= 0 {
		v.weight[i] += v.by
	}
}

// decay lets what happened so far count for less.
func (v *activity) decay() {
	v.by /= 0.95
	if v.by > 1e100 {
		v.by *= 1e-100
		for i := range v.weight {
			v.weight[i] *= 1e-100
		}
	}
}
