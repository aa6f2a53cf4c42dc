// A plan: what will change, row by row, and from what. Made by one command, looked at by people, sent by docs apply.
import { createHash } from 'node:crypto';
import { maskAddress } from '../../files/mask-url.ts';
import { PackedTexts } from '../../files/packed-texts.ts';
import { maskSecrets } from '../../output/secrets.ts';
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

export interface Plan<R extends Rows = Rows> {
  version: 1;
  /** Host it is for. */
  origin: string;
  organization: { id: string; title: string } | null;
  made: { at: string; by: { id: string; email?: string } | null; command: string; docs: string };
  rows: R;
  /** Targets that are already so, and have no row. */
  unchanged: number;
  guards: Guards;
}

/** Rows of a plan in their order: a list, or as many as a plan may have, packed. */
export interface Rows extends Iterable<PlanRow> {
  readonly length: number;
  at(index: number): PlanRow | undefined;
}

/** Rows as text: each is made anew when it is asked for. */
export class PackedRows implements Rows {
  private readonly texts = new PackedTexts();

  get length(): number {
    return this.texts.length;
  }

  push(row: PlanRow): void {
    this.texts.push(JSON.stringify(row));
  }

  at(index: number): PlanRow | undefined {
    const text = this.texts.at(index);
    return text === undefined ? undefined : JSON.parse(text);
  }

  *[Symbol.iterator](): Generator<PlanRow> {
    for (const text of this.texts) yield JSON.parse(text);
  }

  /** As JSON. */
  asTexts(): Iterable<string> {
    return this.texts;
  }
}

function* textsOf(rows: Rows): Generator<string> {
  if (rows instanceof PackedRows) yield* rows.asTexts();
  else for (const row of rows) yield JSON.stringify(row);
}

/** So many at a time, in their order, with the index of the first. */
export function* slicesOf(rows: Rows, most: number): Generator<{ from: number; rows: PlanRow[] }> {
  for (let from = 0; from < rows.length; from += most) {
    const size = Math.min(most, rows.length - from);
    yield { from, rows: Array.from({ length: size }, (_, at) => rows.at(from + at) as PlanRow) };
  }
}

/** Of as many rows as there may be it takes a moment. */
const KNOWN = new WeakMap<Rows, { around: string; hash: string }>();

/**
 * Identifies what a plan will do: the same rows for the same place, whenever it was made; where it may change a share of
 * all, of how many. 64 hex digits.
 */
export function hashOf({ version, origin, organization, rows, guards, unchanged }: Plan): string {
  const all = guards.maxChanges?.endsWith('%') ? [unchanged] : [];
  const before = JSON.stringify([version, origin, organization?.id ?? null]).slice(0, -1);
  const after = JSON.stringify([guards, ...all]).slice(1);
  const known = KNOWN.get(rows);
  if (known?.around === before + after) return known.hash;
  // The text of all of it as one list, a row at a time.
  const digest = createHash('sha256').update(`${before},[`);
  let comma = '';
  for (const text of textsOf(rows)) {
    digest.update(comma + text);
    comma = ',';
  }
  const hash = digest.update(`],${after}`).digest('hex');
  if (rows instanceof PackedRows) KNOWN.set(rows, { around: before + after, hash });
  return hash;
}

/** The worst danger of its rows. */
export function dangerOfPlan(rows: Rows): Danger {
  let worst: Danger = 'mild';
  for (const { danger } of rows) {
    if (danger === 'severe') return danger;
    if (danger === 'moderate') worst = danger;
  }
  return worst;
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

/** What a row sends and leaves, with its references by other numbers. */
export const renumbered = (
  { input, after }: PlanRow,
  numberOf: (row: number) => number,
): Pick<PlanRow, 'input' | 'after'> =>
  JSON.parse(
    JSON.stringify({ input, after }).replace(
      REFERENCE,
      (_, row, field) => `"{row ${numberOf(Number(row))}}${field}"`,
    ),
  );

// A body as it may be shown: without secret fields, and without the secrets of URLs.

export const maskedBody = (body: unknown): unknown => maskSecrets(withMaskedUrls(body));

function withMaskedUrls(body: unknown): unknown {
  const mask = (_: string, value: unknown) => (typeof value === 'string' ? maskAddress(value) : value);
  return JSON.parse(JSON.stringify(body, mask));
}
