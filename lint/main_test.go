package lint_test

import (
	"testing"

	"nazo/internal/testtime"
)

func TestMain(m *testing.M) { testtime.Main(m) }
