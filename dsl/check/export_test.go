package check

// Calls is how many calls of defs were given a meaning: the body of the def was checked, or
// it had been before for arguments of that kind.
func (s *Spec) Calls() int { return len(s.callees) }
