// Package page answers the questions of the pages on which puzzles are written and drawn. Answers are events in
// JSON. A browser may get them from `nazo serve`, or from nazo running inside it.
//
// The texts of a spec and an instance are the truth. Each [Question] has both, and what is drawn by mouse comes
// back as a [Change] of the instance's text. [Desk.Answer] answers in stages, the quickest first, each with one
// [Event]. To cancel a question, end its context.
//
//	look     diagnostics → board → one of verdict … → explanation …     after each edit; look.go
//	place    put a value at a place of the board → change               edit.go
//	blank    an empty board of another size → change
//	rules    the instances of a rule, or those about a place of the board → instances
//	check    what is wrong with what the solver drew, and whether it is solved → check   check.go
//	level    how hard the puzzle is, in a word → level
//	answer   what a solver would draw in the end → marks
//	prose    the rules in the words of players → prose                  prose.go
//	act      make moves in a puzzle that moves → state                  watch.go
//	watch    a player or a search at work → play … or moment …
//	examples each example of the spec → example …                       look.go
//	specs    the specs that come with nazo → catalogue                  catalogue.go
//	spec     one of these by its name → texts
//	open     one of these, or the address of a puzzle → texts
//	pair     which boards belong to which spec, by the names of files → pairs
//	make     a new board like this one → progress … → offer             making.go
//	minimize this board without the clues that can go → offer
//	correct  this board with few clues changed, so that one solution is left → offer …
//	rate     how hard this board is → note
//	sites    the sites whose links can have the instance → texts        address.go
//	address  the link of the instance for one of them → texts
//	language completions and hovers for an editor                       puzzle.go
//
// Nothing here knows HTTP, files, a browser or a puzzle.
package page

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"sync"
	"time"

	"nazo/dsl/diag"
	"nazo/internal/judge"
	"nazo/internal/model"
	"nazo/internal/solve"
	"nazo/internal/ui/load"
	"nazo/native"
	"nazo/native/fd"
)

// Desk answers questions, from several goroutines if need be. It keeps results about the last few puzzles.
type Desk struct {
	Seconds float64 // bounds the work on a question that sets no bound, or a larger one
	// Work bounds the search for candidates, and for where solutions differ ([explain.BackboneOptions]).
	Work int64
	// engine explains, and team solves.
	engine model.Engine
	team   solve.Team
	soon   time.Duration // bounds the search for the best answer in a check
	verbs  map[string]verb
	// searches names the searches of a problem that can be watched. It may be nil.
	searches func(context.Context, *solve.Problem) []string
	// told compares the solution that a link tells with those found. It may be nil.
	told func(p *solve.Problem, address string, answers []*judge.Answer) string

	mu    sync.Mutex
	kept  []*results
	laid  []*laid // those that no question uses at the moment
	specs []*parsed
	// parses and readings count parsed specs and computed instances, for tests.
	parses, readings int
}

const usualWork = 1_000_000 // bounds the work on candidates by default: about a second

// NewDesk returns a desk whose questions take at most so many seconds.
func NewDesk(seconds float64) *Desk {
	team, err := load.Team("")
	if err != nil {
		panic(err)
	}
	return &Desk{Seconds: seconds, Work: usualWork, engine: native.New(), team: team, soon: soon, verbs: writing(), searches: searchesOf, told: toldBy}
}

// NewSolvingDesk returns a desk for those who only solve a puzzle. Programs that make no other desk have less in them:
// one engine, with one search, and no verbs for authors.
func NewSolvingDesk(seconds float64) *Desk {
	e := fd.New()
	return &Desk{Seconds: seconds, Work: usualWork, engine: e, team: solve.Team{Engines: []model.Engine{e}}, soon: soon, verbs: solving()}
}

// problem says in words why a question can't be answered.
type problem string

// Error returns the words.
func (p problem) Error() string { return string(p) }

// Answer answers a question, event by event, and ends with one of kind done. If ctx ends, it soon returns without.
// emit is called by one goroutine at a time.
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
	verb, ok := d.verbs[q.Verb]
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

type verb struct {
	answer   func(d *Desk, ctx context.Context, q Question, emit func(Event)) error
	searches bool     // or compiles, so that the answer may take long
	stages   []string // the stages that search, if stages can be asked for
	// edits says that the answer is an edit of the puzzle on the board. It cancels questions about that.
	edits bool
}

// onTable answers a question about the puzzle of its texts, which it reads first.
func onTable(answer func(*table, context.Context, func(Event)) error) func(*Desk, context.Context, Question, func(Event)) error {
	return func(d *Desk, ctx context.Context, q Question, emit func(Event)) error {
		t, err := d.lay(q)
		if err != nil {
			return err
		}
		defer d.leave(t)
		return answer(t, ctx, emit)
	}
}

// solving returns the verbs of those who solve a puzzle. It is a function so that a program that doesn't call writing
// has none of what only that refers to.
func solving() map[string]verb {
	return map[string]verb{
		"look":   {answer: onTable((*table).look), searches: true, stages: searching},
		"check":  {answer: onTable((*table).check), searches: true},
		"answer": {answer: onTable((*table).answer), searches: true},
		"prose":  {answer: onTable((*table).prose), searches: true},
		"level":  {answer: onTable((*table).level), searches: true},
		"act":    {answer: onTable((*table).act), searches: true},
		"specs":  {answer: (*Desk).catalogue},
		"spec":   {answer: (*Desk).spec},
		"open":   {answer: (*Desk).openShipped},
	}
}

// writing returns all verbs: also those of who writes and chooses puzzles.
func writing() map[string]verb {
	all := solving()
	maps.Copy(all, map[string]verb{
		"place":    {answer: onTable((*table).place), edits: true},
		"blank":    {answer: onTable((*table).blank), edits: true},
		"rules":    {answer: onTable((*table).rules), searches: true},
		"watch":    {answer: onTable((*table).watch), searches: true},
		"examples": {answer: (*Desk).examples, searches: true},
		"make":     {answer: onTable((*table).make), searches: true},
		"minimize": {answer: onTable((*table).minimize), searches: true},
		"correct":  {answer: onTable((*table).correct), searches: true},
		"rate":     {answer: onTable((*table).rate), searches: true},
		"open":     {answer: (*Desk).open},
		"pair":     {answer: (*Desk).pair},
		"sites":    {answer: onTable((*table).sites), searches: true},
		"address":  {answer: onTable((*table).address), searches: true},
		"language": {answer: (*Desk).language},
	})
	return all
}

// Quick reports whether a question needs no search, so that its answer comes at once.
func (q Question) Quick() bool {
	v := writing()[q.Verb]
	return !v.searches || v.stages != nil && len(q.Stages) > 0 && !someOf(v.stages, q.Stages)
}

// Edits reports whether the answer is an edit of the puzzle on the board.
func (q Question) Edits() bool { return writing()[q.Verb].edits }

// Searching returns the verbs of questions that are not quick, each with its stages that search. A question for other
// stages is quick. A verb without stages always searches.
func Searching() map[string][]string {
	out := map[string][]string{}
	for name, v := range writing() {
		if v.searches {
			out[name] = append([]string{}, v.stages...)
		}
	}
	return out
}

// Solving returns the verbs that a desk for solving answers as well as the other does, each with its stages if not all are
// meant. It opens no addresses. Verdicts and counts are better from the other, which has more engines.
func Solving() map[string][]string {
	out := map[string][]string{}
	for name := range solving() {
		out[name] = []string{}
	}
	out["look"] = []string{stageDiagnostics, stageBoard, stageStep}
	return out
}

func someOf(a, b []string) bool {
	return slices.ContainsFunc(a, func(s string) bool { return slices.Contains(b, s) })
}

// Question is a question of a page. Offsets in texts count UTF-16 units, as in browsers.
type Question struct {
	Verb string `json:"verb"`
	// Spec and Instance are the texts. Name is the name of the spec for messages. Which, from 0 on, chooses one of
	// several instances in the text.
	Spec     string `json:"spec,omitempty"`
	Name     string `json:"name,omitempty"`
	Instance string `json:"instance,omitempty"`
	Which    int    `json:"which,omitempty"`
	// Stages are the wanted stages of a look. None means all.
	Stages []string `json:"stages,omitempty"`
	// Moves are the moves made so far.
	Moves []string `json:"moves,omitempty"`
	Skip  int      `json:"skip,omitempty"` // the number of next steps that are known already
	// Marks are what the solver drew so far, by find: the next step begins there. Against is what to check them against:
	// rules or solution.
	Marks   map[string]Marks `json:"marks,omitempty"`
	Against string           `json:"against,omitempty"`
	Seed    int64            `json:"seed,omitempty"` // for chance in games
	// Given, Place and Value say what to place where: Place as a board says it ("r1c2"), Value as in the palette.
	Given string `json:"given,omitempty"`
	Place string `json:"place,omitempty"`
	Value string `json:"value,omitempty"`
	// Rows and Cols are the size of a blank or a new board, or 0 for that of this one. Making says more about the new one.
	Rows   int    `json:"rows,omitempty"`
	Cols   int    `json:"cols,omitempty"`
	Making Making `json:"making,omitzero"`
	// Player or Search chooses what to watch, as named on the board. A search is shown after Every choices.
	Player string `json:"player,omitempty"`
	Search string `json:"search,omitempty"`
	Every  int64  `json:"every,omitempty"`
	// At is the cursor of an editor in the text that In names, spec or instance. Ask is complete or hover.
	At  int    `json:"at,omitempty"`
	In  string `json:"in,omitempty"`
	Ask string `json:"ask,omitempty"`
	// From is the link that the texts were opened from, while they are unchanged. Site is that of a wanted link.
	From string `json:"from,omitempty"`
	Site string `json:"site,omitempty"`
	// Open is a spec that comes with nazo, with Instance one of its instances, or the address of a puzzle, or
	// "example" for the example of Spec with the number Which.
	Open string `json:"open,omitempty"`
	// Files are paths, with slashes, of specs and boards.
	Files []string `json:"files,omitempty"`
	// Seconds bounds the work. 0 is the desk's own bound.
	Seconds float64 `json:"seconds,omitempty"`
}

// Event is a part of an answer. Kind says which of the other fields is set.
type Event struct {
	Kind string `json:"kind"`

	Diagnostics []Mistake `json:"diagnostics,omitempty"` // kind diagnostics: may be none
	Board       *Board    `json:"board,omitempty"`
	Verdict     *Verdict  `json:"verdict,omitempty"`
	// Conflict has instances that contradict each other, Instances those asked for.
	Conflict   []Instance       `json:"conflict,omitempty"`
	Instances  []Instance       `json:"instances,omitempty"`
	Moment     *Moment          `json:"moment,omitempty"`
	Candidates *Candidates      `json:"candidates,omitempty"`
	Step       *Step            `json:"step,omitempty"`
	Count      *Count           `json:"count,omitempty"`
	Change     *Change          `json:"change,omitempty"`
	Offer      *Offer           `json:"offer,omitempty"`
	Check      *Check           `json:"check,omitempty"`
	Marks      map[string]Marks `json:"marks,omitempty"` // the first solution, by find
	Prose      *Prose           `json:"prose,omitempty"`
	Play       *Play            `json:"play,omitempty"`
	Example    *Example         `json:"example,omitempty"`
	Catalogue  []Family         `json:"catalogue,omitempty"`
	Texts      *Texts           `json:"texts,omitempty"`
	Pairs      []*load.Pair     `json:"pairs,omitempty"`
	Language   json.RawMessage  `json:"language,omitempty"`
	Searches   []string         `json:"searches,omitempty"` // the names of searches that can be watched
	// Text is for the person: why there is no answer (kind problem), or a remark (kind note).
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
	KindOffer       = "offer"
	KindProgress    = "progress" // work goes on, and Text says how far it is
	KindCheck       = "check"
	KindMarks       = "marks"
	KindLevel       = "level" // Text is the word for how hard the puzzle is, or ""
	KindProse       = "prose"
	KindPlay        = "play"
	KindExample     = "example"
	KindCatalogue   = "catalogue"
	KindTexts       = "texts"
	KindPairs       = "pairs"
	KindLanguage    = "language"
	KindProblem     = "problem" // the question can't be answered, and Text says why
	KindNote        = "note"
	KindLimit       = "limit" // the work ended at its limit, and Text says which
	KindInstances   = "instances"
	KindMoment      = "moment"
	KindSearches    = "searches"
	KindDone        = "done" // nothing more comes
)

// Mistake is a [diag.Diagnostic] for a page, in the text that In names, "spec" or "instance".
type Mistake struct {
	In       string `json:"in"`
	From     int    `json:"from"`
	To       int    `json:"to"`
	Severity string `json:"severity"` // error, warning, note
	Code     string `json:"code"`
	Message  string `json:"message"` // lines
	Fixes    []Fix  `json:"fixes,omitempty"`
}

// Fix is a way to mend a mistake by changes of its text.
type Fix struct {
	Title string   `json:"title"`
	Edits []Change `json:"edits"`
}

// Board is the drawing of a puzzle with the values for its places. Elements of the drawing name their
// places by data-place. See package draw.
type Board struct {
	SVG      string    `json:"svg"`
	Palettes []Palette `json:"palettes"`        // for the givens that can be drawn
	Finds    []Find    `json:"finds,omitempty"` // what a solver enters; nothing in a puzzle that moves
	Moving   bool      `json:"moving,omitempty"`
	Rows     int       `json:"rows,omitempty"` // of the board, if it can have another size
	Cols     int       `json:"cols,omitempty"`
	Titles   []string  `json:"titles,omitempty"`  // of the instances in the text, if there are several
	Players  []string  `json:"players,omitempty"` // the names of players that can be watched
}

// Palette has the values for the places of a given.
type Palette struct {
	Given string `json:"given"`
	// On is the kind of the places: cells, points, edges, outside, lines (of several values), or whole.
	On string `json:"on"`
	// Sides says where places outside stand: above, below, left or right. The key is the direction that the name
	// of the place begins with, or "" for numbers alone.
	Sides  map[string]string `json:"sides,omitempty"`
	Values []Choice          `json:"values"`
	Free   bool              `json:"free,omitempty"` // other values may be typed
	// Rows and Cols are the size of the given's own board, if its places are cells. On a board finer than the
	// drawn one, the first row and column lie at Start and each Step further, in halves of a cell. Step is 0 for
	// other boards.
	Rows  int               `json:"rows,omitempty"`
	Cols  int               `json:"cols,omitempty"`
	Start int               `json:"start,omitempty"`
	Step  int               `json:"step,omitempty"`
	Now   map[string]string `json:"now"` // the value at each place that has one
}

// Choice is a value of a palette: its text and its name.
type Choice struct {
	Value string `json:"value"`
	Name  string `json:"name,omitempty"`
	Blank bool   `json:"blank,omitempty"` // the value clears a place
}

// Find is what a solver enters for one find of the spec. Finds that only help are left out.
type Find struct {
	Name string `json:"name"`
	// Gesture says how it is entered: shade, write, pick, turn, line, bridge, area or list. See gestures.go.
	Gesture string `json:"gesture"`
	// On is the kind of the places: cells, points, edges or list. Places name them as data-place does: "r1c2",
	// "p1,2", "r1c1-r1c2", "p1,1-p1,2". Those of a list are keys in words.
	On     string   `json:"on"`
	Places []string `json:"places"`
	// Said has words for what is in and out ("shaded", "open"), or none.
	Said [2]string `json:"said"`
	// Sign stands in the places that are in, as the spec shows them: "★", "Q". They are shaded without one.
	Sign string `json:"sign,omitempty"`
	// Values may stand at some place. Each has the values of a place that may not have all of them.
	Values []Choice            `json:"values,omitempty"`
	Each   map[string][]string `json:"each,omitempty"`
	Free   bool                `json:"free,omitempty"`  // other values may be typed
	Order  bool                `json:"order,omitempty"` // its one field takes the places of a path or a cycle in their order
	Blank  bool                `json:"blank,omitempty"` // a place may be empty in an answer: then it counts as out
	// Rows and Cols are the size of the drawn board on which the find is, in cells.
	Rows int `json:"rows,omitempty"`
	Cols int `json:"cols,omitempty"`
	// Printed are the places that the givens alone decide, as the puzzle prints. Fixed has what stands there.
	Printed []string `json:"printed,omitempty"`
	Fixed   *Marks   `json:"fixed,omitempty"`
}

// Marks are what a solver drew for a find. In and Out are places that are in a set, on a line or joined, and those that
// are not. At has values by place, in the words of [Choice]. Of an array, Out are places that stay empty.
type Marks struct {
	In  []string          `json:"in,omitempty"`
	Out []string          `json:"out,omitempty"`
	At  map[string]string `json:"at,omitempty"`
}

// Differing says how solutions differ at a place. The place is "" if a whole find differs.
type Differing struct {
	Text  string `json:"text"`
	Place string `json:"place,omitempty"`
}

// Check is what is right and wrong with what a solver drew.
type Check struct {
	// Solved says that the judge accepts it. Places of sets, lines and borders without a mark count as out.
	Solved bool `json:"solved"`
	// Best says that no answer is better. It is false for one that is solved if that is not known.
	Best bool `json:"best"`
	// Complete says that each place has a mark.
	Complete bool   `json:"complete"`
	Text     string `json:"text"` // a line for people
	// Broken are the rules that are broken whatever else is drawn. Wrong are the places that the solution contradicts.
	Broken []Instance `json:"broken,omitempty"`
	Wrong  []string   `json:"wrong,omitempty"`
	// Refuted says that no rule is broken by itself, but all of them together leave no solution.
	Refuted bool `json:"refuted,omitempty"`
	// Done are the clues that are met.
	Done []Clue `json:"done,omitempty"`
	// Level is how hard the puzzle is, in a word, if that is known.
	Level string `json:"level,omitempty"`
}

// Verdict says how many solutions there are.
type Verdict struct {
	// Solutions is none, one, several, or unknown if the search did not end. In a puzzle that moves or has an
	// objective, one is a solution proved to be best, and several one that may not be best.
	Solutions string `json:"solutions"`
	Text      string `json:"text"` // a line for people
	// SVG draws the solution, or two of them with their differences marked. Differ describes the differences.
	SVG     string      `json:"svg,omitempty"`
	Differ  []Differing `json:"differ,omitempty"`
	Moves   []string    `json:"moves,omitempty"` // the moves of a run
	Seconds float64     `json:"seconds"`
	Engine  string      `json:"engine,omitempty"`
	Kept    bool        `json:"kept,omitempty"` // it was known before
}

// Instance is an instance of a rule: what it says, its place in the spec, and the places that it is about.
type Instance struct {
	Rule   string   `json:"rule"`
	Says   string   `json:"says"`
	From   int      `json:"from"`
	To     int      `json:"to"`
	Places []string `json:"places"`
	// Clue is the only clue that a broken rule reads, if there is one.
	Clue *Clue `json:"clue,omitempty"`
}

// Clue is a part of a given by its place on the board.
type Clue struct {
	Place string `json:"place"`
	Given string `json:"given"`
}

// Candidates has the values that each open place has in some solution, and where solutions differ.
type Candidates struct {
	Places []Candidate `json:"places"`
	// Complete is false if the work ended before all were known. Ended says why.
	Complete bool   `json:"complete"`
	Ended    string `json:"ended,omitempty"`
	// Differ describes known differences of solutions. Agree says that solutions are proved to differ nowhere else.
	Differ []Differing `json:"differ"`
	Agree  bool        `json:"agree"`
	// Equal describes the places that are equal in all solutions, in groups. EqualDecided says that there are no others.
	Equal        []Equal `json:"equal"`
	EqualDecided bool    `json:"equalDecided"`
	// SVG draws the known solutions as one, with marks on differences. It is "" if they have no common picture.
	SVG string `json:"svg,omitempty"`
}

// Equal has places that are equal in all solutions.
type Equal struct {
	Text   string   `json:"text"`
	Places []string `json:"places"`
}

// Candidate is a value of a find at a place, with the number of solutions that it leaves.
type Candidate struct {
	Find  string `json:"find"`
	Place string `json:"place"`
	Value string `json:"value"`
	// Solutions is that number, or a lower bound with More. A value with exactly 1 makes the puzzle unique.
	Solutions int  `json:"solutions"`
	More      bool `json:"more,omitempty"`
}

// Step is the next step of an explanation.
type Step struct {
	Text string `json:"text"` // what follows and why; at the end a summary, or what is wrong
	// Head and Lines have the text of a long step, a line for each inference. Of a mistake, Head is the text without the reason.
	Head      string `json:"head,omitempty"`
	Lines     []Line `json:"lines,omitempty"`
	Technique string `json:"technique,omitempty"` // the players' name for it, or ""
	// Hints tell the step in levels, each with more than those before. Look is where to look.
	Hints  []string   `json:"hints,omitempty"`
	Look   []string   `json:"look,omitempty"`
	Since  []Instance `json:"since"`           // the rules that it uses
	Given  string     `json:"given,omitempty"` // how much is given, at the first step
	SVG    string     `json:"svg"`
	Places []string   `json:"places"`
	// Draw are the marks of what it finds, by find.
	Draw map[string]Marks `json:"draw,omitempty"`
	// End says why there is no step: all is known, several solutions, no solution, not finished.
	End string `json:"end,omitempty"`
}

// Line is an inference of a step at some depth.
type Line struct {
	Depth int    `json:"depth,omitempty"`
	Text  string `json:"text"`
}

// Count is what is known of the number of solutions.
type Count struct {
	Text   string `json:"text"`
	Proved bool   `json:"proved"`
}

// Change replaces a part of the text of the instance.
type Change struct {
	From   int    `json:"from"`
	To     int    `json:"to"`
	Insert string `json:"insert"`
}

// Play is a state of a puzzle that moves, and the moves that can be made.
type Play struct {
	SVG   string   `json:"svg"`
	Legal []Move   `json:"legal"`
	Won   bool     `json:"won"`
	Over  bool     `json:"over"`
	Text  string   `json:"text"`            // the line below: costs, whose turn it is
	Made  int      `json:"made"`            // how many of the moves of the question could be made
	Moves []string `json:"moves,omitempty"` // the moves so far of a player who is watched
}

// Move is a move that can be made.
type Move struct {
	Text string `json:"text"`
	// Keys are the directions among its parameters. Places are its parameters and what it changes.
	Keys   []string `json:"keys,omitempty"`
	Places []string `json:"places,omitempty"`
}

// Example is the result of an example of the spec.
type Example struct {
	Name  string `json:"name"`
	Index int    `json:"index"`
	From  int    `json:"from"` // its place in the spec
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
	Name      string    `json:"name"`
	Title     string    `json:"title"`
	About     string    `json:"about"`
	Instances []string  `json:"instances"`
	Boards    []Shipped `json:"boards"`         // what is known of each instance
	Link      bool      `json:"link,omitempty"` // addresses of puzz.link have its instances
}

// Shipped is what is known of an instance that comes with nazo: the size of its board, if it has one, and its level, if
// finding it does not take long.
type Shipped struct {
	Rows  int    `json:"rows,omitempty"`
	Cols  int    `json:"cols,omitempty"`
	Level string `json:"level,omitempty"`
}

// Texts has the opened texts of a spec and an instance, or an address.
type Texts struct {
	Name     string `json:"name,omitempty"`
	Spec     string `json:"spec,omitempty"`
	Instance string `json:"instance,omitempty"`
	Address  string `json:"address,omitempty"`
	// From is the link that the texts were read from. Sites are those whose links can have the instance.
	From  string   `json:"from,omitempty"`
	Sites []string `json:"sites,omitempty"`
}

// Moment is a moment of a search.
type Moment struct {
	SVG     string `json:"svg"`
	Choices int64  `json:"choices"`
}
