package dsl

// SymmetryForm is the form of a part of a symmetry statement.
type SymmetryForm uint8

// The forms: the turns and mirror images of a board, reversed(path), and permuted(values) or
// permuted(state).
const (
	TurnedForm SymmetryForm = iota
	ReversedForm
	PermutedForm
)

// FormOfSymmetry is the form of a part of a symmetry statement, and what it is about: what stands
// in the brackets, or the board.
func FormOfSymmetry(x Expr) (form SymmetryForm, of Expr) {
	if call, ok := x.(*Call); ok && len(call.Args) == 1 {
		switch call.Func.Text {
		case "reversed":
			return ReversedForm, call.Args[0]
		case "permuted":
			return PermutedForm, call.Args[0]
		}
	}
	return TurnedForm, x
}
