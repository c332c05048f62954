package value

import (
	"cmp"
	"strconv"
)

// Direction is a step on a board.
type Direction struct {
	Name       string
	Print      string // the arrow that a grid shows
	DRow, DCol int
	Rank       int
}

// The four directions, clockwise from north.
var (
	North = Direction{Name: "north", Print: "^", DRow: -1, Rank: 0}
	East  = Direction{Name: "east", Print: ">", DCol: 1, Rank: 1}
	South = Direction{Name: "south", Print: "v", DRow: 1, Rank: 2}
	West  = Direction{Name: "west", Print: "<", DCol: -1, Rank: 3}
)

// Directions are the four directions, clockwise from north.
func Directions() []Direction { return []Direction{North, East, South, West} }

// Opposite is the direction straight back.
func (d Direction) Opposite() Direction { return Directions()[(d.Rank+2)%4] }

func (d Direction) rank() rank              { return directionRank }
func (d Direction) noun() string            { return "a direction" }
func (d Direction) known() bool             { return true }
func (d Direction) text() string            { return d.Name }
func (d Direction) key() Key                { return Key{rank: directionRank, a: int64(d.Rank)} }
func (d Direction) spell(out []byte) []byte { return strconv.AppendInt(out, int64(d.Rank), 10) }

func (d Direction) compare(v Value) int {
	if e, ok := v.(Direction); ok {
		return cmp.Compare(d.Rank, e.Rank)
	}
	return compareKinds(directionRank, v)
}
