//go:build !linux

package command

import "errors"

func smallDisk(string) (free func(), err error) { return nil, errors.ErrUnsupported }
