// Scans in the background: of the pages of a site, and of each topic that has new records. Nothing starts by itself;
// records that come in, and `docs sandbox scan`, start them.

import type { SiteAgentSettings } from '../../../../api/sites/site-agent-settings.generated.ts';
import { isError } from '../../../../errors.ts';
import { ownerId } from '../../../../files/process-owner.ts';
import { mayBeAlive } from '../../../background.ts';
import {
  findingChangeRequests,
  type SiteFindingRow,
  type SiteScanRow,
  siteFindings,
  siteScans,
  siteTopics,
} from '../../../db/insights/context.ts';
import { agentSettingsOf } from '../../../db/sites/site-settings.ts';
import { newId } from '../../../ids.ts';
import { whenFree } from '../../../lock.ts';
import type { Call, Sandbox } from '../../../sandbox.ts';
import { siteToChange } from '../../sites/settings.ts';
import { findInPages, proposeFix } from './broken-links.ts';
import { findGap } from './gaps.ts';
import { type Found, findUnanswered, keepFindings } from './unanswered.ts';

export interface Scanning {
  site: string;
  /** Whose change requests the fixes are. */
  userId: string;
  topics?: Iterable<string>;
}

/** Begins a scan of the site, and one of each of these topics where its agent may scan topics. */
export function startScans(sandbox: Sandbox, scanning: Scanning): SiteScanRow[] {
  const rows = sandbox.db.transaction(() => addScans(sandbox, scanning));
  sandbox.background.add(runScans(sandbox, scanning, rows));
  return rows;
}

/** All of a site that the caller may change: its pages and each of its topics. 404, 403. */
export function scanNow(call: Call, ref: { organizationId: string; siteId: string }): void {
  const { id: site } = siteToChange(call, ref);
  const topics = siteTopics(call.db)
    .all({ site }, 'createdAt, rowid')
    .map(({ id }) => id);
  startScans(call, { site, userId: call.caller.userId, topics });
}

export const openFindings = ({ db }: Sandbox, site: string): number =>
  siteFindings(db).count({ site, status: 'open' });

function addScans(sandbox: Sandbox, { site, topics = [] }: Scanning): SiteScanRow[] {
  const scanned = agentSettingsOf(sandbox.db, site).scans.topics === 'auto' ? [...topics] : [];
  const at = sandbox.now().toISOString();
  return [null, ...scanned].map((topic): SiteScanRow => {
    const row: SiteScanRow = {
      ...{ id: newId(), site, topic, status: 'pending', failureMessage: null, owner: ownerId() },
      ...{ createdAt: at, startedAt: null, finishedAt: null, updatedAt: at },
    };
    siteScans(sandbox.db).insert(row);
    return row;
  });
}

/** Never rejects: a scan that cannot be done has failed, and the others are done. */
export async function runScans(
  sandbox: Sandbox,
  scanning: Pick<Scanning, 'userId'>,
  rows: readonly SiteScanRow[],
): Promise<void> {
  for (const row of rows) await runScan(sandbox, scanning.userId, row).catch(() => undefined);
}

async function runScan(sandbox: Sandbox, userId: string, row: SiteScanRow): Promise<void> {
  const store = siteScans(sandbox.db);
  const { site, topic } = row;
  const now = () => sandbox.now().toISOString();
  try {
    await whenFree(sandbox.db);
    const at = now();
    store.update({ id: row.id }, { status: 'running', startedAt: at, updatedAt: at });
    const found: Found[] =
      topic === null
        ? [...(await findInPages(sandbox, site)), ...findUnanswered(sandbox, site)]
        : await findGap(sandbox, site, topic);
    await whenFree(sandbox.db);
    sandbox.db.transaction(() => {
      // It went with its site or its topic meanwhile.
      if (!store.find({ id: row.id, site })) return;
      const open = keepFindings(sandbox, row, found);
      for (const finding of open.filter((one) => mayBeFixed(sandbox, one)))
        proposeFix(sandbox, finding, userId);
      const end = now();
      store.update({ id: row.id }, { status: 'done', finishedAt: end, updatedAt: end });
    });
  } catch (error) {
    const end = now();
    const failureMessage = isError(error) ? error.message : String(error);
    store.update({ id: row.id }, { status: 'failed', failureMessage, finishedAt: end, updatedAt: end });
  }
}

const MAY: Record<SiteAgentSettings['findings']['changeRequests'], (finding: SiteFindingRow) => boolean> = {
  always: () => true,
  'auto-fixable': ({ fix }) => fix !== null,
  never: () => false,
};

/** Whether the agent of the site may propose a change by itself. */
function mayBeFixed({ db }: Sandbox, finding: SiteFindingRow): boolean {
  const topic =
    finding.topic === null ? undefined : siteTopics(db).find({ id: finding.topic, site: finding.site });
  if (topic?.changeRequests === 0) return false;
  // One that was merged or archived was not the end of it: somebody should look.
  if (findingChangeRequests(db).count({ finding: finding.id }) > 0) return false;
  return MAY[agentSettingsOf(db, finding.site).findings.changeRequests](finding);
}

/** A scan whose process is gone has failed. */
export function closeIfLost(sandbox: Sandbox, row: SiteScanRow): SiteScanRow {
  const isOpen = row.status === 'pending' || row.status === 'running';
  if (!isOpen || mayBeAlive(sandbox, row)) return row;
  const at = sandbox.now().toISOString();
  const failureMessage = 'the process that ran the scan ended before it was done';
  const changes = { status: 'failed' as const, failureMessage, finishedAt: at, updatedAt: at };
  siteScans(sandbox.db).update({ id: row.id }, changes);
  return { ...row, ...changes };
}
