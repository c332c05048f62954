package page

import (
	"cmp"
	"context"

	"nazo/compile"
	"nazo/dsl/check"
	"nazo/dsl/diag"
	"nazo/dsl/instance"
	"nazo/internal/judge"
	"nazo/internal/show/link"
	"nazo/internal/show/picture"
	"nazo/internal/solve"
)

// sites answers with the sites whose links can have the instance.
func (t *table) sites(ctx context.Context, emit func(Event)) error {
	out := &Texts{Sites: []string{}}
	for _, site := range link.Sites() {
		if t.fits(ctx, site) == nil {
			out.Sites = append(out.Sites, site)
		}
	}
	emit(Event{Kind: KindTexts, Texts: out})
	return ctx.Err()
}

// fits returns an error if no link of a site can have the instance.
func (t *table) fits(ctx context.Context, site string) error {
	if site == link.PuzzLink {
		_, err := t.exact(ctx)
		return err
	}
	sent, err := t.sent(ctx, site)
	if err != nil {
		return err
	}
	return sent.Fits(t.reading(ctx))
}

// address answers with the link of the instance for a site, by default puzz.link, and notes on what the link does not have.
func (t *table) address(ctx context.Context, emit func(Event)) error {
	var text string
	var notes []string
	sent, err := t.sent(ctx, t.question.Site)
	switch {
	case t.question.Site == "" || t.question.Site == link.PuzzLink:
		text, err = t.exact(ctx)
	case err == nil:
		text, notes, err = sent.Link(ctx, t.desk.team, t.reading(ctx))
	}
	if err != nil {
		return problem(err.Error())
	}
	emit(Event{Kind: KindTexts, Texts: &Texts{Address: text}})
	for _, note := range notes {
		emit(Event{Kind: KindNote, Text: note})
	}
	return nil
}

// exact returns the address on puzz.link.
func (t *table) exact(ctx context.Context) (string, error) {
	values, err := t.givens(ctx)
	if err != nil {
		return "", err
	}
	u, err := link.Exact(t.spec, values, t.reading(ctx))
	return u.String(), err
}

// sent returns the puzzle for the link of another site. A link that it came from tells title and author.
func (t *table) sent(ctx context.Context, site string) (*picture.Sent, error) {
	p, err := t.compiled(ctx)
	if err != nil {
		return nil, err
	}
	sent := &picture.Sent{Site: site, Problem: p}
	for _, in := range []*instance.Instance{t.input.Instance, origin(t.spec, t.question.From)} {
		if in != nil {
			sent.Title, sent.Author = cmp.Or(in.Title, sent.Title), cmp.Or(in.Author, sent.Author)
		}
	}
	return sent, nil
}

// reading reads the givens of an instance, for comparison.
func (t *table) reading(ctx context.Context) func(*instance.Instance) ([]instance.Given, error) {
	return func(in *instance.Instance) ([]instance.Given, error) {
		again, problems := compile.Givens(ctx, t.spec, instance.Input{Instance: in}, compile.Options{})
		return again, problems.Err()
	}
}

// origin returns the instance of the link that the texts came from, or nil.
func origin(spec *check.Spec, address string) *instance.Instance {
	if address == "" {
		return nil
	}
	read, err := link.Read(spec, diag.NewSource("address", link.Pasted(address)))
	if err != nil {
		return nil
	}
	return read.Instance
}

// toldBy returns a sentence about whether the solution that a link tells is one of those found, or "".
func toldBy(p *solve.Problem, address string, answers []*judge.Answer) string {
	in := origin(p.Judge.Spec(), address)
	if in == nil {
		return ""
	}
	note, same := link.Told(in.Solution, p.Judge.Finds, answers)
	switch {
	case same && len(answers) == 1:
		return "the solution that the link tells is the one found"
	case same:
		return "the solution that the link tells is one of those found"
	}
	return note
}
