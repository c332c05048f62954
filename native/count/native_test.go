package count_test

import (
	"nazo/native"
	"nazo/native/count"
)

func init() { count.Engine = native.New() }
