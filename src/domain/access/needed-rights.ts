// Which right each change needs, by what the platform says itself: organizations, spaces, collections, teams and others
// list the rights of the caller, and a site the level of everyone. A right that another one can replace is not here.
import { mutates, type Operation } from '../../api/operation.ts';

type Input = Readonly<Record<string, unknown>>;

export interface NeededRight {
  /** Names the thing that says it: a parameter of the path that reads it. */
  param: string;
  right: string;
}

/** By right, with the IDs of operations. */
const RIGHTS: readonly (readonly [param: string, right: string, operations: RegExp])[] = [
  ['spaceId', 'admin', /^spaces\.(?:update|delete|restore|move|transfer)$/],
  ['spaceId', 'admin', /^spacePermissions\.(?:add|update|remove)/],
  ['spaceId', 'edit', /^changeRequests\.(?:create|update|sync)$|^changeRequestContent\.update$/],
  ['spaceId', 'edit', /^reviewers\.(?:request|remove)$|^imports\.create|^templates\.apply$/],
  ['spaceId', 'merge', /^changeRequests\.merge$/],
  ['spaceId', 'review', /^reviews\.create$/],
  ['spaceId', 'comment', /^comments\.createInChangeRequest$|^commentReplies\.create/],
  ['spaceId', 'triggerGitSync', /^git\.(?:import|export)$/],
  ['spaceId', 'installIntegration', /^installationSpaces\.(?:add|update|remove)$/],
  ['collectionId', 'admin', /^collections\.(?:update|delete|move|transfer)$/],
  ['collectionId', 'admin', /^collectionPermissions\.(?:add|update|remove)/],
  ['teamId', 'admin', /^teams\.(?:update|delete)$|^teamMembers\.(?:change|set|remove)$/],
  ['commentId', 'delete', /^comments\.delete/],
  ['commentReplyId', 'delete', /^commentReplies\.delete/],
  ['specSlug', 'edit', /^openapi\.(?:update|delete)$/],
  ['fontId', 'edit', /^fonts\.(?:update|delete)$/],
  ['integrationName', 'admin', /^integrations\.(?:publish|delete|devEnable|devDisable)$/],
  ['siteId', 'admin', /^sites\.delete$/],
  ['organizationId', 'createContent', /^(?:collections|sites|fonts|translations)\.create$/],
  ['organizationId', 'createContent', /^translations\.(?:update|delete|run)$|^glossary\.update$/],
  ['organizationId', 'createContent', /^storage\.upload$|^gitInstallations\.(?:update|delete)$/],
  ['organizationId', 'createOpenAPISpec', /^openapi\.(?:create|set)$/],
  ['organizationId', 'ingestConversations', /^conversations\.ingest$/],
  ['organizationId', 'installIntegration', /^installations\.(?:create|update|delete)$/],
  ['organizationId', 'installIntegration', /^installationSites\.(?:add|update|remove)$/],
  ['organizationId', 'admin', /^orgs\.update$|^agentInstructions\.set$|^invites\.send$|^teams\.create$/],
  ['organizationId', 'admin', /^linkInvites\.(?:create|update|revoke)$/],
  ['organizationId', 'admin', /^members\.(?:update|remove|addSso)$|^saml\.(?:create|update|delete)$/],
  ['organizationId', 'admin', /^customHostnames\.(?:check|delete)$/],
  ['organizationId', 'admin', /^sitePermissions\.(?:add|update|remove)/],
  ['organizationId', 'admin', /^sitePublishing\.(?:updateAuth|regenerateAuth)$/],
];

/** What a change needs; undefined where nothing tells. */
export function neededRight(operation: Operation, input: Input): NeededRight | undefined {
  const { id, path } = operation;
  if (!mutates(operation)) return undefined;
  const [param, right] = RIGHTS.find(([, , operations]) => operations.test(id)) ?? [];
  if (param !== undefined && right !== undefined) return { param, right };
  // Whatever else changes a site.
  if (path.includes('{siteId}')) return { param: 'siteId', right: 'create' };
  return ofText(id, input) ?? ofNewSpace(id, input);
}

/** Its author alone may change a text; to react to it or to resolve it takes less. */
function ofText(id: string, { body }: Input): NeededRight | undefined {
  if (body === undefined) return undefined;
  if (/^comments\.update/.test(id)) return { param: 'commentId', right: 'edit' };
  return /^commentReplies\.update/.test(id) ? { param: 'commentReplyId', right: 'edit' } : undefined;
}

/** A space may be created at the top level, or in a collection that one may create in. */
function ofNewSpace(id: string, { parent }: Input): NeededRight | undefined {
  if (id !== 'spaces.create' && id !== 'spaces.duplicate') return undefined;
  return parent === undefined
    ? { param: 'organizationId', right: 'createContent' }
    : { param: 'collectionId', right: 'create' };
}
