package command

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"nazo/internal/alg"
	"nazo/internal/study/play"
)

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
