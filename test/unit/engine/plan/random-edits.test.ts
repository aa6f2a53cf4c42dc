// Plans with one field changed by hand, anywhere: refused, or shown as what is then sent.
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type Cli, sandboxedCli } from '../../../helpers/cli.ts';
import { reached, runs } from '../../../helpers/runs.ts';

const COMMANDS = [
  'members update jonas@tarnpost.example --role admin',
  'members remove priya@tarnpost.example',
  'spaces update Guides --title "User guides"',
  'spaces delete "Release notes"',
  'permissions grant sofia@marchetti-writes.example review --space Handbook',
  'teams members add Documentation priya@tarnpost.example',
  'sites sections create --space Handbook --title Handbook --path handbook --site "Tarnpost Docs"',
  'redirects create /quickstart https://tarnpost.example/ --site "Tarnpost Docs"',
  'pages edit webhooks --space Guides --cr 1 --title Hooks --file text.md',
  'pages delete webhooks --space Guides --cr 1',
  'cr update 1 --space Guides --subject "Other words"',
  'sites update "Partner portal" --visibility public --title Partners',
  'customization set "Tarnpost Docs" --set styling.theme=bold',
  'invites send new@tarnpost.example --role edit',
  'share-links create leak --site "Partner portal"',
];
const ROUNDS = runs('A3', 'edited plans', 60);

type Json = Record<string, unknown>;

/** Every place in a value that can be changed. */
function placesIn(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [path];
  return [
    ...(path.length > 0 ? [path] : []),
    ...Object.entries(value).flatMap(([key, one]) => placesIn(one, [...path, key])),
  ];
}

const ROLES = ['admin', 'create', 'edit', 'review', 'comment', 'read'];
const LEVELS = ['public', 'unlisted', 'share-link', 'private'];

/** What somebody who means to be believed puts there: a thing of the same kind, another role, the opposite. */
function likely(old: unknown, kin: readonly (readonly string[])[]): unknown[] {
  if (typeof old === 'boolean') return [!old];
  const alike = [...kin, ROLES, LEVELS].find((all) => all.includes(String(old))) ?? ['Someone else'];
  return alike.filter((one) => one !== old);
}

function edited(
  plan: Json,
  path: readonly string[],
  random: (below: number) => number,
  kin: readonly (readonly string[])[],
): Json {
  const copy = structuredClone(plan);
  const holder = path.slice(0, -1).reduce<unknown>((at, key) => Object(at)[key], copy);
  const key = path.at(-1) ?? '';
  const old = Object(holder)[key];
  const odd = [...kin.flatMap((ids) => ids.slice(0, 3)), 'Someone else', null, 'mild', 'admin', 7, undefined];
  const others = random(2) === 0 ? likely(old, kin) : odd.filter((one) => one !== old);
  const value = others[random(others.length)];
  if (value === undefined && !Array.isArray(holder)) Reflect.deleteProperty(Object(holder), key);
  else Object.assign(Object(holder), { [key]: value });
  follow(copy, path, old, value, random);
  return copy;
}

/** Half of those who change a request change also what the row says of it. */
function follow(
  plan: Json,
  [rows, at, part, field]: readonly string[],
  old: unknown,
  value: unknown,
  random: (below: number) => number,
): void {
  if (rows !== 'rows' || part !== 'input' || random(2) === 0 || typeof value !== 'string') return;
  const row = Object(Object(plan.rows)[at ?? '']);
  if (row.after && Object.hasOwn(row.after, field ?? '')) row.after[field ?? ''] = row.input[field ?? ''];
  if (row.target.id === old) row.target.id = value;
  if (row.target.title === old) row.target.title = value;
}

/** What the titles of these things are, by ID. */
async function titlesIn(cli: Cli): Promise<{ named: Map<string, string>; kin: string[][] }> {
  const named = new Map<string, string>();
  const kin: string[][] = [];
  for (const { id, user } of JSON.parse((await cli('members list --json')).stdout))
    named.set(id, user.displayName);
  kin.push([...named.keys()]);
  const lists = ['spaces', 'teams', 'sites', 'pages'];
  const where: Readonly<Record<string, string>> = { pages: '--space Guides' };
  for (const list of lists) {
    const found = JSON.parse(
      (await cli(`${list} list ${where[list] ?? ''} --json --fields id,title`)).stdout,
    );
    for (const { id, title } of found) named.set(id, title);
    kin.push(found.map(({ id }: { id: string }) => id));
  }
  return { named, kin };
}

/** What was sent to is said: by its ID or by its title. */
function unsaid(shown: string, inputs: readonly Json[], named: ReadonlyMap<string, string>): string[] {
  return inputs.flatMap((input) =>
    Object.entries(input).flatMap(([param, id]) => {
      const title = named.get(String(id));
      const isSaid = title === undefined || shown.includes(String(id)) || shown.includes(`"${title}"`);
      return param === 'organizationId' || isSaid ? [] : [`${param} "${title}" in ${shown}`];
    }),
  );
}

/** What is sent that the plan of the program did not have is shown, value by value. */
function unshown(shown: string, own: Json, honest: Json, named: ReadonlyMap<string, string>): string[] {
  const rows = (plan: Json): Json[] => (Array.isArray(plan.rows) ? plan.rows : []);
  const valueAt = (at: unknown, path: readonly string[]) =>
    path.reduce<unknown>((inner, key) => (Object(inner) === inner ? Object(inner)[key] : undefined), at);
  return rows(own).flatMap(({ input, operation }, at) =>
    placesIn(input).flatMap((path) => {
      const value = valueAt(input, path);
      if (typeof value === 'object' || value === undefined || path[0] === 'organizationId') return [];
      if (value === valueAt(rows(honest)[at]?.input, path)) return [];
      const text = named.get(String(value)) ?? String(value);
      return shown.includes(text) || shown.includes(String(value))
        ? []
        : [`${operation} ${path.join('.')} = ${value} in ${shown}`];
    }),
  );
}

async function plansOf(cli: Cli): Promise<Json[]> {
  const plans: Json[] = [];
  writeFileSync(join(cli.cwd, 'text.md'), 'We call a URL of yours.\n\nLast line.\n');
  for (const line of COMMANDS) {
    const made = await cli(`${line} --plan-out plan.json`);
    expect([line, made.exitCode, made.stderr]).toEqual([line, 0, expect.any(String)]);
    plans.push(JSON.parse(readFileSync(join(cli.cwd, 'plan.json'), 'utf8')));
  }
  return plans;
}

it('a plan with one field changed is refused, or shown as what is then sent', async () => {
  let seed = 20261124;
  const random = (below: number) => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return Math.floor((seed / 2147483648) * below);
  };
  const cli = await sandboxedCli({ stdin: '' });
  const lies: string[] = [];
  let sent = 0;
  try {
    const file = join(cli.home, '.local/share/docs/sandbox.db');
    copyFileSync(file, `${file}.kept`);
    const { named, kin } = await titlesIn(cli);
    const honest = await plansOf(cli);
    for (let round = 0; round < ROUNDS; round += 1) {
      const plan = honest[round % honest.length] ?? {};
      // Every other edit is one of a request: elsewhere nearly every edit is refused.
      const isOfRequest = random(2) === 0;
      const places = placesIn(plan).filter(([first, , part]) =>
        isOfRequest ? part === 'input' : first !== 'made',
      );
      const own = edited(plan, places[random(places.length)] ?? [], random, kin);
      writeFileSync(join(cli.cwd, 'edited.json'), JSON.stringify(own));
      const shown = await cli('plan show edited.json --full');
      const count = Array.isArray(own.rows) ? own.rows.length : 0;
      const history = async () => JSON.parse((await cli('history --json')).stdout);
      const before = (await history()).length;
      await cli(['apply', 'edited.json', '--confirm', count === 1 ? '1 change' : `${count} changes`]);
      const [last, ...others] = await history();
      if (others.length + 1 === before || last === undefined) continue;
      sent += 1;
      if (shown.exitCode !== 0) lies.push(`sent what could not be shown: ${shown.stderr}`);
      lies.push(
        ...unsaid(
          shown.stdout,
          last.changes.map(({ input }: { input: Json }) => input),
          named,
        ),
        ...unshown(shown.stdout, own, plan, named),
      );
      copyFileSync(`${file}.kept`, file);
    }
  } finally {
    cli.cleanup();
  }
  reached('A3', 'edited plans', ROUNDS);
  expect(lies).toEqual([]);
  expect(sent).toBeGreaterThan(ROUNDS / 100);
});
