/** What Node finds under "wo-fiber/http": its source is fiber code, compiled with the program that imports it. */
throw new Error(
  "wo-fiber/http exists in fiber code only: run this program with `npx wo run FILE`, or load it with " +
    "Runtime.load of wo-fiber",
);

export {};
