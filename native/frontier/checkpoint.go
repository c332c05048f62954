package frontier

// save and load are filled in with the file's form.
func (r *run) save() error { return nil }
func (r *run) load() error { return nil }
