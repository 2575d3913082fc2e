/** proc.run: its options as what the native call takes. */
import { procRun } from "wo:intrinsics";

type Any = any;

export function proc_run(file: string, args: string[] = [], options: Any = {}): Any {
  const { input, cwd, env, timeout } = options;
  const entries = env === undefined ? undefined : Object.keys(env);
  const list = entries?.filter((name) => env[name] !== undefined).map((name) => `${name}=${env[name]}`);
  return procRun(file, [...args], input, cwd, list, timeout);
}
