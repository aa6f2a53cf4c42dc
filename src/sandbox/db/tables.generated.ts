// Made by npx tsx src/build/indexes.ts from the files of this folder: add a file there, then run it.
import { agentInstructionTables } from './content/agent-instructions.ts';
import { collectionTables } from './content/collections.ts';
import { contentTables } from './content/content.ts';
import { contentIndexTables } from './content/content-index.ts';
import { importRunTables } from './content/import-runs.ts';
import { spaceTables } from './content/spaces.ts';
import { contextConnections } from './insights/context-connections.ts';
import { contextRecords } from './insights/context-records.ts';
import { conversations } from './insights/conversations.ts';
import { issuesClusters } from './insights/conversations.ts';
import { conversationIssues } from './insights/conversations.ts';
import { siteEvents } from './insights/insights.ts';
import { siteQuestions } from './insights/questions.ts';
import { siteAnswers } from './insights/questions.ts';
import { siteFindings } from './insights/site-findings.ts';
import { findingPages } from './insights/site-findings.ts';
import { findingRecords } from './insights/site-findings.ts';
import { findingQuestions } from './insights/site-findings.ts';
import { findingChangeRequests } from './insights/site-findings.ts';
import { siteScans } from './insights/site-scans.ts';
import { siteTopics } from './insights/site-topics.ts';
import { gitInstallationTables } from './integrations/git-installations.ts';
import { gitTables } from './integrations/git-operations.ts';
import { installationBindingTables } from './integrations/installation-bindings.ts';
import { integrationEventTables } from './integrations/integration-events.ts';
import { integrationEventTriggers } from './integrations/integration-events.ts';
import { integrationTables } from './integrations/integrations.ts';
import { openApiTables } from './integrations/openapi.ts';
import { metaTables } from './meta.ts';
import { auditEventTables } from './people/audit-events.ts';
import { linkInvites } from './people/link-invites.ts';
import { emailInvites } from './people/link-invites.ts';
import { members } from './people/members.ts';
import { permissions } from './people/members.ts';
import { organizations } from './people/organizations.ts';
import { samlProviders } from './people/saml.ts';
import { teams } from './people/teams.ts';
import { teamMembers } from './people/teams.ts';
import { tokens } from './people/tokens.ts';
import { otherTokens } from './people/tokens.ts';
import { users } from './people/users.ts';
import { changeRequestTables } from './review/change-requests.ts';
import { commentTables } from './review/comments.ts';
import { reviewTables } from './review/reviews.ts';
import { adaptiveSchemaTables } from './sites/adaptive-schemas.ts';
import { customHostnameTables } from './sites/custom-hostnames.ts';
import { customizationTables } from './sites/customization.ts';
import { fonts } from './sites/fonts.ts';
import { uploads } from './sites/fonts.ts';
import { siteAgentSettingsTables } from './sites/site-agent-settings.ts';
import { siteExternalLinkTables } from './sites/site-external-links.ts';
import { siteMcpServers } from './sites/site-mcp-servers.ts';
import { sitePublishingTables } from './sites/site-publishing.ts';
import { siteRedirectTables } from './sites/site-redirects.ts';
import { siteTables } from './sites/sites.ts';
import { glossaryTables } from './translations/glossary.ts';
import { translationTables } from './translations/translations.ts';

export const tables = [
  agentInstructionTables,
  collectionTables,
  contentTables,
  contentIndexTables,
  importRunTables,
  spaceTables,
  contextConnections.sql,
  contextRecords.sql,
  conversations.sql,
  issuesClusters.sql,
  conversationIssues.sql,
  siteEvents.sql,
  siteQuestions.sql,
  siteAnswers.sql,
  siteFindings.sql,
  findingPages.sql,
  findingRecords.sql,
  findingQuestions.sql,
  findingChangeRequests.sql,
  siteScans.sql,
  siteTopics.sql,
  gitInstallationTables,
  gitTables,
  installationBindingTables,
  integrationEventTables,
  integrationTables,
  openApiTables,
  metaTables,
  auditEventTables,
  linkInvites.sql,
  emailInvites.sql,
  members.sql,
  permissions.sql,
  organizations.sql,
  samlProviders.sql,
  teams.sql,
  teamMembers.sql,
  tokens.sql,
  otherTokens.sql,
  users.sql,
  changeRequestTables,
  commentTables,
  reviewTables,
  adaptiveSchemaTables,
  customHostnameTables,
  customizationTables,
  fonts.sql,
  uploads.sql,
  siteAgentSettingsTables,
  siteExternalLinkTables,
  siteMcpServers.sql,
  sitePublishingTables,
  siteRedirectTables,
  siteTables,
  glossaryTables,
  translationTables,
  integrationEventTriggers,
];
