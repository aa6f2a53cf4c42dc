// Change requests of one space or of a whole organization, with the titles of their spaces.

import type { Space } from '../../api/content/spaces.generated.ts';
import { getSpace, listSpaces } from '../../api/content/spaces.ts';
import type { ChangeRequest } from '../../api/review/change-requests.generated.ts';
import { listChangeRequests, listOrganizationChangeRequests } from '../../api/review/change-requests.ts';
import { allItems } from '../../client/all-items.ts';
import type { Client } from '../../client/client.ts';

export type ChangeRequestScope = { spaceId: string } | { organizationId: string };

interface Filters {
  status: 'open' | 'draft';
  creator?: string;
  requestedReviewer?: string;
}

export async function listIn(
  client: Client,
  scope: ChangeRequestScope,
  filters: Filters,
): Promise<ChangeRequest[]> {
  const pages =
    'spaceId' in scope
      ? client.pages(listChangeRequests, { ...scope, ...filters })
      : client.pages(listOrganizationChangeRequests, { ...scope, ...filters });
  return allItems(pages);
}

/** What a change request's space is called, and what must hold before it takes a merge. */
export type SpaceFacts = Pick<Space, 'id' | 'title' | 'organization' | 'mergeRules'>;

/** By the id of the space. */
export async function spacesIn(client: Client, scope: ChangeRequestScope): Promise<Map<string, SpaceFacts>> {
  const spaces = new Map<string, SpaceFacts>();
  const add = ({ id, title, organization, mergeRules }: Space) =>
    spaces.set(id, { id, title, organization, mergeRules });
  if ('spaceId' in scope) add(await client.call(getSpace, scope));
  else for await (const { items } of client.pages(listSpaces, scope)) items.forEach(add);
  return spaces;
}
