package fleet

import (
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// silent is a watch whose marker never comes.
type silent struct {
	jetstream.KeyWatcher
	updates chan jetstream.KeyValueEntry
}

func (s silent) Updates() <-chan jetstream.KeyValueEntry { return s.updates }

// entry has no more than its name.
type entry struct{ jetstream.KeyValueEntry }

func TestInitialWithoutMarker(t *testing.T) {
	t.Parallel()
	watch := silent{updates: make(chan jetstream.KeyValueEntry, 2)}
	watch.updates <- entry{}
	watch.updates <- entry{}
	n := 0
	if err := initial(t.Context(), watch, time.Millisecond, func(jetstream.KeyValueEntry) { n++ }); err != nil || n != 2 {
		t.Errorf("%d entries, %v", n, err)
	}
}
