import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { updateSpace } from '../../../../src/api/content/spaces.ts';
import { openExportFolder } from '../../../../src/jobs/export/folder.ts';
import type { Target } from '../../../../src/jobs/export/scope.ts';
import { verifyExport } from '../../../../src/jobs/export/verify.ts';
import { editPage } from '../../../../src/sandbox/editing.ts';
import { removePageAt, renamePageAt } from '../../../helpers/edit-content.ts';
import { exportInto, filesIn, tempFolder } from '../../../helpers/export-folder.ts';
import { hostileName } from '../../../helpers/hostile-names.ts';
import { perTest } from '../../../helpers/lasting.ts';
import { reached, runs } from '../../../helpers/runs.ts';
import { openTestSandbox } from '../../../helpers/sandbox.ts';
import { refused, type WorkflowClient, workflowClient } from '../../../helpers/workflow-client.ts';

let workflow: WorkflowClient;
let target: Target;
const sandbox = perTest(() => openTestSandbox({ demo: true }));
const out = perTest(tempFolder);
beforeEach(() => {
  workflow = workflowClient(sandbox);
  target = { kind: 'organization', id: sandbox.organizationId };
});

const run = (more = {}) => exportInto(out.path, { client: workflow.client, target, ...more });
const spaceId = (title: string): string =>
  sandbox.sandbox.db.get<{ id: string }>('SELECT id FROM spaces WHERE title = ?', title)?.id ?? '';
const manifest = () => JSON.parse(readFileSync(join(out.path, '.docs-export.json'), 'utf8'));

async function write(title: string, path: string, markdown: string): Promise<void> {
  sandbox.sandbox.db.run("UPDATE spaces SET editMode = 'live' WHERE title = ?", title);
  await editPage(sandbox.sandbox, {
    spaceId: spaceId(title),
    caller: { userId: sandbox.adminId },
    path,
    markdown,
  });
}

/** What a clean export of the same state gives. */
async function cleanExport(more = {}): Promise<Record<string, string>> {
  const other = tempFolder();
  try {
    await exportInto(other.path, { client: workflowClient(sandbox).client, target, ...more });
    return filesIn(other.path);
  } finally {
    other.cleanup();
  }
}

async function verify() {
  const folder = await openExportFolder(out.path, { readOnly: true });
  try {
    return await verifyExport(folder);
  } finally {
    await folder.close({ finished: false });
  }
}

const NAMES = runs('F1', 'names written', 400);

/** A space whose pages and files are called anything. */
function hostileSpace(): { pages: object[]; files: object[] } {
  const names = fc.sample(hostileName, { numRuns: NAMES, seed: 7 });
  const half = Math.floor(names.length / 2);
  const pages = names.slice(0, half).map((slug, n) => ({
    ...{
      id: `p${n}`,
      type: 'document',
      title: slug,
      slug,
      path: slug,
      updatedAt: 'x',
      pages: [] as object[],
    },
  }));
  // Some stand below others.
  const top = pages.filter((page, n) => n % 5 !== 0 || (pages[n - 1]?.pages.push(page) ?? 0) === 0);
  const files = names.slice(half).map((name, n) => ({
    ...{ id: `f${n}`, name, contentType: 'x', size: 3, downloadURL: `sandbox:/~download/${n}` },
  }));
  return { pages: top, files };
}

describe('an export', () => {
  it('writes every page and file of hostile names, none outside, none over another', async () => {
    const { pages, files } = hostileSpace();
    const ids = new Set<string>();
    const answer = (value: object) => ({ status: 200, headers: {}, payload: { value } });
    workflow.intercept(async (request, line) => {
      if (/\/content$/.test(line)) return answer({ object: 'revision', id: 'r', pages, files });
      const [, page] = /\/page\/(p\d+)$/.exec(line) ?? [];
      if (page !== undefined) {
        ids.add(page);
        return answer({ markdown: `text of ${page}` });
      }
      if (!line.includes('~download')) return undefined;
      await request.write?.(Buffer.from('abc'));
      return { status: 200, headers: {}, payload: { text: '' } };
    });
    const options = { files: true, comments: false, settings: false };
    const report = await run({ target: { kind: 'space', id: spaceId('Guides') }, options });
    expect(report).toMatchObject({ kept: [], failures: [] });
    const written = filesIn(out.path);
    const [{ files: entries }] = manifest().spaces;
    expect(entries.length).toBe(NAMES + 1);
    expect(Object.keys(written).length).toBe(NAMES + 2);
    expect(ids.size).toBe(Math.floor(NAMES / 2));
    for (const { id, kind, path } of entries) {
      if (kind === 'page') expect(written[`Guides/${path}`]).toContain(`text of ${id}\n`);
    }
    expect(Object.keys(filesIn(join(out.path, '..'))).every((name) => name.startsWith('out/'))).toBe(true);
    expect((await run({ target: { kind: 'space', id: spaceId('Guides') }, options })).spaces[0]?.state).toBe(
      'unchanged',
    );
    reached('F1', 'names written', NAMES);
  });

  it('holds every page, file, comment and setting, and a manifest that verifies', async () => {
    const report = await run();
    expect(report).toMatchObject({ kept: [], removed: [], failures: [] });
    const files = filesIn(out.path);
    expect(Object.keys(files)).toEqual(
      expect.arrayContaining([
        'Guides/SUMMARY.md',
        'Guides/_files/parcel-states.svg',
        'Guides/comments.ndjson',
        'Guides/getting-started/api-keys.md',
        'Guides/pages.json',
        'Guides/space.json',
        '_settings/organization.json',
        '_settings/sites/Tarnpost Docs.json',
      ]),
    );
    expect(files['Guides/shipments/labels.md']).toMatch(/^---\nid: \w+\ntitle: Labels\n/);
    expect(JSON.parse(files['Guides/comments.ndjson']?.split('\n')[0] ?? '')).toHaveProperty('body.markdown');
    const found = await verify();
    expect(found.differences).toEqual([]);
    expect(found.files).toBe(Object.keys(files).length - 1);
    expect(JSON.stringify(files)).not.toContain(sandbox.adminToken);
  });

  it('fetches nothing when nothing has changed: one request for the list of spaces', async () => {
    await run({ options: { files: true, comments: false, settings: false } });
    const before = filesIn(out.path);
    workflow.requests.length = 0;
    const report = await run({ options: { files: true, comments: false, settings: false } });
    expect(workflow.requests).toEqual([`GET /v1/orgs/${sandbox.organizationId}/spaces`]);
    expect(report.spaces.map(({ state }) => state)).toEqual([
      'unchanged',
      'unchanged',
      'unchanged',
      'unchanged',
    ]);
    expect(filesIn(out.path)).toEqual(before);
  });

  it('fetches only the page that changed, and is what a clean export would be', async () => {
    await run();
    await write('Guides', 'glossary', '# Glossary\n\nNew words.\n');
    workflow.requests.length = 0;
    const report = await run();
    expect(report.spaces.find(({ title }) => title === 'Guides')).toMatchObject({
      state: 'exported',
      fetched: 1,
    });
    expect(workflow.requests.filter((line) => line.includes('/page/'))).toHaveLength(1);
    expect(filesIn(out.path)).toEqual(await cleanExport());
  });

  it('fetches all pages of a space when their paths changed, as links show them', async () => {
    await run();
    await write('Guides', 'extra/deep', '# Deep\n\nText.\n');
    removePageAt(sandbox.sandbox, { spaceId: spaceId('Guides'), path: 'shipments/labels' });
    const report = await run();
    expect(report.removed).toEqual(['Guides/shipments/labels.md']);
    expect(filesIn(out.path)).toEqual(await cleanExport());
  });

  it('follows a space that is called something else', async () => {
    await run();
    await sandbox.call(updateSpace, { spaceId: spaceId('Guides'), title: 'Handy guides' });
    workflow.requests.length = 0;
    await run();
    expect(workflow.requests.filter((line) => line.includes('/page/'))).toEqual([]);
    expect(existsSync(join(out.path, 'Guides'))).toBe(false);
    expect(filesIn(out.path)).toEqual(await cleanExport());
  });

  it('follows a name of which only the case changes, without a copy under the old one', async () => {
    await run();
    await sandbox.call(updateSpace, { spaceId: spaceId('Guides'), title: 'gUIDES' });
    expect((await run()).kept).toEqual([]);
    expect(Object.keys(filesIn(out.path)).filter((path) => path.startsWith('Guides/'))).toEqual([]);
    expect(filesIn(out.path)).toEqual(await cleanExport());
  });

  it('knows its files again where a system took the letters of their names apart', async () => {
    await sandbox.call(updateSpace, { spaceId: spaceId('Guides'), title: 'Führer' });
    await run();
    const apart = 'Führer'.normalize('NFD');
    renameSync(join(out.path, 'Führer'), join(out.path, apart));
    expect((await verify()).differences).toEqual([]);
    await write('Führer', 'glossary', '# Glossary\n\nNew words.\n');
    expect((await run()).kept).toEqual([]);
    expect((await verify()).differences).toEqual([]);
    renameSync(join(out.path, apart), join(out.path, 'Führer'));
    expect(filesIn(out.path)).toEqual(await cleanExport());
  });

  it('never overwrites what a person changed, and says so', async () => {
    await run();
    const edited = join(out.path, 'Guides/glossary.md');
    writeFileSync(edited, 'mine');
    await write('Guides', 'glossary', '# Glossary\n\nTheirs.\n');
    const report = await run();
    expect(report.kept).toEqual(['Guides/glossary.md']);
    expect(readFileSync(edited, 'utf8')).toBe('mine');
    expect((await verify()).differences.map(({ path }) => path)).toEqual(['Guides/glossary.md']);
    renameSync(edited, join(out.path, 'mine.md'));
    expect((await run()).kept).toEqual([]);
    rmSync(join(out.path, 'mine.md'));
    expect(filesIn(out.path)).toEqual(await cleanExport());
  });

  it('leaves a page in the file that a person renamed, and writes what is new into that', async () => {
    await run();
    const inGuides = (name: string) => join(out.path, 'Guides', name);
    const names = () => Object.keys(filesIn(out.path)).filter((name) => name.startsWith('Guides/'));
    renameSync(inGuides('glossary.md'), inGuides('words.md'));
    mkdirSync(inGuides('parcels'));
    renameSync(inGuides('shipments/labels.md'), inGuides('parcels/labels.md'));
    const renamed = names();
    expect(await run()).toMatchObject({ kept: [], removed: [], failures: [] });
    expect(names()).toEqual(renamed);
    expect((await verify()).differences).toEqual([]);
    const texts = Object.values(filesIn(inGuides('.'))).join('');
    expect(texts).toContain('](words.md)');
    expect(texts).toContain('parcels/labels.md');
    expect(texts).not.toMatch(/glossary\.md|shipments\/labels\.md/);
    expect((await run()).spaces.find(({ folder }) => folder === 'Guides')?.state).toBe('unchanged');

    await write('Guides', 'glossary', '# Glossary\n\nTheirs.\n');
    await write('Guides', 'words', '# Words\n\nNew.\n');
    expect(await run()).toMatchObject({ kept: [], removed: [] });
    expect(readFileSync(inGuides('words.md'), 'utf8')).toContain('Theirs.');

    writeFileSync(inGuides('words.md'), readFileSync(inGuides('words.md'), 'utf8').replace('Theirs', 'Mine'));
    renameSync(inGuides('words.md'), inGuides('my words.md'));
    await write('Guides', 'glossary', '# Glossary\n\nTheirs again.\n');
    expect((await run()).kept).toEqual(['Guides/my words.md']);
    expect(readFileSync(inGuides('my words.md'), 'utf8')).toContain('Mine.');
    expect(names()).not.toContain('Guides/glossary.md');
    rmSync(inGuides('my words.md'));
    renameSync(inGuides('parcels/labels.md'), inGuides('shipments/labels.md'));
    expect(await run()).toMatchObject({ kept: [], removed: [] });
    expect(filesIn(out.path)).toEqual(await cleanExport());
  });

  it('leaves alone whichever of its files a person changed', async () => {
    await run({ options: { files: true, comments: true, settings: true } });
    const paths = Object.keys(filesIn(out.path)).filter((path) => path !== '.docs-export.json');
    for (const path of paths) writeFileSync(join(out.path, path), `mine, not yours: ${path}`);
    // Everything is newer on the platform, too.
    sandbox.sandbox.db.run("UPDATE spaces SET editMode = 'live'");
    const report = await run({ full: true });
    expect([...report.kept].sort()).toEqual(paths.sort());
    for (const path of paths) expect(filesIn(out.path)[path]).toBe(`mine, not yours: ${path}`);
    expect(paths.length).toBeGreaterThan(40);
    reached('F5', 'edited files', paths.length);
  });

  it('takes other line ends for none of a person: a checkout on Windows has them in every file', async () => {
    await run({ options: { files: true, comments: true, settings: true } });
    const paths = Object.keys(filesIn(out.path)).filter((path) => !/\.png$/.test(path));
    for (const path of paths) {
      const text = readFileSync(join(out.path, path), 'utf8');
      writeFileSync(join(out.path, path), text.replaceAll('\n', '\r\n'));
    }
    expect((await verify()).differences).toEqual([]);
    workflow.requests.length = 0;
    const again = await run({ options: { files: true, comments: true, settings: true } });
    expect(again).toMatchObject({ kept: [], removed: [], failures: [] });
    expect(workflow.requests.filter((line) => line.includes('/page/'))).toEqual([]);
    await write('Guides', 'webhooks', '# Webhooks\n\nTheirs.\n');
    removePageAt(sandbox.sandbox, { spaceId: spaceId('Guides'), path: 'glossary' });
    const report = await run({ options: { files: true, comments: true, settings: true } });
    expect(report).toMatchObject({ kept: [], removed: ['Guides/glossary.md'], failures: [] });
    expect(readFileSync(join(out.path, 'Guides/webhooks.md'), 'utf8')).toMatch(/\n\nTheirs\.\n$/);
    // Mixed line ends are an edit.
    writeFileSync(join(out.path, 'Guides/welcome.md'), 'mine\r\nmine too\n');
    expect((await run()).kept).toEqual(['Guides/welcome.md']);
  });

  it('leaves a page that moved in the file where a person edited it, and no second one beside it', async () => {
    await run();
    const inGuides = (name: string) => join(out.path, 'Guides', name);
    writeFileSync(
      inGuides('webhooks.md'),
      readFileSync(inGuides('webhooks.md'), 'utf8').replace('# ', '# My '),
    );
    renamePageAt(sandbox.sandbox, { spaceId: spaceId('Guides'), path: 'webhooks', slug: 'hooks' });
    for (let round = 0; round < 2; round += 1) {
      expect((await run()).kept).toEqual(['Guides/webhooks.md']);
      expect(existsSync(inGuides('hooks.md'))).toBe(false);
      expect(readFileSync(inGuides('SUMMARY.md'), 'utf8')).toContain('(webhooks.md)');
    }
    // Without the edit, it goes where it belongs.
    expect(await run({ overwrite: true })).toMatchObject({ kept: [], removed: ['Guides/webhooks.md'] });
    expect(filesIn(out.path)).toEqual(await cleanExport());
  });

  it('removes no page that a person changed, and no file that it did not write', async () => {
    await run();
    writeFileSync(join(out.path, 'Guides/shipments/labels.md'), 'mine');
    writeFileSync(join(out.path, 'Guides/shipments/notes.txt'), 'mine too');
    removePageAt(sandbox.sandbox, { spaceId: spaceId('Guides'), path: 'shipments/labels' });
    removePageAt(sandbox.sandbox, { spaceId: spaceId('Guides'), path: 'shipments' });
    const report = await run();
    expect(report.kept).toEqual(['Guides/shipments/labels.md']);
    expect(report.orphans).toEqual(report.kept);
    expect(report.removed).toEqual(
      expect.arrayContaining(['Guides/shipments.md', 'Guides/shipments/tracking.md']),
    );
    expect(readFileSync(join(out.path, 'Guides/shipments/notes.txt'), 'utf8')).toBe('mine too');
  });

  it('brings back what is missing or damaged by chance, and fetches nothing else', async () => {
    await run();
    rmSync(join(out.path, 'Guides/glossary.md'));
    const found = await verify();
    expect(found.differences).toEqual([
      { path: 'Guides/glossary.md', problem: 'missing', detail: 'deleted since the export' },
    ]);
    workflow.requests.length = 0;
    await run();
    expect(workflow.requests.filter((line) => line.includes('/page/'))).toHaveLength(1);
    expect(filesIn(out.path)).toEqual(await cleanExport());
  });

  it('refuses a folder that holds other things, unless forced, and then touches none of them', async () => {
    mkdirSync(join(out.path, 'Guides'), { recursive: true });
    writeFileSync(join(out.path, 'Guides/glossary.md'), 'mine');
    await expect(run()).rejects.toMatchObject({ code: 'FOLDER_NOT_EMPTY' });
    const report = await run({ force: true });
    expect(report.kept).toEqual(['Guides/glossary.md']);
    expect(readFileSync(join(out.path, 'Guides/glossary.md'), 'utf8')).toBe('mine');
  });

  it('refuses a folder that holds an export of something else', async () => {
    await run();
    const other = { kind: 'space' as const, id: spaceId('Guides') };
    await expect(run({ target: other })).rejects.toMatchObject({ code: 'EXPORT_SCOPE', exit: 2 });
  });

  it('keeps the copy of a space that is gone, until it is told to prune', async () => {
    await run();
    sandbox.sandbox.db.run(
      "UPDATE spaces SET deletedAt = '2026-01-01T00:00:00.000Z' WHERE title = 'Handbook'",
    );
    const kept = await run();
    expect(kept.spaces.find(({ title }) => title === 'Handbook')?.state).toBe('gone');
    expect(existsSync(join(out.path, 'Handbook/SUMMARY.md'))).toBe(true);
    expect(manifest().spaces.find((space: { title: string }) => space.title === 'Handbook').gone).toBe(true);
    expect((await verify()).differences).toEqual([]);
    await run({ prune: true });
    expect(existsSync(join(out.path, 'Handbook'))).toBe(false);
    expect(filesIn(out.path)).toEqual(await cleanExport());
  });

  it('keeps what it has when pages cannot be read, says which, and reads them the next time', async () => {
    await run();
    await write('Guides', 'glossary', '# Glossary\n\nNew words.\n');
    workflow.intercept((_, line) => (line.includes('/page/') ? refused(500, 'broken') : undefined));
    const report = await run();
    expect(report.failures.map(({ path }) => path)).toEqual(['Guides/glossary.md']);
    expect((await verify()).differences.map(({ problem }) => problem)).toEqual(['incomplete']);
    expect(existsSync(join(out.path, 'Guides/glossary.md'))).toBe(true);
    workflow.intercept(() => undefined);
    await run();
    expect(filesIn(out.path)).toEqual(await cleanExport());
  });

  it('goes on where a refused token ended it', async () => {
    let pages = 0;
    workflow.intercept((_, line) => (line.includes('/page/') && ++pages > 10 ? refused(401) : undefined));
    await expect(run({ concurrency: 4 })).rejects.toMatchObject({ exit: 4 });
    // Those that were under way already, and none that waited for their turn.
    expect(pages).toBeLessThanOrEqual(10 + 4);
    expect(existsSync(join(out.path, '.docs-export.json'))).toBe(false);
    await expect(verify()).rejects.toMatchObject({ code: 'NO_EXPORT', exit: 5 });
    workflow.intercept(() => undefined);
    workflow.requests.length = 0;
    await run();
    expect(workflow.requests.filter((line) => line.includes('/page/')).length).toBeLessThanOrEqual(31 - 10);
    expect(filesIn(out.path)).toEqual(await cleanExport());
  });

  it('reads pages of hosts that have no revisions', async () => {
    workflow.intercept((_, line) => (/\/revisions\//.test(line) ? refused(404) : undefined));
    const report = await run();
    expect(report.failures).toEqual([]);
    expect(workflow.requests.filter((line) => line.includes('/revisions/')).length).toBeLessThanOrEqual(16);
    workflow.intercept(() => undefined);
    expect(filesIn(out.path)).toEqual(await cleanExport());
  });

  it('covers a single space, or the spaces of a site', async () => {
    const site =
      sandbox.sandbox.db.get<{ id: string }>("SELECT id FROM sites WHERE title = 'Tarnpost Docs'")?.id ?? '';
    const one = await run({ target: { kind: 'space', id: spaceId('Guides') } });
    expect(one.spaces.map(({ title }) => title)).toEqual(['Guides']);
    const other = tempFolder();
    const all = await exportInto(other.path, {
      client: workflow.client,
      target: { kind: 'site', id: site, organizationId: sandbox.organizationId },
    });
    expect(all.spaces.length).toBeGreaterThan(1);
    expect(Object.keys(filesIn(other.path))).toContain('_settings/site.json');
    other.cleanup();
  });

  it('follows no link that stands where it writes, and says so', async () => {
    await run();
    rmSync(join(out.path, 'Guides/shipments'), { recursive: true });
    mkdirSync(join(out.path, '../elsewhere'));
    symlinkSync('../../elsewhere', join(out.path, 'Guides/shipments'));
    const report = await run();
    expect(report.failures.map(({ path }) => path)).toEqual([
      'Guides/shipments/labels.md',
      'Guides/shipments/tracking.md',
      'Guides/shipments/returns.md',
    ]);
    expect(filesIn(join(out.path, '../elsewhere'))).toEqual({});
  });

  it('refuses a manifest that leads out of the folder', async () => {
    await run();
    const changed = manifest();
    const secret = join(out.path, '../secret');
    writeFileSync(secret, 'x');
    const sha256 = '2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881';
    changed.spaces[0].files.push({ path: '../../secret', kind: 'page', id: 'nope', size: 1, sha256 });
    writeFileSync(join(out.path, '.docs-export.json'), JSON.stringify(changed));
    await run();
    expect(existsSync(secret)).toBe(true);
  });

  it.each([
    ['', 'MANIFEST_DAMAGED'],
    ['{}', 'MANIFEST_DAMAGED'],
    ['{"version":1,"spaces":"x"}', 'MANIFEST_DAMAGED'],
    ['{"version":7}', 'MANIFEST_NEWER'],
  ])('refuses the manifest %j', async (text, code) => {
    await run();
    writeFileSync(join(out.path, '.docs-export.json'), text);
    await expect(run()).rejects.toMatchObject({ code });
  });
});
