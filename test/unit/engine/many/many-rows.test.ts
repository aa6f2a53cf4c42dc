// Rows on standard input: a target each, with fields of its own.
import { describe, expect, it } from 'vitest';
import { sandboxedCli } from '../../../helpers/cli.ts';
import { perTest } from '../../../helpers/lasting.ts';

const cli = perTest(sandboxedCli);

const lines = (...rows: unknown[]) => ({ stdin: rows.map((row) => JSON.stringify(row)).join('\n') });
const fieldsOf = async (space: string, fields: string) =>
  JSON.parse((await cli(['spaces', 'get', space, '--json', '--fields', fields])).stdout);

describe('a row on standard input', () => {
  it('changes the fields that it gives, and takes the others from the flags', async () => {
    const rows = [{ id: 'Guides', editMode: 'live' }, { id: 'Handbook' }, 'Release notes'];
    const given = { stdin: JSON.stringify(rows) };
    const { exitCode, stderr } = await cli('spaces update - --edit-mode locked --emoji 1f4d8', given);
    expect([exitCode, stderr]).toEqual([0, expect.stringContaining('updated 3 spaces')]);
    expect(await fieldsOf('Guides', 'editMode,emoji')).toEqual({ editMode: 'live', emoji: '1f4d8' });
    expect(await fieldsOf('Handbook', 'editMode')).toEqual({ editMode: 'locked' });
    expect(await fieldsOf('Release notes', 'editMode')).toEqual({ editMode: 'locked' });
  });

  it('needs no flag, and takes references by title', async () => {
    const rows = lines({ id: 'Guides', parent: 'Archive' }, { id: 'Handbook', parent: 'Archive' });
    const { stdout, exitCode } = await cli('spaces move - --yes --dry-run -o ndjson', rows);
    expect(exitCode).toBe(0);
    const parents = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).body.parent);
    expect(new Set(parents).size).toBe(1);
    expect(parents[0]).toMatch(/^\w{20}$/);
  });

  it.each([
    [
      'an unknown field',
      { id: 'Handbook', editmode: 'live' },
      'line 2 of standard input: "editmode" is not a field',
    ],
    [
      'a field that a list prints',
      { id: 'Handbook', object: 'space', editMode: 'live' },
      'line 2 of standard input: "object" is not a field',
    ],
    ['a bad value', { id: 'Handbook', editMode: 'fast' }, 'line 2 of standard input: --edit-mode'],
    ['nothing to change', { id: 'Handbook' }, 'line 2 of standard input: nothing to change'],
    ['no id', { editMode: 'live' }, 'line 2 of standard input: it has no id'],
    ['the same target and another value', { id: 'Guides', editMode: 'locked' }, 'line 2'],
  ])('with %s is refused with its line before anything is sent', async (_, row, message) => {
    const { exitCode, stderr } = await cli('spaces update -', lines({ id: 'Guides', editMode: 'live' }, row));
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(message)]);
    expect(await fieldsOf('Guides', 'editMode')).not.toEqual({ editMode: 'live' });
  });

  it('is where its space says', async () => {
    const rows = lines({ id: '1', space: 'Guides', subject: 'Other words' });
    const { exitCode, stderr } = await cli('cr update -', rows);
    expect([exitCode, stderr]).toEqual([0, expect.stringContaining('updated 1 change request')]);
    expect((await cli('cr get 1 --space Guides --json --fields subject')).stdout).toContain('Other words');
  });

  it('is a reference alone for a command without fields', async () => {
    const listed = await cli('spaces list --limit 2 -o ndjson');
    const all = await cli('spaces delete - --yes --dry-run -q', { stdin: listed.stdout });
    expect([all.exitCode, all.stdout.split('\n').length]).toEqual([0, expect.any(Number)]);
    const wrong = await cli('spaces delete - --yes', lines({ id: 'Guides', visibility: 'public' }));
    expect([wrong.exitCode, wrong.stderr]).toEqual([
      2,
      expect.stringContaining('line 1 of standard input: "visibility" is not a field'),
    ]);
    expect(wrong.stderr).toContain('hint: docs spaces list -q | docs spaces delete -');
  });
});

describe('consent to many', () => {
  const members =
    'jonas@tarnpost.example\nmei@tarnpost.example\njonas@tarnpost.example\nnobody@tarnpost.example\n';

  it('counts each target that is there once, and the dry run says the words', async () => {
    const planned = await cli('members remove - --if-exists --dry-run', { stdin: members });
    expect(planned.stderr).toContain("add --confirm '2 members'");
    const wrong = await cli(['members', 'remove', '-', '--if-exists', '--confirm', '3 members', '--json'], {
      stdin: members,
    });
    expect(wrong.exitCode).toBe(3);
    expect(wrong.stderr).toContain('"confirm":"2 members"');
    const refused = await cli('members remove - --if-exists', { stdin: members });
    expect(refused.stderr).toMatch(/hint: docs members remove '?-'? --if-exists --confirm '2 members'/);
    const right = await cli(['members', 'remove', '-', '--if-exists', '--confirm', '2 members'], {
      stdin: members,
    });
    expect([right.exitCode, right.stderr]).toEqual([0, expect.stringContaining('removed 2 members')]);
  });

  it('counts a target once that is named by title and by id', async () => {
    const id = JSON.parse((await cli('sites get "Partner portal" --json')).stdout).id;
    const stdin = `Partner portal\n${id}\nTarnpost Docs\n`;
    const { stderr, exitCode } = await cli('sites delete -', { stdin });
    expect([exitCode, stderr]).toEqual([3, expect.stringContaining("--confirm '2 sites'")]);
  });
});
