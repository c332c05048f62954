package model

// Body is b with its operands rewritten.
func (r *Rewriter) Body(b Body) Body {
	switch b := b.(type) {
	case Assert:
		return Assert{r.Bool(b.B)}
	case Distinct:
		return Distinct{Xs: r.all(b.Xs), Present: r.each(b.Present)}
	case Inverse:
		return Inverse{Xs: r.all(b.Xs), Ys: r.all(b.Ys), Base: b.Base}
	case Regular:
		return Regular{Xs: r.all(b.Xs), Automaton: b.Automaton}
	case Connected:
		return Connected{Graph: b.Graph, Vertices: r.each(b.Vertices), Edges: r.each(b.Edges)}
	case Acyclic:
		return Acyclic{Graph: b.Graph, Edges: r.each(b.Edges)}
	case Walk:
		b.Edges, b.Vertices = r.each(b.Edges), r.each(b.Vertices)
		if b.Positions != nil {
			b.Positions = r.all(b.Positions)
		}
		return b
	case Links:
		b.Edges, b.Vertices = r.each(b.Edges), r.each(b.Vertices)
		return b
	}
	panic("model: unknown constraint")
}

// each rewrites booleans; it keeps nil, which means something in a constraint.
func (r *Rewriter) each(bs []Bool) []Bool {
	if bs == nil {
		return nil
	}
	out := make([]Bool, len(bs))
	for i, b := range bs {
		out[i] = r.Bool(b)
	}
	return out
}
