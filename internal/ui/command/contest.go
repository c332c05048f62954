package command

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"nazo/dsl/diag"
	"nazo/dsl/instance"
	"nazo/internal/alg"
	"nazo/internal/show/picture"
	"nazo/internal/solve/parts"
	"nazo/internal/study/play"
	"nazo/native"
)

type contestCmd struct {
	onePuzzleArgs
	outsideFlags
	plainFormatFlag
	partsFlags
	Players               string
	Deals, Jobs           Amount
	Seed                  seed
	Clairvoyant           bool
	ClairvoyantTime, Time Period
	Memory                Memory
}

// Declare implements [Declarer].
func (c *contestCmd) Declare(v *Verb) {
	v.Include(&c.onePuzzleArgs)
	v.Flag(&c.Players, "players", "NAME,…", "Players of the spec (default: all of them, unless programs play).")
	v.CompleteFlag("players", playerNames)
	v.Include(&c.outsideFlags)
	v.Flag(&c.Deals, "deals", "N", "How many deals (default: 100). Of an instance file that has several instances, each is a deal: the first N, or all of them.")
	c.Seed = 1
	v.Flag(&c.Seed, "seed", "N", "Draw the seeds of the deals from this one (default: 1); nazo play --seed plays one of the deals.")
	v.Flag(&c.Jobs, "jobs", "N", "How many games to play at the same time (default: one for each core). The results don't depend on it.")
	v.Rare("jobs")
	v.Flag(&c.Clairvoyant, "clairvoyant", "", "Also find out, with open cards, whether a deal that nobody won can be won at all.")
	c.ClairvoyantTime = Period(10 * time.Second)
	v.Flag(&c.ClairvoyantTime, "clairvoyant-time", "DURATION", "Time limit of that for each deal (default: 10s).")
	v.Flag(&c.Memory, "memory", "SIZE", "Memory limit of that for the states of each deal, such as 500M or 2G (default: the engine's choice).")
	v.Flag(&c.Time, "time", "DURATION", "Stop after this time, such as 10m (default: no limit).")
	v.Include(&c.plainFormatFlag, &c.partsFlags)
}

// The largest and the default number of deals.
const (
	mostDeals = 20_000
	someDeals = 100
)

// Run deals, has all players play, and prints the results.
func (c *contestCmd) Run(s *session) error {
	s.limit(c.Time)
	if err := cmp.Or(c.suitsParts(), c.suitsAttempts()); err != nil {
		return err
	}
	if c.Deals > mostDeals {
		return mistakef("--deals %d: a contest has at most %d", c.Deals, mostDeals)
	}
	r, err := s.request(c.Spec, c.Args, c.Seed)
	if err != nil {
		return err
	}
	inputs, err := s.contestInputs(r, int(c.Deals))
	if err != nil {
		return err
	}
	t := &tournament{session: s, cmd: c, listed: len(r.others) > 0}
	t.set, err = s.gameSet(r.spec, inputs[0], play.DealSeed(int64(c.Seed), 0))
	if err != nil {
		return t.blame(err, inputs[0], 0)
	}
	if err := t.enter(); err != nil {
		return err
	}
	n := t.numbers(len(inputs))
	reason := ""
	found := t.none()
	work := series[dealt]{
		head: func() (parts.Head, int, error) { return s.head(r, c.Args, r.fingerprint(inputs)), n, nil },
		do: func(begin, end int, each func(dealt) error) error {
			return t.playAll(inputs, begin, min(end, n), each)
		},
		print: func(d dealt) error {
			found.add(d)
			return nil
		},
		sure: func(d dealt) any {
			if t.outside {
				return nil // who answers in time depends on the machine
			}
			return d.Outcomes
		},
		again: func(d dealt) error {
			if len(d.Outcomes) != len(found.Names) {
				return mistakef("a part has %s of each deal, and there are %d who play", plural(len(d.Outcomes), "game"), len(found.Names))
			}
			return nil
		},
		missing: func(begin, end int) error {
			reason = "parts are missing"
			for i := begin; i < end; i++ {
				unplayed := dealt{Seed: play.DealSeed(int64(c.Seed), i), Outcomes: make([]play.Outcome, len(t.Entrants))}
				if t.listed {
					unplayed.Title = inputs[i].Instance.Title
				}
				found.add(unplayed)
			}
			return nil
		},
		finish: func() error {
			s.answered()
			s.warn()
			if !found.Results.Complete() && s.ctx.Err() != nil {
				reason = s.stopReason()
			}
			t.print(found, reason)
			return nil
		},
	}
	if c.divided() == "" {
		s.known(func() { t.print(t.known(), s.stopReason()) })
	}
	if err := work.run(s, &c.partsFlags); err != nil {
		return err
	}
	if reason != "" {
		s.note("%s", reason)
		return StatusLimit
	}
	return nil
}

// dealt is the result of one deal.
type dealt struct {
	Seed     int64          `json:"seed"`
	Title    string         `json:"title,omitempty"`
	Outcomes []play.Outcome `json:"outcomes"`
	Chance   play.Chance    `json:"chance,omitempty"`
}

// contestInputs returns the inputs of the deals: one for all deals, or one for each. It takes the first n of them, or
// all if n is 0.
func (s *session) contestInputs(r *request, n int) ([]instance.Input, error) {
	first, err := r.oneInput()
	if err != nil || len(r.others) == 0 {
		return []instance.Input{first}, err
	}
	s.remarks = nil // all instances are taken
	file, all := r.instance.Source.Name, append([]*instance.Instance{r.instance}, r.others...)
	switch {
	case n > len(all):
		s.remark("%s has %d deals", file, len(all))
	case n > 0:
		all = all[:n]
	case len(all) > mostDeals:
		return nil, mistakef("%s has %d deals, but a contest has at most %d; --deals takes the first of them", file, len(all), mostDeals)
	}
	input := func(i *instance.Instance) instance.Input { return instance.Input{Instance: i, Overrides: r.overrides} }
	return alg.Map(all, input), nil
}

// tournament is a contest and how it is shown.
type tournament struct {
	play.Contest
	session *session
	cmd     *contestCmd
	set     *gameSet
	listed  bool     // the deals are those of a file
	outside bool     // programs play
	titles  []string // of listed deals
	mu      sync.Mutex
}

// print prints results. reason says why they are not complete, or is "".
func (t *tournament) print(r *contestResults, reason string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	r.Players, r.Pairs, r.Complete, r.Reason = r.Scores(), r.Results.Pairs(), r.Results.Complete(), reason
	t.cmd.printer(t.session, colorFlag{}.drawer(t.session)).print(r)
}

func (t *tournament) none() *contestResults {
	r := &contestResults{Results: &play.Results{Names: alg.Map(t.Entrants, play.Entrant.Name)}, Puzzle: t.set.Problem.Name, Seed: int64(t.cmd.Seed), Deals: []dealReport{}, shuffled: t.set.shuffled, listed: t.listed}
	if t.cmd.Clairvoyant {
		r.Chances = []play.Chance{}
	}
	return r
}

func (t *tournament) playAll(inputs []instance.Input, begin, end int, each func(dealt) error) error {
	if err := t.dealAll(inputs, begin, end); err != nil {
		return err
	}
	t.session.warn()
	results := t.Run(t.session.ctx)
	for i, outcomes := range results.Outcomes {
		if err := each(t.dealtOf(results, i, outcomes)); err != nil {
			return err
		}
	}
	return nil
}

func (t *tournament) dealtOf(r *play.Results, i int, outcomes []play.Outcome) dealt {
	d := dealt{Seed: t.Deals[i].Seed, Outcomes: outcomes}
	if t.listed {
		d.Title = t.titles[i]
	}
	if r.Chances != nil {
		d.Chance = r.Chances[i]
	}
	return d
}

func (t *tournament) known() *contestResults {
	known, r := t.none(), t.Known()
	for i, outcomes := range r.Outcomes {
		known.add(t.dealtOf(r, i, outcomes))
	}
	return known
}

func (r *contestResults) add(d dealt) {
	r.Outcomes = append(r.Outcomes, d.Outcomes)
	deal := dealReport{Deal: len(r.Deals) + 1, Title: d.Title, Chance: d.Chance, Results: []gameReport{}}
	if r.shuffled {
		deal.Seed = &d.Seed
	}
	if r.Chances != nil {
		r.Chances = append(r.Chances, d.Chance)
	}
	for e, o := range d.Outcomes {
		if o.Played {
			deal.Results = append(deal.Results, gameReport{r.Names[e], o.Won, o.Moves, append([]int64{}, o.Costs...), o.Lost})
		}
	}
	r.Deals = append(r.Deals, deal)
}

// contestResults is the report of nazo contest.
type contestResults struct {
	*play.Results `json:"-"`
	Puzzle        string       `json:"puzzle"`
	Seed          int64        `json:"seed"`
	Complete      bool         `json:"complete"`
	Reason        string       `json:"reason,omitempty"` // why they are not complete
	Players       []play.Score `json:"players"`
	Pairs         []play.Pair  `json:"pairs"`
	Deals         []dealReport `json:"deals"`
	shuffled      bool         // deals have seeds
	listed        bool         // the deals are those of a file
}

type dealReport struct {
	Deal    int          `json:"deal"`
	Seed    *int64       `json:"seed,omitempty"` // if it says what is dealt
	Title   string       `json:"title,omitempty"`
	Chance  play.Chance  `json:"chance,omitempty"`
	Results []gameReport `json:"results"`
}

type gameReport struct {
	Player string  `json:"player"`
	Won    bool    `json:"won"`
	Moves  int     `json:"moves"`
	Cost   []int64 `json:"cost"`
	Lost   string  `json:"lost,omitempty"`
}

func (t *tournament) enter() error {
	outside, err := t.session.outsiders(t.cmd.outsideFlags, t.set)
	if err != nil {
		return err
	}
	names := strings.Split(t.cmd.Players, ",")
	if t.cmd.Players == "" {
		names = nil
		for _, p := range t.set.Problem.Model.Machine.Players {
			if len(outside) == 0 {
				names = append(names, p.Name)
			}
		}
	}
	for i, name := range names {
		if slices.Contains(names[:i], name) {
			return mistakef("--players names %s twice", Shorten(name))
		}
		player, err := t.set.player(strings.TrimSpace(name))
		if err != nil {
			return err
		}
		t.Entrants = append(t.Entrants, player)
	}
	t.Entrants, t.outside = append(t.Entrants, outside...), len(outside) > 0
	if len(t.Entrants) == 0 {
		return mistakef("%s has no players; with --player-command a program plays", t.set.spec.name)
	}
	t.MaxMoves, t.Jobs = longestGame, cmp.Or(int(t.cmd.Jobs), runtime.GOMAXPROCS(0))
	t.Each = func(r *play.Results) { t.session.progress.say(func() string { return gamesDone(r) }) }
	if t.cmd.Clairvoyant {
		t.Open = t.open
	}
	return nil
}

func (t *tournament) numbers(inputs int) int {
	n := cmp.Or(int(t.cmd.Deals), someDeals)
	switch {
	case t.listed:
		n = inputs
	case !t.set.shuffled:
		if n > 1 {
			t.session.remark("nothing is shuffled, so there is one deal")
		}
		n = 1
	}
	return n
}

func (t *tournament) dealAll(inputs []instance.Input, begin, end int) error {
	for i := begin; i < end; i++ {
		t.session.progress.say(func() string { return fmt.Sprintf("%d of %d deals dealt", i-begin, end-begin) })
		in := inputs[min(i, len(inputs)-1)]
		if t.listed {
			t.titles = append(t.titles, in.Instance.Title)
		}
		if err := t.deal(in, play.DealSeed(int64(t.cmd.Seed), i)); err != nil {
			return t.blame(err, in, i)
		}
	}
	return nil
}

// blame names the deal in a mistake, if a file has several deals.
func (t *tournament) blame(err error, in instance.Input, i int) error {
	if !t.listed || errors.As(err, new(limited)) {
		return err
	}
	which := fmt.Sprintf("deal %d of %s", i+1, in.Instance.Source.Name)
	if title := in.Instance.Title; title != "" {
		which += ", `" + Shorten(title) + "`"
	}
	var problems *diag.List
	if !errors.As(err, &problems) {
		return mistakef("%s: %v", which, err)
	}
	for _, p := range problems.All() {
		p.Notes = append(p.Notes, diag.Note{Message: "in " + which})
	}
	return err
}

// deal deals at the table of the set. It uses another table if the instance differs in something that is not hidden.
func (t *tournament) deal(in instance.Input, seed int64) error {
	s := t.session
	d, _, err := t.set.Deal(s.ctx, in, seed)
	var problems *diag.List
	if errors.As(err, &problems) && hasCode(problems, "other-deal") {
		own, failed := s.gameSet(t.set.spec, in, seed)
		if failed != nil {
			return failed
		}
		d, _, err = own.Deal(s.ctx, in, seed)
	}
	t.Deals = append(t.Deals, d)
	return s.dealt(err)
}

// gamesDone counts the games played and won, and the deals known to be winnable or not.
func gamesDone(r *play.Results) string {
	games, played, won := 0, 0, 0
	for _, outcomes := range r.Outcomes {
		games += len(outcomes)
		for _, o := range outcomes {
			if o.Played {
				played++
			}
			if o.Won {
				won++
			}
		}
	}
	text := fmt.Sprintf("%s, %d won", share(int64(played), int64(games), "games"), won)
	if r.Chances != nil {
		known := len(r.Chances) - len(slices.DeleteFunc(slices.Clone(r.Chances), func(c play.Chance) bool { return c != "" }))
		text += fmt.Sprintf("; with open cards %d of %d deals", known, len(r.Chances))
	}
	return text
}

// open has engine native search a deal with open cards.
func (t *tournament) open(ctx context.Context, d play.Deal) play.Chance {
	ctx, stop := context.WithTimeout(ctx, time.Duration(t.cmd.ClairvoyantTime))
	defer stop()
	chance, _ := play.SolveClairvoyantly(ctx, d, native.New(), int64(t.cmd.Memory))
	return chance
}

// outsideFlags are about players that are programs of their own.
type outsideFlags struct {
	PlayerCommand []string
	PlayerTime    Period
	PlayerErrors  bool
}

// Declare implements [Declarer].
func (c *outsideFlags) Declare(v *Verb) {
	v.Flag(&c.PlayerCommand, "player-command", "COMMAND", "A program that plays. For each turn it reads a line of JSON, with what the player may see and the moves numbered from 1, and answers with the number of a move.")
	c.PlayerTime = Period(5 * time.Second)
	v.Flag(&c.PlayerTime, "player-time", "DURATION", "Time limit of a program for each answer (default: 5s).")
	v.Flag(&c.PlayerErrors, "player-errors", "", "Show what programs write to their standard error.")
}

func (s *session) outsiders(f outsideFlags, g *gameSet) ([]play.Entrant, error) {
	var out []play.Entrant
	taken := map[string]bool{}
	for _, p := range g.Problem.Model.Machine.Players {
		taken[p.Name] = true
	}
	for _, command := range f.PlayerCommand {
		words, err := play.Words(command)
		switch {
		case err != nil:
			return nil, mistakef("--player-command: %v", err)
		case len(words) == 0:
			return nil, mistakef("--player-command names no program")
		}
		if _, err := exec.LookPath(words[0]); err != nil {
			return nil, mistakef("--player-command %s: there is no program `%s`", Shorten(command), Shorten(words[0]))
		}
		title := commandTitle(words)
		name := title
		for n := 2; taken[name]; n++ {
			name = title + " " + strconv.Itoa(n)
		}
		taken[name] = true
		o := &play.ExternalPlayer{Title: name, Words: words, Time: time.Duration(f.PlayerTime), Tell: g.question}
		if f.PlayerErrors {
			o.Errors = s.errs
		}
		out = append(out, o)
	}
	return out, nil
}

// longestTitle bounds the characters of a program's name.
const longestTitle = 30

// commandTitle shortens a command to its words, files without folders.
func commandTitle(words []string) string {
	var short []string
	for i, word := range words {
		if i == 0 || !strings.HasPrefix(word, "-") {
			word = filepath.Base(word)
		}
		short = append(short, word)
	}
	return Cut(strings.Join(strings.Fields(strings.Join(short, " ")), " "), longestTitle)
}

// question is the message to a program for a turn, as one line of JSON.
func (g *gameSet) question(v *play.View, complaint string) []byte {
	out := struct {
		Puzzle    string            `json:"puzzle"`
		Turn      int               `json:"turn"`
		Complaint string            `json:"complaint,omitempty"`
		State     json.RawMessage   `json:"state"`
		Givens    json.RawMessage   `json:"givens"`
		Moves     []json.RawMessage `json:"moves"`
	}{g.Problem.Name, v.Turn, complaint, picture.AppendState(nil, g.Problem.Judge, v.StateValues), givensJSON(v.Givens), []json.RawMessage{}}
	for i, move := range v.Legal {
		out.Moves = append(out.Moves, append(fmt.Appendf(nil, `{"number":%d,`, i+1), picture.AppendMove(nil, g.Problem.Move(move))[1:]...))
	}
	return append(encode(out), '\n')
}

func (r *contestResults) text(t *textPrinter) {
	head := plural(len(r.Deals), "deal")
	if r.shuffled {
		head += fmt.Sprintf(" by --seed %d", r.Seed)
	}
	fmt.Fprintln(t.out, head)
	table := [][]string{{"player", "won", "of", "95 %", "moves", "when won"}}
	for _, s := range r.Players {
		table = append(table, []string{s.Name, strconv.Itoa(s.Won), strconv.Itoa(s.Played),
			fmt.Sprintf("%.1f to %.1f %%", 100*s.Interval[0], 100*s.Interval[1]), mean(s.Moves), mean(s.WonMoves)})
	}
	t.out.WriteString(alignColumns(table, 1))
	for _, s := range r.Players {
		for _, why := range slices.Sorted(maps.Keys(s.Lost)) {
			if why != "no moves left" {
				fmt.Fprintf(t.out, "%s lost %s: %s\n", s.Name, plural(s.Lost[why], "game"), why)
			}
		}
	}
	for _, s := range r.Players {
		if len(s.Only) > 0 {
			fmt.Fprintf(t.out, "only %s won %s\n", s.Name, r.dealNames(s.Only))
		}
	}
	for _, p := range r.Pairs {
		fmt.Fprintf(t.out, "%s against %s: %d to %d of the deals that one of them won; p = %.3f\n",
			p.Players[0], p.Players[1], p.Only[0], p.Only[1], p.P)
	}
	t.chances(r)
}

// chances prints which deals can be won by a player who sees all cards.
func (t *textPrinter) chances(r *contestResults) {
	if r.Chances == nil {
		return
	}
	of := map[play.Chance][]int{}
	for d, c := range r.Chances {
		c = cmp.Or(c, play.Undecided)
		of[c] = append(of[c], d+1)
	}
	fmt.Fprintf(t.out, "with all cards open: %d can be won, %d can't, %d unknown\n", len(of[play.Winnable]), len(of[play.Impossible]), len(of[play.Undecided]))
	for _, c := range []play.Chance{play.Impossible, play.Undecided} {
		if len(of[c]) > 0 {
			fmt.Fprintf(t.out, "%s: %s\n", c, r.dealNames(of[c]))
		}
	}
	for _, s := range r.Players {
		fmt.Fprintf(t.out, "%s lost %s that can be won\n", s.Name, plural(*s.Missed, "deal"))
	}
}

// dealNames lists deals by their titles, seeds or numbers.
func (r *contestResults) dealNames(deals []int) string {
	const most = 10
	names := alg.Map(deals[:min(len(deals), most)], r.dealName)
	if more := len(deals) - most; more > 0 {
		names = append(names, fmt.Sprintf("and %d more", more))
	}
	return plural(len(deals), "deal") + ": " + strings.Join(names, ", ")
}

func (r *contestResults) dealName(d int) string {
	switch deal := r.Deals[d-1]; {
	case deal.Title != "":
		return deal.Title
	case r.listed || !r.shuffled:
		return strconv.Itoa(d)
	default:
		return fmt.Sprintf("seed %d", *deal.Seed)
	}
}
