// Speed of content in the sandbox, as ratios in one run: search, links, merge, import. In process, medians.

import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listSpaceLinks } from '../../src/api/content/links.ts';
import { searchSpace } from '../../src/api/content/search.ts';
import { importGit } from '../../src/api/integrations/git.ts';
import { type InputOf, type Operation, type ResultOf, splitInput } from '../../src/api/operation.ts';
import { getCaller } from '../../src/api/people/members.ts';
import { createChangeRequest, mergeChangeRequest } from '../../src/api/review/change-requests.ts';
import { dispatch, openSandbox } from '../../src/sandbox/app.ts';
import { emptyTree, type PageNode, type Tree } from '../../src/sandbox/content/model.ts';
import { contentStore } from '../../src/sandbox/db/content/content.ts';
import { commitTree } from '../../src/sandbox/resources/content/content-target.ts';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';
import { openTestSandbox } from '../helpers/sandbox.ts';
import { against, type Figure } from './figures.ts';
import { compare, inFolder, timed } from './measure.ts';

interface Bench {
  folder: string;
  sandbox: Sandbox;
  token: string;
  call<O extends Operation>(operation: O, input: InputOf<O>): Promise<ResultOf<O>>;
  space(): Promise<string>;
}

/** Every figure, each kind in a sandbox of its own. */
export async function contentFigures(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const work of [search, links, merge, gitImport]) figures.push(...(await inSandbox(work)));
  return figures;
}

const inSandbox = (work: (bench: Bench) => Promise<Figure[]>): Promise<Figure[]> =>
  inFolder(async (folder) => {
    const { sandbox, adminToken: token, newSpace, cleanup } = await openTestSandbox();
    const call = caller(sandbox, token);
    const space = () => newSpace({ title: 'Bench', editMode: 'live', empty: true });
    try {
      return await work({ folder, sandbox, token, call, space });
    } finally {
      cleanup();
    }
  });

/** Answers that nobody compares with their schema, which takes its time. */
function caller(sandbox: Sandbox, token: string): Bench['call'] {
  return async (operation, input) => {
    const headers = { authorization: `Bearer ${token}` };
    const { status, body } = await dispatch(sandbox, operation, {
      ...splitInput(operation, { ...Object(input) }),
      headers,
    });
    if (status >= 300) throw new Error(`${operation.id}: ${status} ${JSON.stringify(body)}`);
    return body as ResultOf<typeof operation>;
  };
}

const WORDS =
  'parcel label carrier hub manifest route invoice driver pallet customs depot weight rate limit token key'.split(
    ' ',
  );
const word = (n: number) => WORDS[n % WORDS.length] ?? '';
const sentence = (seed: number, length: number) =>
  Array.from({ length }, (_, at) => word(seed * 7 + at * (1 + (seed % 5)))).join(' ');

const document = (sandbox: Sandbox, n: number, markdown: string): PageNode => ({
  id: `page${n}`,
  type: 'document',
  title: `Page ${n}`,
  slug: `page-${n}`,
  markdown: contentStore(sandbox.db).put(markdown),
  pages: [],
});
const treeOf = (pages: PageNode[]): Tree => ({ ...emptyTree(), pages });

/** Both sides by the clock. */
const compareWorks = (rounds: number, ours: () => unknown, theirs: () => unknown) =>
  compare({ ours: () => timed(ours), theirs: () => timed(theirs) }, rounds);

/** 5,000 pages, each of three sections. The baseline asks FTS5 for as many sections as a page of results. */
async function search({ sandbox, call, space }: Bench): Promise<Figure[]> {
  const spaceId = await space();
  const pages = Array.from({ length: 5000 }, (_, n) => {
    const sections = [0, 1, 2].map((part) => `## ${word(n + part)}\n\n${sentence(n * 3 + part, 60)}\n`);
    return document(sandbox, n, `${sections.join('\n')}\nunique${n}${n % 500 === 0 ? ' zeppelin' : ''}\n`);
  });
  sandbox.db.transaction(() => commitTree(sandbox, { spaceId, tree: treeOf(pages) }));
  await call(searchSpace, { spaceId, query: 'warm' });
  const bare = (expression: string) =>
    JSON.stringify(
      sandbox.db.all(
        `SELECT s.id, s.title, s.anchor, snippet(contentWords, 1, '', '', '…', 32) AS body, bm25(contentWords, 4.0, 1.0) AS rank
         FROM contentWords JOIN contentSections s ON s.id = contentWords.rowid
         WHERE contentWords MATCH ? ORDER BY rank LIMIT 50`,
        expression,
      ),
    );
  const measured = async (query: string, expression: string) =>
    compareWorks(
      15,
      async () => JSON.stringify(await call(searchSpace, { spaceId, query })),
      () => bare(expression),
    );
  const rare = () =>
    compareWorks(
      101,
      async () => JSON.stringify(await call(searchSpace, { spaceId, query: 'zeppelin' })),
      async () => [bare('"zeppelin"*'), JSON.stringify(await call(getCaller, {}))],
    );
  return [
    against('search 5,000 pages, two common words', await measured('parcel rate', '"parcel"* "rate"*'), {
      gate: 3,
      aim: 2,
    }),
    against('search 5,000 pages, a rare word, against query and empty request', await rare(), {
      gate: 3,
      aim: 2.5,
    }),
  ];
}

/** 2,000 pages of ten links. The baseline selects the rows of all links and serialises the same answer. */
async function links({ sandbox, call, space }: Bench): Promise<Figure[]> {
  const spaceId = await space();
  const pages = Array.from({ length: 2000 }, (_, n) => {
    const targets = Array.from({ length: 10 }, (_one, at) => {
      const to = (n * 13 + at * 97) % 2100;
      return at === 9 ? `[site](https://example.com/${n})` : `[to ${to}](page-${to}.md)`;
    });
    return document(sandbox, n, `${targets.join(' and ')}\n`);
  });
  commitTree(sandbox, { spaceId, tree: treeOf(pages) });
  const answers: object[] = [];
  const all = async () => {
    let page: string | undefined;
    answers.length = 0;
    do {
      const more = page === undefined ? {} : { page };
      const answer = await call(listSpaceLinks, { spaceId, limit: 1000, ...more });
      JSON.stringify(answer);
      answers.push(answer);
      page = answer.next?.page;
    } while (page !== undefined);
  };
  const bare = () => {
    sandbox.db.all('SELECT hash, kind, href, text, anchor FROM contentLinks');
    for (const answer of answers) JSON.stringify(answer);
  };
  return [
    against('list 20,000 links of 2,000 pages', await compareWorks(5, all, bare), { gate: 3, aim: 1.5 }),
  ];
}

const markdownOf = (n: number, extra = '') =>
  `${[0, 1, 2, 3].map((part) => `## Part ${part}\n\n${sentence(n + part, 40)}\n`).join('\n')}${extra}`;

/** A change request that touches 200 of 2,000 pages, main having moved too, against git merge of the same files. */
async function merge({ folder, sandbox, token, call, space }: Bench): Promise<Figure[]> {
  const spaceId = await space();
  const tree = (change: (n: number) => string) =>
    treeOf(Array.from({ length: 2000 }, (_, n) => document(sandbox, n, markdownOf(n, change(n)))));
  commitTree(sandbox, { spaceId, tree: tree(() => '') });
  const { id: changeRequestId } = await call(createChangeRequest, { spaceId, subject: 'Many' });
  const theirs = (n: number) => (n % 10 === 3 ? '\nchanged\n' : '');
  const mains = (n: number) => (n % 100 === 7 ? '\nmain\n' : '');
  commitTree(sandbox, { spaceId, changeRequestId, tree: tree(theirs) });
  commitTree(sandbox, { spaceId, tree: tree(mains) });
  sandbox.db.run('PRAGMA wal_checkpoint(TRUNCATE)');
  let copies = 0;
  const ours = () =>
    mergeOnce(sandbox.file, join(folder, `copy-${copies++}.db`), { spaceId, changeRequestId }, token);
  const measured = await compare({ ours, theirs: mergeRepository(folder, { theirs, mains }) }, 6);
  return [against('merge 200 of 2,000 pages, against git merge', measured, { gate: 5, aim: 2 })];
}

async function mergeOnce(
  from: string,
  copy: string,
  ref: InputOf<typeof mergeChangeRequest>,
  token: string,
): Promise<number> {
  copyFileSync(from, copy);
  const sandbox = openSandbox({ file: copy, env: {} });
  const call = caller(sandbox, token);
  let result = '';
  const took = await timed(async () => {
    ({ result } = await call(mergeChangeRequest, ref));
  });
  sandbox.db.close();
  if (result !== 'merge') throw new Error(`the merge ended in ${result}`);
  return took;
}

function mergeRepository(
  folder: string,
  { theirs, mains }: Record<'theirs' | 'mains', (n: number) => string>,
): () => Promise<number> {
  const repo = join(folder, 'merge');
  mkdirSync(repo);
  const git = gitIn(repo);
  const write = (change: (n: number) => string, message: string) => {
    for (let n = 0; n < 2000; n += 1) writeFileSync(join(repo, `page-${n}.md`), markdownOf(n, change(n)));
    git('add', '-A');
    git('commit', '-q', '-m', message);
  };
  git('init', '-q', '-b', 'main');
  write(() => '', 'base');
  git('checkout', '-q', '-b', 'feature');
  write(theirs, 'feature');
  git('checkout', '-q', 'main');
  write(mains, 'main');
  git('tag', 'before');
  return () => {
    git('reset', '-q', '--hard', 'before');
    return timed(() => git('merge', '-q', '--no-edit', 'feature'));
  };
}

const IDENTITY = ['-c', 'user.name=bench', '-c', 'user.email=bench@example.com', '-c', 'gc.auto=0'];
const gitIn =
  (cwd: string) =>
  (...args: string[]) =>
    execFileSync('git', [...IDENTITY, ...args], { cwd, stdio: 'pipe' });

/** 2,000 Markdown files in folders, imported from start to end, against git clone. */
async function gitImport({ folder, sandbox, call, space }: Bench): Promise<Figure[]> {
  const repo = join(folder, 'source');
  for (let n = 0; n < 2000; n += 1) {
    mkdirSync(join(repo, `part-${n % 40}`), { recursive: true });
    writeFileSync(join(repo, `part-${n % 40}`, `page-${n}.md`), `# Page ${n}\n\n${markdownOf(n)}`);
  }
  const git = gitIn(repo);
  git('init', '-q', '-b', 'main');
  git('add', '-A');
  git('commit', '-q', '-m', 'all');
  const url = `file://${repo}`;
  const spaces: string[] = [];
  for (let round = 0; round < 8; round += 1) spaces.push(await space());
  let clones = 0;
  const ours = async () => {
    const spaceId = spaces.pop() ?? '';
    await call(importGit, { spaceId, url, ref: 'refs/heads/main', repoCacheID: spaceId });
    await sandbox.background.settle();
  };
  const theirs = () => gitIn(folder)('clone', '-q', url, `clone-${clones++}`);
  return [
    against('import 2,000 Markdown files, against git clone', await compareWorks(5, ours, theirs), {
      gate: 4,
      aim: 2.5,
    }),
  ];
}
