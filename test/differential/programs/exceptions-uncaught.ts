// An uncaught error ends the program
console.log("before");
function thrower() {
  throw new RangeError("too far");
}
thrower();
console.log("never");
