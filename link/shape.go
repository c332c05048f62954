package link

import "nazo/value"

// toShape is the shape that a piece of a bank is: its width, its height, and 1 or 0 for its cells in reading order.
func toShape(v value.Value) (value.Value, bool) {
	parts, ok := v.(value.Tuple)
	if !ok || len(parts) < 3 {
		return nil, false
	}
	width, ok := parts[0].(value.Int)
	if !ok || width < 1 {
		return nil, false
	}
	var cells []value.Cell
	for i, on := range parts[2:] {
		if on == value.Value(value.Int(1)) {
			cells = append(cells, value.Cell{Row: i / int(width), Col: i % int(width)})
		}
	}
	s, ok := value.ShapeOf(cells)
	return s, ok
}

// ofShape is the piece of a bank that a shape is.
func ofShape(s value.Shape) value.Value {
	width, height := 0, 0
	for _, c := range s.Cells() {
		width, height = max(width, c.Col+1), max(height, c.Row+1)
	}
	out := make(value.Tuple, 2+width*height)
	for i := range out {
		out[i] = value.Int(0)
	}
	out[0], out[1] = value.Int(width), value.Int(height)
	for _, c := range s.Cells() {
		out[2+c.Row*width+c.Col] = value.Int(1)
	}
	return out
}
