package dsl

var unaryWords = [...]string{OpNot: "not", OpNeg: "-"}

// String returns the operator as it is written.
func (op UnaryOp) String() string { return unaryWords[op] }

var binaryWords = [...]string{
	OpImplies: "implies", OpOr: "or", OpAnd: "and",
	OpEq: "=", OpNe: "!=", OpLt: "<", OpLe: "<=", OpGt: ">", OpGe: ">=", OpIn: "in", OpSubset: "subset",
	OpRange: "..", OpAdd: "+", OpSub: "-", OpIntersect: "&", OpMul: "*", OpDiv: "/", OpMod: "mod",
}

// String returns the operator as it is written.
func (op BinaryOp) String() string { return binaryWords[op] }

var quantWords = [...]string{
	OpAll: "all", OpSome: "some", OpNo: "no", OpOne: "one", OpSum: "sum", OpCount: "count",
	OpMin: "min", OpMax: "max", OpFirst: "first", OpPrefix: "prefix", OpProduct: "product",
}

// String returns the word that begins the form.
func (op QuantOp) String() string { return quantWords[op] }
