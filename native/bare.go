package native

type circuit struct{}

func (p *poster) bareWalk() *circuit { return nil }
func (r *search) walkAlone(*circuit) {}
