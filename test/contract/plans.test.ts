// Every command that changes something can be planned: nothing is sent, the plan fits, and a change by others shows.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { entries } from '../../src/commands/index.ts';
import { canPlan } from '../../src/engine/model/flags.ts';
import { allCommands } from '../../src/engine/model/load.ts';
import type { PlanRow } from '../../src/engine/plan/plan.ts';
import { checkPlan } from '../../src/engine/plan/plan-file.ts';
import { type Cli, servedCli } from '../helpers/cli.ts';
import { hostCommands } from '../helpers/command-lines.ts';
import { writeFixtures } from '../helpers/example-files.ts';

const leaves = new Map((await allCommands(entries)).map(({ path, command }) => [path, command]));
const planned = (await hostCommands()).filter(([path]) => {
  const command = leaves.get(path);
  return command !== undefined && canPlan(command);
});

/** Why these put no plan into a file. */
const NOT_PLANNED: Readonly<Record<string, RegExp>> = {};

const BEFORE = [
  'release cut v1.0 --site "Tarnpost Docs" --from guides --yes',
  'cr reviewers request 1 jonas@tarnpost.example --space Guides',
];

let cli: Cli;
let translation: string;
beforeAll(async () => {
  cli = await servedCli({ stdin: '' });
  writeFixtures(cli.cwd);
  const made = async (line: string) => {
    const outcome = await cli(line);
    expect([line, outcome]).toMatchObject([line, { exitCode: 0 }]);
    return outcome.stdout.trim();
  };
  for (const line of BEFORE) await made(line);
  translation = await made('translations create --source-space Guides --source-language en --language fr -q');
  const space = await made('spaces create --title "Release notes" -q');
  await made(`spaces delete ${space} --yes`);
}, 60_000);
afterAll(() => cli.cleanup());

const planOf = () => checkPlan(JSON.parse(readFileSync(join(cli.cwd, 'plan.json'), 'utf8')), 'plan.json');
const history = async () => (await cli('history --all -o ndjson')).stdout.trim().split('\n').length;

it('there are as many as there should be', () => expect(planned.length).toBeGreaterThan(80));

it.each(planned)('%s is planned', async (path, example) => {
  rmSync(join(cli.cwd, 'plan.json'), { force: true });
  const words = example.map((word) =>
    word === 'fr' && path !== 'docs translations create' ? translation : word,
  );
  const before = await history();
  const { exitCode, stderr } = await cli([...words, '--plan-out', 'plan.json']);
  expect([path, await history()]).toEqual([path, before]);
  const why = NOT_PLANNED[path];
  if (why) {
    expect([path, stderr, existsSync(join(cli.cwd, 'plan.json'))]).toEqual([
      path,
      expect.stringMatching(why),
      false,
    ]);
    return;
  }
  expect([path, exitCode, stderr]).toEqual([path, 0, expect.stringContaining('wrote plan plan.json')]);
  const fits = await cli('plan check plan.json');
  expect([path, fits]).toMatchObject([path, { exitCode: 0 }]);
  const { rows } = planOf();
  const [row] = rows;
  if (!row?.before || Object.keys(row.before).length === 0) return;
  writeFileSync(
    join(cli.cwd, 'plan.json'),
    JSON.stringify({ ...planOf(), rows: [changed(row), ...rows.slice(1)] }),
  );
  const stale = await cli('plan check plan.json');
  expect([path, stale]).toMatchObject([path, { exitCode: 6 }]);
});

/** As if its target had been something else when the plan was made. */
function changed(row: PlanRow): PlanRow {
  const [name = ''] = Object.keys(row.before ?? {});
  return { ...row, before: { ...row.before, [name]: 'something else' } };
}
