package fleet

import (
	"context"
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

// HubOptions is what a hub is to be.
type HubOptions struct {
	Store  string   // the folder where all is kept; "" is one of its own that is removed in the end
	At     string   // what the program is at, for who wants the same folder: "a hub" if it is empty
	Alone  bool     // its workers end with it: tasks that they had are given out again at once when it starts again
	Listen string   // host:port for workers and clients of other processes; the host of :4222 is this machine alone; "" is nobody
	Token  string   // whoever connects from outside has to say it; "" asks for none
	Keys   []string // public nkeys of those who may connect; they need no token, and then nobody may with one
	Cert   string   // a file with the hub's certificate for TLS, and
	Key    string   // its private key; without them nothing is encrypted
	CA     string   // a file with certificates that those of clients must come from; "" doesn't ask for any

	MostMessage int // bytes of one message: 1 MB if it is 0

	Coordination
}

// Hub is a server of NATS with a coordinator, in this process.
type Hub struct {
	o      HubOptions
	client *Client
	stop   context.CancelFunc
	ended  sync.WaitGroup
	own    nkeys.KeyPair // by which the hub's own connections are known, if others need keys

	lock    *os.File      // of the folder; nil if there is none
	scratch *scratch      // the folder, if it is the hub's own; else nil
	full    chan struct{} // told when the disk is full

	mu     sync.Mutex
	server *server.Server
	port   int             // where it listens; a server that follows has the same
	lacks  string          // why it takes nothing; "" if it does
	told   map[string]bool // of a full disk, since it is full
}

// StartHub starts a hub; what its folder has from before goes on. It is ready when the function returns, which it does not as long as the disk of
// Store is full, but for an end of ctx. Close ends it.
func StartHub(ctx context.Context, o HubOptions) (*Hub, error) {
	o.Coordination = o.Coordination.orDefault()
	o.notices = &notices{}
	removeOrphans()
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

// begin starts the server and opens it, or does neither.
func (h *Hub) begin(ctx context.Context) error {
	err := h.serve(ctx)
	if err == nil {
		if err = h.open(ctx); err != nil {
			h.shutdown()
		}
	}
	return err
}

// serverOptions are those of NATS.
func (h *Hub) serverOptions() (out *server.Options, err error) {
	o := &h.o
	out = &server.Options{
		ServerName: "nazo", DontListen: o.Listen == "", NoSigs: true, NoLog: true, JetStream: true, StoreDir: h.folder(),
		JetStreamMaxMemory: 1 << 30, JetStreamMaxStore: unbounded, MaxPayload: int32(o.MostMessage),
		Authorization: o.Token, SyncInterval: syncEvery, DisableJetStreamBanner: true,
	}
	if h.o.Store == "" { // what it has isn't to outlive a loss of power
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

// unbounded is what a hub may keep: as long as its disk has room. The server would take three quarters of what is free when it
// starts, count what is there already against that, and then refuse all, without end.
const unbounded = 1 << 60

// syncEvery is how often what was written is taken to the disk itself: that much may be lost if the machine loses its power,
// and is found again. What a process had written when it was killed is not lost.
const syncEvery = 5 * time.Second

// startTime is how long a server may take to read what its folder has.
const startTime = 2 * time.Minute

// serve starts the server.
func (h *Hub) serve(ctx context.Context) error {
	o := &h.o
	if h.o.Store == "" && h.scratch == nil {
		var err error
		if h.scratch, err = newScratch(hubScratch); err != nil {
			return err
		}
	}
	options, err := h.serverOptions()
	if err != nil {
		return err
	}
	if h.lock, err = lockStore(h.folder(), o.At); err != nil {
		return fmt.Errorf("the hub can't start: %w", err)
	}
	damage, err := salvage(ctx, h.folder())
	for _, text := range damage {
		h.trouble("the folder of the hub: " + text)
	}
	if err != nil {
		h.leave()
		return fmt.Errorf("the hub can't start: %w", err)
	}
	s, err := server.NewServer(options)
	if err != nil {
		h.leave()
		return fmt.Errorf("the hub can't start: %w", err)
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
		h.leave()
		return fmt.Errorf("the hub can't start: %s", notes.last("it took too long"))
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

// folder is where all is kept.
func (h *Hub) folder() string {
	if h.scratch != nil {
		return h.scratch.folder
	}
	return h.o.Store
}

// heard takes what the server says.
func (h *Hub) heard(text string) {
	if outOfRoom(text) {
		h.isFull()
		h.logOnce(text)
		return
	}
	if strings.HasPrefix(text, "hub: ") {
		h.trouble(text)
		return
	}
	h.o.Log(text)
}

// trouble logs what may keep jobs from going on, and keeps it for who asks.
func (h *Hub) trouble(text string) {
	h.o.notices.add(text)
	h.o.Log(text)
}

// open connects the hub's own client.
func (h *Hub) open(ctx context.Context) error {
	nc, err := h.dial()
	if err != nil {
		return err
	}
	if err := prepare(ctx, nc); err != nil {
		return err
	}
	if h.client, err = h.Connect(ctx); err != nil {
		return err
	}
	if err = h.client.mend(ctx, h.trouble); err != nil {
		h.client.Close()
		return err
	}
	if _, err = h.client.nc.Subscribe(lacks, h.sayLacks); err != nil || !h.o.Alone {
		return err
	}
	if err = h.client.takeBack(ctx); err != nil {
		h.client.Close()
	}
	return err
}

// takeBack forgets which tasks are in whose hands. A server keeps that, but not which were given back.
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

// InProcessConn is a connection to the hub within this process, for nats.InProcessServer.
func (h *Hub) InProcessConn() (net.Conn, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.server == nil {
		return nil, errors.New("the hub is closed")
	}
	return h.server.InProcessConn()
}

func (h *Hub) dial() (*nats.Conn, error) {
	return nats.Connect("", h.inside()...)
}

// inside is how one connects within the process.
func (h *Hub) inside() []nats.Option {
	out := []nats.Option{nats.InProcessServer(h)}
	if h.own != nil {
		public, _ := h.own.PublicKey() // it was made to be a user's
		return append(out, nats.Nkey(public, h.own.Sign))
	}
	if h.o.Token != "" {
		out = append(out, nats.Token(h.o.Token))
	}
	return out
}

// Connect is a client within this process.
func (h *Hub) Connect(ctx context.Context) (*Client, error) {
	return connect(ctx, "", h.inside()...)
}

// URL is where the hub listens: nats://host:port, or tls:; "" if it doesn't.
func (h *Hub) URL() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.o.Listen == "" || h.server == nil {
		return ""
	}
	return h.server.ClientURL()
}

// Close ends the hub; what its folder has stays. Workers, and who watches, hear that what a hub without a folder had is lost.
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
	h.leave()
}

// leave gives up the hub's folder.
func (h *Hub) leave() { h.lock.Close() }

// tidy removes it, if it is the hub's own.
func (h *Hub) tidy() {
	if h.scratch != nil {
		h.scratch.remove()
	}
}

// serverLog takes what the server has to say: warnings and errors are for people.
type serverLog struct {
	say  func(string)
	mu   sync.Mutex
	text string        // of the last
	dead chan struct{} // closed when the server can't go on

	started bool // indexes are no longer read
	rebuilt int  // how many were not as what is stored, and were made anew
}

// ofIndex reports whether a text is of the server as it finds, when it starts, that the index of a stream is not as what is stored: it was
// killed, or could not write. It makes the index anew then, by reading all of the stream.
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
	return strings.HasPrefix(what, "Stream state ") // why the next says so
}

// start says in a line which indexes were made anew.
func (l *serverLog) start() {
	l.mu.Lock()
	l.started = true
	n := l.rebuilt
	l.mu.Unlock()
	if n > 0 {
		l.say(fmt.Sprintf("indexes of the hub that were not as what is stored, and were made anew from it: %d", n))
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

// last is what was said last, or else if nothing was.
func (l *serverLog) last(or string) string {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.text == "" {
		return or
	}
	return l.text
}

// Warnf is passed on.
func (l *serverLog) Warnf(format string, args ...any) { l.note(format, args) }

// Errorf is as Warnf.
func (l *serverLog) Errorf(format string, args ...any) { l.note(format, args) }

// Fatalf keeps why the server can't go on, for whoever waits for it.
func (l *serverLog) Fatalf(format string, args ...any) {
	l.keep(format, args)
	select {
	case <-l.dead:
	default:
		close(l.dead)
	}
}

// Noticef is for those who mend servers.
func (l *serverLog) Noticef(string, ...any) {}

// Debugf is, too.
func (l *serverLog) Debugf(string, ...any) {}

// Tracef is, too.
func (l *serverLog) Tracef(string, ...any) {}

// Trouble is something that a hub has logged and that may be why its jobs don't go on.
type Trouble struct {
	At   time.Time `json:"at"` // by the clock of the hub
	Text string    `json:"text"`
}

// notices keeps the last troubles of a hub, for who asks.
type notices struct {
	mu   sync.Mutex
	last []Trouble
}

// add keeps a trouble, once while it is among the last.
func (n *notices) add(text string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	text = cut(text, mostListedFor)
	n.last = slices.DeleteFunc(n.last, func(t Trouble) bool { return t.Text == text })
	n.last = append(n.last, Trouble{time.Now(), text})
	n.last = n.last[max(len(n.last)-mostListed, 0):]
}

// answer answers who asks for them.
func (n *notices) answer(msg *nats.Msg) {
	n.mu.Lock()
	text := encode(n.last)
	n.mu.Unlock()
	msg.Respond(text)
}

// Troubles are the last that the hub has had since it was started, 20 at most; none if it can't be asked.
func (c *Client) Troubles(ctx context.Context) []Trouble {
	ctx, stop := context.WithTimeout(ctx, reconnectWait*8)
	defer stop()
	answer, err := c.nc.RequestWithContext(ctx, troubles, nil)
	var out []Trouble
	if err != nil || decode(answer.Data, &out) != nil {
		return nil
	}
	return out
}

// Prepare makes on a server of NATS that is no Hub what a fleet keeps there, on its disk, unless it is there. The server must have
// JetStream, and be of version 2.9 or later. After it, Coordinate runs the server's jobs.
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
