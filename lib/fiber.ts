/** Compiled functions and running fibers, as the host holds them. */
import type { FiberInfo, RootInfo } from "./inspect.ts";

/** A compiled function of fiber code: pass it to `Runtime.spawn`. */
export interface FiberFn<A extends unknown[], R> {
  readonly name: string;
  readonly __fiber: (...args: A) => R;
}

/** The functions a loaded module exports, typed as `M` types them. */
export type Loaded<M> = {
  readonly [K in keyof M as M[K] extends (...args: never[]) => unknown ? K : never]: M[K] extends (
    ...args: infer A
  ) => infer R
    ? FiberFn<A, R>
    : never;
};

/** Where a FiberFn's code is; known to the runtime that loaded it only. */
export class CompiledFunction {
  readonly name: string;
  readonly owner: object;
  readonly image: number;
  readonly index: number;

  constructor(owner: object, image: number, index: number, name: string) {
    this.owner = owner;
    this.image = image;
    this.index = index;
    this.name = name;
  }
}

/** What a handle asks of its runtime. */
export interface HandleOwner {
  fiberInfo(id: number): FiberInfo | undefined;
  fiberRoots(id: number): RootInfo[];
}

/** How a fiber ended. */
export type Final = "returned" | "cancelled" | "error";

/** A fiber the host spawned. */
export class FiberHandle<R> {
  /** Unique within the runtime. */
  readonly id: number;
  readonly name: string;
  /** Resolves with the result; rejects with the fiber's error, carrying the fiber's stack. */
  readonly done: Promise<R>;
  readonly #owner: HandleOwner;
  #final: Final | undefined;
  #settle: { resolve(value: R): void; reject(error: unknown): void } | undefined;

  constructor(owner: HandleOwner, id: number, name: string) {
    this.#owner = owner;
    this.id = id;
    this.name = name;
    this.done = new Promise<R>((resolve, reject) => {
      this.#settle = { resolve, reject };
    });
    // An error nobody asks for is the fiber's, not the process's: it is kept in `done`.
    this.done.catch(() => {});
  }

  /** Undefined while it runs. */
  get final(): Final | undefined {
    return this.#final;
  }

  get state(): FiberInfo["state"] {
    return this.#final === undefined ? (this.info()?.state ?? "runnable") : "done";
  }

  /** A snapshot of the fiber; undefined once it is done. */
  info(): FiberInfo | undefined {
    return this.#final === undefined ? this.#owner.fiberInfo(this.id) : undefined;
  }

  /** What the fiber keeps alive, root by root; empty once it is done. */
  roots(): RootInfo[] {
    return this.#final === undefined ? this.#owner.fiberRoots(this.id) : [];
  }

  /** @internal Called once by the runtime. */
  end(final: Final, value: unknown): void {
    if (this.#final !== undefined) return;
    this.#final = final;
    if (final === "returned") this.#settle?.resolve(value as R);
    else this.#settle?.reject(value);
    this.#settle = undefined;
  }
}
