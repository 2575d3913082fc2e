/** What the runtime shows of itself: plain snapshots, taken when asked for. */

/** What a fiber is doing. */
export type FiberState = "runnable" | "running" | "parked" | "done";

/** One fiber at one moment. */
export interface FiberInfo {
  readonly id: number;
  readonly name: string;
  readonly state: FiberState;
  readonly shard: number;
  readonly isolate: number;
  /** What it waits for, such as "receive on channel 7"; undefined when it does not wait. */
  readonly park: string | undefined;
  readonly reductions: number;
  readonly heapBytes: number;
  /** file:line:column of the spawn; "" for fibers the host started. */
  readonly spawnedAt: string;
  /** Innermost first. */
  readonly stack: { fn: string; url: string; line: number; column: number }[];
}

/** One root of a fiber: a place from which values are kept alive. */
export interface RootInfo {
  readonly fiber: number;
  readonly kind: "register" | "frame" | "catch" | "park" | "message" | "host" | "module";
  /** Innermost is 0; undefined where a frame plays no part. */
  readonly frame: number | undefined;
  readonly register: number | undefined;
  /** Source name of the variable where there is one. */
  readonly name: string | undefined;
  readonly type: string;
  readonly preview: string;
  readonly shallowBytes: number;
}

/** Counters since the runtime was made; bytes and fibers as they are now. */
export interface RuntimeStats {
  readonly shards: number;
  readonly fibers: {
    readonly runnable: number;
    readonly parked: number;
    readonly spawned: number;
    readonly done: number;
  };
  readonly slices: number;
  readonly preemptions: number;
  readonly parks: number;
  readonly wakes: number;
  readonly messages: number;
  readonly gc: { readonly collections: number; readonly pausesMs: number; readonly bytes: number };
  readonly heapBytes: number;
}
