// Merges what is ready: judged first, looked at again right before, one after the other within a space.
import type { ContentReferenceUsage as Link } from '../../api/content/links.generated.ts';
import type { ChangeRequest } from '../../api/review/change-requests.generated.ts';
import { getChangeRequest, mergeChangeRequest, syncChangeRequest } from '../../api/review/change-requests.ts';
import type { Client } from '../../client/client.ts';
import { allItems } from '../../client/pages.ts';
import { allInOrder, inOrder } from '../../client/pool.ts';
import { endsAll, giveUp } from '../../client/retry.ts';
import { ConflictError, DocsError, messageOf } from '../../errors.ts';
import { countedBy, groupBy } from '../../files/lists.ts';
import { checkChangeRequest, type LinkPages, readMainLinks } from '../links/change-request-links.ts';
import type { SpaceRef } from '../links/link-findings.ts';
import { type ChangeRequestScope, listIn, type SpaceFacts, spacesIn } from './inbox.ts';
import { type ReviewRules, type RuleFacts, reviewProblems, ruleFacts } from './merge-readiness.ts';

export interface ReadyRules extends ReviewRules {
  /** Outdated ones are synced first; without it they are not ready. */
  syncFirst: boolean;
  allowComments: boolean;
  /** Those that break links are not ready. */
  noBrokenLinks: boolean;
  /** Only those untouched for so long. */
  olderThanMs?: number;
  now: Date;
}

export interface Judged {
  space: SpaceRef;
  changeRequest: ChangeRequest;
  /** Why it is not ready; empty when it is. */
  problems: string[];
}

export interface MergeOutcome {
  item: Judged;
  result:
    | 'merged'
    | 'synced and merged'
    | 'already merged'
    | 'not ready'
    | 'conflicts'
    | 'failed'
    | 'unknown';
  why?: string;
  /** The revision of main that it made. */
  revision?: string;
  error?: unknown;
}

/** All open change requests, by space and number, each with what keeps it from being merged. */
export async function judgeAll(
  client: Client,
  scope: ChangeRequestScope,
  rules: ReadyRules,
  { concurrency, onProgress }: { concurrency: number; onProgress?: (done: number, total: number) => void },
): Promise<Judged[]> {
  const [spaces, open] = await Promise.all([
    spacesIn(client, scope),
    listIn(client, scope, { status: 'open' }),
  ]);
  const sorted = [...open].sort((a, b) => a.space.localeCompare(b.space, 'en') || a.number - b.number);
  const facts = ruleFacts(client);
  const mainLinks = linksOncePerSpace(client, sorted);
  const judge = (changeRequest: ChangeRequest) =>
    judgeOne(client, changeRequest, { space: spaces.get(changeRequest.space), rules, facts, mainLinks });
  const judged: Judged[] = [];
  for await (const one of allInOrder(client, sorted, concurrency, judge)) {
    judged.push(one);
    onProgress?.(judged.length, sorted.length);
  }
  return rules.syncFirst ? judged : oneASpace(judged);
}

/** Several change requests of one space are compared with the same main; those of another stand before or behind them. */
function linksOncePerSpace(client: Client, sorted: readonly ChangeRequest[]): MainLinks {
  const timesOf = countedBy(sorted, ({ space }) => space);
  const kept = new Map<string, Promise<Link[]>>();
  return async function* (spaceId) {
    if (timesOf(spaceId) < 2) return yield* readMainLinks(client, spaceId);
    const links = kept.get(spaceId) ?? allItems(readMainLinks(client, spaceId));
    kept.set(spaceId, links);
    // Of each space at work, and no more.
    const [oldest] = kept.keys();
    if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
    yield { items: await links };
  };
}

type MainLinks = (spaceId: string) => LinkPages;
/** As many spaces as may be at work at once. */
const MOST_KEPT = 16;

/** The costly questions are asked only where the cheap ones found nothing. */
async function judgeOne(
  client: Client,
  changeRequest: ChangeRequest,
  {
    space: known,
    rules,
    facts,
    mainLinks,
  }: { space: SpaceFacts | undefined; rules: ReadyRules; facts: RuleFacts; mainLinks: MainLinks },
): Promise<Judged> {
  const space = { id: changeRequest.space, title: known?.title ?? changeRequest.space };
  const problems = problemsOf(changeRequest, rules);
  if (known === undefined) problems.push('the merge rules of its space cannot be read');
  if (problems.length === 0 && known)
    problems.push(...(await reviewProblems(client, { changeRequest, space: known, rules, facts })));
  if (problems.length === 0 && rules.noBrokenLinks)
    problems.push(...(await linkProblems(client, { changeRequest, space, mainLinks })));
  return { space, changeRequest, problems };
}

/** Once one is merged, the others of its space are outdated. */
function oneASpace(judged: readonly Judged[]): Judged[] {
  const first = new Map<string, number>();
  return judged.map((item) => {
    if (item.problems.length > 0) return item;
    const before = first.get(item.space.id);
    if (before !== undefined) return { ...item, problems: [`outdated once #${before} is merged`] };
    first.set(item.space.id, item.changeRequest.number);
    return item;
  });
}

function problemsOf(
  { status, outdated, comments, updatedAt }: ChangeRequest,
  { syncFirst, allowComments, olderThanMs, now }: ReadyRules,
): string[] {
  const age = now.getTime() - new Date(updatedAt).getTime();
  return [
    ...(status === 'open' ? [] : [status ? `is ${status} now` : 'of unknown status']),
    ...(outdated && !syncFirst ? ['outdated'] : []),
    ...(comments > 0 && !allowComments
      ? [`${comments} open ${comments === 1 ? 'comment' : 'comments'}`]
      : []),
    ...(olderThanMs !== undefined && age < olderThanMs ? ['changed too recently'] : []),
  ];
}

async function linkProblems(
  client: Client,
  { mainLinks, ...of }: { changeRequest: ChangeRequest; space: SpaceRef; mainLinks?: MainLinks },
): Promise<string[]> {
  const shared = mainLinks && { mainLinks };
  const { findings } = await checkChangeRequest(client, of, { concurrency: 1, newOnly: true, ...shared });
  const broken = findings.filter(({ status }) => status === 'broken').length;
  return broken > 0 ? [`breaks ${broken} ${broken === 1 ? 'link' : 'links'}`] : [];
}

/** Merges the ready ones: spaces side by side, yields the outcomes space by space. Nothing more is begun after a 401. */
export async function* mergeReady(
  client: Client,
  ready: readonly Judged[],
  rules: ReadyRules,
  { concurrency }: { concurrency: number },
): AsyncGenerator<MergeOutcome, void, undefined> {
  const groups = groupBy(ready, ({ space }) => space.id);
  const stop = giveUp();
  const results = inOrder([...groups.values()], (group) => mergeGroup(client, group, rules), {
    concurrency,
    onRateLimit: client.onRateLimit,
    stop: (result) =>
      !result.ok || result.value.some(({ error }) => stop({ ok: error === undefined, error })),
  });
  for await (const result of results) {
    if (!result.ok) throw result.error;
    yield* result.value;
  }
}

async function mergeGroup(
  client: Client,
  group: readonly Judged[],
  rules: ReadyRules,
): Promise<MergeOutcome[]> {
  const outcomes: MergeOutcome[] = [];
  for (const item of group) {
    const outcome = await mergeOne(client, item, rules).catch(
      (error: unknown): MergeOutcome => ({
        ...{ item, result: mayBeDone(error) ? 'unknown' : 'failed' },
        ...{ why: messageOf(error), error },
      }),
    );
    outcomes.push(outcome);
    if (endsAll(outcome.error)) break;
  }
  return outcomes;
}

const mayBeDone = (error: unknown): boolean => error instanceof DocsError && error.outcome === 'unknown';

/** Looks again: somebody may have done something since, and every merge makes the others of its space outdated. */
async function mergeOne(client: Client, item: Judged, rules: ReadyRules): Promise<MergeOutcome> {
  const { space, changeRequest } = item;
  const ref = { spaceId: space.id, changeRequestId: String(changeRequest.number) };
  const fresh = await client.call(getChangeRequest, ref);
  if (fresh.status === 'merged') return alreadyMerged(item, fresh);
  const problems = problemsOf(fresh, rules);
  // What was agreed to is what was looked at.
  if (fresh.revision !== changeRequest.revision) problems.push('edited in the meantime');
  if (problems.length > 0) return { item, result: 'not ready', why: problems.join(', ') };
  if (fresh.outdated) {
    const { result } = await client.call(syncChangeRequest, ref);
    if (result === 'conflicts') return { item, result: 'conflicts', why: 'main conflicts with it' };
    const broken = rules.noBrokenLinks ? await linkProblems(client, { changeRequest: fresh, space }) : [];
    if (broken.length > 0) return { item, result: 'not ready', why: `synced, but ${broken.join(', ')}` };
  }
  const answer = await client.call(mergeChangeRequest, ref).catch(async (error: unknown) => {
    // Somebody else may have been faster, or the answer alone was lost.
    const isOpen = error instanceof ConflictError || mayBeDone(error);
    const now = isOpen ? await client.call(getChangeRequest, ref).catch(() => undefined) : undefined;
    if (now?.status === 'merged') return now;
    throw error;
  });
  if ('status' in answer) return alreadyMerged(item, answer);
  const { result, revision } = answer;
  if (result === 'conflicts') return { item, result: 'conflicts', why: 'conflicts with main' };
  return { item, result: fresh.outdated ? 'synced and merged' : 'merged', revision };
}

const alreadyMerged = (item: Judged, { revisionMerged }: ChangeRequest): MergeOutcome => ({
  item,
  result: 'already merged',
  ...(revisionMerged !== undefined && { revision: revisionMerged }),
});
