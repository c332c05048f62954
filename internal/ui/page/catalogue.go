package page

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"nazo/compile"
	"nazo/dsl/diag"
	"nazo/dsl/instance"
	"nazo/internal/alg"
	"nazo/internal/show/link"
	"nazo/internal/show/sites"
	"nazo/internal/ui/load"
	"nazo/puzzles"
)

func (d *Desk) catalogue(_ context.Context, _ Question, emit func(Event)) error {
	var out []Family
	for _, family := range puzzles.Families() {
		f := Family{Name: family}
		for _, name := range puzzles.SpecsOf(family) {
			text, _ := puzzles.Spec(name)
			known := puzzles.KnownOf(name)
			listed := Listed{Name: name, Title: load.Title(name), About: puzzles.About(name), Instances: puzzles.Instances(name), Boards: []Shipped{}, Link: strings.Contains(text, "\nlink ")}
			for _, file := range listed.Instances {
				listed.Boards = append(listed.Boards, Shipped(known[file]))
			}
			f.Specs = append(f.Specs, listed)
		}
		out = append(out, f)
	}
	emit(Event{Kind: KindCatalogue, Catalogue: out})
	return nil
}

// spec answers with the text of a spec that comes with nazo, if there is one of the name.
func (d *Desk) spec(_ context.Context, q Question, emit func(Event)) error {
	if text, ok := puzzles.Spec(q.Name); ok {
		emit(Event{Kind: KindTexts, Texts: &Texts{Name: q.Name, Spec: text}})
	}
	return nil
}

// pair pairs boards with specs by the names of their files.
func (d *Desk) pair(_ context.Context, q Question, emit func(Event)) error {
	emit(Event{Kind: KindPairs, Pairs: load.Pairs(q.Files)})
	return nil
}

// open opens a shipped spec with an instance, the address of a puzzle, or an example of a spec.
func (d *Desk) open(ctx context.Context, q Question, emit func(Event)) error {
	if text := link.Pasted(q.Open); link.IsLink(text) || strings.Count(text, "/") > 1 {
		return openAddress(ctx, q, text, emit)
	}
	return d.openShipped(ctx, q, emit)
}

// openShipped opens a shipped spec with an instance, or an example of a spec.
func (d *Desk) openShipped(ctx context.Context, q Question, emit func(Event)) error {
	if q.Open == "example" && q.Spec != "" {
		out := &Texts{Name: q.Name, Spec: q.Spec}
		if err := out.lend(ctx, q.Which); err != nil {
			return err
		}
		emit(Event{Kind: KindTexts, Texts: out})
		return nil
	}
	text, ok := puzzles.Spec(q.Open)
	if !ok {
		p := "nazo comes with no spec called `" + q.Open + "`"
		if near := load.Nearest(q.Open); near != "" {
			p += "; did you mean `" + near + "`?"
		}
		return problem(p)
	}
	out := &Texts{Name: q.Open, Spec: text}
	name := q.Instance
	if all := puzzles.Instances(q.Open); name == "" && len(all) > 0 {
		name = all[0]
	}
	if name != "" {
		if out.Instance, ok = puzzles.Instance(q.Open, name); !ok {
			return problem("`" + q.Open + "` comes with no instance called `" + name + "`")
		}
	} else if err := out.lend(ctx, 0); err != nil {
		return err
	}
	emit(Event{Kind: KindTexts, Texts: out})
	return nil
}

// lend writes an example of a spec, by its number, as the instance. It does nothing if there is no such example.
func (t *Texts) lend(ctx context.Context, number int) error {
	spec, _, err := load.Parse(Question{Name: t.Name}.name(), t.Spec)
	if err != nil {
		return err
	}
	all := compile.Examples(spec)
	if number < 0 || number >= len(all) {
		return nil
	}
	t.Instance, err = all[number].Text(ctx, spec)
	return err
}

// openAddress opens an address. One that names no puzzle is read for the spec that is open.
func openAddress(ctx context.Context, q Question, text string, emit func(Event)) error {
	src := diag.NewSource("address", text)
	id, err := link.TypeOf(src)
	if err != nil {
		return unlinked(err)
	}
	out := &Texts{Name: q.Name, Spec: q.Spec}
	if sites.IsDrawing(id) {
		if q.Spec == "" {
			return problem("a link of " + id + " does not say which puzzle it is: open that puzzle, then paste the link")
		}
	} else if out.Name, err = load.ForLink(src); err != nil {
		return problem(err.Error())
	} else {
		out.Spec, _ = puzzles.Spec(out.Name)
	}
	spec, _, err := load.Parse(Question{Name: out.Name}.name(), out.Spec)
	if err != nil {
		return err
	}
	read, err := link.Read(spec, src)
	if err != nil && sites.IsDrawing(id) {
		return problem(fmt.Sprintf("read for the puzzle that is open, %s: %v", load.Title(out.Name), unlinked(err)))
	}
	if err != nil {
		return unlinked(err)
	}
	values, problems := compile.Givens(ctx, spec, instance.Input{Instance: read.Instance}, compile.Options{})
	if problems.HasErrors() {
		return unlinked(problems)
	}
	for _, note := range read.Notes {
		out.Instance += "# of the link: " + note + "\n"
	}
	said := alg.Filter(values, func(g instance.Given) bool { return !spec.HasDefault(g.Name) || len(read.Instance.Of(g.Name)) > 0 })
	out.Instance += instance.Text(spec, said)
	out.From = text
	emit(Event{Kind: KindTexts, Texts: out})
	return nil
}

// unlinked returns the mistake in an address in words, since the address is none of the texts.
func unlinked(err error) error {
	var list *diag.List
	if errors.As(err, &list) && list.Len() > 0 {
		first := list.All()[0]
		text := first.Message
		if first.Help != "" {
			text += "; " + first.Help
		}
		return problem(text)
	}
	return problem(err.Error())
}
