package check

// collectionLibrary: sets, lists and what is made of their elements.
var collectionLibrary = []builtin{
	{"size", []string{"(s: open coll of _): int"}, "how many elements"},
	{"sum", []string{"(s: open coll of int): int"}, "the elements added up"},
	{"product", []string{"(s: open coll of int): int"}, "the elements multiplied"},
	{"min", []string{"(s: open coll of int): int?"}, "the least element"},
	{"max", []string{"(s: open coll of int): int?"}, "the greatest element"},
	{"distinct", []string{"(s: open coll of T): bool"}, "no two elements are equal; none is passed over"},
	{"pairs", []string{"(s: known coll of T): list of set of T"}, "all pairs of two elements"},
	{"subsets", []string{"(s: known coll of T): list of set of T"}, "all subsets"},
	{"union", []string{"(s: open coll of coll of T): set of T"}, "what is in any of several sets"},
	{"sorted", []string{"(s: coll of T): list of T"}, "the elements in ascending order"},
	{"reverse", []string{"(s: fixed coll of T): list of T"}, "the elements from the last to the first"},
	{"rotate", []string{"(s: fixed coll of T, k: int): list of T"}, "the elements from place k + 1 on, then the first k"},
	{"index", []string{"(s: coll of T, x: T): int?"}, "the place of x, counted from 1"},
	{"shuffled", []string{"(s: known coll of T): list of T"}, "the elements in an order that the seed decides; only as the value of a given"},
	{"push", []string{"(s: open stack of T, x: T): stack of T"}, "a stack with x on top"},
	{"pop", []string{"(s: open stack of T): stack of T"}, "a stack without its top; an empty one stays empty"},
	{"top", []string{"(s: open stack of T): T?"}, "the last element of a stack, or none"},
	{"runs", []string{"(line: fixed coll of T, s: open coll of T): open list of int", "(values: fixed coll of T): open list of (int, T)"},
		"the lengths of the runs of a line in a set; or of equal values, with the value"},
	{"number", []string{"(digits: fixed coll of int, base: known int): int"}, "the number that digits write, the first being the highest"},
	{"total", []string{"(cost: open array K to int, edges: open set of edge of V): int", "(cost: open array K to int, w: open walk of V): int",
		"(cost: open coll of coll of int, edges: open set of edge of int): int", "(cost: open coll of coll of int, w: open walk of int): int"},
		"the costs of edges added up; a cost is indexed by the two ends"},
}

// numberLibrary: arithmetic beyond the operators.
var numberLibrary = []builtin{
	{"abs", []string{"(x: int): int"}, "x without its sign"},
	{"isqrt", []string{"(n: int): int?"}, "the square root, rounded down"},
}
