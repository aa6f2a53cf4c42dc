// No request holds the others up: long work leaves turns of the event loop to everything else.
import { describe, expect, it } from 'vitest';
import { searchSpace } from '../../src/api/content/search.ts';
import {
  createChangeRequest,
  getChangeRequestPdf,
  mergeChangeRequest,
} from '../../src/api/review/change-requests.ts';
import { createTranslation, getTranslation } from '../../src/api/translations/translations.ts';
import { dispatchDownload } from '../../src/sandbox/app.ts';
import { revisionsStore } from '../../src/sandbox/db/content/content.ts';
import { commitTree, contentTarget } from '../../src/sandbox/resources/content/content-target.ts';
import { inSlices, slices } from '../../src/sandbox/slices.ts';
import { STEPS_OF_SLICE, type Watched, watched } from '../helpers/event-loop.ts';
import { largeSpace } from '../helpers/large-space.ts';
import { perTest } from '../helpers/lasting.ts';
import { openTestSandbox } from '../helpers/sandbox.ts';

const test = perTest(openTestSandbox);

/** The work took as many small steps at least, and others got a turn every few slices of it. */
function expectShared({ turns, longest, steps }: Watched<unknown>, fewestSteps: number): void {
  expect(steps).toBeGreaterThanOrEqual(fewestSteps);
  expect(turns).toBeGreaterThanOrEqual(steps / (4 * STEPS_OF_SLICE));
  expect(longest).toBeLessThanOrEqual(4 * STEPS_OF_SLICE);
}

describe('slices', () => {
  const busy = (steps: number) => {
    for (const end = performance.now() + steps; performance.now() < end; );
  };

  it('give one turn of the event loop to one work, however many there are', async () => {
    const work = async () => {
      const pause = slices();
      for (let step = 0; step < 100; step += 1) {
        busy(4);
        await pause();
      }
    };
    expectShared(await watched(() => Promise.all(Array.from({ length: 3 }, work))), 1200);
  });

  /** Computes for some slices, each of which is counted. */
  const sliced = async (count: number, note: () => void) => {
    const pause = slices();
    for (let slice = 0; slice < count; slice += 1) {
      busy(11);
      note();
      await pause();
    }
  };

  it('go to short work first, which ends before long work has had as many', async () => {
    let ofLong = 0;
    const { result } = await watched(async () => {
      const long = Array.from({ length: 4 }, () =>
        sliced(20, () => {
          ofLong += 1;
        }),
      );
      while (ofLong < 40) await new Promise((resolve) => setImmediate(resolve));
      const before = ofLong;
      await sliced(6, () => {});
      const meanwhile = ofLong - before;
      await Promise.all(long);
      return meanwhile;
    });
    expect(result).toBeLessThanOrEqual(6);
  });

  it('come to long work, too, however much short work there is', async () => {
    let isDone = false;
    let ofShort = 0;
    await watched(async () => {
      const shorts = Array.from({ length: 3 }, async () => {
        while (!isDone)
          await sliced(2, () => {
            ofShort += 1;
          });
      });
      await sliced(8, () => {});
      isDone = true;
      await Promise.all(shorts);
    });
    expect(ofShort).toBeGreaterThan(8);
    expect(ofShort).toBeLessThan(100);
  });

  it('pass on what the steps return, and what they throw', async () => {
    const steps = function* (end: () => number) {
      yield;
      return end();
    };
    expect(await inSlices(steps(() => 7))).toBe(7);
    const fails = () => {
      throw new Error('no');
    };
    await expect(inSlices(steps(fails))).rejects.toThrow('no');
  });
});

describe('of a large space', () => {
  it('the first search reads the pages in slices', async () => {
    const spaceId = await largeSpace(test, 1500);
    expectShared(await watched(() => test.call(searchSpace, { spaceId, query: 'parcel' })), 1500);
  });

  it('a second first search waits for the one that reads already', async () => {
    const spaceId = await largeSpace(test, 300);
    const search = () => test.call(searchSpace, { spaceId, query: 'parcel' });
    const [one, other] = await Promise.all([search(), search()]);
    expect(other).toEqual(one);
    const { n } = test.sandbox.db.get<{ n: number }>('SELECT count(*) AS n FROM contentSections') ?? { n: 0 };
    expect(n).toBe(900);
  });

  it('the first search does not wait for the disk: the index can be made again', async () => {
    const spaceId = await largeSpace(test, 300);
    const { db } = test.sandbox;
    db.run('CREATE TEMP TABLE modes (mode)');
    db.run(`CREATE TEMP TRIGGER reads AFTER INSERT ON contentAnalyses
      BEGIN INSERT INTO modes SELECT synchronous FROM pragma_synchronous; END`);
    await test.call(searchSpace, { spaceId, query: 'parcel' });
    expect(db.all('SELECT DISTINCT mode FROM modes')).toEqual([{ mode: 1 }]);
  });

  it('of one space reads no other', async () => {
    const [spaceId] = [await largeSpace(test, 100), await largeSpace(test, 300)];
    await test.call(searchSpace, { spaceId, query: 'parcel' });
    expect(test.sandbox.db.get('SELECT count(*) AS n FROM contentAnalyses')).toEqual({ n: 100 });
  });

  it('a translation runs in slices, and is seen running', async () => {
    const spaceId = await largeSpace(test, 1000);
    const { organizationId } = test;
    const source = { space: spaceId, language: 'en' };
    const { id } = await test.call(createTranslation, { organizationId, language: 'fr', source });
    const read = () => test.call(getTranslation, { organizationId, translationId: id });
    expect((await read()).status).toBe('running');
    expectShared(await watched(() => test.sandbox.background.settle()), 1000);
    expect(await read()).toMatchObject({ status: 'completed', stats: { latestPages: 1000 } });
  });

  it('a merge of both sides goes in slices, and takes what is committed meanwhile', async () => {
    const spaceId = await largeSpace(test, 1500, { flat: true });
    const { number } = await test.call(createChangeRequest, { spaceId, subject: 'Titles' });
    const changeRequestId = String(number);
    const edit = (changeRequest: string | undefined, wanted: (at: number) => boolean, title: string) => {
      const { space, changeRequest: row } = contentTarget(test.sandbox, {
        spaceId,
        changeRequestId: changeRequest,
      });
      const tree = revisionsStore(test.sandbox.db).tree(row?.revision ?? space.revision);
      const pages = tree.pages.map((page, at) => (wanted(at) ? { ...page, title } : page));
      commitTree(test.sandbox, { spaceId, changeRequestId: changeRequest, tree: { ...tree, pages } });
    };
    edit(changeRequestId, (at) => at % 2 === 0, 'Even');
    edit(undefined, (at) => at % 4 === 1, 'Odd');
    const merging = watched(() => test.call(mergeChangeRequest, { spaceId, changeRequestId }));
    await new Promise(setImmediate);
    edit(undefined, (at) => at === 1499, 'Last');
    const end = await merging;
    expectShared(end, 1500);
    expect(end.result.result).toBe('merge');
    const { pages } = revisionsStore(test.sandbox.db).tree(end.result.revision);
    expect(pages.filter(({ title }) => title === 'Even')).toHaveLength(750);
    expect(pages.filter(({ title }) => title === 'Odd')).toHaveLength(375);
    expect(pages.at(-1)?.title).toBe('Last');
  });

  it('a PDF is made in slices', async () => {
    const spaceId = await largeSpace(test, 60);
    const { number } = await test.call(createChangeRequest, { spaceId, subject: 'PDF' });
    const { url } = await test.call(getChangeRequestPdf, { spaceId, changeRequestId: String(number) });
    // The library and its fonts load at once.
    await dispatchDownload(test.sandbox, url);
    const end = await watched(() => dispatchDownload(test.sandbox, url));
    expectShared(end, 60);
    expect(end.result.status).toBe(200);
  });
});
