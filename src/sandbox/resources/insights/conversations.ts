// Support conversations.
import * as api from '../../../api/insights/conversations.ts';
import {
  type ClusterRow,
  conversationIssues,
  conversations,
  issuesClusters,
} from '../../db/insights/insights.ts';
import { type FidelityOf, handle, may, reply } from '../../handler.ts';
import { getIssuesCluster } from '../../match.ts';
import { pageOfRows, paginate } from '../../paging.ts';
import { sees, visibleConversations } from '../../who-sees.ts';
import { notFound } from '../../wire-error.ts';
import * as ingest from './conversations-rules.ts';
import { clusterView, conversationView, issueView } from './insights-view.ts';

const tasks = (status?: string) =>
  `(SELECT count(*) FROM change_requests r WHERE r.conversationsIssuesCluster = c.id${
    status === undefined ? '' : ` AND r.status = '${status}'`
  })`;

const ORDERS = {
  updatedAt: 'c.updatedAt',
  issues: '(SELECT count(*) FROM conversationIssues i WHERE i.cluster = c.id)',
  conversations: '(SELECT count(DISTINCT i.conversation) FROM conversationIssues i WHERE i.cluster = c.id)',
  tasksTotal: tasks(),
  tasksBacklog: tasks('draft'),
  tasksStarted: tasks('open'),
};

const NOTE = 'Issues are found and grouped by the similarity of their words, without a language model.';

export default [
  handle(api.listConversations, may('view'), (call, { organizationId, source, ...query }) =>
    pageOfRows(call.db, conversations, {
      where: { organization: organizationId, source },
      also: visibleConversations(call, organizationId),
      order: ['createdAt', 'id'],
      direction: 'desc',
      query,
      item: (row) => conversationView(call, row),
    }),
  ),

  handle(api.ingestConversations, (call, { organizationId, body }) => {
    ingest.ingestConversations(call, organizationId, Array.isArray(body) ? body : [body]);
    return reply(204);
  }),

  handle(api.getConversation, may('view'), (call, { organizationId, conversationId }) => {
    const row = conversations(call.db).find({ organization: organizationId, id: conversationId });
    if (!row || !sees(call, { kind: 'conversations', organization: organizationId })) {
      throw notFound('conversation', conversationId);
    }
    return { conversation: conversationView(call, row), parts: row.parts, metadata: row.metadata };
  }),

  handle(
    api.listIssuesClusters,
    may('view'),
    (call, { organizationId, order = 'desc', orderBy = 'updatedAt', status, ...query }) =>
      paginate(call.db, {
        list: `${api.listIssuesClusters.id} ${organizationId} ${orderBy} ${order}`,
        columns: 'c.*',
        from: 'issuesClusters c',
        // Conversations are analysed before they are acknowledged: no cluster is ever pending or being analysed.
        where: [
          'c.organization = ?',
          ...visibleConversations(call, organizationId).where,
          ...(status === undefined ? [] : ['0']),
        ],
        params: [organizationId],
        order: [ORDERS[orderBy], 'c.rowid'],
        direction: order,
        query,
        item: (row: ClusterRow) => clusterView(call, row),
      }),
  ),

  handle(
    api.listConversationIssues,
    may('view'),
    (call, { organizationId, cluster, conversation, ...query }) =>
      pageOfRows(call.db, conversationIssues, {
        where: { organization: organizationId, cluster, conversation },
        also: visibleConversations(call, organizationId),
        direction: 'desc',
        query,
        item: (row) => issueView(call, row),
      }),
  ),

  handle(api.getConversationIssue, may('view'), (call, { organizationId, issueId }) => {
    const row = conversationIssues(call.db).find({ organization: organizationId, id: issueId });
    if (!row || !sees(call, { kind: 'conversations', organization: organizationId })) {
      throw notFound('issue', issueId);
    }
    return issueView(call, row);
  }),

  handle(getIssuesCluster, may('view'), (call, { organizationId, clusterId }) => {
    const row = issuesClusters(call.db).find({ id: clusterId, organization: organizationId });
    if (!row || !sees(call, { kind: 'conversations', organization: organizationId })) {
      throw notFound('cluster', clusterId);
    }
    return clusterView(call, row);
  }),
];

export const fidelity: FidelityOf = {
  'conversations.ingest': {
    simulated: 'Issues are found and grouped by the similarity of their words, without a language model.',
  },
  'conversationIssues.get': { simulated: NOTE },
  'conversationIssues.list': { simulated: NOTE },
  'conversationIssues.clusters': {
    simulated:
      'Issues are found and grouped by the similarity of their words, without a language model. It is done at once, so no cluster is ever pending.',
  },
};
