package fleet

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nkeys"
)

// HubOptions configures a hub.
type HubOptions struct {
	Store  string   // folder of the hub's data; "" is a temporary one
	At     string   // what the program does, for others who want the folder; default "a hub"
	Alone  bool     // its workers end with it: after a restart their tasks are given out again at once
	Listen string   // host:port for other processes; a host of "" is this machine; "" does not listen
	Token  string   // what connections from outside must present; "" is none
	Keys   []string // public nkeys that may connect. They replace the token.
	Cert   string   // file with the hub's TLS certificate
	Key    string   // file with its private key; without the two nothing is encrypted
	CA     string   // file with certificates that must have signed those of clients; "" asks for none

	MostMessage int // bytes of a message; default 1 MB

	Coordination
}

// Hub is a NATS server with a coordinator, in this process.
type Hub struct {
	o      HubOptions
	client *Client
	stop   context.CancelFunc
	ended  sync.WaitGroup
	own    nkeys.KeyPair // the key of the hub's own connections, if others need keys

	lock    *os.File      // of the folder; nil if there is none
	scratch *scratch      // the folder, if it is temporary; else nil
	full    chan struct{} // receives when the disk is full

	mu     sync.Mutex
	server *server.Server
	port   int             // where it listens; a restarted server keeps it
	lacks  string          // why it accepts nothing; "" if it does
	told   map[string]bool // messages already logged about the full disk
}

// StartHub starts a hub and continues the jobs in its folder. It returns when the hub is ready. While the disk of
// Store is full, it waits until ctx ends. Close ends the hub.
func StartHub(ctx context.Context, o HubOptions) (*Hub, error) {
	o.Coordination = o.Coordination.orDefault()
	o.notices = &notices{}
	if o.Store != "" { // else newScratch does so
		removeOrphans()
	}
	h := &Hub{o: o, full: make(chan struct{}, 1)}
	h.o.discard = func(job string) error {
		return os.RemoveAll(filepath.Join(streamsAt(h.folder()), workStream, "obs", job))
	}
	err := h.begin(ctx)
	for err != nil && o.Store != "" && !o.Alone && h.lacksRoom(err) && h.awaitRoom(ctx) {
		err = h.begin(ctx)
	}
	if err != nil {
		h.tidy()
		return nil, err
	}
	h.goesOn()
	run, stop := context.WithCancel(context.Background())
	h.stop = stop
	h.ended.Go(func() { h.recover(run) })
	h.ended.Go(func() {
		if err := Coordinate(run, h.client, h.o.Coordination); err != nil {
			h.o.Log(fmt.Sprintf("the coordinator has ended: %v", err))
		}
	})
	return h, nil
}

// begin starts the server and connects to it, or leaves nothing behind.
func (h *Hub) begin(ctx context.Context) error {
	err := h.serve(ctx)
	if err == nil {
		if err = h.open(ctx); err != nil {
			h.shutdown()
		}
	}
	return err
}

func (h *Hub) serverOptions() (out *server.Options, err error) {
	o := &h.o
	out = &server.Options{
		ServerName: "nazo", DontListen: o.Listen == "", NoSigs: true, NoLog: true, JetStream: true, StoreDir: h.folder(),
		JetStreamMaxMemory: 1 << 30, JetStreamMaxStore: unbounded, MaxPayload: int32(o.MostMessage),
		Authorization: o.Token, SyncInterval: syncEvery, DisableJetStreamBanner: true,
	}
	if h.o.Store == "" { // nothing here has to survive a loss of power
		out.SyncInterval = 24 * time.Hour
	}
	if len(h.o.Keys) > 0 {
		if h.own, err = nkeys.CreateUser(); err != nil {
			return nil, err
		}
		own, err := h.own.PublicKey()
		if err != nil {
			return nil, err
		}
		for _, key := range append([]string{own}, h.o.Keys...) {
			if !nkeys.IsValidPublicUserKey(key) {
				return nil, fmt.Errorf("%q is no public key of a user: one begins with U", key)
			}
			out.Nkeys = append(out.Nkeys, &server.NkeyUser{Nkey: key})
		}
	}
	if o.CA != "" && o.Cert == "" {
		return nil, errors.New("certificates of clients are looked at where connections are encrypted, for which the hub needs one itself")
	}
	if o.Cert != "" {
		tls, err := server.GenTLSConfig(&server.TLSConfigOpts{CertFile: o.Cert, KeyFile: o.Key, CaFile: o.CA, Verify: o.CA != "", Timeout: 5})
		if err != nil {
			return nil, fmt.Errorf("TLS: %w", err)
		}
		out.TLS, out.TLSConfig, out.TLSTimeout, out.TLSVerify = true, tls, 5, o.CA != ""
	}
	if o.Listen == "" {
		return out, nil
	}
	host, port, err := net.SplitHostPort(o.Listen)
	if err == nil {
		out.Port, err = strconv.Atoi(port)
	}
	if err != nil {
		return nil, fmt.Errorf("%q is no host:port to listen on: %w", o.Listen, err)
	}
	if out.Host = host; host == "" {
		out.Host = "127.0.0.1"
	}
	switch {
	case h.port != 0:
		out.Port = h.port
	case out.Port == 0:
		out.Port = server.RANDOM_PORT
	}
	return out, nil
}

// unbounded is the storage limit: the disk alone limits a hub. The server's own default is three quarters of the free
// space when it starts. It counts existing data against that, and then refuses everything for good.
const unbounded = 1 << 60

// syncEvery is how often data is synced to the disk. A loss of power loses that much, and a killed process nothing.
const syncEvery = 5 * time.Second

// startTime bounds how long a server reads its folder.
const startTime = 2 * time.Minute

func (h *Hub) serve(ctx context.Context) (err error) {
	if h.o.Store == "" && h.scratch == nil {
		if h.scratch, err = newScratch(hubScratch); err != nil {
			return err
		}
	}
	options, err := h.serverOptions()
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			h.lock.Close()
			err = fmt.Errorf("the hub can't start: %w", err)
		}
	}()
	if h.lock, err = lockStore(h.folder(), h.o.At); err != nil {
		return err
	}
	damage, err := salvage(ctx, h.folder())
	for _, text := range damage {
		h.o.trouble("the folder of the hub: " + text)
	}
	if err != nil {
		return err
	}
	s, err := server.NewServer(options)
	if err != nil {
		return err
	}
	notes := &serverLog{say: h.heard, dead: make(chan struct{})}
	s.SetLoggerV2(notes, false, false, false)
	s.Start()
	ready := make(chan bool, 1)
	go func() { ready <- s.ReadyForConnections(startTime) }()
	started := false
	select {
	case started = <-ready:
	case <-notes.dead:
	}
	if !started {
		s.Shutdown()
		return errors.New(notes.last("it took too long"))
	}
	notes.start()
	h.mu.Lock()
	h.server = s
	if a, ok := s.Addr().(*net.TCPAddr); ok {
		h.port = a.Port
	}
	h.mu.Unlock()
	return nil
}

func (h *Hub) folder() string {
	if h.scratch != nil {
		return h.scratch.folder
	}
	return h.o.Store
}

// heard handles a message of the server's log.
func (h *Hub) heard(text string) {
	if outOfRoom(text) {
		h.isFull()
		h.logOnce(text)
		return
	}
	if strings.HasPrefix(text, "hub: ") {
		h.o.trouble(text)
		return
	}
	h.o.Log(text)
}

// open connects the hub's own client.
func (h *Hub) open(ctx context.Context) error {
	nc, err := nats.Connect("", h.inside()...)
	if err != nil {
		return err
	}
	if err := prepare(ctx, nc); err != nil {
		return err
	}
	if h.client, err = h.Connect(ctx); err != nil {
		return err
	}
	if err = h.client.mend(ctx, h.o.trouble); err == nil {
		_, err = h.client.nc.Subscribe(lacks, h.sayLacks)
	}
	if err == nil && h.o.Alone {
		err = h.client.takeBack(ctx)
	}
	if err != nil {
		h.client.Close()
	}
	return err
}

// takeBack forgets which tasks are given out. The server persists that, but not which of them were returned.
func (c *Client) takeBack(ctx context.Context) error {
	queue, err := c.js.Stream(ctx, workStream)
	if err != nil {
		return err
	}
	jobs := queue.ConsumerNames(ctx)
	for job := range jobs.Name() {
		if err := queue.DeleteConsumer(ctx, job); err != nil {
			return err
		}
	}
	return jobs.Err()
}

// InProcessConn connects to the hub within this process. It implements nats.InProcessServer.
func (h *Hub) InProcessConn() (net.Conn, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.server == nil {
		return nil, errors.New("the hub is closed")
	}
	return h.server.InProcessConn()
}

// inside returns the options of connections within the process.
func (h *Hub) inside() []nats.Option {
	out := []nats.Option{nats.InProcessServer(h)}
	if h.own != nil {
		public, _ := h.own.PublicKey() // made by nkeys.CreateUser
		return append(out, nats.Nkey(public, h.own.Sign))
	}
	if h.o.Token != "" {
		out = append(out, nats.Token(h.o.Token))
	}
	return out
}

// Connect returns a client within this process.
func (h *Hub) Connect(ctx context.Context) (*Client, error) { return connect(ctx, "", h.inside()...) }

// URL returns where the hub listens, as nats://host:port or tls://host:port, or "" if it doesn't.
func (h *Hub) URL() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.o.Listen == "" || h.server == nil {
		return ""
	}
	return h.server.ClientURL()
}

// Close ends the hub. Its folder stays. A hub without a folder tells workers and watchers that its jobs are lost.
func (h *Hub) Close() {
	h.stop()
	h.ended.Wait()
	if h.o.Store == "" && !h.o.Alone {
		h.client.nc.Publish(notes, encode(note{Text: ErrHubGone.Error(), Ends: true}))
		h.client.nc.FlushTimeout(reconnectWait)
	}
	h.client.Close()
	h.shutdown()
	h.tidy()
}

func (h *Hub) shutdown() {
	h.mu.Lock()
	s := h.server
	h.server = nil
	h.mu.Unlock()
	if s == nil {
		return
	}
	s.Shutdown()
	s.WaitForShutdown()
	h.lock.Close()
}

// tidy removes a temporary folder.
func (h *Hub) tidy() {
	if h.scratch != nil {
		h.scratch.remove()
	}
}

// serverLog receives the server's log. Warnings and errors are passed on.
type serverLog struct {
	say  func(string)
	mu   sync.Mutex
	text string        // the last message
	dead chan struct{} // closed when the server can't go on

	started bool // all indexes have been read
	rebuilt int  // indexes that were stale and were rebuilt
}

// ofIndex reports whether a message says that a stream's index is stale, because the server was killed or could not
// write. The server then rebuilds the index from the whole stream.
func (l *serverLog) ofIndex(text string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.started || !strings.HasPrefix(text, "Filestore [") {
		return false
	}
	_, what, _ := strings.Cut(text, "] ")
	switch what {
	case "Recovering stream state from index errored: corrupt state file", "Recovering stream state from index errored: prior state file":
		l.rebuilt++
		return true
	}
	return strings.HasPrefix(what, "Stream state ") // the reason, followed by one of these
}

// start logs once how many indexes were rebuilt.
func (l *serverLog) start() {
	l.mu.Lock()
	l.started = true
	n := l.rebuilt
	l.mu.Unlock()
	if n > 0 {
		l.say(fmt.Sprintf("indexes of the hub that did not match its data and were rebuilt: %d", n))
	}
}

func (l *serverLog) note(format string, args []any) {
	if text := l.keep(format, args); !l.ofIndex(text) {
		l.say("hub: " + text)
	}
}

func (l *serverLog) keep(format string, args []any) string {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.text = fmt.Sprintf(format, args...)
	return l.text
}

// last returns the last message, or a default.
func (l *serverLog) last(or string) string {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.text == "" {
		return or
	}
	return l.text
}

// Warnf passes a warning on.
func (l *serverLog) Warnf(format string, args ...any) { l.note(format, args) }

// Errorf passes an error on.
func (l *serverLog) Errorf(format string, args ...any) { l.note(format, args) }

// Fatalf keeps why the server can't go on, for whoever waits for its start.
func (l *serverLog) Fatalf(format string, args ...any) {
	l.keep(format, args)
	select {
	case <-l.dead:
	default:
		close(l.dead)
	}
}

// Noticef ignores notices.
func (l *serverLog) Noticef(string, ...any) {}

// Debugf ignores debug messages.
func (l *serverLog) Debugf(string, ...any) {}

// Tracef ignores traces.
func (l *serverLog) Tracef(string, ...any) {}

// Trouble is a logged problem that may keep jobs from going on.
type Trouble struct {
	At   time.Time `json:"at"` // by the hub's clock
	Text string    `json:"text"`
}

// notices keeps the last troubles of a hub.
type notices struct {
	mu   sync.Mutex
	last []Trouble
}

// add records a trouble. A repeated text moves to the end.
func (n *notices) add(text string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	text = cut(text, mostListedFor)
	n.last = slices.DeleteFunc(n.last, func(t Trouble) bool { return t.Text == text })
	n.last = append(n.last, Trouble{time.Now(), text})
	n.last = n.last[max(len(n.last)-mostListed, 0):]
}

// answer replies to a request for them.
func (n *notices) answer(msg *nats.Msg) {
	n.mu.Lock()
	text := encode(n.last)
	n.mu.Unlock()
	msg.Respond(text)
}

// Troubles returns the last troubles since the hub started, at most 20, or none if it doesn't answer.
func (c *Client) Troubles(ctx context.Context) []Trouble {
	ctx, stop := context.WithTimeout(ctx, reconnectWait*8)
	defer stop()
	answer, err := c.nc.RequestWithContext(ctx, troubles, nil)
	var out []Trouble
	if err != nil || json.Unmarshal(answer.Data, &out) != nil {
		return nil
	}
	return out
}

// Prepare creates what a fleet stores on a NATS server that is no Hub, unless it exists. The server needs JetStream
// and version 2.9 or later. Then Coordinate can run its jobs.
func Prepare(ctx context.Context, url string, c Credentials) error {
	options, err := c.options()
	if err != nil {
		return err
	}
	nc, err := nats.Connect(url, options...)
	if err != nil {
		return fmt.Errorf("no server answers at %s: %w", url, err)
	}
	return prepare(ctx, nc)
}

// prepare does so through a connection, which it closes.
func prepare(ctx context.Context, nc *nats.Conn) error {
	defer nc.Close()
	js, err := jetstream.New(nc)
	if err != nil {
		return err
	}
	return createStore(ctx, js)
}
