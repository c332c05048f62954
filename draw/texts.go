package draw

import "iter"

// texts has the text of each cell of a board, "" for none. The zero value has none.
type texts struct {
	cols  int
	list  []string // row by row
	count int      // of those that are not empty
}

func newTexts(rows, cols int) texts { return texts{cols: cols, list: make([]string, rows*cols)} }

// at is the text of a cell.
func (t *texts) at(c spotOn) string {
	if t.list == nil {
		return ""
	}
	return t.list[(c.row-1)*t.cols+c.col-1]
}

// put gives a cell its text.
func (t *texts) put(c spotOn, text string) {
	at := &t.list[(c.row-1)*t.cols+c.col-1]
	if *at == "" && text != "" {
		t.count++
	}
	*at = text
}

// each has the cells that have a text, in reading order.
func (t *texts) each() iter.Seq2[spotOn, string] {
	return func(yield func(spotOn, string) bool) {
		for i, text := range t.list {
			if text != "" && !yield(spotOn{i/t.cols + 1, i%t.cols + 1}, text) {
				return
			}
		}
	}
}
