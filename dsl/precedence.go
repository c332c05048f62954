package dsl

// level is how tightly an operator binds; higher binds tighter.
type level uint8

const (
	levelImplies level = iota + 1
	levelOr
	levelAnd
	levelNot
	levelCompare // does not chain
	levelRange   // does not chain
	levelSum
	levelProduct
	levelNegate // unary minus
)

// levels gives the level of every infix operator.
var levels = [...]level{
	OpImplies: levelImplies, OpOr: levelOr, OpAnd: levelAnd,
	OpEq: levelCompare, OpNe: levelCompare, OpLt: levelCompare, OpLe: levelCompare,
	OpGt: levelCompare, OpGe: levelCompare, OpIn: levelCompare, OpSubset: levelCompare,
	OpRange: levelRange, OpAdd: levelSum, OpSub: levelSum,
	OpIntersect: levelProduct, OpMul: levelProduct, OpDiv: levelProduct, OpMod: levelProduct,
}

// binaryOps finds the infix operator of a token.
var binaryOps = func() map[string]BinaryOp {
	m := map[string]BinaryOp{}
	for op, word := range binaryWords {
		m[word] = BinaryOp(op)
	}
	return m
}()
