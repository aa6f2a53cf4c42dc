import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { changesFromEnd } from '../../../../src/domain/journal/journal-from-end.ts';
import { sandboxedCli } from '../../../helpers/cli.ts';
import { perTest } from '../../../helpers/lasting.ts';
import { countedParts } from '../../../helpers/parsed-lines.ts';

const docs = perTest(sandboxedCli);

async function ok(line: string): Promise<string> {
  const { exitCode, stdout, stderr } = await docs(line);
  expect(exitCode, `${line}\n${stderr}`).toBe(0);
  return stdout;
}

const VOLATILE = new Set(['updatedAt', 'updatedBy', 'resolvedAt', 'resolvedBy', 'lastSeenAt', 'editedAt']);
const stable = (json: string): unknown =>
  JSON.parse(json, (key, value) => (VOLATILE.has(key) ? undefined : value));

/** What changes something, and what shows it. */
const CASES: [change: string, look: string][] = [
  ['spaces update Guides --title Handy --edit-mode live --language fr', 'spaces get $GUIDES --json'],
  ['spaces update Guides --clear-emoji', 'spaces get $GUIDES --json'],
  ['spaces update Guides --icon https://x.example/i.png', 'spaces get $GUIDES --json'],
  ['spaces delete Guides --yes', 'spaces list --json'],
  ['spaces move Handbook --clear-parent --yes', 'spaces get $HANDBOOK --json'],
  ['spaces move "Release notes" --before Guides --yes', 'spaces list --json'],
  ['spaces move Guides --after "Release notes" --yes', 'spaces list --json'],
  ['collections update Internal --title Inside --description "For us"', 'collections list --json'],
  ['sites update "Tarnpost Docs" --title Docs --visibility unlisted', 'sites get $SITE --json'],
  ['sites unpublish "Tarnpost Docs" --yes', 'sites get $SITE --json'],
  [
    'sites update "Tarnpost Docs" --default-site-section API',
    'sites structure get --site "Tarnpost Docs" --json',
  ],
  [
    'sites update "Partner portal" --default-site-space "Release notes"',
    'sites structure get --site "Partner portal" --json',
  ],
  ['orgs update --logo https://x.example/logo.png', 'orgs get --json'],
  ['teams update Documentation --title Writers', 'teams list --json'],
  ['orgs update --title Tarnish --no-invite-links --default-role read', 'orgs get --json'],
  ['openapi update parcels --visibility private', 'openapi get parcels --json'],
  ['cr update 1 --space Guides --subject Other --status draft', 'cr get 1 --space $GUIDES --json'],
];

it('two at once undo two commands, one after the other', async () => {
  await ok('teams create Writers');
  await ok('teams update Writers --title Authors');
  await ok('teams update Authors --title Editors');
  const ended = await Promise.all([docs('undo --yes'), docs('undo --yes')]);
  expect(ended.map(({ exitCode, stderr }) => [exitCode, stderr])).toEqual([
    [0, expect.stringContaining('undid')],
    [0, expect.stringContaining('undid')],
  ]);
  expect(await ok('teams list -o csv --fields title')).toContain('Writers');
});

describe('docs undo', () => {
  it.each(CASES)('takes back: docs %s', async (change, look) => {
    const ids: Record<string, string> = {
      $GUIDES: (await ok('spaces get Guides -q')).trim(),
      $HANDBOOK: (await ok('spaces get Handbook -q')).trim(),
      $SITE: (await ok('sites get "Tarnpost Docs" -q')).trim(),
    };
    const read = look.replace(/\$[A-Z]+/, (name) => ids[name] ?? name);
    const before = stable(await ok(read));
    await ok(change);
    expect(stable(await ok(read))).not.toEqual(before);
    await ok('undo --yes');
    expect(stable(await ok(read))).toEqual(before);
    const again = await docs('undo --yes');
    expect(again.stderr).toContain('nothing to undo');
  });

  it('brings back what the platform takes away where something else is set', async () => {
    const guides = 'spaces get Guides --json';
    const [page] = JSON.parse(await ok('pages list --space Guides --json --fields id,type')).filter(
      ({ type }: { type: string }) => type === 'document',
    );
    const onSite = 'sites spaces list --site "Tarnpost Docs" --json';
    await ok('spaces update Guides --icon https://x.example/i.png');
    await ok(`sites spaces update Guides --site "Tarnpost Docs" --home ${page.id}`);
    const before = [stable(await ok(guides)), stable(await ok(onSite))];
    await ok('spaces update Guides --emoji 1f381');
    await ok('undo --yes');
    await ok('sites spaces update Guides --site "Tarnpost Docs" --space-id Handbook --yes');
    await ok('undo --yes');
    expect([stable(await ok(guides)), stable(await ok(onSite))]).toEqual(before);
  });

  it('takes back reactions, and leaves those of others', async () => {
    const [comment] = JSON.parse(
      await ok('comments list --space Guides --json --fields id,reactions'),
    ).filter(({ reactions = [] }: { reactions?: unknown[] }) => reactions.length > 0);
    const read = async () => stable(await ok(`comments get ${comment.id} --space Guides --json`));
    const before = await read();
    for (const emoji of [comment.reactions[0].emoji, ':tada:']) {
      await ok(`comments react ${comment.id} ${emoji} --space Guides`);
      expect(await read()).not.toEqual(before);
      await ok('undo --yes');
      expect(await read()).toEqual(before);
    }
    await ok(`comments react ${comment.id} :tada: --space Guides`);
    await ok(`comments react ${comment.id} --remove-reaction :tada: --space Guides`);
    await ok('undo --yes');
    expect(JSON.stringify(await read())).toMatch(/:tada:|🎉/);
  });

  it('takes back roles, settled comments and what stands in which group', async () => {
    const [member] = JSON.parse(await ok('members list --role edit --json --fields id,role'));
    await ok(`members update ${member.id} --role read --yes`);
    await ok('undo --yes');
    expect(JSON.parse(await ok(`members get ${member.id} --json`)).role).toBe('edit');
    const [comment] = JSON.parse(await ok('comments list --space Guides --status open --json --fields id'));
    await ok(`comments resolve ${comment.id} --space Guides`);
    await ok('undo --yes');
    expect(JSON.parse(await ok(`comments get ${comment.id} --space Guides --json`)).status).not.toBe(
      'resolved',
    );
    const sections = 'sites sections list --site "Tarnpost Docs" --json --fields id,title,sectionGroup';
    const before = await ok(sections);
    const grouped = JSON.parse(before).find((section: { sectionGroup?: string }) => section.sectionGroup);
    await ok(`sites groups remove ${grouped.sectionGroup} ${grouped.id} --site "Tarnpost Docs"`);
    expect(await ok(sections)).not.toBe(before);
    await ok('undo --yes');
    expect(new Set(JSON.parse(await ok(sections)))).toEqual(new Set(JSON.parse(before)));
  });

  it('goes further back with every call, and undoes an undo by its id', async () => {
    const id = (await ok('spaces get Guides -q')).trim();
    const title = async () => JSON.parse(await ok(`spaces get ${id} --json`)).title;
    await ok('spaces update Guides --title One');
    await ok('spaces update One --title Two');
    await ok('undo --yes');
    expect(await title()).toBe('One');
    await ok('undo --yes');
    expect(await title()).toBe('Guides');
    const [newest] = (await ok('history -q')).split('\n');
    await ok(`undo ${newest} --yes`);
    expect(await title()).toBe('One');
  });

  it('takes back nothing that was done on another host', async () => {
    await ok('spaces update Guides --title Handy');
    const env = { DOCS_BASE_URL: 'http://127.0.0.1:1', DOCS_TOKEN: 'of-another-host' };
    const elsewhere = await docs('undo --yes', { env });
    const none = 'nothing to undo: no change made from this machine on http://127.0.0.1:1 is left to undo';
    expect([elsewhere.exitCode, elsewhere.stderr]).toEqual([0, expect.stringContaining(none)]);
    const [{ id }] = JSON.parse(await ok('history --json --fields id'));
    const named = await docs(`undo ${id} --yes`, { env });
    expect([named.exitCode, named.stderr]).toEqual([2, expect.stringContaining('was made on sandbox:')]);
    await ok('undo --yes');
    await ok('spaces get Guides');
  });

  it('refuses to take back what somebody changed again, unless forced', async () => {
    await ok('spaces update Guides --title One');
    const { stdout } = await docs('history -q');
    const [first = ''] = stdout.split('\n');
    await ok('spaces update One --title Two');
    const refused = await docs(`undo ${first} --yes`);
    expect(refused).toMatchObject({ exitCode: 1 });
    expect(refused.stderr).toContain(`hint: docs undo ${first} --force`);
    await ok(`undo ${first} --force --yes`);
    expect(await ok('spaces list --fields title')).toContain('Guides');
  });

  it('says honestly what the platform cannot reverse, and what comes nearest', async () => {
    const id = (await ok('spaces duplicate Guides -q')).trim();
    const made = await docs('undo --yes');
    expect(made).toMatchObject({ exitCode: 1 });
    expect(made.stderr).toContain(`hint: docs spaces delete ${id}`);
    await ok('cr merge 4 --space Guides --yes');
    expect((await docs('undo --yes')).stderr).toContain('cannot be undone');
    expect((await docs('undo nothing --yes')).exitCode).toBe(5);
  });

  it.each(['cr create --space Guides --subject Later', 'cr update 4 --status draft --space Guides'])(
    'does not promise to reverse a change request that was merged since: %s',
    async (line) => {
      await ok('teams update Support --title Help');
      const [before = ''] = (await ok('history -q')).split('\n');
      await ok(line);
      const [change = ''] = (await ok('history -q')).split('\n');
      const number = line.startsWith('cr create') ? '7' : '4';
      await ok(`cr update ${number} --status open --space Guides`);
      await ok(`cr merge ${number} --space Guides --yes`);
      for (const flag of ['--dry-run', '--force --dry-run']) {
        const { exitCode, stderr } = await docs(`undo ${change} ${flag}`);
        expect([exitCode, stderr]).toEqual([
          1,
          expect.stringContaining('cannot be undone: the change request was merged since'),
        ]);
        expect(stderr).not.toContain('--force');
      }
      const last = await docs('undo --yes');
      expect(last.stderr).toContain(`; the last one that can be undone: docs undo ${before}\n`);
    },
  );

  it('does not promise edits of a change request that was merged since', async () => {
    await ok('cr create --space Guides --subject Later');
    const [{ number }] = JSON.parse(await ok('cr list --space Guides --json'));
    await ok(`pages edit Welcome --description Later --space Guides --cr ${number} --yes`);
    const [edit = ''] = (await ok('history -q')).split('\n');
    await ok(`undo ${edit} --dry-run`);
    expect(JSON.parse(await ok(`history ${edit} --json`)).undo).toBe('yes');
    await ok(`cr merge ${number} --space Guides --yes`);
    const undo = 'the change request was merged since';
    expect(JSON.parse(await ok(`history ${edit} --json`)).undo).toBe(undo);
    const [, , created] = JSON.parse(await ok('history --json'));
    expect(created).toMatchObject({ command: expect.stringMatching('cr create'), undo });
    const { exitCode, stderr } = await docs(`undo ${edit} --dry-run`);
    expect([exitCode, stderr]).toEqual([
      1,
      expect.stringContaining('cannot be undone: the change request was merged since'),
    ]);
  });

  it('asks first, and needs --yes where nobody can answer', async () => {
    await ok('spaces update Guides --title One');
    const silent = await docs('undo');
    expect(silent).toMatchObject({ exitCode: 3 });
    expect(silent.stderr).toMatch(/hint: docs undo [0-9a-f]{10} --yes/);
    const no = await docs('undo', { tty: true, answers: [false] });
    expect(no.exitCode).toBe(3);
    expect((await docs('undo', { tty: true, answers: [true] })).exitCode).toBe(0);
    expect(await ok('spaces list --fields title')).toContain('Guides');
  });

  it('shows the change with --dry-run and sends nothing', async () => {
    await ok('spaces update Guides --title One');
    expect(await ok('undo --dry-run')).toMatch(/^space "One" \(\w+\): title: One -> Guides\n$/);
    expect(await ok('spaces list --fields title')).toContain('One');
  });
});

describe('the history', () => {
  it('holds changes and undos of them so that they are counted without parsing them', async () => {
    await ok('spaces update Guides Handbook "Release notes" --language fr --yes');
    await ok('undo --yes');
    const { parts, parsed } = countedParts(join(docs.home, '.local/share/docs/history'));
    const met = [...changesFromEnd(parts)].flatMap(({ change }) => change ?? []);
    expect(met.map(({ isUndoable }) => isUndoable)).toEqual(Array(6).fill(true));
    expect(met.map(({ undoneBy }) => undoneBy !== undefined)).toEqual([
      false,
      false,
      false,
      true,
      true,
      true,
    ]);
    expect(parsed()).toBe(0);
    const counted = await ok('history --json --fields id,targets,outcome,undo');
    const whole = JSON.parse(await ok('history --json'));
    expect(JSON.parse(counted)).toEqual(
      whole.map(({ id, targets, outcome, undo }: Record<string, unknown>) => ({
        id,
        targets,
        outcome,
        undo,
      })),
    );
  });

  it('is in a file of the user alone, and names profile, command and state before', async () => {
    await ok('spaces update Guides --title One');
    const [ran] = JSON.parse(await ok('history --json --fields command,profile,targets,outcome,changes'));
    expect(ran).toMatchObject({
      command: 'docs spaces update Guides --title One',
      profile: 'sandbox',
      targets: 1,
      outcome: 'applied',
    });
    const [change] = ran.changes;
    expect(change).toMatchObject({ status: 200, before: { title: 'Guides' } });
    expect(change.target).toMatch(/^space "Guides" \(/);
    const detail = JSON.parse(await ok(`history ${(await ok('history -q')).trim()} --json`));
    expect(detail.changes[0].after.title).toBe('One');
    expect(JSON.parse(await ok(`history ${change.id} --json`)).after.title).toBe('One');
  });

  it('leaves out what was refused, unless asked', async () => {
    await docs('cr merge 2 --space nowhere --yes');
    expect(await ok('history -q')).toBe('');
    await docs('api DELETE /v1/spaces/nope --yes');
    expect(await ok('history -q')).toBe('');
    expect((await ok('history --all -q')).trim()).not.toBe('');
    expect(JSON.parse(await ok('history --all --json --fields undo'))).toContainEqual({
      undo: 'it never took effect',
    });
  });

  it('is not kept with DOCS_HISTORY=off', async () => {
    const { exitCode } = await docs('spaces update Guides --title One', { env: { DOCS_HISTORY: 'off' } });
    expect(exitCode).toBe(0);
    expect(await ok('history -q')).toBe('');
  });

  it('does not stop the work where it cannot be written, and says so once', async () => {
    const folder = join(docs.home, '.local/share/docs/history');
    writeFileSync(folder, 'in the way');
    const { exitCode, stderr } = await docs('spaces update Guides --title One');
    expect(exitCode).toBe(0);
    expect(stderr.match(/not recorded in the history/g)).toHaveLength(1);
    expect(stderr).toContain('updated space "One"');
  });

  it('keeps no token and no credentials of a git URL', async () => {
    await docs(
      'git import --space Guides --url https://me:canary-pass@git.example.com/x.git --ref refs/heads/main --yes',
    );
    const file = join(docs.home, '.local/share/docs/history/journal.jsonl');
    expect(existsSync(file)).toBe(true);
    expect(readFileSync(file, 'utf8')).not.toContain('canary-pass');
  });
});

describe('docs spaces trash', () => {
  it('counts the days until a deleted space is gone, and forgets what was restored', async () => {
    const id = (await ok('spaces get Handbook -q')).trim();
    await ok('spaces delete Handbook --yes');
    const [row] = JSON.parse(await ok('spaces trash --json'));
    expect(row).toMatchObject({ id, title: 'Handbook', daysLeft: 7, source: 'history', confirmed: true });
    const later = await docs('spaces trash --json', { now: () => new Date(Date.now() + 6.5 * 86_400_000) });
    expect(JSON.parse(later.stdout)[0]).toMatchObject({ daysLeft: 1 });
    await ok(`spaces restore ${id}`);
    expect(await ok('spaces trash --json')).toBe('[]\n');
  });

  it("knows a space that was deleted by a request of one's own", async () => {
    const id = (await ok('spaces get Handbook -q')).trim();
    await ok(`api DELETE /v1/spaces/${id} --yes`);
    expect(JSON.parse(await ok('spaces trash --json'))[0]).toMatchObject({ id, title: 'Handbook' });
  });
});

it('names what a duplicate made, not what it was made from', async () => {
  const id = (await ok('spaces duplicate Guides -q')).trim();
  const { stderr } = await docs('undo --dry-run');
  expect(stderr).toContain(`hint: docs spaces delete ${id}\n`);
});

it('a name that nobody has leads to the list of members, with the addresses that come near', async () => {
  const { stderr } = await docs('cr inbox --user jona@tarnpost.example');
  expect(stderr).toBe(
    'docs: member "jona@tarnpost.example" not found, or not visible to you; did you mean "jonas@tarnpost.example"?\nhint: docs members list\n',
  );
  expect((await docs('cr inbox --user typo@tarnpost.example')).stderr).not.toContain('did you mean');
});

describe('a space that was restored by hand', () => {
  const undoOf = async (command: string) => {
    const rows: { command: string; undo: string }[] = JSON.parse(
      await ok('history --json --fields command,undo'),
    );
    return rows.find((row) => row.command.includes(command))?.undo;
  };

  it('shows its deletion as undone, by the command that restored it', async () => {
    await ok('spaces delete Guides --yes');
    await ok('spaces restore Guides');
    const restored = (await ok('history --limit 1 -q')).trim();
    expect(await undoOf('spaces delete')).toBe(`it was already undone by ${restored}`);
    expect(await undoOf('spaces restore')).toBe('yes');
  });

  it('can be deleted once more by docs undo', async () => {
    await ok('spaces delete Guides --yes');
    await ok('spaces restore Guides');
    await ok('undo --yes');
    expect(await ok('spaces list --fields title -o tsv')).not.toContain('Guides');
    expect(await undoOf('spaces delete')).toBe('yes');
  });
});

describe('a last command that cannot be undone', () => {
  it('leads on to the one before it that can be', async () => {
    await ok('teams update Support --title Help');
    const before = (await ok('history --limit 1 -q')).trim();
    await ok('teams create Writers');
    await ok('teams create Readers');
    const { exitCode, stderr } = await docs('undo --yes');
    expect(exitCode).toBe(1);
    expect(stderr).toContain('docs teams create Readers: cannot be undone: an undo does not delete');
    expect(stderr).toContain(`; the last one that can be undone: docs undo ${before}\n`);
    const named = (await ok('history --limit 1 -q')).trim();
    expect((await docs(`undo ${named} --yes`)).stderr).not.toContain('can be undone: docs undo');
  });
});
