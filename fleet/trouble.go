package fleet

import "encoding/json"

// trouble is what went wrong with a task. It is only written when something does.
type trouble struct {
	Failed int      `json:"failed,omitempty"` // how often it failed
	Errors []string `json:"errors,omitempty"` // of the last times that it failed
	Status int      `json:"status,omitempty"` // with which it failed last
	On     []string `json:"on,omitempty"`     // the first workers with which it failed
	Fatal  int      `json:"fatal,omitempty"`  // how often it was Fatal
	Lost   int      `json:"lost,omitempty"`   // workers that were lost with it
	Aside  bool     `json:"aside,omitempty"`  // nobody is to do it any more
}

// mostKept is of how many failures of a task the text is kept: a message has to hold them.
const mostKept = 10

// fail notes one more failure.
func (t *trouble) fail(text string) {
	t.Failed++
	t.Errors = append(t.Errors, cut(text, mostErrors))
	t.Errors = t.Errors[max(len(t.Errors)-mostKept, 0):]
}

// last is the text of the last failure.
func (t trouble) last() string {
	if len(t.Errors) == 0 {
		return ""
	}
	return t.Errors[len(t.Errors)-1]
}

// hopeless reports whether the task was set aside because each attempt at it was fatal.
func (t trouble) hopeless() bool { return t.Aside && t.Fatal > 0 && t.Fatal == t.Failed }

func readTrouble(text []byte) trouble {
	var t trouble
	if len(text) > 0 {
		if err := json.Unmarshal(text, &t); err != nil {
			t.fail("unreadable: " + err.Error())
		}
	}
	return t
}

// fault is why a job can't be believed: two results that contradict each other, a result of other work, or a task that ended with a
// Fatal that says so.
type fault struct {
	Task   string  `json:"task"` // its part, as text
	Reason string  `json:"reason"`
	First  *Result `json:"first"`
	Second *Result `json:"second"`
}

// reason is what is wrong, and with which part, for people.
func (f *fault) reason() string {
	if f.Task == "" { // what parts found together
		return f.Reason
	}
	return "part " + f.Task + ": " + f.Reason
}
