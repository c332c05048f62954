package machine

// Evaluation is a state and what conditions and numbers have computed in it so far.
// It belongs to one goroutine.
type Evaluation struct {
	// State is the state. Whoever changes it, or puts another in its place, must call
	// Changed before anything is computed again.
	State State
	// kept are the values of shared expressions; kept[i] is valid if at[i] is now.
	now  uint32
	at   []uint32
	kept []int64
}

// Changed forgets what was computed: the state is another.
func (e *Evaluation) Changed() {
	e.now++
	if e.now == 0 { // once in four billion states
		clear(e.at)
		e.now = 1
	}
}

// enter begins with another state, which the evaluation does not change.
func (e *Evaluation) enter(s State) *Evaluation {
	e.State = s
	e.Changed()
	return e
}

// reserve makes room for the shared expressions of a compiler.
func (e *Evaluation) reserve(slots int) {
	if missing := slots - len(e.at); missing > 0 {
		e.at, e.kept = append(e.at, make([]uint32, missing)...), append(e.kept, make([]int64, missing)...)
	}
}

type (
	// Condition reports whether a condition holds in a state.
	Condition func(e *Evaluation) bool
	// Number computes a number from a state.
	Number func(e *Evaluation) int64
)

func bit(b bool) int64 {
	if b {
		return 1
	}
	return 0
}
