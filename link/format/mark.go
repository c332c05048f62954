package format

import (
	"slices"
	"strconv"
	"strings"
)

// A Mark is what a link says about one place; the zero Mark says nothing.
type Mark struct {
	// Letter is the character of a mark that is more than numbers: a hole, an arrow without number,
	// a kind of clue. It is 0 where a mark is only numbers.
	Letter byte
	// Numbers are the numbers of the mark, each at least 0, or Unknown, or None. How many there are, and
	// in which order, is said by the format.
	Numbers []int
}

// Numbers of marks that are none.
const (
	// None is a number that is missing among others: a list has it, a single number never.
	None = -1
	// Unknown is a clue without number, which puzz.link shows as "?".
	Unknown = -2
)

// Number is the mark of these numbers.
func Number(numbers ...int) Mark { return Mark{Numbers: numbers} }

// Letter is the mark of a letter, with its numbers if it has some.
func Letter(letter byte, numbers ...int) Mark { return Mark{Letter: letter, Numbers: numbers} }

// Empty reports whether the mark says nothing.
func (m Mark) Empty() bool { return m.Letter == 0 && len(m.Numbers) == 0 }

// Equal reports whether both marks say the same.
func (m Mark) Equal(other Mark) bool {
	return m.Letter == other.Letter && slices.Equal(m.Numbers, other.Numbers)
}

// String is the mark for people: its letter, then its numbers with commas; "?" for Unknown,
// "_" for None; a mark that says nothing is ".".
func (m Mark) String() string {
	if m.Empty() {
		return "."
	}
	var parts []string
	for _, n := range m.Numbers {
		switch n {
		case Unknown:
			parts = append(parts, "?")
		case None:
			parts = append(parts, "_")
		default:
			parts = append(parts, strconv.Itoa(n))
		}
	}
	letter := ""
	if m.Letter != 0 {
		letter = string(rune(m.Letter))
	}
	return letter + strings.Join(parts, ",")
}

// single is the number of a mark that is exactly one, without letter.
func (m Mark) single() (int, bool) {
	if m.Letter != 0 || len(m.Numbers) != 1 {
		return 0, false
	}
	return m.Numbers[0], true
}

// allEmpty reports whether no mark says anything.
func allEmpty(marks []Mark) bool {
	return !slices.ContainsFunc(marks, func(m Mark) bool { return !m.Empty() })
}
