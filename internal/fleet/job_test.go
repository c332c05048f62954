package fleet

import (
	"errors"
	"strings"
	"testing"

	"nazo/internal/solve/parts"
)

func TestCheckJob(t *testing.T) {
	good := func() *Job { return &Job{ID: newID("count"), Args: []string{"count", "x"}, Parts: 3} }
	if err := good().check(); err != nil {
		t.Error(err)
	}
	for want, spoil := range map[string]func(*Job){
		"is no name of a job":    func(j *Job) { j.ID = "a.b" },
		"has no command":         func(j *Job) { j.Args = nil },
		"put what is long":       func(j *Job) { j.Args = append(j.Args, strings.Repeat("x", mostArgs)) },
		"divided into 0 parts":   func(j *Job) { j.Parts = 0 },
		"outside of its folder":  func(j *Job) { j.Files = map[string]string{"../x": ""} },
		"negative memory":        func(j *Job) { j.Memory = -1 },
		"divided into 9999999 p": func(j *Job) { j.Parts = 9999999 },
	} {
		j := good()
		spoil(j)
		if err := j.check(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v; want %s", err, want)
		}
	}
	if id := newID("a/b"); !strings.HasPrefix(id, "job-") || !idForm.MatchString(id) {
		t.Error(id)
	}
	if j := good(); j.attempts() != defaultAttempts {
		t.Error(j.attempts())
	}
}

// What stands under the name of a job and is none, or another, is no job to anybody.
func TestForeignJob(t *testing.T) {
	t.Parallel()
	_, c := startHub(t, HubOptions{})
	job := submit(t, c, Job{ID: "b", Parts: 3})
	foreign := job
	foreign.Parts = 2
	for id, text := range map[string][]byte{"a": encode(foreign), "c": encode(Job{ID: "c"}), "d": []byte("no job")} {
		if _, err := c.jobs.Put(t.Context(), id, text); err != nil {
			t.Fatal(err)
		}
		if got, err := c.Job(t.Context(), id); !errors.Is(err, ErrNoJob) {
			t.Errorf("%s: %+v, %v", id, got, err)
		}
	}
	startWorker(t, c, counting(t, 60), WorkOptions{})
	if s, err := c.Wait(t.Context(), "b"); err != nil || s.Phase != Done || s.Total != 3 || s.Found != 60 {
		t.Errorf("%+v, %v", s, err)
	}
	if all, err := c.Jobs(t.Context()); err != nil || len(all) != 1 || all[0].Parts != 3 {
		t.Errorf("%+v, %v", all, err)
	}
	if _, err := c.State(t.Context(), "a"); !errors.Is(err, ErrNoJob) {
		t.Error(err)
	}
}

func TestTaskKey(t *testing.T) {
	part, err := parts.Parse("3/64,2/8")
	if err != nil {
		t.Fatal(err)
	}
	key := Task{Job: "j-1", Part: part}.key()
	job, again, err := parseKey(key)
	if key != "j-1.3/64.2/8" || job != "j-1" || again.Compare(part) != 0 || err != nil {
		t.Errorf("%s is %s %v, %v", key, job, again, err)
	}
	for _, bad := range []string{"j", "j.", "j.x", "j.3/2"} {
		if _, _, err := parseKey(bad); err == nil {
			t.Error(bad)
		}
	}
}

func TestContradicts(t *testing.T) {
	result := func(status int, sure any) *Result {
		r := &Result{Status: status, Output: partOutput(t, nil, 1, sure)}
		if err := r.look(nil); err != nil {
			t.Fatal(err)
		}
		return r
	}
	a := result(0, 1)
	if a.contradicts(result(0, 1)) || a.contradicts(result(0, nil)) || a.contradicts(&Result{Divided: 2}) {
		t.Error("no contradiction")
	}
	if !a.contradicts(result(0, 2)) || !a.contradicts(result(1, 1)) {
		t.Error("a contradiction")
	}
}
