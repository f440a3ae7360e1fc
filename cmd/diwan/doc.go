// Command diwan reads, checks, keeps, annotates and searches shatranj games. Its
// commands are described by diwan --help and in the README.
package main
