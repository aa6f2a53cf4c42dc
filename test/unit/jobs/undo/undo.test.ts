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
