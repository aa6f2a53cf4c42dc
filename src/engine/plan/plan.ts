// A plan: what will change, row by row, and from what. Made by one command, looked at by people, sent by docs apply.

import { createHash } from 'node:crypto';
import type { NamedItem } from '../../config/named-item.ts';
import { maskAddress } from '../../files/mask-url.ts';
import { PackedTexts } from '../../files/texts.ts';
import { maskSecrets } from '../../output/columns.ts';
import type { Danger } from '../model/command.ts';
import type { Run } from '../model/command-type.ts';
import { titleOf } from '../references/names.ts';
import { KINDS, nounOf, type ReferenceKind } from '../references/reference-kinds.ts';
import { CACHE_MS } from '../references/references.ts';

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

interface Guards {
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

// What the values of a row refer to, by name: other rows of the plan, and what the run has read by then. No host is asked
// for a name, and a file is not believed for one.

/** What an ID is the ID of; undefined where that is not known, or the name is that of several. */
export type NameOf = (id: string) => PlanTarget | undefined;

/** What is around the rows that are shown. */
export interface Around {
  /** The rows of the plan, which they may refer to. */
  rows?: Rows;
  /** Names that the run has read. */
  named?: NameOf;
}

const ID = /^[\w-]{15,40}$/;
/** Such a field is what somebody wrote, whatever it looks like. */
const WORDS = /(?:^|\.)(?:title|name|subject|label|description|slug|path|basename|markdown)$/;

/** What another row creates has no ID yet: `site space "Guides"` for `{row 2}.id`; what has a name is called by it. */
export function asNamed(field: string, value: unknown, around: Around): unknown {
  if (WORDS.test(field)) return value;
  if (!Array.isArray(value))
    return typeof value === 'string' ? inWords(value, around) : within(value, around);
  const words = value.map((one) => (typeof one === 'string' ? inWords(one, around) : within(one, around)));
  const areNamed = words.length > 0 && words.every((one, at) => typeof one === 'string' && one !== value[at]);
  return areNamed ? words.join(', ') : words;
}

function inWords(text: string, around: Around): string {
  const target = targetOf(text, around);
  return target?.title === undefined ? text : textOfTarget({ kind: target.kind, title: target.title });
}

/** Inside of an object the field says what it is. */
function within(value: unknown, around: Around): unknown {
  if (typeof value === 'string') return targetOf(value, around)?.title ?? value;
  if (Array.isArray(value)) return value.map((one) => within(one, around));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([field, one]) => [field, WORDS.test(field) ? one : within(one, around)]),
  );
}

function targetOf(text: string, { rows, named }: Around): PlanTarget | undefined {
  const [number] = rows ? rowsNamedIn(text) : [];
  if (number !== undefined) return rows?.at(number - 1)?.target;
  if (!ID.test(text)) return undefined;
  return (rows && targetWithId(text, rows)) ?? named?.(text);
}

/** Of what is next to a thing; undefined where its name is not known. */
export const titleAt = (id: string, around: Around): string | undefined => targetOf(id, around)?.title;

const TARGETS = new WeakMap<Rows, ReadonlyMap<string, PlanTarget>>();

/** Of the rows of a plan, which are looked through once. */
function targetWithId(id: string, rows: Rows): PlanTarget | undefined {
  const known = TARGETS.get(rows) ?? new Map(targetsIn(rows));
  TARGETS.set(rows, known);
  const target = known.get(id);
  return target?.title === undefined ? undefined : target;
}

function* targetsIn(rows: Rows): Generator<[string, PlanTarget]> {
  // What is created has no ID yet: the row names what it is made of, a space for a site space.
  for (const { before, target } of rows)
    if (target.id !== undefined && before !== null) yield [target.id, itselfOf(target)];
}

/** What rows make of a member. */
const OF_MEMBERS = new Set(['team member', 'review request']);

/** `site`, where a row is about the `customization of site`. */
const itselfOf = ({ kind, ...target }: PlanTarget): PlanTarget => ({
  ...target,
  kind: OF_MEMBERS.has(kind) ? 'member' : kind.replace(/^.* (?:on|of) /, ''),
});

type States = Partial<Pick<PlanRow, 'before' | 'after'>>;

/** Names of what rows hold the IDs of, as far as the run has read them: what its reads have shown, and kept names. */
export async function namesRead(run: Run, rows: Iterable<States>): Promise<NameOf> {
  const wanted = new Set<string>();
  for (const { before, after } of rows) for (const state of [before, after]) addIds(state, wanted);
  if (wanted.size === 0) return () => undefined;
  const found = new Found(wanted);
  for (const value of run.shownSoFar()) found.look(await settled(value));
  await addKept(run, found);
  return (id) => found.of(id);
}

function addIds(value: unknown, ids: Set<string>): void {
  if (typeof value === 'string' && ID.test(value)) ids.add(value);
  if (typeof value !== 'object' || value === null) return;
  for (const one of Object.values(value)) addIds(one, ids);
}

/** A read that has no answer yet is not waited for, and one that failed has shown nothing. */
const settled = (value: unknown): Promise<unknown> => Promise.race([value, undefined]).catch(() => undefined);

/** Names by ID, and IDs by name: a name that several things of a kind have says nothing. */
class Found {
  readonly wanted: ReadonlySet<string>;
  private readonly targets = new Map<string, PlanTarget>();
  private readonly ids = new Map<string, Set<string>>();

  constructor(wanted: ReadonlySet<string>) {
    this.wanted = wanted;
  }

  of(id: string): PlanTarget | undefined {
    const target = this.targets.get(id);
    return target?.title !== undefined && this.ids.get(textOfTarget({ ...target, id: '' }))?.size === 1
      ? target
      : undefined;
  }

  add(kind: string, id: string, title: string): void {
    const known = this.targets.get(id);
    // Copies of a space have pages of the same IDs, which may be called otherwise there.
    const isClear = kind !== 'page' || known === undefined || known.title === title;
    if (this.wanted.has(id)) this.targets.set(id, { kind, id, ...(isClear && { title }) });
    const name = textOfTarget({ kind, title, id: '' });
    this.ids.set(name, (this.ids.get(name) ?? new Set()).add(id));
  }

  /** Whatever an answer shows, however deep. */
  look(value: unknown): void {
    if (typeof value !== 'object' || value === null) return;
    // Safe: an object, as was just seen.
    const item = value as Readonly<Record<string, unknown>>;
    const kind = kindIn(item);
    const { id } = item;
    if (kind !== undefined && typeof id === 'string') {
      const title = titleOf(item);
      if (typeof title === 'string' && title !== '' && title !== id) this.add(kind, id, title);
    }
    for (const one of Object.values(value)) this.look(one);
  }
}

/** Pages say what they are by their type alone. */
function kindIn({ object, type, slug }: Readonly<Record<string, unknown>>): string | undefined {
  if (typeof object === 'string') return kindOf(object);
  return typeof type === 'string' && typeof slug === 'string' ? 'page' : undefined;
}

/** `section` of `site-section`. */
const kindOf = (object: string): string =>
  nounOf(`${object.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())}Id`);

/** Names that were kept from earlier commands on this host. */
async function addKept(run: Run, found: Found): Promise<void> {
  const cache = await run.names();
  for (const key of cache?.keys() ?? []) {
    const kind = Object.values(KINDS).find(({ listId }) => listId === key.split(' ', 1)[0]);
    if (kind && kind.noun !== 'page')
      addListed(found, kind, (text) => cache?.find(key, CACHE_MS, text) ?? []);
  }
}

/** From one list: what is wanted of it, and whatever is called the same. */
function addListed(
  found: Found,
  { noun, shown = 0 }: ReferenceKind,
  called: (text: string) => readonly NamedItem[],
): void {
  for (const { id, names } of [...found.wanted].flatMap(called)) {
    const title = names[shown] ?? names[0];
    if (title === undefined || title === id || !found.wanted.has(id)) continue;
    for (const twin of called(title)) found.add(noun, twin.id, title);
  }
}
