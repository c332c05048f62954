package dsl

// Tokens returns the tokens and comments of a spec, and the white space before each.
func Tokens(text string) (tokens, before []string) {
	at := 0
	for _, p := range cut(text, 0) {
		tokens = append(tokens, p.Value)
		before = append(before, text[at:p.Pos.Offset])
		at = endOf(&p.Token)
	}
	return tokens, before
}
