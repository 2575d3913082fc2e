// Anything can be thrown and caught, and keeps its identity
const thing = { id: 1 };
const values: unknown[] = [
  1,
  "text",
  null,
  undefined,
  true,
  NaN,
  thing,
  [1, 2],
  () => 1,
  Symbol("s"),
  new Error("e"),
];
for (const value of values) {
  try {
    throw value;
  } catch (caught) {
    console.log(typeof caught, Object.is(caught, value), caught instanceof Error);
  }
}
function rethrow(value: unknown) {
  try {
    throw value;
  } catch (e) {
    try {
      throw e;
    } catch (again) {
      if (again !== e) console.log("changed");
      throw again;
    }
  }
}
try {
  rethrow(thing);
} catch (e: any) {
  e.id++;
}
console.log(thing.id);
try {
  try {
    throw "original";
  } catch (e) {
    e = "reassigned";
    throw e;
  }
} catch (e) {
  console.log(e);
}
const result = (() => {
  try {
    throw {
      get value() {
        return "from getter";
      },
    };
  } catch ({ value }: any) {
    return value;
  }
})();
console.log(result);
const e = "outer";
try {
  throw "inner";
} catch (e) {
  console.log(e);
  {
    const e = "block";
    console.log(e);
  }
}
console.log(e);
try {
  throw 1;
} catch {
  console.log("no binding");
}
