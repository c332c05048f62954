package command

import (
	"encoding/json"
	"fmt"

	"nazo/answer"
	"nazo/draw"
	"nazo/value"
)

// fix tells how the instance can be corrected, and draws the first correction.
func (t *textPrinter) fix(o *outcome) {
	if o.fix == nil {
		return
	}
	fmt.Fprintf(t.out, "\n%s", o.fix.told())
	if o.fix.first != nil {
		for _, section := range o.fix.first.sections {
			t.out.WriteString("\n" + draw.Text(section.Items, section.Options))
		}
	}
}

// fix adds the board of the first correction to some sections, and lines that say what can be changed.
func (g *svgPrinter) fix(o *outcome, all []draw.Section) (with []draw.Section, lines string) {
	if o.fix == nil {
		return all, ""
	}
	if o.fix.first != nil {
		all = append(all, o.fix.first.sections...)
	}
	return all, o.fix.told()
}

// clueChangeJSON is a part of a given that gets another value; Line and Column are where it stands in the instance.
type clueChangeJSON struct {
	Given  string            `json:"given"`
	Path   []json.RawMessage `json:"path"`
	From   json.RawMessage   `json:"from"`
	To     json.RawMessage   `json:"to"`
	Text   string            `json:"text"`
	File   string            `json:"file,omitempty"`
	Line   int               `json:"line,omitempty"`
	Column int               `json:"column,omitempty"`
}

type correctionJSON struct {
	Changes []clueChangeJSON `json:"changes"`
	Unique  bool             `json:"unique"`
	Checked bool             `json:"checked"`
}

// fields say how the instance can be corrected.
func (f *fix) fields() []field {
	corrections := []correctionJSON{}
	for _, c := range f.All {
		one := correctionJSON{Changes: []clueChangeJSON{}, Unique: c.Unique, Checked: c.Checked}
		for _, change := range c.Changes {
			j := clueChangeJSON{Given: change.Given, Path: []json.RawMessage{}, From: known(change.Value), To: known(change.To), Text: changeText(change)}
			for _, k := range change.Path {
				j.Path = append(j.Path, known(k))
			}
			if p, ok := f.position(change); ok {
				j.File, j.Line, j.Column = f.request.instance.Source.Name, p.Line, p.Column
			}
			one.Changes = append(one.Changes, j)
		}
		corrections = append(corrections, one)
	}
	out := []field{{"corrections", corrections}, {"fewest", f.Least}, {"perhaps_more_corrections", f.More || f.ended != ""}}
	if f.ended != "" {
		out = append(out, field{"corrections_ended", f.ended})
	}
	if f.first != nil {
		out = append(out, field{"corrected", f.text})
	}
	return out
}

func known(v value.Value) json.RawMessage { return answer.Append(nil, v) }
