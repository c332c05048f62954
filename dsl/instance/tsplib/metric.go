package tsplib

import "math"

// metrics are the distances that follow from coordinates, as TSPLIB defines
// them: whole numbers, each rounded in its own way.
var metrics = map[string]func(a, b point) float64{
	"EUC_2D":  func(a, b point) float64 { return nearest(math.Hypot(a.x-b.x, a.y-b.y)) },
	"CEIL_2D": func(a, b point) float64 { return math.Ceil(math.Hypot(a.x-b.x, a.y-b.y)) },
	"MAN_2D":  func(a, b point) float64 { return nearest(math.Abs(a.x-b.x) + math.Abs(a.y-b.y)) },
	"MAX_2D":  func(a, b point) float64 { return max(nearest(math.Abs(a.x-b.x)), nearest(math.Abs(a.y-b.y))) },
	"ATT":     pseudoEuclidean,
	"GEO":     geographical,
}

func nearest(x float64) float64 { return math.Floor(x + 0.5) }

// pseudoEuclidean is the root of a tenth of the square, rounded up.
func pseudoEuclidean(a, b point) float64 {
	dx, dy := a.x-b.x, a.y-b.y
	return math.Ceil(math.Sqrt((dx*dx + dy*dy) / 10))
}

// geographical is the way over a globe in kilometres. The digits of a
// coordinate are degrees and minutes; π and the radius are those that the known
// optima were computed with.
func geographical(a, b point) float64 {
	const radius = 6378.388
	radians := func(x float64) float64 {
		const pi = 3.141592
		degrees := math.Trunc(x)
		return pi * (degrees + 5*(x-degrees)/3) / 180
	}
	latA, lonA, latB, lonB := radians(a.x), radians(a.y), radians(b.x), radians(b.y)
	q1, q2, q3 := math.Cos(lonA-lonB), math.Cos(latA-latB), math.Cos(latA+latB)
	cos := 0.5 * ((1+q1)*q2 - (1-q1)*q3)
	return math.Floor(radius*math.Acos(max(-1, min(1, cos))) + 1)
}
