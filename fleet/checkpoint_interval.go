package fleet

import (
	"crypto/sha256"
	"encoding/binary"
	"os"
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
	mu   sync.Mutex
	took time.Duration // transferUnit bytes, the last time
}

const (
	transferUnit  = 100 << 20
	leastMeasured = 1 << 20 // bytes; with fewer it is the way there and back that takes its time
)

// learn notes how long so many bytes took.
func (c *transferCost) learn(size int64, took time.Duration) {
	if size < leastMeasured {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.took = time.Duration(float64(took) * transferUnit / float64(size))
}

// interval is the least time from one checkpoint of so many bytes to the next, if so many tasks have such.
func (c *transferCost) interval(size int64, tasks int) time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	return time.Duration(float64(c.took) * float64(size) / transferUnit * float64(max(taskShare, hubShare*tasks)))
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
