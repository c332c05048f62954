package page

import (
	"context"
	"maps"
	"slices"
	"strings"

	"nazo/dsl"
	"nazo/dsl/check"
	"nazo/dsl/value"
	"nazo/internal/alg"
	"nazo/internal/judge"
	"nazo/internal/model"
	"nazo/internal/show/draw"
	"nazo/internal/show/picture"
)

// The gestures that enter finds. The type of a find decides which one, never its name.
const (
	gestureShade  = "shade"  // a set of cells or points: in, out or open
	gestureWrite  = "write"  // numbers or letters in cells
	gesturePick   = "pick"   // one of few values for a place
	gestureTurn   = "turn"   // directions or diagonals in cells
	gestureLine   = "line"   // a set of edges, a path, a cycle or links
	gestureBridge = "bridge" // numbers on edges
	gestureArea   = "area"   // areas of a board: edges within them are in, borders are out
	gestureList   = "list"   // on no board: a field for each key
)

// onList is the kind of places of finds on no board. The other kinds are those of palettes.
const onList = "list"

// fewPicked bounds the values that a click goes through. More of them are typed.
const fewPicked = 9

// entry is a find with the link between marks and values.
type entry struct {
	Find
	index int // among the finds of the judge
	shape judge.Shape
	// holder is the shape that takes the marks: that of the find, or the borders of its areas.
	holder judge.Shape
	keys   map[string][]int // of the holder by the names of places: two are the arcs of an edge
	area   *areaGrid        // of an array with the gesture area
	names  map[value.Key]string
}

// entriesOf returns the finds that a player writes.
func entriesOf(j *judge.Judge) (out []*entry) {
	if j.Moving() {
		return nil
	}
	for i, f := range j.Finds {
		if f.Chosen || !j.Spec().Written(f.Name) {
			continue
		}
		e := &entry{Find: Find{Name: f.Name, Said: saidOf(j.Spec(), f.Name), Sign: signOf(j.Spec(), f.Name)}, index: i, shape: f.Shape, holder: f.Shape}
		e.Gesture, e.On = gestureOf(f.Shape)
		if a, ok := f.Shape.(*judge.ArrayShape); ok && e.Gesture == gestureArea {
			e.area = newAreaGrid(a)
			e.holder = &judge.RegionsShape{Graph: e.area.graph}
		}
		e.place()
		e.choose()
		if b := picture.Board(f.Shape); b != nil && e.On != onList {
			e.Rows, e.Cols = draw.SizeOf(b)
		}
		out = append(out, e)
	}
	return out
}

// gestureOf returns the gesture for a shape, and the kind of its places.
func gestureOf(s judge.Shape) (gesture, on string) {
	switch s := s.(type) {
	case *judge.SetShape:
		switch on := onKeys(s.Members.List()); on {
		case onEdges:
			return gestureLine, on
		case onList:
		default:
			return gestureShade, on
		}
	case *judge.RouteShape:
		if onKeys(s.Graph.EdgeList()) == onEdges {
			return gestureLine, onEdges
		}
	case *judge.RegionsShape:
		if onKeys(s.Graph.Vertices.List()) == onCells {
			return gestureArea, onEdges
		}
	case *judge.ArrayShape:
		if !s.Permutation {
			return gestureOfArray(s)
		}
	}
	return gestureList, onList
}

func gestureOfArray(s *judge.ArrayShape) (gesture, on string) {
	if newAreaGrid(s) != nil {
		return gestureArea, onEdges
	}
	on = onKeys(s.Keys.List())
	values, whole := valuesOf(s)
	each := func(is func(value.Value) bool) bool {
		return len(values) > 0 && !slices.ContainsFunc(values, func(v value.Value) bool { return !is(v) })
	}
	switch {
	case on == onList || len(values) == 0 && whole:
		return gestureList, onList
	case each(isTruth) && on == onEdges:
		return gestureLine, on
	case each(isTruth):
		return gestureShade, on
	case each(isInt) && on == onEdges:
		return gestureBridge, on
	case on == onEdges:
		return gesturePick, on
	case each(isTurned):
		return gestureTurn, on
	case whole && (!each(isInt) && len(values) <= fewPicked || mostAt(s) <= 2):
		return gesturePick, on
	}
	return gestureWrite, on
}

// mostAt returns the largest number of values that a part of an array may have.
func mostAt(s *judge.ArrayShape) (most int) {
	for _, part := range s.Parts {
		most = max(most, part.(*judge.ScalarShape).Values.(value.Collection).Len())
	}
	return most
}

func isTruth(v value.Value) bool { _, ok := v.(value.Bool); return ok }
func isInt(v value.Value) bool   { _, ok := v.(value.Int); return ok }

// isTurned reports whether a value is a direction or a diagonal.
func isTurned(v value.Value) bool {
	switch v := v.(type) {
	case value.Direction:
		return true
	case value.Label:
		return strings.ContainsAny(v.Print, `/\╱╲`) && len([]rune(v.Print)) == 1
	}
	return false
}

// onKeys returns the kind of places that keys are.
func onKeys(keys []value.Value) string {
	kind := ""
	for _, k := range keys {
		of := onList
		switch k := k.(type) {
		case value.Cell:
			if k.Board != nil {
				of = onWhat([]value.Value{k})
			}
		case value.Edge:
			a, okA := k.A.(value.Cell)
			b, okB := k.B.(value.Cell)
			if okA && okB && a.Board != nil && b.Board != nil {
				of = onEdges
			}
		}
		if kind != "" && kind != of {
			return onList
		}
		kind = of
	}
	if kind == "" {
		return onList
	}
	return kind
}

// valuesOf returns the values of the parts of an array. whole is false if there are too many of them, or if parts
// are not single values.
func valuesOf(s *judge.ArrayShape) (all []value.Value, whole bool) {
	met := map[value.Key]bool{}
	whole = true
	for _, part := range s.Parts {
		scalar, ok := part.(*judge.ScalarShape)
		if !ok {
			return nil, true
		}
		if r, ok := scalar.Values.(value.Range); ok && r.Hi-r.Lo >= mostChoices {
			whole = false
			r.Hi = r.Lo + mostChoices - 1
			scalar = &judge.ScalarShape{Values: r}
		}
		for _, v := range value.Elements(scalar.Values) {
			if k := value.KeyOf(v); !met[k] {
				met[k] = true
				all = append(all, v)
			}
		}
	}
	return all, whole && len(all) <= mostChoices
}

// placeName returns the name of a place. An arc has that of its edge, since a line is drawn without a direction.
func placeName(v value.Value) string {
	if e, ok := v.(value.Edge); ok && e.Directed {
		v = value.MakeEdge(e.A, e.B, false)
	}
	return value.String(v)
}

// place lists the places of a find.
func (e *entry) place() {
	e.keys = map[string][]int{}
	if e.Gesture == gestureList && !e.fields() {
		e.Places = []string{e.Name}
		return
	}
	for i, k := range draw.FindOf(e.holder).Keys {
		name := placeName(k)
		if e.keys[name] == nil {
			e.Places = append(e.Places, name)
		}
		e.keys[name] = append(e.keys[name], i)
	}
}

// fields reports whether a find on a list has a field for each of its keys. A single value has one field, and so has a
// path or a cycle: its vertices in their order.
func (e *entry) fields() bool {
	switch s := e.shape.(type) {
	case *judge.ScalarShape:
		return false
	case *judge.RouteShape:
		return s.Kind.Several()
	}
	return draw.FindOf(e.shape).Keys != nil
}

// twofold reports whether marks are in or out, rather than values.
func (e *entry) twofold() bool {
	switch e.Gesture {
	case gestureShade, gestureLine, gestureArea:
		return true
	}
	return false
}

// choose lists the values that may stand at places.
func (e *entry) choose() {
	switch s := e.shape.(type) {
	case *judge.ArrayShape:
		e.Blank = len(s.Parts) > 0 && !slices.ContainsFunc(s.Parts, func(p judge.Shape) bool { return !optional(p) })
		if e.twofold() {
			return
		}
		all, whole := valuesOf(s)
		e.name(all)
		e.Free = !whole || len(all) == 0
		if !e.Free {
			e.Each = e.each(s, len(all))
		}
	case *judge.ScalarShape:
		e.Blank = s.Optional
		all, whole := valuesOf(&judge.ArrayShape{Parts: []judge.Shape{s}})
		e.name(all)
		e.Free = !whole
	default:
		switch {
		case e.Gesture == gestureList && e.fields():
			e.Values = []Choice{{Value: wordIn}, {Value: wordOut}}
		case e.Gesture == gestureList:
			_, e.Order = e.shape.(*judge.RouteShape)
			e.Free = true
		}
	}
}

func optional(s judge.Shape) bool {
	scalar, ok := s.(*judge.ScalarShape)
	return ok && scalar.Optional
}

// each returns the values of the parts of an array that don't have all of so many.
func (e *entry) each(s *judge.ArrayShape, all int) map[string][]string {
	out := map[string][]string{}
	for i, part := range s.Parts {
		if values := value.Elements(part.(*judge.ScalarShape).Values); len(values) < all {
			out[placeName(s.Keys.List()[i])] = alg.Map(values, e.word)
		}
	}
	return out
}

// name gives values their words, as they are drawn. Values that look the same have their names instead.
func (e *entry) name(all []value.Value) {
	drawn := map[string]int{}
	for _, v := range all {
		drawn[draw.TextOf(v)]++
	}
	e.names = map[value.Key]string{}
	for _, v := range all {
		name := value.String(v)
		word := draw.TextOf(v)
		if drawn[word] > 1 || word == "" {
			word = name
		}
		e.names[value.KeyOf(v)] = word
		c := Choice{Value: word}
		if name != word {
			c.Name = name
		}
		e.Values = append(e.Values, c)
	}
}

// word returns the word for a value.
func (e *entry) word(v value.Value) string {
	if word, ok := e.names[value.KeyOf(v)]; ok {
		return word
	}
	if isPart(v) {
		return string(picture.AppendJSON(nil, v))
	}
	return value.String(v)
}

// isPart reports whether a value is a collection, which is written as JSON.
func isPart(v value.Value) bool {
	switch v.(type) {
	case *value.Set, *value.Array, value.List, value.Tuple, *value.Route, *value.Regions:
		return true
	}
	return false
}

// saidOf returns the words of a spec for what is in a find and what is not: "shaded", "open".
func saidOf(spec *check.Spec, find string) (words [2]string) {
	for _, f := range spec.Finds {
		if f.Stmt.Name.Text == find && f.Stmt.Said != nil {
			return [2]string{wordOf(f.Stmt.Said.Is), wordOf(f.Stmt.Said.Not)}
		}
	}
	return words
}

// signOf returns the sign by which a spec shows what is in a find, or "".
func signOf(spec *check.Spec, find string) string {
	for _, s := range spec.Shows {
		if name, ok := s.Stmt.What.(*dsl.Name); ok && name.Text == find && s.Stmt.As != nil {
			return draw.Sign(s.Stmt.As.Value)
		}
	}
	return ""
}

// wordOf returns what a sentence says of its only value: "shaded" of "{c} is shaded".
func wordOf(s *dsl.Sentence) string {
	if s == nil || len(s.Values) != 1 || s.Texts[0] != "" {
		return ""
	}
	text := strings.TrimSpace(s.Texts[1])
	for _, verb := range []string{"is ", "has a ", "has an ", "has "} {
		if rest, ok := strings.CutPrefix(text, verb); ok {
			return rest
		}
	}
	return text
}

// print notes the places that the givens alone decide: those with one possible value, and those that must have the value
// that a given has there, as a rule says of the place by itself. A clue of a cage may be the same by chance.
func (l *inspection) print(ctx context.Context, entries []*entry) {
	repeated := make([]value.Value, len(entries)) // what givens say at the places of each find
	some := false
	for n, e := range entries {
		s, ok := e.shape.(*judge.ArrayShape)
		if !ok || e.twofold() || e.On == onList {
			continue
		}
		known := make([]value.Value, len(s.Parts))
		for i, k := range s.Keys.List() {
			only := s.Parts[i].(*judge.ScalarShape)
			if c, ok := only.Values.(value.Collection); ok && c.Len() == 1 && !only.Optional {
				e.printed(k, value.Elements(only.Values)[0])
				continue
			}
			for _, g := range l.values {
				a, ok := g.Value.(*value.Array)
				if !ok {
					continue
				}
				if v, there := a.At(k); there && s.Parts[i].Admits(v) && !isNone(v) {
					known[i], some = v, true
				}
			}
		}
		repeated[n] = value.NewPartly(s.Keys, known)
	}
	if !some {
		return
	}
	p, err := l.table.compiled(ctx)
	if err != nil {
		return // it is reported where it is asked for
	}
	job, err := l.table.desk.engine.Open(ctx, p.Model, model.Options{AnyObjective: true})
	if err != nil {
		return
	}
	inquirer, ok := job.(model.Inquirer)
	if !ok {
		return
	}
	reasons, err := inquirer.Inquire(ctx, model.InquiryOptions{})
	if err != nil {
		return
	}
	alone := map[model.VarID]bool{} // those that some rule says something about by themselves
	scopes, _ := model.Scopes(p.Model)
	for _, vars := range scopes {
		if len(vars) == 1 {
			alone[vars[0]] = true
		}
	}
	for n, e := range entries {
		if repeated[n] == nil {
			continue
		}
		for i, v := range repeated[n].(*value.Partly).At.Values {
			if v == nil {
				continue
			}
			s := e.shape.(*judge.ArrayShape)
			one := make([]value.Value, len(p.Finds))
			part := make([]value.Value, len(s.Parts))
			part[i] = v
			one[e.index] = value.NewPartly(s.Keys, part)
			if vars, values, ok := p.EncodeFinds(one); ok && len(vars) == 1 && alone[vars[0]] {
				other := model.Fact{Var: vars[0], Value: values[vars[0]]}
				if reasons.Ask(ctx, model.Query{Supposed: []model.Fact{other}}).Refuted {
					e.printed(s.Keys.List()[i], v)
				}
			}
		}
	}
}

func isNone(v value.Value) bool { _, none := v.(value.None); return none }

// printed notes a place that has its value from the start.
func (e *entry) printed(key, v value.Value) {
	if e.Fixed == nil {
		e.Fixed = &Marks{At: map[string]string{}}
	}
	place := placeName(key)
	e.Printed = append(e.Printed, place)
	e.Fixed.At[place] = e.word(v)
}

// areaGrid is what connects the cells of an array whose values are areas, or cells that own their area.
type areaGrid struct {
	graph *value.Graph // of neighbours
	spots map[value.Key]value.Spot
	sides map[value.Spot]int // the edge of the graph across each side
}

// newAreaGrid returns the grid of an array of areas, or nil for another one. Its values are sets of cells of one board,
// or cells, each of which has itself as a value if it has one.
func newAreaGrid(s *judge.ArrayShape) *areaGrid {
	cells, owned := map[value.Key]value.Cell{}, 0
	keys := s.Keys.List()
	add := func(v value.Value) bool {
		c, ok := v.(value.Cell)
		if !ok || c.Board == nil || c.Board.Points {
			return false
		}
		cells[value.KeyOf(c)] = c
		return true
	}
	for i, part := range s.Parts {
		scalar, ok := part.(*judge.ScalarShape)
		if !ok {
			return nil
		}
		set, ok := scalar.Values.(*value.Set)
		if !ok {
			return nil
		}
		for _, v := range set.List() {
			switch v := v.(type) {
			case *value.Set:
				if slices.ContainsFunc(v.List(), func(c value.Value) bool { return !add(c) }) {
					return nil
				}
			case value.Cell:
				if !add(keys[i]) {
					return nil
				}
				if at := s.Keys.Index(v); at >= 0 {
					own, ok := s.Parts[at].(*judge.ScalarShape)
					if !ok || !own.Admits(v) {
						return nil
					}
				}
				owned++
			default:
				return nil
			}
		}
	}
	if len(cells) == 0 {
		return nil
	}
	list := slices.SortedFunc(maps.Values(cells), func(a, b value.Cell) int { return value.Compare(a, b) })
	return gridOf(list, owned > 0)
}

// gridOf connects cells that are neighbours. On a board of which every second row and column has cells, the others lie
// on their sides and corners.
func gridOf(list []value.Cell, owned bool) *areaGrid {
	g := &areaGrid{spots: map[value.Key]value.Spot{}, sides: map[value.Spot]int{}}
	board, first := list[0].Board, list[0]
	step := 2
	for _, c := range list {
		if !owned || (c.Row-first.Row)%2 != 0 || (c.Col-first.Col)%2 != 0 {
			step = 1
		}
	}
	for _, v := range board.Cells() {
		c := v.(value.Cell)
		g.spots[value.KeyOf(c)] = value.Spot{Y: 2*c.Row - 1, X: 2*c.Col - 1}
		if step == 2 {
			g.spots[value.KeyOf(c)] = value.Spot{Y: c.Row - first.Row%2 + 1, X: c.Col - first.Col%2 + 1}
		}
	}
	var edges []value.Edge
	members := value.NewSet(alg.Map(list, func(c value.Cell) value.Value { return c })...)
	for _, c := range list {
		for _, d := range []value.Value{board.At(c.Row, c.Col+step), board.At(c.Row+step, c.Col)} {
			if members.Contains(d) {
				edges = append(edges, value.MakeEdge(c, d, false))
			}
		}
	}
	g.graph = value.NewGraph(members, edges, false)
	for i := range g.graph.Size() {
		e := g.graph.Edge(i)
		a, b := g.spots[value.KeyOf(e.A)], g.spots[value.KeyOf(e.B)]
		g.sides[value.Spot{Y: (a.Y + b.Y) / 2, X: (a.X + b.X) / 2}] = i
	}
	return g
}

// spot returns where a cell lies.
func (g *areaGrid) spot(v value.Value) (value.Spot, bool) {
	at, ok := g.spots[value.KeyOf(v)]
	return at, ok
}

// cut returns the areas that are left if some edges are borders.
func (g *areaGrid) cut(border func(edge int) bool) *draw.Areas {
	return draw.CutAreas(g.graph.Vertices.List(), g.spot, func(side value.Spot) bool {
		edge, ok := g.sides[side]
		return !ok || border(edge)
	})
}
