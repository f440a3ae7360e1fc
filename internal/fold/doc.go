// Package fold brings the spellings of a name or a text to one form, for
// search and for grouping. What is stored and what is asked for are folded by
// the same functions, so that the two meet.
//
// Folding takes away what spellings of one name differ in:
//
//   - case, accents, and the way a letter is encoded (compatibility forms too);
//   - apostrophes and the marks for ʿayn and hamza: ʿUmar, 'Umar, Umar;
//   - the article, where a hyphen joins it to its word, in full or
//     assimilated to a sun letter: al-Suli, as-Suli, el-Suli, ас-Сули; the
//     elided one of Abu'l-Fath; and the article of Arabic script, which is
//     always joined;
//   - letters that accents are not taken away from: ß is ss, ø is o, ł is l,
//     đ is d, ı is i, æ is ae;
//   - in Arabic script, the forms of alef, the hamza, the vowel signs, the
//     tatweel, ta marbuta and alef maqsura, and the Persian and Urdu forms of
//     ye, kaf and he; the digits of that script are those of ASCII;
//   - punctuation and blanks, which only part words.
//
// Two things are left to others: scripts are not transliterated, and an
// article without its hyphen ("Al Smith") is taken for a name. Both are
// the business of a list of aliases.
package fold
