package picture

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"nazo/dsl/instance"
	"nazo/dsl/linkformat"
	"nazo/dsl/value"
	"nazo/internal/alg"
	"nazo/internal/show/draw"
	"nazo/internal/show/link"
	"nazo/internal/show/sites"
	"nazo/internal/solve"
)

// Sent is a puzzle that is written as a link of another site than puzz.link, with its title, its author, its rules in
// words, and its solution for the site's own check.
type Sent struct {
	Site          string
	Problem       *solve.Problem
	Title, Author string // Title is by default the name of the spec
}

// searchForCheck bounds the search for the solution that a link carries.
const searchForCheck = 5 * time.Second

// Link returns the link, and sentences about what it does not have. The team looks for the solution. read returns the
// givens of the link's instance, for comparison. The error says what the site can't have.
func (o *Sent) Link(ctx context.Context, team solve.Team, read func(*instance.Instance) ([]instance.Given, error)) (text string, notes []string, err error) {
	d, err := o.draft(read)
	if err != nil {
		return "", nil, err
	}
	var note string
	if d.Solution, note = o.solution(ctx, team); note != "" {
		return d.text, append(d.notes, note), nil
	}
	if d.drawn {
		printDigits(d.Document)
	}
	text, err = sites.Write(o.Site, d.Document)
	return text, d.notes, err
}

// Fits returns an error if the site can't have the puzzle. It does not search.
func (o *Sent) Fits(read func(*instance.Instance) ([]instance.Given, error)) error {
	_, err := o.draft(read)
	return err
}

// draft is a link without the solution.
type draft struct {
	*sites.Document
	text  string
	notes []string
	drawn bool // for want of a binding
}

// draft says a puzzle as the bindings do. What these can't say in full is drawn, if the site takes drawings without a
// meaning.
func (o *Sent) draft(read func(*instance.Instance) ([]instance.Given, error)) (*draft, error) {
	d, err := o.draftAs(read, false)
	if err != nil && o.Site == sites.SudokuPad {
		return o.draftAs(read, true)
	}
	return d, err
}

func (o *Sent) draftAs(read func(*instance.Instance) ([]instance.Given, error), drawn bool) (*draft, error) {
	p := o.Problem
	spec := p.Judge.Spec()
	send := func() (*sites.Document, []string, error) { return link.Document(spec, o.Site, p.Givens) }
	if drawn {
		send = o.drawing
	}
	doc, missing, err := send()
	if err != nil {
		return nil, err
	}
	var notes []string
	rules, _ := Rules(spec, func() *solve.Problem { return p })
	if spec.About != "" {
		rules = append([]string{spec.About}, rules...)
	}
	if drawn {
		for _, g := range p.Givens {
			text := strings.TrimSpace(instance.Brief(spec, []instance.Given{g}, func(string) bool { return false }))
			if slices.Contains(missing, g.Name) && text != "" {
				rules = append(rules, text)
				notes = append(notes, fmt.Sprintf("`%s` can't be drawn, and is told below the rules", g.Name))
			}
		}
	}
	doc.Title, doc.Author, doc.Rules = cmp.Or(o.Title, spec.Title), o.Author, strings.Join(rules, "\n")
	text, err := sites.Write(o.Site, doc)
	if err != nil {
		return nil, fmt.Errorf("this can't be a link of %s: %w", o.Site, err)
	}
	var lost []string
	if !drawn { // a drawing has no values to be read
		lost, err = link.Lost(spec, text, p.Givens, read)
	} else if again, readErr := sites.Read(text); readErr != nil || again.Board != doc.Board || again.Rules != doc.Rules {
		err = cmp.Or(readErr, error(errors.New("it would be read otherwise")))
	}
	if err != nil {
		return nil, fmt.Errorf("this can't be a link of %s: %w", o.Site, err)
	}
	if len(lost) > 0 {
		why := "it would be read otherwise"
		if slices.Contains(missing, lost[0]) {
			why = "the spec's link statement has no binding for it"
		}
		return nil, fmt.Errorf("a link of %s can't say what `%s` is: %s", o.Site, lost[0], why)
	}
	return &draft{doc, text, notes, drawn}, nil
}

// solution returns the numbers of the only solution, or a sentence about why the link has none.
func (o *Sent) solution(ctx context.Context, team solve.Team) (numbers []sites.Value, note string) {
	const without = "the link has no solution for the site to check: "
	limited, stop := context.WithTimeout(ctx, searchForCheck)
	defer stop()
	report := solve.Open(o.Problem, team).Ask(limited, solve.Question{Limit: 2})
	switch {
	case report.Fault != nil:
		return nil, without + "engines disagree about it"
	case report.Count > 1:
		return nil, without + "there are several"
	case report.Verdict == solve.NoSolution:
		return nil, without + "there is none"
	case report.Count == 0 || !report.Exhausted:
		return nil, fmt.Sprintf("%sin %v it was not found and proved to be the only one", without, searchForCheck)
	}
	if numbers = link.Digits(o.Problem.Judge.Finds, report.Answers[0].Values); numbers == nil {
		return nil, without + "it has no number for each cell"
	}
	return numbers, ""
}

// drawing returns the puzzle as a drawing, and the givens that are not in it though they say something.
func (o *Sent) drawing() (doc *sites.Document, missing []string, err error) {
	p := o.Problem
	if p.Judge.Moving() {
		return nil, nil, fmt.Errorf("moves can't be made at %s", o.Site)
	}
	var items []draw.Item
	for _, it := range (Drawer{}).printed(p.Judge, p.Givens) {
		if draw.OnBoard(it) {
			items = append(items, it)
		} else if !nothing(p.Judge, it) && it.Title != "" {
			missing = append(missing, it.Title)
		}
	}
	rows, cols, pieces, others := draw.Pieces(items)
	if rows == 0 {
		return nil, nil, fmt.Errorf("the puzzle has no board of squares, and a drawing for %s has one", o.Site)
	}
	doc = &sites.Document{Board: linkformat.Board{Rows: rows, Columns: cols}}
	dark := map[value.Spot]bool{}
	for _, piece := range pieces {
		if piece.Kind == "shade" {
			dark[piece.At[0]] = true
		}
	}
	for _, piece := range pieces {
		doc.Items = append(doc.Items, drawnItem(piece, dark[piece.At[0]]))
	}
	doc.Items = append(doc.Items, sites.Item{Kind: "norowcol"}) // no digits are compared
	return doc, append(missing, others...), nil
}

// printDigits makes digits of the texts that are the numbers of their cells in the solution.
func printDigits(doc *sites.Document) {
	for i, it := range doc.Items {
		at, _ := it.Fields["cell"].(sites.Place)
		n := at.Y/2*doc.Columns + at.X/2
		if it.Kind == "text" && doc.Has(at) && n < len(doc.Solution) && it.Fields["value"] == fmt.Sprint(doc.Solution[n]) {
			doc.Items[i].Kind = "given"
		}
	}
}

// drawnItem returns a piece of a drawing as the site has it.
func drawnItem(p draw.Piece, dark bool) sites.Item {
	at := alg.Map(p.At, func(s value.Spot) sites.Value { return linkformat.Place{X: s.X, Y: s.Y} })
	it := sites.Item{Fields: map[string]sites.Value{"cell": at[0]}}
	lines := map[string]sites.Value{"lines": []sites.Value{at}}
	size := 80
	if p.At[0].Side() || p.At[0].Corner() {
		size = 30
	}
	switch p.Kind {
	case "text":
		it.Kind = "text"
		if it.Fields["value"] = p.Text; dark {
			it.Fields["colour"] = "#FFFFFF"
		}
	case "shade":
		it.Kind = "underlay #404040"
	case "disc", "ring":
		it.Kind, it.Fields["width"], it.Fields["height"] = "circle #FFFFFF", size, size
		if p.Kind == "disc" {
			it.Kind = "circle #000000"
		}
	case "wall":
		it.Kind, it.Fields = "line #000000", lines
		it.Fields["thickness"] = 3
	case draw.Cage:
		it.Kind, it.Fields = "cage", map[string]sites.Value{"cells": at}
		if p.Text != "" {
			it.Fields["value"] = p.Text
		}
	case draw.Thermo:
		it.Kind, it.Fields = "thermometer", lines
	case draw.Arrow:
		it.Kind, it.Fields = "arrow", lines
		it.Fields["cells"] = at[:1]
	default:
		it.Kind, it.Fields = "line "+cmp.Or(p.Colour, "#000000"), lines
	}
	return it
}
