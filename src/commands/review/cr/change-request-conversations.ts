// docs cr conversations: what was said to the AI agent about a change request.
import {
  deleteAgentConversation,
  listAgentConversations,
  updateAgentConversation,
} from '../../../api/review/change-request-conversations.ts';
import { command, subgroup } from '../../../engine/model/command.ts';
import dangers from '../../../workflows/dangers/review.ts';

const ROW = ['id', 'title', 'shared', 'createdAt', 'updatedAt'] as const;

export const conversations = subgroup(
  'conversations',
  'Manage AI conversations about a change request',
  [
    command('list', listAgentConversations, {
      args: ['changeRequestId'],
      none: 'no AI conversations about change request {}',
      columns: ROW,
      examples: ['docs cr conversations list 1 --space Guides'],
      notes: 'Needs a host with an AI agent; the sandbox has none.',
    }),
    command('update', updateAgentConversation, {
      args: ['changeRequestId', 'conversationId'],
      columns: ROW,
      check: 'docs cr conversations list {changeRequestId} --space {spaceId}',
      success: (_, { id, title }) => `renamed conversation ${id} to "${title}"`,
      examples: [
        'docs cr conversations update 1 conversation-1 --space Guides --title "Rate limits" --dry-run',
      ],
    }),
    command('delete', deleteAgentConversation, {
      args: ['changeRequestId', 'conversationId'],
      ...dangers['changeRequestConversations.delete'],
      check: 'docs cr conversations list {changeRequestId} --space {spaceId}',
      examples: ['docs cr conversations delete 1 conversation-1 --space Guides --yes --dry-run'],
    }),
  ],
  [['See what was said to the agent', 'docs cr conversations list 1 --space Guides']],
);
