/** select.loop over sched's primitive: one round is one ready arm. */
import { selectRound } from "wo:intrinsics";

type Any = any;

// The arms of this round: functions are asked anew each time.
function evaluate(arms: Any): Any {
  const out: Any = {};
  for (const key of Object.keys(arms)) {
    const arm = arms[key];
    out[key] = typeof arm === "function" ? arm() : arm;
  }
  return out;
}

export function select_loop(arms: Any): Any {
  if (arms === null || typeof arms !== "object") {
    throw new TypeError("select.loop takes an object of arms");
  }
  return {
    next() {
      const fired = selectRound(evaluate(arms));
      return { value: fired, done: fired === undefined };
    },
    [Symbol.iterator]() {
      return this;
    },
  };
}
