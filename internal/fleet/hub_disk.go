package fleet

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
)

// room is how many bytes must be free for a hub whose disk was full to go on.
const room = 4 << 20

// outOfRoom reports whether what the server says means that it can't write any more. It stays with that, room or not,
// until it starts again.
func outOfRoom(text string) bool {
	text = strings.ToLower(text)
	return strings.Contains(text, "no space left") || strings.Contains(text, "critical write error") || strings.Contains(text, "not enough space")
}

// recover starts the server again when its disk was full and has room. Workers keep what they have until then; what the
// server had taken is in its folder.
func (h *Hub) recover(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-h.full:
		}
		if !h.awaitRoom(ctx) {
			return
		}
		h.shutdown()
		select {
		case <-h.full: // said by the server that has ended
		default:
		}
		if err := h.serve(ctx); err != nil {
			h.logOnce(err.Error())
			h.isFull() // and once more
			continue
		}
		h.goesOn()
		h.o.Log("there is room again, and the hub goes on")
	}
}

// lacksRoom reports whether the hub could not start because its disk is full: the error says so, or the server has.
func (h *Hub) lacksRoom(err error) bool {
	select {
	case <-h.full:
		return true
	default:
		return outOfRoom(err.Error())
	}
}

// awaitRoom waits until the disk has room, and says meanwhile that it has none; false if ctx has ended before. It waits in any case, as a
// hub that has much to begin with may need more room than that, and would be started again and again.
func (h *Hub) awaitRoom(ctx context.Context) bool {
	why := fmt.Sprintf("the disk of %s is full: the hub takes nothing until %d MB are free", h.folder(), room>>20)
	h.logOnce(why)
	h.lacking(why)
	defer h.lacking("")
	for {
		if h.client != nil { // it has started once
			h.client.nc.Publish(notes, encode(note{Text: why}))
		}
		select {
		case <-ctx.Done():
			return false
		case <-time.After(h.o.Timing.Retry):
		}
		if hasRoom(h.folder()) {
			return true
		}
	}
}

// logOnce logs what is said of a full disk, unless that was said since the hub went on last.
func (h *Hub) logOnce(text string) {
	h.mu.Lock()
	before := h.told[text]
	if h.told == nil {
		h.told = map[string]bool{}
	}
	h.told[text] = true
	h.mu.Unlock()
	if !before {
		h.o.Log(text)
	}
}

// goesOn forgets what was said of a full disk.
func (h *Hub) goesOn() {
	h.mu.Lock()
	defer h.mu.Unlock()
	clear(h.told)
}

// lacking keeps why the hub takes nothing, for who asks; "" if it does.
func (h *Hub) lacking(why string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.lacks = why
}

// sayLacks answers who asks.
func (h *Hub) sayLacks(msg *nats.Msg) {
	h.mu.Lock()
	why := h.lacks
	h.mu.Unlock()
	msg.Respond([]byte(why))
}

// Lacks says why the hub takes nothing now, as its disk is full, and what it waits for; "" if it goes on, or can't be asked.
func (c *Client) Lacks(ctx context.Context) string { return lackOf(ctx, c.nc) }

// lackOf is Lacks by a connection alone.
func lackOf(ctx context.Context, nc *nats.Conn) string {
	ctx, stop := context.WithTimeout(ctx, reconnectWait*8)
	defer stop()
	answer, err := nc.RequestWithContext(ctx, lacks, nil)
	if err != nil {
		return ""
	}
	return cut(string(answer.Data), mostErrors)
}

// isFull has recover begin.
func (h *Hub) isFull() {
	select {
	case h.full <- struct{}{}:
	default:
	}
}

// hasRoom reports whether as much as room can be written into a folder.
func hasRoom(dir string) bool {
	f, err := os.CreateTemp(dir, ".room")
	if err != nil {
		return false
	}
	defer os.Remove(f.Name())
	defer f.Close()
	block := make([]byte, 64<<10)
	for range room / len(block) {
		if _, err := f.Write(block); err != nil {
			return false
		}
	}
	return f.Sync() == nil
}

// errLocked says that another process has a lock.
var errLocked = errors.New("it is another process's")

// lockStore has the folder of a hub be this hub's alone until the file is closed, or the process ends. The file says whose it is: what this
// program is at, in the words of who started it. Where the system has no locks it is for people to start one hub for a folder.
func lockStore(folder, at string) (*os.File, error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(filepath.Join(folder, "lock"), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	if err := insistLock(f); err != nil && hasLocks {
		f.Close()
		if errors.Is(err, errLocked) {
			return nil, fmt.Errorf("%s is in use by %s", folder, holder(f.Name()))
		}
		return nil, fmt.Errorf("the folder %s can't be locked: %w", folder, err)
	}
	if err = f.Truncate(0); err == nil {
		_, err = fmt.Fprintf(f, "%s, process %d", cmp.Or(at, "a hub"), os.Getpid())
	}
	if err != nil && !outOfRoom(err.Error()) { // a hub whose disk is full says so later, and waits
		f.Close()
		return nil, err
	}
	return f, nil
}

// insistLock waits for a lock for half a second: a process that this one has just started has all of its files up to the moment when it
// becomes another program, and with them a lock that was given up here.
func insistLock(f *os.File) (err error) {
	for range 50 {
		if err = tryLock(f); !errors.Is(err, errLocked) {
			return err
		}
		time.Sleep(10 * time.Millisecond)
	}
	return err
}

// holder is who has a folder, by what its lock says.
func holder(lock string) string {
	text, _ := os.ReadFile(lock)
	return cmp.Or(string(text), "another process")
}

// scratch is a folder that is there as long as its process needs it. What one leaves behind that was killed is removed when another is made.
type scratch struct {
	folder string
	lock   *os.File // held as long as the process lives; nil where the system has no locks
}

// scratchLock is the name of the lock in such a folder, which says on which host its process is: machines may have one disk for temporary
// files, and a lock may only hold on its own. A folder without it is nobody's to remove.
const scratchLock = ".lock"

// scratchNames are how such folders are called.
var scratchNames = []string{workerScratch, hubScratch}

const (
	workerScratch = "nazo-fleet-"
	hubScratch    = "nazo-hub-"
)

// Scratch makes a folder for temporary files. Call remove when they are no longer needed. If this process is killed before, the next hub, worker
// or Scratch on this host removes the folder.
func Scratch() (folder string, remove func(), err error) {
	s, err := newScratch(workerScratch)
	if err != nil {
		return "", nil, err
	}
	return s.folder, s.remove, nil
}

// newScratch makes a folder in that for temporary files, with one of scratchNames.
func newScratch(name string) (*scratch, error) {
	removeOrphans()
	folder, err := os.MkdirTemp("", name)
	if err != nil {
		return nil, err
	}
	s := &scratch{folder: folder}
	// The lock has its name only once it is held, so that nobody takes the folder to be an orphan before.
	file := filepath.Join(folder, scratchLock)
	lock, err := os.OpenFile(file+".new", os.O_CREATE|os.O_RDWR, 0o600)
	if err == nil {
		if err = tryLock(lock); err == nil {
			s.lock = lock
			host, _ := os.Hostname()
			if _, err = lock.WriteString(host); err == nil {
				err = os.Rename(file+".new", file)
			}
		} else {
			lock.Close()
			os.Remove(file + ".new")
		}
	}
	if err != nil && !errors.Is(err, errors.ErrUnsupported) {
		s.remove()
		return nil, err
	}
	return s, nil
}

// remove removes the folder.
func (s *scratch) remove() {
	removeScratch(s.folder)
	s.lock.Close()
}

// removeScratch removes such a folder, and its lock last: if this process is killed meanwhile, others know what is left.
func removeScratch(folder string) {
	entries, _ := os.ReadDir(folder)
	for _, e := range entries {
		if e.Name() != scratchLock {
			os.RemoveAll(filepath.Join(folder, e.Name()))
		}
	}
	os.RemoveAll(folder)
}

// keep leaves the folder to people: nobody removes it any more.
func (s *scratch) keep() {
	os.Remove(filepath.Join(s.folder, scratchLock))
	s.lock.Close()
}

// removeOrphans removes the folders of processes of this host that have ended without doing so.
func removeOrphans() {
	host, _ := os.Hostname()
	if host == "" { // nobody knows which they are
		return
	}
	for _, name := range scratchNames {
		folders, _ := filepath.Glob(filepath.Join(os.TempDir(), name+"*"))
		for _, folder := range folders {
			lock, err := os.OpenFile(filepath.Join(folder, scratchLock), os.O_RDWR, 0)
			if err != nil {
				continue
			}
			if of, err := io.ReadAll(lock); err == nil && string(of) == host && tryLock(lock) == nil {
				removeScratch(folder)
			}
			lock.Close()
		}
	}
}
