package lines

import "nazo/graph"

const none = -1

// board is a graph with the lines drawn so far. Vertices and edges keep their
// numbers; what is off has no ways.
type board struct {
	ways [][]graph.Half // from each vertex, in the order in which to try them
	ends [][2]int32     // for each label where its line starts and its goal
	// line has for each vertex the label whose line it is on, or none. Ends
	// belong to their line from the beginning.
	line  []int32
	owner []int32 // for each vertex the label that it is reserved for, or none

	path  []int32 // the vertices of all lines drawn so far, one after the other
	edges []int32 // for each of them the edge that leads to it, or none at a start
	first []int32 // for each label begun where its line begins in path
	at    []int32 // for each vertex its place in path, if it is there

	// wantedVertex and wantedEdge have to be used; missing counts those that are not.
	wantedVertex, wantedEdge []bool
	missing                  int
}

func newBoard(n, edges, labels int) *board {
	b := &board{ways: make([][]graph.Half, n), ends: make([][2]int32, labels),
		line: make([]int32, n), owner: make([]int32, n), at: make([]int32, n),
		path: make([]int32, 0, n), edges: make([]int32, 0, n), first: make([]int32, 0, labels),
		wantedVertex: make([]bool, n), wantedEdge: make([]bool, edges)}
	for v := range n {
		b.line[v], b.owner[v] = none, none
	}
	return b
}

// label is the one whose line is being drawn.
func (b *board) label() int32 { return int32(len(b.first)) - 1 }

func (b *board) head() int32 { return b.path[len(b.path)-1] }

func (b *board) goal() int32 { return b.ends[b.label()][1] }

// complete reports whether the current line has come to its goal.
func (b *board) complete() bool { return b.head() == b.goal() }

// open reports whether no line is on v and v is not the end of one.
func (b *board) open(v int32) bool { return b.line[v] < 0 }

// free reports whether the line of a label may be drawn through v.
func (b *board) free(v, label int32) bool {
	return b.line[v] < 0 && (b.owner[v] < 0 || b.owner[v] == label)
}

// drawn reports whether v is on the part of the current line that is drawn.
func (b *board) drawn(v int32) bool {
	i := int(b.at[v])
	return b.line[v] == b.label() && i < len(b.path) && b.path[i] == v
}

// pending reports whether v is where a line goes on or still has to arrive: an
// end of a label that has not begun, or the head or goal of the current line
// while that is not complete.
func (b *board) pending(v int32) bool {
	if l := b.line[v]; l != b.label() {
		return l > b.label()
	}
	return !b.complete() && (v == b.head() || v == b.goal())
}

// start begins the line of the next label.
func (b *board) start() {
	b.first = append(b.first, int32(len(b.path)))
	v := b.ends[b.label()][0]
	b.put(v, none)
}

// enter draws the current line along an edge to v.
func (b *board) enter(h graph.Half) {
	if b.line[h.To] < 0 { // goals were counted from the beginning
		b.line[h.To] = b.label()
		if b.wantedVertex[h.To] {
			b.missing--
		}
	}
	if b.wantedEdge[h.Edge] {
		b.missing--
	}
	b.put(h.To, h.Edge)
}

func (b *board) put(v, edge int32) {
	b.at[v] = int32(len(b.path))
	b.path = append(b.path, v)
	b.edges = append(b.edges, edge)
}

// leave takes the head of the current line back, and with a start the line.
func (b *board) leave() {
	v, edge := b.head(), b.edges[len(b.edges)-1]
	isGoal := b.complete()
	b.path, b.edges = b.path[:len(b.path)-1], b.edges[:len(b.edges)-1]
	if edge < 0 {
		b.first = b.first[:len(b.first)-1]
		return
	}
	if !isGoal {
		b.line[v] = none
		if b.wantedVertex[v] {
			b.missing++
		}
	}
	if b.wantedEdge[edge] {
		b.missing++
	}
}
