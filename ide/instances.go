package ide

import (
	"nazo/dsl"
	"nazo/dsl/check"
	"nazo/dsl/diag"
	"nazo/dsl/instance"
)

// read is what reading a file of instances finds out.
type read struct {
	entries []*dsl.Assign
	record  *check.Record
	all     *diag.List
}

// readInstances reads the file and, if its spec is known, checks what it has for givens.
func (d *Document) readInstances() *read {
	instances, problems := instance.Parse(d.Source)
	r := &read{record: &check.Record{}, all: &diag.List{Limit: maxDiagnostics}}
	r.all.Merge(problems)
	var examples []*dsl.Example
	for _, i := range instances {
		r.entries = append(r.entries, i.Entries...)
		examples = append(examples, &dsl.Example{At: i.At, Givens: i.Entries})
	}
	if d.spec == nil {
		return r
	}
	r.all.Merge(check.CheckInstances(d.spec.found().file, d.spec.resolve, r.record, d.Source, examples))
	return r
}

// givenAt is the given whose name stands at an offset of a file of instances; nil if there is none.
func (d *Document) givenAt(offset int) (*check.Symbol, *dsl.Name) {
	r := d.read()
	for _, a := range r.entries {
		for _, n := range a.Names {
			if n.Start <= offset && offset <= n.End {
				return r.record.SymbolOf(n), n
			}
		}
	}
	return nil, nil
}
