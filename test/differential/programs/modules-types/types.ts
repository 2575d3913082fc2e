export type Level = "low" | "high";
export interface Config {
  level: Level;
  size: number;
}
export const defaults: Config = { level: "low", size: 1 };
export function isLevel(text: string): text is Level {
  return text === "low" || text === "high";
}
export declare const neverDefined: number;
