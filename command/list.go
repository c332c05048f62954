package command

import (
	"fmt"
	"slices"
	"strings"

	"nazo/link"
	"nazo/puzzles"
)

// listCmd names the specs that come with nazo.
type listCmd struct {
	Specs    []string `arg:"" optional:"" name:"spec|word" help:"Only these, with what they ask for; or those whose name or description has all these words; link: those with links; sample, estimate: those for which nazo sample and nazo estimate work."`
	Searches bool     `help:"List the searches that have a name instead."`
}

// Run lists them by families; of those that are asked for by name also what they are given and what they
// find.
func (c *listCmd) Run(s *session) error {
	if c.Searches && len(c.Specs) > 0 {
		return mistakef("--searches lists all searches; leave %s out", shorten(c.Specs[0]))
	}
	if c.Searches {
		s.listSearches()
		return nil
	}
	if found := s.withWords(c.Specs); len(found) > 0 {
		s.listFamilies(found, slices.ContainsFunc(c.Specs, isLinkWord))
		return nil
	}
	for _, name := range c.Specs {
		sp, err := s.loadSpec(name)
		if err != nil {
			return err
		}
		if isLink(name) { // it may be damaged
			if _, err := s.loadInstances(sp, name); err != nil {
				return err
			}
		}
		s.warn()
		s.listSpec("", len(sp.name), sp.name, sp.About, sp.instances())
		s.listLinks("", len(sp.name), sp.File.Source.Text)
		s.listAbilities(sp)
		s.listParts(sp)
	}
	return nil
}

// withWords are the specs that come with nazo and have all the words in their name or in what they say they
// are, but none if one of the words names a spec or a file.
func (s *session) withWords(words []string) []string {
	for _, word := range words {
		if _, own := puzzles.Spec(word); own || isFile(word) || looksLikePath(word) {
			return nil
		}
	}
	var found []string
	asked, plain := []string{}, []string{}
	for _, word := range words {
		if abilities[word] != nil {
			asked = append(asked, word)
		} else {
			plain = append(plain, word)
		}
	}
	specs := puzzles.Specs()
	for i, name := range specs {
		text := strings.ToLower(strings.ReplaceAll(name, "_", " ") + " " + name + " " + puzzles.About(name))
		has := func(word string) bool {
			if isLinkWord(word) {
				source, _ := puzzles.Spec(name)
				return len(link.Declared(source)) > 0
			}
			return strings.Contains(text, strings.ToLower(word))
		}
		can := func(word string) bool { return s.able(name, abilities[word]) }
		s.progress.step("specs", i, len(specs))
		if every(plain, has) && every(asked, can) {
			found = append(found, name)
		}
	}
	return found
}

// every reports whether something holds of every word.
func every(words []string, holds func(word string) bool) bool {
	return !slices.ContainsFunc(words, func(word string) bool { return !holds(word) })
}

// isLinkWord reports whether a word asks for specs with links.
func isLinkWord(word string) bool { return word == "link" || word == "links" }

// listLinks prints the types of links that the text of a spec is for.
func (s *session) listLinks(indent string, width int, text string) {
	if ids := link.Declared(text); len(ids) > 0 {
		fmt.Fprintf(s.out, "%s%-*s  links: %s\n", indent, width, "", strings.Join(ids, ", "))
	}
}

// listFamilies prints those specs that are wanted, family by family. It reads no more of a spec than what
// it says it is, and the types of its links if these are wanted, too.
func (s *session) listFamilies(wanted []string, links bool) {
	width := 0
	for _, name := range wanted {
		width = max(width, len(name))
	}
	between := ""
	for _, family := range puzzles.Families() {
		heading := between + family + "\n"
		for _, name := range puzzles.SpecsOf(family) {
			if !slices.Contains(wanted, name) {
				continue
			}
			fmt.Fprint(s.out, heading)
			heading, between = "", "\n"
			s.listSpec("  ", width, name, puzzles.About(name), (&spec{embedded: name}).instances())
			if links {
				text, _ := puzzles.Spec(name)
				s.listLinks("  ", width, text)
			}
		}
	}
}

// listSpec prints a spec's name, padded to a width, what it is, and which instances come with it.
func (s *session) listSpec(indent string, width int, name, about string, instances []string) {
	fmt.Fprintf(s.out, "%s%-*s  %s\n", indent, width, name, about)
	if len(instances) > 0 {
		fmt.Fprintf(s.out, "%s%-*s  instances: %s\n", indent, width, "", strings.Join(instances, ", "))
	}
}

// listParts prints the statements that say what a spec asks for.
func (s *session) listParts(sp *spec) {
	print := func(text string) {
		fmt.Fprintf(s.out, "  %s\n", strings.Join(strings.Fields(text), " "))
	}
	for _, g := range sp.Givens {
		print(g.Source.Slice(g.Stmt.Span()))
	}
	for _, h := range sp.Hiddens {
		print(h.Source.Slice(h.Stmt.Span()))
	}
	for _, f := range sp.Finds {
		print(f.Source.Slice(f.Stmt.Span()))
	}
	for _, f := range sp.States {
		print(f.Source.Slice(f.Stmt.Span()))
	}
	for _, m := range sp.Moves {
		params := ""
		if m.Stmt.Params != nil {
			params = m.Source.Slice(m.Stmt.Params.Span())
		}
		print("move " + m.Stmt.Name.Text + "(" + params + ")")
	}
	for _, g := range sp.Goals {
		print(g.Source.Slice(g.Stmt.Span()))
	}
	for _, o := range sp.Objectives {
		if sp.Moving() {
			print(o.Source.Slice(o.Stmt.Span()))
		}
	}
	for _, r := range sp.Rules {
		if r.Stmt.Name != nil {
			print("rule " + fmt.Sprintf("%q", r.Stmt.Name.Value))
		}
	}
	for _, p := range sp.Players {
		text := "player " + p.Stmt.Name.Text
		if p.Stmt.Sample != nil {
			text += " sample " + p.Source.Slice(p.Stmt.Sample.Span())
		}
		if p.Stmt.By != nil {
			text += " by " + p.Source.Slice(p.Stmt.By.Span())
		}
		print(text)
	}
}
