// Twenty kinds of conflicts between a change request and main, resolved by typing what the hints say.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSandbox } from '../../../src/sandbox/app.ts';
import type { FileNode, PageNode, Tree } from '../../../src/sandbox/content/model.ts';
import { findPage, insertPage, removePage, replacePage, walk } from '../../../src/sandbox/content/tree.ts';
import { contentStore, revisionsStore } from '../../../src/sandbox/db/content/content.ts';
import { liveSpace } from '../../../src/sandbox/db/content/spaces.ts';
import { commitTree } from '../../../src/sandbox/resources/content/content-target.ts';
import type { Sandbox } from '../../../src/sandbox/sandbox.ts';
import { sandboxedCli, splitWords } from '../../helpers/cli.ts';
import { perFile } from '../../helpers/lasting.ts';
import { movePage } from '../../helpers/move-page.ts';
import { rotated } from '../../helpers/rotation.ts';

let sandbox: Sandbox;
const cli = perFile(() => sandboxedCli({ stdin: '' }));
beforeAll(() => {
  sandbox = openSandbox({ file: join(cli.home, '.local/share/docs/sandbox.db'), env: {} });
});
afterAll(() => {
  sandbox.db.close();
});

const LINES = ['First line.', '', 'Second line.', '', 'Third line.', '', 'Fourth line.', ''];
const TEXTS = new Set<string>();
/** What a sandbox calls it, once it has it. */
const put = (content: string) => {
  TEXTS.add(content);
  return createHash('sha256').update(content).digest('hex');
};
const text = (...changes: [number, string][]) => {
  const lines = [...LINES];
  for (const [at, line] of changes) lines[at] = line;
  return put(lines.join('\n'));
};

const page = (id: string, pages: PageNode[] = []): PageNode => ({
  id,
  type: 'document',
  title: id.toUpperCase(),
  slug: id,
  markdown: text(),
  pages,
});
const file = (id: string, hash = put('one'), name = `${id}.png`): FileNode => ({
  ...{ id, name, contentType: 'image/png', size: 3, hash },
});

const start = (): Tree => ({
  pages: [
    page('alpha', [page('one'), page('two'), page('three')]),
    page('beta'),
    page('gamma'),
    page('delta'),
  ],
  files: [file('logo')],
  reusableContents: [{ id: 'note', title: 'Note', markdown: put('Reused.') }],
  variables: { release: '1' },
});

type Change = (tree: Tree) => Tree;
const set =
  (id: string, fields: Partial<PageNode>): Change =>
  (tree) =>
    replacePage(tree, id, (old) => ({ ...old, ...fields }));
const move =
  (id: string, parentId: string | undefined, index: number): Change =>
  (tree) =>
    movePage(tree, id, { parentId, index });
const remove =
  (id: string): Change =>
  (tree) =>
    removePage(tree, id);
const add =
  (id: string, parentId?: string, fields: Partial<PageNode> = {}): Change =>
  (tree) =>
    insertPage(tree, { ...page(id), ...fields }, { parentId });
const all =
  (...changes: Change[]): Change =>
  (tree) =>
    changes.reduce((now, change) => change(now), tree);

interface Kind {
  ours: Change;
  theirs: Change;
  /** What main must say in the end, by who wins; of a text the line that must be there. */
  wanted: Record<'ours' | 'theirs', (tree: Tree) => unknown>;
  /** No edit can resolve it: another change request is made. */
  around?: true;
  /** The platform joins both. */
  joined?: true;
}

const at = (tree: Tree, id: string) => findPage(tree, id);
const textOf = (tree: Tree, id: string) => {
  const hash = at(tree, id)?.page.markdown;
  return hash === undefined ? undefined : contentStore(sandbox.db).text(hash);
};
const parentOf = (tree: Tree, id: string) =>
  at(tree, id)?.parents.at(-1)?.id ?? (at(tree, id) ? '' : undefined);
const says =
  (id: string, ...lines: string[]) =>
  (tree: Tree) =>
    lines.every((line) => textOf(tree, id)?.split('\n').includes(line));
const field = (id: string, name: keyof PageNode, value: unknown) => (tree: Tree) =>
  JSON.stringify(at(tree, id)?.page[name]) === JSON.stringify(value);
const below = (id: string, parent: string) => (tree: Tree) => parentOf(tree, id) === parent;
const there = (id: string) => (tree: Tree) => at(tree, id) !== undefined;
const gone = (id: string) => (tree: Tree) => at(tree, id) === undefined;
const both =
  (...checks: ((tree: Tree) => unknown)[]) =>
  (tree: Tree) =>
    checks.every((check) => check(tree) === true);
const order =
  (...ids: string[]) =>
  (tree: Tree) => {
    const found = [...walk(tree.pages)].map(({ page: { id } }) => id).filter((id) => ids.includes(id));
    return found.join() === ids.join();
  };

const KINDS: Record<string, Kind> = {
  'the same line': {
    ours: set('beta', { markdown: text([2, 'Ours.'], [6, 'Only ours.']) }),
    theirs: set('beta', { markdown: text([2, 'Theirs.'], [0, 'Only theirs.']) }),
    wanted: {
      ours: says('beta', 'Ours.', 'Only ours.', 'Only theirs.'),
      theirs: says('beta', 'Theirs.', 'Only ours.', 'Only theirs.'),
    },
  },
  'two lines added at one place': {
    ours: set('beta', { markdown: put(`${LINES.join('\n')}Ours.\n`) }),
    theirs: set('beta', { markdown: put(`${LINES.join('\n')}Theirs.\n`) }),
    wanted: { ours: says('beta', 'Ours.'), theirs: says('beta', 'Theirs.') },
  },
  'a line changed and removed': {
    ours: set('beta', { markdown: text([2, 'Ours.']) }),
    theirs: set('beta', { markdown: put(LINES.slice(4).join('\n')) }),
    wanted: { ours: says('beta', 'Ours.'), theirs: (tree) => !textOf(tree, 'beta')?.includes('Ours') },
  },
  title: {
    ours: set('beta', { title: 'Ours', markdown: text([2, 'Ours.']) }),
    theirs: set('beta', { title: 'Theirs', markdown: text([6, 'Theirs.']) }),
    wanted: {
      ours: both(field('beta', 'title', 'Ours'), says('beta', 'Ours.', 'Theirs.')),
      theirs: both(field('beta', 'title', 'Theirs'), says('beta', 'Ours.', 'Theirs.')),
    },
  },
  slug: {
    ours: set('beta', { slug: 'ours' }),
    theirs: set('beta', { slug: 'theirs' }),
    wanted: { ours: field('beta', 'slug', 'ours'), theirs: field('beta', 'slug', 'theirs') },
  },
  description: {
    ours: set('beta', { description: 'Ours', icon: 'star' }),
    theirs: set('beta', { description: 'Theirs', emoji: '2709' }),
    wanted: {
      ours: both(
        field('beta', 'description', 'Ours'),
        field('beta', 'icon', 'star'),
        field('beta', 'emoji', '2709'),
      ),
      theirs: both(field('beta', 'description', 'Theirs'), field('beta', 'icon', 'star')),
    },
  },
  'an icon set and set': {
    ours: set('beta', { icon: 'star' }),
    theirs: set('beta', { icon: 'bolt' }),
    wanted: { ours: field('beta', 'icon', 'star'), theirs: field('beta', 'icon', 'bolt') },
  },
  cover: {
    ours: set('beta', {
      cover: { ref: { kind: 'url', url: 'https://a.example/1.png' } },
      markdown: text([2, 'Ours.']),
    }),
    theirs: set('beta', {
      cover: { ref: { kind: 'url', url: 'https://a.example/2.png' } },
      markdown: text([6, 'Theirs.']),
    }),
    wanted: { ours: says('beta', 'Ours.', 'Theirs.'), theirs: says('beta', 'Ours.', 'Theirs.') },
  },
  'edited here, deleted there': {
    ours: set('beta', { markdown: text([2, 'Ours.']) }),
    theirs: remove('beta'),
    wanted: { ours: says('beta', 'Ours.'), theirs: gone('beta') },
  },
  'deleted here, edited there': {
    ours: remove('beta'),
    theirs: set('beta', { markdown: text([2, 'Theirs.']) }),
    wanted: { ours: gone('beta'), theirs: says('beta', 'Theirs.') },
  },
  'edited below a page that was deleted': {
    ours: set('two', { markdown: text([2, 'Ours.']) }),
    theirs: remove('alpha'),
    wanted: { ours: says('two', 'Ours.'), theirs: both(gone('two'), gone('alpha')) },
  },
  'deleted with the page above, edited there': {
    ours: remove('alpha'),
    theirs: set('two', { title: 'Theirs' }),
    wanted: { ours: both(gone('two'), gone('alpha')), theirs: field('two', 'title', 'Theirs') },
  },
  'moved to two places': {
    ours: all(move('one', 'beta', 0), set('one', { markdown: text([2, 'Ours.']) })),
    theirs: move('one', 'gamma', 0),
    wanted: {
      ours: both(below('one', 'beta'), says('one', 'Ours.')),
      theirs: both(below('one', 'gamma'), says('one', 'Ours.')),
    },
  },
  'moved and edited, with the same line': {
    ours: all(move('one', 'beta', 0), set('one', { markdown: text([2, 'Ours.']) })),
    theirs: set('one', { markdown: text([2, 'Theirs.']) }),
    wanted: {
      ours: both(below('one', 'beta'), says('one', 'Ours.')),
      theirs: both(below('one', 'beta'), says('one', 'Theirs.')),
    },
  },
  'moved below a page that was deleted': {
    ours: move('one', 'beta', 0),
    theirs: remove('beta'),
    wanted: {
      ours: both(below('one', 'beta'), there('beta')),
      theirs: both(gone('beta'), below('one', 'alpha')),
    },
  },
  'created below a page that was deleted': {
    ours: add('fresh', 'beta'),
    theirs: remove('beta'),
    wanted: { ours: below('fresh', 'beta'), theirs: both(gone('beta'), below('fresh', '')) },
  },
  'a page deleted below which another was created': {
    ours: remove('beta'),
    theirs: add('fresh', 'beta'),
    wanted: { ours: both(gone('beta'), gone('fresh')), theirs: below('fresh', 'beta') },
  },
  'each moved below the other': {
    ours: move('beta', 'gamma', 0),
    theirs: move('gamma', 'beta', 0),
    wanted: { ours: both(below('beta', 'gamma'), below('gamma', '')), theirs: below('gamma', 'beta') },
  },
  order: {
    ours: all(move('two', 'alpha', 0), add('fresh', 'alpha')),
    theirs: move('three', 'alpha', 1),
    wanted: { ours: order('two', 'one', 'three'), theirs: order('one', 'three', 'two') },
  },
  'two pages at once, one deleted': {
    ours: all(set('beta', { title: 'Ours' }), set('gamma', { markdown: text([2, 'Ours.']) })),
    theirs: all(set('beta', { title: 'Theirs' }), remove('gamma')),
    wanted: {
      ours: both(field('beta', 'title', 'Ours'), says('gamma', 'Ours.')),
      theirs: both(field('beta', 'title', 'Theirs'), gone('gamma')),
    },
  },
  'created twice at one path': {
    ours: add('ours', undefined, { slug: 'same', markdown: text([2, 'Ours.']) }),
    theirs: add('theirs', undefined, { slug: 'same', markdown: text([2, 'Theirs.']) }),
    wanted: {
      ours: both(says('ours', 'Ours.'), says('theirs', 'Theirs.')),
      theirs: both(says('ours', 'Ours.'), says('theirs', 'Theirs.')),
    },
    joined: true,
  },
  'a file': {
    ours: all(set('beta', { title: 'Ours' }), (tree) => ({
      ...tree,
      files: [file('logo', put('two!'), 'ours.png')],
    })),
    theirs: (tree) => ({ ...tree, files: [file('logo', put('other'), 'theirs.png')] }),
    wanted: { ours: field('beta', 'title', 'Ours'), theirs: field('beta', 'title', 'Ours') },
    around: true,
  },
  'reusable content': {
    ours: all(set('beta', { title: 'Ours' }), (tree) => ({
      ...tree,
      reusableContents: [{ id: 'note', title: 'Ours', markdown: put('Ours.') }],
    })),
    theirs: (tree) => ({
      ...tree,
      reusableContents: [{ id: 'note', title: 'Theirs', markdown: put('Theirs.') }],
    }),
    wanted: { ours: field('beta', 'title', 'Ours'), theirs: field('beta', 'title', 'Ours') },
    around: true,
  },
  'a variable': {
    ours: all(set('beta', { title: 'Ours' }), (tree) => ({ ...tree, variables: { release: '2' } })),
    theirs: (tree) => ({ ...tree, variables: { release: '3' } }),
    wanted: { ours: field('beta', 'title', 'Ours'), theirs: field('beta', 'title', 'Ours') },
    around: true,
  },
};

/** A space with a change request that conflicts; returns how they are typed. */
async function conflicting(
  title: string,
  { ours, theirs }: Kind,
): Promise<{ space: string; number: string }> {
  const space = (await cli(['spaces', 'create', title.slice(-40), '--jq', '.id'])).stdout.trim();
  const userId = (await cli('auth status --jq .user.id')).stdout.trim();
  const commit = (change: Change, changeRequestId?: string) => {
    const ref = { spaceId: space, ...(changeRequestId !== undefined && { changeRequestId }) };
    const tree = change(start());
    for (const content of TEXTS) contentStore(sandbox.db).put(content);
    commitTree(sandbox, { ...ref, tree, userId });
  };
  commit(() => start());
  const number = (
    await cli(['cr', 'create', '--space', space, '--subject', 'Ours', '--jq', '.number'])
  ).stdout.trim();
  commit(ours, number);
  commit(theirs);
  return { space, number };
}

type Way = 'ours' | 'theirs' | 'files';

/** Runs a line, and where it wants a consent the line that it names. */
async function typed(line: string) {
  const done = await cli(splitWords(line.replace(/^docs /, '')));
  if (done.exitCode !== 3) return done;
  const hint = /^hint: docs (.*)$/m.exec(done.stderr)?.[1] ?? '';
  return cli(splitWords(hint));
}

const commandsIn = (stderr: string) =>
  [...stderr.matchAll(/^(?:(?:hint|next): )?(docs .*)$/gm)].map(([, line = '']) => line);

/** Keeps what both sides say: the markers go. */
function keepBoth(folder: string, names: readonly string[]): void {
  for (const name of names) {
    const path = join(cli.cwd, folder, name);
    const kept = readFileSync(path, 'utf8')
      .replace(/^\|{7} [\s\S]*?^=======\n/gm, '')
      .replace(/^(<{7}|>{7}) .*\n/gm, '')
      // Settings have one value: the last one is main's.
      .replace(/^(\w+): .*\n(?=(?:\w+: .*\n)*\1: )/gm, '');
    writeFileSync(path, kept);
  }
}

/** From a merge that fails to one that does not, by nothing but what is printed. */
async function byHints(first: string, way: Way): Promise<void> {
  let line = first;
  for (let turn = 0; turn < 12; turn += 1) {
    const merged = await typed(line);
    if (merged.exitCode === 0) return;
    const [hint = ''] = commandsIn(merged.stderr);
    expect(hint, merged.stderr).toContain('docs cr conflicts');
    const shown = await typed(hint);
    expect(shown.exitCode, shown.stderr).toBe(0);
    const steps = commandsIn(shown.stderr);
    const around = steps.find((step) => step.includes('apply-to'));
    if (around !== undefined) {
      const made = await typed(around);
      // The edit that no change request can make is left out.
      expect(made.exitCode, made.stderr).toBe(7);
      line = commandsIn(made.stderr).find((step) => step.includes('cr merge')) ?? '';
      expect(line, made.stderr).not.toBe('');
      continue;
    }
    await resolveBy(steps, way);
  }
  throw new Error(`not merged by the hints: ${line}`);
}

async function resolveBy(steps: readonly string[], way: Way): Promise<void> {
  const files = steps.find((step) => step.includes('--to '));
  if (way === 'files' && files !== undefined) {
    const written = await typed(files);
    expect(written.exitCode, written.stderr).toBe(0);
    const folder = /--to (\S+)/.exec(files)?.[1] ?? '';
    keepBoth(
      folder,
      written.stdout.split('\n').filter((name) => name !== ''),
    );
    const [send = ''] = commandsIn(written.stderr);
    const sent = await typed(send);
    expect(sent.exitCode, sent.stderr).toBe(0);
    return;
  }
  const step = steps.find((one) => one.endsWith(way === 'theirs' ? '--theirs' : '--ours')) ?? '';
  const done = await typed(step);
  expect(done.exitCode, `${step}: ${done.stderr}`).toBe(0);
}

/** Each kind in one of the ways, in turns; with `harden` in all. */
const byWay = rotated(Object.entries(KINDS), ['ours', 'theirs', 'files'] as const);

it.each(byWay.map(([[name, kind], way]) => [name, way, kind] as const))(
  '%s is resolved by the hints: %s',
  async (name, chosen, kind) => {
    const isWhole = kind.around || kind.joined || name === 'order';
    const way = chosen === 'files' && isWhole ? 'ours' : chosen;
    const { space, number } = await conflicting(`${name} ${way}`, kind);
    await byHints(`docs cr merge ${number} --space ${space}`, way);
    if (way === 'files') return;
    const tree = revisionsStore(sandbox.db).tree(liveSpace(sandbox.db, space).revision);
    expect(
      kind.wanted[way](tree),
      JSON.stringify([...walk(tree.pages)].map(({ page: p, path }) => [p.id, path, p.title])),
    ).toBe(true);
  },
);
