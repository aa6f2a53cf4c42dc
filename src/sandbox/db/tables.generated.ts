// Made by npx tsx src/build/indexes.ts from the files of this folder: add a file there, then run it.
import { contentTables } from './content/content.ts';
import { revisions } from './content/content.ts';
import { contentIndexTables } from './content/content-index.ts';
import { spaces } from './content/spaces.ts';
import { collections } from './content/spaces.ts';
import { importRuns } from './content/spaces.ts';
import { metaTables } from './database.ts';
import { contextConnections } from './insights/context.ts';
import { contextRecords } from './insights/context.ts';
import { siteTopics } from './insights/context.ts';
import { siteScans } from './insights/context.ts';
import { siteFindings } from './insights/context.ts';
import { findingPages } from './insights/context.ts';
import { findingRecords } from './insights/context.ts';
import { findingQuestions } from './insights/context.ts';
import { findingChangeRequests } from './insights/context.ts';
import { siteEvents } from './insights/insights.ts';
import { siteQuestions } from './insights/insights.ts';
import { siteAnswers } from './insights/insights.ts';
import { conversations } from './insights/insights.ts';
import { issuesClusters } from './insights/insights.ts';
import { conversationIssues } from './insights/insights.ts';
import { gitSetups } from './integrations/git.ts';
import { gitOperations } from './integrations/git.ts';
import { gitInstallations } from './integrations/git.ts';
import { integrationEvents } from './integrations/integration-events.ts';
import { integrationEventTriggers } from './integrations/integration-events.ts';
import { installationBindings } from './integrations/integrations.ts';
import { integrations } from './integrations/integrations.ts';
import { installations } from './integrations/integrations.ts';
import { openApiSpecs } from './integrations/openapi.ts';
import { openApiVersions } from './integrations/openapi.ts';
import { auditEvents } from './people/audit-events.ts';
import { organizations } from './people/organizations.ts';
import { users } from './people/organizations.ts';
import { members } from './people/organizations.ts';
import { permissions } from './people/organizations.ts';
import { teams } from './people/organizations.ts';
import { teamMembers } from './people/organizations.ts';
import { linkInvites } from './people/organizations.ts';
import { emailInvites } from './people/organizations.ts';
import { samlProviders } from './people/organizations.ts';
import { agentInstructions } from './people/organizations.ts';
import { tokens } from './people/tokens.ts';
import { otherTokens } from './people/tokens.ts';
import { changeRequests } from './review/change-requests.ts';
import { contributors } from './review/change-requests.ts';
import { requestedReviewers } from './review/change-requests.ts';
import { reviews } from './review/change-requests.ts';
import { comments } from './review/change-requests.ts';
import { commentReplies } from './review/change-requests.ts';
import { commentReactions } from './review/change-requests.ts';
import { adaptiveSchemas } from './sites/site-settings.ts';
import { siteCustomizations } from './sites/site-settings.ts';
import { siteSpaceCustomizations } from './sites/site-settings.ts';
import { siteAgentSettings } from './sites/site-settings.ts';
import { sitePublishing } from './sites/site-settings.ts';
import { customHostnames } from './sites/site-settings.ts';
import { siteRedirects } from './sites/site-settings.ts';
import { siteMcpServers } from './sites/site-settings.ts';
import { fonts } from './sites/site-settings.ts';
import { uploads } from './sites/site-settings.ts';
import { sites } from './sites/sites.ts';
import { siteSectionGroups } from './sites/sites.ts';
import { siteSections } from './sites/sites.ts';
import { siteSpaces } from './sites/sites.ts';
import { siteExternalLinks } from './sites/sites.ts';
import { shareLinks } from './sites/sites.ts';
import { translations } from './translations/translations.ts';
import { glossary } from './translations/translations.ts';

export const tables = [
  contentTables,
  revisions.sql,
  contentIndexTables,
  spaces.sql,
  collections.sql,
  importRuns.sql,
  metaTables,
  contextConnections.sql,
  contextRecords.sql,
  siteTopics.sql,
  siteScans.sql,
  siteFindings.sql,
  findingPages.sql,
  findingRecords.sql,
  findingQuestions.sql,
  findingChangeRequests.sql,
  siteEvents.sql,
  siteQuestions.sql,
  siteAnswers.sql,
  conversations.sql,
  issuesClusters.sql,
  conversationIssues.sql,
  gitSetups.sql,
  gitOperations.sql,
  gitInstallations.sql,
  integrationEvents.sql,
  installationBindings.sql,
  integrations.sql,
  installations.sql,
  openApiSpecs.sql,
  openApiVersions.sql,
  auditEvents.sql,
  organizations.sql,
  users.sql,
  members.sql,
  permissions.sql,
  teams.sql,
  teamMembers.sql,
  linkInvites.sql,
  emailInvites.sql,
  samlProviders.sql,
  agentInstructions.sql,
  tokens.sql,
  otherTokens.sql,
  changeRequests.sql,
  contributors.sql,
  requestedReviewers.sql,
  reviews.sql,
  comments.sql,
  commentReplies.sql,
  commentReactions.sql,
  adaptiveSchemas.sql,
  siteCustomizations.sql,
  siteSpaceCustomizations.sql,
  siteAgentSettings.sql,
  sitePublishing.sql,
  customHostnames.sql,
  siteRedirects.sql,
  siteMcpServers.sql,
  fonts.sql,
  uploads.sql,
  sites.sql,
  siteSectionGroups.sql,
  siteSections.sql,
  siteSpaces.sql,
  siteExternalLinks.sql,
  shareLinks.sql,
  translations.sql,
  glossary.sql,
  integrationEventTriggers,
];
