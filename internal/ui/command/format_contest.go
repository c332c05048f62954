package command

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"nazo/internal/study/play"
)

func (t *textPrinter) contest(r *contestResults) {
	scores := r.Scores()
	head := plural(len(r.seeds), "deal")
	if r.shuffled {
		head += fmt.Sprintf(" by --seed %d", r.seed)
	}
	fmt.Fprintln(t.out, head)
	table := [][]string{{"player", "won", "of", "95 %", "moves", "when won"}}
	for _, s := range scores {
		table = append(table, []string{s.Name, strconv.Itoa(s.Won), strconv.Itoa(s.Played),
			fmt.Sprintf("%.1f to %.1f %%", 100*s.Low, 100*s.High), mean(s.Moves), mean(s.WonMoves)})
	}
	t.table(table)
	for _, s := range scores {
		for _, why := range sortedReasons(s.Lost) {
			if why != "no moves left" {
				fmt.Fprintf(t.out, "%s lost %s: %s\n", s.Name, plural(s.Lost[why], "game"), why)
			}
		}
	}
	for _, s := range scores {
		if len(s.Only) > 0 {
			fmt.Fprintf(t.out, "only %s won %s\n", s.Name, r.dealNames(s.Only))
		}
	}
	for _, p := range r.Pairs() {
		fmt.Fprintf(t.out, "%s against %s: %d to %d of the deals that one of them won; p = %.3f\n",
			r.Names[p.A], r.Names[p.B], p.OnlyA, p.OnlyB, p.P)
	}
	t.chances(r, scores)
}

// chances says what someone who sees all cards could have done.
func (t *textPrinter) chances(r *contestResults, scores []play.Score) {
	if r.Chances == nil {
		return
	}
	var of = map[play.Chance][]int{}
	for d, c := range r.Chances {
		if c == "" {
			c = play.Undecided
		}
		of[c] = append(of[c], d)
	}
	fmt.Fprintf(t.out, "with all cards open: %d can be won, %d can't, %d unknown\n", len(of[play.Winnable]), len(of[play.Impossible]), len(of[play.Undecided]))
	for _, c := range []play.Chance{play.Impossible, play.Undecided} {
		if len(of[c]) > 0 {
			fmt.Fprintf(t.out, "%s: %s\n", c, r.dealNames(of[c]))
		}
	}
	for _, s := range scores {
		fmt.Fprintf(t.out, "%s lost %s that can be won\n", s.Name, plural(s.Missed, "deal"))
	}
}

// dealNames lists deals by their seeds, or else their titles or numbers.
func (r *contestResults) dealNames(deals []int) string {
	const most = 10
	var names []string
	for _, d := range deals[:min(len(deals), most)] {
		names = append(names, r.dealName(d))
	}
	if more := len(deals) - most; more > 0 {
		names = append(names, fmt.Sprintf("and %d more", more))
	}
	return plural(len(deals), "deal") + ": " + strings.Join(names, ", ")
}

func (r *contestResults) dealName(d int) string {
	switch {
	case r.titles != nil && r.titles[d] != "":
		return r.titles[d]
	case r.titles != nil || !r.shuffled:
		return strconv.Itoa(d + 1)
	}
	return fmt.Sprintf("seed %d", r.seeds[d])
}

func sortedReasons(lost map[string]int) []string {
	var out []string
	for why := range lost {
		out = append(out, why)
	}
	slices.Sort(out)
	return out
}

// table aligns columns, numbers to the right.
func (t *textPrinter) table(rows [][]string) {
	widths := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, text := range row {
			widths[i] = max(widths[i], utf8.RuneCountInString(text))
		}
	}
	for _, row := range rows {
		var line strings.Builder
		for i, text := range row {
			pad := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(text))
			if i == 0 {
				line.WriteString(text + pad)
			} else {
				line.WriteString("  " + pad + text)
			}
		}
		fmt.Fprintln(t.out, strings.TrimRight(line.String(), " "))
	}
}

// contestJSON is the document of --format json.
type contestJSON struct {
	Puzzle   string       `json:"puzzle"`
	Seed     int64        `json:"seed"`
	Complete bool         `json:"complete"`
	Reason   string       `json:"reason,omitempty"`
	Players  []playerJSON `json:"players"`
	Pairs    []pairJSON   `json:"pairs"`
	Deals    []dealJSON   `json:"deals"`
}

type playerJSON struct {
	Name     string         `json:"player"`
	Played   int            `json:"played"`
	Won      int            `json:"won"`
	Interval [2]float64     `json:"interval"` // 95 % confidence
	Moves    *float64       `json:"moves"`
	WonMoves *float64       `json:"moves_when_won"`
	Only     []int          `json:"only"` // deals, from 1
	Lost     map[string]int `json:"lost"`
	Missed   *int           `json:"missed,omitempty"`
}

type pairJSON struct {
	Players [2]string `json:"players"`
	Only    [2]int    `json:"only"`
	P       float64   `json:"p"`
}

type dealJSON struct {
	Deal    int          `json:"deal"`
	Seed    *int64       `json:"seed,omitempty"`
	Title   string       `json:"title,omitempty"`
	Chance  play.Chance  `json:"chance,omitempty"`
	Results []resultJSON `json:"results"`
}

type resultJSON struct {
	Name  string  `json:"player"`
	Won   bool    `json:"won"`
	Moves int     `json:"moves"`
	Cost  []int64 `json:"cost"`
	Lost  string  `json:"lost,omitempty"`
}

func (j *jsonPrinter) contest(r *contestResults) {
	out := contestJSON{Puzzle: r.puzzle, Seed: r.seed, Complete: r.Complete(), Reason: r.reason,
		Players: []playerJSON{}, Pairs: []pairJSON{}, Deals: []dealJSON{}}
	for _, s := range r.Scores() {
		p := playerJSON{Name: s.Name, Played: s.Played, Won: s.Won, Interval: [2]float64{s.Low, s.High},
			Moves: orNull(s.Moves), WonMoves: orNull(s.WonMoves), Only: []int{}, Lost: s.Lost}
		for _, d := range s.Only {
			p.Only = append(p.Only, d+1)
		}
		if r.Chances != nil {
			p.Missed = &s.Missed
		}
		out.Players = append(out.Players, p)
	}
	for _, p := range r.Pairs() {
		out.Pairs = append(out.Pairs, pairJSON{[2]string{r.Names[p.A], r.Names[p.B]}, [2]int{p.OnlyA, p.OnlyB}, p.P})
	}
	for d, outcomes := range r.Outcomes {
		deal := dealJSON{Deal: d + 1, Results: []resultJSON{}}
		if r.shuffled {
			deal.Seed = &r.seeds[d]
		}
		if r.titles != nil {
			deal.Title = r.titles[d]
		}
		if r.Chances != nil {
			deal.Chance = r.Chances[d]
		}
		for e, o := range outcomes {
			if o.Played {
				cost := append([]int64{}, o.Costs...)
				deal.Results = append(deal.Results, resultJSON{r.Names[e], o.Won, o.Moves, cost, o.Lost})
			}
		}
		out.Deals = append(out.Deals, deal)
	}
	j.object(out)
}

// orNull is x, nil for what JSON has no number for.
func orNull(x float64) *float64 {
	if math.IsNaN(x) {
		return nil
	}
	return &x
}
