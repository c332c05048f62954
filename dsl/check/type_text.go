package check

import "strings"

var (
	emptyNouns    = map[Kind]noun{List: {"an empty list", "empty lists"}, Set: {"an empty set", "empty sets"}}
	arcNoun       = noun{"an arc", "arcs"}
	edgeOrArcNoun = noun{"an edge or arc", "edges or arcs"}
	stackNoun     = noun{"a stack", "stacks"}
	gridNoun      = noun{"a grid", "grids"}
)

// String describes the type as a reader would: a list of numbers, a cell or none.
func (t *Type) String() string { return t.describe(noun.first) }

// plural describes several values of the type.
func (t *Type) plural() string { return t.describe(noun.second) }

func (t *Type) describe(pick func(noun) string) string {
	if t.isNone() {
		return "none"
	}
	s := t.describePresent(pick)
	if t.Optional {
		s += " or none"
	}
	return s
}

func (t *Type) describePresent(pick func(noun) string) string {
	word := pick(kinds[t.Kind].noun)
	switch t.Kind {
	case Edge:
		switch {
		case t.orient.is(directed):
			return pick(arcNoun)
		case t.orient.is(conditional):
			return pick(edgeOrArcNoun)
		}
	case List, Set:
		if t.Stack {
			word = pick(stackNoun)
		}
		switch t.Elem.Kind {
		case Bad:
			return word
		case Never:
			return pick(emptyNouns[t.Kind])
		}
		return word + " of " + t.Elem.plural()
	case Array:
		if t.isGrid() {
			return pick(gridNoun) + " of " + t.Elem.plural()
		}
		return word + " of " + t.Elem.plural() + " by " + describeAll(t.Keys, " and ", (*Type).plural)
	case Tuple:
		return word + " of " + describeAll(t.Parts, " and ", (*Type).String)
	case Union:
		return describeAll(t.Parts, " or ", func(p *Type) string { return p.describePresent(pick) })
	case Route:
		return pick(formNouns[t.Form])
	case Label:
		if len(t.Enums) > 0 {
			return word + " of " + describeAll(t.Enums, " or ", (*Enum).String)
		}
	}
	return word
}

// maxListed is how many labels of a set a message names.
const maxListed = 4

// String lists the labels: {white, black}.
func (e *Enum) String() string {
	var names []string
	for i, l := range e.Set.Labels {
		if i == maxListed && len(e.Set.Labels) > maxListed+1 {
			names = append(names, "…")
			break
		}
		names = append(names, l.Name.Text)
	}
	return "{" + strings.Join(names, ", ") + "}"
}

func describeAll[T any](items []T, separator string, describe func(T) string) string {
	words := make([]string, len(items))
	for i, item := range items {
		words[i] = describe(item)
	}
	return strings.Join(words, separator)
}
