// Package fleet does jobs on many machines: a job is a command line of nazo that is divided
// into parts, a task is one part of it, and what tasks found is kept by a hub until it is
// put together.
//
// The hub is a server of NATS with JetStream, inside of this process ([Hub]) or anywhere else. It
// has the jobs, a queue of tasks, and the results. The results are the truth and the queue
// is only a hint: a result is created once under the name of its task, so whatever is
// delivered twice, lost, or done by a worker that had been given up counts once. What has
// neither a result nor a message is put into the queue again (coordinator).
//
// A worker ([Work]) takes tasks from the queue and has a [Runner] do them; the package does not
// know how that is done. It knows neither verbs nor puzzles: what a part is, and when enough was
// found, is in the lines of package parts.
package fleet

import (
	"cmp"
	"context"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nkeys"
)

// Credentials are by what a hub knows who asks, and one knows the hub. Empty fields are not used.
type Credentials struct {
	Token string // what the hub wants to hear
	Seed  string // a file with the seed of a key (nkey) whose public half the hub knows
	CA    string // a file with certificates that the hub's must come from; setting it, or a URL that begins with tls:, asks for TLS
	Cert  string // a file with the certificate by which the hub knows the client, and
	Key   string // its private key
}

// Client is a connection to a hub, and finds it again when it was away. Meanwhile Watch, Wait and
// workers wait; all else fails after some seconds. Many goroutines may use it.
type Client struct {
	nc *nats.Conn
	*store

	mu         sync.Mutex
	resultsAre jetstream.Stream         // nil until somebody looks
	again      map[chan<- struct{}]bool // who is told that the connection is up again
	limited    int                      // bytes of output that fit into a message
	back       time.Time                // when the connection was up again last; zero if it was never lost
	told       func(string)             // hears of the connection; nil if nobody wants to know
}

// Connect finds a hub: nats://host:4222, tls://host:4222, or several of them with commas.
func Connect(ctx context.Context, url string, c Credentials) (*Client, error) {
	options, err := c.options()
	if err != nil {
		return nil, err
	}
	return connect(ctx, url, options...)
}

func connect(ctx context.Context, url string, options ...nats.Option) (*Client, error) {
	c := &Client{again: map[chan<- struct{}]bool{}}
	options = append([]nats.Option{
		nats.Name("nazo"), nats.MaxReconnects(-1), nats.ReconnectWait(reconnectWait), nats.ReconnectJitter(reconnectWait/5, reconnectWait/2),
		nats.RetryOnFailedConnect(false), nats.NoCallbacksAfterClientClose(),
		nats.DisconnectErrHandler(func(*nats.Conn, error) { c.say("the hub doesn't answer any more, and is waited for") }),
		nats.ReconnectHandler(func(*nats.Conn) {
			c.say("the hub answers again")
			c.tell()
		}),
		nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {}), // whoever asked hears of it
	}, options...) // who asks for something else gets it
	var err error
	if c.nc, err = nats.Connect(url, options...); err != nil {
		if errors.Is(err, nats.ErrAuthorization) {
			return nil, fmt.Errorf("the hub at %s lets in who has its token or key, and that is missing or another", url)
		}
		if errors.Is(err, nats.ErrNoServers) {
			return nil, fmt.Errorf("%w at %s", ErrNoHub, url)
		}
		if why := refusal(err); why != nil {
			return nil, fmt.Errorf("%w (%s): %w", why, url, err)
		}
		return nil, fmt.Errorf("%w at %s: %w", ErrNoHub, url, err)
	}
	js, err := jetstream.New(c.nc)
	if err == nil {
		c.store, err = openStore(ctx, js)
	}
	if err != nil {
		if why := lackOf(ctx, c.nc); why != "" {
			err = errors.New(why)
		}
		c.nc.Close()
		return nil, err
	}
	c.limited = int(c.nc.MaxPayload()) / 2
	return c, nil
}

// ErrNoHub says that nobody answers where a hub is to be.
var ErrNoHub = errors.New("no hub answers")

// ErrHubGone says that a hub has ended that keeps nothing.
var ErrHubGone = errors.New("the hub has ended, and its jobs with it")

// reconnectWait is how long a client that lost its hub waits before it tries again.
const reconnectWait = 250 * time.Millisecond

// Close ends the connection.
func (c *Client) Close() { c.nc.Close() }

// Tell has what becomes of the connection be told to people.
func (c *Client) Tell(told func(string)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.told = told
}

func (c *Client) say(text string) {
	c.mu.Lock()
	told := c.told
	c.mu.Unlock()
	if told != nil {
		told(text)
	}
}

// tell wakes those who want to know that the connection is up again.
func (c *Client) tell() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.back = time.Now()
	for ch := range c.again {
		select {
		case ch <- struct{}{}:
		default:
		}
	}
}

// isJustBack reports whether the hub was away a moment ago.
func (c *Client) isJustBack() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return !c.back.IsZero() && time.Since(c.back) < justBack
}

// whenAgain has ch told whenever the connection is up again, until forget is called.
func (c *Client) whenAgain(ch chan<- struct{}) (forget func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.again[ch] = true
	return func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		delete(c.again, ch)
	}
}

// ErrNoJob says that a hub has no job of a name.
var ErrNoJob = errors.New("there is no such job")

// Submit hands in a job with its files, content by name, and returns it as it was taken, with its ID and the digests of Files.
func (c *Client) Submit(ctx context.Context, job Job, content map[string]string) (Job, error) {
	if len(job.Args) > 0 && job.ID == "" {
		job.ID = newID(job.Args[0])
	}
	if job.Created.IsZero() {
		job.Created = time.Now()
	}
	job.Files = map[string]string{}
	for name, text := range content {
		digest := sha256.Sum256([]byte(text))
		job.Files[name] = hex.EncodeToString(digest[:])
	}
	if err := job.check(); err != nil {
		return job, err
	}
	// Files come before the job, so that who hears of it finds them; and after a job of its name is gone with its own.
	known := fmt.Errorf("there is a job %s already", job.ID)
	if _, err := c.Job(ctx, job.ID); !errors.Is(err, ErrNoJob) {
		return job, cmp.Or(err, known)
	}
	for name, digest := range job.Files {
		if err := c.putFile(ctx, inputName(job.ID, digest), []byte(content[name])); err != nil {
			return job, fmt.Errorf("file %s of the job can't be taken to the hub: %w", name, err)
		}
	}
	_, err := c.jobs.Create(ctx, job.ID, encode(job))
	if exists(err) {
		return job, known
	}
	return job, err
}

// Job is a job that was submitted; the error is ErrNoJob if there is none of that name.
func (c *Client) Job(ctx context.Context, id string) (Job, error) {
	if !idForm.MatchString(id) {
		return Job{}, fmt.Errorf("%w: %q", ErrNoJob, id)
	}
	entry, err := c.jobs.Get(ctx, id)
	if errors.Is(err, jetstream.ErrKeyNotFound) {
		return Job{}, fmt.Errorf("%w: %s", ErrNoJob, id)
	}
	if err != nil {
		return Job{}, err
	}
	job, err := decodeJob(entry)
	if err != nil {
		return Job{}, fmt.Errorf("%w: %s is none: %w", ErrNoJob, id, err)
	}
	return job, nil
}

// decodeJob reads a job as a hub keeps it, by its ID. Anybody who may submit writes such entries, with this package or without it.
func decodeJob(entry jetstream.KeyValueEntry) (job Job, err error) {
	if err = json.Unmarshal(entry.Value(), &job); err == nil {
		err = job.check()
	}
	if err == nil && job.ID != entry.Key() {
		err = fmt.Errorf("it says that it is %s", job.ID)
	}
	return job, err
}

// Cancel ends a job: workers break off its tasks at once. Its results stay.
func (c *Client) Cancel(ctx context.Context, id, reason string) error {
	return c.want(ctx, id, wantCancel, reason)
}

// Reopen goes on with a job that was cancelled, or in which tasks were set aside: they may fail as often again.
func (c *Client) Reopen(ctx context.Context, id string) error {
	return c.want(ctx, id, wantReopen, "")
}

// Remove removes a job that has ended, with its files and all that came of it.
func (c *Client) Remove(ctx context.Context, id string) error {
	s, err := c.State(ctx, id)
	if errors.Is(err, ErrNoJob) && idForm.MatchString(id) { // it may be damaged
		if entry, lost := c.states.Get(ctx, id); lost == nil {
			decode(entry.Value(), &s)
			s.Phase, err = cmp.Or(s.Phase, Cancelled), nil
			if !s.Phase.Ended() {
				s.Phase = Cancelled
			}
		}
	}
	if err != nil {
		return err
	}
	if !s.Phase.Ended() {
		return fmt.Errorf("job %s is running; it can be cancelled, and removed then", id)
	}
	// The job is what makes the rest mean something, so it goes last: who is interrupted can begin again.
	for _, bucket := range []string{files, checkpoints} {
		if err := c.removeObjects(ctx, bucket, func(name string) bool { return strings.HasPrefix(name, id+".") }); err != nil {
			return err
		}
	}
	for _, kv := range []jetstream.KeyValue{c.results, c.fault, c.states, c.jobs} {
		stream, err := c.js.Stream(ctx, "KV_"+kv.Bucket())
		if err != nil {
			return err
		}
		for _, key := range []string{id + ".>", id} {
			if err := stream.Purge(ctx, jetstream.WithPurgeSubject("$KV."+kv.Bucket()+"."+key)); err != nil {
				return err
			}
		}
	}
	_, err = c.jobs.Put(ctx, id+wantRemove, nil) // for the coordinator
	return err
}

// What people want of a job: keys behind its name in the bucket of jobs.
const (
	wantCancel = ".cancel"
	wantReopen = ".reopen"
	wantRemove = ".remove"
)

func (c *Client) want(ctx context.Context, id, what, reason string) error {
	if _, err := c.Job(ctx, id); err != nil {
		return err
	}
	_, err := c.jobs.Put(ctx, id+what, []byte(reason))
	return err
}

// encode is for what is nothing but text and numbers.
func encode(value any) []byte {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	return text
}

// decode reads what encode has written.
func decode(text []byte, into any) error { return json.Unmarshal(text, into) }

// Why a client and a hub that answers don't get together.
var (
	ErrNotTrusted       = errors.New("the hub's certificate is not trusted")
	ErrWantsCertificate = errors.New("the hub wants a certificate of its clients")
)

// options are those of NATS. Files that don't have what they are to have are an error here, before anybody is asked.
func (c Credentials) options() ([]nats.Option, error) {
	var out []nats.Option
	if c.Token != "" {
		out = append(out, nats.Token(c.Token))
	}
	if c.Seed != "" {
		option, err := nats.NkeyOptionFromSeed(c.Seed)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", c.Seed, err)
		}
		out = append(out, option)
	}
	if c.CA != "" {
		text, err := os.ReadFile(c.CA)
		if err != nil {
			return nil, err
		}
		if !x509.NewCertPool().AppendCertsFromPEM(text) {
			return nil, fmt.Errorf("%s has no certificate", c.CA)
		}
		out = append(out, nats.RootCAs(c.CA))
	}
	if c.Cert != "" {
		if _, err := tls.LoadX509KeyPair(c.Cert, c.Key); err != nil {
			return nil, fmt.Errorf("%s and %s are no certificate with its key: %w", c.Cert, c.Key, err)
		}
		out = append(out, nats.ClientCert(c.Cert, c.Key))
	}
	return out, nil
}

// refusal is an error of TLS that is clear: whose certificate is in the way. It is nil for others. What the other side says has no type.
func refusal(err error) error {
	if _, ours := errors.AsType[*tls.CertificateVerificationError](err); ours || strings.Contains(err.Error(), "failed to verify certificate") {
		return ErrNotTrusted
	}
	text := err.Error()
	if strings.Contains(text, "remote error: tls:") && strings.Contains(text, "certificate") || strings.Contains(text, "closed by remote after TLS handshake") {
		return ErrWantsCertificate
	}
	return nil
}

// NewKey makes a key (nkey of a user): its seed, which Credentials.Seed is a file with, and its public half for HubOptions.Keys.
func NewKey() (seed []byte, public string, err error) {
	key, err := nkeys.CreateUser()
	if err != nil {
		return nil, "", err
	}
	if seed, err = key.Seed(); err == nil {
		public, err = key.PublicKey()
	}
	return seed, public, err
}

// Fetch makes the files of a job in a folder, which is made if it isn't there.
func (c *Client) Fetch(ctx context.Context, job Job, folder string) error {
	cache := filepath.Join(folder, ".files")
	if err := c.fetchFiles(ctx, job, cache, folder); err != nil {
		return err
	}
	return os.RemoveAll(cache)
}
