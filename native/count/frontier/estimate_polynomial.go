package frontier

// product is a polynomial in the number of path ends and the sum of degrees.
type product struct {
	ends, degrees int // highest exponents
	at            []float64
}

func one() *product { return &product{at: []float64{1}} }

func (p *product) get(ends, degrees int) float64 { return p.at[ends*(p.degrees+1)+degrees] }

func (p *product) times(terms []term) *product {
	end, degree := 0, 0
	for _, t := range terms {
		end, degree = max(end, t.end), max(degree, t.degree)
	}
	out := &product{ends: p.ends + end, degrees: p.degrees + degree}
	out.at = make([]float64, (out.ends+1)*(out.degrees+1))
	for e := range p.ends + 1 {
		from := p.at[e*(p.degrees+1):][:p.degrees+1]
		for _, t := range terms {
			to := out.at[(e+t.end)*(out.degrees+1)+t.degree:][:len(from)]
			for d, x := range from {
				to[d] += x
			}
		}
	}
	return out
}

// combine sums the states in which the white degrees exceed the black ones by surplus, if that
// is known. weights has the number of connections for each number of ends.
func combine(white, black *product, surplus int, weights []float64, known bool) float64 {
	total := 0.0
	for d := range black.degrees + 1 {
		at := 0
		if known {
			at = d + surplus
			if at < 0 || at > white.degrees {
				continue
			}
		}
		for w := range white.ends + 1 {
			x := white.get(w, at)
			if x == 0 {
				continue
			}
			sum := 0.0
			for b := range black.ends + 1 {
				sum += black.get(b, d) * weights[w+b]
			}
			total += x * sum
		}
	}
	return total
}
