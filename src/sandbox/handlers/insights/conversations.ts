// Support conversations.
import {
  getConversation,
  ingestConversations,
  listConversations,
} from '../../../api/insights/conversations.ts';
import * as ingest from '../../actions/insights/conversations/ingest.ts';
import { conversations } from '../../db/insights/insights.ts';
import { type FidelityOf, handle, reply } from '../../handler.ts';
import { pageOfRows } from '../../paging.ts';
import { conversationView } from '../../views/insights/conversations.ts';
import { sees, visibleConversations } from '../../who-sees.ts';
import { notFound } from '../../wire-error.ts';

export default [
  handle(listConversations, (call, { organizationId, source, ...query }) => {
    call.access.requireOrganization(organizationId, 'view');
    return pageOfRows(call.db, conversations, {
      where: { organization: organizationId, source },
      also: visibleConversations(call, organizationId),
      order: ['createdAt', 'id'],
      direction: 'desc',
      query,
      item: (row) => conversationView(call, row),
    });
  }),

  handle(ingestConversations, (call, { organizationId, body }) => {
    ingest.ingestConversations(call, organizationId, Array.isArray(body) ? body : [body]);
    return reply(204);
  }),

  handle(getConversation, (call, { organizationId, conversationId }) => {
    call.access.requireOrganization(organizationId, 'view');
    const row = conversations(call.db).find({ organization: organizationId, id: conversationId });
    if (!row || !sees(call, { kind: 'conversations', organization: organizationId })) {
      throw notFound('conversation', conversationId);
    }
    return { conversation: conversationView(call, row), parts: row.parts, metadata: row.metadata };
  }),
];

export const fidelity: FidelityOf = {
  'conversations.ingest': {
    simulated: 'Issues are found and grouped by the similarity of their words, without a language model.',
  },
};
