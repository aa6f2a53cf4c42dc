import { beforeEach, describe, expect, it } from 'vitest';
import type { ConversationInput } from '../../src/api/insights/conversations.generated.ts';
import {
  ingestConversations,
  listConversationIssues,
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
});
