package serve

import "time"

// Patient has a server wait for a request as long as it takes, with so many places.
func Patient(s *Server, places int) { s.door = newDoor(places, time.Hour) }

// GaveWay is how many connections gave way to others.
func GaveWay(s *Server) int {
	s.door.mu.Lock()
	defer s.door.mu.Unlock()
	return s.door.gaveWay
}
