package dsl

import "strings"

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

// quantUses says of each quantifier what it is worth.
var quantUses = [...]string{
	OpAll: "CONDITION: true if it holds for each x", OpSome: "CONDITION: true if it holds for at least one x",
	OpNo: "CONDITION: true if it holds for no x", OpOne: "CONDITION: true if it holds for exactly one x",
	OpSum: "NUMBER: what the numbers add up to", OpCount: "CONDITION: for how many x it holds",
	OpMin: "NUMBER: the least of the numbers, or none", OpMax: "NUMBER: the greatest of the numbers, or none",
	OpFirst: "CONDITION: the first x for which it holds, or none", OpPrefix: "CONDITION: the elements before the first for which it does not hold",
	OpProduct: "NUMBER: what the numbers multiply to",
}

// QuantifierUsage is how a form is written that begins with a quantifier's word, and what it is worth; "" for other words.
func QuantifierUsage(word string) (usage, worth string) {
	op, ok := quantWord[word]
	if !ok {
		return "", ""
	}
	body, worth, _ := strings.Cut(quantUses[op], ": ")
	return word + " x in xs: " + body, worth
}

// String returns the word that begins the form.
func (op QuantOp) String() string { return quantWords[op] }
