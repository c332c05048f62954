package fleet

import (
	"context"
	"fmt"
	"os"
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
