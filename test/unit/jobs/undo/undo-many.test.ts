import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { sandboxedCli } from '../../../helpers/cli.ts';
import { perTest } from '../../../helpers/lasting.ts';

const docs = perTest(sandboxedCli);

async function ok(line: string): Promise<string> {
  const { exitCode, stdout, stderr } = await docs(line);
  expect(exitCode, `${line}\n${stderr}`).toBe(0);
  return stdout;
}

const modes = async () =>
  JSON.parse(await ok('spaces list --json --fields title,editMode')).map(
    ({ title, editMode }: Record<string, string>) => `${title} ${editMode}`,
  );

describe('docs undo of a command on many', () => {
  it('undoes every target, and names each with what it was and will be', async () => {
    const before = await modes();
    await ok('spaces update Guides Handbook "Release notes" --edit-mode live');
    const { exitCode, stdout, stderr } = await docs('undo --yes --json');
    expect(exitCode).toBe(0);
    expect(await modes()).toEqual(before);
    for (const title of ['Guides', 'Handbook', 'Release notes'])
      expect(stderr).toMatch(new RegExp(`space "${title}" \\(\\w+\\): editMode: live -> locked`));
    const rows: { target: string; changed: unknown }[] = JSON.parse(stdout);
    expect(rows.map(({ target }) => target.split('"')[1])).toEqual(
      expect.arrayContaining(['Guides', 'Handbook', 'Release notes']),
    );
    expect(rows[0]).toMatchObject({
      ok: true,
      outcome: 'undone',
      changed: [{ name: 'editMode', from: 'live', to: 'locked' }],
    });
    expect((await docs('undo --yes')).stderr).toContain('nothing to undo');
  });

  it('reads ten and more targets from their list, and changes each by one request', async () => {
    const titles = Array.from({ length: 12 }, (_, at) => `Copy ${at}`);
    for (const title of titles) await ok(`spaces create --title "${title}"`);
    await ok(`spaces update ${titles.map((title) => `"${title}"`).join(' ')} --emoji 1f4d8`);
    const { stderr } = await docs('undo --yes --debug');
    expect(stderr.match(/GET \S+\/spaces\/\w+ /g)).toBeNull();
    expect(stderr.match(/PATCH \S+\/spaces\/\w+ /g)).toHaveLength(12);
  });

  it('brings back every deleted space', async () => {
    await ok('spaces delete "Release notes" "API reference" --yes');
    await ok('undo --yes');
    const titles = await ok('spaces list --fields title');
    expect(titles).toContain('API reference');
    expect(titles).toContain('Release notes');
  });

  it('leaves out what is the same before and after', async () => {
    await ok('sites update "Tarnpost Docs" --visibility public --title Docs');
    const { stderr } = await docs('undo --yes');
    expect(stderr).toContain(': title: Docs -> Tarnpost Docs\n');
    expect(stderr).not.toContain('visibility: ');
  });

  it.each([
    ['undo --yes', 'spaces update Guides Handbook "Release notes" "API reference" --language nl'],
    ['spaces delete Guides Handbook "Release notes" "API reference" --yes', 'spaces list'],
  ])('%s reads each target once, also where it takes minutes', async (line, first) => {
    await ok(first);
    const now = Date.now;
    let passed = 0;
    const slow = vi.spyOn(Date, 'now').mockImplementation(() => {
      passed += 15_000;
      return now() + passed;
    });
    const { exitCode, stderr } = await docs(`${line} --debug`);
    slow.mockRestore();
    expect(exitCode, stderr).toBe(0);
    expect(passed).toBeGreaterThan(120_000);
    // A list that was read a moment ago has shown the first of them.
    const reads = stderr.match(/^GET \S+\/v1\/spaces\/\w+ /gm) ?? [];
    expect(reads.length).toBeLessThanOrEqual(4);
    expect([...new Set(reads)]).toEqual(reads);
  });

  it('says once what keeps all of them from being undone, and what to do instead', async () => {
    await ok('members remove jonas@tarnpost.example mei@tarnpost.example --confirm "2 members"');
    const { exitCode, stderr } = await docs('undo --yes');
    expect(exitCode).toBe(1);
    expect(stderr).toContain('cannot be undone: a removed member must be invited again (2 changes)\n');
    expect(stderr).toMatch(
      /hint: docs invites send (mei|jonas)@tarnpost.example --role (review|edit) --org \w+\n/,
    );
  });

  it('is one row of the history, whose ID shows its changes', async () => {
    await ok('spaces update Guides Handbook --edit-mode live');
    await ok('spaces update Guides --title Handy');
    const rows = JSON.parse(await ok('history --json'));
    expect(rows.map(({ targets, undo }: Record<string, unknown>) => [targets, undo])).toEqual([
      [1, 'yes'],
      [2, 'yes'],
    ]);
    const [, many] = rows;
    const listed = await ok(`history ${many.id}`);
    expect(listed).toMatch(/space "Guides".*\tapplied\tyes\t/);
    expect(listed).toMatch(/space "Handbook".*\tapplied\tyes\t/);
    expect(many.changes.map(({ before }: { before: { editMode: string } }) => before.editMode)).toEqual([
      'locked',
      'locked',
    ]);
    expect((await ok('history -q')).trim().split('\n')).toEqual(rows.map(({ id }: { id: string }) => id));
  });

  it('lets a plan of which a part was undone be applied again: that part is not done any more', async () => {
    const rows = 'team,user\nSupport,jonas@tarnpost.example\nSupport,aiko@tarnpost.example\n';
    writeFileSync(join(docs.cwd, 'rows.csv'), rows);
    await ok('teams members add --rows rows.csv --plan-out plan.json');
    await ok('apply plan.json --yes');
    const members = () => ok('teams members list Support --json');
    const whole = await members();
    const [{ changes }] = JSON.parse(await ok('history --json'));
    await ok(`undo ${changes[0].id} --yes`);
    expect(await members()).not.toBe(whole);
    expect(await ok('apply plan.json --yes')).toMatch(/done before/);
    expect(JSON.parse(await members()).length).toBe(JSON.parse(whole).length);
  });

  it('says of a command that merged what it changed that none of it can be undone', async () => {
    await ok('export --space Guides --to copy');
    await docs('restore copy --space Guides --into Handbook --yes');
    const [{ id, undo, changes }] = JSON.parse(await ok('history --json'));
    expect(undo).toBe('no');
    expect(changes.map((change: { undo: string }) => change.undo)).not.toContain('yes');
    expect(await ok(`history ${id}`)).not.toContain('\tyes\t');
    const { exitCode, stderr } = await docs(`undo ${id} --yes`);
    expect(exitCode).toBe(1);
    expect(stderr).toContain('the platform cannot reverse a merge');
  });

  it('undoes one change of it by the ID of that change, and the rest by that of the command', async () => {
    await ok('spaces update Guides Handbook --edit-mode live');
    const [{ id, changes }] = JSON.parse(await ok('history --json'));
    const guides = changes.find(({ target }: { target: string }) => target.includes('Guides'));
    await ok(`undo ${guides.id} --yes`);
    expect(await modes()).toEqual(expect.arrayContaining(['Guides locked', 'Handbook live']));
    expect(JSON.parse(await ok(`history ${id} --json`))).toMatchObject({ undo: '1 of 2' });
    const { stderr } = await docs(`undo ${id} --yes`);
    expect(stderr).not.toContain('space "Guides"');
    expect(await modes()).toContain('Handbook locked');
    expect((await docs(`undo ${id} --yes`)).exitCode).toBe(1);
  });

  it('asks what will change', async () => {
    await ok('spaces update Guides --edit-mode live');
    const one = await docs('undo');
    expect(one).toMatchObject({ exitCode: 3 });
    expect(one.stderr).toMatch(/add --\w+ to undo space "Guides" \(\w+\): editMode: live -> locked \[/);
    await ok('spaces update Guides Handbook --title Same');
    expect((await docs('undo')).stderr).toContain('add --yes to undo these 2 changes [sandbox]');
  });

  it('says before it sends anything what cannot be undone, undoes the rest, and ends with 7', async () => {
    await ok('spaces update Guides Handbook --language fr');
    const [{ id }] = JSON.parse(await ok('history --json'));
    await ok('spaces update Guides --language de');
    const dry = await docs(`undo ${id} --dry-run --json`);
    expect(JSON.parse(dry.stdout)).toHaveLength(1);
    expect(dry.stderr).toMatch(/space "Guides" .*cannot be undone: language was changed again/);
    const part = await docs(`undo ${id} --yes --json`);
    expect(part.exitCode).toBe(7);
    expect(part.stderr).toContain('undid 1 of 2 changes');
    expect(part.stderr).toContain('Guides');
    // The same undo would end here again.
    expect(JSON.parse(part.stderr.trim().split('\n').at(-1) ?? '').error.hint).toBe(
      `docs undo ${id} --force`,
    );
    const rows = JSON.parse(part.stdout);
    expect(rows.map(({ ok: isDone }: { ok: boolean }) => isDone).sort()).toEqual([false, true]);
    await ok(`undo ${id} --yes --force`);
    expect(JSON.parse(await ok('spaces get Guides --json')).language).not.toBe('fr');
  });

  it('names what is gone or hidden meanwhile, and undoes the rest', async () => {
    await ok('spaces update Guides Handbook --language fr');
    const [{ id }] = JSON.parse(await ok('history --json'));
    await ok('spaces delete Guides --yes');
    const part = await docs(`undo ${id} --yes --json`);
    expect(part.exitCode).toBe(7);
    expect(part.stderr).toMatch(/space "Guides" \(\w+\) not found, or not visible to you/);
    expect(part.stderr).not.toContain('changed again');
    expect(JSON.parse(part.stdout)).toMatchObject([
      { ok: false, error: { code: 'NOT_FOUND' } },
      { ok: true, outcome: 'undone' },
    ]);
    expect(JSON.parse(await ok('spaces get Handbook --json')).language).not.toBe('fr');
    for (const force of ['', ' --force']) {
      const alone = await docs(`undo ${id} --yes${force}`);
      expect(alone).toMatchObject({ exitCode: 5, stdout: '' });
      expect(alone.stderr).toMatch(/hint: docs spaces restore \w+/);
    }
  });

  it('is exit 5 when nothing of it can be found', async () => {
    await ok('teams update Documentation --title Words');
    const [{ id }] = JSON.parse(await ok('history --json'));
    await ok('teams delete Words --yes');
    expect(await docs(`undo ${id} --yes`)).toMatchObject({ exitCode: 5 });
    await ok('openapi update parcels --visibility private --yes');
    const [{ id: changed }] = JSON.parse(await ok('history --json'));
    await ok('openapi delete parcels --yes');
    const { exitCode, stderr } = await docs(`undo ${changed} --yes --json`);
    expect([exitCode, JSON.parse(stderr.trim().split('\n').at(-1) ?? '').error.code]).toEqual([
      5,
      'NOT_FOUND',
    ]);
  });

  it('puts several moved spaces back in their order', async () => {
    const order = async () => ok('spaces list --fields title,parent');
    for (const title of ['One', 'Two', 'Three']) await ok(`spaces create --title ${title}`);
    const before = await order();
    for (const line of [
      'spaces move One Two Three --parent Archive --concurrency 1',
      'spaces move Three Two One --parent Archive --concurrency 3',
      'spaces move Guides "API reference" "Release notes" One Two Three --parent Archive --concurrency 8',
    ]) {
      await ok(line);
      expect(await order()).not.toBe(before);
      await ok('undo --yes');
      expect(await order(), line).toBe(before);
    }
  });

  it('knows the entries of earlier versions, which name no run', async () => {
    await ok('spaces update Guides Handbook --edit-mode live');
    const file = join(docs.home, '.local/share/docs/history/journal.jsonl');
    const old = readFileSync(file, 'utf8').replace(/"run":"\w+",/g, '');
    writeFileSync(file, old);
    const rows = JSON.parse(await ok('history --json --fields id,targets'));
    expect(rows.map(({ targets }: { targets: number }) => targets)).toEqual([1, 1]);
    await ok(`undo ${rows[1].id} --yes`);
    expect((await modes()).filter((text: string) => text.endsWith('live'))).toHaveLength(2);
  });
});
