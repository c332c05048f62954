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

// Names on a NATS server, which may be shared with others. All begin alike.
const (
	workStream  = "nazo_work"        // work queue of Tasks
	workPrefix  = "nazo.work."       // + task key: subject of a Task
	jobsBucket  = "nazo_jobs"        // job → Job; job.cancel, job.reopen: requests
	states      = "nazo_state"       // job → State, and by suffix what follows
	results     = "nazo_results"     // job.3/64 → Result, created once
	faults      = "nazo_faults"      // job.3/64 → fault
	files       = "nazo_files"       // job.in.digest → a file of the job; job.out.digest → a large output
	checkpoints = "nazo_checkpoints" // job.3/64 → checkpoint

	// Suffixes in states: job.head has the head of the first result, and job.job a copy of the Job. The time
	// of job.reopened is when that was done last. job.3/64 has a task's trouble.

	// Subjects of messages that are not stored.
	pulses   = "nazo.pulse."   // + worker: its report
	orders   = "nazo.order."   // + worker: an order to it
	who      = "nazo.who"      // asks who has a task
	roll     = "nazo.workers"  // asks for the workers
	notes    = "nazo.note"     // why nothing goes on
	lacks    = "nazo.lacks"    // asks why the hub accepts nothing
	troubles = "nazo.troubles" // asks for the hub's troubles
	news     = "nazo.news"     // there may be new tasks
	arrivals = "nazo.result."  // + task key: the header of a result that was created

	resultPrefix = "$KV." + results + "." // + task key: subject of a result
	resultStream = "KV_" + results
)

// store has handles of all buckets.
type store struct {
	js                           jetstream.JetStream
	jobs, states, results, fault jetstream.KeyValue
	files, checkpoints           jetstream.ObjectStore
	resultLog                    jetstream.Stream // of the bucket results
}

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
			// A consumer would read them, and the server keeps blocks in memory that are read while they are written.
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

// openStore opens what createStore has created.
func openStore(ctx context.Context, js jetstream.JetStream) (*store, error) {
	s := &store{js: js}
	var errs [7]error
	s.jobs, errs[0] = js.KeyValue(ctx, jobsBucket)
	s.states, errs[1] = js.KeyValue(ctx, states)
	s.results, errs[2] = js.KeyValue(ctx, results)
	s.fault, errs[3] = js.KeyValue(ctx, faults)
	s.files, errs[4] = js.ObjectStore(ctx, files)
	s.checkpoints, errs[5] = js.ObjectStore(ctx, checkpoints)
	s.resultLog, errs[6] = js.Stream(ctx, resultStream)
	err := errors.Join(errs[:]...)
	if errors.Is(err, jetstream.ErrBucketNotFound) {
		return nil, fmt.Errorf("there is a server of NATS, and no hub has ever run on it: %w", jetstream.ErrBucketNotFound)
	}
	return s, err
}

// exists reports whether a create was refused because the entry exists.
func exists(err error) bool {
	var api *jetstream.APIError
	return errors.As(err, &api) &&
		(api.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequence || api.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequenceConstant)
}

// exceeded reports whether a storage limit of a server that isn't a Hub refused a message. Waiting is useless then.
func exceeded(err error) bool {
	var api *jetstream.APIError
	if !errors.As(err, &api) {
		return false
	}
	switch api.ErrorCode {
	case 10002, 10023, 10028, 10047: // limits of the account, the server, its memory, its disk
		return true
	case 10077: // the limit of the stream, but also other storage failures
		return strings.Contains(api.Description, "maximum")
	}
	return false
}

// created returns a message that is refused if its subject already has one.
func created(subject string, data []byte) *nats.Msg {
	msg := nats.NewMsg(subject)
	msg.Header.Set(jetstream.ExpectedLastSubjSeqHeader, "0")
	msg.Data = data
	return msg
}

// alter updates the value of a key, and retries after a concurrent update. If change returns nil, the key stays.
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

// Names of objects. Each belongs to one job and goes with it. None is shared, so no removal can harm another job.

func inputName(job, digest string) string  { return job + ".in." + digest }    // a file of the job
func outputName(job, digest string) string { return job + ".out." + digest }   // the output of a part
func stateName(job, digest string) string  { return job + ".state." + digest } // the state of a divided task
func trialName(job, worker string) string  { return job + ".trial." + worker } // measures a worker's transfers

// errMissing means that an object lacks pieces, for which the library would wait.
var errMissing = errors.New("pieces of it are missing")

// getObject passes the content of an object to take.
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

// whole returns errMissing if an object has fewer pieces than it should.
func (s *store) whole(ctx context.Context, object *jetstream.ObjectInfo) error {
	pieces := fmt.Sprintf("$O.%s.C.%s", object.Bucket, object.NUID)
	counts, err := s.subjects(ctx, object.Bucket, pieces)
	if err == nil && counts[pieces] < uint64(object.Chunks) {
		err = fmt.Errorf("%w: there are %d of %d", errMissing, counts[pieces], object.Chunks)
	}
	return err
}

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

// removeObjects removes the objects of a bucket whose names match, and the markers of deleted ones.
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

// sweep removes what workers stored for jobs that were removed meanwhile. A worker stores only for existing jobs,
// which are looked up after the objects. Input files come before their job, and stay.
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

// digestOf returns the SHA-256 of what is read, in hexadecimal.
func digestOf(r io.Reader) (string, error) {
	sum := sha256.New()
	if _, err := io.Copy(sum, r); err != nil {
		return "", err
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

// putFile stores content under a name with its digest, unless it is there.
func (c *Client) putFile(ctx context.Context, name string, content []byte) error {
	if _, err := c.files.GetInfo(ctx, name); err == nil || !errors.Is(err, jetstream.ErrObjectNotFound) {
		return err
	}
	return putObject(ctx, c.files, c.object(name), bytes.NewReader(content))
}

// object describes an object whose pieces fit into messages.
func (c *Client) object(name string) jetstream.ObjectMeta {
	return jetstream.ObjectMeta{Name: name, Opts: &jetstream.ObjectMetaOptions{ChunkSize: uint32(min(c.limited, 128<<10))}}
}

// errDamaged means that content is damaged at the hub, or can't be stored here. This worker need not try again.
var errDamaged = errors.New("not to be had")

// damaged marks such an error as errDamaged.
func damaged(err error) error {
	_, local := errors.AsType[*os.PathError](err)
	if local || errors.Is(err, jetstream.ErrObjectNotFound) || errors.Is(err, jetstream.ErrDigestMismatch) || errors.Is(err, jetstream.ErrBadObjectMeta) || errors.Is(err, errMissing) {
		return fmt.Errorf("%w: %w", errDamaged, err)
	}
	return err
}

// getFile writes an object to a file, whole or not at all. The error is jetstream.ErrObjectNotFound if there is none.
func (s *store) getFile(ctx context.Context, from jetstream.ObjectStore, object, name string) error {
	return s.getObject(ctx, from, object, func(content io.Reader) error { return writeWhole(name, content) })
}

// writeWhole replaces a file atomically.
func writeWhole(name string, r io.Reader) error {
	return atomicfile.Write(name, atomicfile.Options{Force: true, Private: true}, func(w io.Writer) error {
		_, err := io.Copy(w, r)
		return err
	})
}

// fetchFiles makes a folder with a job's files, and caches them by digest. Unusable content is errDamaged.
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

// copyFile copies a file and checks its digest. It removes a cached file that has changed.
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

// stall limits how long a transfer makes no progress. The whole may take long: objects are large and nets are slow.
const stall = 20 * time.Second

var errStalled = errors.New("nothing has come or gone for a while")

// lookAgain is how often a wait for the next piece of an object checks its context.
const lookAgain = reconnectWait

// moving is a context that ends when nothing was read for a while.
type moving struct {
	context.Context
	from  io.Reader
	timer *time.Timer
	moved func() // called after each read; may be nil
}

// Deadline is always near. A read in package jetstream ignores the end of a context until its deadline. Without a
// deadline, the package would limit the whole transfer to seconds.
func (m *moving) Deadline() (time.Time, bool) { return time.Now().Add(lookAgain), true }

// Read postpones the end when something arrives.
func (m *moving) Read(to []byte) (n int, err error) {
	// The library starts a goroutine at an object's first piece. If it only runs after the last piece is stored,
	// it waits forever on a nil channel and leaks a few KB. Yielding makes that rare: 4 of 3,000 small objects
	// instead of 81. Publishing the pieces here would cure it.
	runtime.Gosched()
	for n == 0 && err == nil && len(to) > 0 {
		n, err = m.from.Read(to)
		if errors.Is(err, os.ErrDeadlineExceeded) {
			err = context.Cause(m) // nil: go on waiting
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

// whileMoving calls do with a context that ends with errStalled when nothing moves.
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

// movedKey is the context key of withMoved.
type movedKey struct{}

// withMoved returns a context whose transfers call moved at each progress.
func withMoved(ctx context.Context, moved func()) context.Context {
	return context.WithValue(ctx, movedKey{}, moved)
}

func putObject(ctx context.Context, to jetstream.ObjectStore, meta jetstream.ObjectMeta, from io.Reader) error {
	return whileMoving(ctx, func(m *moving) error {
		m.from = from
		_, err := to.Put(m, meta, m)
		return err
	})
}
