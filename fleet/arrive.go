package fleet

import (
	"fmt"
	"strings"

	"github.com/nats-io/nats.go"
)

// arrival is a result as the coordinator hears of it.
type arrival struct {
	job     string
	existed *follow // the job as it was begun when there was the result already; nil if the result is new
	key     string
	result  *Result
	err     error // the result can't be read
	last    bool  // of those that there were; there is no result
	lost    error // those that there are can't be read
}

// arrive hears of a result that has just been created. Nothing is lost as long as the connection is up, or the server is one of many:
// then it is found again (reconcile).
func (c *coordinator) arrive(msg *nats.Msg) {
	key := strings.TrimPrefix(msg.Subject, arrivals)
	id, _, _ := strings.Cut(key, ".")
	r, err := readResult(key, msg.Header, nil)
	c.hand(arrival{job: id, key: key, result: r, err: err})
}

// read hears of the results that a job had when it was begun.
func (c *coordinator) read(f *follow, there *existing) {
	defer there.remove(f.ctx)
	for msg, err := range there.read(f.ctx) {
		a := arrival{job: f.job.ID, existed: f}
		if err != nil {
			a.lost = fmt.Errorf("the results of job %s: %w", f.job.ID, err)
		} else {
			a.key = strings.TrimPrefix(msg.Subject(), resultPrefix)
			a.result, a.err = readResult(a.key, msg.Headers(), nil)
		}
		if !c.hand(a) || f.ctx.Err() != nil {
			return
		}
	}
	c.hand(arrival{job: f.job.ID, existed: f, last: true})
}

// hand passes a result on to be counted; false if nobody counts any more.
func (c *coordinator) hand(a arrival) bool {
	select {
	case c.results <- a:
		return true
	case <-c.ctx.Done():
		return false
	}
}
