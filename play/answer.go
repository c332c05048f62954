package play

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"unicode"
)

// readAnswer reads the number of a move in an outside player's line, 1 to most: a
// bare number or an object with nothing but "number". A complaint says what is
// wrong with it.
func readAnswer(line string, most int) (number int, complaint string) {
	text := json.RawMessage(line)
	var object struct {
		Number *json.RawMessage `json:"number"`
	}
	if strings.HasPrefix(strings.TrimSpace(line), "{") {
		if err := json.Unmarshal(text, &object); err != nil || object.Number == nil {
			return 0, "not an object with a number: " + excerpt(line)
		}
		text = *object.Number
	}
	n, err := strconv.Atoi(strings.TrimSpace(string(text)))
	switch {
	case err != nil:
		return 0, "not a number: " + excerpt(line)
	case n < 1 || n > most:
		return 0, fmt.Sprintf("there is no move %d, they are numbered 1 to %d", n, most)
	}
	return n, ""
}

// excerpt is the beginning of a text that may be anything, fit to be printed.
func excerpt(text string) string {
	clean := strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(text, "?"))
	runes := []rune(strings.Join(strings.Fields(clean), " "))
	if len(runes) > 40 {
		runes = append(runes[:39], '…')
	}
	return "`" + string(runes) + "`"
}

// Words splits a command at blanks; quotes, single or double, keep blanks
// together, and a backslash outside of single quotes takes the next character as
// it is. The error says which quote is not closed.
func Words(command string) ([]string, error) {
	var words []string
	var word strings.Builder
	inWord, quote, escaped := false, rune(0), false
	for _, c := range command {
		switch {
		case escaped:
			word.WriteRune(c)
			escaped = false
		case c == '\\' && quote != '\'':
			escaped, inWord = true, true
		case quote != 0 && c == quote:
			quote = 0
		case quote != 0:
			word.WriteRune(c)
		case c == '"' || c == '\'':
			quote, inWord = c, true
		case unicode.IsSpace(c):
			if inWord {
				words = append(words, word.String())
				word.Reset()
				inWord = false
			}
		default:
			word.WriteRune(c)
			inWord = true
		}
	}
	if quote != 0 || escaped {
		return nil, fmt.Errorf("the command breaks off within quotes: %s", excerpt(command))
	}
	if inWord {
		words = append(words, word.String())
	}
	return words, nil
}
