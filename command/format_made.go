package command

import (
	"fmt"
	"slices"
	"strings"

	"nazo/compose"
	"nazo/draw"
	"nazo/explain"
)

func (t *textPrinter) made(m *madePuzzle) {
	if m.before != nil {
		t.puzzle(m.before)
		t.out.WriteString("\n")
	}
	if m.made != nil && m.number > 1 {
		t.out.WriteString("\n")
	}
	t.out.WriteString(m.summary())
	drawn := *m.printedPuzzle
	drawn.sections = inSeveralLines(drawn.sections)
	t.puzzle(&drawn)
	t.out.WriteString("\n" + m.text)
}

// inSeveralLines are sections without what is drawn in one line: the text of the instance, which follows, says the same.
func inSeveralLines(sections []draw.Section) []draw.Section {
	sections = slices.Clone(sections)
	for i, section := range sections {
		sections[i].Items = slices.DeleteFunc(slices.Clone(section.Items), func(item draw.Item) bool {
			return strings.Count(draw.Text([]draw.Item{item}, section.Options), "\n") == 1
		})
	}
	return sections
}

func (*textPrinter) finish() {}
func (*jsonPrinter) finish() {}

func (*textPrinter) pageOf(*madePuzzle) string { return "" }
func (*jsonPrinter) pageOf(*madePuzzle) string { return "" }

// summary says how many clues are left, and what is known of them.
func (m *madePuzzle) summary() string {
	if m.made != nil {
		text := fmt.Sprintf("%d: %s", m.number, plural(m.made.Clues, "clue"))
		switch {
		case m.rated && m.made.Unrated != "":
			text += ", not rated: " + m.made.Unrated
		case m.rated:
			text += fmt.Sprintf(", rated %.1f (%s)", m.made.Rating, explain.Word(m.made.Rating))
		}
		return text + "\n"
	}
	k := m.kept
	text := fmt.Sprintf("%d of %s are enough", k.After, plural(k.Before, "clue"))
	switch {
	case k.Least:
		text += ", and no fewer"
	case k.Irreducible && m.symmetry == string(compose.NoSymmetry):
		text += ", and none of these can go"
	case k.Irreducible:
		text += ", and none of these can go with its partner"
	}
	return text + "\n"
}

func (j *jsonPrinter) made(m *madePuzzle) {
	out := appendGivens(nil, m.printedPuzzle)
	out = append(append(out, `,"instance":`...), quoted(m.text)...)
	out = append(append(out, `,"symmetry":`...), quoted(m.symmetry)...)
	if m.kept != nil {
		out = fmt.Appendf(out, `,"before":%d,"after":%d,"irreducible":%t,"least":%t`, m.kept.Before, m.kept.After, m.kept.Irreducible, m.kept.Least)
	}
	if m.made != nil {
		out = fmt.Appendf(out, `,"clues":%d,"irreducible":%t`, m.made.Clues, m.made.Irreducible)
		switch {
		case m.rated && m.made.Unrated != "":
			out = append(append(out, `,"unrated":`...), quoted(m.made.Unrated)...)
		case m.rated:
			out = fmt.Appendf(out, `,"rating":%.2f`, m.made.Rating)
		}
	}
	j.out.Write(append(out, "}\n"...))
}
