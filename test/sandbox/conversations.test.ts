import { beforeEach, describe, expect, it } from 'vitest';
import type { ConversationInput } from '../../src/api/insights/conversations.generated.ts';
import {
  getConversation,
  getConversationIssue,
  ingestConversations,
  listConversationIssues,
  listConversations,
  listIssuesClusters,
} from '../../src/api/insights/conversations.ts';
import { installIntegration } from '../../src/api/integrations/integration-installations.ts';
import { publishIntegration } from '../../src/api/integrations/integrations.ts';
import { valuesOf } from '../../src/api/schema.ts';
import { changeRequests } from '../../src/sandbox/db/review/change-requests.ts';
import { perTest } from '../helpers/lasting.ts';
import { openTestSandbox } from '../helpers/sandbox.ts';

const box = perTest(openTestSandbox);
/** Whose token ingests. */
let installation: string;
beforeEach(async () => {
  installation = await installed('support-inbox', ['conversations:ingest']);
});

const org = () => ({ organizationId: box.organizationId });
const user = (body: string) => ({ type: 'message' as const, role: 'user' as const, body });
const as = () => ({ as: installation, kind: 'installation' as const });

async function installed(integrationName: string, scopes: ('conversations:ingest' | 'openapi:read')[]) {
  const organization = box.organizationId;
  const details = { title: 'Inbox', description: 'Tickets', script: 'export default {};' };
  await box.call(publishIntegration, { integrationName, organization, scopes, ...details });
  return (await box.call(installIntegration, { integrationName, organization })).id;
}

const ingest = (...conversations: ConversationInput[]) =>
  box.answer(ingestConversations, { ...org(), body: conversations }, as());
const status = async (answer: Promise<{ status: number }>) => (await answer).status;

describe('ingesting', () => {
  it('takes one conversation or a list, and keeps all of it', async () => {
    const input: ConversationInput = {
      id: 'c/1',
      subject: 'Invoices',
      parts: [
        user('Where are my invoices?'),
        { type: 'message', role: 'team-member', body: 'Under billing.' },
      ],
      metadata: {
        url: 'https://s.example/1',
        attributes: { plan: 'pro' },
        createdAt: '2026-02-01T10:00:00+01:00',
      },
    };
    expect(await status(box.answer(ingestConversations, { ...org(), body: input }, as()))).toBe(204);
    const found = await box.call(getConversation, { ...org(), conversationId: 'c/1' });
    expect(found).toMatchObject({
      conversation: {
        subject: 'Invoices',
        createdAt: '2026-02-01T09:00:00.000Z',
        processedAt: box.clock.now.toISOString(),
        source: `integration:support-inbox:${installation}`,
        urls: { source: 'https://s.example/1' },
      },
      parts: input.parts,
      metadata: input.metadata,
    });
    expect(found.conversation.urls.location).toMatch(/conversations\/c%2F1$/);
    expect(
      (await box.call(listConversations, { ...org(), source: `integration:support-inbox:${installation}` }))
        .count,
    ).toBe(1);
    expect((await box.call(listConversations, { ...org(), source: 'other' })).count).toBe(0);
  });

  it.each([
    ['id', { id: 'i'.repeat(255) }, { id: 'i'.repeat(256) }],
    ['id', { id: 'i' }, { id: '' }],
    ['subject', { subject: 's'.repeat(512) }, { subject: 's'.repeat(513) }],
    ['parts', { parts: [] }, { parts: undefined }],
    ['parts', { parts: [user('x')] }, { parts: [{ ...user('x'), role: 'robot' }] }],
    ['metadata', { metadata: {} }, { metadata: { createdAt: 'yesterday' } }],
  ])('takes %s at its limit and refuses it one past it, all or nothing', async (_, fits, breaks) => {
    const base = { id: 'c', parts: [] };
    const attempt = (...body: object[]) => status(box.attempt(ingestConversations, { ...org(), body }, as()));
    expect(await attempt({ ...base, ...fits })).toBe(204);
    expect(await attempt({ id: 'fine', parts: [] }, { ...base, ...breaks })).toBe(400);
    expect(await status(box.answer(getConversation, { ...org(), conversationId: 'fine' }))).toBe(404);
  });

  it('puts a conversation that comes again in place of what it was', async () => {
    await ingest({ id: 'c', parts: [user('How do I cancel my subscription?')] });
    await ingest({ id: 'c', parts: [user('Where is the export of reports?')] });
    const { items, count } = await box.call(listConversationIssues, org());
    expect(count).toBe(1);
    expect(items[0]?.issue.title).toBe('Where is the export of reports?');
    expect((await box.call(listIssuesClusters, org())).count).toBe(1);
    await ingest({ id: 'c', parts: [] }, { id: 'c', parts: [user('Same id, twice in a list')] });
    expect((await box.call(listConversationIssues, org())).count).toBe(1);
  });

  it('needs an installation of this organization whose integration has the scope', async () => {
    const input = { ...org(), body: { id: 'c', parts: [] } };
    expect(await status(box.answer(ingestConversations, input))).toBe(403);
    const other = await installed('reader', ['openapi:read']);
    const refused = await box.answer(ingestConversations, input, { as: other, kind: 'installation' });
    expect(refused).toMatchObject({
      status: 403,
      body: { error: { message: 'integration "reader" lacks the scope "conversations:ingest"' } },
    });
    const elsewhere = { ...input, organizationId: 'nothing' };
    expect(await status(box.answer(ingestConversations, elsewhere, as()))).toBe(404);
  });
});

describe('clusters', () => {
  const texts = [
    'The webhook signature never matches what we compute',
    'How do I verify the signature of a webhook?',
    'Webhook signatures differ after a retry',
    'Can I pay my invoice by bank transfer?',
    'My invoice shows the wrong bank account',
    'The PDF export of a report is empty',
  ];

  beforeEach(async () => {
    for (const [at, text] of texts.entries()) await ingest({ id: `c${at}`, parts: [user(text)] });
  });

  it('hold issues that are about the same', async () => {
    const { items } = await box.call(listIssuesClusters, { ...org(), orderBy: 'issues' });
    const members: string[][] = [];
    for (const { id, stats } of items) {
      const issues = await box.call(listConversationIssues, { ...org(), cluster: id });
      members.push(issues.items.map(({ conversation }) => conversation.id).sort());
      expect(stats).toMatchObject({ issues: issues.items.length, conversations: issues.items.length });
    }
    expect(members).toEqual([['c0', 'c1', 'c2'], ['c3', 'c4'], ['c5']]);
    expect(items[0]).toMatchObject({
      label: texts[0],
      sources: { [`integration:support-inbox:${installation}`]: 3 },
    });
    expect(items[0]?.summary).toContain('webhook');
  });

  it('have a pulse of exactly 13 weeks, the last one ending now', async () => {
    const days = (count: number) => new Date(box.clock.now.getTime() - count * 86_400_000).toISOString();
    const at = async (id: string, createdAt: string) =>
      ingest({ id, parts: [user('Zebra printers print blank zebra labels')], metadata: { createdAt } });
    await at('now', days(0));
    await at('week', days(8));
    await at('edge', days(13 * 7 - 1));
    await at('before', days(13 * 7 + 1));
    await at('after', days(-3));
    const { items } = await box.call(listIssuesClusters, org());
    const zebra = items.find(({ label }) => label.includes('Zebra'));
    expect(zebra?.weeklyPulse).toEqual([1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2]);
    expect(zebra?.stats.issues).toBe(5);
  });

  it.each(valuesOf(listIssuesClusters.query.properties.orderBy))(
    'are sorted by %s both ways, and paged without a gap',
    async (orderBy) => {
      const all = await box.call(listIssuesClusters, { ...org(), orderBy });
      const back = await box.call(listIssuesClusters, { ...org(), orderBy, order: 'asc' });
      expect(back.items.map(({ id }) => id)).toEqual(all.items.map(({ id }) => id).reverse());
      const first = await box.call(listIssuesClusters, { ...org(), orderBy, limit: 1 });
      const rest = await box.call(listIssuesClusters, { ...org(), orderBy, page: first.next?.page ?? '' });
      expect([...first.items, ...rest.items].map(({ id }) => id)).toEqual(all.items.map(({ id }) => id));
    },
  );

  it('count the change requests that were made for them', async () => {
    const [cluster] = (await box.call(listIssuesClusters, { ...org(), orderBy: 'issues' })).items;
    const { db } = box.sandbox;
    const now = box.clock.now.toISOString();
    for (const [number, wanted] of ['draft', 'open', 'merged'].entries()) {
      db.run(
        `INSERT INTO change_requests (id, space, number, status, subject, createdBy, createdAt, updatedAt, revision,
         revisionInitial, conversationsIssuesCluster) VALUES (?, 's', ?, ?, '', ?, ?, ?, 'r', 'r', ?)`,
        `cr${number}`,
        number + 1,
        wanted,
        box.adminId,
        now,
        now,
        cluster?.id ?? '',
      );
    }
    expect(changeRequests(db).count({ space: 's' })).toBe(3);
    const found = (await box.call(listIssuesClusters, { ...org(), orderBy: 'tasksTotal', limit: 1 }))
      .items[0];
    expect(found).toMatchObject({
      id: cluster?.id,
      stats: { tasksTotal: 3, tasksBacklog: 1, tasksStarted: 1, tasksCompleted: 1, tasksCancelled: 0 },
    });
  });

  it('are never pending: what was acknowledged is analysed', async () => {
    expect((await box.call(listIssuesClusters, { ...org(), status: 'pending' })).count).toBe(0);
  });

  it('lead to issues, one by one', async () => {
    const { items } = await box.call(listConversationIssues, { ...org(), conversation: 'c3' });
    const issueId = items[0]?.issue.id ?? '';
    expect(await box.call(getConversationIssue, { ...org(), issueId })).toEqual(items[0]);
    expect(await status(box.answer(getConversationIssue, { ...org(), issueId: 'none' }))).toBe(404);
  });
});

describe('issues', () => {
  it('are one for each thing a user brings up; answers raise none', async () => {
    await ingest({
      id: 'long',
      subject: 'Two things',
      parts: [
        user('The invoice of March shows the wrong address.'),
        { type: 'message', role: 'assistant', body: 'You can change the address of an invoice in billing.' },
        user('Thanks!'),
        user('The wrong address of the invoice of March is fixed.'),
        user('Another thing: our webhook endpoint gets every delivery twice.'),
      ],
    });
    const { items } = await box.call(listConversationIssues, { ...org(), conversation: 'long' });
    expect(items.map(({ issue }) => issue.title).sort()).toEqual([
      'Another thing: our webhook endpoint gets every delivery twice.',
      'Two things',
    ]);
  });

  it('have titles that fit, also of endless messages without a word', async () => {
    await ingest({ id: 'a', parts: [user(`${'very long '.repeat(500)}?`)] });
    await ingest({ id: 'b', parts: [user('\u{1f600}'.repeat(2000))] });
    const { items } = await box.call(listConversationIssues, org());
    expect(items).toHaveLength(1);
    expect([...(items[0]?.issue.title ?? '')].length).toBeLessThanOrEqual(80);
  });
});
