// Package page answers what the pages on which puzzles are written and drawn ask: as data (JSON), event by event, for a browser
// that talks to `nazo serve` as for one in which nazo itself runs.
//
// The texts of a spec and an instance are the truth: each [Question] has both, and what is drawn by mouse comes back as a
// [Change] of the instance's text. A question is answered by [Desk.Answer] in stages, each of them one [Event], the quickest
// first; whoever asks takes back a question by ending its context.
//
//	look     diagnostics → board → one of verdict … → explanation …     after each edit; see stages.go
//	place    a value put at a place of the board → change               edit.go
//	blank    an empty board of another size → change
//	rules    the instances of the rule at a place of the spec, or those about a place of the board → instances
//	act      moves made in a puzzle that moves → state                  moving.go
//	watch    a player, or a search with a name, at work → play … or moment …   watch.go
//	examples each example of the spec → example …                       examples.go
//	specs    the specs that come with nazo → catalogue                  catalogue.go
//	open     one of these, or the address of a puzzle → texts
//	address  the address of the instance on puzz.link → texts
//	language what an editor asks: completions, what stands at a place   language.go
//
// Nothing here knows HTTP, files or a browser, and no puzzle.
package page
