// Command papers writes docs/papers.md: what four old texts on tours and numbers
// print, beside what Nazo measures or proves.
//
// The document is the template papers.tmpl, which is prose and questions; each question names a spec, an instance and a
// search, and is answered when the document is made. So claims, figures and puzzles are data, and this program knows
// only the kinds of questions. What depends on a clock is left out: the same template always makes the same document.
package main

import (
	"bytes"
	"context"
	_ "embed"
	"flag"
	"fmt"
	"io"
	"math"
	"math/big"
	"os"
	"os/signal"
	"slices"
	"strconv"
	"strings"
	"text/template"

	"nazo/dsl/value"
	"nazo/internal/alg"
	"nazo/internal/atomicfile"
)

func main() {
	output := flag.String("o", "", "write to this file instead of standard output")
	quick := flag.Bool("quick", false, "only the sections that take no more than seconds")
	long := flag.Bool("long", false, "count anew what takes minutes and gigabytes, too")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := write(ctx, *output, *quick, *long); err != nil {
		fmt.Fprintln(os.Stderr, "papers:", err)
		os.Exit(1)
	}
}

// write makes the document, or those of its sections that are quick.
func write(ctx context.Context, output string, quick, long bool) error {
	d, err := newDocument(ctx, long)
	if err != nil {
		return err
	}
	var text bytes.Buffer
	if quick {
		for _, name := range d.quick() {
			if err := d.section(&text, name); err != nil {
				return err
			}
		}
	} else if err := d.whole(&text); err != nil {
		return err
	}
	if output != "" {
		return atomicfile.WriteText(output, text.String(), atomicfile.Options{Force: true})
	}
	_, err = io.Copy(os.Stdout, &text)
	return err
}

//go:embed papers.tmpl
var source string

// slow ends the names of sections that take longer than a test may.
const slow = " slow"

// document is the template with what answers its questions.
type document struct{ tree *template.Template }

// newDocument parses the template. Its questions are given up when the context ends;
// those that take minutes and gigabytes are only asked if long is set.
func newDocument(ctx context.Context, long bool) (*document, error) {
	a := &answerer{ctx, long}
	tree, err := template.New("papers").Funcs(a.questions()).Parse(source)
	return &document{tree}, err
}

// whole writes all of the document.
func (d *document) whole(w io.Writer) error { return d.tree.Execute(w, nil) }

// section writes one of its sections.
func (d *document) section(w io.Writer, name string) error {
	return d.tree.ExecuteTemplate(w, name, nil)
}

// quick are the names of the sections that are not slow, sorted.
func (d *document) quick() (names []string) {
	for _, t := range d.tree.Templates() {
		if t.Name() != d.tree.Name() && !strings.HasSuffix(t.Name(), slow) {
			names = append(names, t.Name())
		}
	}
	slices.Sort(names)
	return names
}

// questions are the functions of the template.
func (a *answerer) questions() template.FuncMap {
	return template.FuncMap{
		// Answers of engines.
		"first": a.first, "count": a.count, "upTo": a.upTo, "classes": a.classes, "judge": a.judge, "sweep": a.sweep,
		"smallest": a.smallest, "within": a.within, "estimate": a.estimate, "export": a.export,
		"total": a.total, "longTotal": a.longTotal,
		// What is said about the graph of a path or cycle.
		"table": a.index, "restarts": a.restarts, "successes": a.successes,
		"alike": a.alike, "tree": a.tree, "estimateTree": a.estimateTree,
		// Figures in words.
		"n": thousands, "ratio": ratio, "agrees": agrees, "wrong": wrong, "add": add, "times": times, "mul": mul, "div": div,
		"allOf": allOf, "list": func(items ...any) []any { return items },
	}
}

// thousands writes a whole number, or one that is rounded to one, with commas.
func thousands(x any) string {
	text := fmt.Sprint(x)
	if f, ok := x.(float64); ok {
		text = strconv.FormatFloat(math.Round(f), 'f', 0, 64)
	}
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

// number reads a number of the template, whatever its type.
func number(x any) float64 {
	f, err := strconv.ParseFloat(strings.ReplaceAll(fmt.Sprint(x), ",", ""), 64)
	if err != nil {
		panic(fmt.Sprintf("papers: %v is no number", x))
	}
	return f
}

// ratio is a quotient to four figures.
func ratio(a, b any) string { return strconv.FormatFloat(number(a)/number(b), 'g', 4, 64) }

func add(a, b any) float64 { return number(a) + number(b) }
func mul(a, b any) float64 { return number(a) * number(b) }
func div(a, b any) float64 { return number(a) / number(b) }

// agrees is the end of a row of a table: what is printed, what is measured,
// and that they are the same. If they are not, the document is wrong and isn't made.
func agrees(printed, measured any) (string, error) {
	p, m := cell(printed), cell(measured)
	if p != m {
		return "", fmt.Errorf("printed is %s, measured %s: the document says that they agree", p, m)
	}
	return fmt.Sprintf("%s | %s | yes |", p, m), nil
}

// wrong is the end of a row for a figure that is wrong, or was misprinted.
func wrong(printed, measured any) (string, error) {
	p, m := cell(printed), cell(measured)
	if p == m {
		return "", fmt.Errorf("measured is %s, as printed: the document says that it is wrong", m)
	}
	return fmt.Sprintf("%s | %s | **no** |", p, m), nil
}

// cell writes numbers with commas and all else as it is.
func cell(x any) string {
	switch x.(type) {
	case int, int64, float64:
		return thousands(x)
	}
	return fmt.Sprint(x)
}

// allOf says how many of all are left when some are taken away.
func allOf(all, without any) string {
	switch {
	case number(without) == 0:
		return "all"
	case number(without) == number(all):
		return "none"
	}
	return thousands(number(all)-number(without)) + " of " + cell(all)
}

// times multiplies a number written in digits, and keeps its length.
func times(digits string, factor any) string {
	n, ok := new(big.Int).SetString(digits, 10)
	if !ok {
		panic("papers: " + digits + " is no number")
	}
	n.Mul(n, big.NewInt(int64(number(factor))))
	return fmt.Sprintf("%0*s", len(digits), n)
}

// board writes texts, one for each cell, as rows.
func board(list []string, columns int) string {
	width := 0
	for _, s := range list {
		width = max(width, len(s))
	}
	var out strings.Builder
	for i, s := range list {
		fmt.Fprintf(&out, "%*s", width, s)
		if i%columns == columns-1 {
			out.WriteString("\n")
		} else {
			out.WriteString(" ")
		}
	}
	return out.String()
}

// Steps draws the path or cycle of the first solution as a board of step numbers.
func (r *reply) Steps() string {
	w := r.first.Values[0].(*value.Route)
	vertices := w.Graph.Vertices.List()
	number := map[value.Key]int{}
	for i, v := range w.Ordered()[0] {
		number[value.KeyOf(v)] = i + 1
	}
	columns := 0
	var list []string
	for _, v := range vertices {
		columns = max(columns, v.(value.Cell).Col)
		list = append(list, fmt.Sprint(number[value.KeyOf(v)]))
	}
	return board(list, columns)
}

// List writes the values of the first solution's first find, an array.
func (r *reply) List() string {
	return strings.Join(alg.Map(r.first.Values[0].(*value.Array).Values, value.String), " ")
}

// Digits is List without blanks.
func (r *reply) Digits() string { return strings.ReplaceAll(r.List(), " ", "") }

// Row is the first row of the first line's board.
func (l *likeness) Row() string {
	row, _, _ := strings.Cut(l.First, "\n")
	return strings.Join(strings.Fields(row), " ")
}

// Bar is as long as there are lines.
func (b bucket) Bar() string { return strings.Repeat("#", b.Lines) }
