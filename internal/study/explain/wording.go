package explain

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"nazo/compile"
	"nazo/compile/layout"
	"nazo/dsl/value"
	"nazo/internal/model"
)

// Words have facts about the finds of a problem, or its state, in words.
type Words struct {
	Problem  *compile.Problem
	m        *model.Model
	meanings map[model.VarID]layout.Meaning // nil until they are asked for
	names    *Names                         // nil until they are asked for
}

// WordsOf are those of a problem.
func WordsOf(p *compile.Problem) Words { return Words{Problem: p, m: p.Model} }

// Meaning is what the variable of a fact stands for; ok is false of one that is no find's.
func (w *Words) Meaning(v model.VarID) (m layout.Meaning, ok bool) {
	if w.meanings == nil {
		w.meanings = w.Problem.Meanings()
	}
	m, ok = w.meanings[v]
	return m, ok && w.m.Vars[v].Find >= 0
}

// Find is the name of the find that a variable is a part of.
func (w *Words) Find(v model.VarID) string { return w.m.Finds[w.m.Vars[v].Find].Name }

// phrase is what is said of several things at once: subjects, then what they are or are not.
type phrase struct{ subjects, says string }

// Facts says what several facts say, those that say the same together and in the order of the board: "r1c2, r1c3 in shaded; r2c2 not in
// shaded". A value that is said makes it needless to say which others are none.
func (w *Words) Facts(facts []model.Fact) string {
	facts = slices.Clone(facts)
	slices.SortStableFunc(facts, func(a, b model.Fact) int { return int(a.Var) - int(b.Var) })
	valued := map[model.VarID]bool{}
	for _, f := range facts {
		valued[f.Var] = valued[f.Var] || f.Is
	}
	var members, values, others []phrase
	without := map[model.VarID]int{} // the index in others
	for _, f := range facts {
		m, ok := w.Meaning(f.Var)
		switch {
		case !ok || !f.Is && valued[f.Var]:
		case m.Member != nil && (f.Value == 1) == f.Is:
			members = append(members, phrase{value.String(m.Member), "in " + m.Of})
		case m.Member != nil:
			members = append(members, phrase{value.String(m.Member), "not in " + m.Of})
		case f.Is:
			values = append(values, phrase{m.Of, "= " + value.String(m.Values(f.Value))})
		default:
			i, begun := without[f.Var]
			if !begun {
				i = len(others)
				without[f.Var] = i
				others = append(others, phrase{m.Of, "≠ " + value.String(m.Values(f.Value))})
				continue
			}
			others[i].says += ", " + value.String(m.Values(f.Value))
		}
	}
	return strings.Join(slices.Concat(joined(members), joined(values), joined(others)), "; ")
}

// joined puts the subjects of which the same is said into one phrase, what is rather than what is not first.
func joined(all []phrase) (out []string) {
	var order []string
	subjects := map[string][]string{}
	for _, p := range all {
		if subjects[p.says] == nil {
			order = append(order, p.says)
		}
		subjects[p.says] = append(subjects[p.says], p.subjects)
	}
	for _, negative := range []bool{false, true} {
		for _, says := range order {
			if strings.HasPrefix(says, "not ") == negative {
				out = append(out, strings.Join(subjects[says], ", ")+" "+says)
			}
		}
	}
	return out
}

// Worth are the facts that are worth saying where a state is known: not that a line passes a vertex, or does not, where it is known of
// an edge that it takes there, or of all.
func (x *Explainer) Worth(facts []model.Fact, s *State) []model.Fact {
	x.joinEdges()
	return slices.DeleteFunc(slices.Clone(facts), func(f model.Fact) bool {
		if _, ok := x.Meaning(f.Var); !ok {
			return true
		}
		edges := x.edges[f.Var]
		on := func(want int64) func(model.VarID) bool {
			return func(e model.VarID) bool { return s.has[model.Fact{Var: e, Value: want, Is: true}] }
		}
		if f.Value == 1 {
			return slices.ContainsFunc(edges, on(1))
		}
		off := on(0)
		return len(edges) > 0 && !slices.ContainsFunc(edges, func(e model.VarID) bool { return !off(e) })
	})
}

// joinEdges finds out which edges a line may take at its vertices.
func (x *Explainer) joinEdges() {
	if x.edges != nil {
		return
	}
	x.edges = map[model.VarID][]model.VarID{}
	type place struct {
		of string
		at value.Key
	}
	vertices := map[place]model.VarID{}
	for v := range x.m.Vars {
		if m, ok := x.Meaning(model.VarID(v)); ok && m.Member != nil {
			vertices[place{m.Of, value.KeyOf(m.Member)}] = model.VarID(v)
		}
	}
	for v := range x.m.Vars {
		m, ok := x.Meaning(model.VarID(v))
		e, isEdge := m.Member.(value.Edge)
		if !ok || !isEdge {
			continue
		}
		for _, end := range []value.Value{e.A, e.B} {
			if vertex, ok := vertices[place{m.Of, value.KeyOf(end)}]; ok {
				x.edges[vertex] = append(x.edges[vertex], model.VarID(v))
			}
		}
	}
}

// Piece says what a unit says that is a piece of an instance, and at which vertex, if at one; ok is false of a whole instance.
func (x *Explainer) Piece(u int32) (says string, at value.Value, ok bool) {
	p := x.ProblemOf(u).Model.Instances[u].Piece
	switch {
	case p == nil || p.Says == "":
		return "", nil, false
	case p.At < 0:
		what := strconv.FormatInt(p.Value, 10)
		if m, ok := x.Meaning(p.Var); ok && m.Values != nil {
			what = value.String(m.Values(p.Value))
		}
		where, _ := x.where(u)
		if places := x.among(u); places != nil {
			where = Listed(places)
		} else if where == "" {
			where = x.ProblemOf(u).RuleName(u)
		}
		return what + " " + p.Says + " among " + where, nil, true
	}
	return p.Says, x.Problem.Vertex(p.Of, p.At), true
}

// among are the places of what the constraint is about of which a unit is a piece, in its order, whatever its rule binds; nil if they are not
// all cells or edges.
func (x *Explainer) among(u int32) (places []value.Value) {
	m := x.ProblemOf(u).Model
	all := true
	m.Constraints[m.Instances[u].Piece.Of].Body.Operands(func(model.Bool) { all = false }, func(i model.Int) {
		v, ok := m.Ints[i].(model.IntVar)
		if !ok {
			all = false
			return
		}
		meaning, _ := x.Meaning(v.Var)
		switch meaning.Key.(type) {
		case value.Cell, value.Edge:
			places = append(places, meaning.Key)
		default:
			all = false
		}
	})
	if !all {
		return nil
	}
	return places
}

// Places are the cells and edges that a unit is about; none for what is about everything.
func (x *Explainer) Places(u int32) []value.Value {
	if _, at, ok := x.Piece(u); ok {
		if at != nil {
			return []value.Value{at}
		}
		if places := x.among(u); places != nil {
			return places
		}
	}
	return x.ProblemOf(u).Places(u)
}

// Says is what a unit says by itself: a piece, or a rule instance as [compile.Problem.Says] has it, else which rule it is, and where.
func (x *Explainer) Says(u int32) string {
	if _, _, piece := x.Piece(u); !piece {
		if text := x.Problem.Says(u); text != "" {
			return text
		}
	}
	return x.Reasons([]int32{u}, Named)
}

// Wording is how rule instances are told.
type Wording uint8

// The wordings, each with what those before it have.
const (
	Named      Wording = iota // the rule's name, and where: "clue at r1c2, r3c4"
	Spoken                    // by the rule's sentence for it, if it has one
	Conditions                // or by its condition with what is known put in: "clue: k[r1c2] = 3, k[r3c4] = 1"
)

// told are instances, or parts of one, that are told together: of what, then what it is said of.
type told struct{ of, by string }

// Reasons says which units they are, those of one rule together: "clue at r1c2, r3c4; the line goes on at p1,1". What has a sentence stands for itself.
func (x *Explainer) Reasons(units []int32, w Wording) string {
	var own []string
	var order []told
	parts := map[told][]string{}
	group := func(of, by, part string) {
		t := told{of, by}
		if _, met := parts[t]; !met {
			order = append(order, t)
			parts[t] = nil
		}
		if part != "" {
			parts[t] = append(parts[t], part)
		}
	}
	for _, u := range slices.Sorted(slices.Values(units)) {
		says, at, piece := x.Piece(u)
		name := x.ProblemOf(u).RuleName(u)
		sentence, condition := "", ""
		if w >= Spoken && !piece {
			sentence = x.Problem.Sentence(u)
		}
		if w >= Conditions && !piece {
			condition = x.Problem.Condition(u)
		}
		switch {
		case piece && at == nil:
			own = append(own, says)
		case piece:
			group(says, " at ", value.String(at))
		case sentence != "":
			own = append(own, sentence)
		case condition != "":
			group(name, ": ", condition)
		default:
			where, ok := x.where(u)
			if !ok && where != "" {
				name, where = name+" for "+where, ""
			}
			group(name, " at ", where)
		}
	}
	for _, t := range order {
		text := t.of
		if len(parts[t]) > 0 {
			text += t.by + strings.Join(parts[t], ", ")
		}
		own = append(own, text)
	}
	return strings.Join(own, "; ")
}

// fewPlaces is how many places of one instance are named one by one; of more only the first and the last are.
const fewPlaces = 3

// where says at which places an instance is, if places are all that it binds, else what it binds and false.
func (x *Explainer) where(instance int32) (text string, placesOnly bool) {
	p := x.ProblemOf(instance)
	bound := p.Bound(instance)
	if len(bound) == 0 {
		return "", true
	}
	places, found := p.Places(instance), len(p.BoundPlaces(instance)) == 0
	members := 0
	for _, b := range bound {
		members += len(leaves(b.Value))
	}
	if len(places) > 0 && (members == len(places) || found && len(bound) == 1) {
		return Listed(places), true
	}
	var parts []string
	for _, b := range bound {
		parts = append(parts, b.Name+" = "+named(b.Value))
	}
	text = strings.Join(parts, ", ")
	if found && len(places) > 0 {
		text += " at " + Listed(places)
	}
	return text, false
}

// leaves are the values that a value consists of.
func leaves(v value.Value) (out []value.Value) {
	switch v.(type) {
	case value.Tuple, value.List, value.Ring, *value.Set:
		for _, member := range value.Elements(v) {
			out = append(out, leaves(member)...)
		}
		return out
	}
	return []value.Value{v}
}

// named is a value in few words.
func named(v value.Value) string {
	if all := leaves(v); len(all) > fewPlaces {
		return Listed(all)
	}
	return value.String(v)
}

// Listed are values in few words: of many the first and the last.
func Listed(all []value.Value) string {
	if len(all) > fewPlaces {
		return fmt.Sprintf("%s to %s", value.String(all[0]), value.String(all[len(all)-1]))
	}
	var out []string
	for _, v := range all {
		out = append(out, value.String(v))
	}
	return strings.Join(out, ", ")
}

// Unit says which rule instance, or which part of a find's structure, a unit is: "clue for c = r3c4".
func (x *Explainer) Unit(u int32) string {
	if says, at, part := x.Piece(u); part {
		if at == nil {
			return says
		}
		return says + " at " + value.String(at)
	}
	in := x.m.Instances[u]
	name := x.m.Rules[in.Rule].Name
	if in.Bindings != nil {
		return name + " for " + in.Bindings.String()
	}
	return name
}

// Fact says what a fact says: "r3c4 in shaded".
func (w *Words) Fact(f model.Fact) string {
	m, _ := w.Meaning(f.Var)
	return m.Says(f.Value, f.Is)
}

// Asked is how many refutations were asked for so far.
func (x *Explainer) Asked() int64 { return x.asked }

// Legend says what names of corners and sides mean, by those of the first fact that is about one: "p8,3 is the upper left corner of r8c3, and p8,3-p8,4 the side
// between r7c3 and r8c3". It is "" where all facts are about something else.
func (x *Explainer) Legend(facts []model.Fact) string {
	for _, f := range facts {
		m, ok := x.Meaning(f.Var)
		if !ok {
			continue
		}
		for _, place := range []value.Value{m.Member, m.Key} {
			if text := legend(place); text != "" {
				return text
			}
		}
	}
	return ""
}

func legend(place value.Value) string {
	switch place := place.(type) {
	case value.Cell:
		if place.Board != nil && place.Board.Points {
			return fmt.Sprintf("%s is %s", value.String(place), corner(place))
		}
	case value.Edge:
		a, points := place.A.(value.Cell)
		text := ""
		if points {
			text = legend(a)
		}
		if where := side(place); text != "" && where != "" {
			text += fmt.Sprintf(", and %s %s", value.String(place), where)
		}
		return text
	}
	return ""
}

// cellBy is the name of a cell.
func cellBy(row, col int) string { return value.String(value.Cell{Row: row, Col: col}) }

// corner is where a grid point is: points have the row and column of the cell to the right and below, where there is one.
func corner(p value.Cell) string {
	row, col := min(p.Row, p.Board.Rows-1), min(p.Col, p.Board.Cols-1)
	vertical, horizontal := "upper", "left"
	if row < p.Row {
		vertical = "lower"
	}
	if col < p.Col {
		horizontal = "right"
	}
	return fmt.Sprintf("the %s %s corner of %s", vertical, horizontal, cellBy(row, col))
}

// side is where an edge of grid points is that is a side of cells; "" for another.
func side(e value.Edge) string {
	a, _ := e.A.(value.Cell)
	b, _ := e.B.(value.Cell)
	if a.Row > b.Row || a.Col > b.Col {
		a, b = b, a
	}
	var before, behind value.Cell // the cells above and below, or on the left and on the right
	var names [2]string
	var last bool
	switch {
	case a.Row == b.Row && b.Col == a.Col+1:
		before, behind = value.Cell{Row: a.Row - 1, Col: a.Col}, value.Cell{Row: a.Row, Col: a.Col}
		names, last = [2]string{"upper", "lower"}, a.Row == a.Board.Rows
	case a.Col == b.Col && b.Row == a.Row+1:
		before, behind = value.Cell{Row: a.Row, Col: a.Col - 1}, value.Cell{Row: a.Row, Col: a.Col}
		names, last = [2]string{"left", "right"}, a.Col == a.Board.Cols
	default:
		return ""
	}
	switch {
	case before.Row == 0 || before.Col == 0:
		return fmt.Sprintf("the %s side of %s", names[0], value.String(behind))
	case last:
		return fmt.Sprintf("the %s side of %s", names[1], value.String(before))
	}
	return fmt.Sprintf("the side between %s and %s", value.String(before), value.String(behind))
}
