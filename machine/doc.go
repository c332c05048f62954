// Package machine compiles a machine into programs over states that are packed
// into words: which moves are possible, where they lead, what they cost, whether
// the goal is met. What to do with them is left to searches and players.
//
// Two stages: [Transitions] works out each move for the values of those
// variables on which it turns (specialize.go, split.go, conjunction.go), which leaves
// mostly facts to be tested and constants to be written. [Compile] then lays the
// variables out in words (layout.go), turns facts into masked comparisons and
// constants into masked writes (transit.go), what is left into code for registers
// (code.go, assemble.go, expression.go), and puts the transitions into a tree of tests, so that few of
// them are looked at in each state (index.go). No node of the model is
// visited after that.
package machine
