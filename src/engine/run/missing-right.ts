// What the caller may not do, as far as the platform says so itself: its organizations, spaces and collections tell what
// the caller has the right to.
import { DocsError, ForbiddenError } from '../../errors.ts';
import { titleOf } from '../references/names.ts';
import { readerOf } from '../references/readers.ts';
import { nounOf } from '../references/reference-kinds.ts';
import type { Run } from './run.ts';

/** Which thing says it, and what it calls the right. */
type Right = readonly [param: 'organizationId' | 'spaceId' | 'collectionId', right: string];

/** By right. One that may also come from elsewhere, as from a site, is not judged. */
const OPERATIONS: readonly (readonly [...Right, operations: string])[] = [
  ['spaceId', 'admin', 'spaces.update spaces.delete spaces.move spaces.transfer spacePermissions.add'],
  ['spaceId', 'admin', 'spacePermissions.updateUser spacePermissions.removeUser'],
  ['spaceId', 'admin', 'spacePermissions.updateTeam spacePermissions.removeTeam'],
  ['spaceId', 'edit', 'changeRequests.create changeRequests.update changeRequests.sync'],
  ['spaceId', 'edit', 'changeRequestContent.update reviewers.request reviewers.remove'],
  ['spaceId', 'edit', 'imports.create imports.createInChangeRequest templates.apply'],
  ['spaceId', 'merge', 'changeRequests.merge'],
  ['spaceId', 'review', 'reviews.create'],
  ['spaceId', 'comment', 'comments.createInChangeRequest'],
  ['spaceId', 'comment', 'commentReplies.create commentReplies.createInChangeRequest'],
  ['spaceId', 'triggerGitSync', 'git.import git.export'],
  ['collectionId', 'admin', 'collections.update collections.delete collections.move collections.transfer'],
  ['collectionId', 'admin', 'collectionPermissions.add'],
  ['collectionId', 'admin', 'collectionPermissions.updateUser collectionPermissions.removeUser'],
  ['collectionId', 'admin', 'collectionPermissions.updateTeam collectionPermissions.removeTeam'],
  ['organizationId', 'createContent', 'collections.create sites.create fonts.create translations.create'],
  ['organizationId', 'createOpenAPISpec', 'openapi.create'],
  ['organizationId', 'admin', 'orgs.update agentInstructions.set invites.send teams.create teams.delete'],
  ['organizationId', 'admin', 'linkInvites.create linkInvites.update linkInvites.revoke'],
  ['organizationId', 'admin', 'members.update members.remove members.addSso'],
  ['organizationId', 'admin', 'saml.create saml.update saml.delete'],
];

/** The refusal that would come. One read, of what most commands have read anyway; undefined where nothing says it. */
export async function missingRight(run: Run): Promise<ForbiddenError | undefined> {
  const [param, right] = OPERATIONS.find(([, , ids]) => ids.split(' ').includes(run.operation.id)) ?? [];
  if (param === undefined || right === undefined) return undefined;
  const thing = await placeOf(run, param);
  const own = thing?.permissions;
  const isMissing =
    typeof own === 'object' &&
    own !== null &&
    Object.entries(own).some(([name, has]) => name === right && has === false);
  if (!isMissing) return undefined;
  const name = titleOf(thing) ?? run.input[param];
  return new ForbiddenError(
    `you may not do this: your right "${right}" is missing on ${nounOf(param)} "${name}"`,
    {
      outcome: 'not-sent',
      hint: 'docs auth status',
    },
  );
}

async function placeOf(run: Run, param: string): Promise<Readonly<Record<string, unknown>> | undefined> {
  const reader = await readerOf(param, false);
  const id = run.input[param];
  if (!reader || typeof id !== 'string') return undefined;
  try {
    // Safe: the only parameter of its path; what is read are objects.
    return Object(await (await run.client()).call(reader, { [param]: id } as never));
  } catch (error) {
    if (error instanceof DocsError && [403, 404].includes(error.http?.status ?? 0)) return undefined;
    throw error;
  }
}
