package dsl

import "strings"

// Elsewhere is how this language says what a word means in MiniZinc, ASP, Essence, Python or mathematics; "" for words that
// need no advice. Upper and lower case and low lines don't matter.
func Elsewhere(word string) string {
	return elsewhere[strings.ToLower(strings.ReplaceAll(word, "_", ""))]
}

// ElsewhereValue is what [Elsewhere] says of a word that stands alone as a value, where a quantifier of other languages
// can't be meant.
func ElsewhereValue(word string) string {
	switch help := Elsewhere(word); help {
	case sayAll, saySome:
		return "a label is a value once a type names it: given clue: grid of {" + word + " \"?\"} or 0..9"
	default:
		return help
	}
}

// What several words ask for.
const (
	sayAll      = "write `all x in xs: …`, or a rule for each: rule \"…\" for x in xs: …"
	saySome     = "write `some x in xs: …`"
	sayDistinct = "write `distinct(xs)`, of a list, an array or `[x[i] for i in is]`"
	sayFind     = "what is to be found is written: find NAME: DOMAIN"
	sayGiven    = "what is given is written: given NAME: TYPE, or given NAME = VALUE with a default"
	sayRule     = "a constraint is written: rule \"NAME\": CONDITION"
	sayArray    = "an array is a name with keys: find x[i in 1..9]: 0..5; cells(board) may be the keys, too"
	sayCount    = "count with `count x in xs: CONDITION`, and compare the number"
	saySize     = "the number of members is `size(xs)`"
	sayRange    = "a range is written `1..9`, both ends included"
	sayImplies  = "a condition without `else` is `A implies B`"
	sayIff      = "`A iff B` of conditions is `A = B` with parentheses around each; `xor` is `!=`"
	sayNothing  = "what to do follows from the command: nazo solve, unique, count; to have the best, minimize EXPRESSION"
	sayLet      = "a name for a value is written: let NAME = EXPRESSION"
	sayLetRule  = "`let` is a statement of its own; a rule binds a name before its colon: rule \"…\" for x = VALUE: …"
	sayDef      = "a function is written: def NAME(A, B) = EXPRESSION"
	sayCycle    = "a loop is `find NAME: cycle in GRAPH`, a path `path in GRAPH`, such as orthogonal(board)"
	sayShow     = "what is drawn is written: show EXPRESSION; else all that is found is"
	sayUse      = "rules of another file are taken by: use NAME"
	sayJoin     = "sets are joined by `+`, intersected by `&`; `a - b` is what a has and b not, `a subset b` compares"
	sayBool     = "the type is `bool`, its values `true` and `false`"
	sayInt      = "a number has a range as its domain: find x: 0..99; given n: 0..99"
	sayNone     = "nothing is `none`; a domain that may be none ends in `?`: 0..9?"
	sayIf       = "the choice of a value is `if A then B else C`; for more cases `if` follows `else`"
	sayEach     = "members with their numbers are i in 1..size(xs) and xs[i]; two of them are {a, b} in pairs(xs), neighbours {a, b} in edges(orthogonal(board))"
	sayConnect  = "that cells hang together is `connected(s)`, or `connected(s, graph)`; that each part of them has one of some ends `reaches(s, ends)`"
	sayDots     = "comments begin with `#`"
)

// elsewhere has the words in lower case.
var elsewhere = map[string]string{
	// quantifiers and logic
	"forall": sayAll, "foreach": sayAll, "every": sayAll, "each": sayAll, "any": saySome, "exists": saySome, "exist": saySome, "exactly": sayCount,
	"atleast": sayCount, "atmost": sayCount, "exactlyone": "write `one x in xs: …`", "countif": sayCount, "globalcardinality": sayCount, "gcc": sayCount, "among": sayCount,
	"iff": sayIff, "xor": sayIff, "equiv": sayIff, "bool2int": "`count x in xs: CONDITION` counts conditions; `if A then 1 else 0` makes one a number",
	"elif": sayIf, "elseif": sayIf, "endif": sayIf, "ite": sayIf, "ifthenelse": sayIf, "when": sayImplies, "unless": "write `not A implies B`", "notin": "write `not (x in xs)`",
	// statements
	"var": sayFind, "variable": sayFind, "vars": sayFind, "decision": sayFind, "unknown": sayFind, "par": sayGiven, "param": sayGiven, "parameter": sayGiven, "input": sayGiven,
	"constraint": sayRule, "constraints": sayRule, "such": sayRule, "suchthat": sayRule, "subject": sayRule, "require": sayRule, "assert": sayRule, "ensure": sayRule, "must": sayRule,
	"solve": sayNothing, "satisfy": sayNothing, "satisfying": sayNothing, "maximum": "the largest is `max x in xs: …`, of a list `max(xs)`", "minimum": "the smallest is `min x in xs: …`, of a list `min(xs)`",
	"letting": sayLet, "const": sayLet, "constant": sayLet, "define": sayDef, "function": sayDef, "predicate": sayDef, "lambda": sayDef, "return": sayDef, "output": sayShow, "print": sayShow,
	"include": sayUse, "import": sayUse, "from": sayUse, "comment": sayDots, "language": "a spec begins with: puzzle NAME \"what it is\"", "branching": "how to search is the engines' affair; nazo solve --search names searches",
	// domains
	"int": sayInt, "integer": sayInt, "nat": sayInt, "number": sayInt, "float": "numbers are whole; take tenths or hundredths", "real": "numbers are whole; take tenths or hundredths", "boolean": sayBool, "true": sayBool, "false": sayBool,
	"array": sayArray, "matrix": sayArray, "indexed": sayArray, "vector": sayArray, "dict": sayArray, "table": "a table of allowed rows is `(x, y) in { (1, 2), (3, 4) }`",
	"enum": "names of values stand in braces: given c: grid of {white \"o\", black \"*\"}", "string": "names of values stand in braces: {red, green}; any word is a `label`", "letters": "letters are labels: `list of set of label`, or a set of names: {a, b, c}", "words": "words are labels: `list of label`",
	"char": "letters are labels: `list of label`", "loop": sayCycle, "circuit": sayCycle, "hamiltonian": "a line through all cells is `cycle in GRAPH` and the rule covers(line, cells(board))", "subcircuit": sayCycle, "tree": "edges without a ring: acyclic(edges); with connected(…) they are a tree",
	"area": "the area of the part that holds c is size(part(c, room))", "same": "a and b are in one part where b in part(a, room)",
	"bag": "a list may have members twice; `count x in xs: x = v` counts them", "multiset": "a list may have members twice; `count x in xs: x = v` counts them", "mset": "a list may have members twice; `count x in xs: x = v` counts them",
	"partition": "a board cut into connected parts is `find room: regions in GRAPH`", "region": "a board cut into connected parts is `find room: regions in GRAPH`", "sequence": "a list of known length is an array: find x[i in 1..n]: …", "seq": "a list of known length is an array: find x[i in 1..n]: …",
	// functions
	"alldifferent": sayDistinct, "alldiff": sayDistinct, "different": sayDistinct, "unique": sayDistinct, "allequal": "write `all x in xs: x = y`", "len": saySize, "lengthof": saySize, "card": saySize, "cardinality": saySize,
	"range": sayRange, "set2array": "members in their order are `sorted(s)`", "list": "members in their order are `sorted(s)`; a list is written [a, b] or [f(x) for x in xs]", "enumerate": sayEach, "zip": sayEach,
	"union": sayJoin, "intersection": sayJoin, "intersect": sayJoin, "diff": sayJoin, "setminus": sayJoin, "superset": sayJoin, "issubset": sayJoin, "append": sayJoin, "isdisjoint": "write `a & b = {}`", "disjoint": "write `a & b = {}`", "setdifference": sayJoin,
	"element": "the member with a number is `xs[i]`, also where i is to be found", "inverse": "two arrays are inverse where `all i in is: y[x[i]] = i`", "increasing": "write `all {i, j} in pairs(1..n): x[i] < x[j]`", "cumulative": "write a rule for each time: (sum t in tasks where …: need[t]) <= most",
	"lexless": "compare what comes first: `first i in is where x[i] != y[i]: x[i] < y[i]`", "lexlesseq": "compare what comes first: `first i in is where x[i] != y[i]: x[i] < y[i]`", "regular": "runs in a line are `runs(line, value)`, patterns `matches(…)`",
	"neighbours": "the neighbours in a graph are `neighbors(orthogonal(board), c)`; king(board) joins diagonals, too", "adjacent": "a and b are neighbours where {a, b} in edges(orthogonal(board))", "reachable": sayConnect, "reach": sayConnect, "isconnected": sayConnect, "floodfill": sayConnect, "activeverticesconnected": sayConnect,
	"pow": "there is no power; multiply", "sqrt": "there are no roots; x * x = n says that x is one", "prod": "the product is `product x in xs: …`", "mul": "the product is `product x in xs: …`", "floor": "division `/` rounds down", "div": "division is `/`, and rounds down", "rem": "the remainder is `a mod b`", "modulo": "the remainder is `a mod b`",
	"is": "write `=`; nothing is `none`", "null": sayNone, "nil": sayNone, "nothing": sayNone, "empty": "an empty set is `{}`, an empty list `[]`; of cells without a value `x[c] = none`", "emptyset": "an empty set is `{}`",
}
