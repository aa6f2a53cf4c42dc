import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { updateSpace } from '../../../../src/api/content/spaces.ts';
import { openExportFolder } from '../../../../src/jobs/export/folder.ts';
import type { Target } from '../../../../src/jobs/export/scope.ts';
import { verifyExport } from '../../../../src/jobs/export/verify.ts';
import { editPage } from '../../../../src/sandbox/editing.ts';
import { removePageAt } from '../../../helpers/edit-content.ts';
import { exportInto, filesIn, tempFolder } from '../../../helpers/export-folder.ts';
import { hostileName } from '../../../helpers/hostile-names.ts';
import { perTest, untilEnd } from '../../../helpers/lasting.ts';
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
const inOut = (path: string) => join(out.path, path);
const inGuides = (name: string) => inOut(`Guides/${name}`);
const textOf = (path: string) => readFileSync(inOut(path), 'utf8');
const manifest = () => JSON.parse(textOf('.docs-export.json'));
const pagesAsked = () => workflow.requests.filter((line) => line.includes('/page/'));
const answer = (value: object) => ({ status: 200, headers: {}, payload: { value } });
const PLAIN = { options: { files: true, comments: false, settings: false } };

async function write(title: string, path: string, markdown: string): Promise<void> {
  sandbox.sandbox.db.run("UPDATE spaces SET editMode = 'live' WHERE title = ?", title);
  const caller = { userId: sandbox.adminId };
  await editPage(sandbox.sandbox, { spaceId: spaceId(title), caller, path, markdown });
}

/** What is there is what a clean export of the same state gives. */
async function isClean(): Promise<void> {
  const other = untilEnd(tempFolder());
  await exportInto(other.path, { client: workflowClient(sandbox).client, target });
  expect(filesIn(out.path)).toEqual(filesIn(other.path));
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
    ...{ id: `p${n}`, type: 'document', title: slug, slug, path: slug, updatedAt: 'x' },
    pages: [] as object[],
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
    const job = { target: { kind: 'space', id: spaceId('Guides') }, ...PLAIN };
    const report = await run(job);
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
    expect((await run(job)).spaces[0]?.state).toBe('unchanged');
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
    await run(PLAIN);
    const before = filesIn(out.path);
    workflow.requests.length = 0;
    const report = await run(PLAIN);
    expect(workflow.requests).toEqual([`GET /v1/orgs/${sandbox.organizationId}/spaces`]);
    expect(report.spaces.map(({ state }) => state)).toEqual(Array(4).fill('unchanged'));
    expect(filesIn(out.path)).toEqual(before);
  });

  it('knows its files again where a system took the letters of their names apart', async () => {
    await sandbox.call(updateSpace, { spaceId: spaceId('Guides'), title: 'Führer' });
    await run();
    const apart = 'Führer'.normalize('NFD');
    renameSync(inOut('Führer'), inOut(apart));
    expect((await verify()).differences).toEqual([]);
    await write('Führer', 'glossary', '# Glossary\n\nNew words.\n');
    expect((await run()).kept).toEqual([]);
    expect((await verify()).differences).toEqual([]);
    renameSync(inOut(apart), inOut('Führer'));
    await isClean();
  });

  it('leaves a page in the file that a person renamed, and writes what is new into that', async () => {
    await run();
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
    expect(textOf('Guides/words.md')).toContain('Theirs.');

    writeFileSync(inGuides('words.md'), textOf('Guides/words.md').replace('Theirs', 'Mine'));
    renameSync(inGuides('words.md'), inGuides('my words.md'));
    await write('Guides', 'glossary', '# Glossary\n\nTheirs again.\n');
    expect((await run()).kept).toEqual(['Guides/my words.md']);
    expect(textOf('Guides/my words.md')).toContain('Mine.');
    expect(names()).not.toContain('Guides/glossary.md');
    rmSync(inGuides('my words.md'));
    renameSync(inGuides('parcels/labels.md'), inGuides('shipments/labels.md'));
    expect(await run()).toMatchObject({ kept: [], removed: [] });
    await isClean();
  });

  it('leaves alone whichever of its files a person changed', async () => {
    await run();
    const paths = Object.keys(filesIn(out.path)).filter((path) => path !== '.docs-export.json');
    for (const path of paths) writeFileSync(inOut(path), `mine, not yours: ${path}`);
    // Everything is newer on the platform, too.
    sandbox.sandbox.db.run("UPDATE spaces SET editMode = 'live'");
    const report = await run({ full: true });
    expect([...report.kept].sort()).toEqual(paths.sort());
    for (const path of paths) expect(filesIn(out.path)[path]).toBe(`mine, not yours: ${path}`);
    expect(paths.length).toBeGreaterThan(40);
    reached('F5', 'edited files', paths.length);
  });

  it('takes other line ends for none of a person: a checkout on Windows has them in every file', async () => {
    await run();
    const paths = Object.keys(filesIn(out.path)).filter((path) => !/\.png$/.test(path));
    for (const path of paths) writeFileSync(inOut(path), textOf(path).replaceAll('\n', '\r\n'));
    expect((await verify()).differences).toEqual([]);
    workflow.requests.length = 0;
    const again = await run();
    expect(again).toMatchObject({ kept: [], removed: [], failures: [] });
    expect(pagesAsked()).toEqual([]);
    await write('Guides', 'webhooks', '# Webhooks\n\nTheirs.\n');
    removePageAt(sandbox.sandbox, { spaceId: spaceId('Guides'), path: 'glossary' });
    const report = await run();
    expect(report).toMatchObject({ kept: [], removed: ['Guides/glossary.md'], failures: [] });
    expect(textOf('Guides/webhooks.md')).toMatch(/\n\nTheirs\.\n$/);
    // Mixed line ends are an edit.
    writeFileSync(inGuides('welcome.md'), 'mine\r\nmine too\n');
    expect((await run()).kept).toEqual(['Guides/welcome.md']);
  });

  it('keeps what it has when pages cannot be read, says which, and reads them the next time', async () => {
    await run();
    await write('Guides', 'glossary', '# Glossary\n\nNew words.\n');
    workflow.intercept((_, line) => (line.includes('/page/') ? refused(500, 'broken') : undefined));
    const report = await run();
    expect(report.failures.map(({ path }) => path)).toEqual(['Guides/glossary.md']);
    expect(report.spaces.filter(({ fetched }) => fetched > 0)).toEqual([]);
    expect((await verify()).differences.map(({ problem }) => problem)).toEqual(['incomplete']);
    expect(existsSync(inGuides('glossary.md'))).toBe(true);
    workflow.intercept(() => undefined);
    await run();
    await isClean();
  });

  it('goes on where a refused token ended it', async () => {
    let pages = 0;
    workflow.intercept((_, line) => (line.includes('/page/') && ++pages > 10 ? refused(401) : undefined));
    await expect(run({ concurrency: 4 })).rejects.toMatchObject({ exit: 4 });
    // Those that were under way already, and none that waited for their turn.
    expect(pages).toBeLessThanOrEqual(10 + 4);
    expect(existsSync(inOut('.docs-export.json'))).toBe(false);
    await expect(verify()).rejects.toMatchObject({ code: 'NO_EXPORT', exit: 5 });
    workflow.intercept(() => undefined);
    workflow.requests.length = 0;
    await run();
    expect(pagesAsked().length).toBeLessThanOrEqual(31 - 10);
    await isClean();
  });

  it('reads pages of hosts that have no revisions', async () => {
    workflow.intercept((_, line) => (/\/revisions\//.test(line) ? refused(404) : undefined));
    const report = await run();
    expect(report.failures).toEqual([]);
    expect(workflow.requests.filter((line) => line.includes('/revisions/')).length).toBeLessThanOrEqual(16);
    workflow.intercept(() => undefined);
    await isClean();
  });

  it('follows no link that stands where it writes, and says so', async () => {
    await run();
    rmSync(inGuides('shipments'), { recursive: true });
    mkdirSync(join(out.path, '../elsewhere'));
    symlinkSync('../../elsewhere', inGuides('shipments'));
    const report = await run();
    const names = ['labels', 'tracking', 'returns'].map((name) => `Guides/shipments/${name}.md`);
    expect(report.failures.map(({ path }) => path)).toEqual(names);
    expect(filesIn(join(out.path, '../elsewhere'))).toEqual({});
  });

  it('refuses a manifest that leads out of the folder', async () => {
    await run();
    const changed = manifest();
    const secret = join(out.path, '../secret');
    writeFileSync(secret, 'x');
    const sha256 = '2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881';
    changed.spaces[0].files.push({ path: '../../secret', kind: 'page', id: 'nope', size: 1, sha256 });
    writeFileSync(inOut('.docs-export.json'), JSON.stringify(changed));
    await run();
    expect(existsSync(secret)).toBe(true);
  });

  it('refuses a manifest that is damaged or newer', async () => {
    await run();
    for (const text of ['', '{}', '{"version":1,"spaces":"x"}', '{"version":7}']) {
      writeFileSync(inOut('.docs-export.json'), text);
      const code = text.includes('7') ? 'MANIFEST_NEWER' : 'MANIFEST_DAMAGED';
      await expect(run(), text).rejects.toMatchObject({ code });
    }
  });
});
