package count

import "testing"

func TestRememberIsBounded(t *testing.T) {
	memory := map[int]int{}
	for i := range 100 {
		remember(memory, i, -i, 8)
		if len(memory) > 8 || memory[i] != -i {
			t.Fatalf("after %d: %v", i, memory)
		}
	}
}
