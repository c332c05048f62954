package command

import (
	"fmt"
	"iter"
	"strings"
	"time"

	"nazo/parts"
)

// series is the batch as findings of numbered instances, which lines print.
func (b *batch) series(lines *batchLines) *series[*finding] {
	next, stop := iter.Pull2(b.instances())
	return &series[*finding]{
		head:  b.head,
		do:    b.each,
		print: lines.print,
		sure:  (*finding).sure,
		again: func(f *finding) error {
			name, read, _ := next()
			f.Name = name // as it is called here
			lines.apart += time.Duration(f.Seconds * float64(time.Second))
			if len(f.Found.Answers) == 0 || b.own {
				return nil
			}
			one := *b.ask
			var err error
			if one.instance, err = read(); err != nil {
				return err
			}
			_, _, err = b.judgeAgain(&one, f.Found)
			return err
		},
		missing: func(begin, end int) error {
			for range end - begin {
				next()
			}
			return nil
		},
		finish: func() error {
			stop()
			return lines.sum()
		},
	}
}

// head is that of the parts of a batch, and how many instances it has: it reads them all. What files are called where a part is done
// makes no difference.
func (b *batch) head() (parts.Head, int, error) {
	h, sum := newHashing()
	h.request(b.ask)
	n, last := 0, ""
	for _, read := range b.instances() {
		n++
		one, err := read()
		if err != nil {
			fmt.Fprintln(h, err)
			continue
		}
		if one.Source.Text != last {
			last = one.Source.Text
			fmt.Fprintf(h, "%q\n", last)
		}
	}
	head := b.session.head(b.ask, b.verb.puzzle().Args, sum())
	head.Question = strings.TrimSpace(head.Question + " --format " + b.verb.terms().format.Format) // which decides what is found out
	return head, n, b.ctx.Err()
}

// sure is the verdict, if there is one.
func (f *finding) sure() any {
	if f.Status == statusLimit || f.Status == statusBug {
		return nil
	}
	return []any{f.Verdict, f.Status}
}
