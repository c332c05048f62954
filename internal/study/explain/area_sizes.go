package explain

import (
	"cmp"
	"fmt"
	"slices"

	"nazo/dsl/value"
	"nazo/internal/alg"
	"nazo/internal/model"
)

// Sentences for areas whose sizes are numbers on the board, where the spec has no sentence for it. They say how much
// room an area has, or how large it is already.

// areaGraph has the cells of a find of areas, and for each the edges to its neighbours.
type areaGraph struct {
	cells []value.Value
	index map[value.Key]int
	next  [][]areaEdge
}

type areaEdge struct {
	to int
	is model.VarID
}

// sized reports whether a unit says that areas have the sizes of numbers, and the spec has no sentence for it.
func (x *Words) sized(u int32) bool { return x.structural(u) && x.saysSizes(u) }

// saysSizes reports whether one of a unit's constraints is about the sizes of areas.
func (x *Words) saysSizes(u int32) bool {
	return slices.ContainsFunc(x.constraints(u), func(c int32) bool {
		b, ok := x.m.Constraints[c].Body.(model.ComponentSizes)
		return ok && b.Edges != nil && b.Counted == nil
	})
}

// areaGraphOf returns the graph of the areas of a problem.
func (x *Words) areaGraphOf() *areaGraph {
	if x.areaCells != nil {
		return x.areaCells
	}
	g := &areaGraph{index: map[value.Key]int{}}
	x.areaCells = g
	at := func(v value.Value) int {
		i, ok := g.index[value.KeyOf(v)]
		if !ok {
			i = len(g.cells)
			g.index[value.KeyOf(v)] = i
			g.cells, g.next = append(g.cells, v), append(g.next, nil)
		}
		return i
	}
	for v := range x.m.Vars {
		m, ok := x.Meaning(model.VarID(v))
		e, isEdge := m.Member.(value.Edge)
		if !ok || !isEdge || !x.regions(model.VarID(v)) {
			continue
		}
		a, b := at(e.A), at(e.B)
		g.next[a], g.next[b] = append(g.next[a], areaEdge{b, model.VarID(v)}), append(g.next[b], areaEdge{a, model.VarID(v)})
	}
	return g
}

// areaState is what an inference knows of areas and their numbers.
type areaState struct {
	*areaGraph
	x     *Words
	edges map[model.VarID]bool // whether the ends of an edge are in one area
	is    map[int]int64        // numbers of cells
	least map[int]int64        // bounds of numbers
	most  map[int]int64
	not   map[int][]int64
	given []int         // the cells in is, in order
	areas map[int][]int // the cells that are joined to one; nil until they are asked for
}

func (x *Words) areaStateOf(claims []Claim) *areaState {
	a := &areaState{areaGraph: x.areaGraphOf(), x: x, edges: map[model.VarID]bool{}, is: map[int]int64{}, least: map[int]int64{}, most: map[int]int64{}, not: map[int][]int64{}}
	for _, c := range claims {
		a.learn(c)
	}
	a.join()
	return a
}

// join notes of neighbours with known numbers whether they are in one area, if the spec says that numbers show it.
func (a *areaState) join() {
	if len(a.x.numbersOf()) == 0 {
		return
	}
	for _, v := range a.given {
		for _, e := range a.next[v] {
			if _, known := a.edges[e.is]; !known && !a.x.writes(e.is) {
				if k, ok := a.is[e.to]; ok {
					a.edges[e.is] = k == a.is[v]
				}
			}
		}
	}
	a.areas = nil
}

// learn adds a claim.
func (a *areaState) learn(c Claim) {
	a.areas = nil
	if a.x.regions(c.Var) {
		a.edges[c.Var] = (c.Value == 1) == (c.Op == model.LinkIs)
		return
	}
	i, k, ok := a.number(c)
	if !ok {
		return
	}
	switch c.Op {
	case model.LinkIs:
		if _, again := a.is[i]; !again {
			a.given = append(a.given, i)
		}
		a.is[i] = k
	case model.LinkIsNot:
		a.not[i] = append(a.not[i], k)
	case model.LinkAtMost:
		a.most[i] = k
	case model.LinkAtLeast:
		a.least[i] = k
	}
}

// opposite is the opposite of a claim.
func opposite(c Claim) Claim {
	switch c.Op {
	case model.LinkIs:
		c.Op = model.LinkIsNot
	case model.LinkIsNot:
		c.Op = model.LinkIs
	case model.LinkAtLeast:
		c.Op, c.Value = model.LinkAtMost, c.Value-1
	default:
		c.Op, c.Value = model.LinkAtLeast, c.Value+1
	}
	return c
}

// number returns the cell whose number a claim is about, and the number that it names.
func (a *areaState) number(c Claim) (cell int, k int64, ok bool) {
	m, ok := a.x.Meaning(c.Var)
	if !ok || m.Key == nil || m.Member != nil {
		return 0, 0, false
	}
	n, isNumber := m.Values(c.Value).(value.Int)
	cell, isCell := a.index[value.KeyOf(m.Key)]
	return cell, int64(n), isNumber && isCell
}

// may reports whether all cells that are joined to one may have a number; any if it is 0.
func (a *areaState) may(cell int, k int64) bool {
	return k == 0 || !slices.ContainsFunc(a.joined(cell), func(w int) bool {
		if is, ok := a.is[w]; ok {
			return is != k
		}
		most, bounded := a.most[w]
		return slices.Contains(a.not[w], k) || bounded && k > most || k < a.least[w]
	})
}

// room counts the cells that an area of a size could have, 0 for any, if it has a cell.
func (a *areaState) room(from int, size int64) int64 { return int64(len(a.roomOf(from, size))) }

// roomOf returns these cells. They are not farther than the area can grow.
func (a *areaState) roomOf(from int, size int64) []int {
	all := slices.Clone(a.joined(from))
	far := make(map[int]int64, len(all))
	for _, v := range all {
		far[v] = int64(len(all))
	}
	for i := 0; i < len(all); i++ {
		if size > 0 && far[all[i]] >= size {
			break
		}
		for _, e := range a.next[all[i]] {
			if _, met := far[e.to]; met || !a.may(e.to, size) {
				continue
			}
			if joined, known := a.edges[e.is]; known && !joined {
				continue
			}
			far[e.to] = far[all[i]] + 1
			all = append(all, e.to)
		}
	}
	return all
}

// From manyCells on, cells are counted. Up to mostCells are named, as a reader sees more by himself.
const (
	manyCells = 5
	mostCells = 3
)

// only says for how many cells an area of a size would have room if it has a cell, and which.
func (a *areaState) only(from int, size int64) string {
	all := a.roomOf(from, size)
	text := "room for only " + cells(int64(len(all)))
	if len(all) > 1 && len(all) <= mostCells {
		slices.SortFunc(all, func(i, j int) int { return value.Compare(a.cells[i], a.cells[j]) })
		text += ": " + a.x.Names().List(alg.Map(all, func(i int) value.Value { return a.cells[i] }))
	}
	return text
}

// otherwise begins a reason that says what would be wrong.
const otherwise = "otherwise "

// lacks says that the area of a number has too little room.
func (a *areaState) lacks(v int, k int64) string {
	if a.room(v, k) == int64(len(a.joined(v))) {
		return fmt.Sprintf("the %d at %s could not grow", k, a.name(v))
	}
	return fmt.Sprintf("the %d at %s would have %s", k, a.name(v), a.only(v, k))
}

// grows says that the area of a number needs a cell: it has no more room than it needs, or the cell is its only way on. It
// returns "" if that is not so.
func (a *areaState) grows(cell int, claims []Claim) string {
	_, k, _ := a.number(claims[0])
	best, least := "", k
	for _, v := range a.given {
		if a.is[v] != k {
			continue
		}
		room := a.roomOf(v, k)
		if !slices.Contains(room, cell) {
			continue
		}
		if int64(len(room)) == k {
			if best == "" {
				best = fmt.Sprintf("the %d at %s has room for exactly %s", k, a.name(v), cells(k))
			}
			continue
		}
		if slices.Contains(a.joined(v), cell) {
			continue
		}
		was := a.not[cell]
		a.not[cell] = append(slices.Clip(was), k)
		rest := a.roomOf(v, k)
		switch n := int64(len(rest)); {
		case n >= k:
		case n == int64(len(a.joined(v))):
			if least > 0 {
				best, least = fmt.Sprintf("the %d at %s can grow only there", k, a.name(v)), 0
			}
		case n < least:
			best, least = otherwise+a.lacks(v, k), n
		}
		a.not[cell] = was
	}
	return best
}

// joined returns the cells that are in the area of one.
func (a *areaState) joined(from int) []int {
	if all, ok := a.areas[from]; ok {
		return all
	}
	all := []int{from}
	for i := 0; i < len(all); i++ {
		for _, e := range a.next[all[i]] {
			if a.edges[e.is] && !slices.Contains(all, e.to) {
				all = append(all, e.to)
			}
		}
	}
	if a.areas == nil {
		a.areas = map[int][]int{}
	}
	a.areas[from] = all
	return all
}

func (a *areaState) name(cell int) string { return a.x.Names().Of(a.cells[cell]) }

// trouble says what is wrong with the areas. One is too large, has two numbers, or has too little room. Troubles that
// were there before are left out.
func (a *areaState) trouble(before []string) string {
	for _, text := range a.troubles() {
		if !slices.Contains(before, text) {
			return text
		}
	}
	if len(before) > 0 {
		return ""
	}
	return a.nothing()
}

func (a *areaState) troubles() (all []string) {
	for _, v := range a.given {
		if text := a.large(v); text != "" {
			all = append(all, text)
		}
	}
	rooms := map[string]int64{}
	var lacking []string
	for _, v := range a.given {
		k := a.is[v]
		if room := a.room(v, k); room < k {
			text := a.lacks(v, k)
			rooms[text] = room
			lacking = append(lacking, text)
		}
	}
	slices.SortStableFunc(lacking, func(s, t string) int { return cmp.Compare(rooms[s], rooms[t]) }) // what has least is seen first
	return append(all, lacking...)
}

// nothing names a cell that no area fits. It returns "" if there is none.
func (a *areaState) nothing() string {
	for cell, edges := range a.next {
		if _, known := a.is[cell]; known || !slices.ContainsFunc(edges, func(e areaEdge) bool { _, known := a.edges[e.is]; return known }) &&
			slices.ContainsFunc(edges, func(e areaEdge) bool { _, known := a.is[e.to]; return !known }) {
			continue
		}
		fits := false
		for k := int64(len(a.joined(cell))); k <= int64(len(a.cells)) && !fits; k++ {
			fits = a.may(cell, k) && a.touchesFull(cell, k) < 0 && a.room(cell, k) >= k
		}
		if fits {
			continue
		}
		if a.alone(cell) {
			for _, e := range edges {
				if a.is[e.to] == 1 {
					return fmt.Sprintf("%s would be 1 and touch the 1 at %s", a.name(cell), a.name(e.to))
				}
			}
		}
		return a.nothingFits(cell)
	}
	return ""
}

// alone reports whether a cell can't be in one area with any neighbour.
func (a *areaState) alone(cell int) bool {
	return !slices.ContainsFunc(a.next[cell], func(e areaEdge) bool {
		joined, known := a.edges[e.is]
		k, given := a.is[e.to]
		return joined || !known && (!given || a.may(cell, k) && a.touchesFull(cell, k) < 0)
	})
}

// touchesFull returns a neighbour of a cell that has a number and whose area is full, or -1.
func (a *areaState) touchesFull(cell int, k int64) int {
	for _, e := range a.next[cell] {
		if is, ok := a.is[e.to]; ok && is == k && int64(len(a.joined(e.to))) >= k && !slices.Contains(a.joined(cell), e.to) {
			return e.to
		}
	}
	return -1
}

// large says that the area of a cell would be too large, or would have two numbers. It returns "" otherwise.
func (a *areaState) large(from int) string {
	area := a.joined(from)
	for i, v := range area {
		k, known := a.is[v]
		if known && k < int64(len(area)) {
			return fmt.Sprintf("the area of the %d at %s would have %s", k, a.name(v), cells(int64(len(area))))
		}
		if most, bounded := a.most[v]; !known && bounded {
			k, known = most, true
		}
		if known && k < int64(len(area)) && len(area) >= manyCells {
			return fmt.Sprintf("the area of %s would have %s, more than %d", a.name(v), cells(int64(len(area))), k)
		} else if known && k < int64(len(area)) {
			return fmt.Sprintf("the area of %s would have more than %s", a.name(v), cells(k))
		}
		for _, w := range area[:i] {
			k, here := a.is[v]
			other, there := a.is[w]
			switch {
			case here && there && k != other:
				return fmt.Sprintf("the %d at %s and the %d at %s would be in one area", other, a.name(w), k, a.name(v))
			case here && !a.mayAlone(w, k):
				return fmt.Sprintf("%s is not %d", a.name(w), k)
			case there && !a.mayAlone(v, other):
				return fmt.Sprintf("%s is not %d", a.name(v), other)
			}
		}
	}
	return ""
}

// mayAlone is may without the cells that are joined.
func (a *areaState) mayAlone(w int, k int64) bool {
	most, bounded := a.most[w]
	return !slices.Contains(a.not[w], k) && !(bounded && k > most) && k >= a.least[w]
}

func cells(n int64) string {
	if n == 1 {
		return "1 cell"
	}
	return fmt.Sprintf("%d cells", n)
}

// areaSizes says why an inference holds by the sizes of areas, or "".
func (x *Explainer) areaSizes(in *Inference) string {
	via := slices.Concat(in.Via, in.Against)
	direct := slices.DeleteFunc(slices.Clone(in.Evidence), func(c Claim) bool { return slices.Contains(via, c) })
	if len(in.Known) > 0 && !in.Left && !(in.Kind == Follows && x.regions(in.Claims[0].Var)) {
		// with all that the reader knows, the room is smaller
		if text := x.areaSizesBy(in, slices.Concat(in.Known, direct)); text != "" {
			return text
		}
	}
	if len(direct) < len(in.Evidence) && !in.Left { // what a reader sees by himself comes first
		if text := x.areaSizesBy(in, direct); text != "" {
			return text
		}
	}
	return x.areaSizesBy(in, in.Evidence)
}

// areaSizesBy is areaSizes with some of the evidence.
func (x *Explainer) areaSizesBy(in *Inference, evidence []Claim) string {
	if in.Kind == Contradicts {
		return x.areaStateOf(evidence).trouble(nil)
	}
	own := func(c Claim) bool {
		return c.Op == model.LinkIs && slices.ContainsFunc(in.Claims, func(d Claim) bool { return d.Var == c.Var })
	}
	a := x.areaStateOf(slices.DeleteFunc(slices.Clone(evidence), own))
	claim := in.Claims[0]
	cell, k, isNumber := a.number(claim)
	if isNumber && !in.Left {
		if text := a.belongs(in, cell); text != "" {
			return text
		}
	}
	if isNumber && claim.Op == model.LinkIs {
		if text := a.grows(cell, in.Claims); text != "" {
			return text
		}
	}
	switch {
	case isNumber && claim.Op == model.LinkIs:
		if room := a.room(cell, 0); in.Left && room == k {
			return "its area has " + a.only(cell, 0)
		} else if in.Left {
			return a.others(cell, k)
		}
	case isNumber:
		if text := cmp.Or(a.touches(cell, in.Claims), a.size(cell, in.Claims)); text != "" {
			return text
		}
	}
	before := a.troubles()
	for _, c := range in.Claims {
		a.learn(opposite(c))
		if isNumber {
			break
		}
	}
	if e, _ := x.Meaning(claim.Var); !isNumber {
		if edge, ok := e.Member.(value.Edge); ok {
			if text := a.large(a.index[value.KeyOf(edge.A)]); text != "" {
				return text
			}
		}
	}
	switch text := a.trouble(before); {
	case text == "":
		return ""
	case isNumber && text == a.nothingFits(cell):
		return a.alsoOpen(cell, k)
	default:
		return otherwise + text
	}
}

// alsoOpen says that the area of a cell has only so many cells that have no number yet.
func (a *areaState) alsoOpen(cell int, k int64) string {
	all := []int{cell}
	for i := 0; i < len(all); i++ {
		for _, e := range a.next[all[i]] {
			if _, known := a.is[e.to]; !known && !slices.Contains(all, e.to) {
				all = append(all, e.to)
			}
		}
	}
	if int64(len(all)) != k || k < 2 {
		return "no other number fits it"
	}
	slices.SortFunc(all, func(i, j int) int { return value.Compare(a.cells[i], a.cells[j]) })
	return "only " + a.x.Names().List(alg.Map(all, func(i int) value.Value { return a.cells[i] })) + " are left for its area"
}

// nothingFits says that no number would fit a cell.
func (a *areaState) nothingFits(cell int) string { return "no number would fit " + a.name(cell) }

// others says why an area of a cell can't have any size but one, if some have too little room.
func (a *areaState) others(cell int, size int64) string {
	already, some := int64(len(a.joined(cell))), false
	for k := already; k <= int64(len(a.cells)); k++ {
		if k == size || !a.may(cell, k) {
			continue
		}
		if a.room(cell, k) >= k {
			return ""
		}
		some = true
	}
	if !some {
		return ""
	}
	return "an area of another size would have no room"
}

// belongs says that a cell is in the area of a number; "" if that is not known.
func (a *areaState) belongs(in *Inference, cell int) string {
	for _, w := range a.joined(cell)[1:] {
		k, ok := a.is[w]
		switch c := in.Claims[0]; {
		case !ok:
		case c.Op == model.LinkIs && c.Value == k && len(in.Claims) == 1:
			return fmt.Sprintf("it belongs to the %d at %s", k, a.name(w))
		case c.Op == model.LinkIsNot && c.Value != k && len(in.Claims) == 1:
			return fmt.Sprintf("it belongs to the %d at %s", k, a.name(w))
		}
	}
	return ""
}

// touches says that a cell can't have a number, as it touches an area of that number that is full, or that would become
// too large with it.
func (a *areaState) touches(cell int, claims []Claim) string {
	if len(claims) != 1 || claims[0].Op != model.LinkIsNot {
		return ""
	}
	_, k, _ := a.number(claims[0])
	own := a.joined(cell)
	all, near := slices.Clone(own), -1
	for _, v := range own {
		for _, e := range a.next[v] {
			if is, ok := a.is[e.to]; !ok || is != k || slices.Contains(all, e.to) {
				continue
			}
			all = append(all, a.joined(e.to)...)
			near = e.to
			if full := int64(len(a.joined(e.to))) >= k; full {
				switch {
				case k > 1 && v == cell:
					return fmt.Sprintf("the %d at %s has its %s", k, a.name(e.to), cells(k))
				case k > 1:
					return fmt.Sprintf("its area touches the %d at %s, which has its %s", k, a.name(e.to), cells(k))
				}
				return fmt.Sprintf("%s the %d at %s", map[bool]string{true: "it touches", false: "its area touches"}[v == cell], k, a.name(e.to))
			}
		}
	}
	if near < 0 || int64(len(all)) <= k {
		return ""
	}
	return fmt.Sprintf("the area of the %d at %s would have %s", k, a.name(near), cells(int64(len(all))))
}

// size says why the area of a cell can't have some sizes.
func (a *areaState) size(cell int, claims []Claim) string {
	var gone []int64
	all := int64(len(a.cells))
	for _, c := range claims {
		i, k, ok := a.number(c)
		switch {
		case !ok || i != cell:
			return ""
		case c.Op == model.LinkIsNot:
			gone = append(gone, k)
		case c.Op == model.LinkAtLeast:
			for s := int64(1); s < k; s++ {
				gone = append(gone, s)
			}
		default:
			for s := k + 1; s <= all; s++ {
				gone = append(gone, s)
			}
		}
	}
	if len(gone) == 0 {
		return ""
	}
	already, room := int64(len(a.joined(cell))), a.room(cell, 0)
	short := func(k int64) bool { return a.room(cell, k) < k }
	switch least, most := slices.Min(gone), slices.Max(gone); {
	case most < already:
		return "its area has " + cells(already) + " already"
	case room < least:
		return "its area has " + a.only(cell, 0)
	case len(gone) == 1 && short(least):
		return fmt.Sprintf("an area of %d would have %s", least, a.only(cell, least))
	case len(gone) > 1 && !slices.ContainsFunc(gone, func(k int64) bool { return k >= already && !short(k) }):
		return "an area of such a size would have no room"
	}
	return ""
}
