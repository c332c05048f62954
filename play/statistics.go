package play

import "math"

// Score is the result of an entrant in a contest.
type Score struct {
	Name   string
	Played int
	Won    int
	// Low and High bound the share of deals that the entrant wins in the long run,
	// with a confidence of 95 %.
	Low, High float64
	// Moves is the mean number of moves of all games, WonMoves of those won; NaN
	// without any.
	Moves, WonMoves float64
	// Only are the deals, by index, that all have played and this one alone won.
	Only []int
	// Lost counts the reasons for which games were lost.
	Lost map[string]int
	// Missed is the number of games lost on deals that can be won with all cards
	// open, if that was asked.
	Missed int
}

// Scores sums up what is known of a contest, by entrant.
func (r *Results) Scores() []Score {
	out := make([]Score, len(r.Names))
	for e, name := range r.Names {
		s := Score{Name: name, Lost: map[string]int{}}
		all, ofWon := 0, 0
		for d, outcomes := range r.Outcomes {
			o := outcomes[e]
			if !o.Played {
				continue
			}
			s.Played++
			all += o.Moves
			if o.Won {
				s.Won++
				ofWon += o.Moves
				if r.alone(d) {
					s.Only = append(s.Only, d)
				}
				continue
			}
			s.Lost[o.Lost]++
			if r.Chances != nil && r.Chances[d] == Winnable {
				s.Missed++
			}
		}
		s.Low, s.High = Wilson(s.Won, s.Played)
		s.Moves, s.WonMoves = float64(all)/float64(s.Played), float64(ofWon)/float64(s.Won)
		out[e] = s
	}
	return out
}

// alone reports whether all entrants have played a deal and just one has won.
func (r *Results) alone(deal int) bool {
	won := 0
	for _, o := range r.Outcomes[deal] {
		if !o.Played {
			return false
		}
		if o.Won {
			won++
		}
	}
	return won == 1 && len(r.Names) > 1
}

// Complete reports whether everything that was to be played or found out was.
func (r *Results) Complete() bool {
	for d, outcomes := range r.Outcomes {
		for _, o := range outcomes {
			if !o.Played {
				return false
			}
		}
		if r.Chances != nil && r.Chances[d] == "" {
			return false
		}
	}
	return true
}

// Pair compares two entrants over the deals that both have played.
type Pair struct {
	A, B         int // entrants, by index
	OnlyA, OnlyB int // deals that only one of them won
	// P is how often entrants of equal strength would differ at least so much: the
	// exact test of McNemar (1947), two-sided.
	P float64
}

// Pairs compares all entrants with each other.
func (r *Results) Pairs() []Pair {
	var out []Pair
	for a := range r.Names {
		for b := a + 1; b < len(r.Names); b++ {
			p := Pair{A: a, B: b}
			for _, o := range r.Outcomes {
				switch {
				case !o[a].Played || !o[b].Played:
				case o[a].Won && !o[b].Won:
					p.OnlyA++
				case o[b].Won && !o[a].Won:
					p.OnlyB++
				}
			}
			p.P = signTest(p.OnlyA, p.OnlyB)
			out = append(out, p)
		}
	}
	return out
}

// Wilson is the 95 % confidence interval of Wilson (1927) for a share of which k
// of n were seen; 0 and 1 for n = 0.
func Wilson(k, n int) (low, high float64) {
	if n == 0 {
		return 0, 1
	}
	const z = 1.959963984540054 // the 97.5 % point of the normal distribution
	share, m := float64(k)/float64(n), float64(n)
	centre := share + z*z/(2*m)
	spread := z * math.Sqrt(share*(1-share)/m+z*z/(4*m*m))
	low, high = (centre-spread)/(1+z*z/m), (centre+spread)/(1+z*z/m)
	if k == 0 {
		low = 0
	}
	if k == n {
		high = 1
	}
	return low, high
}

// signTest is the probability that, of a+b throws of a fair coin, one side comes
// up at least as much more often as the larger of a and b.
func signTest(a, b int) float64 {
	n, k := a+b, max(a, b)
	var tail float64
	for i := k; i <= n; i++ {
		tail += math.Exp(logChoose(n, i) - float64(n)*math.Ln2)
	}
	return min(1, 2*tail)
}

func logChoose(n, k int) float64 {
	lg := func(x int) float64 {
		v, _ := math.Lgamma(float64(x + 1))
		return v
	}
	return lg(n) - lg(k) - lg(n-k)
}
