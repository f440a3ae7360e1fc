package cli

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"
)

// The log holds to the schema of SARIF 2.1.0, with findings and without.
func TestSarifIsValid(t *testing.T) {
	for _, files := range [][]string{
		{"../../pgn/testdata/cases"},
		{"../../pgn/testdata/cases/plain.pgn"},
		{"../../pgn/testdata/cases/empty-file.pgn"},
		{"../../pgn/testdata/cases/latin1.pgn", "../../pgn/testdata/cases/illegal-move.pgn"},
	} {
		var out, errs bytes.Buffer
		status := Main(context.Background(), "1.2.3", append([]string{"check", "--sarif"}, files...), Streams{In: strings.NewReader(""), Out: &out, Err: &errs})
		if status > 1 {
			t.Fatalf("%v: status %d: %s", files, status, &errs)
		}
		report, err := sarif.FromBytes(out.Bytes())
		if err != nil {
			t.Fatalf("%v: %v\n%s", files, err, &out)
		}
		if err := report.Validate(); err != nil {
			t.Errorf("%v: %v", files, err)
		}
		if strings.Contains(files[len(files)-1], "illegal") {
			result := report.Runs[0].Results[len(report.Runs[0].Results)-1]
			region := result.Locations[0].PhysicalLocation.Region
			if *result.RuleID != "illegal-move" || *region.StartLine != 12 || *region.StartColumn != 13 || *region.EndColumn != 16 {
				t.Errorf("result %+v at %+v", *result.RuleID, region)
			}
		}
	}
}
