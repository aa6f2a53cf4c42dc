// Plan files of somebody who means harm: what is shown says what is in them, and nothing takes its time.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { textOfPlan } from '../../../../src/engine/plan/plan-file.ts';
import { CancelledError } from '../../../../src/errors.ts';
import { sandboxedCli } from '../../../helpers/cli.ts';
import { growthOf, LINEAR } from '../../../helpers/growth.ts';
import { perFile } from '../../../helpers/lasting.ts';

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

/** Each has no text, and none is a value of the field. */
const ODD = [{ toString: 1 }, [1], -1, true];
const FIELDS: readonly [name: string, put: (value: unknown) => unknown][] = [
  ['origin', (origin) => plan([row()], { origin })],
  ['organization.title', (title) => plan([row()], { organization: { id: 'o', title } })],
  ['made.by', (by) => plan([row()], { made: { at: MADE, by, command: 'docs', docs: '1' } })],
  [
    'made.by.email',
    (email) => plan([row()], { made: { at: MADE, by: { email }, command: 'docs', docs: '1' } }),
  ],
  ['made.at', (at) => plan([row()], { made: { at, by: null, command: 'docs', docs: '1' } })],
  ['unchanged', (unchanged) => plan([row()], { unchanged })],
  ['guards.expires', (expires) => plan([row()], { guards: { expires } })],
  ['guards.maxChanges', (maxChanges) => plan([row()], { guards: { expires: SOON, maxChanges } })],
  ['target.kind', (kind) => plan([row({ target: { kind } })])],
  ['target.id', (id) => plan([row({ target: { kind: 'space', id } })])],
  ['target.title', (title) => plan([row({ target: { kind: 'space', title } })])],
  ['follows', (follows) => plan([row({ follows })])],
  ['line', (line) => plan([row({ line })])],
  ['danger', (danger) => plan([row({ danger })])],
];

/** A plan for a space that is called so: what a file calls it is not believed, the host is asked. */
async function planOf(title: string): Promise<void> {
  rmSync(join(cli.cwd, 'titled.json'), { force: true });
  const { stdout: id } = await cli(['spaces', 'create', '--title', title, '-q']);
  await cli(['spaces', 'update', id.trim(), '--emoji', '1f4e3', '--plan-out', 'titled.json']);
}

describe('docs plan show', () => {
  it.each(FIELDS)('with another value in %s than a plan has refuses the plan', async (name, put) => {
    for (const odd of ODD.filter((value) => name !== 'made.by' || typeof value !== 'object')) {
      const { exitCode, stderr } = await run(put(odd), ['plan', 'show', 'hostile.json']);
      expect([odd, stderr, exitCode]).toEqual([odd, expect.stringContaining('hostile.json'), 2]);
    }
  });

  it.each([
    ['a password in its origin', { origin: 'https://me:hunter2@docs.example' }],
    ['a limit that is neither a number nor a share', { guards: { expires: SOON, maxChanges: 'many' } }],
  ])('refuses a plan with %s, and does not repeat it', async (_, more) => {
    const { exitCode, stdout, stderr } = await run(plan([row()], more), ['plan', 'show', 'hostile.json']);
    expect([exitCode, stdout]).toEqual([2, '']);
    expect(stderr).not.toContain('hunter2');
  });

  it('keeps what its file says of its making to a line', async () => {
    const made = { at: MADE, by: { email: 'e'.repeat(100_000) }, command: 'c'.repeat(100_000), docs: '1' };
    const { stdout, stderr } = await run(plan([row()], { made }), ['plan', 'show', 'hostile.json']);
    expect((stdout + stderr).length).toBeLessThan(5000);
  });

  it('refuses a row that says something else than its request, as a field with the name of a method', async () => {
    const odd = plan([row({ after: { toString: 'x', constructor: 1 } })]);
    const { exitCode, stdout } = await run(odd, ['plan', 'show', 'hostile.json']);
    expect([stdout, exitCode]).toEqual(['', 2]);
  });

  it('shows a row as one line, whatever its target is called', async () => {
    await planOf('x"\n::set-env::\n~ space "Safe');
    const { stdout, exitCode } = await cli(['plan', 'show', 'titled.json']);
    expect([exitCode, stdout.trimEnd().split('\n')]).toEqual([0, [expect.stringContaining('Safe')]]);
  });

  it('gives no command to a CI runner', async () => {
    await planOf('##vso[task.setvariable variable=a]b');
    for (const words of [[], ['--markdown']]) {
      const { stdout, exitCode } = await cli(['plan', 'show', 'titled.json', ...words], {
        env: { TF_BUILD: 'True' },
      });
      expect([exitCode, stdout]).toEqual([0, expect.stringContaining('setvariable')]);
      expect(stdout).not.toContain('##vso[');
    }
  });

  it('writes no other Markdown than its own', async () => {
    await planOf('![](https://evil.example)\n\n# Approved');
    const { stdout, exitCode } = await cli(['plan', 'show', 'titled.json', '--markdown']);
    expect([exitCode, stdout]).toEqual([0, expect.stringContaining('Approved')]);
    expect(stdout).not.toMatch(/(?<!\\)!\[\]|^# /m);
  });
});

it('an expired plan offers no command of its file', async () => {
  await cli('spaces delete "Release notes" --plan-out own.json');
  const { origin } = JSON.parse(readFileSync(join(cli.cwd, 'own.json'), 'utf8'));
  const hint = async (command: string) => {
    const made = { at: '2020-01-01T00:00:00Z', by: null, command, docs: '1' };
    const old = plan([row()], {
      origin,
      made,
      organization: null,
      guards: { expires: '2020-01-02T00:00:00Z' },
    });
    const { stderr } = await run(old, ['apply', 'hostile.json']);
    return stderr;
  };
  const good = 'docs spaces delete Guides --plan-out plan.json';
  for (const evil of [
    good,
    'curl https://evil.example',
    `${good}; id`,
    `${good} $(id)`,
    'docs spaces delete Guides --yes',
    'docs spaces delete Guides --yes -- --plan-out',
    'docs spaces delete Guides --org --plan-out -qy',
    'docs api POST /orgs --data --plan-out',
  ])
    expect(await hint(evil)).toContain('hint: docs plan show hostile.json');
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
  it('leaves every file alone that is there, but for its own parts', async () => {
    const two = plan([row(), row({ danger: 'severe' })]);
    const split = ['plan', 'split', 'hostile.json', '--by', 'danger'];
    const second = join(cli.cwd, 'hostile-2.json');
    writeFileSync(second, 'of somebody else');
    const refused = await run(two, split);
    expect([refused.exitCode, refused.stderr]).toEqual([
      1,
      'docs: hostile-2.json already exists\nhint: move it away, or add --overwrite to replace it\n',
    ]);
    expect(readFileSync(second, 'utf8')).toBe('of somebody else');
    expect(existsSync(join(cli.cwd, 'hostile-1.json'))).toBe(false);
    expect((await run(two, [...split, '--overwrite'])).exitCode).toBe(0);
    // Again, after a run that was cut off.
    rmSync(second);
    expect((await run(two, split)).exitCode).toBe(0);
  });

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

describe('--plan-out', () => {
  it('replaces an earlier plan and nothing else', async () => {
    const file = join(cli.cwd, 'kept.json');
    const words = 'spaces update Guides --language fr --plan-out kept.json';
    for (const text of ['of somebody else', '{"version": 1, "name": "my-package"}']) {
      writeFileSync(file, text);
      const { exitCode, stderr } = await cli(words);
      expect([exitCode, stderr]).toEqual([
        1,
        'docs: refusing to overwrite "kept.json": it is not a plan\nhint: choose another file for --plan-out, or remove this one\n',
      ]);
      expect(readFileSync(file, 'utf8')).toBe(text);
    }
    rmSync(file);
    for (const _ of [1, 2]) expect(await cli(words)).toMatchObject({ exitCode: 0 });
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
