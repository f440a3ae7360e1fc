package cli

type statsCmd struct {
	Openings statsOpeningsCmd `cmd:"" help:"Opening arrays against one another."`
}
