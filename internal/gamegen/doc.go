// Package gamegen makes collections of games for tests and benchmarks: random
// but legal ones, the same for the same seed, in PGN text. Each game depends on
// the seed and its number alone.
package gamegen
