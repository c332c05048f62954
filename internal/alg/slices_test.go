package alg_test

import (
	"slices"
	"strconv"
	"testing"

	"nazo/internal/alg"
)

func TestSlices(t *testing.T) {
	odd := func(n int) bool { return n%2 == 1 }
	list := []int{3, 4, 5}
	if got := alg.Map(list, strconv.Itoa); !slices.Equal(got, []string{"3", "4", "5"}) {
		t.Errorf("Map: %q", got)
	}
	if got := alg.Filter(list, odd); !slices.Equal(got, []int{3, 5}) {
		t.Errorf("Filter: %d", got)
	}
	if got := alg.Count(list, odd); got != 2 {
		t.Errorf("Count: %d", got)
	}
	if alg.Map(nil, strconv.Itoa) != nil || alg.Map([]int{}, strconv.Itoa) == nil || alg.Filter([]int{4}, odd) != nil {
		t.Error("only nil becomes nil, and what passes nothing")
	}
}
