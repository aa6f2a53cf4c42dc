// What may have been given to somebody since access was last read: told by the audit events, so that not every place is
// asked again.

import type { AuditEvent } from '../../api/people/audit-events.generated.ts';
import { listAuditEvents } from '../../api/people/audit-events.ts';
import type { Client } from '../../client/client.ts';
import { DocsError } from '../../errors.ts';

/** Clocks differ, and events may come late. */
const SLACK_MS = 10 * 60_000;
/** What happens in content and reviews gives nobody access. */
const HARMLESS =
  /^(change[-_]?requests?|comments?|comment[-_]?replies|content|pages?|files?|reviews?|reviewers?|revisions?)\b/i;
const PARTS =
  /^(site-(section|section-group|space|redirect|external-link|share-link)|openapi-spec|comment|change-request|revision)$/;
/** With more than this, asking every place is as good. */
const MOST_EVENTS = 5000;

/**
 * Says of a place whether what is given on it has to be read again. Hosts that tell no events have all places read; so does
 * `since` undefined.
 */
export async function changedGrants(
  client: Client,
  organizationId: string,
  since: string | undefined,
): Promise<(placeId: string) => boolean> {
  const all = () => true;
  if (since === undefined) return all;
  const from = new Date(Date.parse(since) - SLACK_MS).toISOString();
  const targets: AuditEvent['target'][] = [];
  let count = 0;
  try {
    const pages = client.pages(listAuditEvents, { organizationId, from }, { limit: MOST_EVENTS });
    for await (const { items } of pages) {
      count += items.length;
      targets.push(...items.filter(mayGive).map(({ target }) => target));
    }
  } catch (error) {
    if (error instanceof DocsError && [402, 403, 404, 501].includes(error.http?.status ?? 0)) return all;
    throw error;
  }
  // Whoever left, and a team that is gone, had something anywhere; and there may be more events than were read.
  if (count >= MOST_EVENTS || targets.some(({ type }) => !/^(space|collection|site)$/.test(type))) return all;
  const places = new Set(targets.map(({ id }) => id));
  return (id) => places.has(id);
}

const mayGive = ({ action, target }: AuditEvent): boolean =>
  !HARMLESS.test(action) && !PARTS.test(target.type);
