// docs push as people use it: nothing is lost, nothing is sent twice, and what others changed stays.
import { appendFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { perFile, perTest } from '../../../helpers/lasting.ts';
import { mergedByGit } from '../../../helpers/merge-file.ts';
import {
  editAtRandom,
  manyPages,
  mergeLast,
  type PushedWorld,
  pageFiles,
  pushedWorld,
  rewrite,
  stateOf,
} from '../../../helpers/pushed-world.ts';
import { randomNumbers } from '../../../helpers/random-organization.ts';
import { reached, runs } from '../../../helpers/runs.ts';

const MINUTES = 60_000;
const end = ({ cli }: PushedWorld) => cli.cleanup();

/** For whoever wants to read them: DOCS_FIGURES names a file. */
const figures = (told: object) => {
  if (process.env.DOCS_FIGURES) appendFileSync(process.env.DOCS_FIGURES, `${JSON.stringify(told)}\n`);
};

const contentRequests = (seen: readonly string[]) =>
  seen.filter((line) => line.startsWith('POST') && line.endsWith('/content'));

/** A redirect of a site and a link of another space that lead to a page; both as they are now. */
async function linkedFromOutside({ ok }: PushedWorld, page: string) {
  const site = ['--site', 'Tarnpost Docs'];
  await ok('sites', 'spaces', 'add', 'Tree', ...site, '--yes');
  await ok('redirects', 'create', '/old-page', '/tree/page-0', ...site, '--yes');
  const cr = ['--space', 'Handbook', '--yes'];
  const { stdout: number } = await ok(
    'cr',
    'create',
    ...cr.slice(0, 2),
    '--subject',
    'Link',
    '--jq',
    '.number',
  );
  const document = { markdown: `See [it](/pages/${page}).` };
  const changes = [{ operation: 'insert_page', title: 'Linker', slug: 'linker', document }];
  await ok('cr', 'edit', number.trim(), ...cr, '--data', JSON.stringify({ changes }));
  await ok('cr', 'merge', number.trim(), ...cr);
  const now = async () => [
    (await ok('redirects', 'list', ...site, '--jq', '[.[] | [.source, .destination]]')).stdout,
    (await ok('pages', 'get', 'linker', '--space', 'Handbook', '--format', 'markdown')).stdout,
  ];
  return Object.assign(now, { before: await now() });
}

describe('a folder that was edited', () => {
  const PAGES = runs('F20', 'pages', 30);
  const EDITS = runs('F20', 'edits', 25);
  const world = perTest(() => pushedWorld(false), end);

  it(
    'is what an export gives once it was pushed and merged',
    async () => {
      const { ok, at, seen: all } = world;
      await manyPages(world, PAGES, 'tree');
      const before = stateOf(at('tree/Tree'));
      expect(Object.keys(before.pages)).toHaveLength(PAGES);
      expect((await ok('push', 'tree')).stderr).toContain('nothing to change');
      const page = before.pages['Page 0']?.id ?? '';
      await ok('comments', 'create', '--body', 'Keep me', '--space', 'Tree', '--page', page);
      const around = await linkedFromOutside(world, page);
      const done = editAtRandom(at('tree/Tree'), EDITS, 7);
      all.length = 0;
      const { stderr } = await ok('push', 'tree', '--prune', '--yes');
      const seen = [...all];
      await mergeLast(world);
      await ok('export', '--space', 'Tree', '--to', 'after', '--files');
      const [mine, theirs] = [stateOf(at('tree/Tree')), stateOf(at('after/Tree'))];
      expect(Object.keys(theirs.pages).sort(), stderr).toEqual(Object.keys(mine.pages).sort());
      for (const [title, { id, settings, body }] of Object.entries(mine.pages)) {
        const now = theirs.pages[title];
        if (id !== undefined) expect(now?.id, title).toBe(id);
        expect(now?.settings, title).toMatchObject(settings);
        expect(now?.body, title).toBe(body);
      }
      const listed = new Set(mine.order.map((line) => line.trim()));
      expect(theirs.order.filter((line) => listed.has(line.trim()))).toEqual(mine.order);
      const { stdout } = await ok('comments', 'list', '--space', 'Tree', '--json');
      expect(stdout).toContain('Keep me');
      expect(await around()).toEqual(around.before);
      // What was edited in all, and what it took.
      const uploads = 1 + Math.ceil((done.picture ?? 0) / 20);
      const edits = Object.values(done).reduce((sum, one) => sum + one, 0);
      expect(contentRequests(seen).length).toBeLessThanOrEqual(uploads + Math.ceil((2 * edits) / 50));
      figures({ done, requests: seen.length, content: contentRequests(seen).length });
      reached('F20', 'pages', PAGES);
      reached('F20', 'edits', EDITS);
    },
    30 * MINUTES,
  );
});

describe('a push that is cut off', () => {
  const PAGES = runs('F21', 'pages', 6);
  const CUTS = runs('F21', 'cuts', 3);
  const ROUNDS = runs('F21', 'rounds', 1);
  const isAll = CUTS > 3;
  const world = perTest(pushedWorld, end);

  /** New pages that link to each other, a picture, and edits of a page that is there, in a fresh copy of the export. */
  function editedTree(round: number, count = PAGES): void {
    const { at } = world;
    rmSync(at('tree'), { recursive: true, force: true });
    cpSync(at('fresh'), at('tree'), { recursive: true });
    const root = at('tree/Tree');
    for (let n = 0; n < count; n += 1)
      writeFileSync(
        join(root, `new-${n}.md`),
        `---\ntitle: New ${n}\n---\n\nSee [next](new-${(n + 1) % count}.md).\n\n![P](p.png)\n`,
      );
    writeFileSync(join(root, 'p.png'), Buffer.from(`89504e470d0a1a0a${round + 1000}`, 'hex'));
    rewrite(join(root, 'page-0.md'), (text) => text.replace(/.*irst.*/, `![P](p.png) in round ${round}.`));
  }

  /** One change request with each page once; main stays as it is for the next round. */
  async function holdsOnce(told: string, count = PAGES): Promise<void> {
    const { ok, at } = world;
    const requests = JSON.parse((await ok('cr', 'list', '--space', 'Tree', '--json')).stdout);
    expect(requests, told).toHaveLength(1);
    const number = String(requests[0].number);
    rmSync(at('after'), { recursive: true, force: true });
    await ok('cr', 'checkout', number, '--space', 'Tree', '--all', '--to', 'after');
    const { pages } = stateOf(at('after/Tree'));
    const titles = Object.keys(stateOf(at('fresh/Tree')).pages);
    expect(pageFiles(at('after/Tree')), told).toHaveLength(titles.length + count);
    const mine = stateOf(at('tree/Tree')).pages;
    for (const [title, { body }] of Object.entries(mine)) expect(pages[title]?.body, told).toBe(body);
    await ok('cr', 'update', number, '--space', 'Tree', '--status', 'archived');
  }

  const wordsOf = async (way: 'push' | 'apply'): Promise<string[]> => {
    if (way === 'push') return ['push', 'tree'];
    await world.ok('push', 'tree', '--plan-out', 'plan.json');
    return ['apply', 'plan.json', '--yes'];
  };

  /** In the check every fifth request, in turns before and after it arrives. */
  const cutsWanted = () =>
    Array.from({ length: isAll ? 1000 : CUTS }, (_, n) => ({
      request: isAll ? 1 + Math.floor(n / 2) : 1 + 5 * n,
      when: (n % 2 === 0) === isAll ? ('before' as const) : ('after' as const),
    }));

  /** Cuts the push, or the plan that is applied, and runs it again. False where it has fewer requests. */
  async function isCutAt(
    round: number,
    way: 'push' | 'apply',
    { request, when }: ReturnType<typeof cutsWanted>[number],
  ): Promise<boolean> {
    const { ok, proxy, cli } = world;
    editedTree(round);
    const words = await wordsOf(way);
    proxy.cutFrom(request, when);
    await cli(words);
    const isCut = proxy.seen().length >= request;
    proxy.cutFrom(undefined, 'before');
    if (isCut) await ok(...words);
    await holdsOnce(`${way} cut ${when} request ${request}`);
    return isCut;
  }

  it(
    'goes on when it is run again, at whichever request it was cut: each page is there once',
    async () => {
      await manyPages(world, 3, 'fresh');
      let cuts = 0;
      // As it is, and as a plan that is applied, which makes fewer requests.
      for (const way of ['push', 'apply'] as const)
        for (const cut of cutsWanted()) {
          if (!(await isCutAt(cuts, way, cut))) break;
          cuts += 1;
        }
      expect(cuts).toBeGreaterThanOrEqual(isAll ? CUTS : 4);
      reached('F21', 'pages', PAGES);
      reached('F21', 'cuts', cuts);
    },
    120 * MINUTES,
  );

  it('goes on with a plan whose edits were lost on the way there after the answer to others was', async () => {
    const { ok, proxy, cli } = world;
    await manyPages(world, 3, 'fresh');
    editedTree(0, 60);
    const words = await wordsOf('apply');
    // The picture arrives and the pages do, each without an answer. What does not arrive at first is sent again: pages,
    // and their links to each other, which change only pages that are there by then.
    for (const when of ['after', 'after', 'before', 'after', 'before'] as const) {
      proxy.loseNext('POST', '/content', when);
      expect((await cli(words)).exitCode).not.toBe(0);
    }
    await ok(...words);
    await holdsOnce('a plan that was cut', 60);
  });

  it('takes no edit of somebody else for one that was lost on the way there', async () => {
    const { ok, proxy, cli } = world;
    await manyPages(world, 3, 'fresh');
    editedTree(0, 2);
    const words = await wordsOf('apply');
    for (const when of ['after', 'after', 'before'] as const) {
      proxy.loseNext('POST', '/content', when);
      expect((await cli(words)).exitCode).not.toBe(0);
    }
    const [{ number }] = JSON.parse((await ok('cr', 'list', '--space', 'Tree', '--json')).stdout);
    await ok('pages', 'edit', 'page-1', '--space', 'Tree', '--cr', String(number), '--title', 'One');
    expect((await ok(...words)).stderr).toMatch(/^applied 1 change\n/);
    const page = ['pages', 'get', 'new-0', '--space', 'Tree', '--cr', String(number)];
    const links = await ok(...page, '--format', 'markdown');
    expect(links.stdout).toMatch(/\[next\]\(\/pages\/\w{20}\)/);
  });

  it(
    'has each page once where three requests in ten are cut, before or after they arrive',
    async () => {
      const { ok, proxy, cli } = world;
      await manyPages(world, 3, 'fresh');
      const random = randomNumbers(21);
      for (let round = 0; round < ROUNDS; round += 1) {
        editedTree(round);
        const words = await wordsOf(round % 2 === 0 ? 'push' : 'apply');
        proxy.loseSome(0.3, random);
        let code = 1;
        for (let again = 0; again < 50 && code !== 0; again += 1) code = (await cli(words)).exitCode;
        expect(code, `round ${round}`).toBe(0);
        proxy.loseSome(0, random);
        expect((await ok('push', 'tree')).stderr).toContain('nothing to change');
        await holdsOnce(`round ${round}`);
      }
      reached('F21', 'rounds', ROUNDS);
    },
    30 * MINUTES,
  );
});

describe('a page that was edited here and there', () => {
  const CASES = runs('F22', 'cases', 30);
  const world = perFile(pushedWorld, end);

  const line = fc.constantFrom('alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta', 'eta', 'theta');
  const base = fc.array(line, { minLength: 4, maxLength: 12 });
  const edit = fc.array(
    fc.tuple(fc.nat(), fc.constantFrom('put', 'cut', 'set'), fc.constantFrom('one', 'two', 'three')),
    { minLength: 1, maxLength: 2 },
  );
  const lines = (texts: readonly string[]) => `${texts.join('\n\n').trimEnd()}\n`;
  const apply = (texts: readonly string[], edits: readonly (readonly [number, string, string])[]) =>
    edits.reduce<string[]>(
      (now, [at, how, word]) => {
        const place = at % (now.length + 1);
        if (how === 'put') return [...now.slice(0, place), word, ...now.slice(place)];
        return [...now.slice(0, place), ...(how === 'set' ? [word] : []), ...now.slice(place + 1)];
      },
      [...texts],
    );

  /** Titles of the pages that a refusal names. */
  const conflictsIn = (stderr: string): string[] => {
    const { error } = JSON.parse(stderr.trim().split('\n').at(-1) ?? '');
    return error.details.conflicts.map(({ title }: { title: string }) => title);
  };

  it(
    'is merged where git merges it, and a conflict where git has one: none is silent',
    async () => {
      const { ok, at, cli } = world;
      await ok('spaces', 'create', 'Tree', '--empty');
      // A page for each case, in lots: one space and one push takes many.
      const cases = fc
        .sample(fc.tuple(base, edit, edit), { numRuns: CASES, seed: 11 })
        .map(([texts, mine, other], n) => ({
          n,
          was: lines(texts),
          here: lines(apply(texts, mine)),
          there: lines(apply(texts, other)),
        }));
      await ok('export', '--space', 'Tree', '--to', 'base');
      const file = (dir: string, n: number) => at(`${dir}/Tree/case-${n}.md`);
      const body = (path: string) => readFileSync(path, 'utf8').replace(/^---\n[\s\S]*?\n---\n\n/, '');
      mkdirSync(at('base/Tree'), { recursive: true });
      for (const { n, was } of cases) writeFileSync(file('base', n), `---\ntitle: Case ${n}\n---\n\n${was}`);
      await ok('push', 'base');
      await mergeLast(world);
      for (const dir of ['mine', 'other']) await ok('export', '--space', 'Tree', '--to', dir);
      for (const { n, here, there } of cases) {
        rewrite(file('mine', n), () => here);
        rewrite(file('other', n), () => there);
      }
      await ok('push', 'other');
      await mergeLast(world);
      const conflicts = new Set(conflictsIn((await cli(['push', 'mine', '--dry-run', '--json'])).stderr));
      await ok('push', 'mine', ...[...conflicts].flatMap((title) => ['--theirs', title]));
      await mergeLast(world);
      await ok('export', '--space', 'Tree', '--to', 'after');
      const byGit = mergedByGit(
        cases.map(({ was, here, there }) => ({ base: was, ours: here, theirs: there })),
      );
      const differing = cases.filter((one) => {
        const merged = byGit[one.n];
        const isConflict = conflicts.has(`Case ${one.n}`);
        const now = body(file('after', one.n));
        if (isConflict) expect(now, `case ${one.n}`).toBe(one.there);
        return isConflict ? merged !== undefined : merged !== now;
      }).length;
      figures({ cases: CASES, conflicts: conflicts.size, differing });
      expect(differing).toBe(0);
      reached('F22', 'cases', CASES);
    },
    30 * MINUTES,
  );
});
