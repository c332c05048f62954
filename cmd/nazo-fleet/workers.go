package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"

	"nazo/fleet"
)

// workersCmd lists the workers of a hub.
type workersCmd struct {
	hubFlags
	JSON bool `name:"json" help:"Print a line of JSON for each worker."`
}

// Run prints a line for each worker, by name.
func (c *workersCmd) Run(s *session) error {
	client, err := s.hub(c.hubFlags)
	if err != nil {
		return err
	}
	defer client.Close()
	s.troubles(client)
	ctx, cancel := context.WithTimeout(s.ctx, timeToHear)
	defer cancel()
	workers, err := client.Workers(ctx)
	switch {
	case err != nil && s.ctx.Err() == nil && errors.Is(err, context.DeadlineExceeded):
		return fmt.Errorf("the hub has not said in %v which workers it has", timeToHear)
	case err != nil:
		return err
	case c.JSON:
		for _, w := range workers {
			s.printJSON(w)
		}
		return nil
	case len(workers) == 0:
		s.note("nobody works for the hub; nazo-fleet work does")
		return nil
	}
	table := tabwriter.NewWriter(s.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "WORKER\tBUILD\tCORES\tMEMORY\tHEARD\tWORKS ON")
	for _, w := range workers {
		fmt.Fprintln(table, workerRow(w))
	}
	return table.Flush()
}

// workerRow is a worker in columns.
func workerRow(w fleet.Worker) string {
	memory := "-"
	if w.Memory > 0 {
		memory = fmt.Sprintf("%d MB", w.Memory>>20)
	}
	var works []string
	for _, t := range w.Tasks[:min(len(w.Tasks), mostTold)] {
		works = append(works, fmt.Sprintf("%s part %s for %s", t.Job, t.Part, roughTime(t.For)))
	}
	if more := len(w.Tasks) - mostTold; more > 0 {
		works = append(works, fmt.Sprintf("%d more", more))
	}
	for _, job := range slices.Sorted(maps.Keys(w.Refusing)) {
		works = append(works, fmt.Sprintf("refuses %s: %s", job, w.Refusing[job]))
	}
	cells := []string{w.Name, w.Build[:min(len(w.Build), 12)], fmt.Sprint(w.Cores), memory, roughTime(w.Silent) + " ago", strings.Join(works, "; ")}
	for i, cell := range cells {
		cells[i] = strings.ReplaceAll(plainLine(cell), "\t", " ")
	}
	return strings.TrimRight(strings.Join(cells, "\t"), "\t")
}
