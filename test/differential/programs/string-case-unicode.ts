// Upper and lower case beyond ASCII, well-formedness
for (const t of ["straße", "ÀÉÎ", "ñandú", "ΑΒΓ", "привет", "ÿ", "µ", "Ā"])
  console.log(t.toUpperCase(), t.toLowerCase(), t.length);
console.log("İ".length, "a\u0301".length, "\u{1F600}".length, "\x41\u0042\u{43}", "tab\tnl\\n");
console.log("abc".localeCompare("abd"), "b".localeCompare("a"), "a".localeCompare("a"));
console.log("ab\ud800c".isWellFormed(), "ab\ud800c".toWellFormed(), "abc".isWellFormed());
