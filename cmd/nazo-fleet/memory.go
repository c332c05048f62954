package main

import (
	"context"
	"fmt"
	"time"

	"nazo/command"
	"nazo/fleet"
	"nazo/internal/shell"
)

// excess is why a task is ended that takes too much of something.
type excess string

// Error is the reason.
func (e excess) Error() string { return string(e) }

// lookForMemory is how often the memory of a task is looked at.
const lookForMemory = 50 * time.Millisecond

// watchMemory ends the context of a task that takes more memory than it may, until that ends. Nazo itself ends before where it can: this is for
// what it can't foresee, and keeps the machine for other tasks. What programs take that the task has started isn't counted.
func watchMemory(ctx context.Context, pid int, most int64, end context.CancelCauseFunc) {
	firstToGo(pid)
	tick := time.NewTicker(lookForMemory)
	defer tick.Stop()
	for most > 0 {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		held, known := heldBy(pid)
		if !known {
			return
		}
		if held > most {
			end(excess(fmt.Sprintf("the task took more than the %d MB of memory that it may take, and was ended", most>>20)))
		}
	}
}

// allowed is how many bytes a task of a job may take: what the job says, or else a share of what the worker has; 0 is no limit.
func (p *processes) allowed(job fleet.Job) int64 {
	most := job.Memory
	if most == 0 {
		most = p.share
	}
	if most == 0 {
		return 0
	}
	return max(most, command.LeastMemory)
}

// shareOf is what each of several tasks may take of a memory, 0 if that has no limit. A share that nothing can be done with is a mistake; fewer
// says how there would be fewer tasks, "" if in no way.
func shareOf(memory shell.Memory, tasks int, fewer string) (int64, error) {
	share := int64(memory) / int64(tasks)
	if memory == 0 || share >= command.LeastMemory {
		return share, nil
	}
	const mb = 1 << 20
	text := fmt.Sprintf("--memory: a part takes %d MB in any case, and ", command.LeastMemory/mb)
	switch {
	case tasks == 1:
		return 0, fmt.Errorf("%sthere are %d", text, share/mb)
	case memory < command.LeastMemory:
		fewer = ""
	default:
		fewer = "; " + fewer + " has fewer at once"
	}
	return 0, fmt.Errorf("%s%d MB are %d for each of %d at once%s", text, memory/mb, share/mb, tasks, fewer)
}
