// Change requests of one space or of a whole organization, with the titles of their spaces.
import {
  type ChangeRequest,
  listChangeRequests,
  listOrganizationChangeRequests,
} from '../api/change-requests.ts';
import { getSpace, listSpaces } from '../api/spaces.ts';
import type { Client } from '../client/client.ts';

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
  const found: ChangeRequest[] = [];
  for await (const { items } of pages) found.push(...items);
  return found;
}

/** By the id of the space. */
export async function spaceTitles(client: Client, scope: ChangeRequestScope): Promise<Map<string, string>> {
  if ('spaceId' in scope) {
    const { id, title } = await client.call(getSpace, scope);
    return new Map([[id, title]]);
  }
  const titles = new Map<string, string>();
  for await (const { items } of client.pages(listSpaces, scope))
    for (const { id, title } of items) titles.set(id, title);
  return titles;
}
