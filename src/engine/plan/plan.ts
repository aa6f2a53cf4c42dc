// A plan: what will change, row by row, and from what. Made by one command, looked at by people, sent by docs apply.
import { createHash } from 'node:crypto';
import type { Danger } from '../model/command.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** What a row acts on, in words that people know. */
export interface PlanTarget {
  /** `space`, `change request`. */
  kind: string;
  id?: string;
  title?: string;
  /** `on space "Guides"`, of what is the same in many places. */
  where?: string;
}

/** One request. */
export interface PlanRow {
  /** Operation ID. */
  operation: string;
  /**
   * Every name is an ID; `{row 3}.id` stands for the ID of what row 3 creates, `{row 3}.siteSpaces.0.id` for that of
   * the space that a section is created with, `{row 3}.insertedFiles.0.id` for that of a file,
   * `{row 3}.changes.0.page.id` for that of the page of its first edit. `{ joined: [...] }` is a
   * text in parts, some of which are such references.
   */
  input: Fields;
  target: PlanTarget;
  /** Only the fields that count here; null: nothing is there; absent: nothing shows the state. */
  before?: Fields | null;
  /** The same fields afterwards; null: it is gone. */
  after: Fields | null;
  danger: Danger;
  /** What follows, as a question says it: `its 9 spaces stay`. */
  follows?: string;
  /** Numbers of rows (from 1) that must be done first. */
  needs?: readonly number[];
  /** The file of a folder that it was made from. */
  file?: string;
  /** Line of the rows or the file that it was made from. */
  line?: number;
}

export interface Guards {
  /** `20` or `5%`. */
  maxChanges?: string;
  /** ISO time. */
  expires: string;
}

export interface Plan {
  version: 1;
  /** Host it is for. */
  origin: string;
  organization: { id: string; title: string } | null;
  made: { at: string; by: { id: string; email?: string } | null; command: string; docs: string };
  rows: readonly PlanRow[];
  /** Targets that are already so, and have no row. */
  unchanged: number;
  guards: Guards;
}

/**
 * Identifies what a plan will do: the same rows for the same place, whenever it was made; where it may change a share of
 * all, of how many. 64 hex digits.
 */
export function hashOf({ version, origin, organization, rows, guards, unchanged }: Plan): string {
  const all = guards.maxChanges?.endsWith('%') ? [unchanged] : [];
  const text = JSON.stringify([version, origin, organization?.id ?? null, rows, guards, ...all]);
  return createHash('sha256').update(text).digest('hex');
}

/** The worst danger of its rows. */
export function dangerOfPlan(rows: readonly PlanRow[]): Danger {
  if (rows.some(({ danger }) => danger === 'severe')) return 'severe';
  return rows.some(({ danger }) => danger === 'moderate') ? 'moderate' : 'mild';
}

/** `space "Guides" (id)`, `member "Ann" (id) on space "Guides"`. */
export function textOfTarget({ kind, id, title, where }: PlanTarget): string {
  const place = where === undefined ? '' : ` ${where}`;
  if (title === undefined) return id === undefined ? `${kind}${place}` : `${kind} "${id}"${place}`;
  return `${kind} "${title}"${id === undefined || id === title ? '' : ` (${id})`}${place}`;
}

/** A value that is nothing but a reference: a title may hold such text, too. */
const REFERENCE =
  /"\{row (\d+)\}(\.(?:id|siteSpaces\.0\.id|insertedFiles\.\d+\.id|changes\.\d+\.page\.id))"/g;

/** Numbers of the rows that an input refers to, each once. */
export const rowsNamedIn = (input: unknown): number[] => [
  ...new Set([...(JSON.stringify(input) ?? '').matchAll(REFERENCE)].map(([, row]) => Number(row))),
];

/** The input with its references by other numbers. */
export const renumbered = (input: Fields, numberOf: (row: number) => number): Fields =>
  JSON.parse(
    JSON.stringify(input).replace(REFERENCE, (_, row, field) => `"{row ${numberOf(Number(row))}}${field}"`),
  );
