package frontier

import (
	"math"
	"slices"
)

// extrapolate puts into the estimate what samples say, in ascending order of their sizes, three at least. Of a layer that a sample has as a whole
// the number is known; any other has no more states than the formula allows.
func (e *Estimate) extrapolate(samples []layerSample) {
	layers := extrapolated(samples, e.bounds)
	e.take(layers)
	e.Doubt = doubt(samples, e.bounds, e.Total)
	e.Processor = 0
	last, before := &samples[len(samples)-1], 1.0
	for j, each := range last.each {
		e.Processor += before * each * (1 + doublingCost*math.Log2(max(layers[j]/float64(last.most), 1)))
		before = layers[j]
	}
}

// doublingCost is how much longer a state takes for each doubling of a table, since less of it is near the processor: measured with layers of up to
// five million states.
const doublingCost = 0.05

// extrapolated are the states of the layers by some samples.
func extrapolated(samples []layerSample, bounds []float64) []float64 {
	last := &samples[len(samples)-1]
	layers := slices.Clone(last.states)
	for j := last.exact; j < len(layers); j++ {
		layers[j] = max(withFormula(fixedPoint(samples, j), last.states[j], bounds[j]), float64(last.found[j]))
	}
	return layers
}

// withFormula puts together how many states a layer has by extrapolation, from so many by the largest sample, and by the formula. The longer the way
// the less the extrapolation tells. If the two agree as far as either can be relied upon, the formula is likely to be right, and the estimate lies
// between them; else the formula is a bound.
func withFormula(extrapolated, sampled, bound float64) float64 {
	extrapolated = min(extrapolated, bound)
	variance := ofSample*ofSample + math.Pow(ofWay*math.Log(max(sampled/extrapolated, 1)), 2)
	apart, sum := math.Log(bound/usualExcess/extrapolated), variance+ofFormula*ofFormula
	right := math.Exp(-apart*apart/2/sum) / math.Sqrt(2*math.Pi*sum)
	return extrapolated * math.Exp(right/(right+elsewhere)*apart*variance/sum)
}

// fixedPoint is how many states a layer has where the number by the samples, as a power of how many states were taken, is that number itself.
// Its exponent and factor are those of a regression, in which a sample counts as much as it has states.
func fixedPoint(samples []layerSample, j int) float64 {
	var weight, x, y, xx, xy float64
	for i := range samples {
		s := &samples[i]
		w, size, states := float64(s.most), math.Log(float64(s.most)), math.Log(max(s.states[j], 1))
		weight, x, y, xx, xy = weight+w, x+w*size, y+w*states, xx+w*size*size, xy+w*size*states
	}
	x, y = x/weight, y/weight
	exponent := min((xy/weight-x*y)/(xx/weight-x*x), 0) // more states taken never make it worse
	return math.Exp((y - exponent*x) / (1 - exponent))
}

// What is wrong by how much: standard deviations on the logarithmic scale.
const (
	ofSample = 0.35 // a sample
	ofWay    = 0.1  // the extrapolation, for each unit of its way
	// ofFormula is that of the formula where it is right, and usualExcess by how much it is too high then.
	ofFormula, usualExcess = 0.5, 1.5
	// elsewhere is the density of all else that there may be where it isn't.
	elsewhere = 0.05
	// deviations is how many standard deviations the doubt is.
	deviations = 2
)

// doubt is by what factor the states in all may be more or fewer than estimated: by the chance that is in any sample, by how far is extrapolated or how
// far the formula can be relied upon, and by what leaving out each of the samples changes (the jackknife).
func doubt(samples []layerSample, bounds []float64, total float64) float64 {
	n := len(samples)
	last := &samples[n-1]
	if last.exact == len(bounds) {
		return 1
	}
	deviation := 0.0
	for j, states := range extrapolated(samples, bounds) {
		if j >= last.exact {
			way := ofWay * math.Log(max(last.states[j]/states, 1))
			deviation += states / total * min(way, ofFormula+math.Log(bounds[j]/states))
		}
	}
	variance := ofSample*ofSample + deviation*deviation
	for i := range samples {
		sum := 0.0
		for _, states := range extrapolated(slices.Delete(slices.Clone(samples), i, i+1), bounds) {
			sum += states
		}
		variance += math.Pow(math.Log(sum/total), 2) * float64(n-1) / float64(n)
	}
	return math.Exp(deviations * math.Sqrt(variance))
}
