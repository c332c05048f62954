package main

import "nazo/fleet"

// coordinateCmd makes a hub of a server of NATS that is not this program.
type coordinateCmd struct {
	URL string `arg:"" help:"The server, such as nats://server:4222: 2.9 or later, with JetStream."`
	keyFlags
	waitFlag
}

// Run runs the server's jobs until an interrupt.
func (c *coordinateCmd) Run(s *session) error {
	credentials, err := c.credentials()
	if err != nil {
		return err
	}
	if err := fleet.Prepare(s.ctx, c.URL, credentials); err != nil {
		return err
	}
	client, err := fleet.Connect(s.ctx, c.URL, credentials)
	if err != nil {
		return err
	}
	defer client.Close()
	s.note("workers come by: nazo-fleet work %s", c.URL)
	return fleet.Coordinate(s.ctx, client, fleet.Coordination{Timing: c.timing(), Log: s.log, Judge: judge})
}
