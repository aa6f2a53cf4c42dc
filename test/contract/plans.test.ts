// Every command that changes something can be planned: nothing is sent, the plan fits, and a change by others shows.
import { copyFileSync, cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canPlan } from '../../src/engine/model/flags.ts';
import type { PlanRow } from '../../src/engine/plan/plan.ts';
import { checkPlan } from '../../src/engine/plan/plan-file.ts';
import { absentCommands } from '../helpers/absent-commands.ts';
import { sandboxedCli, servedCli } from '../helpers/cli.ts';
import { hostCommands } from '../helpers/command-lines.ts';
import { perFile } from '../helpers/lasting.ts';
import { prepareForExamples } from '../helpers/prepared-examples.ts';
import { rotated } from '../helpers/rotation.ts';

const planned = hostCommands.filter(([, , command]) => canPlan(command));

/** What the sandbox refuses, and why that is right. */
const REFUSED: Readonly<Record<string, number>> = {
  // Locked by git sync.
  'docs content import': 7,
  // The platform wants a token of another kind.
  'docs git remove-legacy': 4,
  'docs conversations ingest': 4,
  'docs installations token': 4,
  // It has ended.
  'docs imports cancel': 7,
  // No such invitation.
  'docs invites accept': 5,
  'docs invites links revoke': 5,
};

/** Of what the sandbox does not do, it says so. */
const refusedWith = (path: string): number => REFUSED[path] ?? (absentCommands.has(path) ? 5 : 0);

/** In the process or behind HTTP. */
const [[, open] = ['', servedCli]] = rotated(['the sandbox'], [servedCli, sandboxedCli]);
const cli = perFile(() => open({ stdin: '' }));
let translation: string;
beforeAll(async () => {
  translation = await prepareForExamples(cli);
});

const planOf = () => checkPlan(JSON.parse(readFileSync(join(cli.cwd, 'plan.json'), 'utf8')), 'plan.json');
/** All that the history holds: a line each. */
const history = () => {
  const folder = join(cli.home, '.local/share/docs/history');
  return readdirSync(folder).flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'));
};

/** Of these the platform shows no state: one who is invited cannot read the invite, nor can anyone one by email. */
const NOT_SHOWN = ['docs invites accept', 'docs invites links revoke'];
const blind: string[] = [];
let looked = 0;
afterAll(() => {
  if (looked === planned.length) expect(blind.sort()).toEqual(NOT_SHOWN);
});

it('there are as many as there should be', () => expect(planned.length).toBeGreaterThan(80));

it.each(planned)('%s is planned', async (path, example) => {
  rmSync(join(cli.cwd, 'plan.json'), { force: true });
  const words = example.map((word) =>
    word === 'fr' && path !== 'docs translations create' ? translation : word,
  );
  const before = history();
  const { exitCode, stderr } = await cli([...words, '--plan-out', 'plan.json']);
  expect([path, history()]).toEqual([path, before]);
  expect([path, exitCode, stderr]).toEqual([path, 0, expect.stringContaining('wrote plan plan.json')]);
  const fits = await cli('plan check plan.json');
  expect([path, fits]).toMatchObject([path, { exitCode: 0 }]);
  const { rows } = planOf();
  const [row] = rows;
  looked += 1;
  // The sandbox shows nothing of what it does not do.
  if (absentCommands.has(path)) return;
  if (row && (row.before === undefined || !changesTell(row))) blind.push(path);
  if (!row?.before) return;
  writeFileSync(
    join(cli.cwd, 'plan.json'),
    JSON.stringify({ ...planOf(), rows: [changed(row), ...rows.slice(1)] }),
  );
  const stale = await cli('plan check plan.json');
  expect([path, stale]).toMatchObject([path, { exitCode: 6 }]);
});

/** What goes is known by something of it: else nothing would show that it has changed. */
const changesTell = ({ before, after }: PlanRow): boolean =>
  after !== null || Object.keys(before ?? {}).length > 0;

/** As if its target had been something else when the plan was made. */
function changed(row: PlanRow): PlanRow {
  const [name = 'something'] = Object.keys(row.before ?? {});
  return { ...row, before: { ...row.before, [name]: 'something else' } };
}

describe('applied', () => {
  const own = perFile(() => sandboxedCli({ stdin: '' }));
  let file: string;
  let history: string;
  let kept: number;
  let language: string;
  beforeAll(async () => {
    language = await prepareForExamples(own);
    file = join(own.home, '.local/share/docs/sandbox.db');
    copyFileSync(file, `${file}.kept`);
    history = join(own.home, '.local/share/docs/history');
    cpSync(history, join(own.home, 'history.kept'), { recursive: true });
    kept = (await allChanges()).length;
  });

  /** As it was: a history that grows would be read again by each of them. */
  const startOver = () => {
    copyFileSync(`${file}.kept`, file);
    rmSync(history, { recursive: true, force: true });
    cpSync(join(own.home, 'history.kept'), history, { recursive: true });
  };
  const allChanges = async (): Promise<Change[]> =>
    JSON.parse((await own('history --json --all')).stdout)
      .reverse()
      .flatMap((ran: { changes: Change[] }) => ran.changes);
  const changes = async () => (await allChanges()).slice(kept);
  const effects = async () =>
    (await own('history -o ndjson')).stdout.split('\n').filter((line) => line !== '').length;

  /** Of the command itself, with what it asks to be confirmed. */
  async function direct(words: readonly string[]): Promise<unknown> {
    const ran = await own([...words, '--yes']);
    if (ran.exitCode === 3) {
      const [, confirm = ''] = /--confirm ('.*'|".*"|\S+)$/m.exec(ran.stderr) ?? [];
      await own([...words, '--yes', '--confirm', confirm.replace(/^['"]|['"]$/g, '')]);
    }
    return sentOf(await changes());
  }

  it.each(planned)('%s is made once, and as the command makes it', async (path, example) => {
    startOver();
    const words = example.map((word) =>
      word === 'fr' && path !== 'docs translations create' ? language : word,
    );
    const byCommand = await direct(words);
    startOver();
    await own([...words, '--plan-out', 'plan.json']);
    const plan = checkPlan(JSON.parse(readFileSync(join(own.cwd, 'plan.json'), 'utf8')), 'plan.json');
    const count = plan.rows.length;
    const consent = plan.rows.some(({ danger }) => danger === 'severe')
      ? ['--confirm', count === 1 ? '1 change' : `${count} changes`]
      : ['--yes'];
    const applied = await own(['apply', 'plan.json', ...consent]);
    // What is so already is not sent.
    if (count > 0) expect([path, sentOf(await changes())]).toEqual([path, byCommand]);
    const after = await effects();
    const again = await own(['apply', 'plan.json', ...consent]);
    expect([path, applied, again.exitCode, await effects()]).toEqual([
      path,
      applied,
      applied.exitCode,
      after,
    ]);
    expect([path, applied.exitCode, applied.stderr]).toEqual([path, refusedWith(path), expect.anything()]);
  });
});

interface Change {
  operation: string;
  input: object;
  after?: { id?: string };
}

/** What was sent; what is created has another ID each time. */
function sentOf(changes: readonly Change[]): unknown {
  const text = JSON.stringify(changes.map(({ operation, input }) => ({ operation, input })));
  const known = changes.reduce(
    (all, { after }, at) => (after?.id === undefined ? all : all.replaceAll(`"${after.id}"`, `"made ${at}"`)),
    text,
  );
  return JSON.parse(known);
}
