// Scans in the background: of the pages of a site, and of each topic that has new records. Nothing starts by itself;
// records that come in, and `docs sandbox scan`, start them.
import type { SiteAgentSettings } from '../../../../api/sites/site-agent-settings.generated.ts';
import { isError } from '../../../../errors.ts';
import { ownerId } from '../../../../files/lock.ts';
import { changeRow, mayBeAlive } from '../../../background.ts';
import { expressionOf } from '../../../content/words.ts';
import { revisionsStore } from '../../../db/content/content.ts';
import { contentIndexStore } from '../../../db/content/content-index.ts';
import {
  findingChangeRequests,
  type ReadRecord,
  readRecords,
  type SiteFindingRow,
  type SiteScanRow,
  type SiteTopicRow,
  siteFindings,
  siteScans,
  siteTopics,
} from '../../../db/insights/context.ts';
import { agentSettingsOf } from '../../../db/sites/site-settings.ts';
import { whenFree } from '../../../lock.ts';
import type { Call, Sandbox } from '../../../sandbox.ts';
import { slices } from '../../../slices.ts';
import { newId } from '../../../urls.ts';
import { analyzeRevision } from '../../content/resolved-links.ts';
import { pagesOfSection, searchPages } from '../../content/search-pages.ts';
import { siteToChange } from '../../sites/settings.ts';
import { readWords, type Vector, weighted, weightsOf, wordsOf } from '../conversations-rules.ts';
import { findInPages, proposeFix, spacesOf } from './broken-links.ts';
import { type Found, findUnanswered, keepFindings } from './unanswered.ts';

// Topics that no page of a site is about: what people ask for, and do not find.

/** How many of its most telling words stand for a topic. */
const TELLING = 6;
/** A page that has this much of their weight is about the topic. */
const ENOUGH = 0.6;
const MANY_RECORDS = 5;
const SOME_RECORDS = 3;

/** The words that tell a topic of a site from the others, with their weights. */
export function tellingWords({ db }: Sandbox, { site, id }: Pick<SiteTopicRow, 'site' | 'id'>): Vector {
  const weight = weightsOf(readRecords(db, 'site', site).map(({ words }) => readWords(words)));
  const sum = new Map<string, number>();
  for (const { words } of readRecords(db, 'topic', id))
    for (const [word, value] of weighted(readWords(words), weight))
      sum.set(word, (sum.get(word) ?? 0) + value);
  const best = [...sum].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).slice(0, TELLING);
  return new Map(best);
}

/** Counts the pages about a topic, and finds it missing where there are none. */
async function findGap(sandbox: Sandbox, site: string, topicId: string): Promise<Found[]> {
  const topic = siteTopics(sandbox.db).find({ id: topicId, site });
  if (!topic) return [];
  const words = tellingWords(sandbox, topic);
  const pages = await pagesAbout(sandbox, site, words);
  siteTopics(sandbox.db).update({ id: topic.id }, { pages });
  const records = readRecords(sandbox.db, 'topic', topic.id);
  if (pages > 0 || words.size === 0 || records.length === 0) return [];
  return [gapOf(topic, [...words.keys()], records)];
}

/** The finding that no page is about a topic. */
export function gapOf(
  topic: Pick<SiteTopicRow, 'id' | 'label'>,
  words: readonly string[],
  records: readonly Pick<ReadRecord, 'id'>[],
): Found {
  return {
    about: `gap ${topic.id}`,
    title: `No page about "${topic.label}"`,
    description: `Records are about it, and no page has its words: ${words.join(', ')}.`,
    type: 'content-gap',
    severity: records.length >= MANY_RECORDS ? 'high' : records.length >= SOME_RECORDS ? 'medium' : 'low',
    // Asked once, it may be of no interest to anybody else.
    status: records.length > 1 ? 'open' : 'candidate',
    space: null,
    topic: topic.id,
    pages: [],
    records: records.map(({ id }) => id),
  };
}

async function pagesAbout(sandbox: Sandbox, site: string, words: Vector): Promise<number> {
  const whole = [...words.values()].reduce((sum, weight) => sum + weight, 0);
  let count = 0;
  for (const { space } of spacesOf(sandbox, site)) {
    await analyzeRevision(sandbox, space.revision);
    const weights = new Map<string, number>();
    for (const [word, weight] of words)
      for (const page of await pagesWith(sandbox, space.revision, word))
        weights.set(page, (weights.get(page) ?? 0) + weight);
    count += [...weights.values()].filter((weight) => weight >= whole * ENOUGH).length;
  }
  return count;
}

/** Ids of the pages that have a word in their title, description or text. */
async function pagesWith({ db }: Sandbox, revision: string, word: string): Promise<Set<string>> {
  const expression = expressionOf(word);
  const known = await searchPages(db, revisionsStore(db).get(revision)?.tree ?? '');
  const found = new Set<string>();
  const pause = slices();
  for (const { page } of known.pages) {
    if (wordsOf(`${page.title} ${page.description ?? ''}`).has(word)) found.add(page.id);
    await pause();
  }
  if (expression === undefined || !known.span) return found;
  for (const section of contentIndexStore(db).match(expression, known.span)) {
    for (const at of pagesOfSection(known, section)) {
      const placed = known.pages[at];
      if (placed) found.add(placed.page.id);
    }
    await pause();
  }
  return found;
}

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
  const failureMessage = 'the process that ran the scan ended before it was done';
  const finishedAt = sandbox.now().toISOString();
  return changeRow(sandbox, siteScans, row, { status: 'failed', failureMessage, finishedAt });
}
