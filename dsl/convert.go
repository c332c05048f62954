package dsl

// From what the parser library fills in to the syntax tree. After a syntax error
// parts are missing: a statement that declares a name gets a Bad expression for
// them, so that the name is known and its uses are no further mistakes.

func (w where) at() At { return At{w.Pos.Offset, max(w.Pos.Offset, w.EndPos.Offset)} }

// orBad returns e, or, if it could not be read, something to stand for it.
func orBad(e Expr, at At) Expr {
	if e == nil {
		return &Bad{At{at.End, at.End}}
	}
	return e
}

// literal returns the text, or nil.
func (s *text) literal() *StringLit {
	if s == nil {
		return nil
	}
	return s.StringLit
}

// list returns the binders, or nil.
func (b *binding) list() *Binders {
	if b == nil {
		return nil
	}
	return b.Binders
}

func names(in []name) []*Name {
	var out []*Name
	for _, n := range in {
		if n.Name != nil {
			out = append(out, n.Name)
		}
	}
	return out
}

func (g *puzzleStmt) node() Stmt { return &Puzzle{g.at(), g.Name.Name, g.About.literal()} }

func (g *useStmt) node() Stmt { return &Use{g.at(), g.Name.Name} }

func (g *givenStmt) node() Stmt {
	s := &Given{At: g.at(), Value: g.Value}
	for _, part := range g.Parts {
		if part.Name.Name != nil {
			s.Parts = append(s.Parts, &GivenPart{part.at(), part.Name.Name, part.Keys.list(), part.Type})
		}
	}
	return s
}

func (g *letStmt) node() Stmt { return g.let() }

func (g *letStmt) let() *Let {
	b := g.Bind.Binder
	if b == nil {
		b = &Binder{At: g.at()}
	}
	b.End, b.Value = max(b.End, g.at().End), orBad(g.Value, g.at())
	return &Let{g.at(), b}
}

func (g *defStmt) node() Stmt {
	return &Def{g.at(), g.Name.Name, names(g.Params), orBad(g.Body, g.at())}
}

func (g *findStmt) node() Stmt {
	domain := orBad(g.Domain, g.at())
	if g.Choose {
		return &Choose{g.at(), g.Name.Name, g.Keys.list(), domain}
	}
	return &Find{g.at(), g.Name.Name, g.Keys.list(), domain}
}

func (g *ruleStmt) node() Stmt {
	return &Rule{g.at(), g.Name.StringLit, g.Binders.list(), g.Body, g.Because.clause()}
}

func (g *objectiveStmt) node() Stmt { return &Objective{g.at(), g.Maximize, g.Terms} }

func (g *symmetryStmt) node() Stmt { return &Symmetry{g.at(), g.Of} }

func (g *showStmt) node() Stmt { return &Show{g.at(), g.What, g.As.literal()} }

func (g *stateStmt) node() Stmt {
	return &State{g.at(), g.Name.Name, g.Keys.list(), orBad(g.Domain, g.at()), g.Init}
}

func (g *moveStmt) node() Stmt {
	m := &Move{At: g.at(), Name: g.Name.Name, Params: g.Params.list(), When: g.When}
	for _, let := range g.Lets {
		m.Lets = append(m.Lets, let.let())
	}
	for _, u := range g.Then {
		m.Then = append(m.Then, &Update{u.at(), orBad(u.Target, u.at()), orBad(u.Value, u.at())})
	}
	for _, c := range g.Costs {
		m.Costs = append(m.Costs, &Cost{c.at(), c.Name.Name, orBad(c.Value, c.at())})
	}
	return m
}

func (g *goalStmt) node() Stmt { return &Goal{g.at(), g.Cond} }

func (g *neverStmt) node() Stmt { return &Never{g.at(), g.Cond} }

func (g *hiddenStmt) node() Stmt { return &Hidden{g.at(), names(g.Names)} }

func (g *playerStmt) node() Stmt {
	s := &Player{At: g.at(), Name: g.Name.Name, Sample: g.Sample, By: g.By}
	for _, prefer := range g.Prefers {
		if move, ok := prefer.Move.(*Call); ok {
			s.Prefers = append(s.Prefers, &Preference{prefer.at(), move, prefer.When, prefer.By})
		}
	}
	return s
}
