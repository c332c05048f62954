package draw

import (
	"strconv"

	"nazo/value"
)

// regions takes the parts of regions of cells as areas.
func (l *layer) regions(r *value.Regions) bool {
	cells, ok := l.cells(r.Graph.Vertices.List())
	if !ok {
		return false
	}
	l.areas = map[spotOn]string{}
	for i, part := range r.Numbers() {
		l.areas[cells[i]] = strconv.Itoa(int(part))
	}
	return true
}
