// What members who leave have made that others meet afterwards: open comments, invite links, and ways to come back.
import type { OrganizationInviteLink } from '../../api/people/invites.generated.ts';
import { getLinkInvite, listSamlProviders } from '../../api/people/invites.ts';
import { listAuditEventActions, listAuditEvents } from '../../api/people/organizations.ts';
import type { ChangeRequest } from '../../api/review/change-requests.generated.ts';
import { listOrganizationChangeRequests } from '../../api/review/change-requests.ts';
import type { Comment } from '../../api/review/comments.generated.ts';
import { listChangeRequestComments, listComments } from '../../api/review/comments.ts';
import type { Client } from '../../client/client.ts';
import { allItems } from '../../client/pages.ts';
import { mapAll, type Width } from '../../client/pool.ts';
import { readEach } from '../../domain/access/levels.ts';
import type { Thing } from '../../domain/access/wanted.ts';
import { isOutOfReach, unless } from '../../errors.ts';
import { throwFirst } from './one-place.ts';

export interface Traces {
  /** Open ones, by the ID of who wrote them. */
  comments: ReadonlyMap<string, readonly Comment[]>;
  /** Links that still work, by the ID of who made them; undefined where the host does not say who did. */
  links: ReadonlyMap<string, readonly OrganizationInviteLink[]> | undefined;
  /** SAML providers that let people in, by label; undefined where they may not be read. */
  providers: readonly string[] | undefined;
}

const MOST_AUTHORS = 20;

interface Question {
  organizationId: string;
  users: readonly string[];
  things: readonly Thing[];
  width: Width;
}

/** The operations it reads with, for those who list them. */
export const TRACES_OPERATIONS = [
  listComments,
  listChangeRequestComments,
  listAuditEventActions,
  listAuditEvents,
  getLinkInvite,
  listSamlProviders,
];

/** One request a space and a change request with comments, one a member and invite link, and some lists. */
export async function readTraces(client: Client, question: Question): Promise<Traces> {
  const { organizationId, users } = question;
  const [comments, links, providers] = await Promise.all([
    readComments(client, question),
    ifReadable(() => readLinks(client, organizationId, users)),
    ifReadable(() => allItems(client.pages(listSamlProviders, { organizationId }))),
  ]);
  return {
    comments: new Map(users.map((id) => [id, comments.filter(({ postedBy }) => postedBy.id === id)])),
    links,
    providers: providers?.filter(({ status }) => status === 'active').map(({ label }) => label),
  };
}

async function readComments(
  client: Client,
  { organizationId, users, things, width }: Question,
): Promise<Comment[]> {
  const query: { status: 'open'; authors?: string[] } = { status: 'open' };
  // More would make a long address.
  if (users.length <= MOST_AUTHORS) query.authors = [...users];
  const requests = (
    await Promise.all(
      (['draft', 'open'] as const).map((status) =>
        allItems(client.pages(listOrganizationChangeRequests, { organizationId, status })),
      ),
    )
  ).flat();
  const spaces = things.filter(({ kind }) => kind === 'space');
  const places: { id: string; title: string; request?: ChangeRequest }[] = [
    ...spaces,
    ...requests
      .filter(({ comments }) => comments > 0)
      .map((request) => ({ id: request.id, title: request.subject, request })),
  ];
  const { found, failures } = await readEach(client, places, { width }, ({ id, request }) =>
    request
      ? allItems(
          client.pages(listChangeRequestComments, {
            spaceId: request.space,
            changeRequestId: id,
            ...query,
          }),
        )
      : allItems(client.pages(listComments, { spaceId: id, ...query })),
  );
  throwFirst(failures);
  return [...found.values()].flat();
}

const AT_ONCE = 4;

/** By who made them, where the audit events tell. */
async function readLinks(client: Client, organizationId: string, users: readonly string[]) {
  const actions = await readInviting(client, organizationId);
  if (actions.length === 0) return undefined;
  const found = await mapAll(client, users, AT_ONCE, async (actor) => {
    const links = await readLinksOf(client, { organizationId, actor }, actions);
    return [actor, links] as const;
  });
  return new Map(found);
}

/**
 * Links that still work. The list of links does not tell who made one, and leaves out those to a space or collection: the
 * audit events tell of all. Undefined where no event is about that.
 */
export async function readMadeLinks(
  client: Client,
  query: { organizationId: string },
): Promise<OrganizationInviteLink[] | undefined> {
  const actions = await readInviting(client, query.organizationId);
  return actions.length === 0 ? undefined : readLinksOf(client, query, actions);
}

/** The actions of audit events that make an invite. */
async function readInviting(client: Client, organizationId: string): Promise<string[]> {
  const { items } = await client.call(listAuditEventActions, { organizationId });
  return items.map(({ id }) => id).filter((id) => /invit/i.test(id) && /creat/i.test(id));
}

async function readLinksOf(
  client: Client,
  query: { organizationId: string; actor?: string },
  actions: readonly string[],
): Promise<OrganizationInviteLink[]> {
  const { organizationId } = query;
  const events = await mapAll(client, actions, AT_ONCE, (action) =>
    allItems(client.pages(listAuditEvents, { ...query, action })),
  );
  const made = new Set(events.flat().map(({ target }) => target.id));
  const links = await mapAll(client, made, AT_ONCE, (inviteId) =>
    ifReadable(() => client.call(getLinkInvite, { organizationId, inviteId })),
  );
  return links.flatMap((link) => link ?? []);
}

const ifReadable = <T>(read: () => Promise<T>): Promise<T | undefined> => unless(isOutOfReach, read);
