package page

import (
	"context"
	"encoding/json"
	"strings"

	"nazo/compile"
	"nazo/dsl/check"
	"nazo/dsl/diag"
	"nazo/dsl/instance"
	"nazo/dsl/value"
	"nazo/internal/solve"
	"nazo/internal/ui/ide"
	"nazo/internal/ui/load"
	"nazo/puzzles"
)

// laid is a puzzle as its texts have it: read, and made, played and explained as far as that was asked for. It belongs to one question at a time,
// and stays for the next one about the same texts.
type laid struct {
	texts     texts
	spec      *check.Spec
	instances []*instance.Instance
	// input is the instance that is meant. Where the text has none it is that of the first example, if the spec needs one: lent is true then.
	input instance.Input
	lent  bool
	// found are warnings about the texts, made those of their values and of compiling.
	found, made diag.List

	read    bool // values and parts are those of the givens
	values  []instance.Given
	parts   []instance.Part
	problem *solve.Problem     // nil until it is asked for, as what follows
	about   map[string][]int32 // the units of the problem by the places that they are about
	seats   map[int64]*game    // by seed
	walk    *walk
}

// texts say which puzzle it is: which of the instances in the text is meant, too.
type texts struct {
	name, spec, instance string
	which                int
}

// texts say which puzzle a question is about.
func (q Question) texts() texts { return texts{q.Name, q.Spec, q.Instance, q.Which} }

// SamePuzzle reports whether two questions are about the same texts, so that what one found out serves the other.
func (q Question) SamePuzzle(other Question) bool { return q.texts() == other.texts() }

// SameSpec reports whether two questions are about instances of the same spec.
func (q Question) SameSpec(other Question) bool { return q.Name == other.Name && q.Spec == other.Spec }

// mostLaid is how many puzzles stay laid: that on the board, and that of before the last edit. As many specs stay parsed.
const mostLaid = 2

// parsed is a spec with its warnings.
type parsed struct {
	name, text string
	spec       *check.Spec
	warnings   *diag.List
}

// parse is the spec of a question, which is parsed unless it was lately. The error has diagnostics.
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

// lay reads the texts of a question, unless they are laid. Whoever is done with the table has to leave it. The error has diagnostics if there is a
// mistake in one of the texts.
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
	t := &table{l, d, q}
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
	case t.lacks():
		if all := compile.Examples(l.spec); len(all) > 0 {
			l.input, l.lent = all[0].Input, true
		}
	}
	return t, nil
}

// leave has a table stay for the next question.
func (d *Desk) leave(t *table) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.laid = append(d.laid, t.laid); len(d.laid) > mostLaid {
		d.laid = d.laid[1:]
	}
}

// compiled is the problem, with its warnings among those of the table. Its judge works within the context.
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

// unitsAbout are the units of the problem that are about a place, in their order.
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

// table is a puzzle that is laid for a question.
type table struct {
	*laid
	desk     *Desk
	question Question
}

// lacks reports whether some given has no value unless an instance has one.
func (t *table) lacks() bool {
	for _, g := range t.spec.Givens {
		if g.Stmt.Value == nil {
			return true
		}
	}
	return false
}

// givens are the values of the givens, without a model. They are computed once, with their parts.
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

// with are the values of the givens where one part has another value.
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

// says reports whether the instance has a value for a given.
func (t *table) says(name string) bool { return len(t.entries(name)) > 0 }

// The names of the texts of a question, for diagnostics.
const (
	inSpec     = "spec"
	inInstance = "instance"
)

// units is how many UTF-16 units a text has before a byte offset.
func units(text string, offset int) int {
	return ide.Units(text[:min(max(offset, 0), len(text))], ide.UTF16)
}

// bytesAt is the byte offset of the character before which there are so many UTF-16 units.
func bytesAt(text string, before int) int { return ide.Bytes(text, before, ide.UTF16) }

// diagnostics are those of some lists about the texts of a question, as editors are told them: with what mends them.
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

// mistakeOf is a diagnostic about a text of a name, with places as pages count.
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

// name is what messages call the spec.
func (q Question) name() string {
	if q.Name == "" {
		return inSpec
	}
	return q.Name
}

// isSpec reports whether a source is the text of the spec, not that of one it uses which is called as it is.
func (q Question) isSpec(src *diag.Source) bool { return src.Name == q.name() && src.Text == q.Spec }

// isInstance reports whether a source is the text of the instance, be the spec called instance, too.
func (q Question) isInstance(src *diag.Source) bool {
	return src.Name == inInstance && src.Text == q.Instance
}

// Language is what an editor is told of a place in a text: what can be written there, or what stands there.
type Language struct {
	// Completions stand in place of what is between From and the cursor.
	Completions []Completion `json:"completions,omitempty"`
	From        int          `json:"from"`
	Hover       *Hover       `json:"hover,omitempty"`
}

// Completion is what can be written; see [ide.Item].
type Completion struct {
	Label   string `json:"label"`
	Kind    string `json:"kind"`
	Detail  string `json:"detail,omitempty"`
	Doc     string `json:"doc,omitempty"`
	Insert  string `json:"insert"`
	Snippet bool   `json:"snippet,omitempty"`
}

// Hover is what there is to say, in Markdown, of a stretch of the text.
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

// language answers what the editor of one of the texts asks: Ask is complete or hover, In the text, At the place.
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
