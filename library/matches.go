package library

import "nazo/value"

// matches reports whether a collection, in order, is what a pattern says: an element of the pattern stands for
// an equal one, the first wild card for any, also as a part of a tuple, and the second for any number of them.
func matches(c *Call) value.Value {
	pattern := c.members(1)
	one, many := c.Args[2], value.Value(nil)
	if len(c.Args) > 3 {
		many = c.Args[3]
	}
	reached := make([]bool, len(pattern)+1) // for each number of elements of the pattern: they stand for all so far
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

// fits reports whether an element of a pattern that is no second wild card stands for a value.
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
