// Plan files of somebody who means harm: what is shown says what is in them, and nothing takes its time.
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { textOfPlan } from '../../../../src/engine/plan/plan-file.ts';
import { CancelledError } from '../../../../src/errors.ts';
import { sandboxedCli } from '../../../helpers/cli.ts';
import { growthOf, LINEAR } from '../../../helpers/growth.ts';
import { perFile } from '../../../helpers/lasting.ts';
import { playCases } from '../../../helpers/play.ts';

const cli = perFile(sandboxedCli);
// Parts of a split: tests run in any order.
afterEach(() => {
  for (const name of readdirSync(cli.cwd)) if (/^hostile-\d+\.json$/.test(name)) rmSync(join(cli.cwd, name));
});

type Json = Record<string, unknown>;
const row = (more: Json = {}): Json => ({
  operation: 'spaces.update',
  input: { spaceId: 's', title: 'New' },
  target: { kind: 'space', id: 's', title: 'Old' },
  before: { title: 'Old' },
  after: { title: 'New' },
  danger: 'mild',
  ...more,
});
const MADE = new Date().toISOString();
const SOON = new Date(Date.now() + 86_400_000).toISOString();
const plan = (rows: readonly Json[], more: Json = {}): Json => ({
  version: 1,
  origin: 'https://docs.example',
  organization: { id: 'o', title: 'Acme' },
  made: { at: MADE, by: { id: 'u', email: 'a@acme.example' }, command: 'docs', docs: '1' },
  rows,
  unchanged: 0,
  guards: { expires: SOON },
  ...more,
});
const run = (value: unknown, words: readonly string[], options = {}) => {
  writeFileSync(join(cli.cwd, 'hostile.json'), JSON.stringify(value));
  return cli([...words], options);
};

playCases(join(import.meta.dirname, 'hostile'), sandboxedCli, {
  /** A row of each danger. */
  plan: ({ cli }, dangers) =>
    writeFileSync(
      join(cli.cwd, 'hostile.json'),
      JSON.stringify(plan(dangers.map((danger) => row({ danger })))),
    ),
});

it('docs plan show keeps what its file says of its making to a line', async () => {
  const made = { at: MADE, by: { email: 'e'.repeat(100_000) }, command: 'c'.repeat(100_000), docs: '1' };
  const { stdout, stderr } = await run(plan([row()], { made }), ['plan', 'show', 'hostile.json']);
  expect((stdout + stderr).length).toBeLessThan(5000);
});

describe('docs plan split', () => {
  const MANY = 100_000;
  const bare = (more: Json = {}) => ({
    operation: 's',
    input: {},
    target: { kind: 'k' },
    after: {},
    danger: 'mild',
    ...more,
  });
  const shapes: readonly [what: string, rowAt: (at: number, many: number) => Json][] = [
    ['as many rows as there may be', () => bare()],
    ['rows that all need the first', (at) => bare(at > 0 ? { needs: [1] } : {})],
    [
      'a chain of rows that need two others',
      (at, many) =>
        bare(at >= many / 2 && at < many - 1 ? { needs: [at - many / 2 + 1, at - many / 2 + 2] } : {}),
    ],
  ];
  it('ends with the signal while it computes', async () => {
    const controller = new AbortController();
    const ended = new CancelledError('interrupted by SIGTERM', { exit: 143 });
    setTimeout(() => controller.abort(ended), 300);
    const many = plan(Array.from({ length: 20_000 }, () => bare()));
    const { exitCode } = await run(many, ['plan', 'split', 'hostile.json', '--by', '1'], {
      signal: controller.signal,
    });
    expect(exitCode).toBe(143);
    expect(existsSync(join(cli.cwd, 'hostile-20000.json'))).toBe(false);
  });

  it.each(shapes)('splits %s in linear time', async (_, rowAt) => {
    const split = async (many: number) => {
      const rows = Array.from({ length: many }, (_, at) => rowAt(at, many));
      const words = ['plan', 'split', 'hostile.json', '--by', 'danger', '-o', 'ndjson', '--overwrite'];
      const { stdout, stderr, exitCode } = await run(plan(rows), words);
      expect([stderr, exitCode]).toEqual([expect.stringContaining('split'), 0]);
      expect(stdout).toContain(`"rows":${many}`);
    };
    expect(await growthOf(split, MANY / 8)).toBeLessThan(LINEAR);
  });
});

describe('the size of a plan', () => {
  it('may be more than other files: what docs writes it reads again', async () => {
    const rows = Array.from({ length: 20_000 }, (_, at) => row({ line: at + 2, follows: 'x'.repeat(900) }));
    const { stderr, exitCode } = await run(plan(rows), ['plan', 'split', 'hostile.json', '--by', '20000']);
    expect([stderr, exitCode]).toEqual([expect.stringContaining('split hostile.json into 1 plan'), 0]);
  });

  it('is refused where it is written, not where it is read', () => {
    const many = { ...plan([]), rows: Array.from({ length: 100_001 }, () => row()) };
    expect(() => textOfPlan(many as never)).toThrow(/at most 100000 rows, and this one would have 100001/);
  });
});
