// Questions that visitors asked and that no page has ever answered.
import { isDeepStrictEqual } from 'node:util';
import type { SiteFinding } from '../../../../api/insights/site-findings.generated.ts';
import {
  type Fix,
  findingPages,
  findingQuestions,
  findingRecords,
  type SiteFindingRow,
  siteFindings,
} from '../../../db/insights/context.ts';
import type { Sandbox } from '../../../sandbox.ts';
import { newId } from '../../../urls.ts';

const MANY_TIMES = 5;
const SOME_TIMES = 3;

/** Counted as relevant: what is spam or about something else needs no page. */
export function findUnanswered({ db }: Sandbox, site: string): Found[] {
  const rows = db.all<{ id: string; question: string; times: number }>(
    `SELECT q.id, q.question, count(*) AS times FROM siteQuestions q JOIN siteAnswers a ON a.question = q.id
     WHERE q.site = ? AND a.relevance = 'relevant' GROUP BY q.id
     HAVING sum(a.answered = 'no') = count(*) ORDER BY q.createdAt, q.id`,
    site,
  );
  return rows.map(({ id, question, times }) => ({
    about: `question ${id}`,
    title: `Unanswered question: ${question}`,
    description: `Visitors asked it ${times === 1 ? 'once' : `${times} times`}, and no page answers it.`,
    type: 'content-gap',
    severity: times >= MANY_TIMES ? 'high' : times >= SOME_TIMES ? 'medium' : 'low',
    status: times > 1 ? 'open' : 'candidate',
    space: null,
    topic: null,
    pages: [],
    records: [],
    questions: [id],
  }));
}

// What a scan finds, and how it is kept: what an earlier scan found is the same finding, and what is gone is done.

export interface Found {
  /** Tells it from every other finding of the site. */
  about: string;
  title: string;
  description: string;
  type: SiteFinding['type'];
  severity: SiteFinding['severity'];
  status: 'open' | 'candidate';
  space: string | null;
  topic: string | null;
  pages: readonly string[];
  records: readonly string[];
  questions?: readonly string[];
  fix?: Fix;
  redirect?: NonNullable<SiteFinding['brokenLinkAction']>;
}

interface Scope {
  id: string;
  site: string;
  topic: string | null;
}

/** Keeps all that a scan found; call it in a transaction. Returns the findings that may be worked on. */
export function keepFindings(sandbox: Sandbox, scan: Scope, found: readonly Found[]): SiteFindingRow[] {
  const store = siteFindings(sandbox.db);
  const kept = found.flatMap((one) => keepOne(sandbox, scan, one) ?? []);
  const ids = new Set(kept.map(({ id }) => id));
  for (const { id, status } of store.all({ site: scan.site, topic: scan.topic }, 'rowid')) {
    if (ids.has(id) || (status !== 'open' && status !== 'candidate')) continue;
    store.update({ id }, { status: 'done', updatedAt: sandbox.now().toISOString() });
  }
  return kept.filter(({ status }) => status === 'open');
}

function keepOne(sandbox: Sandbox, { id: scan, site }: Scope, one: Found): SiteFindingRow | undefined {
  const store = siteFindings(sandbox.db);
  const at = sandbox.now().toISOString();
  const before = store.find({ site, about: one.about });
  const columns = {
    // The one that found it; where it was done and is there again, the one that found it again.
    scan: before && before.status !== 'done' ? before.scan : scan,
    topic: one.topic,
    space: one.space,
    title: cut(one.title),
    description: one.description,
    type: one.type,
    severity: one.severity,
    status: statusAfter(before?.status, one.status),
    fix: one.fix ?? null,
    redirect: one.redirect ?? null,
  };
  const id = before?.id ?? newId();
  if (!before) store.insert({ id, site, about: one.about, ...columns, createdAt: at, updatedAt: at });
  else store.update({ id }, { ...columns, updatedAt: isSame(before, columns) ? before.updatedAt : at });
  for (const parts of [findingPages, findingRecords, findingQuestions])
    parts(sandbox.db).remove({ finding: id });
  for (const page of new Set(one.pages)) findingPages(sandbox.db).insert({ finding: id, page });
  for (const record of new Set(one.records)) findingRecords(sandbox.db).insert({ finding: id, record });
  for (const question of new Set(one.questions))
    findingQuestions(sandbox.db).insert({ finding: id, question });
  return store.find({ id, site });
}

/** What was canceled stays so; what was done and is there again is open again. */
function statusAfter(
  before: SiteFinding['status'] | undefined,
  found: Found['status'],
): SiteFinding['status'] {
  if (before === 'canceled') return before;
  return before === 'open' ? before : found;
}

function isSame(before: SiteFindingRow, columns: Partial<SiteFindingRow>): boolean {
  return Object.entries(columns).every(([name, value]) =>
    isDeepStrictEqual(Reflect.get(before, name), value),
  );
}

const TITLE_LENGTH = 256;

function cut(text: string): string {
  const letters = [...text];
  return letters.length <= TITLE_LENGTH ? text : `${letters.slice(0, TITLE_LENGTH - 1).join('')}…`;
}
