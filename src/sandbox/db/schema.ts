// The tables of a sandbox, in one list. Loaded only to make a new file.
import { adaptiveSchemaTables } from './adaptive-schemas.ts';
import { agentInstructionTables } from './agent-instructions.ts';
import { changeRequestTables } from './change-requests.ts';
import { collectionTables } from './collections.ts';
import { commentTables } from './comments.ts';
import { contentTables } from './content.ts';
import { contentIndexTables } from './content-index.ts';
import { conversationTables } from './conversations.ts';
import { gitTables } from './git-operations.ts';
import { integrationEventTables } from './integration-events.ts';
import { integrationTables } from './integrations.ts';
import { linkInviteTables } from './link-invites.ts';
import { memberTables } from './members.ts';
import { metaTables } from './meta.ts';
import { openApiTables } from './openapi.ts';
import { organizationTables } from './organizations.ts';
import { reviewTables } from './reviews.ts';
import { samlTables } from './saml.ts';
import { siteTables } from './sites.ts';
import { spaceTables } from './spaces.ts';
import { teamTables } from './teams.ts';
import { translationTables } from './translations.ts';
import { userTables } from './users.ts';

const tables = [
  metaTables,
  userTables,
  organizationTables,
  memberTables,
  teamTables,
  collectionTables,
  spaceTables,
  siteTables,
  contentTables,
  contentIndexTables,
  changeRequestTables,
  reviewTables,
  gitTables,
  commentTables,
  linkInviteTables,
  agentInstructionTables,
  adaptiveSchemaTables,
  openApiTables,
  samlTables,
  translationTables,
  conversationTables,
  integrationTables,
  // Its triggers stand on tables above.
  integrationEventTables,
];

export const TABLES = tables.join(';\n');
