// docs complete: what the completion scripts ask when a name is wanted. It never fails, and never waits for long.
import type { NameCache, NamedItem } from '../../config/name-cache.ts';
import type { Context } from '../../context.ts';
import { CancelledError, EXIT } from '../../errors.ts';
import { safeLine } from '../../output/safe-text.ts';
import { arrange } from '../model/arrange.ts';
import { type Catalog, type Command, handmade } from '../model/command.ts';
import { optionsOf } from '../model/flags.ts';
import { GLOBAL_FLAGS } from '../model/globals.ts';
import { loadLeaf } from '../model/load.ts';
import { KINDS } from '../references/reference-kinds.ts';
import { CACHE_MS, cacheKey, candidates, namedItem, placeOf } from '../references/references.ts';
import { organizationInHand } from '../run/in-hand.ts';
import { type Run, startRun } from '../run/run.ts';
import { flagName, kindOfArgument, kindOfFlag, kindOfGlobal, type NameKind } from './completion-kinds.ts';

/** Somebody waits at a prompt: the network gets this long, and old names stand in after that. */
const PATIENCE_MS = 250;
const ANY_AGE = Number.MAX_SAFE_INTEGER;
const MOST = 500;

/**
 * Takes `--` and the words after `docs`, the last one as far as it is typed; `--quoted` before them says that they are
 * as they were typed. Prints a candidate a line, with a description.
 */
export async function complete(argv: readonly string[], context: Context, catalog: Catalog): Promise<number> {
  const start = argv.indexOf('--') + 1;
  const given = argv.slice(start);
  const typed = argv.slice(0, start).includes('--quoted') ? given.map(unquoted) : given;
  try {
    const words = await arrange(catalog, typed.slice(0, -1));
    const found =
      (await valuesOfGlobal(typed, context, catalog)) ??
      (await candidatesFor([...words, ...typed.slice(-1)], context, catalog));
    const lines = found.slice(0, MOST).map(([value, about]) => `${safeLine(value)}\t${safeLine(about)}\n`);
    await context.io.out(lines.join(''));
  } catch {
    // A shell that completes has no place for a complaint.
  }
  return EXIT.ok;
}

/** A word of a command line without its quotes and backslashes. */
const unquoted = (word: string): string =>
  word.replace(
    /'([^']*)'?|"((?:\\.|[^"\\])*)"?|\\(.)/g,
    (_, single, double, escaped) => single ?? escaped ?? (double ?? '').replace(/\\(["\\$`])/g, '$1'),
  );

type Candidate = [value: string, about: string];

async function candidatesFor(
  words: readonly string[],
  context: Context,
  catalog: Catalog,
): Promise<Candidate[]> {
  const leaf = await loadLeaf(catalog, words);
  const { command } = leaf;
  if (!command) return [];
  const typed = readWords(command, words.slice(leaf.trail.length + (command.verb === words[0] ? 0 : 1)));
  const kind =
    typed.flag === undefined
      ? kindOfArgument(command, typed.args.length, leaf.trail[0]?.name)
      : kindOfFlag(command, typed.flag);
  return named(kind, { command, typed, context, catalog });
}

const NO_COMMAND = handmade('complete', { summary: 'Complete', examples: ['docs'], run: async () => {} });

/** The value of a global flag before the command, or before its verb; undefined for anything else in hand. */
async function valuesOfGlobal(
  words: readonly string[],
  context: Context,
  catalog: Catalog,
): Promise<Candidate[] | undefined> {
  const kind = kindOfGlobal(words.at(-2) ?? '');
  if (kind === undefined || (await loadLeaf(catalog, await arrange(catalog, words.slice(0, -2)))).command)
    return undefined;
  const command = { ...NO_COMMAND, options: GLOBAL_FLAGS };
  return named(kind, { command, typed: readWords(command, words), context, catalog });
}

interface Wanted {
  command: Command;
  typed: Typed;
  context: Context;
  catalog: Catalog;
}

async function named(
  kind: NameKind | undefined,
  { command, typed, context, catalog }: Wanted,
): Promise<Candidate[]> {
  if (kind === 'profile') return profiles(context);
  if (kind === undefined) return [];
  // What is still on its way when the time is up is dropped: nothing may keep the shell waiting.
  const end = new AbortController();
  const signal = AbortSignal.any([context.signal, end.signal]);
  const parsed = { catalog, path: '', args: [], flags: typed.flags };
  const run = startRun({ ...context, signal }, command, parsed);
  const own = typed.flag === undefined ? command.offers : undefined;
  const items = own ? await offered(run, own) : await namesOf(run, kind);
  end.abort(new CancelledError('no longer wanted'));
  return items.map((item) => candidateOf(item, items));
}

interface Typed {
  /** Positional arguments before the word in hand. */
  args: string[];
  flags: Record<string, string>;
  /** The flag whose value is in hand. */
  flag?: string;
}

const PLACE_FLAGS: Readonly<Record<string, string>> = {
  '--org': 'org',
  '--space': 'space',
  '--site': 'site',
  '--cr': 'cr',
  '--profile': 'profile',
  '--base-url': 'baseUrl',
};

function readWords(command: Command, words: readonly string[]): Typed {
  const typed: Typed = { args: [], flags: {} };
  let flag: string | undefined;
  for (const word of words.slice(0, -1)) {
    if (flag !== undefined) {
      const name = PLACE_FLAGS[flag];
      if (name) typed.flags[name] = word;
      flag = undefined;
    } else if (word.startsWith('--')) flag = takesValue(command, word) ? word : undefined;
    else if (!word.startsWith('-')) typed.args.push(word);
  }
  return flag === undefined ? typed : { ...typed, flag };
}

/** `--space x` takes the next word, `--space=x` and `--json` do not. */
const takesValue = (command: Command, word: string): boolean =>
  optionsOf(command).some((option) => flagName(option) === word && option.flags.includes('<'));

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
  const asked = await inTime(ask(run, kind, cache));
  if (asked) return asked;
  const old = known === undefined ? undefined : cache?.read(known, ANY_AGE);
  return old ?? cache?.newest(`${KINDS[kind]?.listId} `) ?? [];
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

async function ask(run: Run, kind: NameKind, cache: NameCache | undefined): Promise<NamedItem[]> {
  const found = KINDS[kind];
  const client = await run.client();
  const list = await found?.list(false);
  if (!found || !list) return [];
  const input = Object.fromEntries(
    Object.keys(list.params.properties).map((param) => [param, inUse(run, param)]),
  );
  const { lookUpTitles } = await import('../references/references.ts');
  const organization = () => organizationInHand(run);
  const ids = (await lookUpTitles(client, list, input, { organization, cache })) ?? input;
  const place = await placeOf(client, list, { input: ids, organization, cache });
  if (!place) return [];
  const items: NamedItem[] = [];
  for await (const item of candidates(client, list, found, place)) items.push(namedItem(found, item));
  cache?.write(cacheKey(list, place), items);
  return items;
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

/** The name as a person would type it, and what else it is known by; the id where the name leads to several. */
function candidateOf({ id, names }: NamedItem, all: readonly NamedItem[]): Candidate {
  const [name = id, about = id] = names;
  const isTwin = all.some((other) => other.id !== id && other.names.includes(name));
  return isTwin ? [id, name] : [name, about];
}
