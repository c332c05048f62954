package format

// A Group is where places lie, for domains some of whose places are outside of the board.
type Group uint8

// The groups of places of a board and around it.
const (
	Inside Group = iota
	Above
	Below
	Left
	Right
)

// GroupsOf are the groups of a domain, in the order in which a part of a link names them; nil if its places are one group.
func GroupsOf(domain string) []Group {
	switch domain {
	case "outside", "outside2", "outside4", "outsidehalf", "outsideopen":
		return []Group{Above, Left}
	case "around":
		return []Group{Above, Below, Left, Right}
	case "cellsaround":
		return []Group{Inside, Above, Below, Left, Right}
	case "cellsoutside":
		return []Group{Inside, Above, Left}
	}
	return nil
}
