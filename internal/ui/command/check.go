package command

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"nazo/compile"
	"nazo/dsl/check"
	"nazo/dsl/diag"
	"nazo/dsl/instance"
	"nazo/internal/judge"
	"nazo/internal/model"
	"nazo/internal/show/draw"
	"nazo/internal/show/link"
	"nazo/internal/show/picture"
	"nazo/internal/solve"
	"nazo/internal/study/lint"
	"nazo/internal/ui/load"
)

// checked is the report of nazo check.
type checked struct {
	Puzzle string `json:"puzzle,omitempty"`
	// Diagnostics has all diagnostics if the output is one document. Otherwise they go to standard error.
	Diagnostics *diag.List       `json:"diagnostics"`
	Answers     []picture.Judged `json:"answers,omitempty"`
	summaries   []string         // of what has no mistakes
	problem     *solve.Problem   // of the answers
	all         bool             // name all broken instances of rules
}

type checkCmd struct {
	puzzleArgs
	boardFormatFlag
	limitFlags
	partsFlags
	All    bool
	Answer string
}

// Declare implements [Declarer].
func (c *checkCmd) Declare(v *Verb) {
	v.Include(&c.puzzleArgs, &c.boardFormatFlag, &c.limitFlags, &c.partsFlags)
	v.Flag(&c.All, "all", "", "Name all broken instances of each rule, not only the first few.")
	v.Flag(&c.Answer, "answer", "FILE", "Judge this answer: a board as nazo solve draws it, a grid of symbols, or JSON; - for standard input.")
}

func (c *checkCmd) alone() string {
	return firstGiven(flagged{c.Answer != "", "--answer"})
}

// Run checks a spec, an instance or an answer.
func (c *checkCmd) Run(s *session) error {
	s.checking = true
	c.start(s)
	if c.Answer == "-" && (c.Spec == "-" || slices.Contains(c.Args, "-")) {
		return mistakef("standard input can't be both the answer and the spec or instance: name a file for one of them")
	}
	if c.All && c.Answer == "" {
		return mistakef("--all is about the rules that an answer breaks: name one with --answer")
	}
	to := c.printer(s, colorFlag{}.drawer(s))
	if c.Answer == "" && len(c.Args) == 0 && !isLink(c.Spec) {
		if err := c.ofSeveral(); err != nil {
			return err
		}
		return c.tell(s, to, func(found *checked) error { return s.survey(c, found) })
	}
	s.inputTaken = c.Answer == "-"
	r, several, err := s.requests(c)
	switch {
	case err != nil:
		return c.tell(s, to, func(*checked) error { return err })
	case several != nil:
		return several.run()
	}
	return c.answer(s, r, to)
}

func (c *checkCmd) answer(s *session, r *request, to printer) error {
	if err := c.ofSeveral(); err != nil {
		return err
	}
	return c.tell(s, to, func(found *checked) error { return s.examine(c, r, found) })
}

// tell prints the findings or the mistakes.
func (c *checkCmd) tell(s *session, to printer, find func(*checked) error) error {
	found := &checked{}
	err := find(found)
	s.answered()
	status := found.status()
	if to.document() {
		status, err = s.diagnose(found, err)
	} else if err == nil {
		s.warn()
	}
	if err != nil {
		return err
	}
	to.print(found)
	s.worked(c.formatFlag, "")
	return status
}

func (c *checked) finding() (verdict, kind string) {
	if c.Diagnostics.Len() > 0 && !c.Diagnostics.HasErrors() {
		return "warning", "with a warning"
	}
	return "no mistakes", "without mistakes"
}

// status is StatusFalse if an answer was refused.
func (c *checked) status() Status {
	if slices.ContainsFunc(c.Answers, func(j picture.Judged) bool { return !j.Accepted }) {
		return StatusFalse
	}
	return StatusTrue
}

// diagnose takes mistakes and warnings into the report, and returns the status that they mean. It returns all other
// errors.
func (s *session) diagnose(found *checked, err error) (Status, error) {
	var problems *diag.List
	switch {
	case errors.As(err, &problems):
		found.Diagnostics, found.Answers = problems, nil
		if hasCode(problems, "limit-time") {
			return StatusLimit, nil
		}
		return StatusMistake, nil
	case err != nil:
		return 0, err
	}
	warnings := s.warnings
	found.Diagnostics, s.warnings = &warnings, diag.List{}
	s.warn() // prints the remarks
	return found.status(), nil
}

// survey looks for mistakes in a spec.
func (s *session) survey(c *checkCmd, found *checked) error {
	sp, mistakes, err := s.loadRest(c.Spec)
	if err != nil {
		return err
	}
	found.Puzzle = sp.Name
	if err := collect(mistakes, s.tryDefaults(sp)); err != nil {
		return err
	}
	if sp.embedded == "" { // shipped specs are tested
		mistakes.Merge(lint.Mistakes(s.ctx, sp.Spec))
	}
	if err := mistakes.Err(); err != nil {
		return err
	}
	finds := plural(len(sp.Finds), "find") + ", " + plural(len(sp.Rules), "rule")
	if sp.Moving() {
		finds = plural(len(sp.States), "state") + ", " + plural(len(sp.Moves), "move")
	}
	found.summaries = []string{fmt.Sprintf("%s: %s, %s, %s", sp.Name, plural(len(sp.Givens), "given"), finds, plural(len(sp.Examples), "example"))}
	return nil
}

// mostTried bounds the nodes and the work of compiling a spec's defaults to find mistakes.
const mostTried = 1 << 20

// tryDefaults compiles a spec that needs no instance, for the mistakes that show only then. It skips a spec that is
// too large.
func (s *session) tryDefaults(sp *spec) error {
	for _, g := range sp.Givens {
		if g.Stmt.Value == nil {
			return nil
		}
	}
	if sp.embedded != "" {
		return nil // warnings of shipped specs are not for users
	}
	_, err := s.compile(s.ctx, sp, instance.Input{}, compile.Options{MaxNodes: mostTried, MaxWork: mostTried})
	var problems *diag.List
	if errors.As(err, &problems) && slices.ContainsFunc(problems.All(), func(d *diag.Diagnostic) bool { return strings.HasPrefix(d.Code, "limit-") }) {
		return nil
	}
	return err
}

// examine looks for mistakes in an instance, and has the answers judged, if there are any.
func (s *session) examine(c *checkCmd, r *request, found *checked) error {
	if c.Answer != "" && len(r.swept) > 0 {
		return mistakef("--answer takes one puzzle, not a range of them")
	}
	found.Puzzle = r.Name
	for in := range r.inputs() {
		p, err := s.problem(r, in)
		if err != nil {
			return err
		}
		if c.Answer != "" {
			found.problem, found.all = p, c.All
			found.Answers, err = s.judge(c, p)
			if fault := (*solve.Fault)(nil); errors.As(err, &fault) {
				return s.disagree(r, &outcome{spec: r.spec, problem: p, report: &solve.Report{Fault: fault}})
			}
			return err
		}
		size := plural(len(p.Model.Constraints), "constraint")
		if p.Moving() {
			size = plural(len(p.Model.Machine.Moves), "move")
		}
		found.summaries = append(found.summaries, fmt.Sprintf("%s: %s, %s", r.Name, plural(len(p.Model.Vars), "variable"), size))
	}
	return nil
}

// mostNamed bounds the broken instances of each rule that are named.
const mostNamed = 20

// judgeText judges a text: a board as nazo solve draws it, several boards with their numbers, or a grid of symbols.
func (s *session) judgeText(src *diag.Source, by *solve.Session, most int) ([]picture.Judged, error) {
	var all []picture.Judged
	for _, one := range numberedAnswers(src) {
		values, problems := picture.Read(one, by.Problem().Judge, by.Problem().Givens)
		if problems.HasErrors() {
			return nil, problems
		}
		said, err := picture.JudgeValues(s.ctx, by, values, most)
		if err != nil {
			return nil, err
		}
		all = append(all, said)
	}
	return all, nil
}

// numberedHead matches the line above each of several solutions, as [textPrinter.numbered] writes it.
var numberedHead = pattern(`(?m)^solution [0-9]+\r?$`)

// numberedAnswers divides a text with several solutions. Each keeps its line numbers: blank lines stand for the text
// before it.
func numberedAnswers(src *diag.Source) []*diag.Source {
	heads := numberedHead().FindAllStringIndex(src.Text, -1)
	if len(heads) == 0 {
		return []*diag.Source{src}
	}
	var all []*diag.Source
	for i, head := range heads {
		end := len(src.Text)
		if i+1 < len(heads) {
			end = heads[i+1][0]
		}
		lines := strings.Count(src.Text[:head[1]], "\n")
		all = append(all, diag.NewSource(src.Name, strings.Repeat("\n", lines)+src.Text[head[1]:end]))
	}
	return all
}

// isBareList reports whether a text is a JSON value without the name of a find. That is a list of lists, or a list
// without objects if it can't be a drawing for the spec's links.
func isBareList(text string, spec *check.Spec) bool {
	var items []json.RawMessage
	if json.Unmarshal([]byte(text), &items) != nil || len(items) == 0 {
		return false
	}
	return items[0][0] == '[' || items[0][0] != '{' && len(link.Statements(spec)) == 0
}

// judge judges each answer in a file by the rules.
func (s *session) judge(c *checkCmd, p *solve.Problem) ([]picture.Judged, error) {
	text, err := s.read(c.Answer)
	if err != nil {
		return nil, err
	}
	team, _ := load.Team("auto")
	s.progress.stage("judging the answer")
	src, by, most := diag.NewSource(c.Answer, text), solve.Open(p, team), 0
	if c.All {
		most = mostNamed
	}
	var judged []picture.Judged
	switch {
	case !p.Moving() && isBareList(text, p.Judge.Spec()):
		return nil, mistakef("%s is a list without the name of a find: write {%q: […]}, or a board as text", c.Answer, p.Judge.Finds[0].Name)
	case !p.Moving() && link.IsDrawing(text, p.Judge.Finds):
		judged, err = s.judgeDrawing(src, by, most)
	case !picture.IsJSON(text) && !p.Moving():
		judged, err = s.judgeText(src, by, most)
	default:
		judged, err = picture.JudgeAnswer(s.ctx, src, by, most)
	}
	switch {
	case errors.As(err, new(*picture.OpenStart)):
		err = mistake{err.Error()}
	case err == nil && c.All:
		for i := range judged {
			judged[i].Rules = picture.ByRule(p.Problem, judged[i].Verdict.Violations)
		}
	case errors.As(err, new(model.Reason)):
		err = limited{fmt.Sprintf("not known whether the rest of the answer can be completed: %v", err)}
	}
	return judged, err
}

// refusal explains why an answer is refused. It names each broken rule once, with its line in the spec and the values
// of its binders, and draws the board with the first place marked.
func (t *textPrinter) refusal(c *checked, refused picture.Judged) {
	t.brokenRules(c, refused)
	if what, items := t.refusedBoard(c, refused); items != nil {
		fmt.Fprintf(t.out, "\nmarked with !: %s\n%s", what, draw.Text(items, draw.Options{Color: t.draw.Color, Width: t.draw.Width}))
	}
}

func (t *textPrinter) brokenRules(c *checked, refused picture.Judged) {
	if refused.Answer == nil || refused.Answer.Run != nil {
		for _, text := range refused.Broken {
			fmt.Fprintf(t.out, "  %s\n", text)
		}
		return
	}
	rules := picture.ByRule(c.problem.Problem, refused.Verdict.Violations)
	for i, rule := range rules {
		least := ""
		if last := i == len(rules)-1; last && !c.all && len(refused.Verdict.Violations) == judge.MostViolations {
			least = " at least (--all names them)"
		}
		t.brokenRule(c, rule, least)
	}
}

// refusedBoard returns the board of an answer, marked at the first place where a rule is broken. It is nil if no rule
// names a place.
func (t *textPrinter) refusedBoard(c *checked, refused picture.Judged) (what string, items []draw.Item) {
	if refused.Answer == nil || refused.Answer.Run != nil {
		return "", nil
	}
	for _, v := range refused.Verdict.Violations {
		if items := t.draw.Refused(c.problem, refused.Answer, v.About); items != nil {
			return v.Why, items
		}
		about := picture.BrokenAt(c.problem.Problem, v)
		if about == nil {
			about = v.Bound
		}
		if items := t.draw.Refused(c.problem, refused.Answer, about); items != nil {
			return picture.BoundText(c.problem.Problem, v), items
		}
	}
	return "", nil
}

// mostTold bounds the broken instances of a rule that are named without --all.
const mostTold = 3

// brokenRule writes a rule with its line and its broken instances. least says how sure their number is.
func (t *textPrinter) brokenRule(c *checked, r picture.BrokenRule, least string) {
	first := r.Violations[0]
	fmt.Fprintf(t.out, "  %s\n", picture.ViolationText(c.problem.Problem, first))
	if first.Source != nil {
		last := first.Source.Position(first.Span.End - 1).Line
		width := len(fmt.Sprint(last))
		start := first.Source.Line(r.Line)
		margin := len(start) - len(strings.TrimLeft(start, " "))
		for n := r.Line; n <= min(last, r.Line+mostLines-1); n++ {
			line := first.Source.Line(n)
			outer := line[:min(margin, len(line))]
			fmt.Fprintf(t.out, "  %*d | %s\n", width, n, Cut(strings.TrimRight(strings.TrimLeft(outer, " ")+line[len(outer):], " "), mostColumns))
		}
		indent := "  " + strings.Repeat(" ", width) + " | "
		most := mostTold
		if c.all {
			most = mostNamed
		}
		for i, v := range r.Violations {
			if i > 0 && i < most {
				fmt.Fprintf(t.out, "%sand %s\n", indent, picture.InstanceText(c.problem.Problem, v))
			}
		}
		if more := r.Count - most; more > 0 {
			fmt.Fprintf(t.out, "%sand %d more%s\n", indent, more, least)
		}
	}
}

// How much of a rule is shown: columns of a line, and lines.
const (
	mostColumns = 120
	mostLines   = 8
)
