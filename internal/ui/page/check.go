package page

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"nazo/compile"
	"nazo/dsl/diag"
	"nazo/dsl/value"
	"nazo/internal/alg"
	"nazo/internal/judge"
	"nazo/internal/model"
	"nazo/internal/show/picture"
	"nazo/internal/solve"
	"nazo/internal/study/explain"
)

// What marks are checked against.
const (
	againstRules    = "rules"
	againstSolution = "solution"
)

// entriesIn returns the finds that a solver enters, with what is printed of them.
func (l *inspection) entriesIn(ctx context.Context) []*entry {
	if l.table.enters != nil {
		return l.table.enters
	}
	entries := entriesOf(l.problem.Judge)
	l.print(ctx, entries)
	if ctx.Err() == nil { // else not all that is printed may be known
		l.table.enters = entries
	}
	return entries
}

// marked reads the marks of the question. What is printed need not be among them.
func (l *inspection) marked(ctx context.Context) (all []*drawn, err error) {
	entries, marks := l.entriesIn(ctx), l.table.question.Marks
	for _, name := range slices.Sorted(maps.Keys(marks)) {
		if !slices.ContainsFunc(entries, func(e *entry) bool { return e.Name == name }) {
			return nil, problem("there is no find `" + name + "` to enter")
		}
	}
	for _, e := range entries {
		d, err := e.read(marks[e.Name])
		if err != nil {
			return nil, err
		}
		all = append(all, d)
	}
	return all, nil
}

// inspected returns an inspection of the compiled puzzle, for a question of a solver.
func (t *table) inspected(ctx context.Context, emit func(Event)) (*inspection, error) {
	p, err := t.compiled(ctx)
	if err != nil {
		return nil, err
	}
	if p.Moving() {
		return nil, problem("this puzzle is solved by moves")
	}
	return &inspection{table: t, emit: emit, values: t.values, problem: p, results: t.desk.about(t.key(t.values))}, nil
}

// check answers with what is right and wrong with the marks of the question.
func (t *table) check(ctx context.Context, emit func(Event)) error {
	against := t.question.Against
	if against != "" && against != againstRules && against != againstSolution {
		return problem("marks are checked against rules or solution, not `" + against + "`")
	}
	l, err := t.inspected(ctx, emit)
	if err != nil {
		return err
	}
	all, err := l.marked(ctx)
	if err != nil {
		return err
	}
	c := &Check{Complete: !slices.ContainsFunc(all, func(d *drawn) bool { return !d.full() })}
	if c.Solved, c.Best, err = l.solved(ctx, all); err != nil {
		return err
	}
	switch {
	case c.Best:
		c.Text = "Solved."
		l.table.desk.note(func() { c.Level = l.results.level })
	case c.Solved:
		c.Text = "All rules hold. There may be a better answer."
	case against == againstSolution:
		err = l.againstSolution(ctx, all, c)
	case against == againstRules:
		err = l.againstRules(ctx, all, c)
	}
	if err != nil {
		return err
	}
	if c.Text == "" {
		c.Text = "Nothing is wrong so far."
	}
	emit(Event{Kind: KindCheck, Check: c})
	return nil
}

// solved reports whether the judge accepts what is drawn as an answer. best is false for an answer that may not be the
// best there is. What was not drawn at all may follow from the rest, such as numbers that say how large areas are.
func (l *inspection) solved(ctx context.Context, all []*drawn) (solved, best bool, err error) {
	session := solve.Open(l.problem, l.table.desk.team)
	for _, joined := range l.readings(all) {
		values, ok := l.closed(all, joined)
		if !ok {
			continue
		}
		a, err := session.Accept(ctx, values)
		if err != nil {
			return false, false, err
		}
		if a != nil {
			best, err := l.best(ctx, a)
			return true, best, err
		}
	}
	return false, false, nil
}

// mostRated bounds the work of a rating, as [explain.Effort] counts it: about a second.
const mostRated = 2_000_000

// level answers with the word for how hard the puzzle is, or "" if it has not one solution, or finding it takes long.
func (t *table) level(ctx context.Context, emit func(Event)) error {
	l, err := t.inspected(ctx, emit)
	if err != nil {
		return err
	}
	word := ""
	t.desk.note(func() { word = l.results.level })
	if word == "" {
		effort := explain.Usual()
		effort.Work = mostRated
		r, err := explain.Rate(ctx, l.problem.Problem, t.desk.engine, effort)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err == nil && r.End == explain.Solved && len(l.problem.Model.Objectives) == 0 {
			word = r.Level
		}
		t.desk.note(func() { l.results.level = word })
	}
	emit(Event{Kind: KindLevel, Text: word})
	return nil
}

// readings are the ways to read edges within areas that have no mark: as joined or, if that is no answer, as borders.
func (l *inspection) readings(all []*drawn) []bool {
	if slices.ContainsFunc(all, func(d *drawn) bool { return d.Gesture == gestureArea }) {
		return []bool{true, false}
	}
	return []bool{false}
}

// closed returns values for the finds of the judge if nothing more is drawn. ok is false if one is missing.
func (l *inspection) closed(all []*drawn, joined bool) (values []value.Value, ok bool) {
	values = make([]value.Value, len(l.problem.Judge.Finds))
	some := len(all) == 0
	for _, d := range all {
		values[d.index] = d.closed(joined)
		some = some || !d.empty()
		if values[d.index] == nil && !d.empty() {
			return nil, false
		}
	}
	for _, d := range all {
		if d.empty() && some && len(all) > 1 && d.follows() {
			values[d.index] = nil
		} else if values[d.index] == nil {
			return nil, false
		}
	}
	return values, true
}

// follows reports whether a find may be left to follow from others. Nothing drawn is a value of a set, but not of these.
func (d *drawn) follows() bool { return d.Gesture != gestureShade && d.Gesture != gestureLine }

// soon bounds the search for the best answer in a check.
const soon = 2 * time.Second

// best reports whether an answer is known to be the best. If the best one is unknown, it searches for it once, but not
// for long.
func (l *inspection) best(ctx context.Context, a *judge.Answer) (bool, error) {
	if len(l.problem.Model.Objectives) == 0 {
		return true, nil
	}
	sought := false
	l.table.desk.note(func() { l.report, sought = l.results.report, l.results.sought })
	if l.report == nil && !sought {
		within, stop := context.WithTimeout(ctx, l.table.desk.soon)
		defer stop()
		if err := l.verdict(within, false); err != nil {
			return false, err
		}
		if ctx.Err() != nil {
			return false, ctx.Err()
		}
		l.table.desk.note(func() { l.results.sought = true })
	}
	if r := l.report; r == nil || !r.Complete || len(r.Answers) == 0 {
		return false, nil
	}
	a, err := l.problem.Judge.Answer(a.Values)
	return err == nil && l.problem.Judge.CompareObjectives(a, l.report.Answers[0]) <= 0, nil
}

// answered finds the first solution, and returns its marks by find. They are nil if there is none.
func (l *inspection) answered(ctx context.Context) (map[string]Marks, error) {
	if err := l.verdict(ctx, false); err != nil {
		return nil, err
	}
	if len(l.report.Answers) == 0 {
		return nil, nil
	}
	out := map[string]Marks{}
	for _, e := range l.entriesIn(ctx) {
		out[e.Name] = e.marksOf(l.report.Answers[0].Values[e.index])
	}
	return out, nil
}

// answer answers with the marks of the first solution.
func (t *table) answer(ctx context.Context, emit func(Event)) error {
	l, err := t.inspected(ctx, emit)
	if err != nil {
		return err
	}
	marks, err := l.answered(ctx)
	switch {
	case err != nil:
		return err
	case marks == nil && l.report.Verdict == solve.NoSolution:
		return problem("there is no solution")
	case marks == nil:
		return cmp.Or(ctx.Err(), error(problem("no solution was found")))
	}
	emit(Event{Kind: KindMarks, Marks: marks})
	return nil
}

// againstSolution compares marks with the only solution. Of several, it looks for one that has all marks.
func (l *inspection) againstSolution(ctx context.Context, all []*drawn, c *Check) error {
	right, err := l.answered(ctx)
	switch {
	case err != nil:
		return err
	case l.report.Verdict == solve.NoSolution:
		c.Text = "The puzzle has no solution."
		return nil
	case right != nil && (l.report.Count > 1 || len(l.problem.Model.Objectives) > 0):
		return l.againstSome(ctx, all, c)
	case right == nil || !l.report.Exhausted:
		return cmp.Or(ctx.Err(), error(problem("the solution is not known")))
	}
	c.Wrong = []string{}
	for _, d := range all {
		c.Wrong = append(c.Wrong, d.differing(l.table.question.Marks[d.Name], right[d.Name])...)
	}
	if len(c.Wrong) > 0 {
		c.Text = "Wrong: " + diag.Count(len(c.Wrong), "place") + "."
	}
	return nil
}

// differing returns the places whose marks contradict those of the solution.
func (d *drawn) differing(m, right Marks) (places []string) {
	is := map[string]string{}
	note := func(m Marks, say func(place, word string)) {
		for _, place := range m.In {
			say(place, wordIn)
		}
		for _, place := range m.Out {
			say(place, wordOut)
		}
		for _, place := range slices.Sorted(maps.Keys(m.At)) {
			say(place, "="+m.At[place])
		}
	}
	note(right, func(place, word string) { is[place] = word })
	note(m, func(place, word string) {
		was, there := is[place]
		if there && was != word && !(d.Gesture == gestureBridge && fewer(word, was)) { // more bridges may follow
			places = append(places, place)
		}
	})
	return places
}

// fewer reports whether both words are values, and numbers of which the first is less.
func fewer(word, than string) bool {
	a, err := strconv.Atoi(strings.TrimPrefix(word, "="))
	b, err2 := strconv.Atoi(strings.TrimPrefix(than, "="))
	return err == nil && err2 == nil && a < b
}

// againstSome looks for a solution that has all marks. If there is none, it tells which marks can't be together.
func (l *inspection) againstSome(ctx context.Context, all []*drawn, c *Check) error {
	values := make([]value.Value, len(l.problem.Judge.Finds))
	for _, d := range all {
		values[d.index] = d.soFar()
	}
	a, err := solve.Open(l.problem, l.table.desk.team).Accept(ctx, values)
	switch {
	case err != nil:
		return err
	case a != nil:
		c.Text = "Nothing is wrong so far. There are several solutions."
		return nil
	}
	c.Text = "No solution has these marks."
	x, err := l.explainer(ctx)
	if err != nil {
		return ctx.Err()
	}
	if m := x.Mistake(ctx, l.facts(all)); m != nil && len(m.Facts) > 0 {
		c.Text, c.Wrong = x.Wrong(m), l.placesOfFacts(x, m.Facts)
	}
	return ctx.Err()
}

// mostBroken bounds the broken instances of rules in one answer.
const mostBroken = 20

// againstRules looks for rules that are broken whatever else is drawn, and for clues that are met. If there are no such
// rules, the text says what is missing as it stands.
func (l *inspection) againstRules(ctx context.Context, all []*drawn, c *Check) error {
	x, err := l.explainer(ctx)
	if err != nil {
		if ctx.Err() != nil {
			return err
		}
		c.Text = l.missing(all)
		return nil
	}
	known := l.facts(withPrinted(all))
	broken, refuted := x.Broken(ctx, known)
	for _, b := range broken {
		if len(c.Broken) == mostBroken {
			break
		}
		one := l.instances(x.Words, []int32{b.Unit})[0]
		if places := l.placesOfFacts(x, b.Facts); len(places) > 0 {
			one.Places = places
		}
		for _, c := range l.clues(ctx, x.Problem) {
			if slices.Contains(c.units, x.Problem.Model.Whole(b.Unit)) {
				one.Clue = &c.Clue
			}
		}
		c.Broken = append(c.Broken, one)
	}
	if len(c.Broken) == 0 && c.Complete {
		for _, v := range l.violations(all) {
			c.Broken = append(c.Broken, l.violated(v))
		}
	}
	c.Done = l.done(ctx, x, l.facts(settled(all)))
	switch n := len(c.Broken); {
	case ctx.Err() != nil:
		return ctx.Err()
	case n == 1:
		c.Text = "A rule is broken: " + c.Broken[0].Says + "."
	case n > 1:
		c.Text = fmt.Sprintf("%d rules are broken: %s, and %s.", n, c.Broken[0].Says, c.Broken[1].Says)
	case c.Complete:
		c.Text = "This is not a solution."
	case refuted:
		c.Refuted = true
		c.Text = "No rule is broken by itself, but this can't be finished."
	default:
		c.Text = l.missing(all)
	}
	return nil
}

// withPrinted returns the marks with what is printed among them: a mark may contradict that.
func withPrinted(all []*drawn) []*drawn {
	return alg.Map(all, func(d *drawn) *drawn {
		one := *d
		one.fixed = nil
		return &one
	})
}

// settled returns the marks as if nothing were added to them, such as a second bridge beside the first.
func settled(all []*drawn) []*drawn {
	return alg.Map(all, func(d *drawn) *drawn {
		one := *d
		one.settled = true
		return &one
	})
}

// placesOfFacts returns the names of the places that facts are about.
func (l *inspection) placesOfFacts(x *explain.Explainer, facts []model.Fact) []string {
	var places []value.Value
	for _, f := range facts {
		m, ok := x.Meaning(f.Var)
		switch {
		case !ok:
		case m.Member != nil:
			places = append(places, m.Member)
		case m.Key != nil:
			places = append(places, m.Key)
		}
	}
	return placesOf(l.problem.Judge, places)
}

// missing says what is not so yet if nothing more is drawn. It is "" if places must still get values, or nothing is
// drawn.
func (l *inspection) missing(all []*drawn) string {
	for _, v := range l.violations(all) {
		if why := cmp.Or(v.Why, l.violated(v).Says); why != "" {
			return "Nothing is wrong so far. It is not finished: " + why + "."
		}
	}
	return ""
}

// violations returns what the judge finds wrong if nothing more is drawn, among rules that need no other find.
func (l *inspection) violations(all []*drawn) []judge.Violation {
	if !slices.ContainsFunc(all, func(d *drawn) bool { return !d.empty() }) {
		return nil
	}
	values, ok := l.closed(all, l.readings(all)[0])
	if !ok {
		return nil
	}
	j := l.problem.Judge
	for i, f := range j.Finds {
		if w, ok := values[i].(*value.Route); ok && f.Shape.Admits(w) && w.EitherWay {
			return nil // they may hold in one direction
		}
	}
	return j.Judge(&judge.Answer{Values: values}).Violations
}

// violated describes a violation.
func (l *inspection) violated(v judge.Violation) Instance {
	if u, ok := l.problem.InstanceOf(v.Source, v.Span, v.Bindings); ok {
		return l.instances(explain.WordsOf(l.problem.Problem), []int32{u})[0]
	}
	out := Instance{Rule: v.Rule, Says: cmp.Or(v.Why, v.Rule), Places: placesOf(l.problem.Judge, v.About)}
	out.From, out.To = l.table.question.inSpec(v.Source, v.Span)
	return out
}

// standing is a clue that is drawn, with the units of the rules about it.
type standing struct {
	Clue
	units []int32
}

// clues returns the clues of a puzzle: each is the only one that some rule reads. It is nil if ctx ends before they are
// known.
func (l *inspection) clues(ctx context.Context, p *compile.Problem) []*standing {
	t := l.table
	if t.clues != nil || ctx.Err() != nil {
		return t.clues
	}
	all := []*standing{}
	index := map[Clue]*standing{}
	units := slices.DeleteFunc(p.Model.Units(), func(u int32) bool { return p.Model.Whole(u) != u })
	for i, read := range p.Clues(ctx, units) {
		if len(read) != 1 {
			continue
		}
		c := Clue{l.clueAt(read[0]), read[0].Given}
		if c.Place == "" {
			continue
		}
		if index[c] == nil {
			index[c] = &standing{Clue: c}
			all = append(all, index[c])
		}
		index[c].units = append(index[c].units, units[i])
	}
	if ctx.Err() == nil {
		t.clues = all
	}
	return t.clues
}

// clueAt returns where a clue stands: in a cell, on an edge, or beside a line. It is "" for another place.
func (l *inspection) clueAt(c compile.Clue) string {
	side := ""
	switch key := c.Keys[0].(type) {
	case value.Cell, value.Edge:
		return placesOf(l.problem.Judge, []value.Value{key})[0]
	case value.Direction:
		side = key.Name
	}
	line, ok := c.Keys[len(c.Keys)-1].(value.Int)
	side = picture.Sides(l.problem.Judge.Spec(), c.Given)[side]
	if !ok || side == "" {
		return ""
	}
	return fmt.Sprintf("%s %d", side, line)
}

// done returns the clues whose rules leave nothing to find.
func (l *inspection) done(ctx context.Context, x *explain.Explainer, known []model.Fact) (met []Clue) {
	is := map[model.VarID]bool{}
	for _, f := range known {
		is[f.Var] = is[f.Var] || f.Is
	}
	printed := map[string]bool{}
	bridges := map[string]bool{} // the finds whose zeros are not drawn
	for _, e := range l.entriesIn(ctx) {
		for _, place := range e.Printed {
			printed[place] = true
		}
		bridges[e.Name] = e.Gesture == gestureBridge
	}
	undrawn := func(f model.Fact) bool {
		m, ok := x.Meaning(f.Var)
		if !ok || m.Values == nil || !f.Is {
			return false
		}
		v := m.Values(f.Value)
		return isNone(v) || v == value.Value(value.Int(0)) && bridges[x.Find(f.Var)]
	}
	for _, c := range l.clues(ctx, x.Problem) {
		if ctx.Err() != nil {
			break
		}
		if !printed[c.Place] && !slices.ContainsFunc(c.units, func(u int32) bool { return !x.Met(known, is, u, undrawn) }) {
			met = append(met, c.Clue)
		}
	}
	return met
}
