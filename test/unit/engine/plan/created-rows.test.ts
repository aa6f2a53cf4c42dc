// Rows that create something: whether it is there already is read once for all of them.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sandboxedCli, servedCli } from '../../../helpers/cli.ts';
import { startCutProxy } from '../../../helpers/cut-proxy.ts';
import { perFile, untilEnd } from '../../../helpers/lasting.ts';

const cli = perFile(sandboxedCli);

const lists = (stderr: string) =>
  stderr.split('\n').filter((line) => /GET\S* \S*\/(teams|collections)\b(?!\/)/.test(line)).length;

it('the list they would be in is read once, however many rows there are', async () => {
  const names = Array.from({ length: 40 }, (_, at) => `Team ${at}`);
  writeFileSync(join(cli.cwd, 'rows.csv'), `title\n${names.join('\n')}\n`);
  expect(await cli('teams create --rows rows.csv --plan-out plan.json')).toMatchObject({ exitCode: 0 });
  for (const name of names.slice(0, 3)) await cli(['teams', 'create', name]);
  const { exitCode, stdout, stderr } = await cli('plan check plan.json --debug --json');
  expect(lists(stderr)).toBeLessThanOrEqual(1);
  expect([
    exitCode,
    JSON.parse(stdout).filter(({ state }: { state: string }) => state === 'already there'),
  ]).toEqual([0, [expect.anything(), expect.anything(), expect.anything()]]);
});

it('what is done to a thing that is there already is judged by what it is, not as something new', async () => {
  for (const line of [
    'sites create Customers --visibility share-link --plan-out plan.json',
    'sites create Customers --visibility share-link',
    'sites spaces add Handbook --site Customers',
    'sites publish Customers',
  ])
    expect(await cli(line), line).toMatchObject({ exitCode: 0 });
  const plan = JSON.parse(readFileSync(join(cli.cwd, 'plan.json'), 'utf8'));
  const { organizationId } = plan.rows[0].input;
  plan.rows.push({
    operation: 'sites.update',
    input: { organizationId, siteId: '{row 1}.id', visibility: 'public' },
    target: { kind: 'site', title: 'Customers' },
    after: { visibility: 'public' },
    danger: 'mild',
    needs: [1],
  });
  writeFileSync(join(cli.cwd, 'opened.json'), JSON.stringify(plan));
  const shown = await cli('plan show opened.json');
  expect(shown.stderr).toMatch(/danger: moderate/);
  expect(await cli('apply opened.json')).toMatchObject({ exitCode: 3 });
  expect((await cli('sites get Customers --jq .visibility')).stdout.trim()).toBe('share-link');
});

/** As a kill leaves it: the answers never came. */
function forgetAnswers(folder: string): void {
  const [name = ''] = readdirSync(folder);
  const text = readFileSync(join(folder, name), 'utf8');
  writeFileSync(join(folder, name), text.replaceAll(/^done .*\n/gm, ''));
}

it.each([
  {
    kept: 'plans',
    lines: ['teams create Rovers --plan-out late.json', 'apply late.json', 'apply late.json'],
  },
  {
    kept: 'many',
    lines: ['version', 'teams create --rows late.csv', 'teams create --rows late.csv --resume'],
  },
])('creates nothing twice where the clock here runs ahead of the host: $kept', async ({ kept, lines }) => {
  const own = untilEnd(await servedCli());
  writeFileSync(join(own.cwd, 'late.csv'), 'title\nRovers\nScouts\n');
  const now = () => new Date(Date.now() + 2 * 60 * 60 * 1000);
  const [first = '', second = '', third = ''] = lines;
  expect(await own(first, { now })).toMatchObject({ exitCode: 0 });
  expect(await own(second, { now })).toMatchObject({ exitCode: 0 });
  forgetAnswers(join(own.home, '.local/share/docs', kept));
  const again = await own(third, { now });
  expect(again).toMatchObject({ exitCode: 0 });
  const { stdout } = await own('teams list --jq \'[.[] | select(.title == "Rovers")] | length\'');
  expect(stdout.trim()).toBe('1');
});

it.each([-300, 300])(
  'applies a plan at once where the clock here is %d days from that of the host',
  async (days) => {
    const own = untilEnd(await servedCli());
    const now = () => new Date(Date.now() + days * 24 * 60 * 60 * 1000);
    for (const line of ['teams create Rovers --plan-out far.json', 'apply far.json'])
      expect(await own(line, { now })).toMatchObject({ exitCode: 0 });
  },
);

/** A host behind a gateway that sends so many creations twice: the second is refused as a conflict with the first. */
const gateway = (refusals: number) => async (target: string) => {
  const proxy = await startCutProxy(target);
  let left = refusals;
  proxy.decide((request, response) => {
    const { method = '', url = '', headers } = request;
    if (method !== 'POST' || !/(collections|spaces)$/.test(url) || left === 0) return undefined;
    left -= 1;
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', async () => {
      const told = { authorization: headers.authorization ?? '', 'content-type': 'application/json' };
      await fetch(new URL(url, target), { method, headers: told, body: Buffer.concat(parts) });
      const refusal = JSON.stringify({ error: { code: 409, message: 'it is there already' } });
      response.writeHead(409, { 'content-type': 'application/json' }).end(refusal);
    });
    return 'answered';
  });
  return proxy;
};

it('creates nothing twice where the host refuses as a conflict what it has just created', async () => {
  const own = untilEnd(await servedCli({}, gateway(2)));
  await own('collections create Above --plan-out plan.json');
  const plan = JSON.parse(readFileSync(join(own.cwd, 'plan.json'), 'utf8'));
  const { organizationId } = plan.rows[0].input;
  const inner = { title: 'Inner', parent: '{row 1}.id' };
  plan.rows.push({
    ...{ operation: 'spaces.create', input: { organizationId, ...inner }, danger: 'mild', before: null },
    ...{ target: { kind: 'space', title: 'Inner' }, after: inner, needs: [1] },
  });
  writeFileSync(join(own.cwd, 'plan.json'), JSON.stringify(plan));
  for (const exitCode of [7, 7, 0]) expect(await own('apply plan.json')).toMatchObject({ exitCode });
  const collections = await own('collections list --jq \'[.[] | select(.title == "Above")] | length\'');
  const spaces = await own('spaces list --jq \'[.[] | select(.title == "Inner")] | length\'');
  expect([collections.stdout.trim(), spaces.stdout.trim()]).toEqual(['1', '1']);
});

it('creates no row twice with --resume where the host refused as a conflict what it had created', async () => {
  const own = untilEnd(await servedCli({}, gateway(2)));
  writeFileSync(join(own.cwd, 'new.csv'), 'title\nOne\nTwo\nThree\n');
  const words = 'collections create --rows new.csv --yes --concurrency 1 -o ndjson';
  expect(await own(words)).toMatchObject({ exitCode: 7 });
  const { exitCode, stdout } = await own(`${words} --resume`);
  const outcomes = stdout.match(/"outcome":"[^"]*"/g);
  expect([exitCode, outcomes]).toEqual([
    0,
    ['already there', 'already there', 'done before'].map((outcome) => `"outcome":"${outcome}"`),
  ]);
  const made = await own(
    'collections list --jq \'[.[] | select(.title | test("^(One|Two|Three)$"))] | length\'',
  );
  expect(made.stdout.trim()).toBe('3');
});
