// Package fleet does jobs on many machines: a job is a command line of nazo that is divided
// into parts, a task is one part of it, and what tasks found is kept by a hub until it is
// put together.
//
// The hub is a server of NATS with JetStream, inside of this process ([Hub]) or anywhere else. It
// has the jobs, a queue of tasks, and the results. The results are the truth and the queue
// is only a hint: a result is created once under the name of its task, so whatever is
// delivered twice, lost, or done by a worker that had been given up counts once. What has
// neither a result nor a message is put into the queue again (coordinator).
//
// A worker ([Work]) takes tasks from the queue and has a [Runner] do them; the package does not
// know how that is done. It knows neither verbs nor puzzles: what a part is, and when enough was
// found, is in the lines of package parts.
package fleet
