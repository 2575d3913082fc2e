/** What Node finds under "wo-fiber/std": fiber code has it from the core, Node has nothing of it. */
throw new Error(
  "wo-fiber/std exists in fiber code only: run this program with `npx wo run FILE`, or load it with " +
    "Runtime.load of wo-fiber",
);

export {};
