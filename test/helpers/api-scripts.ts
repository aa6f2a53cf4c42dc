// Requests to a sandbox and what it answers, in text files that people read: those of test/sandbox/api.
//
//   fresh                                  a sandbox of its own; `fresh demo` with the demo in it
//   member read {"name": "Ann"} -> $user   a new member of the organization; null is a guest
//   clock 2026-03-03T09:00:00.000Z         the time from here on
//   edit {"spaceId": "$space", "path": "install", "markdown": "Run it.\n"} -> $page   as git sync writes a page
//   sql SELECT id FROM teams -> $team      what no request shows, or does; `settle` waits for work in the background
//   ==== what is shown                     begins a case; what stands above the first one is done before them all
//   spaces.get as $user {"spaceId": "$space"} -> 200
//     title = "Guides"                     a field of the answer; `items.length` of a list, `absent` what must not be there
//     id = "$new"                          a name that stands for nothing yet takes the value: `$new` in later lines
//
// The caller is the administrator, or `as NAME:KIND` with another kind of token. `$?` in a text is any id, «30×x» thirty x;
// the organization needs no mention. DOCS_UPDATE=1 writes what is answered now in place of what is there.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { operations } from '../../src/api/index.ts';
import type { TokenKind } from '../../src/api/operation.ts';
import type { Role } from '../../src/api/roles.ts';
import { editPage } from '../../src/sandbox/editing.ts';
import { openTestSandbox, type TestSandbox } from './sandbox.ts';

/** Where a script is: each case begins anew with what stands above all of them. */
interface State {
  box: TestSandbox | undefined;
  names: Map<string, string>;
}

/** Plays each script of the folder. */
export function playScripts(folder: string): void {
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
      const state: State = { box: undefined, names: new Map() };
      try {
        for (const part of [before, text]) now.set(part, await played(part, state));
      } finally {
        state.box?.cleanup();
      }
      if (!process.env.DOCS_UPDATE) expect(now.get(before) + (now.get(text) ?? '')).toBe(before + text);
    });
  });
}

/** The same lines with what is answered now. */
async function played(text: string, state: State): Promise<string> {
  const lines: string[] = [];
  let answer: object = {};
  for (const line of text.split('\n')) {
    if (line.startsWith('  ')) lines.push(`  ${field(line.trim(), answer, state)}`);
    else if (line === '' || /^(?:====|#) /.test(line)) lines.push(line);
    else {
      const [told, found] = await step(line, state);
      answer = found;
      lines.push(told);
    }
  }
  return lines.join('\n');
}

async function step(line: string, state: State): Promise<[string, object]> {
  const [, words = '', end = ''] = /^(.*?)(?: -> (\S+))?$/.exec(line) ?? [];
  if (words.startsWith('fresh')) {
    state.box?.cleanup();
    const box = await openTestSandbox({ demo: words === 'fresh demo' });
    state.box = box;
    state.names = new Map(Object.entries({ org: box.organizationId, admin: box.adminId }));
    return [line, {}];
  }
  const { box } = state;
  if (!box) throw new Error(`there is no sandbox yet: ${line}`);
  const [, verb = '', who, input = ''] = /^(\S+)(?: as (\S+))?(?: (.*))?$/.exec(words) ?? [];
  if (verb === 'clock') box.clock.now = new Date(input);
  else if (verb === 'settle') await box.sandbox.background.settle();
  else if (verb === 'edit') {
    const caller = { userId: who === undefined ? box.adminId : withNames(who, state) };
    const edit = { caller, ...read(input, state) } as Parameters<typeof editPage>[1];
    state.names.set(end.slice(1), (await editPage(box.sandbox, edit)).pageId);
  } else if (verb === 'sql') ask(box, input, end.slice(1), state);
  else if (verb === 'member') {
    const [, role = '', more = '{}'] = /^(\S+)(?: (.*))?$/.exec(input) ?? [];
    state.names.set(end.slice(1), box.addMember(role === 'null' ? null : (role as Role), read(more, state)));
  } else return request(box, { verb, who, input, words }, state);
  return [line, {}];
}

/** What no request does or shows: `SELECT id FROM sites WHERE title = ? ["Portal"]`. */
function ask({ sandbox: { db } }: TestSandbox, words: string, name: string, state: State): void {
  const [, sql = '', values = '[]'] = /^(.*?)(?: (\[.*\]))?$/.exec(words) ?? [];
  const given = read(values, state) as string[];
  if (name === '') db.run(sql, ...given);
  else state.names.set(name, String(Object.values(db.get<object>(sql, ...given) ?? {})[0]));
}

interface Request {
  verb: string;
  who: string | undefined;
  input: string;
  words: string;
}

async function request(box: TestSandbox, { verb, who, input, words }: Request, state: State) {
  const operation = operations.find(({ id }) => id === verb);
  if (!operation) throw new Error(`there is no operation ${verb}: ${words}`);
  const given = input === '' ? {} : read(input, state);
  const takes = 'organizationId' in (operation.params.properties ?? {});
  const [as, kind] = who === undefined ? [] : withNames(who, state).split(':');
  const { status, body, headers } = await box.attempt(
    operation,
    { ...(takes && { organizationId: box.organizationId }), ...given },
    { ...(as !== undefined && { as }), ...(kind !== undefined && { kind: kind as TokenKind }) },
  );
  const answer: object = JSON.parse(JSON.stringify({ body, headers }));
  return [`${words} -> ${status}`, answer] as [string, object];
}

/** `title = "Guides"`, as it is now. */
function field(line: string, answer: object, state: State): string {
  const [, path = '', wanted = ''] = /^(\S+) (?:= )?(.*)$/.exec(line) ?? [];
  const keys = /^(?:headers\.|body$)/.test(path) ? path : `body.${path}`;
  const found = keys.split('.').reduce<unknown>((at, key) => {
    if (key === 'keys' && at !== null && typeof at === 'object' && !('keys' in at)) return Object.keys(at);
    return at === null || at === undefined ? undefined : (at as Record<string, unknown>)[key];
  }, answer);
  if (found === undefined) return `${path} absent`;
  return `${path} = ${shown(found, wanted === 'absent' || wanted === '' ? undefined : JSON.parse(wanted), state)}`;
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

function named(found: string, wanted: unknown, { names }: State): string {
  const text = typeof wanted === 'string' ? wanted : '';
  if (/^\$\w+$/.test(text) && !names.has(text.slice(1))) names.set(text.slice(1), found);
  const known = [...names].reduce(
    (all, [name, id]) => (id === '' ? all : all.replaceAll(id, `$${name}`)),
    found,
  );
  if (known === text) return text;
  const pattern = spread(text)
    .replace(/[.*+?^()|[\]{}\\]/g, '\\$&')
    .replaceAll('$\\?', '[A-Za-z0-9]+');
  return new RegExp(`^${pattern.replaceAll('$', '\\$')}$`).test(known) ? text : known;
}

/** «30×x» is thirty times x. */
const spread = (text: string): string =>
  text.replace(/«(\d+)×([^»]*)»/g, (_, times, part) => part.repeat(Number(times)));

const withNames = (text: string, { names }: State): string =>
  text.replace(/\$(\w+)/g, (whole, name) => names.get(name) ?? whole);

const read = (json: string, state: State): object => JSON.parse(spread(withNames(json, state)));
