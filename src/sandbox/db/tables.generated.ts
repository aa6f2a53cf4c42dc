// Made by npx tsx src/build/indexes.ts from the files of this folder: add a file there, then run it.
import { agentInstructions } from './content/agent-instructions.ts';
import { collections } from './content/collections.ts';
import { contentTables } from './content/content.ts';
import { contentIndexTables } from './content/content-index.ts';
import { importRuns } from './content/import-runs.ts';
import { spaces } from './content/spaces.ts';
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
import { gitInstallations } from './integrations/git-installations.ts';
import { gitSetups } from './integrations/git-operations.ts';
import { gitOperations } from './integrations/git-operations.ts';
import { installationBindings } from './integrations/installation-bindings.ts';
import { integrationEvents } from './integrations/integration-events.ts';
import { integrationEventTriggers } from './integrations/integration-events.ts';
import { integrations } from './integrations/integrations.ts';
import { installations } from './integrations/integrations.ts';
import { openApiSpecs } from './integrations/openapi.ts';
import { openApiVersions } from './integrations/openapi.ts';
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
import { changeRequests } from './review/change-requests.ts';
import { contributors } from './review/change-requests.ts';
import { comments } from './review/comments.ts';
import { commentReplies } from './review/comments.ts';
import { commentReactions } from './review/comments.ts';
import { requestedReviewers } from './review/reviews.ts';
import { reviews } from './review/reviews.ts';
import { fonts } from './sites/fonts.ts';
import { uploads } from './sites/fonts.ts';
import { siteMcpServers } from './sites/site-mcp-servers.ts';
import { siteRedirects } from './sites/site-redirects.ts';
import { adaptiveSchemas } from './sites/site-settings.ts';
import { siteCustomizations } from './sites/site-settings.ts';
import { siteSpaceCustomizations } from './sites/site-settings.ts';
import { siteAgentSettings } from './sites/site-settings.ts';
import { sitePublishing } from './sites/site-settings.ts';
import { customHostnames } from './sites/site-settings.ts';
import { sites } from './sites/sites.ts';
import { siteSectionGroups } from './sites/sites.ts';
import { siteSections } from './sites/sites.ts';
import { siteSpaces } from './sites/sites.ts';
import { siteExternalLinks } from './sites/sites.ts';
import { shareLinks } from './sites/sites.ts';
import { glossary } from './translations/glossary.ts';
import { translations } from './translations/translations.ts';

export const tables = [
  agentInstructions.sql,
  collections.sql,
  contentTables,
  contentIndexTables,
  importRuns.sql,
  spaces.sql,
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
  gitInstallations.sql,
  gitSetups.sql,
  gitOperations.sql,
  installationBindings.sql,
  integrationEvents.sql,
  integrations.sql,
  installations.sql,
  openApiSpecs.sql,
  openApiVersions.sql,
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
  changeRequests.sql,
  contributors.sql,
  comments.sql,
  commentReplies.sql,
  commentReactions.sql,
  requestedReviewers.sql,
  reviews.sql,
  fonts.sql,
  uploads.sql,
  siteMcpServers.sql,
  siteRedirects.sql,
  adaptiveSchemas.sql,
  siteCustomizations.sql,
  siteSpaceCustomizations.sql,
  siteAgentSettings.sql,
  sitePublishing.sql,
  customHostnames.sql,
  sites.sql,
  siteSectionGroups.sql,
  siteSections.sql,
  siteSpaces.sql,
  siteExternalLinks.sql,
  shareLinks.sql,
  glossary.sql,
  translations.sql,
  integrationEventTriggers,
];
