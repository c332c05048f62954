package library

import (
	"math/big"
	"slices"

	"nazo/dsl/value"
	"nazo/internal/alg"
)

var collections = []Function{
	{Name: "size", Signatures: []string{"(s: open coll of _): int"},
		Doc: "how many elements", Unknowns: Open, Length: true, NotRoute: "length(…) counts its edges, size(visits(…)) its vertices", apply: size},
	{Name: "sum", Signatures: []string{"(s: open coll of int): int"},
		Doc: "the elements added up", Unknowns: Open, apply: func(c *Call) value.Value { return Sum(c.members(0)) }},
	{Name: "product", Signatures: []string{"(s: open coll of int): int"},
		Doc: "the elements multiplied", Unknowns: Open, apply: product},
	{Name: "min", Signatures: []string{"(s: open coll of int): int?"},
		Doc: "the least element", Unknowns: Open, apply: func(c *Call) value.Value { return Least(c.members(0)) }},
	{Name: "max", Signatures: []string{"(s: open coll of int): int?"},
		Doc: "the greatest element", Unknowns: Open, apply: func(c *Call) value.Value { return Greatest(c.members(0)) }},
	{Name: "distinct", Signatures: []string{"(s: open coll of T): bool"},
		Doc: "no two elements are equal; none is passed over", Unknowns: Open, apply: distinct},
	{Name: "pairs", Signatures: []string{"(s: coll of T): list of set of T"},
		Doc: "all pairs of two elements", Unknowns: Lifted, Absent: EmptyList, Selects: true, apply: pairs},
	{Name: "subsets", Signatures: []string{"(s: coll of T): list of set of T"},
		Doc: "all subsets", Unknowns: Lifted, Absent: EmptyList, apply: subsets,
		Cheaper: "subsets are twice as many with each element more: have the set be found, `choose s: set of …`, and say what holds of it"},
	{Name: "union", Signatures: []string{"(s: open coll of coll of T): set of T"},
		Doc: "what is in any of several sets", Unknowns: Open, apply: union},
	{Name: "sorted", Signatures: []string{"(s: coll of T): list of T"},
		Doc: "the elements in ascending order", Unknowns: Lifted, Absent: EmptyList, apply: sorted},
	{Name: "reverse", Signatures: []string{"(s: fixed coll of T): fixed list of T"},
		Doc: "the elements from the last to the first", Unknowns: Open, apply: reverse},
	{Name: "rotate", Signatures: []string{"(s: fixed coll of T, k: int): fixed list of T"},
		Doc: "the elements from place k + 1 on, then the first k", Unknowns: Open, apply: rotate},
	{Name: "index", Signatures: []string{"(s: coll of T, x: T): int?"},
		Doc: "the place of x, counted from 1", Unknowns: Lifted, apply: index},
	{Name: "shuffled", Signatures: []string{"(s: known coll of T): list of T"},
		Doc: "the elements in an order that the seed decides; only as the value of a given", Random: true, apply: shuffled},
	{Name: "push", Signatures: []string{"(s: open stack of T, x: T): stack of T"},
		Doc: "a stack with x on top", Unknowns: Open, apply: push},
	{Name: "pop", Signatures: []string{"(s: open stack of T): stack of T"},
		Doc: "a stack without its top; an empty one stays empty", Unknowns: Open, apply: pop},
	{Name: "top", Signatures: []string{"(s: open stack of T): T?"},
		Doc: "the last element of a stack, or none", Unknowns: Open, apply: top},
	{Name: "runs", Signatures: []string{"(line: fixed coll of T, s: open coll of T): open list of int", "(values: fixed coll of T): open list of (int, T)"},
		Doc: "the lengths of the runs of a line in a set; or of equal values, with the value", Unknowns: Open, apply: runs},
	{Name: "stretches", Signatures: []string{"(line: fixed coll of T, s: open coll of T): open list of list of T"},
		Doc: "the runs of a line in a set, each as the list of its elements", Unknowns: Open, apply: stretches},
	{Name: "matches", Signatures: []string{"(s: open coll of T, pattern: coll of T, one: label): bool", "(s: open coll of T, pattern: coll of T, one: label, many: label): bool"},
		Doc: "the elements are those of a pattern, in which a label stands for any one, or for a part of a tuple, and another for any number of them", Unknowns: Open, apply: matches},
	{Name: "accepts", Signatures: []string{"(s: open coll of T, moves: known coll of (int, T, int), ends: known coll of int): bool"},
		Doc: "an automaton reads the elements: it begins in state 1, a move (p, x, q) leads from p over x to q, and it stops in one of the ends; one of several ways is enough", Unknowns: Open, apply: accepts},
	{Name: "number", Signatures: []string{"(digits: fixed coll of int, base: known int): int"},
		Doc: "the number that digits write, the first being the highest", Unknowns: Open, apply: number},
	{Name: "total", Signatures: []string{"(cost: open array K to int, edges: open set of edge of V): int", "(cost: open array K to int, w: open route of V): int",
		"(cost: open coll of coll of int, edges: open set of edge of int): int", "(cost: open coll of coll of int, w: open route of int): int"},
		Doc: "the costs of edges added up; a cost is indexed by the two ends", Unknowns: Open, apply: total},
}

func size(c *Call) value.Value {
	switch s := c.Args[0].(type) {
	case value.Range:
		return value.Int(max(s.Hi-s.Lo+1, 0))
	case *value.Set:
		return value.Int(s.Len())
	}
	return value.Int(len(c.members(0)))
}

// Sum adds the numbers among some values. It ignores other values.
func Sum(vs []value.Value) value.Value {
	var total value.Value = value.Int(0)
	for _, v := range vs {
		if value.IsNumber(v) {
			total = value.Add(total, v)
		}
	}
	return total
}

// Least returns the least number among some values, or none without any.
func Least(vs []value.Value) value.Value { return extremum(vs, -1) }

// Greatest returns the greatest number among some values, or none without any.
func Greatest(vs []value.Value) value.Value { return extremum(vs, 1) }

// extremum returns the number that compares as sign with all others.
func extremum(vs []value.Value, sign int) value.Value {
	var best value.Value = value.None{}
	for _, v := range vs {
		if value.IsNumber(v) && (value.IsNone(best) || value.Compare(v, best) == sign) {
			best = v
		}
	}
	return best
}

// MaxBits bounds products, which are exact.
const MaxBits = 1 << 20

// Multiply returns a * b for known integers. The error is a *Fault: the result would be too large.
func Multiply(a, b value.Value) (value.Value, error) {
	if value.Bits(a)+value.Bits(b) > MaxBits {
		return nil, &Fault{-1, CodeSize, tooManyBits}
	}
	return value.Mul(a, b), nil
}

const tooManyBits = "this product would have more than 1048576 bits"

func product(c *Call) value.Value {
	var total value.Value = value.Int(1)
	for _, v := range c.members(0) {
		if value.IsNumber(v) {
			var err error
			if total, err = Multiply(total, v); err != nil {
				panic(err.(*Fault))
			}
		}
	}
	return total
}

func distinct(c *Call) value.Value {
	seen := map[value.Key]bool{}
	for _, v := range c.members(0) {
		if value.IsNone(v) {
			continue
		}
		k := value.KeyOf(v)
		if seen[k] {
			return value.False
		}
		seen[k] = true
	}
	return value.True
}

func pairs(c *Call) value.Value {
	list := c.set(0).List()
	var out value.List
	pair := func(i int, with []int) {
		c.tooMany(len(out) + len(with))
		for _, j := range with {
			c.tick()
			out = append(out, value.NewSet(list[i], list[j]))
		}
	}
	if c.Only != nil && c.Only.Key != nil {
		for i, with := range alike(list, c.Only.Key) {
			pair(i, with)
		}
		return out
	}
	c.tooMany(len(list) * len(list) / 2)
	all := make([]int, len(list))
	for i := range all {
		all[i] = i
	}
	for i := range list {
		pair(i, all[i+1:])
	}
	return out
}

// alike returns for each index of a list the later indices that may have the same key.
func alike(list []value.Value, keyOf func(value.Value) (value.Key, bool)) [][]int {
	later := map[value.Key][]int{}
	var others, all []int // later indices that may have any key, and all later indices
	out := make([][]int, len(list))
	for i := len(list) - 1; i >= 0; i-- {
		key, ok := keyOf(list[i])
		if ok {
			out[i] = slices.Concat(later[key], others)
			later[key] = append(later[key], i)
		} else {
			out[i] = slices.Clone(all)
			others = append(others, i)
		}
		all = append(all, i)
		slices.Sort(out[i])
	}
	return out
}

// subsets lists all subsets, the empty one first.
func subsets(c *Call) value.Value {
	list := c.set(0).List()
	if len(list) > 20 {
		c.fail(-1, CodeSize, "a set of %d has too many subsets", len(list))
	}
	out := make(value.List, 1<<len(list))
	for bits := range out {
		var chosen []value.Value
		for i, v := range list {
			if bits>>i&1 == 1 {
				chosen = append(chosen, v)
			}
		}
		out[bits] = value.NewSet(chosen...)
	}
	return out
}

func union(c *Call) value.Value {
	var out []value.Value
	for _, part := range c.members(0) {
		out = append(out, c.membersOf(0, part)...)
	}
	return ascending(out)
}

func sorted(c *Call) value.Value {
	list := slices.Clone(c.list(0))
	slices.SortStableFunc(list, value.Compare)
	return value.List(list)
}

func reverse(c *Call) value.Value {
	list := slices.Clone(c.members(0))
	slices.Reverse(list)
	return value.List(list)
}

// rotate moves the first k members of a list to its end.
func rotate(c *Call) value.Value {
	list := c.members(0)
	if len(list) == 0 || value.IsNone(c.Args[1]) {
		return value.List(nil)
	}
	k := c.int(1) % len(list)
	if k < 0 {
		k += len(list)
	}
	return value.List(slices.Concat(list[k:], list[:k]))
}

// index returns the position of a value in a list, counted from 1, or none.
func index(c *Call) value.Value {
	for i, v := range c.list(0) {
		if value.Equal(v, c.Args[1]) {
			return value.Int(i + 1)
		}
	}
	return value.None{}
}

// push, pop and top work on stacks: lists with the last member on top.

func push(c *Call) value.Value { return value.List(append(slices.Clone(c.members(0)), c.Args[1])) }

func pop(c *Call) value.Value {
	list := c.members(0)
	return value.List(slices.Clone(list[:max(0, len(list)-1)]))
}

func top(c *Call) value.Value {
	list := c.members(0)
	if len(list) == 0 {
		return value.None{}
	}
	return list[len(list)-1]
}

// number is none if a digit is not a number.
func number(c *Call) value.Value {
	base, ok := c.Args[1].(value.Int)
	if !ok || base < 2 {
		c.fail(-1, "bad-base", "the base must be a known number, 2 or more")
	}
	total, by := new(big.Int), big.NewInt(int64(base))
	for _, v := range c.members(0) {
		digit, isNumber := value.BigOf(v)
		if !isNumber {
			return value.None{}
		}
		total.Add(total.Mul(total, by), digit)
	}
	return value.FromBig(total)
}

// total adds the costs of edges from a table by their ends. Missing costs are ignored.
func total(c *Call) value.Value {
	return Sum(alg.Map(c.edges(1), func(e value.Edge) value.Value { return costOf(c.Args[0], e) }))
}

// costOf looks an edge up: in an array by both ends, in a list of lists by one after the other, in a
// grid by row and column.
func costOf(table value.Value, e value.Edge) value.Value {
	a, isArray := table.(*value.Array)
	if isArray && a.Board != nil && value.IsNumber(e.A) && value.IsNumber(e.B) {
		row, okA := e.A.(value.Int)
		col, okB := e.B.(value.Int)
		if !okA || !okB || row < 1 || col < 1 || row > value.Int(a.Board.Rows) || col > value.Int(a.Board.Cols) {
			return value.None{}
		}
		return entry(a, a.Board.At(int(row), int(col)))
	}
	if isArray && a.Keys.Len() > 0 {
		if _, tuples := a.Keys.List()[0].(value.Tuple); tuples {
			return entry(a, value.Tuple{e.A, e.B})
		}
	}
	return entry(entry(table, e.A), e.B)
}

// entry returns the element of an array or a list at a key, or none.
func entry(of, key value.Value) value.Value {
	if a, ok := of.(*value.Array); ok {
		if v, found := a.At(key); found {
			return v
		}
		return value.None{}
	}
	list, place := value.Elements(of), value.Int(0)
	if n, ok := key.(value.Int); ok {
		place = n
	}
	if _, set := of.(*value.Set); set || place < 1 || int64(place) > int64(len(list)) {
		return value.None{}
	}
	return list[place-1]
}

// shuffled is Fisher and Yates's shuffle from the last position down (Knuth, The Art of Computer
// Programming, volume 2, algorithm 3.4.2 P). The order depends only on the random numbers and the
// length. It must stay the same in later versions, since a seed names a deal.
func shuffled(c *Call) value.Value {
	list := slices.Clone(c.list(0))
	for i := len(list) - 1; i > 0; i-- {
		j := alg.Below(c.Draw, uint64(i+1))
		list[i], list[j] = list[j], list[i]
	}
	return value.List(list)
}

// matches reports whether a collection, in order, fits a pattern. An element of the pattern matches an equal one. The
// first wild card matches any element, or any part of a tuple. The second matches any number of elements.
func matches(c *Call) value.Value {
	pattern := c.members(1)
	one, many := c.Args[2], value.Value(nil)
	if len(c.Args) > 3 {
		many = c.Args[3]
	}
	reached := make([]bool, len(pattern)+1) // index k: the first k elements of the pattern match all so far
	reached[0] = true
	for k := 0; k < len(pattern) && many != nil && value.Equal(pattern[k], many); k++ {
		reached[k+1] = true
	}
	for _, v := range c.members(0) {
		next := make([]bool, len(reached))
		for k, p := range pattern {
			c.tick()
			if many != nil && value.Equal(p, many) {
				next[k+1] = next[k] || reached[k+1]
			} else {
				next[k+1] = reached[k] && fits(v, p, one)
			}
		}
		reached = next
	}
	return value.Of(reached[len(pattern)])
}

// fits reports whether an element of a pattern, not the second wild card, matches a value.
func fits(v, p, one value.Value) bool {
	if value.Equal(p, one) {
		return true
	}
	parts, ok := p.(value.Tuple)
	of, both := v.(value.Tuple)
	if !ok || !both || len(parts) != len(of) {
		return value.Equal(v, p)
	}
	for i, part := range parts {
		if !value.Equal(part, one) && !value.Equal(part, of[i]) {
			return false
		}
	}
	return true
}

// accepts reports whether an automaton, perhaps one of several choices, gets from state 1 to an end.
func accepts(c *Call) value.Value {
	at := map[value.Key]bool{value.KeyOf(value.Int(1)): true} // the states that it may be in
	for _, v := range c.members(0) {
		next := map[value.Key]bool{}
		for _, m := range c.members(1) {
			c.tick()
			if move := m.(value.Tuple); at[value.KeyOf(move[0])] && value.Equal(move[1], v) {
				next[value.KeyOf(move[2])] = true
			}
		}
		at = next
	}
	return value.Of(slices.ContainsFunc(c.members(2), func(q value.Value) bool { return at[value.KeyOf(q)] }))
}

// runs lists the runs in a line. runs(line, set) gives the lengths of the stretches in the set. runs(values) gives the
// lengths and values of the stretches of equal values, with none as a gap. A cyclic line has no ends.
func runs(c *Call) value.Value {
	var out value.List
	c.eachRun(func(run []value.Value) {
		if len(c.Args) == 2 {
			out = append(out, value.Int(len(run)))
		} else {
			out = append(out, value.Tuple{value.Int(len(run)), run[0]})
		}
	})
	return out
}

// stretches lists the contents of the runs of a line in a set.
func stretches(c *Call) value.Value {
	var out value.List
	c.eachRun(func(run []value.Value) { out = append(out, value.List(run)) })
	return out
}

// eachRun finds the runs of the first argument in the second, or of equal values, and yields the contents of each.
func (c *Call) eachRun(yield func([]value.Value)) {
	places := slices.Clone(c.members(0))
	marks := slices.Clone(places) // equal within a run; none in a gap
	if len(c.Args) == 2 {
		in := c.contains(1)
		for i, v := range marks {
			marks[i] = value.None{}
			if in(v) {
				marks[i] = value.True
			}
		}
	}
	if _, cyclic := c.Args[0].(value.Ring); cyclic { // rotate so that no run wraps around
		for i, v := range marks {
			if previous := marks[(i+len(marks)-1)%len(marks)]; value.IsNone(v) || !value.Equal(v, previous) {
				marks, places = slices.Concat(marks[i:], marks[:i]), slices.Concat(places[i:], places[:i])
				break
			}
		}
	}
	for i := 0; i < len(marks); {
		j := i
		for j < len(marks) && value.Equal(marks[i], marks[j]) {
			j++
		}
		if !value.IsNone(marks[i]) {
			yield(places[i:j])
		}
		i = j
	}
}

var arithmetic = []Function{
	{Name: "abs", Signatures: []string{"(x: int): int"},
		Doc: "x without its sign", Unknowns: Open, apply: abs},
	{Name: "gcd", Signatures: []string{"(a: int, b: int): int"},
		Doc: "the greatest common divisor, 0 of 0 and 0", Unknowns: Lifted, apply: gcd},
	{Name: "isqrt", Signatures: []string{"(n: int): int?"},
		Doc: "the square root, rounded down", Unknowns: Lifted, apply: isqrt},
}

// abs is none for a value that is not a number.
func abs(c *Call) value.Value {
	b, ok := value.BigOf(c.Args[0])
	if !ok {
		return value.None{}
	}
	return value.FromBig(new(big.Int).Abs(b))
}

// gcd is never negative. It is none for a value that is not a number.
func gcd(c *Call) value.Value {
	a, okA := value.BigOf(c.Args[0])
	b, okB := value.BigOf(c.Args[1])
	if !okA || !okB {
		return value.None{}
	}
	return value.FromBig(new(big.Int).GCD(nil, nil, new(big.Int).Abs(a), new(big.Int).Abs(b)))
}

// isqrt returns the integer square root, or none for negative numbers.
func isqrt(c *Call) value.Value {
	b, ok := value.BigOf(c.Args[0])
	if !ok || b.Sign() < 0 {
		return value.None{}
	}
	return value.FromBig(new(big.Int).Sqrt(b))
}
