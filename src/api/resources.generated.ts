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
