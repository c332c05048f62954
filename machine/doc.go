// Package machine compiles what a model's machine computes over a state vector: which
// moves are possible, where they lead, what they cost, whether the goal is met. What to
// do with that is left to searches and players.
//
// There is one compiler of expressions ([Compiler]: condition.go, single_variable.go,
// number.go, sum.go, if_chain.go). It turns nodes of the model into closures over a
// state, in whichever [Layout] the variables lie (layout.go): packed into as few bits
// as they need, for searches that keep many states, or a word each, for playing millions
// of moves on states that nobody keeps. Shared expressions are computed once a state
// (evaluation.go), and those over few small variables become lookup tables
// (lookup_table.go). What is known from a guard's plain parts isn't computed again in the
// others (known_facts.go), and an effect on "the slot that is on top" is one write
// (effects.go).
//
// A [Program] is a whole machine over packed states, made in two stages: [Transitions]
// works out each move for the values of those variables on which it turns
// (specialize.go, split.go, conjunction.go), which leaves mostly facts to be tested and
// constants to be written. [Compile] then turns facts into masked comparisons and
// constants into masked writes (compiled_transition.go), and puts the transitions into a
// tree of tests, so that few of them are looked at in each state
// (successor_generator.go). No node of the model is visited after that.
//
// A [LazyEvaluator] visits the nodes themselves, and only those that an outcome
// depends on: it is how a referee finds out what a player has seen.
package machine
