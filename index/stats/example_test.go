package stats_test

import (
	"fmt"

	"github.com/diwan-shatranj/diwan/index/stats"
	"github.com/diwan-shatranj/diwan/rules"
)

// Games are counted by player, and rated. The third game has no result: it is no draw.
func Example() {
	games := []stats.Game{
		{White: "as-Suli", Black: "al-Lajlaj", Result: rules.WhiteWins},
		{White: "al-Lajlaj", Black: "as-Suli", Result: rules.Draw},
		{White: "as-Suli", Black: "al-Lajlaj"},
	}
	players := stats.NewPlayers()
	for i := range games {
		players.Add(&games[i])
	}
	for _, p := range players.List() {
		share, low, high, _ := p.Share()
		fmt.Printf("%s: %d games, %.1f points of %d, %.2f (%.2f-%.2f)\n", p.Name, p.Games, p.Points(), p.Decided(), share, low, high)
	}
	for _, r := range stats.Rate(games, stats.RatingOptions{Average: 1500}).List {
		fmt.Printf("%s %.0f\n", r.Player, r.Elo)
	}
	// Output:
	// al-Lajlaj: 3 games, 0.5 points of 2, 0.25 (0.03-0.80)
	// as-Suli: 3 games, 1.5 points of 2, 0.75 (0.20-0.97)
	// as-Suli 1611
	// al-Lajlaj 1389
}
