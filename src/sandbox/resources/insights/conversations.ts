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
import { both, given, pageOfRows, paginate } from '../../paging.ts';
import type { Call } from '../../sandbox.ts';
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

/** 404 for whoever does not see conversations, and where there is none. */
function found<R>(call: Call, organization: string, row: R | undefined, noun: string, id: string): R {
  if (row !== undefined && sees(call, { kind: 'conversations', organization })) return row;
  throw notFound(noun, id);
}

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
    const known = conversations(call.db).find({ organization: organizationId, id: conversationId });
    const row = found(call, organizationId, known, 'conversation', conversationId);
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
        ...both(
          given([
            ['c.organization = ?', organizationId],
            ['0', status && []],
          ]),
          visibleConversations(call, organizationId),
        ),
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
    return issueView(call, found(call, organizationId, row, 'issue', issueId));
  }),

  handle(getIssuesCluster, may('view'), (call, { organizationId, clusterId }) => {
    const row = issuesClusters(call.db).find({ id: clusterId, organization: organizationId });
    return clusterView(call, found(call, organizationId, row, 'cluster', clusterId));
  }),
];

export const fidelity: FidelityOf = {
  'conversations.ingest': {
    simulated: NOTE,
  },
  'conversationIssues.get': { simulated: NOTE },
  'conversationIssues.list': { simulated: NOTE },
  'conversationIssues.clusters': {
    simulated: `${NOTE} It is done at once, so no cluster is ever pending.`,
  },
};
