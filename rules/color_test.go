package rules

import "testing"

func TestColor(t *testing.T) {
	if White.Other() != Black || Black.Other() != White {
		t.Error("a side is its own opponent")
	}
	if White.String() != "white" || Black.String() != "black" {
		t.Errorf("sides are called %s and %s", White, Black)
	}
}
