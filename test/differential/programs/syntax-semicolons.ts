// Where line breaks end statements, and where they do not
const log = (...values: any[]) => console.log(...values)
let a = 1
let b = a
++a
log(a, b)
const returned = () => {
  return
  1
}
log(returned())
const chained = [3, 1, 2]
  .map((x) => x * 2)
  .sort()
log(chained)
let i = 0
for (;;) {
  if (i++ > 2) break
  else continue
}
log(i)
do i--
while (i > 0) log(i)
const text = `a
b`
log(text.length)
;[1, 2].forEach((x) => log(x))
;(() => log("parenthesized"))()
const sum = a
  + b
log(sum)
class Fields {
  first = 1
  static second
  ;["third"] = 3
  get
  fourth() { return 4 }
}
log(new Fields().first, Fields.second, new Fields().third, new Fields().fourth)
if (a) ; else log("never")
var x
var y = x
log(typeof x, y)
outer: for (const n of [1, 2]) {
  for (const m of [1]) {
    if (n === 1) continue outer
    break outer
  }
}
throw_: {
  break throw_
}
const object = {
  get: 1, set: 2
  , last: 3
}
log(object)
