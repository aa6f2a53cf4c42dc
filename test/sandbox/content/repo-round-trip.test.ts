import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contentTypeOf } from '../../../src/files/content-type.ts';
import { inProject, kindOf } from '../../../src/folder/paths.ts';
import { type ContentStore, emptyTree, type Tree } from '../../../src/sandbox/content/model.ts';
import { imageSize } from '../../../src/sandbox/content/pdf/image-size.ts';
import {
  type Exported,
  filesFromTree as filesFromTreeSteps,
} from '../../../src/sandbox/content/repository/repo-export.ts';
import type { RepoAsset, RepoText } from '../../../src/sandbox/content/repository/repo-files.ts';
import { treeFromFiles as treeFromFilesSteps } from '../../../src/sandbox/content/repository/repo-import.ts';
import { atOnce } from '../../../src/sandbox/content/tree.ts';
import { countingIds, memoryContent } from '../../helpers/memory-content.ts';
import { buildTree, treeSeeds } from '../../helpers/random-tree.ts';
import { reached, runs } from '../../helpers/runs.ts';

const filesFromTree = (...input: Parameters<typeof filesFromTreeSteps>) =>
  atOnce(filesFromTreeSteps(...input));
const treeFromFiles = (...input: Parameters<typeof treeFromFilesSteps>) =>
  atOnce(treeFromFilesSteps(...input));

/** What an import would read of exported files. */
function readBack({ files }: Exported, directory: string, content: ContentStore) {
  const texts = new Map<string, RepoText>();
  const assets: RepoAsset[] = [];
  for (const [full, { oid, bytes }] of [...files].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const path = inProject(directory, full) ?? '';
    if (kindOf(path) !== 'file')
      texts.set(path, {
        path,
        oid,
        text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes()),
      });
    else {
      const dimensions = imageSize(bytes());
      assets.push({
        path,
        oid,
        size: bytes().length,
        hash: content.put(bytes()),
        ...(dimensions && { dimensions }),
      });
    }
  }
  return { texts, assets };
}

const options = { depth: 64, pages: 10_000, now: '2024-05-01T00:00:00Z' };

function roundTrip(tree: Tree, content: ContentStore, directory: string, previous?: 'with ids') {
  const exported = filesFromTree(tree, { directory, content, existing: new Map(), foreign: [] });
  const back = treeFromFiles(readBack(exported, directory, content), {
    ...options,
    directory,
    content,
    newId: countingIds('new'),
    ...(previous && { previous: exported.tree }),
  });
  return { exported, back };
}

/** Without ids and times: a first import gives new ones. References become paths of titles. */
function shape(tree: Tree, content: ContentStore): unknown {
  const names = new Map<string, string>();
  const visit = (pages: Tree['pages'], prefix: string) => {
    for (const page of pages) {
      names.set(page.id, `page ${prefix}${page.slug}`);
      visit(page.pages, `${prefix}${page.slug}/`);
    }
  };
  visit(tree.pages, '');
  const nameOf = (file: Tree['files'][number]) => `file ${file.name} ${file.hash} ${file.git?.path}`;
  for (const file of tree.files) names.set(file.id, nameOf(file));
  const clean = JSON.stringify(tree, (key, value) => {
    if (['createdAt', 'updatedAt', 'id'].includes(key)) return undefined;
    if (key === 'markdown') return content.text(value);
    if (key === 'files') return (value as Tree['files']).toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
    if (key === 'reusableContents')
      return (value as Tree['reusableContents']).toSorted((a, b) =>
        (a.git?.path ?? '') < (b.git?.path ?? '') ? -1 : 1,
      );
    return typeof value === 'string' ? (names.get(value) ?? value) : value;
  });
  return JSON.parse(clean);
}

const SPACES = runs('L17', 'spaces exported', 12);
const directories = fc.constantFrom('', 'docs', 'a/b c');

describe('importing what was exported', () => {
  it('gives the same tree, titles, slugs, texts, flags and bytes', () => {
    fc.assert(
      fc.property(treeSeeds, directories, (seed, directory) => {
        const content = memoryContent();
        const tree = buildTree(seed, content, { newId: countingIds('old'), contentTypeOf });
        const { exported, back } = roundTrip(tree, content, directory);
        expect(shape(back, content)).toEqual(shape(exported.tree, content));
      }),
      { numRuns: SPACES * 3 },
    );
  });

  it('keeps ids, order and times where the paths are unchanged', () => {
    fc.assert(
      fc.property(treeSeeds, directories, (seed, directory) => {
        const content = memoryContent();
        const tree = buildTree(seed, content, { newId: countingIds('old'), contentTypeOf });
        const { exported, back } = roundTrip(tree, content, directory, 'with ids');
        expect(back).toEqual(exported.tree);
      }),
      { numRuns: SPACES * 3 },
    );
  });

  it('changes nothing but places: an export returns the tree it was given', () => {
    fc.assert(
      fc.property(treeSeeds, (seed) => {
        const content = memoryContent();
        const tree = buildTree(seed, content, { newId: countingIds('old'), contentTypeOf });
        const { exported } = roundTrip(tree, content, '');
        const bare = JSON.parse(
          JSON.stringify(exported.tree, (key, value) => (key === 'git' ? undefined : value)),
        );
        expect(bare).toEqual(JSON.parse(JSON.stringify(tree)));
      }),
      { numRuns: SPACES },
    );
  });

  it('writes the same files again when nothing has changed', () => {
    fc.assert(
      fc.property(treeSeeds, (seed) => {
        const content = memoryContent();
        const tree = buildTree(seed, content, { newId: countingIds('old'), contentTypeOf });
        const { exported, back } = roundTrip(tree, content, '', 'with ids');
        const existing = new Map(
          [...readBack(exported, '', content).texts].map(([path, { text }]) => [path, text]),
        );
        const again = filesFromTree(back, { directory: '', content, existing, foreign: [] });
        const oids = ({ files }: Exported) => [...files].map(([path, { oid }]) => `${path} ${oid}`).sort();
        expect(oids(again)).toEqual(oids(exported));
      }),
      { numRuns: SPACES },
    );
    reached('L17', 'spaces exported', SPACES);
  });

  it('writes an empty space as an empty table of contents', () => {
    const content = memoryContent();
    const { exported, back } = roundTrip(emptyTree(), content, '', 'with ids');
    expect([...exported.files.keys()]).toEqual(['SUMMARY.md']);
    expect(back).toEqual(emptyTree());
  });
});

it('names pictures that were named by their name alone by the path they are written to', () => {
  const content = memoryContent();
  const text = '![A label](my%20label.png) and `my label.png`, [far](https://example.com/my%20label.png)\n';
  const hash = content.put(text);
  const child = { id: 'c', type: 'document', title: 'C', slug: 'c', markdown: hash, pages: [] } as const;
  const tree: Tree = {
    ...emptyTree(),
    pages: [{ ...child, id: 'p', slug: 'p', pages: [{ ...child, pages: [] }] }],
    files: [
      { id: 'f', name: 'my label.png', contentType: 'image/png', size: 1, hash: content.put('x') } as never,
    ],
  };
  const { exported, back } = roundTrip(tree, content, '', 'with ids');
  expect(back).toEqual(exported.tree);
  const below = back.pages[0]?.pages[0];
  const picture = back.files[0]?.git?.path ?? '';
  expect(below?.git?.path).toBe('p/c.md');
  expect(content.text(below?.markdown ?? '')).toBe(
    text.replace('(my%20label.png)', `(../${picture.replace(' ', '%20')})`),
  );
});

describe('an export without an edit', () => {
  it('keeps SUMMARY.md byte for byte, with its links to headings and to pages listed before', () => {
    const content = memoryContent();
    const summary = [
      '# Table of contents',
      '',
      '* [Home](README.md "Where to begin")',
      '* [Markdown](syntax/markdown.md)',
      '  * [Headings](syntax/markdown.md#headings)',
      '* [Home again](README.md)',
      '',
      '---',
      '',
      '## More',
      '',
      '* [Files](files.md)',
      '',
    ].join('\n');
    const pages = {
      'README.md': '# Home\n',
      'syntax/markdown.md': '# Markdown\n\n## Headings\n',
      'files.md': '# Files\n',
    };
    const texts = new Map(
      Object.entries({ ...pages, 'SUMMARY.md': summary }).map(([path, text]) => [
        path,
        { path, oid: path, text },
      ]),
    );
    const tree = treeFromFiles(
      { texts, assets: [] },
      { ...options, directory: '', content, newId: countingIds('p') },
    );
    const existing = new Map([...texts].map(([path, { text }]) => [path, text]));
    const { files } = filesFromTree(tree, { directory: '', content, existing, foreign: [] });
    const written = (path: string) => new TextDecoder().decode(files.get(path)?.bytes());
    for (const [path, text] of existing) expect(written(path)).toBe(text);
  });
});
