// Imports and exports of types leave nothing behind
import type { Config } from "./types.ts";
import { type Level, defaults, isLevel } from "./types.ts";
import { type Only } from "./only-types.ts";
export type { Config } from "./types.ts";
export interface Local extends Config {
  extra?: Only;
}

const config: Local = { ...defaults, level: "high" };
const level: Level = config.level;
console.log(config, level, isLevel("low"), isLevel("other"), defaults === config);
export const exported: Config = defaults;
type Keys = keyof Config;
const keys: Keys[] = ["level", "size"];
for (const key of keys) console.log(key, exported[key]);
