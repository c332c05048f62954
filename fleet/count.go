package fleet

// take counts a result.
func (c *coordinator) take(a arrival) error {
	f := c.running[a.job]
	if f == nil || a.existed != nil && a.existed != f {
		return nil
	}
	if a.lost != nil {
		return a.lost
	}
	var wrong *fault
	switch {
	case a.last:
		f.ready = true
	case a.err != nil:
		wrong = &fault{Task: keyPart(a.key), Reason: a.err.Error()}
	default:
		wrong = f.tracker.result(a.result)
	}
	for _, digest := range f.spent { // what is left is removed with the job
		c.checkpoints.Delete(c.ctx, stateName(f.job.ID, digest))
	}
	f.spent = nil
	if wrong != nil { // before anything else ends the job
		return c.distrust(f, wrong)
	}
	return c.step(f)
}

// step does what a job needs now: it ends, or tasks are sent.
func (c *coordinator) step(f *follow) error {
	if !f.ready {
		return nil
	}
	if wrong := c.faults[f.job.ID]; wrong != "" {
		return c.end(f, Faulty, wrong)
	}
	switch phase, reason := f.over(); {
	case phase == Enough && c.o.Judge != nil && !f.agreed:
		c.ask(f)
	case phase != Running:
		return c.end(f, phase, reason)
	}
	if f.leaves.out() <= c.o.Window/2 {
		c.fill(f)
	}
	if f.written.IsZero() {
		return c.put(f)
	}
	return nil
}
