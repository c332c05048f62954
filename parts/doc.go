// Package parts divides work into parts that can be done anywhere, and holds what parts
// found together again.
//
// A Path names a part: 3/64 is the third of 64, and 3/64,2/8 the second of eight of that
// one. A part of what a checkpoint has left to be done has the digest of that checkpoint behind it. The parts of a split are disjoint, and together they are the whole. 2/8=whole is no
// part, but the second of eight attempts at the whole, any of which is enough. What a part
// found is lines of JSON: a Head that says what it is a part of, lines of findings, an
// End with a hash of them all. Read finds the parts in a text, in whatever order they
// are, and Leaves holds them against the tree of splits: each there, and once.
//
// The package knows neither verbs nor puzzles nor machines: what a part of a search is,
// and what its lines mean, is for those who do the work.
package parts
