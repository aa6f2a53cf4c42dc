// Requests to a sandbox and what it answers, in text files that people read: those of test/sandbox/api.
//
//   fresh                                  a sandbox of its own; `fresh demo` with the demo in it
//   member read {"name": "Ann"} -> $user   a new member of the organization; null is a guest
//   clock 2026-03-03T09:00:00.000Z         the time from here on
//   edit {"spaceId": "$space", "path": "install", "markdown": "Run it.\n"} -> $page   as git sync writes a page
//   file, remove, tree {"spaceId": "$space", ...}   adds so many bytes, takes a page out, commits a whole tree
//   sql SELECT id FROM teams -> $team      what no request shows, or does; its rows are the answer where it has no name
//   settle                                 waits for work in the background; `scan {"site": "$site"}` for one of a site
//   jwt $key {"exp": 1} -> $jwt             a token of a visitor; `jwt $key none {}` with another algorithm; `claims $jwt`
//   web {"/": "<h1>Old</h1>", "/a": "-> /"} -> $url   a website; `requests $url` were made to it
//   pages $url {}                          what it has from here on; `hold` and `release $url`: it answers later
//   download $url -> 200                   a file of the sandbox: its `size` and how it begins, its `start`
//   repository -> $url                     a repository of git
//   commit $url {"README.md": "# Hi\n"} -> $oid      to main; null removes; `files $url` answers with what is there,
//   provide tarnpost/guides {...} -> $oid  a repository at the git provider of the sandbox
//   files $url -> $oid                     of the last commit; `files $url#dev` of another branch; `commits $url` lists them
//   ==== what is shown                     begins a case; what stands above the first one is done before them all
//   spaces.get as $user {"spaceId": "$space"} -> 200
//     title = "Guides"                     a field of the answer; `items.length` of a list, `absent` what must not be there
//     id = "$new"                          a name that stands for nothing yet takes the value: `$new` in later lines
//     items.*.title = ["A", "B"]           of each item, `~` for `=` where they may come in any order; `body` is the whole
//     text has "<h1>"                      a part of it; `text lacks` what must not be in it
//
// The caller is the administrator, or `as NAME:KIND` with another kind of token. `$?` in a text is any id, `$*` any text,
// «30×x» thirty x. The organization needs no mention. `$own` is this process as an owner of work, `$gone` one that has
// ended, `$reused` one whose number another has now. What is refused beside a request ends with `-> 409`, too.
// DOCS_UPDATE=1 writes what is answered now in place of what is there.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { operations } from '../../src/api/index.ts';
import type { TokenKind } from '../../src/api/operation.ts';
import { freshState, read, type State, type Verb, verbs, withNames } from './api-verbs.ts';
import { spread } from './text-cases.ts';

/** Plays each script of the folder; `more` are words that only these have. */
export function playScripts(folder: string, more: Readonly<Record<string, Verb>> = {}): void {
  describe.each(readdirSync(folder).sort())('%s', (file) => {
    const path = join(folder, file);
    const parts = `\n${readFileSync(path, 'utf8')}`.split(/^(?===== )/m);
    const [before = '', ...cases] = [(parts[0] ?? '').slice(1), ...parts.slice(1)];
    const now = new Map<string, string>();
    afterAll(() => {
      const texts = [before, ...cases].map((text) => now.get(text) ?? text);
      if (process.env.DOCS_UPDATE) writeFileSync(path, texts.join(''));
    });
    it.each(cases.map((text) => [text.slice(5, text.indexOf('\n')), text]))('%s', async (_, text) => {
      const held: Held = { state: undefined, more };
      try {
        for (const part of [before, text]) now.set(part, await played(part, held));
      } finally {
        await end(held);
      }
      if (!process.env.DOCS_UPDATE) expect(now.get(before) + (now.get(text) ?? '')).toBe(before + text);
    });
  });
}

interface Held {
  state: State | undefined;
  /** The last one. */
  answer?: object;
  more?: Readonly<Record<string, Verb>>;
}

export async function end({ state }: Held): Promise<void> {
  await state?.box.sandbox.background.settle();
  for (const cleanup of state?.cleanups.toReversed() ?? []) await cleanup();
}

/** The same lines with what is answered now. */
export async function played(text: string, held: Held): Promise<string> {
  const lines: string[] = [];
  for (const line of text.split('\n')) {
    if (line === '' || /^(?:====|#) /.test(line)) lines.push(line);
    else if (/^fresh(?: demo)?$/.test(line)) {
      await end(held);
      held.state = { ...(await freshState(line === 'fresh demo')), more: held.more };
      lines.push(line);
    } else if (!held.state) throw new Error(`there is no sandbox yet: ${line}`);
    else if (line.startsWith('  ')) lines.push(`  ${field(line.trim(), held.answer ?? {}, held.state)}`);
    else {
      const [told, found] = await step(line, held.state);
      held.answer = found;
      lines.push(told);
    }
  }
  return lines.join('\n');
}

async function step(line: string, state: State): Promise<[string, object]> {
  const [, words = '', end = ''] = /^(.*?)(?: -> (\S+))?$/.exec(line) ?? [];
  const [, name = '', as, input = ''] = /^(\S+)(?: as (\S+))?(?: (.*))?$/.exec(words) ?? [];
  const who = as === undefined ? undefined : withNames(as, state);
  const verb = verbs[name] ?? state.more?.[name];
  if (!verb) return request({ name, who, input, words }, state);
  try {
    const found = await verb(state, { who, input, end });
    if (typeof found === 'string' && end !== '') state.names.set(end.slice(1), found);
    const { status = 'done' }: { status?: number | string } = Object(found);
    return [end.startsWith('$') || end === '' ? line : `${words} -> ${status}`, Object(found)];
  } catch (error) {
    const { status, message }: { status?: number; message: string } = Object(error);
    if (status === undefined) throw error;
    return [`${words} -> ${status}`, { body: { error: { message } } }];
  }
}

interface Request {
  name: string;
  who: string | undefined;
  input: string;
  words: string;
}

async function request({ name, who, input, words }: Request, state: State): Promise<[string, object]> {
  const operation = operations.find(({ id }) => id === name);
  if (!operation) throw new Error(`there is no operation ${name}: ${words}`);
  const given = input === '' ? {} : read(input, state);
  const takes = 'organizationId' in (operation.params.properties ?? {});
  const [as, kind] = who?.split(':') ?? [];
  const { status, body, headers } = await state.box.attempt(
    operation,
    { ...(takes && { organizationId: state.box.organizationId }), ...given },
    { ...(as !== undefined && { as }), ...(kind !== undefined && { kind: kind as TokenKind }) },
  );
  return [`${words} -> ${status}`, JSON.parse(JSON.stringify({ body, headers }))];
}

/** `title = "Guides"`, as it is now. */
function field(line: string, answer: object, state: State): string {
  const [, path = '', sign = '=', wanted = ''] = /^(\S+) (?:([=~]|has|lacks) )?(.*)$/.exec(line) ?? [];
  const keys = /^(?:headers\.|body$)/.test(path) ? path : `body.${path}`;
  const found = valueAt(answer, keys.split('.'));
  if (found === undefined) return `${path} absent`;
  const given: unknown = wanted === 'absent' || wanted === '' ? undefined : JSON.parse(wanted);
  if (/^\w/.test(sign)) return `${path} ${holds(found, given, state) ? 'has' : 'lacks'} ${wanted}`;
  const now = shown(found, given, state);
  if (sign === '~' && inOrder(JSON.parse(now)) === inOrder(given)) return line;
  return `${path} ${sign} ${now}`;
}

const inOrder = (list: unknown) =>
  JSON.stringify(
    [list]
      .flat()
      .map((one) => JSON.stringify(one))
      .sort(),
  );

function valueAt(at: unknown, [key, ...rest]: readonly string[]): unknown {
  if (key === undefined) return at;
  if (at === null || at === undefined) return undefined;
  if (key === '*') return (at as unknown[]).map((one) => valueAt(one, rest) ?? null);
  const isNames = key === 'keys' && typeof at === 'object' && !('keys' in at);
  return valueAt(isNames ? Object.keys(at) : (at as Record<string, unknown>)[key], rest);
}

/** As JSON with the names of ids; new ones are taken from what is wanted. */
function shown(found: unknown, wanted: unknown, state: State): string {
  if (typeof found === 'string') return JSON.stringify(named(found, wanted, state));
  if (Array.isArray(found)) {
    const others = Array.isArray(wanted) ? wanted : [];
    return `[${found.map((one, at) => shown(one, others[at], state)).join(', ')}]`;
  }
  if (found === null || typeof found !== 'object') return JSON.stringify(found);
  const fields = Object.entries(found).map(
    ([key, value]) => `${JSON.stringify(key)}: ${shown(value, Object(wanted)[key], state)}`,
  );
  return `{${fields.join(', ')}}`;
}

const holds = (found: unknown, wanted: unknown, state: State): boolean =>
  new RegExp(patternOf(withNames(String(wanted), state))).test(
    typeof found === 'string' ? found : JSON.stringify(found),
  );

const patternOf = (text: string): string =>
  spread(text)
    .replace(/[.*+?^()|[\]{}\\]/g, '\\$&')
    .replaceAll('$\\?', '[A-Za-z0-9]+')
    .replaceAll('$\\*', '.*')
    .replaceAll('$', '\\$');

function named(found: string, wanted: unknown, { names }: State): string {
  const text = typeof wanted === 'string' ? wanted : '';
  if (/^\$\w+$/.test(text) && !names.has(text.slice(1))) names.set(text.slice(1), found);
  const [whole] = [...names].find(([, id]) => id === found) ?? [];
  if (whole !== undefined && found !== '') return `$${whole}`;
  const known = [...names].reduce(
    (all, [name, id]) => (id === '' ? all : all.replaceAll(id, `$${name}`)),
    found,
  );
  if (known === text) return text;
  return new RegExp(`^${patternOf(text)}$`).test(known) ? text : known;
}
