package command

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"nazo/engine"
	"nazo/explain"
	"nazo/model"
	"nazo/value"
)

// placeWord is how places are written: r3c4, p2,5, or two of them with a hyphen.
var placeWord = regexp.MustCompile(`^(r\d+c\d+|p\d+,\d+)(-(r\d+c\d+|p\d+,\d+))?$`)

// nearlyPlace is how a word begins that is meant as a place, rightly written or not.
var nearlyPlace = regexp.MustCompile(`^[rp]\d+[^=.:]*$`)

// takePlace takes the place that follows --why, if it is a word of its own, from the words of the command line.
func (c *explainCmd) takePlace() string {
	if find, place, ok := strings.Cut(c.Why, " "); ok {
		c.Why = find
		return place
	}
	i := slices.IndexFunc(c.Args, placeWord.MatchString)
	if last := len(c.Args) - 1; i < 0 && last > 0 && nearlyPlace.MatchString(c.Args[last]) {
		i = last // the instance is named already
	}
	if c.Why != "" && i >= 0 {
		place := c.Args[i]
		c.Args = slices.Delete(slices.Clone(c.Args), i, i+1)
		return place
	}
	return ""
}

// asked are the variables that say what a find has at a place: those that stand there; else, of edges, those at the place.
func (e *explanation) asked(find, place string) []model.VarID {
	var exact, near []model.VarID
	for v := range e.problem.Model.Vars {
		m, ok := e.x.Meaning(model.VarID(v))
		if !ok || e.x.Find(model.VarID(v)) != find {
			continue
		}
		k := m.Member
		if k == nil {
			k = m.Key
		}
		switch {
		case place == "" && k == nil, k != nil && spells(k, place):
			exact = append(exact, model.VarID(v))
		}
	}
	if len(exact) > 0 {
		return exact
	}
	at, onBoard := spotNamed(place)
	for v := range e.problem.Model.Vars {
		m, ok := e.x.Meaning(model.VarID(v))
		if !ok || !onBoard || e.x.Find(model.VarID(v)) != find || m.Member == nil {
			continue
		}
		if side, _, ok := value.SpotOf(m.Member); ok && abs(side.Y-at.Y)+abs(side.X-at.X) == 1 {
			near = append(near, model.VarID(v))
		}
	}
	return near
}

// spotNamed is where a cell lies by its name; false of other words.
func spotNamed(word string) (value.Spot, bool) {
	var row, col int
	n, _ := fmt.Sscanf(word, "r%dc%d", &row, &col)
	return value.Spot{Y: 2*row - 1, X: 2*col - 1}, n == 2
}

func abs(n int) int { return max(n, -n) }

// spells reports whether a word is a key, or an edge with its ends in either order.
func spells(k value.Value, word string) bool {
	if value.String(k) == word {
		return true
	}
	e, ok := k.(value.Edge)
	return ok && !e.Directed && value.String(e.B)+"-"+value.String(e.A) == word
}

// tellWhy tells the steps that lead to what a find has at a place, and only those.
func (s *session) tellWhy(e *explanation, to printer, find, place string) error {
	wanted := e.asked(find, place)
	if len(wanted) == 0 {
		var names []string
		for _, f := range e.problem.Model.Finds {
			names = append(names, f.Name)
		}
		if !slices.Contains(names, find) {
			return mistakef("there is no find `%s`; there is %s", shorten(find), strings.Join(names, ", "))
		}
		return mistakef("`%s` has nothing at %q: a place is written as in --why %s r3c4", find, shorten(place), find)
	}
	s.progress.stage("looking for the reason")
	target := map[model.VarID]bool{}
	for _, v := range wanted {
		target[v] = true
	}
	left := len(target)
	var goal []engine.Fact
	note := func(facts []engine.Fact) {
		for _, f := range facts {
			if target[f.Var] && f.Is {
				goal = append(goal, f)
				left--
			}
		}
	}
	note(e.state.Facts)
	if left > 0 {
		e.end, _ = e.x.Way(s.ctx, e.state, func(step explain.Step) bool {
			e.steps = append(e.steps, e.made(step))
			note(step.New)
			return left > 0
		})
	}
	if left == 0 {
		e.end = explain.Solved
	}
	if e.end == explain.Contradicted {
		e.wrong, e.conflict, _ = e.x.Mistake(s.ctx, e.state.Facts)
	}
	if e.need(s, goal); e.fault != nil {
		return e.status(s)
	}
	e.atOnce(s, goal)
	s.answered()
	s.warn()
	e.why, e.goal, e.open = true, goal, left
	if err := e.hasStep(); err != nil {
		return err
	}
	for i := range e.steps {
		e.steps[i].number = i + 1
		to.step(e, e.steps[i])
	}
	to.explained(e)
	return e.status(s)
}

// mostAtOnce is for how many facts reasons that lead there at once are looked for.
const mostAtOnce = 4

// atOnce looks for reasons that are shorter than the steps are together.
func (e *explanation) atOnce(s *session, goal []engine.Fact) {
	taken := 0
	for _, t := range e.steps {
		taken += t.Size()
	}
	if len(e.steps) < 2 || len(goal) > mostAtOnce {
		return
	}
	for _, f := range goal {
		units, ok := e.x.Reason(s.ctx, e.state.Facts[:e.begin], f)
		if !ok || len(units) >= taken {
			units = nil
		}
		e.direct = append(e.direct, units)
	}
}

// need leaves only the steps that some facts rest on, and of what these find only what is needed, with what each rests on.
func (e *explanation) need(s *session, goal []engine.Fact) {
	needed := map[engine.Fact]bool{}
	for _, f := range goal {
		needed[f] = true
	}
	var out []told
	for _, t := range slices.Backward(e.steps) {
		found := slices.DeleteFunc(slices.Clone(t.New), func(f engine.Fact) bool { return !needed[f] })
		if len(found) == 0 {
			continue
		}
		t.New, t.Main = found, found[0]
		e.reason(s, &t, true)
		for _, g := range t.Since {
			needed[g] = true
		}
		out = append(out, t)
	}
	slices.Reverse(out)
	e.steps = out
}
