package sat

import (
	"testing"

	"nazo/internal/testkit"
)

func TestMain(m *testing.M) { testkit.Main(m) }
