package command

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"
)

func TestAllow(t *testing.T) {
	const mib = 1 << 20
	tests := []struct {
		limit, used  int64
		inHeap       bool
		heap, states int64
	}{
		{300 * mib, 10 * mib, false, 10*mib + 300*mib/8, 300*mib - 20*mib - 10*mib - 300*mib/8},
		{100 * mib, 10 * mib, false, 34 * mib, 46 * mib},                      // the least heap
		{16384 * mib, 88 * mib, false, 600 * mib, (16384 - 20 - 600) * mib},   // the most
		{120 * mib, 10 * mib, true, 100 * mib, 70 * mib},                      // a fifth is left to garbage
		{10 * mib, 10 * mib, true, 1, leastStates},                            // nothing is left, and that is no lack of a limit
		{10 * mib, 10 * mib, false, 34 * mib, leastStates},                    // the same beside the heap
		{120 * mib, 90 * mib, true, 100 * mib, leastStates},                   // a large model
		{1 << 50, 0, true, 1<<50 - 20*mib, 1<<50 - 20*mib - (1<<50-20*mib)/5}, // no overflow
		{1 << 50, 0, false, 512 * mib, 1<<50 - 20*mib - 512*mib},              //
	}
	for _, test := range tests {
		got := allow(test.limit, test.used, test.inHeap)
		if want := (allowance{test.heap, test.states}); got != want {
			t.Errorf("allow(%d, %d, %t) is %+v, want %+v", test.limit, test.used, test.inHeap, got, want)
		}
		if sum := got.states + test.used + programBytes; got.states > leastStates && sum > test.limit {
			t.Errorf("allow(%d, %d, %t) gives away %d bytes", test.limit, test.used, test.inHeap, sum)
		}
	}
}

// peak is nazo, which says in the end how much memory it ever had, where the system
// tells: the line of /proc/self/status.
func peak() {
	TuneCollector()
	go func() { // a program that is left for its limit does not come to its end
		for range time.Tick(lookForMemory) {
			printPeak()
		}
	}()
	status := run(time.Now(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	printPeak()
	os.Exit(int(status))
}

func printPeak() {
	text, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return
	}
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "VmHWM:") {
			fmt.Fprint(os.Stderr, line)
		}
	}
}
