// Package frontier counts the sets of edges of a graph that a model's rules allow,
// without visiting each: a frontier-based search. Vertex after vertex is eliminated, and
// partial choices that the undecided rest can't tell apart are merged into one state with
// a count. What may be counted so is found out by package native/count; this package knows
// only [Problem].
//
// # The method and its names
//
// The method is Simpath (Knuth, The Art of Computer Programming 4A, 7.1.4) in its general
// form, frontier-based search (Kawahara, Inoue, Iwashita, Minato, "Frontier-based search for
// enumerating all constrained subgraphs with compressed representation", 2017); physicists
// call it a transfer matrix. Simpath builds a ZDD (a zero-suppressed decision diagram), layer
// by layer. Here only the current layer is kept, with a count at each node, since the counts
// are all that is asked for; sampling keeps all layers ([Sample]).
//
//   - Frontier: the vertices that have decided and undecided edges. Each has a slot while
//     it is in the frontier (schedule.go, scheduler.go).
//   - Layers: the nodes of the diagram after each step. A step decides all edges of a vertex,
//     so it is several levels of the ZDD at once (layer.go, worker.go).
//   - State, or configuration: the label of a node, from which the rest follows (state.go). For
//     cycles, paths and links it is a mate array (mates.go), for forests and connected sets the
//     components of the frontier's vertices (components.go), and for all the degrees, as far as
//     they matter. Rules add the states of their automata (rule_automaton.go), and what
//     solutions are counted by adds an accumulated weight.
//   - Node merging: equal states are packed into equal keys (key.go, key_layout.go, key_mates.go)
//     and meet in a hash table (table.go). Pruning: a choice is dropped as soon as a degree, the
//     shape or a rule can't be met any more.
//   - Vertex elimination order: how wide the frontier gets, and so how many states there are,
//     depends on it; the least possible width of a frontier is the pathwidth of the graph.
//     Orders are found by beam search (order_search.go, order_beam.go) on estimates of the
//     number of states (estimate*.go). A large estimate is corrected by samples of the layers
//     (survey.go, sample_layers.go, sample_groups.go, extrapolate.go).
//   - Maximizing: with the greatest gain instead of a count at each node, the layers tell the best solution
//     (maximize*.go, gain_bound.go).
//
// # The run
//
// A [run] has a stack of batches. A batch is states of one layer, and is taken through the
// layers to the end (batch_run.go). If the tables don't fit into the memory, the run goes back
// to a restart point, an earlier and smaller layer, and takes that in parts, by ranges of keys
// (batch_split.go): counting is linear, so the parts' sums add up. Workers take a layer's states
// in chunks (chunk_queue.go), and its memory (arena.go) is given back while the next layer grows.
// A checkpoint is the order and the stack (checkpoint.go, checkpoint_plan.go); a batch of a resumed
// count stays in the file until its turn comes (batch_stored.go), and is checked then (key_check.go). A part of a count is a part of the
// first layer that is large enough for that, or of each batch of a checkpoint (batch_part.go).
package frontier
