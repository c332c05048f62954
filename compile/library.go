package compile

import (
	"nazo/dsl"
	"nazo/model"
	"nazo/value"
)

// function is a function of the language's library.
type function struct {
	// params is the least and most number of arguments.
	params [2]int
	// lifted functions know only known values; with unknown scalars they become
	// their table.
	lifted bool
	// nothing is what a lifted function gives for none: nil means none itself;
	// a function that gives collections gives an empty one.
	nothing value.Value
	// onBoard says that of an array as the first argument only the keys matter.
	onBoard bool
	// random functions give something else at each call.
	random bool
	apply  func(ev *evaluator, x *dsl.Call, args []value.Value) value.Value
}

// library has the functions by name; names and kinds of arguments were checked
// before, against the table in dsl/check.
func library() map[string]function {
	emptySet, emptyList := value.NewSet(), value.List(nil)
	return map[string]function{
		"grid":       {params: two, lifted: true, apply: gridOf},
		"cells":      {params: one, apply: cellsOf},
		"rows":       {params: one, apply: linesOf(rowsOf)},
		"columns":    {params: one, apply: linesOf(columnsOf)},
		"diagonals":  {params: one, apply: linesOf(diagonalsOf)},
		"row":        {onBoard: true, params: oneOrTwo, lifted: true, apply: rowOrColumn(true)},
		"column":     {onBoard: true, params: oneOrTwo, lifted: true, apply: rowOrColumn(false)},
		"boxes":      {params: three, apply: windows(true)},
		"blocks":     {params: three, apply: windows(false)},
		"lines":      {onBoard: true, params: two, lifted: true, nothing: emptyList, apply: linesTowards},
		"rectangles": {params: one, apply: rectangles},
		"width":      {params: one, apply: extentOf(false)},
		"height":     {params: one, apply: extentOf(true)},
		"areas":      {params: one, apply: areas},
		"values":     {params: one, apply: valuesOf},
		"clues":      {params: one, apply: clues},
		"ray":        {params: two, lifted: true, nothing: emptyList, apply: ray},
		"next":       {params: two, lifted: true, apply: next},
		"opposite":   {params: one, lifted: true, apply: opposite},
		"ring":       {params: one, lifted: true, nothing: emptyList, apply: ring},
		"distance":   {params: two, lifted: true, apply: distance},
		"cell":       {onBoard: true, params: three, lifted: true, apply: cell},

		"orthogonal": {params: one, apply: steps(orthogonalSteps)},
		"king":       {params: one, apply: steps(kingSteps)},
		"leaper":     {params: [2]int{2, 3}, apply: leaper},
		"lattice":    {params: one, apply: lattice},
		"complete":   {params: one, apply: complete},
		"sightlines": {params: one, apply: sightlines},
		"within":     {params: two, apply: withinOf},
		"graph":      {params: two, apply: explicitGraph(false)},
		"digraph":    {params: two, apply: explicitGraph(true)},
		"vertices":   {params: one, apply: vertices},
		"edges":      {params: one, apply: edgesOf},
		"edge":       {params: two, lifted: true, apply: edgeBetween},
		"neighbors":  {params: two, lifted: true, nothing: emptySet, apply: neighbors},
		"incident":   {params: two, lifted: true, nothing: emptySet, apply: incident},
		"border":     {params: two, lifted: true, nothing: emptySet, apply: border},
		"sides":      {params: one, lifted: true, nothing: emptySet, apply: sides},
		"along":      {params: one, lifted: true, nothing: emptySet, apply: along},
		"crossings":  {params: one, apply: crossings},

		"covers":    {params: two, apply: at((*evaluator).covers)},
		"visits":    {params: one, apply: at((*evaluator).visits)},
		"length":    {params: one, apply: at((*evaluator).length)},
		"step":      {params: one, apply: at((*evaluator).step)},
		"starts_at": {params: two, apply: endAt(true)},
		"ends_at":   {params: two, apply: endAt(false)},
		"degree":    {params: two, apply: at((*evaluator).degree)},
		"connected": {params: oneOrTwo, apply: at((*evaluator).connected)},
		"acyclic":   {params: one, apply: at((*evaluator).acyclic)},
		"inverse":   {params: one, apply: at((*evaluator).inverse)},

		"size":     {params: one, apply: size},
		"sum":      {params: one, apply: aggregate((*evaluator).sum)},
		"product":  {params: one, apply: aggregate((*evaluator).product)},
		"min":      {params: one, apply: aggregate(extremumOf(false))},
		"max":      {params: one, apply: aggregate(extremumOf(true))},
		"distinct": {params: one, apply: at((*evaluator).distinct)},
		"pairs":    {params: one, apply: pairs},
		"subsets":  {params: one, apply: subsets},
		"sorted":   {params: one, lifted: true, nothing: emptyList, apply: sorted},
		"reverse":  {params: one, apply: reverse},
		"rotate":   {params: two, apply: rotate},
		"index":    {params: two, lifted: true, apply: indexIn},
		"runs":     {params: oneOrTwo, apply: at((*evaluator).runs)},
		"number":   {params: two, apply: at((*evaluator).digitsNumber)},
		"total":    {params: two, apply: at((*evaluator).total)},
		"union":    {params: one, apply: union},
		"push":     {params: two, apply: push},
		"pop":      {params: one, apply: pop},
		"top":      {params: one, apply: top},
		"shuffled": {params: one, random: true, apply: shuffled},
		"abs":      {params: one, apply: abs},
		"isqrt":    {params: one, lifted: true, apply: isqrt},
	}
}

var (
	one      = [2]int{1, 1}
	oneOrTwo = [2]int{1, 2}
	two      = [2]int{2, 2}
	three    = [2]int{3, 3}
)

// at fits a function that needs only the place of its call.
func at(f func(*evaluator, dsl.Node, []value.Value) value.Value) func(*evaluator, *dsl.Call, []value.Value) value.Value {
	return func(ev *evaluator, x *dsl.Call, args []value.Value) value.Value { return f(ev, x, args) }
}

// memoKey identifies a call with known arguments that can be compared quickly.
type memoKey struct {
	name string
	args [3]value.Value
}

// callLibrary computes a function of the library. Calls with the same known
// boards, sets and graphs are common inside of binders, so results are kept.
func (ev *evaluator) callLibrary(x *dsl.Call, args []value.Value) value.Value {
	f, ok := ev.program.library[x.Func.Text]
	if !ok {
		ev.fail(x.Func, "unknown-function", "no function is called %q", x.Func.Text)
	}
	if len(args) < f.params[0] || len(args) > f.params[1] {
		ev.fail(x, "wrong-arguments", "%s takes another number of arguments than %d", x.Func.Text, len(args))
	}
	if f.random {
		return ev.applyFunction(f, x, args)
	}
	key, heavy, ok := keyOfCall(x.Func.Text, args)
	if !ok || !heavy {
		return ev.applyFunction(f, x, args)
	}
	return ev.recall(key, func() value.Value { return ev.applyFunction(f, x, args) })
}

// keyOfCall identifies a call by its arguments; ok is false unless these are few,
// known and quickly compared. heavy says that a collection is among them.
func keyOfCall(name string, args []value.Value) (key memoKey, heavy, ok bool) {
	key.name = name
	if len(args) > len(key.args) {
		return key, false, false
	}
	for i, a := range args {
		switch a.(type) {
		case *value.Set, *value.Graph, *value.Board:
			heavy = true
		case *value.Array:
			if !value.Known(a) {
				return key, false, false
			}
			heavy = true
		case value.Int, value.Cell, value.Direction, value.Label:
		default:
			return key, false, false
		}
		key.args[i] = a
	}
	return key, heavy, true
}

// mostRemembered bounds the results that are kept.
const mostRemembered = 1 << 18

// recall is the result of a call that was made before, or else computes it; it is
// kept if it is known.
func (ev *evaluator) recall(key memoKey, compute func() value.Value) value.Value {
	if v, done := ev.remembered[key]; done {
		return v
	}
	if v, done := ev.memo[key]; done {
		return v
	}
	v := compute()
	if value.Known(v) && len(ev.memo) < mostRemembered {
		ev.memo[key] = v
	}
	return v
}

func (ev *evaluator) applyFunction(f function, x *dsl.Call, args []value.Value) value.Value {
	ev.calling = x
	if !f.lifted {
		return f.apply(ev, x, args)
	}
	if a, ok := args[0].(*value.Array); ok && f.onBoard {
		args = append([]value.Value{a.Keys}, args[1:]...)
	}
	return ev.lift(x, args, func(known []value.Value) value.Value {
		if absent(known...) {
			if f.nothing != nil {
				return f.nothing
			}
			return value.None{}
		}
		return f.apply(ev, x, known)
	})
}

// wrong ends the statement because an argument has the wrong kind.
func (ev *evaluator) wrong(x *dsl.Call, i int, expected string, found value.Value) {
	ev.fail(x.Args[i], "wrong-argument", "%s expects %s here, found %s", x.Func.Text, expected, value.Kind(found))
}

// intArg is argument i as a known number that fits an int.
func (ev *evaluator) intArg(x *dsl.Call, args []value.Value, i int) int {
	n, ok := args[i].(value.Int)
	if !ok {
		if !value.Known(args[i]) {
			ev.fail(x.Args[i], "must-be-known", "this number must be known: it may not depend on a find")
		}
		if b, isBig := value.BigOf(args[i]); isBig {
			ev.fail(x.Args[i], "too-large", "%s is too large here", b)
		}
		ev.wrong(x, i, "a number", args[i])
	}
	if n < -model.MaxMagnitude || n > model.MaxMagnitude {
		ev.fail(x.Args[i], "too-large", "%d is too large here", int64(n))
	}
	return int(n)
}

func (ev *evaluator) cellArg(x *dsl.Call, args []value.Value, i int) value.Cell {
	c, ok := args[i].(value.Cell)
	if !ok {
		ev.wrong(x, i, "a cell", args[i])
	}
	return c
}

func (ev *evaluator) directionArg(x *dsl.Call, args []value.Value, i int) value.Direction {
	d, ok := args[i].(value.Direction)
	if !ok {
		ev.wrong(x, i, "a direction", args[i])
	}
	return d
}

func (ev *evaluator) graphArg(x *dsl.Call, args []value.Value, i int) *value.Graph {
	g, ok := args[i].(*value.Graph)
	if !ok {
		ev.wrong(x, i, "a graph", args[i])
	}
	return g
}

// arrayArg is argument i as an array; a grid is one.
func (ev *evaluator) arrayArg(x *dsl.Call, args []value.Value, i int) *value.Array {
	a, ok := args[i].(*value.Array)
	if !ok {
		ev.wrong(x, i, "a grid", args[i])
	}
	return a
}
