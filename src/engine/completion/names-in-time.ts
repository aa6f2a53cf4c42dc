// Names of the platform for a person who waits at a prompt: from what is kept, else from the host if it answers soon.

import type { NameCache } from '../../config/name-cache.ts';
import type { NamedItem } from '../../config/named-item.ts';
import type { Context } from '../../context.ts';
import { CancelledError } from '../../errors.ts';
import { isTypable } from '../../output/safe-text.ts';
import { type Catalog, type Command, NO_OPERATION } from '../model/command.ts';
import type { Run } from '../model/command-type.ts';
import { pickedFrom } from '../model/flags.ts';
import { KINDS } from '../references/reference-kinds.ts';
import {
  CACHE_MS,
  cacheKey,
  candidates,
  lookUpTitles,
  namedItem,
  placesFor,
} from '../references/references.ts';
import { organizationsInHand } from '../run/session.ts';
import { fieldNames } from '../run/view.ts';
import type { Candidate, NameKind } from './completion-words.ts';

/** How long to wait for the network before cached names are offered instead. */
const PATIENCE_MS = 250;
const ANY_AGE = Number.MAX_SAFE_INTEGER;

async function profiles({ paths }: Context): Promise<Candidate[]> {
  const { listProfiles } = await import('../../config/profiles.ts');
  return listProfiles(paths()).map(({ name, baseUrl }) => [name, baseUrl]);
}

/** What a command offers for its target by itself, if the platform answers soon. */
async function offered(run: Run, offers: NonNullable<Command['offers']>): Promise<readonly NamedItem[]> {
  await run.client();
  const items = (await inTime(offers(run))) ?? [];
  return items.map(({ id, title }) => ({ id: String(id), names: [String(title)] }));
}

/** Young names from the cache, else from the platform if it answers soon, else old ones. */
async function namesOf(run: Run, kind: NameKind): Promise<readonly NamedItem[]> {
  const cache = await run.names();
  const known = cache && (await knownPlace(run, kind, cache));
  const young = known && cache.read(known, CACHE_MS);
  if (young) return young;
  // What is loaded from the disk is no waiting for a host.
  await run.client();
  const came: NamedItem[] = [];
  const asked = await inTime(ask(run, kind, { cache, came }));
  if (asked) return asked;
  const old = known === undefined ? undefined : cache?.read(known, ANY_AGE);
  const kept = old ?? cache?.newest(`${KINDS[kind]?.listId} `) ?? [];
  return kept.length > came.length ? kept : came;
}

/** The key of the list, where its place is known without a question: titles by the cache. */
async function knownPlace(run: Run, kind: NameKind, cache: NameCache): Promise<string | undefined> {
  const list = await KINDS[kind]?.list(false);
  if (!list) return undefined;
  const input: Record<string, string> = {};
  for (const param of Object.keys(list.params.properties)) {
    const value = inUse(run, param) ?? (param === 'organizationId' ? onlyKnown(cache) : undefined);
    if (value === undefined) return undefined;
    const items = cache.newest(`${KINDS[param]?.listId} `) ?? [];
    const named = items.find(({ id, names }) => id === value || names.includes(value));
    input[param] = named?.id ?? value;
  }
  return cacheKey(list, input);
}

function inUse(run: Run, param: string): string | undefined {
  const { organization, space, site } = run.config();
  const settings: Record<string, string | undefined> = {
    organizationId: organization?.value,
    spaceId: space?.value,
    siteId: site?.value,
    changeRequestId: run.flags.cr,
  };
  return settings[param];
}

/** The organization of the lists that are kept, where there is one only. */
function onlyKnown(cache: NameCache): string | undefined {
  const found = cache.keys().flatMap((key) => /organizationId=(\S+)/.exec(key)?.[1] ?? []);
  return new Set(found).size === 1 ? found[0] : undefined;
}

/** `came` gets each item at once: the pages that came are of use when the time is up. */
async function ask(
  run: Run,
  kind: NameKind,
  { cache, came }: { cache: NameCache | undefined; came: NamedItem[] },
): Promise<NamedItem[]> {
  const found = KINDS[kind];
  const client = await run.client();
  const list = await found?.list(false);
  if (!found || !list) return [];
  const input = Object.fromEntries(
    Object.keys(list.params.properties).map((param) => [param, inUse(run, param)]),
  );
  const organizations = () => organizationsInHand(run);
  const ids = (await lookUpTitles(client, list, input, { organizations, cache })) ?? input;
  for (const place of await placesFor(client, list, { input: ids, organizations, cache })) {
    const own: NamedItem[] = [];
    for await (const item of candidates(client, list, found, place)) {
      own.push(namedItem(found, item));
      came.push(namedItem(found, item));
    }
    cache?.write(cacheKey(list, place), own);
  }
  return came;
}

/** Undefined when it takes too long, or fails. */
async function inTime<T>(work: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), PATIENCE_MS);
  });
  try {
    return await Promise.race([work, late]);
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
    work.catch(() => {});
  }
}

// Values of an argument or a flag, in a run of the command that is typed.

interface Wanted {
  context: Context;
  catalog: Catalog;
  /** The arguments and flags before the word in hand. */
  typed: { args: string[]; flags: Record<string, string> };
  kind: NameKind | undefined;
  /** What an argument may be, where the command says it. */
  few: Command['args'][number]['choices'];
  offers: Command['offers'];
  /** The space that `Guides#` names. */
  space: string | undefined;
}

/** What is still on its way when the time is up is dropped: nothing may keep the shell waiting. */
export async function valuesInTime(command: Command, wanted: Wanted): Promise<Candidate[]> {
  const { context, catalog, typed, kind, few, offers, space } = wanted;
  if (kind === 'profile') return profiles(context);
  const end = new AbortController();
  const signal = AbortSignal.any([context.signal, end.signal]);
  const flags = space === undefined ? typed.flags : { ...typed.flags, space };
  // What an argument may be can depend on those before it.
  const args = kind === undefined ? typed.args : [];
  const { startRun } = await import('../run/run.ts');
  const run = startRun({ ...context, signal }, command, { catalog, path: '', args, flags });
  try {
    if (kind === undefined)
      return ((await few?.(run)) ?? []).map(({ name, value }) => [value, name === value ? '' : name]);
    const items = offers ? await offered(run, offers) : await namesOf(run, kind);
    const twins = twinsIn(items);
    return items
      .map((item) => candidateOf(item, twins))
      .map(([value, about]) => [space === undefined ? value : `${space}#${value}`, about]);
  } finally {
    end.abort(new CancelledError('no longer wanted'));
  }
}

/** Names that several things have. */
function twinsIn(items: readonly NamedItem[]): ReadonlySet<string> {
  const owners = new Map<string, string>();
  const twins = new Set<string>();
  for (const { id, names } of items)
    for (const name of names) {
      if ((owners.get(name) ?? id) !== id) twins.add(name);
      owners.set(name, id);
    }
  return twins;
}

/** The name as a person would type it, and what else it is known by; the id where the name leads to several. */
function candidateOf({ id, names }: NamedItem, twins: ReadonlySet<string>): Candidate {
  const [name = id, about = id] = names;
  // A name that begins with a dash would be read as a flag.
  return twins.has(name) || !isTypable(name) || name.startsWith('-') ? [id, name] : [name, about];
}

// The fields that --fields, --sort and --where may name, as they are typed: after a comma and a minus, or after a dot.

type SelectingFlag = '--fields' | '--sort' | '--where';

/** `typed`: the value of the flag so far. */
export async function selectedFields(
  command: Command,
  flag: SelectingFlag,
  typed: string,
): Promise<Candidate[]> {
  const names = await namesFor(command, flag);
  if (flag === '--where') return /^$|^\.[\w.]*$/.test(typed) ? names.map((name) => [`.${name}`, '']) : [];
  const [before = ''] = /^(?:.*,)?[-+]?/.exec(typed) ?? [];
  return names.map((name) => [`${before}${name}`, '']);
}

/** Of a command that changes something --sort and --where mean those of the list that its targets are picked from. */
async function namesFor(command: Command, flag: SelectingFlag): Promise<string[]> {
  const { operation = NO_OPERATION } = command;
  const kind = flag === '--fields' ? undefined : pickedFrom(command);
  if (!kind) return fieldNames({ command, operation });
  const { fields: _, rows: __, ...rest } = command;
  return fieldNames({
    command: { ...rest, ...(kind.rows !== undefined && { rows: kind.rows }) },
    operation: await kind.list(false),
  });
}
