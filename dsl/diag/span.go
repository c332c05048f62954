package diag

// Span is a stretch of a source's text: byte offsets, Start inclusive, End
// exclusive. An empty span stands between two characters.
type Span struct {
	Start int `json:"start"`
	End   int `json:"end"`
}

// To returns the span from the start of s to the end of other.
func (s Span) To(other Span) Span { return Span{Start: s.Start, End: other.End} }

// Len returns the number of bytes that the span covers.
func (s Span) Len() int { return s.End - s.Start }

// Contains reports whether other lies within s.
func (s Span) Contains(other Span) bool { return s.Start <= other.Start && other.End <= s.End }
