package fleet

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"io"
	"os"
	"slices"
	"strings"
	"sync"
	"time"
)

// The checkpoint of a count may have gigabytes, and the hub gets those of all its workers. They save what is lost with a worker, which is
// rare: so they may cost little. Taking them to the hub is at most one part in taskShare of the time of a task, and
// taking those of all tasks together at most one part in hubShare of the hub's.
const (
	taskShare = 20
	hubShare  = 4
)

// transferCost is what a worker knows of how fast the hub takes what is large.
type transferCost struct {
	mu       sync.Mutex
	expected time.Duration   // transferUnit bytes, until it was measured
	took     []time.Duration // so did they, the last rememberedCosts times
	asked    time.Time       // when something was measured last, or begun to be
}

const (
	transferUnit  = 100 << 20
	leastMeasured = 1 << 20 // bytes; with fewer it is the way there and back that takes its time

	// What was measured once may be from when all others sent, too, and then the next time would be days away. So it is the least of
	// the last ones that counts, and a worker that has measured nothing for costAge sends trialSize bytes for no other reason.
	rememberedCosts = 3
	costAge         = time.Hour
	trialSize       = 8 << 20
)

// learn notes how long so many bytes took.
func (c *transferCost) learn(size int64, took time.Duration) {
	if size < leastMeasured {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.took = append(c.took, time.Duration(float64(took)*transferUnit/float64(size)))
	c.took = c.took[max(0, len(c.took)-rememberedCosts):]
	c.asked = time.Now()
}

// stale reports whether it is time for a trial, and leaves it to who has asked.
func (c *transferCost) stale() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if time.Since(c.asked) < costAge {
		return false
	}
	c.asked = time.Now()
	return true
}

// interval is the least time from one checkpoint of so many bytes to the next, if so many tasks have such.
func (c *transferCost) interval(size int64, tasks int) time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	cost := c.expected
	if len(c.took) > 0 {
		cost = slices.Min(c.took)
	}
	return time.Duration(float64(cost) * float64(size) / transferUnit * float64(max(taskShare, hubShare*tasks)))
}

// due reports whether the checkpoint of a task is to be taken to the hub. The first one comes earlier, by a share that the task's name
// decides: otherwise the checkpoints of tasks that began together would come together, then and ever after.
func (s *workspace) due() bool {
	info, err := os.Stat(s.file)
	if err != nil { // there is none yet
		return false
	}
	least := s.w.cost.interval(info.Size(), s.w.resumable())
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.stored.IsZero() {
		return time.Since(s.begun) >= time.Duration(float64(least)*share(s.key))
	}
	return time.Since(s.stored) >= least
}

// tryTransfer sends the beginning of the checkpoint to the hub, if nothing was measured for long, and removes it there.
func (s *workspace) tryTransfer(ctx context.Context) error {
	f, err := os.Open(s.file)
	if err != nil { // there is none yet
		return nil
	}
	defer f.Close() // it is only read
	info, err := f.Stat()
	if err != nil || info.Size() < leastMeasured || !s.w.cost.stale() {
		return err
	}
	job, _, _ := strings.Cut(s.key, ".")
	name := trialName(job, s.w.o.Name)
	begun := time.Now()
	if err := putObject(ctx, s.w.checkpoints, s.w.object(name), io.LimitReader(f, trialSize)); err != nil {
		return err
	}
	s.w.cost.learn(min(info.Size(), trialSize), time.Since(begun))
	return s.w.checkpoints.Delete(ctx, name)
}

// share is a number from 0 to 1 for a name, each as likely as any other.
func share(name string) float64 {
	sum := sha256.Sum256([]byte(name))
	return float64(binary.LittleEndian.Uint64(sum[:])>>11) / (1 << 53)
}

// resumable is how many tasks that have checkpoints are under way, by what the hub said last.
func (w *worker) resumable() (n int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, j := range w.jobs {
		if j.Resumable {
			n += max(j.running, j.busy)
		}
	}
	return n
}
