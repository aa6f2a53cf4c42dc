// Records what somebody does on a published site. Whoever calls is the visitor: the sandbox has no others.
import { type SiteEventRow, siteEvents } from '../../../db/insights/insights.ts';
import { type SiteRow, shareLinks } from '../../../db/sites/sites.ts';
import { newId } from '../../../ids.ts';
import type { Call, Caller } from '../../../sandbox.ts';
import { siteAddress } from '../../../urls.ts';

/** After half an hour without an event, the next one begins a new session. */
const SESSION_MS = 30 * 60 * 1000;

export interface Session {
  visitor: string;
  session: string;
}

/** The session that a visitor is in, or a new one. */
export function sessionOf(call: Call, site: SiteRow): Session {
  const visitor = visitorOf(call.caller);
  const last = siteEvents(call.db).find({ site: site.id, visitor }, 'occurredAt DESC, rowid DESC');
  const isOn =
    last !== undefined && Math.abs(call.now().getTime() - Date.parse(last.occurredAt)) < SESSION_MS;
  return { visitor, session: isOn ? last.session : newId() };
}

const visitorOf = (caller: Caller): string =>
  'integration' in caller ? (caller.installation ?? caller.integration) : caller.userId;

/** What an event says beside who, when and where. */
export type Did = Pick<SiteEventRow, 'type'> & Partial<Omit<SiteEventRow, 'site' | 'occurredAt' | 'type'>>;

/** Keeps an event of a published site; there are no visitors of others. */
export function recordEvent(call: Call, site: SiteRow, did: Did): void {
  if (site.published === 0) return;
  call.db.quickTransaction(() =>
    siteEvents(call.db).insert({
      ...{ site: site.id, occurredAt: call.now().toISOString(), ...sessionOf(call, site) },
      url: siteAddress(call, site),
      ...{ section: null, siteSpace: null, space: null, page: null, shareLink: null },
      ...{ query: null, rating: null, claims: '{}', context: 'server' },
      ...did,
    }),
  );
}

/** Somebody opened the site, with a share key where it needs one. */
export function recordVisit(call: Call, site: SiteRow, shareKey: string | undefined): void {
  const link =
    shareKey === undefined
      ? undefined
      : shareLinks(call.db).find({ site: site.id, key: shareKey, active: 1 });
  recordEvent(call, site, { type: 'page_view', shareLink: link?.id ?? null });
}
