package sites

import (
	"encoding/base64"
	"math/bits"
	"slices"
	"strings"

	"nazo/internal/alg"
)

// automaton reads a line of digits. State 0 is the start. Symbol 0 is the smallest digit.
type automaton struct {
	moves   []move
	accepts []bool // for each state
}

type move struct{ from, symbol, to int }

// maxStates bounds the states of an automaton in a link.
const maxStates = 4096

// maxMoves bounds its moves.
const maxMoves = 100_000

// fields returns the moves (from, digit, to) and the states that accept. States count from 1.
func (a *automaton) fields(least int) (moves, ends []Value) {
	moves, ends = []Value{}, []Value{}
	for _, m := range a.moves {
		moves = append(moves, []Value{m.from + 1, m.symbol + least, m.to + 1})
	}
	for q, yes := range a.accepts {
		if yes {
			ends = append(ends, q+1)
		}
	}
	return moves, ends
}

// bitReader reads numbers from bytes, the highest bit first.
type bitReader struct {
	bytes []byte
	at    int
}

func (b *bitReader) left() int { return 8*len(b.bytes) - b.at }

func (b *bitReader) read(bits int) (n int) {
	for range bits {
		n <<= 1
		if b.at < 8*len(b.bytes) {
			n |= int(b.bytes[b.at/8]>>(7-b.at%8)) & 1
		}
		b.at++
	}
	return n
}

// readNFA reads a packed automaton of Interactive Sudoku Solver. A head has the sizes. For each state there follow its
// moves: a bit for each symbol and the states that they lead to, or a list of symbols and states. The first states are
// starts, and those after them accept.
func readNFA(text string) (*automaton, error) {
	raw, err := base64.RawURLEncoding.DecodeString(strings.TrimRight(text, "="))
	if err != nil {
		return nil, failf("the automaton can't be decoded")
	}
	b := &bitReader{bytes: raw}
	packed := b.read(2)
	stateBits, symbols := b.read(4)+1, b.read(4)+1
	starts, accepting := b.read(stateBits), b.read(stateBits)
	if packed > 1 || starts < 1 || starts > b.left() || starts > maxStates || accepting > maxStates {
		return nil, failf("the automaton can't be decoded")
	}
	accepts := make([]bool, starts, starts+accepting)
	for i := starts - 1; i >= 0; i-- {
		accepts[i] = b.read(1) == 1
	}
	moves, states, err := b.moves(packed == 1, stateBits, symbols)
	for _, m := range moves {
		states = max(states, m.to+1)
	}
	states = max(states, starts+accepting)
	switch {
	case err != nil:
		return nil, err
	case b.at > 8*len(raw):
		return nil, failf("the automaton ends too early")
	case states > maxStates:
		return nil, failf("the automaton has more than %d states", maxStates)
	}
	// A start of its own does what all starts do.
	a := &automaton{accepts: make([]bool, states+1)}
	a.accepts[0] = slices.Contains(accepts, true)
	copy(a.accepts[1:], append(accepts, slices.Repeat([]bool{true}, accepting)...))
	for _, m := range moves {
		a.moves = append(a.moves, move{m.from + 1, m.symbol, m.to + 1})
		if m.from < starts {
			a.moves = append(a.moves, move{0, m.symbol, m.to + 1})
		}
	}
	return a.reachable(), nil
}

// moves reads the moves of each state up to the end.
func (b *bitReader) moves(packed bool, stateBits, symbols int) (moves []move, states int, err error) {
	symbolBits, countBits := bits.Len(uint(symbols-1)), symbols
	if !packed {
		countBits = b.read(4)
	}
	for countBits > 0 && b.left() >= countBits {
		from := states
		if states++; states > maxStates || len(moves) > maxMoves {
			return nil, 0, failf("the automaton has more than %d states or %d moves", maxStates, maxMoves)
		}
		n := b.read(countBits)
		if packed {
			for symbol := range symbols {
				if n>>symbol&1 != 0 {
					moves = append(moves, move{from, symbol, b.read(stateBits)})
				}
			}
			continue
		}
		for range n {
			symbol := b.read(symbolBits)
			moves = append(moves, move{from, symbol, b.read(stateBits)})
		}
	}
	return moves, states, nil
}

// reachable drops the states that are not on a way from the start to one that accepts. The start stays.
func (a *automaton) reachable() *automaton {
	end := int32(len(a.accepts)) // a state after those that accept
	var ahead, back []alg.Edge
	for _, m := range a.moves {
		ahead = append(ahead, alg.Edge{U: int32(m.from), V: int32(m.to)})
		back = append(back, alg.Edge{U: int32(m.to), V: int32(m.from)})
	}
	for q, yes := range a.accepts {
		if yes {
			back = append(back, alg.Edge{U: end, V: int32(q)})
		}
	}
	steps, rest := alg.NewGraph(int(end)+1, ahead, true).StepsFrom(0), alg.NewGraph(int(end)+1, back, true).StepsFrom(end)
	out := &automaton{}
	number := make([]int, end)
	for q, yes := range a.accepts {
		if number[q] = -1; q == 0 || steps[q] >= 0 && rest[q] >= 0 {
			number[q] = len(out.accepts)
			out.accepts = append(out.accepts, yes)
		}
	}
	seen := map[move]bool{}
	for _, m := range a.moves {
		n := move{number[m.from], m.symbol, number[m.to]}
		if n.from >= 0 && n.to >= 0 && rest[m.to] >= 0 && !seen[n] {
			seen[n] = true
			out.moves = append(out.moves, n)
		}
	}
	return out
}

// A regular expression is compiled by the positions of its characters (Glushkov, "The abstract theory of automata",
// 1961): each is a state, and moves lead to the characters that may follow.
type regexCompiler struct {
	whole   string
	pattern string // the part of it that is read
	at      int
	depth   int
	least   int
	digits  int
	symbols [][]int // of each position
	follow  []map[int]bool
	work    int   // how much was done
	err     error // the first mistake; nothing is read after it
}

// tick counts work and reports whether it is too much.
func (c *regexCompiler) tick() bool {
	if c.work++; c.work > maxMoves {
		c.fail("is too long")
	}
	return c.err != nil
}

// fail notes a mistake in the pattern, unless there is one.
func (c *regexCompiler) fail(message string, args ...any) {
	if c.err == nil {
		c.err = failf("the pattern %s "+message, append([]any{shortened(c.whole)}, args...)...)
	}
}

// follows says that the firsts of a part may come after the lasts of another.
func (c *regexCompiler) follows(last, first []int) {
	for _, p := range last {
		for _, q := range first {
			if c.tick() {
				return
			}
			c.follow[p][q] = true
		}
	}
}

// fragment is a part of an expression.
type fragment struct {
	empty       bool // it may be nothing
	first, last []int
}

func compileRegex(pattern string, least, digits int) (*automaton, error) {
	c := &regexCompiler{whole: pattern, pattern: pattern, least: least, digits: digits}
	f := c.alternatives()
	if c.at < len(pattern) {
		c.fail("has a `%c` too much", pattern[c.at])
	}
	if c.err != nil {
		return nil, c.err
	}
	a := &automaton{accepts: make([]bool, len(c.symbols)+1)}
	a.accepts[0] = f.empty
	for _, p := range f.last {
		a.accepts[p+1] = true
	}
	add := func(from, position int) {
		for _, s := range c.symbols[position] {
			a.moves = append(a.moves, move{from, s, position + 1})
		}
	}
	for _, p := range f.first {
		add(0, p)
	}
	for p, next := range c.follow {
		for q := range len(c.symbols) {
			if next[q] {
				add(p+1, q)
			}
		}
		if len(a.moves) > maxMoves {
			c.fail("is too long")
			return nil, c.err
		}
	}
	return a.reachable(), nil
}

// peek returns the next character, or 0 at the end and after a mistake.
func (c *regexCompiler) peek() byte {
	if c.err == nil && c.at < len(c.pattern) {
		return c.pattern[c.at]
	}
	return 0
}

func (c *regexCompiler) alternatives() fragment {
	if c.depth++; c.depth > 200 {
		c.fail("is nested too deep")
		return fragment{}
	}
	f := c.sequence()
	for c.peek() == '|' {
		c.at++
		g := c.sequence()
		f = fragment{f.empty || g.empty, append(slices.Clip(f.first), g.first...), append(slices.Clip(f.last), g.last...)}
	}
	c.depth--
	return f
}

func (c *regexCompiler) sequence() fragment {
	f := fragment{empty: true}
	for c.peek() != 0 && c.peek() != '|' && c.peek() != ')' {
		f = c.joined(f, c.repeated())
	}
	return f
}

func (c *regexCompiler) joined(f, g fragment) fragment {
	c.follows(f.last, g.first)
	out := fragment{f.empty && g.empty, f.first, g.last}
	if f.empty {
		out.first = append(slices.Clip(f.first), g.first...)
	}
	if g.empty {
		out.last = append(slices.Clip(g.last), f.last...)
	}
	return out
}

// repeated reads a part and how often it may stand there. A part that is repeated a number of times is read anew.
func (c *regexCompiler) repeated() fragment {
	start := c.at
	f := c.primary()
	for {
		end := c.at
		low, high := 1, 1
		switch c.peek() {
		case '*':
			low, high = 0, -1
		case '+':
			high = -1
		case '?':
			low = 0
		case '{':
			low, high = c.braces()
		default:
			return f
		}
		c.at++
		f = c.copies(f, start, end, low, high)
	}
}

// copies makes a part stand low to high times, or more often than low if high is -1. The part's text is read again for
// each further copy.
func (c *regexCompiler) copies(f fragment, start, end, low, high int) fragment {
	count := high
	switch {
	case high == 0:
		return fragment{empty: true}
	case high < 0:
		count = low
		c.follows(f.last, f.first)
	}
	f.empty = f.empty || low == 0
	after, whole := c.at, c.pattern
	for i := 1; i < count && !c.tick(); i++ {
		c.at, c.pattern = start, whole[:end]
		g := c.repeated()
		if c.at, c.pattern = after, whole; high < 0 {
			c.follows(g.last, g.first)
		}
		g.empty = g.empty || i >= low
		f = c.joined(f, g)
	}
	return f
}

// braces reads {n}, {n,} or {n,m} up to the last brace.
func (c *regexCompiler) braces() (low, high int) {
	inner, _, ok := strings.Cut(c.pattern[c.at+1:], "}")
	if !ok {
		c.fail("has a brace that does not end")
	}
	from, to, range_ := strings.Cut(inner, ",")
	low, okLow := number(from)
	high, okHigh := low, true
	if range_ {
		if high = -1; to != "" {
			high, okHigh = number(to)
		}
	}
	if !okLow || !okHigh || low < 0 || low > 100 || high > 100 || high >= 0 && high < low {
		c.fail("has {%s}, which is no number of times up to 100", shortened(inner))
	}
	c.at += len(inner) + 1
	return low, high
}

func (c *regexCompiler) primary() fragment {
	switch b := c.peek(); b {
	case '(':
		c.at++
		f := c.alternatives()
		if c.peek() != ')' {
			c.fail("has a group that does not end")
		}
		c.at++
		return f
	case '[':
		return c.class()
	case '.':
		c.at++
		return c.position(make([]bool, c.digits), true)
	case 0, '*', '+', '?', '{', '|', ')':
		c.fail("has nothing where a digit must stand")
		return fragment{}
	default:
		c.at++
		on := make([]bool, c.digits)
		c.mark(on, b, b)
		return c.position(on, false)
	}
}

// class reads [123], [1-3] or [^1].
func (c *regexCompiler) class() fragment {
	inner, _, ok := strings.Cut(c.pattern[c.at+1:], "]")
	if !ok {
		c.fail("has a bracket that does not end")
	}
	c.at += len(inner) + 2
	rest, not := strings.CutPrefix(inner, "^")
	on := make([]bool, c.digits)
	if rest == "" {
		c.fail("has an empty bracket")
	}
	for i := 0; i < len(rest); i++ {
		low, high := rest[i], rest[i]
		if i+2 < len(rest) && rest[i+1] == '-' {
			high = rest[i+2]
			i += 2
		}
		c.mark(on, low, high)
	}
	return c.position(on, not)
}

// mark marks the symbols of the digits from one character to another. Letters are digits from 10 on.
func (c *regexCompiler) mark(on []bool, low, high byte) {
	for b := int(low); b <= int(high) && c.err == nil; b++ {
		n := digitOf(byte(b)) - c.least
		if n < 0 || n >= len(on) {
			c.fail("has %q, which is no digit of the board", string(rune(b)))
			return
		}
		on[n] = true
	}
	if low > high {
		c.fail("has a range that goes down")
	}
}

// position adds a state that is reached by some symbols, or by all others.
func (c *regexCompiler) position(on []bool, not bool) fragment {
	if len(c.symbols) >= maxStates {
		c.fail("is too long")
		return fragment{}
	}
	var symbols []int
	for s, yes := range on {
		if yes != not {
			symbols = append(symbols, s)
		}
	}
	p := len(c.symbols)
	c.symbols = append(c.symbols, symbols)
	c.follow = append(c.follow, map[int]bool{})
	return fragment{false, []int{p}, []int{p}}
}
