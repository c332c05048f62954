package modeltest

import (
	"math"

	"nazo/model"
)

// RoundTrip asks for the shortest cycle through all places. It takes the
// distances below the diagonal, row by row.
func RoundTrip(distances [][]int64) *model.Model {
	g := Complete(len(distances))
	m := Tour(g, true)
	terms := make([]model.Term, len(g.Edges))
	for i, e := range g.Edges {
		edge := m.BoolVar(m.Finds[0].Vars[i])
		terms[i] = model.Term{Coef: distances[max(e.U, e.V)][min(e.U, e.V)], X: m.ToInt(edge)}
	}
	m.Objectives = []model.Objective{{X: m.Sum(terms...)}}
	return m
}

// Burma14 are the distances of burma14 in TSPLIB (Reinelt 1991), between places
// given by latitude and longitude; the shortest round trip is 3323.
func Burma14() [][]int64 {
	places := [][2]float64{
		{16.47, 96.10}, {16.47, 94.44}, {20.09, 92.54}, {22.39, 93.37}, {25.23, 97.24}, {22.00, 96.05}, {20.47, 97.02},
		{17.20, 96.29}, {16.30, 97.38}, {14.05, 98.12}, {16.53, 97.38}, {21.52, 95.59}, {19.41, 97.13}, {20.09, 94.55},
	}
	radians := func(x float64) float64 { // degrees and, as decimals, minutes
		degrees := math.Trunc(x)
		return 3.141592 * (degrees + 5*(x-degrees)/3) / 180
	}
	out := make([][]int64, len(places))
	for i, p := range places {
		for _, q := range places[:i+1] {
			q1 := math.Cos(radians(p[1]) - radians(q[1]))
			q2 := math.Cos(radians(p[0]) - radians(q[0]))
			q3 := math.Cos(radians(p[0]) + radians(q[0]))
			out[i] = append(out[i], int64(6378.388*math.Acos(((1+q1)*q2-(1-q1)*q3)/2)+1))
		}
	}
	return out
}

// Gr17 are the distances of gr17 in TSPLIB; the shortest round trip is 2085.
func Gr17() [][]int64 {
	return [][]int64{
		{0},
		{633, 0},
		{257, 390, 0},
		{91, 661, 228, 0},
		{412, 227, 169, 383, 0},
		{150, 488, 112, 120, 267, 0},
		{80, 572, 196, 77, 351, 63, 0},
		{134, 530, 154, 105, 309, 34, 29, 0},
		{259, 555, 372, 175, 338, 264, 232, 249, 0},
		{505, 289, 262, 476, 196, 360, 444, 402, 495, 0},
		{353, 282, 110, 324, 61, 208, 292, 250, 352, 154, 0},
		{324, 638, 437, 240, 421, 329, 297, 314, 95, 578, 435, 0},
		{70, 567, 191, 27, 346, 83, 47, 68, 189, 439, 287, 254, 0},
		{211, 466, 74, 182, 243, 105, 150, 108, 326, 336, 184, 391, 145, 0},
		{268, 420, 53, 239, 199, 123, 207, 165, 383, 240, 140, 448, 202, 57, 0},
		{246, 745, 472, 237, 528, 364, 332, 349, 202, 685, 542, 157, 289, 426, 483, 0},
		{121, 518, 142, 84, 297, 35, 29, 36, 236, 390, 238, 301, 55, 96, 153, 336, 0},
	}
}
