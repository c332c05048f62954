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

// room is how many bytes must be free before a hub whose disk was full goes on.
const room = 4 << 20

// outOfRoom reports whether a server message means a full disk. The server then refuses writes until it is restarted.
func outOfRoom(text string) bool {
	text = strings.ToLower(text)
	return strings.Contains(text, "no space left") || strings.Contains(text, "critical write error") || strings.Contains(text, "not enough space")
}

// recover restarts the server when its full disk has room again. Until then, workers keep what they have.
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
		case <-h.full: // from the server that has ended
		default:
		}
		if err := h.serve(ctx); err != nil {
			h.logOnce(err.Error())
			h.isFull() // try again
			continue
		}
		h.goesOn()
		h.o.Log("there is room again, and the hub goes on")
	}
}

// lacksRoom reports whether a failed start was due to a full disk, by its error or the server's log.
func (h *Hub) lacksRoom(err error) bool {
	select {
	case <-h.full:
		return true
	default:
		return outOfRoom(err.Error())
	}
}

// awaitRoom waits until the disk has room, and announces that. It returns false if ctx ends first. It always waits at
// least once: a hub may need more than room to start, and would be restarted in a loop.
func (h *Hub) awaitRoom(ctx context.Context) bool {
	why := fmt.Sprintf("the disk of %s is full: the hub takes nothing until %d MB are free", h.folder(), room>>20)
	h.logOnce(why)
	h.lacking(why)
	defer h.lacking("")
	for {
		if h.client != nil { // it was running
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

// logOnce logs a message about the full disk, once until the hub goes on.
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

// goesOn forgets the messages about a full disk.
func (h *Hub) goesOn() {
	h.mu.Lock()
	defer h.mu.Unlock()
	clear(h.told)
}

// lacking sets why the hub accepts nothing; "" if it does.
func (h *Hub) lacking(why string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.lacks = why
}

// sayLacks replies with that.
func (h *Hub) sayLacks(msg *nats.Msg) {
	h.mu.Lock()
	why := h.lacks
	h.mu.Unlock()
	msg.Respond([]byte(why))
}

// Lacks returns why the hub accepts nothing now and what it waits for, or "" if it does or doesn't answer.
func (c *Client) Lacks(ctx context.Context) string { return lackOf(ctx, c.nc) }

// lackOf is Lacks on a bare connection.
func lackOf(ctx context.Context, nc *nats.Conn) string {
	ctx, stop := context.WithTimeout(ctx, reconnectWait*8)
	defer stop()
	answer, err := nc.RequestWithContext(ctx, lacks, nil)
	if err != nil {
		return ""
	}
	return cut(string(answer.Data), mostErrors)
}

// isFull wakes recover.
func (h *Hub) isFull() {
	select {
	case h.full <- struct{}{}:
	default:
	}
}

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

// errLocked means that another process has the lock.
var errLocked = errors.New("it is another process's")

// lockStore locks the folder of a hub until the file is closed or the process ends. The file names the holder. On
// systems without locks, people must not start two hubs for a folder.
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
	if err != nil && !outOfRoom(err.Error()) { // with a full disk, the hub reports and waits later
		f.Close()
		return nil, err
	}
	return f, nil
}

// insistLock waits half a second for a lock: child processes hold copies of locks until they execute their program.
func insistLock(f *os.File) (err error) {
	for range 50 {
		if err = tryLock(f); !errors.Is(err, errLocked) {
			return err
		}
		time.Sleep(10 * time.Millisecond)
	}
	return err
}

func holder(lock string) string {
	text, _ := os.ReadFile(lock)
	return cmp.Or(string(text), "another process")
}

// scratch is a temporary folder. If its process is killed, a later one removes it.
type scratch struct {
	folder string
	lock   *os.File // held while the process lives; nil where the system has no locks
}

// scratchLock is the lock file of such a folder, and names its host. Several hosts may share the disk, and a lock may
// hold on its own host only. A folder without the file is never removed.
const scratchLock = ".lock"

// Prefixes of such folders.
const (
	workerScratch = "nazo-fleet-"
	hubScratch    = "nazo-hub-"
)

// Scratch makes a temporary folder. If remove is not called, a later hub, worker or Scratch on this host removes it.
func Scratch() (folder string, remove func(), err error) {
	s, err := newScratch(workerScratch)
	if err != nil {
		return "", nil, err
	}
	return s.folder, s.remove, nil
}

// newScratch makes a temporary folder with one of the prefixes.
func newScratch(name string) (*scratch, error) {
	removeOrphans()
	folder, err := os.MkdirTemp("", name)
	if err != nil {
		return nil, err
	}
	s := &scratch{folder: folder}
	// The lock gets its name only once it is held, so that nobody takes the folder for an orphan.
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

func (s *scratch) remove() {
	removeScratch(s.folder)
	s.lock.Close()
}

// removeScratch removes a folder, and its lock last. If it is interrupted, others can finish.
func removeScratch(folder string) {
	entries, _ := os.ReadDir(folder)
	for _, e := range entries {
		if e.Name() != scratchLock {
			os.RemoveAll(filepath.Join(folder, e.Name()))
		}
	}
	os.RemoveAll(folder)
}

// keep leaves the folder to people. Nothing removes it.
func (s *scratch) keep() {
	os.Remove(filepath.Join(s.folder, scratchLock))
	s.lock.Close()
}

// removeOrphans removes temporary folders of processes of this host that were killed.
func removeOrphans() {
	host, _ := os.Hostname()
	if host == "" { // the owners are unknown
		return
	}
	entries, _ := os.ReadDir(os.TempDir())
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), workerScratch) && !strings.HasPrefix(e.Name(), hubScratch) {
			continue
		}
		folder := filepath.Join(os.TempDir(), e.Name())
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
