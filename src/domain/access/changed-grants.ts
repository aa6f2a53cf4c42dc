// What may have been given to somebody, and which sites were changed, since they were last read: told by the audit
// events, so that not everything is asked again.

import type { AuditEvent } from '../../api/people/organizations.generated.ts';
import { listAuditEventActions, listAuditEvents } from '../../api/people/organizations.ts';
import type { Client } from '../../client/client.ts';
import { DocsError, unless } from '../../errors.ts';

/** Clocks differ, and events may come late. */
const SLACK_MS = 10 * 60_000;
/** What happens in content and reviews gives nobody access. */
const HARMLESS =
  /^(change[-_]?requests?|comments?|comment[-_]?replies|content|pages?|files?|reviews?|reviewers?|revisions?)\b/i;
const PARTS =
  /^(site-(section|section-group|space|redirect|external-link|share-link)|openapi-spec|comment|change-request|revision)$/;
/** What may happen to these leaves sites as they are; that a space is called otherwise is seen in the list of spaces. */
const NO_SITE = /^(space|collection|openapi-spec|comment|change-request|revision)$/;
/** With more than this, asking every place is as good. */
const MOST_EVENTS = 5000;

/** Actions without which changes to sites are not told. */
const OF_SITES = [/redirect/i, /section/i];
const PLACES = /^(space|collection|site)$/;

/** Whether something has to be read again, which was read at that time (milliseconds), or before all events. */
export interface Changes {
  /** What is given by name on a place, and who is in a team. */
  given(id: string, at?: number): boolean;
  /** What somebody has on all places together. */
  givenAnywhere(id: string, at?: number): boolean;
  /** How a site is built, and its redirects. */
  site(id: string, at?: number): boolean;
}

const ALL: Changes = { given: () => true, givenAnywhere: () => true, site: () => true };

/** Hosts that tell no events have everything read again; so does `since` undefined. */
export async function changesSince(
  client: Client,
  organizationId: string,
  since: string | undefined,
): Promise<Changes> {
  const events = since === undefined ? undefined : await eventsSince(client, organizationId, since);
  if (events === undefined) return ALL;
  const giving = events.filter(({ target }) => !PARTS.test(target.type));
  // Whoever left, and a team that is gone, had something anywhere.
  const anywhere = latestOf(giving.filter(({ target: { type } }) => !PLACES.test(type)));
  const anySite = latestOf(events.filter(({ target: { type } }) => !NO_SITE.test(type) && type !== 'site'));
  const all = latestOf(giving);
  const places = new Map<string, number>();
  for (const event of giving)
    places.set(event.target.id, Math.max(places.get(event.target.id) ?? NEVER, timeOf(event)));
  const isSince = (latest: number | undefined, at: number) => latest !== undefined && latest > at - SLACK_MS;
  return {
    given: (id, at = NEVER) => isSince(anywhere, at) || isSince(places.get(id), at),
    givenAnywhere: (_, at = NEVER) => isSince(all, at),
    site: (id, at = NEVER) => isSince(anySite, at) || isSince(places.get(id), at),
  };
}

const NEVER = Number.NEGATIVE_INFINITY;

/** What does not say when it was may have been a moment ago. */
const timeOf = ({ occurredAt }: AuditEvent): number => Date.parse(occurredAt) || Number.POSITIVE_INFINITY;

const latestOf = (events: readonly AuditEvent[]): number | undefined =>
  events.length === 0 ? undefined : events.reduce((latest, event) => Math.max(latest, timeOf(event)), NEVER);

/** Undefined where the host does not tell them, or there may be more than were read. */
async function eventsSince(
  client: Client,
  organizationId: string,
  since: string,
): Promise<AuditEvent[] | undefined> {
  const from = new Date(Date.parse(since) - SLACK_MS).toISOString();
  const events: AuditEvent[] = [];
  let count = 0;
  const isRead = await ifTold(async () => {
    const pages = client.pages(listAuditEvents, { organizationId, from }, { limit: MOST_EVENTS });
    for await (const { items } of pages) {
      count += items.length;
      events.push(...items.filter(({ action }) => !HARMLESS.test(action)));
    }
    return true;
  });
  return isRead && count < MOST_EVENTS ? events : undefined;
}

/** Whether the host makes events of changes to sites. */
export const tellsOfSites = async (client: Client, organizationId: string): Promise<boolean> =>
  (await ifTold(async () => {
    const { items } = await client.call(listAuditEventActions, { organizationId });
    return OF_SITES.every((form) => items.some(({ id }) => form.test(id)));
  })) ?? false;

/** Undefined where the plan or the rights of the caller do not have it. */
const ifTold = <T>(ask: () => Promise<T>): Promise<T | undefined> =>
  unless(
    (error) => error instanceof DocsError && [402, 403, 404, 501].includes(error.http?.status ?? 0),
    ask,
  );
