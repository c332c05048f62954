package fleet

import "context"

// Runner does tasks. A worker calls Run for several tasks at once.
type Runner interface {
	// Run does a task and returns its result: Status, Output, Errors and CPU; Work fills in the rest.
	// Output has the lines that package parts writes, of this part and no other.
	//
	// When ctx ends, the task is to be broken off: Run saves its checkpoint in the file that w names,
	// if the job is resumable, and returns soon. context.Cause(ctx) says why: ErrDrain, ErrDivide, ErrEnded.
	// A task of a resumable job is told to be divided once it has a checkpoint; its parts begin from the last one.
	// A result that is returned without an error counts in spite of that.
	//
	// Any error without ctx being done is a failure of the task, which is tried again and set aside in
	// the end; its text is shown to people, and the result's Status goes with it. A Fatal says that more than the task is at fault,
	// and Refused is no failure: others may do the task.
	Run(ctx context.Context, job Job, task Task, w Workspace) (Result, error)
}

// Fatal is an error of Runner.Run that says something about the job.
type Fatal struct {
	// Err is what is shown to people.
	Err error
	// Fault says that what the job finds can't be believed: it is Faulty at once, whatever it has come to meanwhile. Otherwise
	// the job ends, with the result's Status, when a task has failed so each time, with two workers if there are two.
	Fault bool
	// Certain says that another attempt, or another worker, would come to the same: the task is set aside at once.
	Certain bool
}

// Error is what is shown to people.
func (f *Fatal) Error() string { return f.Err.Error() }

// Unwrap is that error.
func (f *Fatal) Unwrap() error { return f.Err }

// Refused is an error of Runner.Run: the worker is to take no tasks of the job. It is the reason, for people.
type Refused string

// Error is the reason.
func (r Refused) Error() string { return string(r) }

// Workspace is what a worker has ready for a task.
type Workspace interface {
	// Folder has the files of the job under their names. Tasks share it: nothing is to be written there.
	Folder() string
	// Checkpoint is the name of a file for the checkpoint of the task. If it exists, the task goes on from there.
	// It is replaced by renaming, never written in place: Work reads it at any time. It is empty if the job isn't resumable.
	Checkpoint() string
	// Begin is the name of a file with the checkpoint that the task is a part of: its digest is in the last share of its part. It is
	// empty if the task is no such part, or has a checkpoint of its own.
	Begin() string
	// Cores is how many cores the task may use: 1, or what the worker lends it if the job is Wide.
	Cores() int
	// Save takes the checkpoint to the hub, so that the task can go on elsewhere. Work does that from time to
	// time and when a task is broken off.
	Save(ctx context.Context) error
}

// stop is why a task is broken off.
type stop string

// Error is the reason.
func (s stop) Error() string { return string(s) }

// Reasons for which the context of a task ends.
const (
	// ErrDrain says that the worker ends; another goes on with the task.
	ErrDrain = stop("the worker ends")
	// ErrDivide says that the task is going to be split.
	ErrDivide = stop("the task is divided")
	// ErrEnded says that nobody needs the task's result any more.
	ErrEnded = stop("the job has ended")
)
