// What a file adds to a published site: made as drafts, which readers do not see, and shown to them last.

/** What files of a site have made as drafts and not shown yet, in this run or one that was cut off. */
export interface Held {
  has(key: string): boolean;
  add(key: string): void;
  /** All of it is shown. */
  clear(): void;
}

export function heldHere(): Held {
  const keys = new Set<string>();
  return { has: (key) => keys.has(key), add: (key) => void keys.add(key), clear: () => keys.clear() };
}

/** Names what is not there yet: it has no ID. */
export const heldKey = ({ kind, title }: { kind: 'section' | 'group' | 'space'; title: string }): string =>
  `${kind} ${title}`;
