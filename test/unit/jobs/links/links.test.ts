import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { createChangeRequest, getChangeRequest } from '../../../../src/api/review/change-requests.ts';
import { AuthError } from '../../../../src/errors.ts';
import { checkChangeRequest } from '../../../../src/jobs/links/change-request-links.ts';
import { findingsOf, keyOf, type LinkFinding } from '../../../../src/jobs/links/link-findings.ts';
import { checkSpace, checkSpaces } from '../../../../src/jobs/links/space-links.ts';
import type { PageNode } from '../../../../src/sandbox/content/model.ts';
import { commitPages, numberedPage } from '../../../helpers/edit-content.ts';
import { perTest } from '../../../helpers/lasting.ts';
import { openTestSandbox } from '../../../helpers/sandbox.ts';
import { refused, type WorkflowClient, workflowClient } from '../../../helpers/workflow-client.ts';

const test = perTest(openTestSandbox);
let client: WorkflowClient;

beforeEach(() => {
  client = workflowClient(test);
});

const newSpace = async (title: string) => ({ id: await test.newSpace({ title }), title });
const page = (n: number, text: string) => numberedPage(test.sandbox, n, text);
const commit = (spaceId: string, pages: PageNode[], changeRequestId?: string) =>
  commitPages(test.sandbox, { spaceId, ...(changeRequestId !== undefined && { changeRequestId }) }, pages);
const newSpaces = async (count: number) => {
  const spaces = [];
  for (let n = 0; n < count; n += 1) spaces.push(await newSpace(`Space ${n}`));
  return spaces;
};

const forkOf = async (spaceId: string) =>
  (await test.call(createChangeRequest, { spaceId, subject: 'Work' })).id;

async function check(
  space: { id: string; title: string },
  changeRequestId: string,
  newOnly: boolean,
  told: { outdated?: boolean } = {},
) {
  const found = await test.call(getChangeRequest, { spaceId: space.id, changeRequestId });
  const changeRequest = { ...found, ...told };
  return checkChangeRequest(client.client, { changeRequest, space }, { concurrency: 8, newOnly });
}

const keys = (findings: readonly LinkFinding[]) => findings.map(keyOf).sort();

describe('the links of a space', () => {
  it('are grouped by page, with the places of each target', async () => {
    const space = await newSpace('Guides');
    commit(space.id, [
      page(1, '[a](nowhere.md)\n\n## One\n\n[b](nowhere.md) [c](page-2.md) [d](page-2.md#gone)\n'),
      page(2, 'Fine: [x](page-1.md#one)\n'),
    ]);
    const { findings } = await checkSpace(client.client, space);
    expect(
      findings.map(({ page: { path }, target, reason, places }) => [path, target, reason, places]),
    ).toEqual([['page-1', 'nowhere.md', 'page not found', 2], expect.arrayContaining(['page-1'])]);
    expect(findings[0]?.anchors).toEqual(['', 'one']);
  });

  it('are told for every space in order, and a space that fails is a failure of its own', async () => {
    const spaces = await newSpaces(12);
    const bad = spaces[4]?.id ?? '';
    client.intercept((_, line) => (line.includes(bad) && line.endsWith('/links') ? refused(403) : undefined));
    const results = [];
    for await (const result of checkSpaces(client.client, spaces, { concurrency: 4 })) results.push(result);
    expect(results.map(({ item }) => item.title)).toEqual(spaces.map(({ title }) => title));
    expect(results.filter(({ ok }) => !ok).map(({ item }) => item.id)).toEqual([bad]);
    expect(client.requests).toHaveLength(12);
  });

  it('are not asked for any more once the token is refused', async () => {
    const spaces = await newSpaces(30);
    let answered = 0;
    client.intercept(() => (++answered > 10 ? refused(401) : undefined));
    const results = [];
    for await (const result of checkSpaces(client.client, spaces, { concurrency: 4 })) results.push(result);
    expect(results.some((result) => !result.ok && result.error instanceof AuthError)).toBe(true);
    expect(client.requests.length).toBeLessThanOrEqual(10 + 4);
  });
});

describe('the links of a change request', () => {
  it('are those of all its pages, or only those that it breaks', async () => {
    const space = await newSpace('Guides');
    commit(space.id, [page(1, '[a](nowhere.md) [b](page-2.md)\n'), page(2, '# Two\n'), page(3, 'Plain\n')]);
    const id = await forkOf(space.id);
    commit(space.id, [page(1, '[a](nowhere.md) [b](page-2.md)\n'), page(3, '[c](elsewhere.md)\n')], id);
    const all = await check(space, id, false);
    expect(all.pages).toBe(2);
    const targets = all.findings.map(({ target }) => target).sort();
    expect(targets).toEqual(['elsewhere.md', 'nowhere.md', 'page-2.md']);
    const fresh = await check(space, id, true);
    expect(fresh.findings.map(({ target }) => target).sort()).toEqual(['elsewhere.md', 'page-2.md']);
  });

  it('reads only the pages that it may have broken', async () => {
    const space = await newSpace('Guides');
    const pages = Array.from({ length: 300 }, (_, n) => page(n, `[a](page-${(n + 1) % 300}.md)\n`));
    commit(space.id, pages);
    const id = await forkOf(space.id);
    commit(space.id, pages.toSpliced(7, 1), id);
    client.requests.length = 0;
    const { findings } = await check(space, id, true);
    expect(findings.map(({ page: { id: own } }) => own)).toEqual(['p6']);
    expect(client.requests.length).toBeLessThan(8);
    client.requests.length = 0;
    const whole = await check(space, id, false);
    expect(whole.pages).toBe(299);
    expect(whole.findings).toEqual(findings);
    expect(client.requests.length).toBeLessThan(8);
  });

  it('that are new are those it has and main has not, whatever was edited', async () => {
    const text = fc
      .array(fc.tuple(fc.nat({ max: 7 }), fc.constantFrom('', '#one', '#two', '#gone')), { maxLength: 4 })
      .map((links) => links.map(([n, anchor]) => `[x](page-${n}.md${anchor}) `).join(''))
      .chain((links) => fc.constantFrom(`${links}\n`, `${links}\n\n## One\n`, `${links}\n\n## Two\n`));
    const place = fc.record({ text, under: fc.option(fc.nat({ max: 6 })) });
    const tree = fc.array(place, { minLength: 7, maxLength: 7 });
    const some = fc.array(fc.boolean(), { minLength: 7, maxLength: 7 });
    const build = (places: { text: string; under: number | null }[], here: boolean[] = []): PageNode[] => {
      const nodes = places.map(({ text: own }, n) => page(n, own));
      const top: PageNode[] = [];
      places.forEach(({ under }, n) => {
        const node = nodes[n];
        if (!node || here[n] === false) return;
        // Under an earlier page only, so that no page stands under itself.
        const parent = under !== null && under < n && here[under] !== false ? nodes[under] : undefined;
        (parent ? parent.pages : top).push(node);
      });
      return top;
    };
    await fc.assert(
      fc.asyncProperty(tree, tree, some, some, async (before, other, here, edited) => {
        const space = await newSpace('Guides');
        commit(space.id, build(before));
        const id = await forkOf(space.id);
        const after = before.map((one, n) => (edited[n] ? (other[n] ?? one) : one));
        commit(space.id, build(after, here), id);
        const main = (await checkSpace(client.client, space)).findings;
        const known = new Set(keys(main));
        const everything = (await check(space, id, false)).findings;
        // One that is outdated is read page by page.
        const byPage = (await check(space, id, false, { outdated: true })).findings;
        expect(everything).toEqual(byPage);
        const all = everything.filter((one) => !known.has(keyOf(one)));
        const fresh = keys((await check(space, id, true)).findings);
        expect(keys(all)).toEqual(expect.arrayContaining(fresh));
        // A link that is broken on main too may be told in other words once a page comes to stand where it leads.
        const broken = new Set(main.map(({ page: { id: own } }) => own));
        const missed = all.filter((one) => !fresh.includes(keyOf(one)));
        expect(missed.filter(({ page: { id: own } }) => !broken.has(own))).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });

  it('fails as a whole when one page cannot be looked at', async () => {
    const space = await newSpace('Guides');
    const pages = (text: string) => Array.from({ length: 20 }, (_, n) => page(n, text));
    commit(space.id, pages('x\n'));
    const id = await forkOf(space.id);
    commit(space.id, pages('y\n'), id);
    client.intercept((_, line) => (line.includes('/page/p3/') ? refused(500) : undefined));
    await expect(check(space, id, false)).rejects.toMatchObject({ code: 'SERVER' });
  });
});

describe('a link that is told', () => {
  it('with places on several pages is a finding of each', () => {
    const place = (id: string) => ({ kind: 'page', page: { id, type: 'link', title: id } });
    const link = {
      status: 'broken',
      relation: 'reference',
      locationReferences: [place('a'), place('b'), place('a')],
    };
    const found = findingsOf({ id: 's', title: 'S' }, link as never);
    expect(found.map(({ page: { id }, places, target }) => [id, places, target])).toEqual([
      ['a', 2, 'something that was deleted'],
      ['b', 1, 'something that was deleted'],
    ]);
  });
});
