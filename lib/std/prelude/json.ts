/** JSON.parse's reviver: walks the value with a stack of its own, so depth is no matter. */

type Any = any;

// A container whose members are being revived, and where it hangs.
interface Level {
  holder: Any;
  key: string;
  value: Any;
  keys: string[] | undefined; // undefined: an array
  next: number;
  count: number;
}

function enter(holder: Any, key: string): Level {
  const value = holder[key];
  if (typeof value !== "object" || value === null) {
    return { holder, key, value, keys: [], next: 0, count: 0 };
  }
  const keys = Array.isArray(value) ? undefined : Object.keys(value);
  const count: number = keys === undefined ? value.length : keys.length;
  return { holder, key, value, keys, next: 0, count };
}

export function json_revive(value: Any, reviver: Any): Any {
  const levels: Level[] = [enter({ "": value }, "")];
  for (;;) {
    const level = levels[levels.length - 1] as Level;
    if (level.next < level.count) {
      const at = level.next++;
      const key = level.keys === undefined ? `${at}` : (level.keys[at] as string);
      levels.push(enter(level.value, key));
      continue;
    }
    levels.pop();
    const revived = reviver.call(level.holder, level.key, level.value);
    if (levels.length === 0) return revived;
    if (revived === undefined) {
      delete level.holder[level.key];
    } else {
      Object.defineProperty(level.holder, level.key, {
        value: revived, writable: true, enumerable: true, configurable: true,
      });
    }
  }
}
