// Plans with one field changed by hand, anywhere: refused, or shown as what is then sent.
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type Cli, sandboxedCli } from '../../../helpers/cli.ts';

const COMMANDS = [
  'members update jonas@tarnpost.example --role admin',
  'members remove priya@tarnpost.example',
  'spaces update Guides --title "User guides"',
  'spaces delete "Release notes"',
  'permissions grant sofia@marchetti-writes.example review --space Handbook',
  'teams members add Documentation priya@tarnpost.example',
  'sites sections create --space Handbook --title Handbook --path handbook --site "Tarnpost Docs"',
  'redirects create /quickstart https://tarnpost.example/ --site "Tarnpost Docs"',
];
const ROUNDS = process.env.DOCS_HARDEN ? 500 : 60;

type Json = Record<string, unknown>;

/** Every place in a value that can be changed. */
function placesIn(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [path];
  return [
    ...(path.length > 0 ? [path] : []),
    ...Object.entries(value).flatMap(([key, one]) => placesIn(one, [...path, key])),
  ];
}

function edited(
  plan: Json,
  path: readonly string[],
  random: (below: number) => number,
  ids: readonly string[],
): Json {
  const copy = structuredClone(plan);
  const holder = path.slice(0, -1).reduce<unknown>((at, key) => Object(at)[key], copy);
  const key = path.at(-1) ?? '';
  const old = Object(holder)[key];
  const others = [...ids, 'Someone else', null, 'mild', 'admin', 7, undefined];
  const value = others.filter((one) => one !== old)[random(others.length - 1)];
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
async function titlesIn(cli: Cli): Promise<Map<string, string>> {
  const named = new Map<string, string>();
  for (const { id, user } of JSON.parse((await cli('members list --json')).stdout))
    named.set(id, user.displayName);
  for (const list of ['spaces', 'teams', 'sites'])
    for (const { id, title } of JSON.parse((await cli(`${list} list --json`)).stdout)) named.set(id, title);
  return named;
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

async function plansOf(cli: Cli): Promise<Json[]> {
  const plans: Json[] = [];
  for (const line of COMMANDS) {
    await cli(`${line} --plan-out plan.json`);
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
    const named = await titlesIn(cli);
    const honest = await plansOf(cli);
    for (let round = 0; round < ROUNDS; round += 1) {
      const plan = honest[round % honest.length] ?? {};
      const places = placesIn(plan).filter(([first]) => first !== 'made');
      const own = edited(plan, places[random(places.length)] ?? [], random, [...named.keys()].slice(0, 12));
      writeFileSync(join(cli.cwd, 'edited.json'), JSON.stringify(own));
      const shown = await cli('plan show edited.json');
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
      );
      copyFileSync(`${file}.kept`, file);
    }
  } finally {
    cli.cleanup();
  }
  expect(lies).toEqual([]);
  expect(sent).toBeGreaterThan(0);
});
