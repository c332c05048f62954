package fleet

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/nats-io/nats.go/jetstream"
)

// copied behind the name of a job is the key of a copy of it among the states. The hub has it back from there if its entry is damaged.
const copied = ".job"

// mend has jobs back whose entries are lost, and has those go on that have ended and lack results. What it does is said.
func (c *Client) mend(ctx context.Context, say func(string)) error {
	copies, said, jobs := map[string][]byte{}, map[string]State{}, map[string]bool{}
	err := c.entries(ctx, c.states, func(entry jetstream.KeyValueEntry) {
		id, rest, part := strings.Cut(entry.Key(), ".")
		var s State
		switch {
		case "."+rest == copied:
			copies[id] = entry.Value()
		case !part && decode(entry.Value(), &s) == nil:
			said[id] = s
		case !part:
			said[id] = State{}
		}
	})
	if err == nil {
		err = c.entries(ctx, c.jobs, func(entry jetstream.KeyValueEntry) {
			if _, err := decodeJob(entry); err == nil {
				jobs[entry.Key()] = true
			}
		})
	}
	if err != nil {
		return err
	}
	for _, id := range slices.Sorted(maps.Keys(copies)) {
		if jobs[id] {
			continue
		}
		if _, err := c.jobs.Put(ctx, id, copies[id]); err != nil {
			return err
		}
		jobs[id] = true
		say(fmt.Sprintf("job %s was damaged, and is there again by its copy", id))
	}
	for _, id := range slices.Sorted(maps.Keys(said)) {
		s := said[id]
		switch {
		case !jobs[id]:
			say(fmt.Sprintf("job %s is damaged: what it was about is lost, so submit it again; its results are there until it is removed", id))
		case s.Phase == Done || s.Phase == Enough:
			n, err := c.countResults(ctx, id)
			if err != nil {
				return err
			}
			if n >= uint64(s.Done+s.Divided) {
				continue
			}
			if err := c.states.Purge(ctx, id); err != nil {
				return err
			}
			say(fmt.Sprintf("job %s lacks %d of its results, and goes on to find them again", id, uint64(s.Done+s.Divided)-n))
		}
	}
	return nil
}

// entries goes through what a bucket has.
func (c *Client) entries(ctx context.Context, kv jetstream.KeyValue, each func(jetstream.KeyValueEntry)) error {
	watch, err := kv.WatchAll(ctx, jetstream.IgnoreDeletes())
	if err != nil {
		return err
	}
	defer watch.Stop()
	return initial(ctx, watch, markerWait, each)
}

// countResults is how many results a job has, of whichever tasks.
func (c *Client) countResults(ctx context.Context, id string) (uint64, error) {
	there, err := c.existing(ctx, id, true)
	if err != nil {
		return 0, err
	}
	defer there.remove(ctx)
	return there.left, nil
}

// keepCopy keeps a copy of a job.
func (c *Client) keepCopy(ctx context.Context, job Job) error {
	_, err := c.states.Create(ctx, job.ID+copied, encode(job))
	if errors.Is(err, jetstream.ErrKeyExists) || exceeded(err) {
		return nil
	}
	return err
}
