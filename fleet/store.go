package fleet

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// What a fleet has on a server of NATS. A server may be shared with others, so names begin alike.
const (
	workStream  = "nazo_work"        // work queue: a message is a Task
	workPrefix  = "nazo.work."       // and its subject this with the task's key
	jobsBucket  = "nazo_jobs"        // job → Job; job.cancel, job.reopen: what people want of it
	states      = "nazo_state"       // job → State; job.head: the head of its first part; job.job: a copy of the Job; job.reopened: nothing, written when that was done last; job.3/64: a task's trouble
	results     = "nazo_results"     // job.3/64 → Result, created once
	faults      = "nazo_faults"      // job.3/64 → fault
	files       = "nazo_files"       // job.in.digest → a file of the job; job.out.digest → an output too large for a message
	checkpoints = "nazo_checkpoints" // job.3/64 → checkpoint
	pulses      = "nazo.pulse."      // with a worker's name: what it is at (not stored)
	orders      = "nazo.order."      // with a worker's name: what it is told (not stored)
	who         = "nazo.who"         // who has a task in his hands (not stored)
	roll        = "nazo.workers"     // which workers there are (not stored)
	notes       = "nazo.note"        // why nothing goes on, for who watches (not stored)
	lacks       = "nazo.lacks"       // why the hub takes nothing now, if it takes nothing (not stored)
	troubles    = "nazo.troubles"    // which troubles the hub has had (not stored)
	news        = "nazo.news"        // there may be new tasks (not stored)
	arrivals    = "nazo.result."     // with a task's key: the header of its result, when that has been created (not stored)

	resultPrefix = "$KV." + results + "." // subject of a result, with the task's key
	resultStream = "KV_" + results
)

// store has handles of all of it.
type store struct {
	js                           jetstream.JetStream
	jobs, states, results, fault jetstream.KeyValue
	files, checkpoints           jetstream.ObjectStore
}

// createStore makes what isn't there yet.
func createStore(ctx context.Context, js jetstream.JetStream) error {
	_, err := js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
		Name: workStream, Subjects: []string{workPrefix + ">"}, Retention: jetstream.WorkQueuePolicy,
	})
	if err != nil {
		return fmt.Errorf("the queue can't be made: %w", err)
	}
	for _, name := range []string{jobsBucket, states, results, faults} {
		config := jetstream.KeyValueConfig{Bucket: name}
		if name == results {
			// A consumer would read them, and the server keeps blocks that are read while they are written in memory.
			config.RePublish = &jetstream.RePublish{Source: resultPrefix + ">", Destination: arrivals + ">", HeadersOnly: true}
		}
		if _, err := js.CreateOrUpdateKeyValue(ctx, config); err != nil {
			return fmt.Errorf("bucket %s can't be made: %w", name, err)
		}
	}
	for _, name := range []string{files, checkpoints} {
		if _, err := js.CreateOrUpdateObjectStore(ctx, jetstream.ObjectStoreConfig{Bucket: name}); err != nil {
			return fmt.Errorf("store %s can't be made: %w", name, err)
		}
	}
	return nil
}

// openStore finds what createStore has made.
func openStore(ctx context.Context, js jetstream.JetStream) (*store, error) {
	s := &store{js: js}
	var err error
	open := func(name string, into *jetstream.KeyValue) {
		kv, e := js.KeyValue(ctx, name)
		*into, err = kv, errors.Join(err, e)
	}
	open(jobsBucket, &s.jobs)
	open(states, &s.states)
	open(results, &s.results)
	open(faults, &s.fault)
	openObjects := func(name string, into *jetstream.ObjectStore) {
		o, e := js.ObjectStore(ctx, name)
		*into, err = o, errors.Join(err, e)
	}
	openObjects(files, &s.files)
	openObjects(checkpoints, &s.checkpoints)
	if errors.Is(err, jetstream.ErrBucketNotFound) {
		return nil, fmt.Errorf("there is a server of NATS, and no hub has ever run on it: %w", jetstream.ErrBucketNotFound)
	}
	return s, err
}

// exists reports whether a server refused to create what there is already.
func exists(err error) bool {
	var api *jetstream.APIError
	return errors.As(err, &api) &&
		(api.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequence || api.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequenceConstant)
}

// exceeded reports whether a server that isn't a Hub keeps no more of what it is given, by a limit that it has: waiting is of no
// use. A Hub has no limit but its disk, and waits until there is room.
func exceeded(err error) bool {
	var api *jetstream.APIError
	if !errors.As(err, &api) {
		return false
	}
	switch api.ErrorCode {
	case 10002, 10023, 10028, 10047: // of the account; of the server; its memory; its disk
		return true
	case 10077: // of the stream; other failures of its storage have this number, too
		return strings.Contains(api.Description, "maximum")
	}
	return false
}

// created is a message that is refused if there is one under its subject already.
func created(subject string, data []byte) *nats.Msg {
	msg := nats.NewMsg(subject)
	msg.Header.Set(jetstream.ExpectedLastSubjSeqHeader, "0")
	msg.Data = data
	return msg
}

// alter changes the value of a key, nil if there is none, as often as another was faster. The change is
// to have no effect but on the value; a nil value of it leaves the key alone.
func alter(ctx context.Context, kv jetstream.KeyValue, key string, change func(old []byte) ([]byte, error)) error {
	for {
		var old []byte
		var revision uint64
		entry, err := kv.Get(ctx, key)
		switch {
		case err == nil:
			old, revision = entry.Value(), entry.Revision()
		case !errors.Is(err, jetstream.ErrKeyNotFound):
			return err
		}
		value, err := change(old)
		if err != nil || value == nil {
			return err
		}
		if revision == 0 {
			_, err = kv.Create(ctx, key, value)
		} else {
			_, err = kv.Update(ctx, key, value, revision)
		}
		if !exists(err) {
			return err
		}
	}
}
