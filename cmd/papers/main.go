// Command papers writes docs/papers.md: what four old texts on tours and numbers
// print, beside what Nazo measures or proves.
//
// The document is the template papers.tmpl, which is prose and questions; each
// question names a spec, an instance and a search, and is answered when the
// document is made. So claims, figures and puzzles are data, and this program knows
// only the kinds of questions. What depends on a clock is left out: the same
// template always makes the same document.
package main

//go:generate go run . -o ../../docs/papers.md

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"

	"nazo/internal/atomicfile"
)

func main() {
	output := flag.String("o", "", "write to this file instead of standard output")
	quick := flag.Bool("quick", false, "only the sections that take no more than seconds")
	long := flag.Bool("long", false, "count anew what takes minutes and gigabytes, too")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := write(ctx, *output, *quick, *long); err != nil {
		fmt.Fprintln(os.Stderr, "papers:", err)
		os.Exit(1)
	}
}

// write makes the document, or those of its sections that are quick.
func write(ctx context.Context, output string, quick, long bool) error {
	d, err := newDocument(ctx, long)
	if err != nil {
		return err
	}
	var text bytes.Buffer
	if quick {
		for _, name := range d.quick() {
			if err := d.section(&text, name); err != nil {
				return err
			}
		}
	} else if err := d.whole(&text); err != nil {
		return err
	}
	if output != "" {
		return atomicfile.WriteText(output, text.String(), atomicfile.Options{Force: true})
	}
	_, err = io.Copy(os.Stdout, &text)
	return err
}
