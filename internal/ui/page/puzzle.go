package page

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"nazo/compile"
	"nazo/dsl"
	"nazo/dsl/check"
	"nazo/dsl/diag"
	"nazo/dsl/instance"
	"nazo/dsl/value"
	"nazo/internal/show/picture"
	"nazo/internal/solve"
	"nazo/internal/study/explain"
	"nazo/internal/ui/ide"
	"nazo/internal/ui/load"
	"nazo/puzzles"
)

// laid is the puzzle of some texts: read, and compiled, played and explained as far as asked for. It belongs to one
// question at a time. Then it stays for the next one about the same texts.
type laid struct {
	texts     texts
	spec      *check.Spec
	instances []*instance.Instance
	// input is the chosen instance. If the spec lacks one, it is the first example, and lent is true.
	input instance.Input
	lent  bool
	// found has warnings about the texts, made those about their values and the compiled problem.
	found, made diag.List

	read    bool // values and parts are set
	values  []instance.Given
	parts   []instance.Part
	problem *solve.Problem     // nil until asked for, like the rest
	about   map[string][]int32 // the units of the problem for each place
	seats   map[int64]*game    // by seed
	walk    *walk
	enters  []*entry           // the finds that a solver enters
	clues   []*standing        // that are drawn, with their rules
	reasons *explain.Explainer // of the steps and of broken rules
}

// texts identify a puzzle, with the chosen one of its instances.
type texts struct {
	name, spec, instance string
	which                int
}

func (q Question) texts() texts { return texts{q.Name, q.Spec, q.Instance, q.Which} }

// SamePuzzle reports whether two questions are about the same texts. Then results of one serve the other.
func (q Question) SamePuzzle(other Question) bool { return q.texts() == other.texts() }

// SameSpec reports whether two questions are about instances of the same spec.
func (q Question) SameSpec(other Question) bool { return q.Name == other.Name && q.Spec == other.Spec }

// mostLaid bounds the laid puzzles and the parsed specs: the current one and that before the last edit.
const mostLaid = 2

type parsed struct {
	name, text string
	spec       *check.Spec
	warnings   *diag.List
}

// parse returns the spec of a question, from the parsed ones if it is there. The error has diagnostics.
func (d *Desk) parse(q Question) (*parsed, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, p := range d.specs {
		if p.name == q.name() && p.text == q.Spec {
			return p, nil
		}
	}
	d.parses++
	spec, warnings, err := load.Parse(q.name(), q.Spec)
	if err != nil {
		return nil, err
	}
	p := &parsed{q.name(), q.Spec, spec, warnings}
	d.specs = append(d.specs[max(0, len(d.specs)+1-mostLaid):], p)
	return p, nil
}

// lay returns the puzzle of a question, from the laid ones if it is there. The caller has to leave it when done. The
// error has diagnostics.
func (d *Desk) lay(q Question) (*table, error) {
	is := q.texts()
	d.mu.Lock()
	for i, l := range d.laid {
		if l.texts == is {
			d.laid = append(d.laid[:i:i], d.laid[i+1:]...)
			d.mu.Unlock()
			return &table{l, d, q}, nil
		}
	}
	d.mu.Unlock()
	p, err := d.parse(q)
	if err != nil {
		return nil, err
	}
	l := &laid{texts: is, spec: p.spec}
	l.found.Merge(p.warnings)
	if strings.TrimSpace(q.Instance) != "" {
		if l.instances, err = instance.Instances(l.spec, diag.NewSource(inInstance, q.Instance)); err != nil {
			return nil, err
		}
	}
	switch {
	case q.Which < len(l.instances) && q.Which >= 0:
		l.input.Instance = l.instances[q.Which]
	case len(l.instances) > 0:
		l.input.Instance = l.instances[0]
	case slices.ContainsFunc(l.spec.Givens, func(g check.Placed[*dsl.Given]) bool { return g.Stmt.Value == nil }):
		if all := compile.Examples(l.spec); len(all) > 0 {
			l.input, l.lent = all[0].Input, true
		}
	}
	return &table{l, d, q}, nil
}

// leave keeps a table for the next question.
func (d *Desk) leave(t *table) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.laid = append(d.laid, t.laid); len(d.laid) > mostLaid {
		d.laid = d.laid[1:]
	}
}

// compiled returns the problem, and adds its warnings to those of the table. Its judge works within the context.
func (t *table) compiled(ctx context.Context) (*solve.Problem, error) {
	if t.problem == nil {
		values, err := t.givens(ctx)
		if err != nil {
			return nil, err
		}
		p, problems := solve.Compile(ctx, t.spec, instance.Known(values), compile.Options{})
		if problems.HasErrors() {
			problems.Merge(&t.made)
			return nil, problems
		}
		t.made.Merge(problems)
		t.made.Merge(p.Warnings)
		t.problem = p
	}
	return t.problem.With(ctx), nil
}

// unitsAbout returns the units of the problem that are about a place, in their order.
func (t *table) unitsAbout(place string) []int32 {
	if t.about == nil {
		t.about = map[string][]int32{}
		for _, u := range t.problem.Model.Units() {
			for _, name := range placesOf(t.problem.Judge, t.problem.Places(u)) {
				if all := t.about[name]; len(all) == 0 || all[len(all)-1] != u {
					t.about[name] = append(all, u)
				}
			}
		}
	}
	return t.about[place]
}

// table is a laid puzzle with its question.
type table struct {
	*laid
	desk     *Desk
	question Question
}

// givens returns the values of the givens, without a model. They are computed once, with their parts.
func (t *table) givens(ctx context.Context) ([]instance.Given, error) {
	if t.read {
		return t.values, nil
	}
	t.desk.note(func() { t.desk.readings++ })
	var parts []instance.Part
	values, problems := compile.Givens(ctx, t.spec, t.input, compile.Options{Seek: func(p instance.Part) []value.Value {
		parts = append(parts, p)
		return nil
	}})
	if problems.HasErrors() {
		return nil, problems
	}
	t.made.Merge(problems)
	t.read, t.values, t.parts = true, values, parts
	return values, nil
}

// with returns the values of the givens after a change of one part.
func (t *table) with(ctx context.Context, part instance.Part, v value.Value) ([]instance.Given, error) {
	place := placeOf(part.Path)
	values, problems := compile.Givens(ctx, t.spec, instance.Known(t.values), compile.Options{Seek: func(p instance.Part) []value.Value {
		if p.Given == part.Given && placeOf(p.Path) == place {
			return []value.Value{v}
		}
		return nil
	}})
	return values, problems.Err()
}

func (t *table) says(name string) bool { return len(t.entries(name)) > 0 }

// The names of the texts of a question, for diagnostics.
const (
	inSpec     = "spec"
	inInstance = "instance"
)

// units returns the number of UTF-16 units before a byte offset.
func units(text string, offset int) int {
	return ide.Units(text[:min(max(offset, 0), len(text))], ide.UTF16)
}

// bytesAt returns the byte offset after so many UTF-16 units.
func bytesAt(text string, before int) int { return ide.Bytes(text, before, ide.UTF16) }

// diagnostics returns problems about the texts of a question, with ways to mend them.
func diagnostics(q Question, lists ...*diag.List) []Mistake {
	docs := map[*diag.Source]*ide.Document{}
	out := []Mistake{}
	for _, l := range lists {
		for _, d := range l.All() {
			text, in, src := q.Spec, inSpec, d.Source
			switch {
			case src != nil && q.isInstance(src):
				text, in = q.Instance, inInstance
			case src == nil || !q.isSpec(src): // about a spec that this one uses
				src = diag.NewSource(q.name(), q.Spec)
			}
			if docs[src] == nil {
				docs[src] = ide.Open(src, shippedSpec)
			}
			one := &diag.List{}
			if d.Code == "missing-given" { // there is no command line here
				there := *d
				there.Help = "write it as the instance, or choose a size beside Blank and draw"
				d = &there
			}
			one.Add(d)
			for _, p := range docs[src].Present(one) {
				out = append(out, mistakeOf(text, in, src.Name, p))
			}
		}
	}
	return out
}

// mistakeOf returns a diagnostic about a text, with offsets as pages count. name is the name of the text.
func mistakeOf(text, in, name string, d *diag.Diagnostic) Mistake {
	out := Mistake{In: in, From: units(text, d.Span.Start), To: units(text, d.Span.End), Severity: d.Severity.String(), Code: d.Code, Message: d.Lines()}
	for _, n := range d.Notes {
		switch {
		case n.Source == nil:
		case n.Source.Name == name:
			out.Message += "\n" + n.Message
		case n.Message == d.Message: // it is about that text
			out.Message = n.Source.Name + ": " + out.Message
		default:
			out.Message += "\n" + n.Source.Name + ": " + n.Message
		}
	}
	if d.Suggestion != "" {
		out.Fixes = []Fix{{"write `" + d.Suggestion + "`", []Change{{out.From, out.To, d.Suggestion}}}}
	}
	return out
}

func (q Question) name() string {
	if q.Name == "" {
		return inSpec
	}
	return q.Name
}

// isSpec reports whether a source is the text of the spec, rather than that of a used spec of the same name.
func (q Question) isSpec(src *diag.Source) bool { return src.Name == q.name() && src.Text == q.Spec }

// isInstance reports whether a source is the text of the instance, even if the spec is called instance, too.
func (q Question) isInstance(src *diag.Source) bool {
	return src.Name == inInstance && src.Text == q.Instance
}

// Language answers an editor about a place in a text.
type Language struct {
	// Completions replace the text between From and the cursor.
	Completions []Completion `json:"completions,omitempty"`
	From        int          `json:"from"`
	Hover       *Hover       `json:"hover,omitempty"`
}

// Completion is a text that can be written; see [ide.Item].
type Completion struct {
	Label   string `json:"label"`
	Kind    string `json:"kind"`
	Detail  string `json:"detail,omitempty"`
	Doc     string `json:"doc,omitempty"`
	Insert  string `json:"insert"`
	Snippet bool   `json:"snippet,omitempty"`
}

// Hover is Markdown about a part of the text.
type Hover struct {
	Text string `json:"text"`
	From int    `json:"from"`
	To   int    `json:"to"`
}

// shippedSpec finds specs that come with nazo, for use statements.
func shippedSpec(name string) (*diag.Source, bool) {
	text, ok := puzzles.Spec(name)
	return diag.NewSource(name+".nazo", text), ok
}

// language answers the editor of one of the texts: Ask is complete or hover, In the text, At the place.
func (d *Desk) language(_ context.Context, q Question, emit func(Event)) error {
	text := q.Spec
	doc := ide.Open(diag.NewSource(q.name(), q.Spec), shippedSpec)
	if q.In == inInstance {
		text = q.Instance
		doc = ide.OpenInstances(diag.NewSource(inInstance, q.Instance), doc)
	}
	at := bytesAt(text, q.At)
	out := Language{From: q.At}
	switch q.Ask {
	case "complete":
		found := doc.Complete(at)
		out.From = units(text, found.Replace.Start)
		for _, i := range found.Items {
			out.Completions = append(out.Completions, Completion(i))
		}
	case "hover":
		if h, ok := doc.Hover(at); ok {
			out.Hover = &Hover{h.Markdown, units(text, h.Span.Start), units(text, h.Span.End)}
		}
	default:
		return problem("an editor asks to complete or to hover, not `" + q.Ask + "`")
	}
	line, err := json.Marshal(out)
	if err != nil {
		return err
	}
	emit(Event{Kind: KindLanguage, Language: line})
	return nil
}

// Prose is a puzzle's rules for players.
type Prose struct {
	Name  string   `json:"name"` // its title
	About string   `json:"about"`
	Rules []string `json:"rules"` // a line for each
	Own   bool     `json:"own"`   // the author wrote them
}

// prose answers with the rules of the puzzle in words. Rules that say nothing about this instance are left out.
func (t *table) prose(ctx context.Context, emit func(Event)) error {
	out := &Prose{Name: t.spec.Title, About: t.spec.About, Rules: []string{}}
	lines, own := picture.Rules(t.spec, func() *solve.Problem {
		if t.spec.Moving() {
			return nil
		}
		p, _ := t.compiled(ctx) // without it all are told
		return p
	})
	if ctx.Err() != nil {
		return ctx.Err()
	}
	out.Rules, out.Own = append(out.Rules, lines...), own
	emit(Event{Kind: KindProse, Prose: out})
	return nil
}
