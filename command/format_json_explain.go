package command

import (
	"encoding/json"

	"nazo/answer"
	"nazo/engine"
	"nazo/explain"
	"nazo/value"
)

// factJSON is a fact about a find: a member that is in it, or not, or that it has a value, or not, for a key.
type factJSON struct {
	Text   string          `json:"text"`
	Find   string          `json:"find"`
	Of     string          `json:"of,omitempty"` // the part of the find, with all its keys, if it has any
	Key    json.RawMessage `json:"key,omitempty"`
	Member json.RawMessage `json:"member,omitempty"`
	In     *bool           `json:"in,omitempty"`
	Value  json.RawMessage `json:"value,omitempty"`
	Is     *bool           `json:"is,omitempty"`
}

// unitJSON is a rule instance, or a part of the structure of a find.
type unitJSON struct {
	Text     string                     `json:"text"`
	Rule     string                     `json:"rule"`
	For      map[string]json.RawMessage `json:"for,omitempty"`
	Places   []json.RawMessage          `json:"places,omitempty"`
	Sentence string                     `json:"sentence,omitempty"`
	Part     string                     `json:"part,omitempty"`
	File     string                     `json:"file,omitempty"`
	Line     int                        `json:"line,omitempty"`
}

// stepJSON is a step: all of New follows from Units and Since together, taken as constraints; of a step of one unit, which has no Since, from
// that unit and all that was known before.
type stepJSON struct {
	Number  int        `json:"number"`
	Size    int        `json:"size"`
	Least   bool       `json:"least"` // no step has fewer units
	New     []factJSON `json:"new"`
	Main    factJSON   `json:"main"`
	Units   []unitJSON `json:"units"`
	Since   []factJSON `json:"since,omitempty"`
	Checked *bool      `json:"checked,omitempty"` // of a larger step: engine sat says, too, that New follows; false if its work did not suffice
}

func (e *explanation) factsJSON(facts []engine.Fact) []factJSON {
	out := []factJSON{}
	for _, f := range facts {
		if m, ok := e.x.Meaning(f.Var); ok {
			j := factJSON{Text: e.x.Fact(f), Find: e.x.Find(f.Var)}
			if m.Of != j.Find {
				j.Of = m.Of
			}
			if m.Key != nil {
				j.Key = answer.Append(nil, m.Key)
			}
			if is := (f.Value == 1) == f.Is; m.Member != nil {
				j.Member, j.In = answer.Append(nil, m.Member), &is
			} else {
				j.Value, j.Is = answer.Append(nil, m.Values(f.Value)), &f.Is
			}
			out = append(out, j)
		}
	}
	return out
}

func valuesJSON(values []value.Value) (out []json.RawMessage) {
	for _, v := range values {
		out = append(out, answer.Append(nil, v))
	}
	return out
}

func (e *explanation) unitsJSON(units []int32) []unitJSON {
	out := []unitJSON{}
	for _, u := range units {
		c := e.x.Cause(u)
		j := unitJSON{Text: c.Text, Rule: c.Rule, Places: valuesJSON(c.Places), Sentence: c.Sentence, Part: c.Part}
		if c.Source != nil {
			j.File, j.Line = c.Source.Name, c.Source.Position(c.Span.Start).Line
		}
		if c.Part == "" {
			for _, b := range e.x.ProblemOf(u).Bound(u) {
				if j.For == nil {
					j.For = map[string]json.RawMessage{}
				}
				j.For[b.Name] = answer.Append(nil, b.Value)
			}
		}
		out = append(out, j)
	}
	return out
}

func (e *explanation) stepJSON(t told) stepJSON {
	return stepJSON{Number: t.number, Size: t.Size(), Least: t.easy() || t.Least, New: e.factsJSON(t.New), Main: e.factsJSON([]engine.Fact{t.Main})[0],
		Units: e.unitsJSON(t.units()), Since: e.factsJSON(t.Since), Checked: t.confirmed()}
}

// confirmed is whether engine sat agrees; nil of an easy step, of which it is not asked.
func (t told) confirmed() *bool {
	if t.easy() {
		return nil
	}
	return &t.Checked
}

// endsJSON says how explanations end.
var endsJSON = map[explain.End]string{explain.Solved: "all known", explain.Several: "several solutions",
	explain.Contradicted: "no solution", explain.GivenUp: "not finished"}

// conflictJSON is what can't be.
type conflictJSON struct {
	Facts []factJSON `json:"facts"`
	Units []unitJSON `json:"units"`
}

func (e *explanation) conflictJSON() *conflictJSON {
	if e.conflict == nil {
		return nil
	}
	return &conflictJSON{e.factsJSON(e.wrong), e.unitsJSON(e.conflict)}
}

// step has nothing to do: all are in the document.
func (j *jsonPrinter) step(*explanation, told) {}

func (j *jsonPrinter) explained(e *explanation) {
	steps := []stepJSON{}
	largest := 0
	for _, t := range e.steps {
		if e.only == 0 || t.number == e.only {
			steps = append(steps, e.stepJSON(t))
		}
		largest = max(largest, t.Size())
	}
	var direct [][]unitJSON
	for _, units := range e.direct {
		if units == nil {
			direct = append(direct, nil)
		} else {
			direct = append(direct, e.unitsJSON(units))
		}
	}
	j.object(struct {
		Puzzle  string     `json:"puzzle"`
		Given   []factJSON `json:"from,omitempty"`
		Steps   []stepJSON `json:"steps"`
		Largest int        `json:"largest"`
		End     string     `json:"end"`
		// BestLeftOut: what is minimised or maximised plays no part.
		BestLeftOut bool          `json:"bestLeftOut,omitempty"`
		Why         []factJSON    `json:"why,omitempty"`
		Direct      [][]unitJSON  `json:"direct,omitempty"` // for each of Why, null if it is no shorter than the steps
		Conflict    *conflictJSON `json:"conflict,omitempty"`
	}{e.puzzle, e.factsJSON(e.state.Facts[:e.begin]), steps, largest, endsJSON[e.end], e.problem.Objectives > 0, e.factsJSON(e.goal), direct, e.conflictJSON()})
}

func (j *jsonPrinter) hint(h *hinted) {
	out := struct {
		Puzzle  string            `json:"puzzle"`
		Where   []json.RawMessage `json:"where,omitempty"`
		Rules   []unitJSON        `json:"rules,omitempty"`
		Since   []factJSON        `json:"since,omitempty"`
		Follows []factJSON        `json:"follows,omitempty"`
		Checked *bool             `json:"checked,omitempty"`
		Mistake *conflictJSON     `json:"mistake,omitempty"`
		End     string            `json:"end,omitempty"`
	}{Puzzle: h.puzzle, Mistake: h.conflictJSON()}
	if len(h.steps) > 0 {
		t := h.steps[0]
		out.Where, out.Rules, out.Since, out.Follows = valuesJSON(h.places()), h.unitsJSON(t.units()), h.factsJSON(t.Since), h.factsJSON(t.New)
		out.Checked = t.confirmed()
	} else {
		out.End = endsJSON[h.end]
	}
	j.object(out)
}
