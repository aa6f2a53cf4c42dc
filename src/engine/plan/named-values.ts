// What the values of a row refer to, by name: other rows of the plan, and what the run has read by then. No host is asked
// for a name, and a file is not believed for one.

import type { NamedItem } from '../../config/named-item.ts';
import type { Run } from '../model/command-type.ts';
import { titleOf } from '../references/names.ts';
import { KINDS, nounOf, type ReferenceKind } from '../references/reference-kinds.ts';
import { CACHE_MS } from '../references/references.ts';
import { type PlanRow, type PlanTarget, type Rows, rowsNamedIn, textOfTarget } from './plan.ts';

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
