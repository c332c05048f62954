package machine

import (
	"math/bits"

	"nazo/model"
	"nazo/numbers"
)

// code computes conditions and numbers in registers, step by step, each node of
// the model at most once. Conditions are 0 or 1.
type code struct {
	steps     []step
	registers int
}

// Scratch is where programs compute: one for each goroutine.
type Scratch struct {
	registers []int64
	next      State
	costs     []int64
}

type operation uint8

const (
	opConstant operation = iota // to = imm
	opField                     // to = the variable of field
	opTests                     // to = whether all of tests hold
	opAnd                       // to = whether all of args hold
	opIff                       // to = whether both of args have the same value
	opSum                       // to = imm + the terms + the counts
	opAtMost                    // to = whether args[0] <= imm
	opEqual                     // to = whether args[0] = imm
	opAmong                     // to = whether args[0] - imm is among the bits of set
	opIn                        // to = whether args[0] is in domain
	opProduct                   // to = args[0] * args[1]
	opDiv                       // to = args[0] / args[1], rounded down
	opMod                       // to = the remainder of that
	opMin                       // to = the least of args
	opMax                       // to = the greatest of args
	opIf                        // to = args[1] if args[0] holds, else args[2]
	opElement                   // to = args[1:][args[0] - imm], else 0
	opTable                     // to = table[args[0] - imm], else 0
	opExit                      // if the truth of args[0] is set, it is the result
)

// step is one operation. A condition among args is the number of its register
// times two, plus one if it is to be negated; a number that of its register times two.
type step struct {
	op     operation
	to     int32
	imm    int64
	set    uint64
	args   []int32
	coefs  []int64 // of args, for opSum
	counts []count
	tests  []test
	field  field
	domain model.Domain
	table  []int64
}

// count is a coefficient times the number of bits under the mask.
type count struct {
	coef int64
	word int32
	mask uint64
}

// run computes all registers, or leaves at an exit with its result.
func (c *code) run(s State, scratch *Scratch) (result, left bool) {
	if len(scratch.registers) < c.registers {
		scratch.registers = make([]int64, c.registers)
	}
	r := scratch.registers
	for i := range c.steps {
		st := &c.steps[i]
		if st.op == opExit {
			if st.truth(r, 0) == (st.set != 0) {
				return st.set != 0, true
			}
			continue
		}
		r[st.to] = st.compute(s, r)
	}
	return false, false
}

func (st *step) truth(r []int64, i int) bool {
	a := st.args[i]
	return r[a>>1]^int64(a&1) != 0
}

func (st *step) number(r []int64, i int) int64 { return r[st.args[i]>>1] }

func bit(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

func (st *step) compute(s State, r []int64) int64 {
	switch st.op {
	case opConstant:
		return st.imm
	case opField:
		return st.field.get(s)
	case opTests:
		return bit(holdAll(st.tests, s))
	case opAnd:
		for i := range st.args {
			if !st.truth(r, i) {
				return 0
			}
		}
		return 1
	case opIff:
		return bit(st.truth(r, 0) == st.truth(r, 1))
	case opSum:
		return st.sum(s, r)
	case opAtMost:
		return bit(st.number(r, 0) <= st.imm)
	case opEqual:
		return bit(st.number(r, 0) == st.imm)
	case opAmong:
		at := uint64(st.number(r, 0) - st.imm)
		return int64(st.set >> at & 1)
	case opIn:
		return bit(st.domain.Contains(st.number(r, 0)))
	case opIf:
		if st.truth(r, 0) {
			return st.number(r, 1)
		}
		return st.number(r, 2)
	case opElement:
		if at := st.number(r, 0) - st.imm; 0 <= at && at < int64(len(st.args)-1) {
			return st.number(r, int(at)+1)
		}
		return 0
	case opTable:
		if at := st.number(r, 0) - st.imm; 0 <= at && at < int64(len(st.table)) {
			return st.table[at]
		}
		return 0
	}
	return st.arithmetic(r)
}

func (st *step) sum(s State, r []int64) int64 {
	total := st.imm
	for i, c := range st.coefs {
		total += c * st.number(r, i)
	}
	for i := range st.counts {
		c := &st.counts[i]
		total += c.coef * int64(bits.OnesCount64(s[c.word]&c.mask))
	}
	return total
}

func (st *step) arithmetic(r []int64) int64 {
	x := st.number(r, 0)
	switch st.op {
	case opProduct:
		return x * st.number(r, 1)
	case opDiv:
		if y := st.number(r, 1); y != 0 {
			return numbers.FloorDiv(x, y)
		}
		return 0
	case opMod:
		y := st.number(r, 1)
		if y == 0 {
			return 0
		}
		return numbers.FloorMod(x, y)
	case opMin:
		for i := range st.args {
			x = min(x, st.number(r, i))
		}
	case opMax:
		for i := range st.args {
			x = max(x, st.number(r, i))
		}
	}
	return x
}
