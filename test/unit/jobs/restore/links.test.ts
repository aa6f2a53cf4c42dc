// Spaces that came from a repository: their links are paths of its files. Export, restore and --to-repository keep them.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type {
  ContentReferenceUsage as Link,
  ContentLocation as Location,
} from '../../../../src/api/content/links.generated.ts';
import { listSpaceLinks } from '../../../../src/api/content/links.ts';
import type { BackupSpace } from '../../../../src/jobs/restore/backup.ts';
import { restore } from '../../../../src/jobs/restore/restore.ts';
import { newState } from '../../../../src/jobs/restore/restore-state.ts';
import { backupOf, filesOfRepository } from '../../../helpers/export-folder.ts';
import { spaceFromGit } from '../../../helpers/git-repository.ts';
import { perTest } from '../../../helpers/lasting.ts';
import { openTestSandbox } from '../../../helpers/sandbox.ts';
import { workflowClient } from '../../../helpers/workflow-client.ts';

const box = perTest(openTestSandbox);

/** Every way to write a link: what works, what has never worked, and what is none. */
const HOOKS = readFileSync(join(import.meta.dirname, 'hooks.md'), 'utf8');

const FILES: Record<string, string> = {
  'README.md': '# Start\n\n[Hooks](Reference/Hooks.md) ![](.gitbook/assets/b.svg)\n',
  'Guides/README.md': '# Guides\n\n[Back](../README.md) [first](Getting-Started.md)\n',
  'Guides/Getting-Started.md':
    '# Getting Started\n\n## First steps\n\n[Hooks](../Reference/Hooks.md#over-view)\n',
  'Guides/Odd Name.md': '---\nslug: /Odd/Name/\n---\n\n# Odd Name\n\n## X\n\n[Hooks](/Reference/Hooks.md)\n',
  'Guides/With_(one).md': '# One\n\ntext\n',
  'Reference/Hooks.md': HOOKS,
  'Reference/Plugins-Guide.md': '# Plugins Guide\n\n## Routes\n\n[Hooks](Hooks.md)\n',
  '.gitbook/assets/pic 0.png': 'a picture',
  '.gitbook/assets/b.svg': '<svg/>',
  '.gitbook/assets/form.txt': 'a form to fill in',
};

const imported = (files: Record<string, string | Uint8Array>) => spaceFromGit(box, files);

async function restored(backup: BackupSpace): Promise<string> {
  const { client } = workflowClient(box);
  const keeper = { state: newState('test'), save: async () => {} };
  const spaces = [{ backup, title: 'Again' }];
  const [done] = await restore({
    ...{ client, organizationId: box.organizationId, spaces, keeper, comments: false },
  });
  return done?.space ?? '';
}

/** What each link leads to, and from how many places of which page, whatever IDs are now. */
async function linksOf(spaceId: string): Promise<unknown[]> {
  const { items } = await box.call(listSpaceLinks, { spaceId, limit: 1000 });
  const rows = items.flatMap((link: Link) =>
    link.locationReferences.map((place) =>
      JSON.stringify([named(place), link.status, link.targetReference && named(link.targetReference)]),
    ),
  );
  return [...new Set(rows)].sort();
}

function named(place: Location): unknown {
  if (place.kind === 'url') return place.url;
  if (place.kind === 'file') return place.file.size;
  if (place.kind !== 'page') return place.kind;
  const { page, internalLocation } = place;
  const anchor = internalLocation?.type === 'anchor' ? internalLocation.anchor : '';
  return ['path' in page && page.path.replace('/Name', '/name'), anchor];
}

const CODE = [
  '      [in code](./Plugins-Guide.md)',
  '[in a block](./Plugins-Guide.md)\n',
  '`[in a line](./Plugins-Guide.md)`',
];

it('leads every link of a space from git to the same place again, by files or by a restore', async () => {
  const space = await imported(FILES);
  const before = await linksOf(space);
  expect(before.length).toBeGreaterThan(15);
  const { backup, path, close } = await backupOf(workflowClient(box).client, space);
  onTestFinished(close);
  expect(await linksOf(await restored(backup))).toEqual(before);
  const files = await filesOfRepository(backup);
  expect(await linksOf(await imported(files))).toEqual(before);
  // A backup of an earlier version has the links as they were written.
  const { links: _, ...entry } = backup.entry;
  const old: BackupSpace = {
    ...backup,
    entry,
    text: async (page) =>
      (FILES[gitOf(page.fields)] ?? '').replace(/^(?:---\n[\s\S]*?\n---\n\n)?# .*\n+/, ''),
  };
  expect(await linksOf(await restored(old))).toEqual(before);
  expectFiles(join(path, backup.entry.folder), backup);
});

it('leaves broken what led nowhere: a page or a picture of the same name elsewhere is not it', async () => {
  const space = await imported({
    'README.md': '# Start\n\n## Steps\n',
    'deep/README.md': '# Deep\n',
    'deep/page.md': '# Page\n\n[a](readme.md#steps) ![](../.gitbook/assets/shot.png) ![](shot.png)\n',
    'deep/images/shot.png': 'another picture',
  });
  const before = await brokenIn(space);
  expect(before).toHaveLength(3);
  const { backup, close } = await backupOf(workflowClient(box).client, space);
  onTestFinished(close);
  const page = backup.pages.find(({ title }) => title === 'Page');
  expect(page && (await backup.text(page))).not.toContain('_files');
  // A space that is in no repository finds files by their names.
  expect(await brokenIn(await restored(backup))).toEqual(before.slice(0, 1));
  const files = await filesOfRepository(backup);
  expect((await brokenIn(await imported(files))).length).toBeGreaterThan(0);
});

async function brokenIn(spaceId: string): Promise<unknown[]> {
  const { items } = await box.call(listSpaceLinks, { spaceId, limit: 1000 });
  return items.filter(({ status }) => status === 'broken').map(({ targetReference }) => targetReference);
}

const gitOf = (fields: Readonly<Record<string, unknown>>) => String(Object(fields.git).path);

/** The folder works as files: nothing but what led nowhere leads nowhere, and code is as it was. */
function expectFiles(folder: string, { pages }: BackupSpace): void {
  const nowhere: string[] = [];
  for (const file of pages.flatMap((page) => page.file ?? [])) {
    const text = readFileSync(join(folder, file), 'utf8');
    const outside = CODE.reduce((left, code) => left.replace(code, ''), text);
    for (const [, angled, plain, html] of outside.matchAll(
      /\]\((?:<([^>]*)>|([^)\s]+))|(?:src|href|url)=["']([^"']+)/g,
    )) {
      const target = angled ?? plain ?? html ?? '';
      if (/^(?:[a-z]+:|#)/.test(target)) continue;
      const to = decodeURIComponent(target.replace(/[?#].*$/, ''));
      if (!existsSync(join(folder, dirname(file), to))) nowhere.push(target);
    }
  }
  expect(nowhere).toEqual(['./Gone.md']);
  const hooks = readFileSync(join(folder, 'reference/hooks.md'), 'utf8');
  for (const code of CODE) expect(hooks).toContain(code);
  expect(hooks).toContain('plugins-guide.md "A title (really)"');
  expect(hooks).toContain('getting-started.md "Guide"');
  expect(hooks).toContain('?plain=1#x');
}
