package fleet

// take counts a result.
func (c *coordinator) take(b arrival) error {
	f := b.job
	if c.running[f.job.ID] != f {
		return nil
	}
	var wrong *fault
	if b.err != nil {
		wrong = &fault{Task: keyPart(b.key), Reason: b.err.Error()}
	} else {
		wrong = f.tracker.result(b.result)
	}
	for _, digest := range f.spent { // what is left is removed with the job
		c.checkpoints.Delete(c.ctx, stateName(f.job.ID, digest))
	}
	f.spent = nil
	if wrong != nil { // before anything else ends the job
		return c.distrust(f, wrong)
	}
	f.ready = f.ready || b.ready
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
