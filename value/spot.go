package value

// Spot is a place on squared paper, in halves of a cell from its upper left corner: both numbers are odd in the middle of a cell,
// both even on a corner, and one of each on a side.
type Spot struct{ Y, X int }

// Corner reports whether the spot is a corner of cells.
func (s Spot) Corner() bool { return s.Y%2 == 0 && s.X%2 == 0 }

// Side reports whether the spot is the side of a cell.
func (s Spot) Side() bool { return s.Y%2 != s.X%2 }

// Noun is what there is at the spot.
func (s Spot) Noun() string {
	switch {
	case s.Corner():
		return "a corner"
	case s.Side():
		return "a side"
	}
	return "a cell"
}

// SpotOf is where a cell, a point, or an edge without direction between two of them that are next to each other in their row or column
// lies, and the board of which; ok is false of anything else.
func SpotOf(v Value) (at Spot, board *Board, ok bool) {
	switch v := v.(type) {
	case Cell:
		if v.Board == nil {
			return Spot{}, nil, false
		}
		at = Spot{2*v.Row - 1, 2*v.Col - 1}
		if v.Board.Points {
			at = Spot{2*v.Row - 2, 2*v.Col - 2}
		}
		return at, v.Board, true
	case Edge:
		a, board, okA := SpotOf(v.A)
		b, other, okB := SpotOf(v.B)
		dy, dx := b.Y-a.Y, b.X-a.X
		if !okA || !okB || v.Directed || board.compare(other) != 0 || dy*dy+dx*dx != 4 {
			return Spot{}, nil, false
		}
		return Spot{(a.Y + b.Y) / 2, (a.X + b.X) / 2}, board, true
	}
	return Spot{}, nil, false
}
