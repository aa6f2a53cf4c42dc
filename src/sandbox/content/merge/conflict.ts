// What a merge takes, and what it says of edits that cannot both stand.
import type { ContentStore, Tree } from '../model.ts';

/** Why two edits cannot both stand. `field` is `deleted`, `parent`, `order`, or the field that differs. */
export interface Conflict {
  kind: 'page' | 'file' | 'reusable-content' | 'variable';
  id: string;
  title: string;
  field: string;
  /** One line for people. */
  reason: string;
}

export interface MergeInput {
  base: Tree;
  ours: Tree;
  theirs: Tree;
  content: ContentStore;
}

export type Report = (conflict: Conflict) => void;
