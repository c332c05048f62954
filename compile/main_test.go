package compile_test

import (
	"testing"

	"nazo/internal/testkit"
)

func TestMain(m *testing.M) { testkit.Main(m) }
