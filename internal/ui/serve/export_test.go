package serve

import "time"

// Patient has a server wait for requests as long as they take, with so many places for those that arrive.
func Patient(s *Server, places int) { s.patient, s.door.places = true, places }

// GaveWay is how many connections gave way to others.
func GaveWay(s *Server) int {
	s.door.mu.Lock()
	defer s.door.mu.Unlock()
	return s.door.gaveWay
}

// Lenient gives workers a long time for stopping.
func Lenient(c *Crew) { c.lenient = time.Hour }

// MaxWaiting is how many questions of a kind wait.
const MaxWaiting = maxWaiting
