// Made by npx tsx src/build/indexes.ts from the files of this folder: add a file there, then run it.
import * as agentInstructions from './content/agent-instructions.ts';
import * as collections from './content/collections.ts';
import * as content from './content/content.ts';
import * as files from './content/files.ts';
import * as importRuns from './content/import-runs.ts';
import * as imports from './content/imports.ts';
import * as links from './content/links.ts';
import * as metaLinks from './content/meta-links.ts';
import * as pages from './content/pages.ts';
import * as reusableContents from './content/reusable-contents.ts';
import * as revisions from './content/revisions.ts';
import * as search from './content/search.ts';
import * as spaces from './content/spaces.ts';
import * as templates from './content/templates.ts';
import * as urls from './content/urls.ts';
import * as answers from './insights/answers.ts';
import * as ask from './insights/ask.ts';
import * as contextConnections from './insights/context-connections.ts';
import * as contextRecords from './insights/context-records.ts';
import * as conversationIssues from './insights/conversation-issues.ts';
import * as conversations from './insights/conversations.ts';
import * as insights from './insights/insights.ts';
import * as questions from './insights/questions.ts';
import * as siteFindings from './insights/site-findings.ts';
import * as siteScans from './insights/site-scans.ts';
import * as siteTopics from './insights/site-topics.ts';
import * as git from './integrations/git.ts';
import * as gitInstallations from './integrations/git-installations.ts';
import * as installationSites from './integrations/installation-sites.ts';
import * as installationSpaces from './integrations/installation-spaces.ts';
import * as installedIntegrations from './integrations/installed-integrations.ts';
import * as integrationEvents from './integrations/integration-events.ts';
import * as integrationInstallations from './integrations/integration-installations.ts';
import * as integrations from './integrations/integrations.ts';
import * as openapi from './integrations/openapi.ts';
import * as openapiVersions from './integrations/openapi-versions.ts';
import * as auditEvents from './people/audit-events.ts';
import * as collectionPermissions from './people/collection-permissions.ts';
import * as invites from './people/invites.ts';
import * as linkInvites from './people/link-invites.ts';
import * as members from './people/members.ts';
import * as organizations from './people/organizations.ts';
import * as saml from './people/saml.ts';
import * as sitePermissions from './people/site-permissions.ts';
import * as spacePermissions from './people/space-permissions.ts';
import * as sso from './people/sso.ts';
import * as styleguides from './people/styleguides.ts';
import * as teamMembers from './people/team-members.ts';
import * as teams from './people/teams.ts';
import * as users from './people/users.ts';
import * as changeRequestContent from './review/change-request-content.ts';
import * as changeRequestConversations from './review/change-request-conversations.ts';
import * as changeRequests from './review/change-requests.ts';
import * as changes from './review/changes.ts';
import * as commentReplies from './review/comment-replies.ts';
import * as comments from './review/comments.ts';
import * as reviewers from './review/reviewers.ts';
import * as reviews from './review/reviews.ts';
import * as adaptiveSchema from './sites/adaptive-schema.ts';
import * as customHostnames from './sites/custom-hostnames.ts';
import * as customization from './sites/customization.ts';
import * as fonts from './sites/fonts.ts';
import * as siteAgentSettings from './sites/site-agent-settings.ts';
import * as siteChannels from './sites/site-channels.ts';
import * as siteExternalLinks from './sites/site-external-links.ts';
import * as siteMcpServers from './sites/site-mcp-servers.ts';
import * as sitePublishing from './sites/site-publishing.ts';
import * as siteRedirects from './sites/site-redirects.ts';
import * as siteSearch from './sites/site-search.ts';
import * as siteSectionGroups from './sites/site-section-groups.ts';
import * as siteSections from './sites/site-sections.ts';
import * as siteShareLinks from './sites/site-share-links.ts';
import * as siteSpaces from './sites/site-spaces.ts';
import * as siteStructure from './sites/site-structure.ts';
import * as siteStyleguide from './sites/site-styleguide.ts';
import * as sites from './sites/sites.ts';
import * as storage from './sites/storage.ts';
import * as glossary from './translations/glossary.ts';
import * as translations from './translations/translations.ts';
import * as builders from './builders.ts';
import * as agentInstructionsGenerated from './content/agent-instructions.generated.ts';
import * as collectionsGenerated from './content/collections.generated.ts';
import * as contentRef from './content/content-ref.ts';
import * as contentShapes from './content/content-shapes.ts';
import * as contentShapesGenerated from './content/content-shapes.generated.ts';
import * as importRunShapesGenerated from './content/import-run-shapes.generated.ts';
import * as linksGenerated from './content/links.generated.ts';
import * as metaLinksGenerated from './content/meta-links.generated.ts';
import * as reusableContentsGenerated from './content/reusable-contents.generated.ts';
import * as richDocument from './content/rich-document.ts';
import * as searchGenerated from './content/search.generated.ts';
import * as spacesGenerated from './content/spaces.generated.ts';
import * as urlsGenerated from './content/urls.generated.ts';
import * as answersGenerated from './insights/answers.generated.ts';
import * as askGenerated from './insights/ask.generated.ts';
import * as contextConnectionsGenerated from './insights/context-connections.generated.ts';
import * as contextRecordsGenerated from './insights/context-records.generated.ts';
import * as conversationIssuesGenerated from './insights/conversation-issues.generated.ts';
import * as conversationsGenerated from './insights/conversations.generated.ts';
import * as insightsGenerated from './insights/insights.generated.ts';
import * as questionShapesGenerated from './insights/question-shapes.generated.ts';
import * as questionsGenerated from './insights/questions.generated.ts';
import * as siteFindingsGenerated from './insights/site-findings.generated.ts';
import * as siteScansGenerated from './insights/site-scans.generated.ts';
import * as siteTopicsGenerated from './insights/site-topics.generated.ts';
import * as gitInstallationsGenerated from './integrations/git-installations.generated.ts';
import * as installationSitesGenerated from './integrations/installation-sites.generated.ts';
import * as integrationEventsGenerated from './integrations/integration-events.generated.ts';
import * as integrationInstallationsGenerated from './integrations/integration-installations.generated.ts';
import * as integrationParts from './integrations/integration-parts.ts';
import * as integrationsGenerated from './integrations/integrations.generated.ts';
import * as openapiVersionsGenerated from './integrations/openapi-versions.generated.ts';
import * as openapiGenerated from './integrations/openapi.generated.ts';
import * as auditEventsGenerated from './people/audit-events.generated.ts';
import * as linkInvitesGenerated from './people/link-invites.generated.ts';
import * as membersGenerated from './people/members.generated.ts';
import * as organizationsGenerated from './people/organizations.generated.ts';
import * as samlGenerated from './people/saml.generated.ts';
import * as sitePermissionsGenerated from './people/site-permissions.generated.ts';
import * as teamMembersGenerated from './people/team-members.generated.ts';
import * as teamsGenerated from './people/teams.generated.ts';
import * as usersGenerated from './people/users.generated.ts';
import * as changeRequestContentGenerated from './review/change-request-content.generated.ts';
import * as changeRequestConversationsGenerated from './review/change-request-conversations.generated.ts';
import * as changeRequestsGenerated from './review/change-requests.generated.ts';
import * as changesGenerated from './review/changes.generated.ts';
import * as commentRepliesGenerated from './review/comment-replies.generated.ts';
import * as commentsGenerated from './review/comments.generated.ts';
import * as reviewersGenerated from './review/reviewers.generated.ts';
import * as reviewsGenerated from './review/reviews.generated.ts';
import * as roles from './roles.ts';
import * as schema from './schema.ts';
import * as adaptiveSchemaRules from './sites/adaptive-schema-rules.ts';
import * as customHostnamesGenerated from './sites/custom-hostnames.generated.ts';
import * as customizationGenerated from './sites/customization.generated.ts';
import * as fontsGenerated from './sites/fonts.generated.ts';
import * as siteAgentSettingsGenerated from './sites/site-agent-settings.generated.ts';
import * as siteChannelsGenerated from './sites/site-channels.generated.ts';
import * as siteCustomization from './sites/site-customization.ts';
import * as siteExternalLinksGenerated from './sites/site-external-links.generated.ts';
import * as siteMcpServersGenerated from './sites/site-mcp-servers.generated.ts';
import * as sitePublishingGenerated from './sites/site-publishing.generated.ts';
import * as siteRedirectsGenerated from './sites/site-redirects.generated.ts';
import * as siteSectionGroupsGenerated from './sites/site-section-groups.generated.ts';
import * as siteSectionsGenerated from './sites/site-sections.generated.ts';
import * as siteShareLinksGenerated from './sites/site-share-links.generated.ts';
import * as siteSpacesGenerated from './sites/site-spaces.generated.ts';
import * as siteStructureGenerated from './sites/site-structure.generated.ts';
import * as sitesGenerated from './sites/sites.generated.ts';
import * as glossaryGenerated from './translations/glossary.generated.ts';
import * as translationsGenerated from './translations/translations.generated.ts';

export const resources = [
  agentInstructions,
  collections,
  content,
  files,
  importRuns,
  imports,
  links,
  metaLinks,
  pages,
  reusableContents,
  revisions,
  search,
  spaces,
  templates,
  urls,
  answers,
  ask,
  contextConnections,
  contextRecords,
  conversationIssues,
  conversations,
  insights,
  questions,
  siteFindings,
  siteScans,
  siteTopics,
  git,
  gitInstallations,
  installationSites,
  installationSpaces,
  installedIntegrations,
  integrationEvents,
  integrationInstallations,
  integrations,
  openapi,
  openapiVersions,
  auditEvents,
  collectionPermissions,
  invites,
  linkInvites,
  members,
  organizations,
  saml,
  sitePermissions,
  spacePermissions,
  sso,
  styleguides,
  teamMembers,
  teams,
  users,
  changeRequestContent,
  changeRequestConversations,
  changeRequests,
  changes,
  commentReplies,
  comments,
  reviewers,
  reviews,
  adaptiveSchema,
  customHostnames,
  customization,
  fonts,
  siteAgentSettings,
  siteChannels,
  siteExternalLinks,
  siteMcpServers,
  sitePublishing,
  siteRedirects,
  siteSearch,
  siteSectionGroups,
  siteSections,
  siteShareLinks,
  siteSpaces,
  siteStructure,
  siteStyleguide,
  sites,
  storage,
  glossary,
  translations,
];

export const shapes = [
  builders,
  agentInstructionsGenerated,
  collectionsGenerated,
  contentRef,
  contentShapes,
  contentShapesGenerated,
  importRunShapesGenerated,
  imports,
  linksGenerated,
  metaLinksGenerated,
  reusableContentsGenerated,
  richDocument,
  searchGenerated,
  spaces,
  spacesGenerated,
  urlsGenerated,
  answersGenerated,
  askGenerated,
  contextConnectionsGenerated,
  contextRecordsGenerated,
  conversationIssuesGenerated,
  conversationsGenerated,
  insightsGenerated,
  questionShapesGenerated,
  questionsGenerated,
  siteFindingsGenerated,
  siteScansGenerated,
  siteTopicsGenerated,
  gitInstallationsGenerated,
  installationSitesGenerated,
  integrationEventsGenerated,
  integrationInstallationsGenerated,
  integrationParts,
  integrationsGenerated,
  openapiVersionsGenerated,
  openapiGenerated,
  auditEventsGenerated,
  linkInvitesGenerated,
  membersGenerated,
  organizationsGenerated,
  samlGenerated,
  sitePermissionsGenerated,
  teamMembersGenerated,
  teamsGenerated,
  usersGenerated,
  changeRequestContentGenerated,
  changeRequestConversationsGenerated,
  changeRequestsGenerated,
  changesGenerated,
  commentRepliesGenerated,
  commentsGenerated,
  reviewersGenerated,
  reviewsGenerated,
  roles,
  schema,
  adaptiveSchemaRules,
  customHostnamesGenerated,
  customization,
  customizationGenerated,
  fontsGenerated,
  siteAgentSettingsGenerated,
  siteChannelsGenerated,
  siteCustomization,
  siteExternalLinksGenerated,
  siteMcpServersGenerated,
  sitePublishingGenerated,
  siteRedirects,
  siteRedirectsGenerated,
  siteSectionGroupsGenerated,
  siteSectionsGenerated,
  siteShareLinksGenerated,
  siteSpacesGenerated,
  siteStructure,
  siteStructureGenerated,
  sitesGenerated,
  glossaryGenerated,
  translationsGenerated,
];
