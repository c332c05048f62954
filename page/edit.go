package page

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"nazo/compile"
	"nazo/compose"
	"nazo/dsl"
	"nazo/dsl/diag"
	"nazo/givens"
	"nazo/value"
)

// place puts a value at a place of a given, in the text of the instance.
func (d *Desk) place(ctx context.Context, q Question, emit func(Event)) error {
	t, err := lay(q)
	if err != nil {
		return err
	}
	if c, err := t.placeLine(ctx); c != nil || err != nil {
		if err == nil {
			emit(Event{Kind: KindChange, Change: c})
		}
		return err
	}
	draft, problems := compose.NewDraft(ctx, t.spec, t.input, compile.Options{})
	if problems.HasErrors() {
		return problems
	}
	i := slices.IndexFunc(draft.Parts, func(p givens.Part) bool { return p.Given == q.Given && placeOf(p.Path) == q.Place })
	if i < 0 {
		return problem("nothing that is given has a place `" + q.Place + "`")
	}
	part := draft.Parts[i]
	v, ok := readWord(part.Type, q.Value)
	if !ok {
		return problem("`" + q.Value + "` does not fit at " + q.Given + " " + q.Place + "; expected " + part.Type.Describe())
	}
	values := draft.Values()
	values[i] = v
	all, problems := draft.With(ctx, values)
	if problems.HasErrors() {
		return problems
	}
	emit(Event{Kind: KindChange, Change: t.change(all, part, v)})
	return nil
}

// placeLine puts several values beside a line, in place of those that it has; nil if the question is no such.
func (t *table) placeLine(ctx context.Context) (*Change, error) {
	q := t.question
	parts, problems := compile.Parts(ctx, t.spec, t.input, compile.Options{})
	if problems.HasErrors() {
		return nil, problems
	}
	i := slices.IndexFunc(parts, func(p givens.Part) bool { return p.Given == q.Given && inLine(p) })
	line, err := strconv.Atoi(q.Place)
	if i < 0 || err != nil {
		return nil, nil
	}
	all, err := t.givens(ctx)
	if err != nil {
		return nil, err
	}
	of := slices.IndexFunc(all, func(g givens.Given) bool { return g.Name == q.Given })
	lines, ok := all[of].Value.(value.List)
	if !ok || line < 1 || line > len(lines) {
		return nil, problem("`" + q.Given + "` has no line " + q.Place)
	}
	words := strings.Fields(q.Value)
	said := value.List{}
	for _, word := range words {
		v, ok := readWord(parts[i].Type, word)
		if !ok {
			return nil, problem("`" + word + "` does not fit in " + q.Given + "; expected " + parts[i].Type.Describe())
		}
		said = append(said, v)
	}
	if entries := t.entries(q.Given); len(entries) == 1 && len(entries[0].Names) == 1 {
		if rows, ok := entries[0].Value.(*dsl.GridLit); ok && len(rows.Rows) == len(lines) {
			if len(words) == 0 {
				words = []string{"[]"}
			}
			return t.replaced(rows.Rows[line-1].Span(), strings.Join(words, " ")), nil
		}
	}
	all = slices.Clone(all)
	lines = slices.Clone(lines)
	lines[line-1] = said
	all[of].Value = lines
	return t.change(all, parts[i], said), nil
}

// readWord reads a value as it stands at a place.
func readWord(t givens.Type, text string) (value.Value, bool) {
	if _, truth := t.(givens.Bool); truth {
		return value.Of(text == "true"), text == "true" || text == "false"
	}
	if o, optional := t.(givens.Optional); optional && (text == "" || text == ".") {
		if v, reads := t.FromText(text); reads {
			return v, true
		}
		text = o.None()
	}
	return t.FromText(text)
}

// entries are the entries of the instance that have a value for a given.
func (t *table) entries(name string) []*dsl.Assign {
	if t.lent {
		return nil
	}
	return t.input.Instance.Of(name)
}

// change writes the new value of a part of a given where the instance has it: in its cell, if it takes as much room there as the
// old one; else what the given's entry has is written anew. All are givens with their values.
func (t *table) change(all []givens.Given, part givens.Part, v value.Value) *Change {
	text := t.question.Instance
	whole := func() *Change { // nothing of the text could stay
		var said []givens.Given
		for _, g := range all {
			if t.says(g.Name) || t.lent || g.Name == part.Given {
				said = append(said, g)
			}
		}
		span := diag.Span{Start: 0, End: len(text)}
		if in := t.input.Instance; in != nil && !t.lent && len(in.Entries) > 0 {
			span = diag.Span{Start: in.Entries[0].Start, End: in.Entries[len(in.Entries)-1].End}
		}
		return t.replaced(span, strings.TrimSuffix(givens.Text(t.spec, said), "\n"))
	}
	entries := t.entries(part.Given)
	switch {
	case t.lent:
		return whole()
	case len(entries) == 0:
		return t.appended(all, part.Given)
	case len(entries) > 1 || len(entries[0].Keys) > 0:
		return whole()
	}
	e := entries[0]
	if c := t.inCell(e, part, v); c != nil {
		return c
	}
	var together []givens.Given
	for _, n := range e.Names {
		if i := slices.IndexFunc(all, func(g givens.Given) bool { return g.Name == n.Text }); i >= 0 {
			together = append(together, all[i])
		}
	}
	written := strings.TrimSuffix(givens.Text(t.spec, together), "\n")
	if grid, ok := e.Value.(*dsl.GridLit); ok && len(e.Names) > 0 && e.Names[0].Start == grid.Start { // nothing but rows
		if _, rows, ok := strings.Cut(written, ":\n"); ok {
			written = strings.TrimLeft(rows, " ")
		}
	}
	return t.replaced(e.Span(), written)
}

// inCell is the change of one cell of rows that have a character, or a word, for each cell of a given alone; nil if it takes more.
func (t *table) inCell(e *dsl.Assign, part givens.Part, v value.Value) *Change {
	cell, ok := givens.CellOf(e, part)
	if !ok || len(e.Names) != 1 || part.Path[0].(value.Cell).Board.Points {
		return nil
	}
	word, ok := givens.CellText(t.spec, part.Given, v)
	if _, truth := part.Type.(givens.Bool); truth || !ok || len([]rune(word)) != len([]rune(cell.Text)) {
		return nil
	}
	if _, reads := readWord(part.Type, word); !reads {
		return nil
	}
	return t.replaced(cell.Span(), word)
}

// appended writes a given behind all others of the instance, which has nothing for it.
func (t *table) appended(all []givens.Given, name string) *Change {
	i := slices.IndexFunc(all, func(g givens.Given) bool { return g.Name == name })
	written := strings.TrimSuffix(givens.Text(t.spec, all[i:i+1]), "\n")
	in := t.input.Instance
	if in == nil || len(in.Entries) == 0 {
		return t.replaced(diag.Span{Start: len(t.question.Instance), End: len(t.question.Instance)}, written+"\n")
	}
	end := in.Entries[len(in.Entries)-1].End
	return t.replaced(diag.Span{Start: end, End: end}, "\n\n"+written)
}

// replaced is the change of a stretch of the text of the instance.
func (t *table) replaced(span diag.Span, insert string) *Change {
	text := t.question.Instance
	return &Change{units(text, span.Start), units(text, span.End), insert}
}

// blank makes an instance with nothing printed, of a size, in place of the one that is there.
func (d *Desk) blank(ctx context.Context, q Question, emit func(Event)) error {
	t, err := lay(q)
	if err != nil {
		return err
	}
	models := []givens.Input{t.input}
	for _, e := range compile.Examples(t.spec) {
		models = append(models, e.Input)
	}
	all, err := compose.Blank(ctx, t.spec, models, compose.Size{Rows: q.Rows, Cols: q.Cols}, compile.Options{})
	if err != nil {
		return err
	}
	all = slices.DeleteFunc(all, func(g givens.Given) bool { return t.usual(g.Name) && !t.says(g.Name) })
	text := givens.Text(t.spec, all)
	span := diag.Span{Start: 0, End: len(q.Instance)}
	if in := t.input.Instance; in != nil && !t.lent && len(in.Entries) > 0 {
		span = diag.Span{Start: in.Entries[0].Start, End: in.Entries[len(in.Entries)-1].End}
		text = strings.TrimSuffix(text, "\n")
	}
	emit(Event{Kind: KindChange, Change: t.replaced(span, text)})
	return nil
}

// usual reports whether a given has a value without an instance.
func (t *table) usual(name string) bool {
	for _, g := range t.spec.Givens {
		for _, part := range g.Stmt.Parts {
			if part.Name.Text == name {
				return g.Stmt.Value != nil
			}
		}
	}
	return false
}
