// Package fleet runs jobs on many machines. A job is a command line of nazo that is divided into parts. A task is one
// part. A hub keeps the results of tasks until they are put together.
//
// The hub is a NATS server with JetStream, inside this process ([Hub]) or elsewhere. It has the jobs, a queue of
// tasks, and the results. The results are the truth, and the queue is only a hint. A result is created once under the
// name of its task. So a task counts once even if it is delivered twice, lost, or done by a worker that was given up.
// The coordinator queues again what has neither a result nor a message.
//
// A worker ([Work]) takes tasks from the queue, and a [Runner] does them. The package knows neither verbs nor puzzles.
// Package parts defines what a part is and when enough was found.
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

// Credentials authenticate a client and its hub to each other. Empty fields are not used.
type Credentials struct {
	Token string // the hub's token
	Seed  string // file with the seed of an nkey whose public half the hub knows
	CA    string // file with certificates that must have signed the hub's. It asks for TLS, as does a tls: URL.
	Cert  string // file with the client's certificate
	Key   string // file with its private key
}

// Client is a reconnecting connection to a hub. Only Watch, Wait and workers wait for a hub that is away.
type Client struct {
	nc *nats.Conn
	*store

	mu      sync.Mutex
	again   map[chan<- struct{}]bool // told of each reconnect
	limited int                      // bytes of output that fit into a message
	back    time.Time                // of the last reconnect; zero before the first
	told    func(string)             // receives news of the connection; may be nil
}

// Connect connects to a hub: nats://host:4222, tls://host:4222, or several separated by commas.
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
		nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {}), // callers get the errors
	}, options...) // so that these override
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

// ErrNoHub means that nothing answers at the hub's address.
var ErrNoHub = errors.New("no hub answers")

// ErrHubGone means that a hub without a folder has ended.
var ErrHubGone = errors.New("the hub has ended, and its jobs with it")

// reconnectWait is the pause between attempts to reconnect.
const reconnectWait = 250 * time.Millisecond

// Close ends the connection.
func (c *Client) Close() { c.nc.Close() }

// Tell sets the function that receives news of the connection for people.
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

// isJustBack reports whether the connection was lost a moment ago.
func (c *Client) isJustBack() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return !c.back.IsZero() && time.Since(c.back) < justBack
}

// whenAgain signals ch at each reconnect until forget is called.
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

// ErrNoJob means that the hub has no job of that name.
var ErrNoJob = errors.New("there is no such job")

// Submit hands in a job with its files, by name. It returns the job with its ID and the digests of Files.
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
	// Files come before the job, so that whoever hears of it finds them, and after an old job of that name is gone.
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

// Job returns a submitted job, or ErrNoJob.
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

// decodeJob reads and checks a stored job. Whoever may submit can have written anything.
func decodeJob(entry jetstream.KeyValueEntry) (job Job, err error) {
	if err = json.Unmarshal(entry.Value(), &job); err == nil {
		err = job.check()
	}
	if err == nil && job.ID != entry.Key() {
		err = fmt.Errorf("it says that it is %s", job.ID)
	}
	return job, err
}

// Cancel ends a job. Workers stop its tasks at once. Its results stay.
func (c *Client) Cancel(ctx context.Context, id, reason string) error {
	return c.want(ctx, id, wantCancel, reason)
}

// Reopen continues a job that was cancelled or has tasks set aside, whose failures count anew.
func (c *Client) Reopen(ctx context.Context, id string) error { return c.want(ctx, id, wantReopen, "") }

// Remove removes a job that has ended, with its files and results.
func (c *Client) Remove(ctx context.Context, id string) error {
	s, err := c.State(ctx, id)
	if errors.Is(err, ErrNoJob) && idForm.MatchString(id) { // it may be damaged
		if entry, lost := c.states.Get(ctx, id); lost == nil {
			json.Unmarshal(entry.Value(), &s)
			if err = nil; !s.Phase.Ended() {
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
	// The job goes last, so that an interrupted removal can be repeated.
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

// Key suffixes in the bucket of jobs: requests about a job.
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

// encode marshals values that always can be: text and numbers.
func encode(value any) []byte {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	return text
}

// Reasons why TLS fails between a client and a hub that answers.
var (
	ErrNotTrusted       = errors.New("the hub's certificate is not trusted")
	ErrWantsCertificate = errors.New("the hub wants a certificate of its clients")
)

// options returns the options of NATS. Unusable files are an error before anything connects.
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

// refusal returns which certificate a TLS error is about, or nil. What the other side says has no type.
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

// NewKey makes a user's nkey: the seed for the file of Credentials.Seed, and the public half for HubOptions.Keys.
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

// Fetch writes the files of a job into a folder, which it creates if need be.
func (c *Client) Fetch(ctx context.Context, job Job, folder string) error {
	cache := filepath.Join(folder, ".files")
	if err := c.fetchFiles(ctx, job, cache, folder); err != nil {
		return err
	}
	return os.RemoveAll(cache)
}
