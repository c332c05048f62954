package command

import (
	"math"

	"nazo/play"
)

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
