// A plan that was cut off while it was applied, and is applied again: nothing is sent twice, nothing is left out.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { sandboxedCli } from '../../../helpers/cli.ts';
import { perTest } from '../../../helpers/lasting.ts';

const cli = perTest(sandboxedCli);
let organizationId: string;
beforeEach(async () => {
  organizationId = (await cli('orgs list -q')).stdout.trim();
  await cli('collections create Sample --plan-out plan.json');
});

interface Row {
  operation: string;
  input: Record<string, unknown>;
  after?: Record<string, unknown>;
  needs?: number[];
}

const create = (title: string, parent?: string): Row => ({
  operation: 'collections.create',
  input: { organizationId, title, ...(parent !== undefined && { parent }) },
  after: { title, ...(parent !== undefined && { parent }) },
});

function writePlan(rows: readonly Row[]): void {
  const path = join(cli.cwd, 'plan.json');
  const plan = JSON.parse(readFileSync(path, 'utf8'));
  const whole = rows.map((row) => ({
    target: { kind: 'collection', title: row.input.title },
    danger: 'mild',
    ...(row.operation.endsWith('create') && { before: null }),
    after: {},
    ...row,
  }));
  writeFileSync(path, JSON.stringify({ ...plan, rows: whole }));
}

/** As a kill leaves it: the answers of these rows never came. */
function forgetAnswers(numbers: readonly number[]): void {
  const folder = join(cli.home, '.local/share/docs/plans');
  const path = join(folder, readdirSync(folder)[0] ?? '');
  const lines = readFileSync(path, 'utf8').split('\n');
  const isLost = (line: string) => numbers.some((number) => line.startsWith(`done ${number}`));
  writeFileSync(path, lines.filter((line) => !isLost(line)).join('\n'));
}

const titled = async (title: string) =>
  JSON.parse((await cli('collections list --json')).stdout).filter(
    (one: Row['input']) => one.title === title,
  );

const changes = async () =>
  JSON.parse((await cli('history --json')).stdout).reduce(
    (sum: number, { changes: own }: { changes: unknown[] }) => sum + own.length,
    0,
  );

describe('a plan that was cut off', () => {
  it('creates once what needs another row', async () => {
    writePlan([create('Above'), { ...create('Below', '{row 1}.id'), needs: [1] }]);
    expect(await cli('apply plan.json')).toMatchObject({ exitCode: 0 });
    const before = await changes();
    forgetAnswers([1, 2]);
    expect(await cli('apply plan.json')).toMatchObject({ exitCode: 0 });
    expect([(await titled('Above')).length, (await titled('Below')).length]).toEqual([1, 1]);
    expect(await changes()).toBe(before);
  });

  it('keeps things of one title apart', async () => {
    writePlan([create('Twin'), create('Twin'), create('Twin')]);
    expect(await cli('apply plan.json')).toMatchObject({ exitCode: 0 });
    expect(await titled('Twin')).toHaveLength(3);
    forgetAnswers([2, 3]);
    expect(await cli('apply plan.json')).toMatchObject({ exitCode: 0 });
    expect(await titled('Twin')).toHaveLength(3);
    // One of them never arrived.
    const [lost] = await titled('Twin');
    await cli(['collections', 'delete', lost.id, '--confirm', 'Twin', '--yes']);
    forgetAnswers([1, 2, 3]);
    const again = await cli('apply plan.json');
    expect([again.exitCode, again.stderr]).toEqual([0, expect.anything()]);
    expect(await titled('Twin')).toHaveLength(3);
  });

  it('sends nothing for what a file says that another row created, and what was there before', async () => {
    writePlan([create('Above'), { ...create('Below', '{row 1}.id'), needs: [1] }]);
    expect(await cli('apply plan.json')).toMatchObject({ exitCode: 0 });
    const [other] = await titled('Internal');
    forgetAnswers([1, 2]);
    const folder = join(cli.home, '.local/share/docs/plans');
    const path = join(folder, readdirSync(folder)[0] ?? '');
    const lines = readFileSync(path, 'utf8').replaceAll(/^sent .*\n/gm, '');
    writeFileSync(path, `${lines}\ndone 1 ${other.id}\n`);
    const before = await changes();
    const again = await cli('apply plan.json');
    expect([again.exitCode, again.stderr]).toEqual([6, expect.stringContaining('is something else')]);
    expect(await changes()).toBe(before);
  });

  it.each([
    ['renamed, and whose answer was lost', [2]],
    ['renamed, where another row needs it as well', [3]],
  ])('goes on with what another of its rows has %s', async (_, lost) => {
    const target = { kind: 'collection', title: 'Above' };
    const named = { operation: 'collections.update', after: { title: 'Named' }, needs: [1] };
    const update = { ...named, target, input: { collectionId: '{row 1}.id', title: 'Named' } };
    writePlan([create('Above'), update, { ...create('Below', '{row 1}.id'), needs: [1] }]);
    expect(await cli('apply plan.json')).toMatchObject({ exitCode: 0 });
    const before = await changes();
    forgetAnswers(lost);
    const again = await cli('apply plan.json');
    expect([again.exitCode, again.stderr]).toEqual([0, expect.anything()]);
    expect([(await titled('Above')).length, (await titled('Named')).length]).toEqual([0, 1]);
    expect(await titled('Below')).toHaveLength(1);
    expect(await changes()).toBe(before);
  });

  it('does not repeat what the state does not show', async () => {
    const [space] = JSON.parse((await cli('spaces list --json')).stdout);
    await cli(['spaces', 'duplicate', space.id, '--plan-out', 'plan.json']);
    expect(await cli('apply plan.json --yes')).toMatchObject({ exitCode: 0 });
    const count = JSON.parse((await cli('spaces list --json')).stdout).length;
    forgetAnswers([1]);
    const again = await cli('apply plan.json --yes');
    expect([again.exitCode, again.stderr]).toEqual([7, expect.stringContaining('not known whether')]);
    expect(JSON.parse((await cli('spaces list --json')).stdout)).toHaveLength(count);
  });
});

it('a page names the picture that a run before the cut has uploaded', async () => {
  writeFileSync(join(cli.cwd, 'one.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  writeFileSync(join(cli.cwd, 'page.md'), '![One](one.svg)\n');
  await cli('cr create --subject Pictures --space Guides');
  const edit = 'pages edit webhooks --space Guides --cr 7 --file page.md --plan-out plan.json';
  expect(await cli(edit)).toMatchObject({ exitCode: 0 });
  expect(await cli('apply plan.json')).toMatchObject({ exitCode: 0 });
  await cli('cr edit 7 --space Guides --revert-page webhooks --yes');
  const folder = join(cli.home, '.local/share/docs/plans');
  const path = join(folder, readdirSync(folder)[0] ?? '');
  writeFileSync(path, readFileSync(path, 'utf8').replaceAll(/^(?:sent|done) 2.*\n/gm, ''));
  expect(await cli('apply plan.json')).toMatchObject({ exitCode: 0 });
  const files = JSON.parse((await cli('files list --space Guides --cr 7 --json')).stdout);
  const [file, second] = files.filter(({ name }: { name: string }) => name === 'one.svg');
  expect(second).toBeUndefined();
  const shown = await cli('pages get webhooks --space Guides --cr 7 --format markdown');
  expect(shown.stdout).toContain(`![One](/files/${file.id})`);
});

it('a team is created by a plan, and never twice', async () => {
  await cli('teams create Reviewers --plan-out plan.json');
  const { rows } = JSON.parse(readFileSync(join(cli.cwd, 'plan.json'), 'utf8'));
  expect(rows[0]).toMatchObject({ before: null, target: { kind: 'team', title: 'Reviewers' } });
  expect(await cli('apply plan.json')).toMatchObject({ exitCode: 0 });
  forgetAnswers([1]);
  expect(await cli('apply plan.json')).toMatchObject({ exitCode: 0 });
  const teams = JSON.parse((await cli('teams list --json')).stdout);
  expect(teams.filter(({ title }: { title: string }) => title === 'Reviewers')).toHaveLength(1);
});

describe('two runs at once', () => {
  it('make one site of one file', async () => {
    writeFileSync(join(cli.cwd, 'twice.yaml'), 'title: Twice\nspaces: [Guides]\n');
    const ends = await Promise.all([1, 2].map(() => cli('sites setup --from twice.yaml')));
    const said = ends.map(({ stderr }) => stderr).join('');
    expect([ends.map(({ exitCode }) => exitCode), said]).toEqual([
      [0, 0],
      expect.stringMatching(/nothing to change/),
    ]);
    expect((await cli('sites list -o tsv --fields title')).stdout.match(/^Twice$/gm)).toHaveLength(1);
  });

  it('make what one plan creates once', async () => {
    writePlan(['One', 'Two', 'Three', 'Four'].map((title) => create(title)));
    const runs = await Promise.all(['apply plan.json', 'apply plan.json'].map((words) => cli(words)));
    expect(runs.map(({ exitCode }) => exitCode)).toEqual([0, 0]);
    for (const title of ['One', 'Two', 'Three', 'Four'])
      expect([title, (await titled(title)).length]).toEqual([title, 1]);
    expect(await changes()).toBe(4);
  });

  it('make one change request of one folder', async () => {
    await cli('export --space Guides --files --to docs');
    const page = join(cli.cwd, 'docs/Guides/webhooks.md');
    writeFileSync(page, `${readFileSync(page, 'utf8')}\nMore of it.\n`);
    const runs = await Promise.all(['push docs', 'push docs'].map((words) => cli(words)));
    expect(runs.map(({ exitCode }) => exitCode)).toEqual([0, 0]);
    const open = JSON.parse((await cli('cr list --space Guides --json')).stdout);
    expect(open.filter(({ subject }: { subject: string }) => subject === 'Edits of Guides')).toHaveLength(1);
  });

  it('make an organization once as its folder says', async () => {
    await cli('orgs pull --to acme');
    const path = join(cli.cwd, 'acme/collections.yaml');
    writeFileSync(path, `${readFileSync(path, 'utf8').trimEnd()}\n  - title: Twin\n`);
    const runs = await Promise.all(['orgs apply acme', 'orgs apply acme'].map((words) => cli(words)));
    expect(runs.map(({ exitCode, stderr }) => [exitCode, stderr])).toEqual([
      [0, expect.anything()],
      [0, expect.anything()],
    ]);
    expect(await titled('Twin')).toHaveLength(1);
  });
});
