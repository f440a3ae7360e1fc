// Package language tells in which language a comment is written, and brings the
// forms of a word to one stem, so that attacks is found where attacking stands.
//
// Both work on folded words, as package fold makes them. The stemmers and the lists
// of frequent words are those of the bleve library. It has none for the forms of
// Persian and Catalan: Persian words are their own stems, and Catalan ones lose but
// an elided article. Latin text without a frequent word of any language counts as
// English, text in Cyrillic as Russian.
package language
