import { beforeEach, describe, expect, it } from 'vitest';
import { SiteInsightsEventType } from '../../src/api/insights/insights.generated.ts';
import { aggregateEvents, COLUMN_VALUES, listVisitorSegments } from '../../src/api/insights/insights.ts';
import * as api from '../../src/api/insights/questions.ts';
import type { BodyOf } from '../../src/api/operation.ts';
import { valuesOf } from '../../src/api/schema.ts';
import { searchSite } from '../../src/api/sites/site-agent-settings.ts';
import { createShareLink } from '../../src/api/sites/site-publishing.ts';
import { getPublishedSite } from '../../src/api/sites/site-structure.ts';
import { listSites, unpublishSite } from '../../src/api/sites/sites.ts';
import { perTest } from '../helpers/lasting.ts';
import { openTestSandbox } from '../helpers/sandbox.ts';

const box = perTest(() => openTestSandbox({ demo: true }));
let site: { organizationId: string; siteId: string };
beforeEach(async () => {
  site = { organizationId: box.organizationId, siteId: await siteCalled('Tarnpost Docs') };
});

async function siteCalled(title: string): Promise<string> {
  const { items } = await box.call(listSites, { organizationId: box.organizationId });
  const found = items.find((one) => one.title === title);
  if (!found) throw new Error(`no site ${title}`);
  return found.id;
}

const search = (query: string, options?: { as?: string }) =>
  box.call(searchSite, { ...site, query, mode: 'all' }, options);
const pass = (minutes: number) => {
  box.clock.now = new Date(box.clock.now.getTime() + minutes * 60_000);
};
const recent = { range: 'last24Hours' } as const;
const rowsOf = async (query: object) => {
  const { columns } = await box.call(aggregateEvents, { ...site, ...recent, ...query });
  // Safe: every column has its values.
  return (columns as { values: unknown[] }[]).map(({ values }) => values);
};

describe('questions', () => {
  it('are searches that read as questions, one for all ways to word it', async () => {
    const before = await box.call(api.getQuestionStats, site);
    await search('label');
    await search('How do I reprint a label?');
    pass(1);
    await search('how do we reprint labels');
    const after = await box.call(api.getQuestionStats, site);
    expect(after.total - before.total).toBe(1);
    expect(after.answers - before.answers).toBe(2);
    expect(after.weeklyPulse.at(-1)).toBe((before.weeklyPulse.at(-1) ?? 0) + 2);
  });

  it('count only the answers that a filter lets through', async () => {
    const [first] = (await box.call(api.listQuestions, { ...site, sort: 'stats.answers', limit: 1 })).items;
    expect(first?.stats.answers).toBe(2);
    const ref = { ...site, siteQuestionId: first?.id ?? '' };
    const since = new Date(box.clock.now.getTime() - 30 * 86_400_000).toISOString();
    expect((await box.call(api.getQuestion, { ...ref, from: since })).stats.answers).toBe(1);
    expect((await box.call(api.getQuestion, { ...ref, channelType: ['api'] })).stats.answers).toBe(0);
    expect((await box.call(api.listQuestionSources, ref)).items.length).toBeGreaterThan(0);
    expect((await box.call(api.listQuestions, { ...site, topic: ['none'] })).items).toEqual([]);
  });

  it.each(['askedAt', 'stats.answered', 'stats.feedback', 'stats.answers'] as const)(
    'are paged by %s without a gap or a repeat',
    async (sort) => {
      for (const order of ['asc', 'desc'] as const) {
        const all = (await box.call(api.listQuestions, { ...site, sort, order })).items.map(({ id }) => id);
        const paged: string[] = [];
        let page: string | undefined;
        do {
          const answer = await box.call(api.listQuestions, {
            ...site,
            sort,
            order,
            limit: 2,
            ...(page && { page }),
          });
          paged.push(...answer.items.map(({ id }) => id));
          page = answer.next?.page;
        } while (page !== undefined);
        expect(paged).toEqual(all);
      }
    },
  );

  it('are kept of published sites only', async () => {
    await box.call(unpublishSite, site);
    const before = await box.call(api.getQuestionStats, site);
    await search('How do I reprint a label?');
    expect(await box.call(api.getQuestionStats, site)).toEqual(before);
  });
});

describe('answers', () => {
  it('are of one thread while a visitor goes on asking', async () => {
    await search('How do I reprint a label?');
    pass(5);
    await search('Which sizes do labels have?');
    pass(45);
    await search('Which carriers are there?');
    const { items } = await box.call(api.listAnswers, { ...site, limit: 3 });
    const [other, second, first] = items.map(({ id }) => id);
    expect(items.map(({ thread }) => thread?.previous)).toEqual([undefined, first, undefined]);
    const thread = await box.call(api.getAnswerThread, { ...site, siteQuestionAnswerId: second ?? '' });
    expect(thread.map(({ id }) => id)).toEqual([first, second]);
    expect(await box.call(api.getAnswerThread, { ...site, siteQuestionAnswerId: other ?? '' })).toHaveLength(
      1,
    );
    expect((await box.call(api.listAnswers, { ...site, thread: first ?? '' })).items).toHaveLength(2);
  });

  it('quote no space that the reader may not see', async () => {
    const editor = box.addMember('edit');
    await search('How do I reprint a label?');
    const { items } = await box.call(api.listAnswers, { ...site, limit: 1 });
    const ref = { ...site, siteQuestionAnswerId: items[0]?.id ?? '' };
    const seen = JSON.stringify(await box.call(api.getAnswer, ref, { as: editor }));
    box.sandbox.db.run("UPDATE spaces SET defaultLevel = NULL WHERE title <> 'Handbook'");
    const hidden = JSON.stringify(await box.call(api.getAnswer, ref, { as: editor }));
    expect(seen).toContain('"spaceId"');
    expect(hidden).not.toContain('"spaceId"');
    expect(hidden).toContain('No page of the site answers this.');
  });

  it('take texts of any kind', async () => {
    for (const text of [
      '?',
      '"?',
      "what's OR AND NOT NEAR(?",
      '¿dónde está?',
      '荷物はどこですか?',
      'a'.repeat(511).concat('?'),
    ])
      expect((await box.answer(searchSite, { ...site, query: text, mode: 'all' })).status).toBe(200);
  });
});

describe('insights', () => {
  it('count visits by the share link that opened the site', async () => {
    const portal = { ...site, siteId: await siteCalled('Partner portal') };
    const link = await box.call(createShareLink, { ...portal, name: 'For tests' });
    const key =
      box.sandbox.db.get<{ key: string }>('SELECT key FROM shareLinks WHERE id = ?', link.id)?.key ?? '';
    await box.call(getPublishedSite, { ...portal, shareKey: key });
    expect((await box.answer(getPublishedSite, { ...portal, shareKey: 'wrong' })).status).toBe(404);
    const groupBy = [{ column: 'siteShareKey' as const }];
    const { columns } = await box.call(aggregateEvents, { ...portal, ...recent, groupBy });
    expect(columns).toEqual([
      { column: 'siteShareKey', values: [link.id] },
      { column: 'eventsCount', values: [1] },
    ]);
  });

  it('group by what is selected, filter before and after counting, and sort', async () => {
    for (const query of ['label', 'label', 'parcel']) await search(query);
    const select = [{ column: 'eventSearchQuery' }, { column: 'eventsCount' }];
    const where = [{ column: 'eventType', values: ['search_type_query'] }];
    expect(await rowsOf({ select, where })).toEqual([
      ['label', 'parcel'],
      [2, 1],
    ]);
    const order = { by: { column: 'eventSearchQuery' }, direction: 'desc' } as const;
    expect(await rowsOf({ select, where, order, limit: 1 })).toEqual([['parcel'], [1]]);
    const often = [...where, { column: 'eventsCount', values: [1], operator: 'greaterThan' as const }];
    expect(await rowsOf({ select, where: often })).toEqual([['label'], [2]]);
    const others = [{ column: 'eventSearchQuery', values: ['label'], operator: 'notIn' as const }];
    expect(await rowsOf({ select, where: others })).toEqual([['parcel'], [1]]);
  });

  it('count sessions of half an hour, and visitors', async () => {
    await search('label');
    pass(29);
    await search('label');
    pass(31);
    await search('label', { as: box.addMember('read') });
    await search('label');
    const select = ['eventsCount', 'sessionsCount', 'visitorsCount'].map((column) => ({ column }));
    expect(await rowsOf({ select })).toEqual([[4], [3], [2]]);
    const groupBy = [{ column: 'datetime', interval: 'hour' as const }];
    expect(await rowsOf({ groupBy })).toEqual([
      ['2026-03-02T09:00:00.000Z', '2026-03-02T10:00:00.000Z'],
      [2, 2],
    ]);
  });

  it('say every column in the form of the platform', async () => {
    type Columns = NonNullable<BodyOf<typeof aggregateEvents>['groupBy']>;
    await search('How do I reprint a label?');
    for (const column of COLUMN_VALUES.keys()) {
      const named = column === 'visitorClaim' ? { column, claim: 'plan' } : { column };
      // The answer is checked against the operation.
      await box.call(aggregateEvents, { ...site, range: 'lastYear', groupBy: [named] as Columns });
    }
  });

  it('refuse a time that ends before it begins, and an order by what is not there', async () => {
    const range = { from: '2026-02-01T00:00:00Z', to: '2026-01-01T00:00:00Z' };
    expect((await box.answer(aggregateEvents, { ...site, range })).status).toBe(400);
    const order = { by: { column: 'page' }, direction: 'asc' } as const;
    expect((await box.answer(aggregateEvents, { ...site, ...recent, order })).status).toBe(400);
    expect(
      (await box.attempt(aggregateEvents, { ...site, ...recent, groupBy: [{ column: 'pages' }] })).status,
    ).toBe(400);
    expect(
      (await box.attempt(aggregateEvents, { ...site, ...recent, select: [{ column: 'visitorClaim' }] }))
        .status,
    ).toBe(400);
    const where = [{ column: 'eventType', values: ['click'] }];
    expect(valuesOf(SiteInsightsEventType)).not.toContain('click');
    expect((await box.attempt(aggregateEvents, { ...site, ...recent, where })).status).toBe(400);
  });

  it('show visitors by their claims', async () => {
    const { items } = await box.call(listVisitorSegments, site);
    expect(items.map(({ title }) => title).sort()).toEqual([
      'No claims',
      'plan: business, beta: true',
      'plan: starter',
    ]);
    expect(items.every(({ visitors }) => visitors === 1)).toBe(true);
  });
});
