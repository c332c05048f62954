package play

import "strings"

// Notation is how moves are written: "shift(2, 3)". Blanks and empty parentheses
// may be left out.
type Notation struct {
	texts []string
	index map[string]int64
}

// NewNotation is the notation of so many moves.
func NewNotation(moves int, text func(move int64) string) *Notation {
	n := &Notation{make([]string, moves), make(map[string]int64, moves)}
	for i := range n.texts {
		n.texts[i] = text(int64(i))
		n.index[plain(n.texts[i])] = int64(i)
	}
	return n
}

// Text is how a move is written.
func (n *Notation) Text(move int64) string { return n.texts[move] }

// Find is the move that is written so.
func (n *Notation) Find(text string) (move int64, ok bool) {
	move, ok = n.index[plain(text)]
	return move, ok
}

// Named are the moves of that name, without their parameters.
func (n *Notation) Named(name string) []int64 {
	var out []int64
	for i, text := range n.texts {
		if before, _, _ := strings.Cut(text, "("); before == name {
			out = append(out, int64(i))
		}
	}
	return out
}

// plain is the text of a move without what may be left out.
func plain(text string) string {
	return strings.TrimSuffix(strings.Join(strings.Fields(text), ""), "()")
}
