package lower

import (
	"slices"

	"nazo/dsl"
	"nazo/dsl/value"
	"nazo/internal/model"
)

// Equal is the condition a = b. It is total: none equals none only.
func (lw *Lowerer) Equal(at dsl.Node, a, b value.Value) model.Bool {
	lw.Work(1)
	a, b = PlainSet(a), PlainSet(b)
	if r, ok := a.(value.Range); ok {
		if s, ok := b.(value.Range); ok {
			return model.Const(value.Equal(r, s))
		}
	}
	if same, ok := lw.equalStacks(at, a, b); ok {
		return same
	}
	if IsCollection(a) && IsCollection(b) && (IsSet(a) || IsSet(b)) {
		if IsSet(a) && IsSet(b) {
			if same, ok := lw.equalKnown(a, b); ok {
				return same
			}
		}
		return lw.equalSets(at, a, b)
	}
	if value.Known(a) && value.Known(b) {
		return model.Const(value.Equal(a, b))
	}
	for _, pair := range [2][2]value.Value{{a, b}, {b, a}} {
		switch x := pair[0].(type) {
		case value.Runs:
			return lw.equalRuns(at, x, pair[1])
		case value.Figure:
			return lw.equalFigure(at, x, pair[1])
		}
	}
	if isLong(a) || isLong(b) {
		return lw.equalLong(at, a, b)
	}
	if x, ok := a.(value.Bool); ok {
		if y, ok := b.(value.Bool); ok {
			return lw.Iff(model.Bool(x), model.Bool(y))
		}
		return model.False
	}
	for _, pair := range [2][2]value.Value{{a, b}, {b, a}} {
		switch x := pair[0].(type) {
		case value.Unknown:
			return lw.equalNumber(at, x, pair[1])
		case value.Choice:
			return lw.equalChoice(at, x, pair[1])
		}
	}
	return lw.equalElements(at, a, b)
}

func (lw *Lowerer) equalNumber(at dsl.Node, u value.Unknown, other value.Value) model.Bool {
	if c, ok := other.(value.Choice); ok && !IsNumber(other) {
		return lw.equalChoice(at, c, u)
	}
	if !IsNumber(other) {
		return model.False
	}
	if i, ok := other.(value.Int); ok { // known numbers may exceed the model's
		return lw.And(u.Defined, lw.Model.In(u.X, model.Range(int64(i), int64(i))))
	}
	if _, ok := other.(value.Big); ok {
		return model.False
	}
	y, defined := lw.Number(at, other)
	if defined == model.False {
		return u.Defined.Not()
	}
	return lw.Or(lw.And(u.Defined, defined, lw.Model.Equal(u.X, y)), lw.And(u.Defined.Not(), defined.Not()))
}

func (lw *Lowerer) equalChoice(at dsl.Node, c value.Choice, other value.Value) model.Bool {
	d, both := other.(value.Choice)
	if both && c.Indexed && d.Indexed && sameValues(c.Alts, d.Alts) {
		return lw.Model.Equal(c.Index, d.Index)
	}
	if same, ok := lw.equalKnown(c, other); ok {
		return same
	}
	lw.Work(len(c.Alts))
	return lw.oneHolds(c.Alts, func(v value.Value) model.Bool { return lw.Equal(at, v, other) })
}

// equalKnown compares two choices among known values. ok is false for anything else.
func (lw *Lowerer) equalKnown(a, b value.Value) (same model.Bool, ok bool) {
	xs, ok := knownAlternatives(a)
	if !ok {
		return model.False, false
	}
	ys, ok := knownAlternatives(b)
	if !ok {
		return model.False, false
	}
	lw.Work(len(xs) + len(ys))
	if len(xs) < len(ys) {
		xs, ys = ys, xs
	}
	guards := make(map[value.Key]model.Bool, len(ys)) // of the shorter list; the longer one looks them up
	for _, y := range ys {
		k := value.KeyOf(y.Value)
		if before, again := guards[k]; again {
			y.Guard = lw.Or(before, y.Guard)
		}
		guards[k] = y.Guard
	}
	var cases []model.Bool
	for _, x := range xs {
		if guard, common := guards[value.KeyOf(x.Value)]; common {
			cases = append(cases, lw.And(x.Guard, guard))
		}
	}
	return lw.Or(cases...), true
}

// knownAlternatives returns the alternatives of a choice among known values, or a single known value. Otherwise ok
// is false.
func knownAlternatives(v value.Value) (alts []value.Alternative, ok bool) {
	c, isChoice := v.(value.Choice)
	if !isChoice {
		return []value.Alternative{{Guard: model.True, Value: v}}, value.Known(v)
	}
	return c.Alts, !slices.ContainsFunc(c.Alts, func(a value.Alternative) bool { return !value.Known(a.Value) })
}

// sameValues reports whether two lists of alternatives have the same values in the same order.
func sameValues(a, b []value.Alternative) bool {
	return slices.EqualFunc(a, b, func(x, y value.Alternative) bool { return value.Equal(x.Value, y.Value) })
}

func (lw *Lowerer) equalSets(at dsl.Node, a, b value.Value) model.Bool {
	if p, ok := a.(value.Part); ok {
		if q, ok := b.(value.Part); ok && p.Web == q.Web && len(p.From)+len(q.From) == 2 {
			return lw.sameParts(at, p, q)
		}
	}
	neither := lw.And(lw.defined(a).Not(), lw.defined(b).Not())
	return lw.Or(neither, lw.And(lw.Subset(at, a, b), lw.Subset(at, b, a)))
}

// equalElements compares sequences, arrays and routes part by part.
func (lw *Lowerer) equalElements(at dsl.Node, a, b value.Value) model.Bool {
	if x, ok := a.(*value.Array); ok {
		y, ok := b.(*value.Array)
		if !ok || value.Compare(x.Keys, y.Keys) != 0 {
			return model.False
		}
		var others []value.Value
		for _, k := range x.Keys.List() {
			v, _ := y.At(k)
			others = append(others, v)
		}
		return lw.allEqual(at, x.Values, others)
	}
	if x, ok := a.(*value.Route); ok {
		if y, ok := b.(*value.Route); ok && x.Graph == y.Graph {
			var same []model.Bool
			for i := range x.Edges {
				same = append(same, lw.Iff(x.Edges[i], y.Edges[i]))
			}
			return lw.And(same...)
		}
	}
	if g, ok := a.(value.Guarded); ok {
		return lw.equalSequence(at, g, b)
	}
	if g, ok := b.(value.Guarded); ok {
		return lw.equalSequence(at, g, a)
	}
	xs, ys := value.Elements(a), value.Elements(b)
	if len(xs) != len(ys) || len(xs) == 0 {
		return model.False
	}
	return lw.allEqual(at, xs, ys)
}

// allEqual is the condition that two sequences of one length are equal, element by element.
func (lw *Lowerer) allEqual(at dsl.Node, xs, ys []value.Value) model.Bool {
	same := make([]model.Bool, len(xs))
	for i := range xs {
		same[i] = lw.Equal(at, xs[i], ys[i])
	}
	return lw.And(same...)
}

// equalGuarded compares two lists whose members depend on variables. row[j] is the condition that, of the first i
// members of a and the first j of b, those that exist are the same.
func (lw *Lowerer) equalGuarded(at dsl.Node, a, b value.Guarded) model.Bool {
	lw.TooMany(at, len(a.Members)*len(b.Members))
	row := make([]model.Bool, len(b.Members)+1)
	row[0] = model.True
	for j, m := range b.Members {
		row[j+1] = lw.And(row[j], m.Guard.Not())
	}
	for _, m := range a.Members {
		next := make([]model.Bool, len(row))
		next[0] = lw.And(row[0], m.Guard.Not())
		for j, n := range b.Members {
			lw.Tick(at)
			next[j+1] = lw.Or(
				lw.And(m.Guard.Not(), row[j+1]),
				lw.And(m.Guard, n.Guard.Not(), next[j]),
				lw.And(m.Guard, n.Guard, row[j], lw.Equal(at, m.Value, n.Value)))
		}
		row = next
	}
	return row[len(b.Members)]
}

// equalSequence compares a list whose members depend on variables with a fixed list. reached[j] is the condition
// that the members so far are its first j elements.
func (lw *Lowerer) equalSequence(at dsl.Node, g value.Guarded, other value.Value) model.Bool {
	switch o := other.(type) {
	case value.Runs:
		return lw.equalSequence(at, g, lw.runsList(at, o))
	case value.Choice:
		return lw.equalChoice(at, o, g)
	case value.Guarded:
		return lw.equalGuarded(at, g, o)
	}
	if !IsCollection(other) {
		return model.False
	}
	ys := value.Elements(other)
	reached := make([]model.Bool, len(ys)+1)
	for j := range reached {
		reached[j] = model.Const(j == 0)
	}
	for _, m := range g.Members {
		for j := len(ys); j >= 0; j-- {
			stay := lw.And(reached[j], m.Guard.Not())
			if j > 0 {
				stay = lw.Or(stay, lw.And(reached[j-1], m.Guard, lw.Equal(at, m.Value, ys[j-1])))
			}
			reached[j] = stay
		}
	}
	return reached[len(ys)]
}

// Distinct is the condition that no two members of a collection are equal. It ignores none.
func (lw *Lowerer) Distinct(at dsl.Node, args []value.Value) value.Value {
	members, _ := lw.Members(at, args[0])
	if lw.betterByPairs(members) {
		return value.Bool(lw.differ(at, members))
	}
	body, clash := lw.distinctBody(at, members)
	if clash {
		return value.False
	}
	return value.Bool(lw.newDecomposable(body))
}

// betterByPairs reports whether the members may take more values than there are pairs of parts that could differ. A
// row of twenty truth values would have a million codes.
func (lw *Lowerer) betterByPairs(members []value.Alternative) bool {
	var codes, parts int64
	for _, m := range members {
		n, k := lw.ways(m.Value)
		codes, parts = codes+n, parts+k
	}
	return codes > parts*int64(len(members))/2 && parts > int64(len(members))
}

// ways counts the possible values of a sequence of unknown values, up to a limit, and its parts. For anything else
// both are 1.
func (lw *Lowerer) ways(v value.Value) (values, parts int64) {
	const limit = 1 << 30
	values, parts = 1, 1
	switch v := v.(type) {
	case value.Bool:
		values = 2
	case value.Choice:
		values = int64(len(v.Alts))
	case value.Unknown:
		values = lw.domainOf(v.X).Size()
	case value.List, value.Tuple:
		parts = 0
		for _, part := range value.Elements(v) {
			n, k := lw.ways(part)
			values, parts = min(limit, values*min(limit, n)), parts+k
		}
		return values, max(1, parts)
	}
	if value.Known(v) {
		values = 1
	}
	return min(limit, values), 1
}

// differ is the condition that no two members are equal.
func (lw *Lowerer) differ(at dsl.Node, members []value.Alternative) model.Bool {
	var all []model.Bool
	for i, a := range members {
		for _, b := range members[:i] {
			if !Absent(a.Value) && !Absent(b.Value) {
				lw.Tick(at)
				all = append(all, lw.And(a.Guard, lw.defined(a.Value), b.Guard, lw.defined(b.Value), lw.Equal(at, a.Value, b.Value)).Not())
			}
		}
	}
	return lw.And(all...)
}

// distinctBody turns the members into numbers: numbers themselves, or codes of other values. clash means that two
// known members are equal.
func (lw *Lowerer) distinctBody(at dsl.Node, members []value.Alternative) (body model.Distinct, clash bool) {
	codes := &coder{lw: lw, at: at, numbers: true}
	for _, m := range members {
		codes.numbers = codes.numbers && IsNumber(m.Value)
	}
	seen := map[value.Key]bool{}
	present := make([]model.Bool, 0, len(members))
	always := true
	for _, m := range members {
		if Absent(m.Value) {
			continue
		}
		if m.Guard == model.True && value.Known(m.Value) {
			if k := value.KeyOf(m.Value); seen[k] {
				return body, true
			} else {
				seen[k] = true
			}
		}
		x, defined := codes.code(m.Value)
		here := lw.And(m.Guard, defined)
		body.Xs = append(body.Xs, x)
		present = append(present, here)
		always = always && here == model.True
	}
	if !always {
		body.Present = present
	}
	return body, false
}

// coder gives equal numbers to equal values. Numbers stand for themselves if there is nothing else.
type coder struct {
	lw      *Lowerer
	at      dsl.Node
	numbers bool
	index   map[value.Key]int64
}

func (c *coder) of(v value.Value) int64 {
	k := value.KeyOf(v)
	i, ok := c.index[k]
	if !ok {
		if c.index == nil {
			c.index = map[value.Key]int64{}
		}
		i = int64(len(c.index))
		c.index[k] = i
	}
	return i
}

// code returns the number of v, and the condition that it is not none.
func (c *coder) code(v value.Value) (model.Int, model.Bool) {
	lw := c.lw
	if c.numbers {
		return lw.Number(c.at, v)
	}
	if value.Known(v) {
		return lw.Model.Int(c.of(v)), model.Const(!Absent(v))
	}
	return lw.encode(c.at, v, c.of), lw.defined(v)
}

// encode returns the code of an unknown value.
func (lw *Lowerer) encode(at dsl.Node, v value.Value, code func(value.Value) int64) model.Int {
	alts := MapValues(lw.Alternatives(at, v), func(v value.Value) value.Value { return value.Int(code(v)) })
	table, ok := lw.tabulate(at, v, alts)
	if !ok {
		table = lw.Choose(at, alts)
	}
	x, _ := lw.Number(at, table)
	return x
}
