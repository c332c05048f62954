package fleet

import (
	"errors"
	"io"

	"github.com/nats-io/nats.go/jetstream"

	"nazo/parts"
)

// withdraw takes back the division by which there is a task, if nobody has the state any more from which it begins: then none of its
// attempts can come to anything. What was divided is one task again. Its parts that were done count no more, as no split leads to them.
func (c *coordinator) withdraw(job string, part parts.Path) error {
	n, from := len(part)-1, part.Checkpoint()
	if from == "" {
		return nil
	}
	there := func(io.Reader) error { return nil } // all its pieces are, that is
	err := damaged(c.getObject(c.ctx, c.checkpoints, stateName(job, from), there))
	if !errors.Is(err, errDamaged) {
		return err
	}
	c.o.Log(job + ": part " + part[:n].String() + " is not divided any more, as the state from which its parts begin is lost")
	results, err := c.resultStream(c.ctx)
	if err != nil {
		return err
	}
	return results.Purge(c.ctx, jetstream.WithPurgeSubject(resultPrefix+taskKey(job, part[:n])))
}
