// All operations in one list: for the sandbox's routes, the contract tests and the specification. Never on the hot path.
import type { TSchema } from '@sinclair/typebox';
import * as agentInstructions from './content/agent-instructions.ts';
import * as collections from './content/collections.ts';
import * as content from './content/content.ts';
import * as files from './content/files.ts';
import * as imports from './content/imports.ts';
import * as links from './content/links.ts';
import * as pages from './content/pages.ts';
import * as revisions from './content/revisions.ts';
import * as search from './content/search.ts';
import * as spaces from './content/spaces.ts';
import * as templates from './content/templates.ts';
import * as conversationIssues from './insights/conversation-issues.ts';
import * as conversations from './insights/conversations.ts';
import * as git from './integrations/git.ts';
import * as integrationEvents from './integrations/integration-events.ts';
import * as installations from './integrations/integration-installations.ts';
import * as integrations from './integrations/integrations.ts';
import * as openapi from './integrations/openapi.ts';
import * as openapiVersions from './integrations/openapi-versions.ts';
import type { Operation } from './operation.ts';
import * as linkInvites from './people/link-invites.ts';
import * as members from './people/members.ts';
import * as organizations from './people/organizations.ts';
import * as saml from './people/saml.ts';
import * as sso from './people/sso.ts';
import * as teamMembers from './people/team-members.ts';
import * as teams from './people/teams.ts';
import * as users from './people/users.ts';
import * as changeRequests from './review/change-requests.ts';
import * as changes from './review/changes.ts';
import * as commentReplies from './review/comment-replies.ts';
import * as comments from './review/comments.ts';
import * as reviewers from './review/reviewers.ts';
import * as reviews from './review/reviews.ts';
import * as adaptiveSchema from './sites/adaptive-schema.ts';
import * as siteSectionGroups from './sites/site-section-groups.ts';
import * as siteSections from './sites/site-sections.ts';
import * as siteSpaces from './sites/site-spaces.ts';
import * as siteStructure from './sites/site-structure.ts';
import * as sites from './sites/sites.ts';
import * as translations from './translations/translations.ts';

const resources = [
  users,
  organizations,
  linkInvites,
  agentInstructions,
  members,
  teams,
  teamMembers,
  collections,
  spaces,
  content,
  pages,
  files,
  links,
  search,
  imports,
  templates,
  comments,
  commentReplies,
  changeRequests,
  changes,
  reviews,
  reviewers,
  revisions,
  git,
  sites,
  siteStructure,
  siteSections,
  siteSectionGroups,
  siteSpaces,
  adaptiveSchema,
  integrations,
  installations,
  integrationEvents,
  openapi,
  openapiVersions,
  saml,
  sso,
  translations,
  conversations,
  conversationIssues,
];

const isOperation = (value: unknown): value is Operation =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'success' in value;

type In<Resource> = Resource extends unknown ? Resource[keyof Resource] : never;

/** The ids of all operations, for tables by operation: a wrong one does not compile. */
export type OperationId = Extract<In<(typeof resources)[number]>, { method: string; id: string }>['id'];
/** The first words of those ids. */
export type ResourceId = OperationId extends `${infer Resource}.${string}` ? Resource : never;

/** Every operation of the platform that `docs` knows, by resource. */
export const operations: readonly Operation[] = resources.flatMap((resource) =>
  Object.values(resource).filter(isOperation),
);

const isEntity = (value: unknown): value is TSchema =>
  typeof value === 'object' && value !== null && ('properties' in value || 'anyOf' in value);

/** Schemas with a name of their own, for the specification: entities, and what several operations share. */
export const schemas: ReadonlyMap<string, TSchema> = new Map(
  resources.flatMap((resource) =>
    Object.entries(resource).flatMap(([name, value]): [string, TSchema][] =>
      /^[A-Z]/.test(name) && !/(?:Ref|Query)$/.test(name) && isEntity(value) ? [[name, value]] : [],
    ),
  ),
);
