package gamegen

import (
	"fmt"
	"math/rand/v2"
	"strconv"
)

// The parts that names are made of. They are combined freely: nobody is meant.
var (
	givenNames = [...]string{
		"Abu Bakr", "Abu'l-Faraj", "Jabir", "Zayrab", "Rabrab", "Abu'n-Na'am", "Ali", "Hasan", "Harun", "Yahya",
		"Ibrahim", "Isma'il", "Ja'far", "Muhammad", "Musa", "Nasir", "Qasim", "Rashid", "Salim", "Tahir",
		"Umar", "Uthman", "Yusuf", "Zayd", "Bahram", "Dilaram", "Farrukh", "Khusraw", "Mihran", "Shirin",
	}
	origins = [...]string{
		"as-Suli", "al-Adli", "ar-Razi", "al-Lajlaj", "al-Kufi", "al-Basri", "al-Baghdadi", "al-Farghani", "al-Balkhi", "an-Nishapuri",
		"al-Isfahani", "al-Hamadani", "at-Tabari", "al-Bukhari", "as-Samarqandi", "ash-Shirazi", "al-Qazwini", "al-Misri", "al-Andalusi", "al-Qurtubi",
		"al-Halabi", "ad-Dimashqi", "al-Makki", "al-Madani", "al-Mawsili", "at-Tikriti", "al-Wasiti", "as-Sirafi", "al-Kirmani", "al-Marwazi",
		"al-Harawi", "as-Sijistani", "ad-Daylami", "al-Jurjani", "al-Khwarizmi", "ash-Shami", "al-Yamani", "al-Hadrami", "an-Nubi", "at-Turki",
	}
	places = [...]string{
		"Baghdad", "Samarra", "Rayy", "Basra", "Kufa", "Nishapur", "Isfahan", "Bukhara", "Samarqand", "Shiraz",
		"Cordoba", "Cairo", "Damascus", "Aleppo", "Mosul", "Balkh", "Marw", "Herat", "Hamadan", "Tabriz",
	}
	occasions = [...]string{
		"Majlis of the caliph", "Majlis of the vizier", "Contest of the masters", "Match for a wager", "Evening at the court",
		"Game by letter", "Contest of the aliyat", "Match of seven games", "Feast of Nawruz", "Feast of Mihragan",
	}
)

// heading is what the seven roster tags say, without the result.
type heading struct {
	event, site, date, round, white, black string
}

func newHeading(r *rand.Rand) heading {
	year := 840 + r.IntN(160)
	place := places[r.IntN(len(places))]
	h := heading{
		event: fmt.Sprintf("%s, %s %d", occasions[r.IntN(len(occasions))], place, year),
		site:  place,
		date:  fmt.Sprintf("%04d.%02d.%02d", year, 1+r.IntN(12), 1+r.IntN(28)),
		round: strconv.Itoa(1 + r.IntN(30)),
		white: person(r),
		black: person(r),
	}
	switch r.IntN(8) {
	case 0:
		h.date = fmt.Sprintf("%04d.??.??", year)
	case 1:
		h.round = "?"
	}
	return h
}

func person(r *rand.Rand) string {
	return origins[r.IntN(len(origins))] + ", " + givenNames[r.IntN(len(givenNames))]
}
