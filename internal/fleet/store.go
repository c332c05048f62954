package fleet

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"nazo/internal/atomicfile"
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

// An object belongs to one job and goes with it: none is shared, so nobody can remove what another is about to need.

// inputName is the name of a file of a job by its digest; outputName is that of what a part printed.
func inputName(job, digest string) string  { return job + ".in." + digest }
func outputName(job, digest string) string { return job + ".out." + digest }

// stateName is the name of what a task that was divided had come to, by its digest.
func stateName(job, digest string) string { return job + ".state." + digest }

// trialName is the name of what a worker stores to see how long that takes.
func trialName(job, worker string) string { return job + ".trial." + worker }

// errMissing says that an object lacks pieces. The library would wait for them.
var errMissing = errors.New("pieces of it are missing")

// getObject reads an object with take.
func (s *store) getObject(ctx context.Context, from jetstream.ObjectStore, name string, take func(io.Reader) error) error {
	return whileMoving(ctx, func(m *moving) error {
		content, err := from.Get(m, name)
		if err != nil {
			return err
		}
		defer content.Close()
		info, err := content.Info()
		if err == nil {
			err = s.whole(m, info)
		}
		if err != nil {
			return err
		}
		m.from = content
		return take(m)
	})
}

// whole is errMissing if an object has fewer pieces than it should.
func (s *store) whole(ctx context.Context, object *jetstream.ObjectInfo) error {
	pieces := fmt.Sprintf("$O.%s.C.%s", object.Bucket, object.NUID)
	counts, err := s.subjects(ctx, object.Bucket, pieces)
	if err == nil && counts[pieces] < uint64(object.Chunks) {
		err = fmt.Errorf("%w: there are %d of %d", errMissing, counts[pieces], object.Chunks)
	}
	return err
}

// subjects counts the messages of a bucket of objects, by subject.
func (s *store) subjects(ctx context.Context, bucket, filter string) (map[string]uint64, error) {
	stream, err := s.js.Stream(ctx, "OBJ_"+bucket)
	if err != nil {
		return nil, err
	}
	info, err := stream.Info(ctx, jetstream.WithSubjectFilter(filter))
	if err != nil {
		return nil, err
	}
	return info.State.Subjects, nil
}

// removeObjects removes the objects of a bucket whose names are to go, and the marks that those leave which were deleted before.
func (s *store) removeObjects(ctx context.Context, bucket string, goes func(name string) bool) error {
	prefix := "$O." + bucket + ".M."
	named, err := s.subjects(ctx, bucket, prefix+">")
	if err != nil {
		return err
	}
	var from jetstream.ObjectStore
	var stream jetstream.Stream
	for subject := range named {
		name, err := base64.URLEncoding.DecodeString(strings.TrimPrefix(subject, prefix))
		if err != nil || !goes(string(name)) {
			continue
		}
		if from == nil {
			if from, err = s.js.ObjectStore(ctx, bucket); err != nil {
				return err
			}
			if stream, err = s.js.Stream(ctx, "OBJ_"+bucket); err != nil {
				return err
			}
		}
		if err := from.Delete(ctx, string(name)); err != nil && !errors.Is(err, jetstream.ErrObjectNotFound) {
			return err
		}
		if err := stream.Purge(ctx, jetstream.WithPurgeSubject(subject)); err != nil {
			return err
		}
	}
	return nil
}

// sweep removes what workers stored of jobs that were removed meanwhile. A worker only stores for a job that there is, and that is
// looked for after the objects; files of a job come before it, and are not touched.
func (c *Client) sweep(ctx context.Context) error {
	for _, bucket := range []string{files, checkpoints} {
		err := c.removeObjects(ctx, bucket, func(name string) bool {
			job, rest, _ := strings.Cut(name, ".")
			if rest == "" || strings.HasPrefix(rest, "in.") {
				return false
			}
			_, err := c.Job(ctx, job)
			return errors.Is(err, ErrNoJob)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// digestOf is the hash of what is read.
func digestOf(r io.Reader) (string, error) {
	sum := sha256.New()
	if _, err := io.Copy(sum, r); err != nil {
		return "", err
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

// putFile stores content under a name that says what it is, unless it is there.
func (c *Client) putFile(ctx context.Context, name string, content []byte) error {
	if _, err := c.files.GetInfo(ctx, name); err == nil || !errors.Is(err, jetstream.ErrObjectNotFound) {
		return err
	}
	return putObject(ctx, c.files, c.object(name), bytes.NewReader(content))
}

// object names an object whose pieces fit into messages.
func (c *Client) object(name string) jetstream.ObjectMeta {
	return jetstream.ObjectMeta{Name: name, Opts: &jetstream.ObjectMetaOptions{ChunkSize: uint32(min(c.limited, 128<<10))}}
}

// errDamaged is in errors of what is missing or damaged at the hub, or can't be kept here: no other attempt of this worker is
// likely to get it.
var errDamaged = errors.New("not to be had")

// damaged marks an error of getting an object as errDamaged, if it says that.
func damaged(err error) error {
	_, local := errors.AsType[*os.PathError](err)
	if local || errors.Is(err, jetstream.ErrObjectNotFound) || errors.Is(err, jetstream.ErrDigestMismatch) || errors.Is(err, jetstream.ErrBadObjectMeta) || errors.Is(err, errMissing) {
		return fmt.Errorf("%w: %w", errDamaged, err)
	}
	return err
}

// getFile makes a file of an object, whole or not at all. The error is ErrObjectNotFound of package
// jetstream if there is none.
func (s *store) getFile(ctx context.Context, from jetstream.ObjectStore, object, name string) error {
	return s.getObject(ctx, from, object, func(content io.Reader) error { return writeWhole(name, content) })
}

// writeWhole writes a file so that nobody sees half of it.
func writeWhole(name string, r io.Reader) error {
	return atomicfile.Write(name, atomicfile.Options{Force: true, Private: true}, func(w io.Writer) error {
		_, err := io.Copy(w, r)
		return err
	})
}

// fetchFiles makes a folder with the files of a job, of contents that are kept in cache by their digests. The error is errDamaged
// if that can't be.
func (s *store) fetchFiles(ctx context.Context, job Job, cache, folder string) error {
	for _, dir := range []string{cache, folder} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return err
		}
	}
	for name, digest := range job.Files {
		if b, err := hex.DecodeString(digest); err != nil || len(b) != sha256.Size || !filepath.IsLocal(name) {
			return fmt.Errorf("%w: file %q of job %s: %q is no digest", errDamaged, name, job.ID, digest)
		}
		kept := filepath.Join(cache, digest)
		if _, err := os.Stat(kept); err != nil {
			if err := s.getFile(ctx, s.files, inputName(job.ID, digest), kept); err != nil {
				return fmt.Errorf("file %s of job %s: %w", name, job.ID, damaged(err))
			}
		}
		to := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(to), 0o700); err != nil {
			return err
		}
		if err := copyFile(kept, to, digest); err != nil {
			return err
		}
	}
	return nil
}

// copyFile copies what has a digest; a file that was changed in the cache is removed there.
func copyFile(from, to, digest string) error {
	f, err := os.Open(from)
	if err != nil {
		return err
	}
	defer f.Close()
	got, err := digestOf(f)
	if err != nil {
		return err
	}
	if got != digest {
		os.Remove(from)
		return fmt.Errorf("%w: %s has other content than its name says", errDamaged, from)
	}
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return err
	}
	return writeWhole(to, f)
}

// An object may be large and the net slow, so what is limited is how long nothing moves, not how long it takes.
const stall = 20 * time.Second

var errStalled = errors.New("nothing has come or gone for a while")

// lookAgain is how often who waits for the next piece of an object looks whether the wait is over.
const lookAgain = reconnectWait

// moving is a context that ends when nothing was read for a while.
type moving struct {
	context.Context
	from  io.Reader
	timer *time.Timer
	moved func() // hears of what was read; nil if nobody wants to know
}

// Deadline is always near. A read of package jetstream does not hear of the end of a context. It waits until its deadline, and then looks
// whether it is over. Without a deadline the package would set one of seconds for the whole transfer.
func (m *moving) Deadline() (time.Time, bool) { return time.Now().Add(lookAgain), true }

// Read puts the end off if something has come.
func (m *moving) Read(to []byte) (n int, err error) {
	// The library begins a goroutine at the first piece of an object, and leaves it behind, for as long as the program runs, if it only comes
	// to run when the last is stored: it then waits on a channel that is nil. This makes it rarer (4 of 3,000 small objects instead of 81),
	// and is no cure: that would be to publish the pieces here. Each costs a few KB.
	runtime.Gosched()
	for n == 0 && err == nil && len(to) > 0 {
		n, err = m.from.Read(to)
		if errors.Is(err, os.ErrDeadlineExceeded) {
			err = context.Cause(m) // nil if it is to be waited for
		}
	}
	if n > 0 {
		m.timer.Reset(stall)
		if m.moved != nil {
			m.moved()
		}
	}
	return n, err
}

// whileMoving calls do with something to read by, and with its context.
func whileMoving(ctx context.Context, do func(*moving) error) error {
	moved, _ := ctx.Value(movedKey{}).(func())
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	m := &moving{Context: ctx, moved: moved, timer: time.AfterFunc(stall, func() { stop(errStalled) })}
	defer m.timer.Stop()
	err := do(m)
	if err != nil && errors.Is(context.Cause(ctx), errStalled) {
		return errStalled
	}
	return err
}

// movedKey is the key of a function that hears whenever a transfer goes on.
type movedKey struct{}

// withMoved is a context whose transfers call moved whenever something has come or gone.
func withMoved(ctx context.Context, moved func()) context.Context {
	return context.WithValue(ctx, movedKey{}, moved)
}

// putObject writes an object of what is read.
func putObject(ctx context.Context, to jetstream.ObjectStore, meta jetstream.ObjectMeta, from io.Reader) error {
	return whileMoving(ctx, func(m *moving) error {
		m.from = from
		_, err := to.Put(m, meta, m)
		return err
	})
}
