import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  createChangeRequest,
  getChangeRequest,
  syncChangeRequest,
} from '../../../../src/api/review/change-requests.ts';
import { AuthError } from '../../../../src/errors.ts';
import {
  type Against,
  compareChangeRequest,
  type DiffEntry,
  readDiff,
} from '../../../../src/jobs/change-request-diff/change-request-diff.ts';
import { emptyTree, type PageNode, type Tree } from '../../../../src/sandbox/content/model.ts';
import { contentStore, revisionsStore } from '../../../../src/sandbox/db/content/content.ts';
import { commitTree } from '../../../../src/sandbox/resources/content/content-target.ts';
import { numberedPage } from '../../../helpers/edit-content.ts';
import { perTest } from '../../../helpers/lasting.ts';
import { applyEdits, edits, startOf } from '../../../helpers/random-edits.ts';
import { openTestSandbox } from '../../../helpers/sandbox.ts';
import { refused, type WorkflowClient, workflowClient } from '../../../helpers/workflow-client.ts';

const test = perTest(openTestSandbox);
let client: WorkflowClient;
let spaceId: string;

beforeEach(async () => {
  client = workflowClient(test);
  spaceId = await test.newSpace({ title: 'Work' });
});

const content = () => contentStore(test.sandbox.db);
const headTree = async (changeRequestId: string) =>
  revisionsStore(test.sandbox.db).tree((await get(changeRequestId)).revision);
const get = (changeRequestId: string) => test.call(getChangeRequest, { spaceId, changeRequestId });
const commit = (tree: Tree, changeRequestId?: string) =>
  commitTree(test.sandbox, { spaceId, ...(changeRequestId !== undefined && { changeRequestId }), tree });

const fork = async () => (await test.call(createChangeRequest, { spaceId, subject: 'Work' })).id;

async function diff(changeRequestId: string, against: Against = 'held'): Promise<DiffEntry[]> {
  const comparison = await compareChangeRequest(client.client, await get(changeRequestId), against);
  const found: DiffEntry[] = [];
  for await (const entry of readDiff(client.client, comparison)) found.push(entry);
  return found;
}

/** A host that knows the operations of the documents, and no further ones. */
const onlyDocumented = () =>
  client.intercept((_, line) => (line.endsWith('/changes') ? refused(404) : undefined));

const page = (n: number, text: string) => numberedPage(test.sandbox, n, text);
const treeOf = (pages: PageNode[]): Tree => ({ ...emptyTree(), pages });
const facts = (entry: DiffEntry) =>
  entry.kind === 'page' ? [entry.change, entry.path, entry.added, entry.removed] : [entry.change, entry.name];

describe('the diff of a change request', () => {
  it('reads the pages that differ and no other: 11 requests for 5 changed pages of 2,000', async () => {
    const pages = Array.from({ length: 2000 }, (_, n) => page(n, `Text of ${n}\n`));
    commit(treeOf(pages));
    const id = await fork();
    commit(treeOf(pages.map((one, n) => (n % 400 === 7 ? page(n, `New text of ${n}\n`) : one))), id);
    client.requests.length = 0;
    expect(await diff(id)).toHaveLength(5);
    expect(client.requests.length).toBeLessThanOrEqual(11);
    client.requests.length = 0;
    onlyDocumented();
    expect(await diff(id)).toHaveLength(5);
    expect(client.requests.length).toBeLessThanOrEqual(20);
  });

  it.each([['as the platform tells it'], ['on a host that cannot tell it']])(
    'names what was added, removed, moved, renamed and changed, %s',
    async (host) => {
      const old = (n: number) => page(n, `Text of ${n}\n`);
      commit(treeOf([1, 2, 3, 4, 5].map(old)));
      const id = await fork();
      const pages = [
        { ...old(1), title: 'First' },
        { ...page(2, 'Other text\n'), pages: [old(3)] },
        { ...old(4), hidden: true },
        page(6, 'New\n'),
      ];
      const file = { id: 'f', name: 'a.png', contentType: 'image/png', size: 1, hash: content().put('x') };
      commit({ ...treeOf(pages), files: [file] }, id);
      if (host.includes('cannot')) onlyDocumented();
      const found = await diff(id);
      expect(found.map(facts)).toEqual([
        ['renamed', 'page-1', 0, 0],
        ['changed', 'page-2', 1, 1],
        ['moved', 'page-2/page-3', 0, 0],
        ['changed', 'page-4', 0, 0],
        ['added', 'page-6', 1, 0],
        ['removed', 'page-5', 0, 1],
        ['added', 'a.png'],
      ]);
      expect(found[0]).toMatchObject({ fromTitle: 'Page 1', title: 'First' });
      expect(found[2]).toMatchObject({ fromPath: 'page-3' });
      expect(found[3]).toMatchObject({ attributes: { hidden: { after: true } } });
    },
  );

  it('is the same whether the platform tells the changes or the trees are compared', async () => {
    const sizesOf = fc.array(fc.nat({ max: 5 }), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(sizesOf, edits(8), async (sizes, list) => {
        commit(startOf(sizes, content()));
        const id = await fork();
        commit(applyEdits(await headTree(id), list, 'x', content()), id);
        client.intercept(() => undefined);
        const told = await diff(id);
        onlyDocumented();
        const compared = await diff(id);
        // Which of two neighbours was moved past the other is anybody's guess.
        const isOrder = (entry: DiffEntry) =>
          entry.kind === 'page' && entry.change === 'moved' && entry.reordered;
        const sorted = (entries: DiffEntry[]) =>
          entries.flatMap((entry) => (isOrder(entry) ? [] : [JSON.stringify(facts(entry))])).sort();
        expect(sorted(told)).toEqual(sorted(compared));
      }),
      { numRuns: 25 },
    );
  });

  it('leaves out what main did since, unless main as it is now is asked for', async () => {
    commit(treeOf([page(1, 'One\n'), page(2, 'Two\n')]));
    const id = await fork();
    commit(treeOf([page(1, 'One, changed\n'), page(2, 'Two\n')]), id);
    commit(treeOf([page(1, 'One\n'), page(2, 'Two, on main\n')]));
    expect((await diff(id)).map(facts)).toEqual([['changed', 'page-1', 1, 1]]);
    expect((await diff(id, 'main')).map(facts)).toEqual([
      ['changed', 'page-1', 1, 1],
      ['changed', 'page-2', 1, 1],
    ]);
    await test.call(syncChangeRequest, { spaceId, changeRequestId: id });
    expect((await diff(id)).map(facts)).toEqual([['changed', 'page-1', 1, 1]]);
    expect((await diff(id, 'initial')).map(facts)).toHaveLength(2);
  });

  it('leaves out pages whose text turns out to be the same', async () => {
    commit(treeOf([page(1, 'One\n')]));
    const id = await fork();
    commit(treeOf([{ ...page(1, 'One\n'), updatedAt: '2026-03-03T00:00:00.000Z' }]), id);
    client.intercept(async (_, line) => {
      if (line.endsWith('/changes')) return refused(404);
      if (!line.endsWith('/content/pages')) return undefined;
      const updatedAt = line.includes('change-requests') ? 'b' : 'a';
      const pages = [{ id: 'p1', title: 'Page 1', type: 'document', path: 'page-1', pages: [], updatedAt }];
      return { status: 200, headers: {}, payload: { value: { pages } } };
    });
    expect(await diff(id)).toEqual([]);
  });

  it('throws the first failure, and starts no more pages after it', async () => {
    const pages = Array.from({ length: 40 }, (_, n) => page(n, `Text of ${n}\n`));
    commit(treeOf(pages));
    const id = await fork();
    commit(treeOf(pages.map((_, n) => page(n, `New text of ${n}\n`))), id);
    client.intercept((_, line) => (line.endsWith('/page/p7') ? refused(401) : undefined));
    // The first failure of a process waits for the words that explain it; meanwhile others go on.
    await expect(diff(id)).rejects.toThrow(AuthError);
    const before = client.requests.length;
    await expect(diff(id)).rejects.toThrow(AuthError);
    const pagesRead = client.requests.slice(before).filter((line) => line.includes('/page/'));
    expect(pagesRead.length).toBeLessThan(30);
  });

  it('compares trees when the platform has more changes than it tells', async () => {
    commit(treeOf([page(1, 'One\n')]));
    const id = await fork();
    commit(treeOf([page(1, 'Two\n')]), id);
    client.intercept((_, line) =>
      line.endsWith('/changes')
        ? { status: 200, headers: {}, payload: { value: { changes: [], more: 5 } } }
        : undefined,
    );
    expect(await diff(id)).toHaveLength(1);
  });
});
