// What the cache of names keeps of one thing. Apart from the cache, which only calls with a name load.

export interface NamedItem {
  readonly id: string;
  /** What people call it, the usual name first. */
  readonly names: readonly string[];
}

/** A longer list is not kept: its file would be larger than 10 MB. */
export const MOST_NAMES = 100_000;
