// Package page answers what the pages on which puzzles are written and drawn ask: as data (JSON), event by event, for a browser
// that talks to `nazo serve` as for one in which nazo itself runs.
//
// The texts of a spec and an instance are the truth: each [Question] has both, and what is drawn by mouse comes back as a
// [Change] of the instance's text. A question is answered by [Desk.Answer] in stages, each of them one [Event], the quickest
// first; whoever asks takes back a question by ending its context.
//
//	look     diagnostics → board → one of verdict … → explanation …     after each edit; see look.go
//	place    a value put at a place of the board → change               edit.go
//	blank    an empty board of another size → change
//	rules    the instances of the rule at a place of the spec, or those about a place of the board → instances
//	act      moves made in a puzzle that moves → state                  watch.go
//	watch    a player, or a search with a name, at work → play … or moment …   watch.go
//	examples each example of the spec → example …                       look.go
//	specs    the specs that come with nazo → catalogue                  catalogue.go
//	open     one of these, or the address of a puzzle → texts
//	address  the address of the instance on puzz.link → texts
//	language what an editor asks: completions, what stands at a place   puzzle.go
//
// Nothing here knows HTTP, files or a browser, and no puzzle.
package page

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"sync"
	"time"

	"nazo/dsl/diag"
	"nazo/internal/model"
	"nazo/internal/solve"
	"nazo/internal/ui/load"
)

// Desk answers questions. It may be used by several goroutines at once; what it found out about the last few puzzles it keeps.
type Desk struct {
	// Seconds bounds the work on a question that asks for no bound, or for a longer one.
	Seconds float64
	// Work bounds the search for candidates, and for where solutions differ ([explain.BackboneOptions]).
	Work int64
	team solve.Team

	mu    sync.Mutex
	kept  []*kept
	laid  []*laid // what no question has at hand
	specs []*parsed
	// parses and readings count texts of specs that were parsed, and of instances whose values were computed, for tests.
	parses, readings int
}

// usualWork is the work on candidates if no other bound is set: a second or so.
const usualWork = 1_000_000

// NewDesk is a desk whose questions take so many seconds at most.
func NewDesk(seconds float64) *Desk {
	team, err := load.Team("")
	if err != nil {
		panic(err)
	}
	return &Desk{Seconds: seconds, Work: usualWork, team: team}
}

// problem is the mistake of a question that can't be answered, in words for the person who asks.
type problem string

// Error is the text.
func (p problem) Error() string { return string(p) }

// Answer answers a question, event by event, and ends with one of kind done, unless ctx ends: then it soon returns, whatever was emitted.
// Emit is called by one goroutine at a time.
func (d *Desk) Answer(ctx context.Context, q Question, emit func(Event)) {
	most := d.Seconds
	if q.Seconds > 0 && (q.Seconds < most || most == 0) {
		most = q.Seconds
	}
	within := ctx
	if most > 0 {
		var stop context.CancelFunc
		within, stop = context.WithTimeout(ctx, time.Duration(most*float64(time.Second)))
		defer stop()
	}
	verb, ok := verbs[q.Verb]
	err := error(problem("there is no question `" + q.Verb + "`"))
	if ok {
		err = verb.answer(d, within, q, emit)
	}
	var list *diag.List
	switch {
	case ctx.Err() != nil:
		return
	case within.Err() != nil:
		emit(Event{Kind: KindLimit, Text: model.Ended(within).String()})
	case errors.As(err, &list):
		emit(Event{Kind: KindDiagnostics, Diagnostics: diagnostics(q, list)})
	case err != nil:
		emit(Event{Kind: KindProblem, Text: err.Error()})
	}
	emit(Event{Kind: KindDone})
}

// verb is a kind of question.
type verb struct {
	answer   func(d *Desk, ctx context.Context, q Question, emit func(Event)) error
	searches bool // or compiles: the answer may take long
	// stages, where some can be asked for alone, are those that search.
	stages []string
	// edits says that the answer is an edit of the puzzle on the board: whoever asks has taken back what was asked about that.
	edits bool
}

// verbs are the kinds of questions.
var verbs = map[string]verb{
	"look":     {answer: (*Desk).look, searches: true, stages: searching},
	"place":    {answer: (*Desk).place, edits: true},
	"blank":    {answer: (*Desk).blank, edits: true},
	"rules":    {answer: (*Desk).rules, searches: true},
	"act":      {answer: (*Desk).act, searches: true},
	"watch":    {answer: (*Desk).watch, searches: true},
	"examples": {answer: (*Desk).examples, searches: true},
	"specs":    {answer: (*Desk).catalogue},
	"open":     {answer: (*Desk).open},
	"address":  {answer: (*Desk).address},
	"language": {answer: (*Desk).language},
}

// Quick reports whether a question takes no search, so that its answer is there at once.
func (q Question) Quick() bool {
	v := verbs[q.Verb]
	return !v.searches || v.stages != nil && len(q.Stages) > 0 && !someOf(v.stages, q.Stages)
}

// Edits reports whether the answer is an edit of the puzzle that is on the board.
func (q Question) Edits() bool { return verbs[q.Verb].edits }

// Searching has the verbs of questions that are not quick, each with the stages that make them so: a question that asks only for others is quick. Without
// any, the verb always searches.
func Searching() map[string][]string {
	out := map[string][]string{}
	for name, v := range verbs {
		if v.searches {
			out[name] = append([]string{}, v.stages...)
		}
	}
	return out
}

// someOf reports whether two lists have something in common.
func someOf(a, b []string) bool {
	return slices.ContainsFunc(a, func(s string) bool { return slices.Contains(b, s) })
}

// Question is what a page asks. Offsets in texts count UTF-16 units, as browsers do.
type Question struct {
	Verb string `json:"verb"`
	// Spec and Instance are the texts; Name is that of the spec, for messages. Of several instances in the text the one with the number
	// Which, from 0 on, is meant.
	Spec     string `json:"spec,omitempty"`
	Name     string `json:"name,omitempty"`
	Instance string `json:"instance,omitempty"`
	Which    int    `json:"which,omitempty"`
	// Stages are those wanted of a look; none are all.
	Stages []string `json:"stages,omitempty"`
	// From is what is known so far, for the next step; Moves have been made in a puzzle that moves.
	From  string   `json:"from,omitempty"`
	Moves []string `json:"moves,omitempty"`
	// Skip is how many steps are known already of those that follow.
	Skip int `json:"skip,omitempty"`
	// Seed deals what is shuffled.
	Seed int64 `json:"seed,omitempty"`
	// Given, Place and Value say what is placed where: Place as a board says it ("r1c2"), Value as the palette does.
	Given string `json:"given,omitempty"`
	Place string `json:"place,omitempty"`
	Value string `json:"value,omitempty"`
	// Rows and Cols are the size of a blank board.
	Rows int `json:"rows,omitempty"`
	Cols int `json:"cols,omitempty"`
	// Player plays, or Search searches, named as the board lists them; Every is after how many choices a search is shown.
	Player string `json:"player,omitempty"`
	Search string `json:"search,omitempty"`
	Every  int64  `json:"every,omitempty"`
	// At is where the cursor of an editor is, in the text that In names, spec or instance; Ask what it asks: complete or hover.
	At  int    `json:"at,omitempty"`
	In  string `json:"in,omitempty"`
	Ask string `json:"ask,omitempty"`
	// Open names what is to be opened: a spec that comes with nazo, with Instance one of its instances, or the address of a puzzle; with
	// "example" it is the example of Spec with the number Which.
	Open string `json:"open,omitempty"`
	// Seconds bounds the work; 0 is the desk's own bound.
	Seconds float64 `json:"seconds,omitempty"`
}

// Event is a part of an answer. Kind says which of the others is there.
type Event struct {
	Kind string `json:"kind"`

	Diagnostics []Mistake `json:"diagnostics,omitempty"` // kind diagnostics: may be none
	Board       *Board    `json:"board,omitempty"`
	Verdict     *Verdict  `json:"verdict,omitempty"`
	// Conflict are instances that contradict each other, Instances those asked for.
	Conflict   []Instance      `json:"conflict,omitempty"`
	Instances  []Instance      `json:"instances,omitempty"`
	Moment     *Moment         `json:"moment,omitempty"`
	Candidates *Candidates     `json:"candidates,omitempty"`
	Step       *Step           `json:"step,omitempty"`
	Count      *Count          `json:"count,omitempty"`
	Change     *Change         `json:"change,omitempty"`
	Play       *Play           `json:"play,omitempty"`
	Example    *Example        `json:"example,omitempty"`
	Catalogue  []Family        `json:"catalogue,omitempty"`
	Texts      *Texts          `json:"texts,omitempty"`
	Language   json.RawMessage `json:"language,omitempty"`
	// Searches can be watched searching, by their names.
	Searches []string `json:"searches,omitempty"`
	// Text says something to the person: of kind problem why there is no answer, of kind note what else to know.
	Text string `json:"text,omitempty"`
}

// The kinds of events.
const (
	KindDiagnostics = "diagnostics"
	KindBoard       = "board"
	KindVerdict     = "verdict"
	KindConflict    = "conflict"
	KindCandidates  = "candidates"
	KindStep        = "step"
	KindCount       = "count"
	KindChange      = "change"
	KindPlay        = "play"
	KindExample     = "example"
	KindCatalogue   = "catalogue"
	KindTexts       = "texts"
	KindLanguage    = "language"
	KindProblem     = "problem" // the question can't be answered: Text says why
	KindNote        = "note"
	KindLimit       = "limit" // the work ended at its limit: Text says which
	KindInstances   = "instances"
	KindMoment      = "moment"
	KindSearches    = "searches"
	KindDone        = "done" // nothing more comes
)

// Mistake is a [diag.Diagnostic] as a page is told of it: a mistake, or a warning, in the text that In names, "spec" or "instance".
type Mistake struct {
	In       string `json:"in"`
	From     int    `json:"from"`
	To       int    `json:"to"`
	Severity string `json:"severity"` // error, warning, note
	Code     string `json:"code"`
	Message  string `json:"message"` // lines
	Fixes    []Fix  `json:"fixes,omitempty"`
}

// Fix is a way to mend a mistake, by changes of its text.
type Fix struct {
	Title string   `json:"title"`
	Edits []Change `json:"edits"`
}

// Board is the drawing of a puzzle, with what can be put where. Elements of the drawing carry data-cell, data-edge and the like; see
// package draw.
type Board struct {
	SVG string `json:"svg"`
	// Palettes are those of the givens that can be drawn.
	Palettes []Palette `json:"palettes"`
	Moving   bool      `json:"moving,omitempty"`
	Rows     int       `json:"rows,omitempty"` // of the board, if it can have another size
	Cols     int       `json:"cols,omitempty"`
	Titles   []string  `json:"titles,omitempty"` // of the instances in the text, if there are several
	// Players can be watched playing, by their names.
	Players []string `json:"players,omitempty"`
}

// Palette is what may stand at the places of a given.
type Palette struct {
	Given string `json:"given"`
	// On says at what: cells, points, edges, outside, lines, of which each has several values beside it, or whole, of a given that is one value.
	On string `json:"on"`
	// Sides says where places outside stand, above, below, left or right, by the direction with which they begin, or by "" if they are numbers alone.
	Sides  map[string]string `json:"sides,omitempty"`
	Values []Choice          `json:"values"`
	// Free is true if other values may be typed.
	Free bool `json:"free,omitempty"`
	// Rows and Cols are those of the given's own board, where places are cells. If it is finer than the one that is drawn its first row and column lie at
	// Start there, and each Step further, in halves of a cell; Step is 0 if it is not.
	Rows  int `json:"rows,omitempty"`
	Cols  int `json:"cols,omitempty"`
	Start int `json:"start,omitempty"`
	Step  int `json:"step,omitempty"`
	// Now has what stands at each place; places where nothing stands are missing.
	Now map[string]string `json:"now"`
}

// Choice is a value of a palette: how it is written, and what it is called.
type Choice struct {
	Value string `json:"value"`
	Name  string `json:"name,omitempty"`
	// Blank is true of what takes away what stands at a place.
	Blank bool `json:"blank,omitempty"`
}

// Verdict says how many solutions there are.
type Verdict struct {
	// Solutions is none, one, several, or unknown if the search came to no end; of a puzzle with an objective or that moves, one is that
	// the answer is proved to be best, and several that it is not known to be.
	Solutions string `json:"solutions"`
	Text      string `json:"text"` // a line for people
	// SVG draws the solution, or two of them as one with the differences marked; Differ are the places where they differ.
	SVG    string   `json:"svg,omitempty"`
	Differ []string `json:"differ,omitempty"`
	// Moves are those of a run.
	Moves   []string `json:"moves,omitempty"`
	Seconds float64  `json:"seconds"`
	Engine  string   `json:"engine,omitempty"`
	Kept    bool     `json:"kept,omitempty"` // it was known from before
}

// Instance is a rule as it is part of a reason: what it says there, its place in the text of the spec, and the places of the board
// that it is about.
type Instance struct {
	Rule   string   `json:"rule"`
	Says   string   `json:"says"`
	From   int      `json:"from"`
	To     int      `json:"to"`
	Places []string `json:"places"`
}

// Candidates are the values that each open place has in some solution, and where solutions differ.
type Candidates struct {
	Places []Candidate `json:"places"`
	// Complete is false if the work ended before all were known: Ended says why.
	Complete bool   `json:"complete"`
	Ended    string `json:"ended,omitempty"`
	// Differ are the places where solutions are known to differ, and what they have there. With Agree it is proved that all solutions have the same
	// everywhere else.
	Differ []string `json:"differ"`
	Agree  bool     `json:"agree"`
	// SVG draws what all known solutions have, with a mark on what not all have; "" where they have no common picture.
	SVG string `json:"svg,omitempty"`
}

// Candidate is a value of a find at a place, with the number of solutions that it leaves.
type Candidate struct {
	Find  string `json:"find"`
	Place string `json:"place"`
	Value string `json:"value"`
	// Solutions is that number, or with More as many at least. With 1 exactly the value makes the puzzle unique.
	Solutions int  `json:"solutions"`
	More      bool `json:"more,omitempty"`
}

// Step is what follows next, and why.
type Step struct {
	Text string `json:"text"` // what follows, and why; at the end how the way was, or what is wrong
	// Head and Lines tell a long step with a line for each inference.
	Head  string `json:"head,omitempty"`
	Lines []Line `json:"lines,omitempty"`
	// Technique is what players call it, or "".
	Technique string `json:"technique,omitempty"`
	// Hints tell it in levels, each with what it adds to those before; Look is where to look.
	Hints  []string   `json:"hints,omitempty"`
	Look   []string   `json:"look,omitempty"`
	Since  []Instance `json:"since"`           // the rules that it takes
	Given  string     `json:"given,omitempty"` // of the first step: how much is given
	SVG    string     `json:"svg"`
	Places []string   `json:"places"`
	// End says why there is none: all is known, several solutions, no solution, not finished.
	End string `json:"end,omitempty"`
}

// Line is an inference of a step, nested so deep.
type Line struct {
	Depth int    `json:"depth,omitempty"`
	Text  string `json:"text"`
}

// Count is the number of solutions, or what is known of it.
type Count struct {
	Text   string `json:"text"`
	Proved bool   `json:"proved"`
}

// Change puts Insert in place of a part of the text of the instance.
type Change struct {
	From   int    `json:"from"`
	To     int    `json:"to"`
	Insert string `json:"insert"`
}

// Play is the state of a puzzle that moves, and what can be done in it.
type Play struct {
	SVG   string `json:"svg"`
	Legal []Move `json:"legal"`
	Won   bool   `json:"won"`
	Over  bool   `json:"over"`
	Text  string `json:"text"` // what is said below: costs, whose turn it is
	Made  int    `json:"made"` // how many of the moves asked for could be made
	// Moves are those made so far, of a player who is watched.
	Moves []string `json:"moves,omitempty"`
}

// Move is one that can be made.
type Move struct {
	Text string `json:"text"`
	// Keys are the names of directions among its parameters, Places the places that it is about: parameters and what it changes.
	Keys   []string `json:"keys,omitempty"`
	Places []string `json:"places,omitempty"`
}

// Example is what came of an example of the spec.
type Example struct {
	Name  string `json:"name"`
	Index int    `json:"index"`
	From  int    `json:"from"` // where it is in the spec
	To    int    `json:"to"`
	Pass  bool   `json:"pass"`
	Known bool   `json:"known"` // false if the work ended first
	Text  string `json:"text"`
}

// Family is a part of the catalogue.
type Family struct {
	Name  string   `json:"name"`
	Specs []Listed `json:"specs"`
}

// Listed is a spec that comes with nazo.
type Listed struct {
	Name      string   `json:"name"`
	About     string   `json:"about"`
	Instances []string `json:"instances"`
}

// Texts are those of a spec and an instance that were opened, or an address.
type Texts struct {
	Name     string `json:"name,omitempty"`
	Spec     string `json:"spec,omitempty"`
	Instance string `json:"instance,omitempty"`
	Address  string `json:"address,omitempty"`
}

// Moment is a moment of a search.
type Moment struct {
	SVG     string `json:"svg"`
	Choices int64  `json:"choices"`
}
