// Which answers about a space stay true while nothing changes, and what they depend on beside the space itself.

import { createHash } from 'node:crypto';
import { listSpaceLinks } from '../../api/content/links.ts';
import type { Link, Location } from '../../api/content/locations.ts';
import { getPage, listPages } from '../../api/content/pages.ts';
import type { Space } from '../../api/content/spaces.ts';
import type { Operation } from '../../api/operation.ts';

const KEPT: readonly string[] = [listSpaceLinks.id, listPages.id, getPage.id];

/** The space an operation asks about, where its answer may be kept. Filtered links hide what they depend on. */
export function keptSpaceOf({ id }: Operation, input: unknown): string | undefined {
  if (!KEPT.includes(id)) return undefined;
  const { spaceId, status } = Object(input) as { spaceId?: unknown; status?: unknown };
  return typeof spaceId === 'string' && status === undefined ? spaceId : undefined;
}

/** Changes with whatever the platform tells of a space, its revision and the rights of the caller among it. */
export function stampOf(space: Space): string {
  const { comments, changeRequests, changeRequestsOpen, changeRequestsDraft, ...rest } = space;
  return createHash('sha256').update(JSON.stringify(rest)).digest('base64url').slice(0, 22);
}

/**
 * Ids of the other spaces that an answer depends on; undefined where it depends on more than spaces, such as a member
 * who is named on a page: such an answer is not kept.
 */
export function otherSpaces({ id }: Operation, spaceId: string, answer: unknown): string[] | undefined {
  if (id !== listSpaceLinks.id) return isOwn(answer) ? [] : undefined;
  // Safe: an answer of that operation is a list of links.
  const spaces = (answer as Link[]).map((link) => spaceOfTarget(link));
  if (!spaces.every((space) => space !== undefined)) return undefined;
  return [...new Set(spaces)].filter((space) => space !== '' && space !== spaceId);
}

/** Computed pages and included content change without the space. */
const isOwn = (answer: unknown): boolean => !/"computed":|\{%\s*include/.test(JSON.stringify(answer) ?? '');

/** Empty where the target is of the space itself, or of the web. */
function spaceOfTarget({ status, targetReference }: Link): string | undefined {
  if (targetReference === undefined) return undefined;
  return targetReference.kind === 'url' ? ofUrl(status, targetReference.url) : ofPlace(targetReference);
}

/** A path from the top may name another space, and what has no address was something else that is gone. */
const ofUrl = (status: Link['status'], url: string): string | undefined =>
  status === 'broken' && (url === '' || url.startsWith('/')) ? undefined : '';

function ofPlace(place: Location): string | undefined {
  const isInSpace = ['page', 'file', 'space', 'reusable-content'].includes(place.kind);
  return isInSpace && 'space' in place ? place.space.id : undefined;
}
