package page

import (
	"context"
	"encoding/json"

	"nazo/dsl/diag"
	"nazo/ide"
	"nazo/puzzles"
)

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
