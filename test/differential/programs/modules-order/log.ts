let line = 0;
export function log(what: string) {
  console.log(++line, what);
}
log("log");
