package index_test

import (
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/diwan-shatranj/diwan/archive"
	"github.com/diwan-shatranj/diwan/index"
	"github.com/diwan-shatranj/diwan/index/query"
	"github.com/diwan-shatranj/diwan/rules"
)

// Games are counted by what they have, and by the moves made in a position.
func ExampleIndex_Facets() {
	ctx := context.Background()
	dir, err := os.MkdirTemp("", "diwan")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	a, err := archive.Open(dir, archive.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer a.Close()
	text := slices.Values([]archive.Input{{Name: "games.pgn", Open: func() (io.ReadCloser, error) {
		return io.NopCloser(strings.NewReader(games)), nil
	}}})
	if _, err := a.Import(ctx, text, archive.ImportOptions{}); err != nil {
		fmt.Println(err)
		return
	}
	ix, err := index.Open(a, index.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer ix.Close()
	if err := ix.Update(ctx, nil); err != nil {
		fmt.Println(err)
		return
	}
	facets, err := ix.Facets(ctx, query.All{}, "result", "array")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, f := range facets {
		for _, v := range f.Values {
			fmt.Println(f.Name, v.Value, v.Games)
		}
	}
	x, err := ix.Explorer(ctx, query.All{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer x.Close()
	array := rules.Arrays()[0].Position()
	found, err := x.Explore(ctx, &array, true)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(found.Games, "games begin at the array or its mirror image")
	// Output:
	// result * 1
	// result 1-0 1
	// array shah-d 1
	// array shah-e 1
	// 2 games begin at the array or its mirror image
}
