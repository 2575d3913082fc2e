// An uncaught TypeError ends the program after what was printed before
console.log("before");
function deep(value: any): string {
  try {
    return value.missing.property;
  } finally {
    console.log("finally runs");
  }
}
console.log([1, 2].map((n) => n * 2));
console.log(deep({}));
console.log("never printed");
