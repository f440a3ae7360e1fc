package cli

import (
	"fmt"
	"runtime"
)

// mostWorkers is the largest number of workers, threads or games at once that can be
// asked for. Each holds memory of its own, so that a slip of the finger could
// otherwise take all there is.
func mostWorkers() int { return max(256, 4*runtime.NumCPU()) }

// checkWorkers refuses a number of workers, the value of a flag, that is below least
// or cannot be meant.
func checkWorkers(flag string, n, least int) error {
	if n >= least && n <= mostWorkers() {
		return nil
	}
	return usagef(fmt.Sprintf("give a number from %d to %d; the machine has %s", least, mostWorkers(), plural(runtime.NumCPU(), "core")), "%s %d", flag, n)
}
