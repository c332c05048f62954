package compile

// State is a state declaration of a puzzle that moves.
type State struct {
	Name   string
	layout layout
}

// Moving reports whether things move: solutions are runs, and Model has a Machine.
func (p *Problem) Moving() bool { return p.Model.Machine != nil }
