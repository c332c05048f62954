package model

// Has reports whether some constraint of the model has a body of kind B.
func Has[B Body](m *Model) bool {
	for _, c := range m.Constraints {
		if _, ok := c.Body.(B); ok {
			return true
		}
	}
	return false
}
