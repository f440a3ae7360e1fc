// Package authority knows which spellings are names of one person.
//
// Folding (case, accents, ʿayn and hamza, the article, the order "Last, First")
// brings spellings of one name together, but neither scripts nor different names of
// a person: as-Suli, Abu Bakr Muhammad ibn Yahya and الصولي. An authority file does:
// it is a list of aliases, each with the person that it belongs to, and of when the
// persons flourished. Names are compared as wholes, folded: that "as-Suli" is a
// person does not make one of "as-Suli, Hasan".
//
// [Builtin] are the masters of the ninth and tenth centuries; [Open] adds the file
// [File] of an archive's folder, which its owner edits. Such a file is
// tab-separated. The first line names the columns: "alias", "person" and, as far as
// there, "floruit"; others, as "note", are for readers. A person is an alias of their
// own. A later line beats an earlier one, so that an owner's file beats the list
// that is built in: a name may be given to another person, a floruit corrected, and
// an alias without a person belongs to nobody. Lines that begin with # are skipped.
package authority
