package main

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"nazo/play"
)

// print shows results; reason says why they are not complete, if they are not.
func (t *tournament) print(r *play.Results, reason string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.cmd.Format == "json" {
		t.printJSON(r, reason)
		return
	}
	t.printText(r)
}

func (t *tournament) printText(r *play.Results) {
	out := t.session.out
	scores := r.Scores()
	head := plural(len(t.Deals), "deal")
	if t.set.shuffled {
		head += fmt.Sprintf(" by --seed %d", int64(t.cmd.Seed))
	}
	fmt.Fprintln(out, head)
	table := [][]string{{"player", "won", "of", "95 %", "moves", "when won"}}
	for _, s := range scores {
		table = append(table, []string{s.Name, strconv.Itoa(s.Won), strconv.Itoa(s.Played),
			fmt.Sprintf("%.1f to %.1f %%", 100*s.Low, 100*s.High), mean(s.Moves), mean(s.WonMoves)})
	}
	printTable(t, table)
	for _, s := range scores {
		for _, why := range sortedReasons(s.Lost) {
			if why != "no moves left" {
				fmt.Fprintf(out, "%s lost %s: %s\n", s.Name, plural(s.Lost[why], "game"), why)
			}
		}
	}
	for _, s := range scores {
		if len(s.Only) > 0 {
			fmt.Fprintf(out, "only %s won %s\n", s.Name, t.dealNames(s.Only))
		}
	}
	for _, p := range r.Pairs() {
		fmt.Fprintf(out, "%s against %s: %d to %d of the deals that one of them won; p = %.3f\n",
			r.Names[p.A], r.Names[p.B], p.OnlyA, p.OnlyB, p.P)
	}
	t.printChances(r, scores)
}

// printChances says what someone who sees all cards could have done.
func (t *tournament) printChances(r *play.Results, scores []play.Score) {
	if r.Chances == nil {
		return
	}
	out := t.session.out
	var of = map[play.Chance][]int{}
	for d, c := range r.Chances {
		if c == "" {
			c = play.Undecided
		}
		of[c] = append(of[c], d)
	}
	fmt.Fprintf(out, "with all cards open: %d can be won, %d can't, %d unknown\n", len(of[play.Winnable]), len(of[play.Impossible]), len(of[play.Undecided]))
	for _, c := range []play.Chance{play.Impossible, play.Undecided} {
		if len(of[c]) > 0 {
			fmt.Fprintf(out, "%s: %s\n", c, t.dealNames(of[c]))
		}
	}
	for _, s := range scores {
		fmt.Fprintf(out, "%s lost %s that can be won\n", s.Name, plural(s.Missed, "deal"))
	}
}

// dealNames lists deals by their seeds, or else their titles or numbers.
func (t *tournament) dealNames(deals []int) string {
	const most = 10
	var names []string
	for _, d := range deals[:min(len(deals), most)] {
		names = append(names, t.dealName(d))
	}
	if more := len(deals) - most; more > 0 {
		names = append(names, fmt.Sprintf("and %d more", more))
	}
	return plural(len(deals), "deal") + ": " + strings.Join(names, ", ")
}

func (t *tournament) dealName(d int) string {
	switch {
	case t.titles != nil && t.titles[d] != "":
		return t.titles[d]
	case t.titles != nil || !t.set.shuffled:
		return strconv.Itoa(d + 1)
	}
	return fmt.Sprintf("seed %d", t.Deals[d].Seed)
}

// mean is a mean with one place after the point, "-" if there is none.
func mean(x float64) string {
	if math.IsNaN(x) {
		return "-"
	}
	return strconv.FormatFloat(x, 'f', 1, 64)
}

func sortedReasons(lost map[string]int) []string {
	var out []string
	for why := range lost {
		out = append(out, why)
	}
	slices.Sort(out)
	return out
}

// printTable aligns columns, numbers to the right.
func printTable(t *tournament, rows [][]string) {
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
		fmt.Fprintln(t.session.out, strings.TrimRight(line.String(), " "))
	}
}
