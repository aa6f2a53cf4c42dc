// What a site finds for a question: by its search, or in the sources of its answer.

import type { SearchAIAnswerStream as AnswerEvent } from '../../api/insights/questions.generated.ts';
import { askSite } from '../../api/insights/questions.ts';
import { getAiUsage } from '../../api/people/organizations.ts';
import { searchSite } from '../../api/sites/site-agent-settings.ts';
import type { Client } from '../../client/client.ts';
import { ForbiddenError, isAbsence, ProtocolError } from '../../errors.ts';
import type { SitePage } from '../redirects/site-pages.ts';
import type { Found, Hit } from './judge.ts';

export interface AskedSite {
  organizationId: string;
  siteId: string;
  /** By `pageKey`. */
  pages: ReadonlyMap<string, SitePage>;
}

/** A copy of a space may have pages with the IDs of the first. */
export const pageKey = (spaceId: string, pageId: string): string => `${spaceId} ${pageId}`;

/** Spaces and records that are taken of a search; far more than any site has. */
const MOST_RESULTS = 1000;
const EVERYWHERE = { mode: 'all' } as const;

/** The pages that a search finds, the best first: by their scores where the host says them, else as they come. */
export async function searchFor(client: Client, { pages, ...ref }: AskedSite, query: string): Promise<Found> {
  const { items } = await client.call(searchSite, { ...ref, query, scope: EVERYWHERE, limit: MOST_RESULTS });
  const hits = items.flatMap((item): (Hit & { score: number })[] => {
    if ('url' in item) {
      const { url, title, description = '', score } = item;
      return [{ id: url, shown: title, text: `${title}\n${description}`, score }];
    }
    return item.pages.map(({ id: page, title, description = '', sections = [], score = 0 }) => ({
      ...{ id: pageKey(item.id, page), shown: pages.get(pageKey(item.id, page))?.address ?? title, score },
      text: [title, description, ...sections.flatMap((one) => [one.title, one.body])].join('\n'),
    }));
  });
  return { hits: hits.sort((a, b) => b.score - a.score) };
}

/**
 * The answer and its sources. Asked again only where it was refused: else it would be paid for twice. Throws what the call throws where
 * the answer was refused or ended early, ProtocolError where there was none: half an answer is none.
 */
export async function askFor(client: Client, { pages, ...ref }: AskedSite, question: string): Promise<Found> {
  const input = { ...ref, question, scope: EVERYWHERE, format: 'markdown' } as const;
  const events: AnswerEvent[] = await client.call(askSite, input, { once: true });
  const last = events.at(-1);
  if (!last) throw new ProtocolError('the answer is empty', { http: { method: 'POST', path: askSite.path } });
  const { answer, sources } = last.answer;
  const hits = sources.map((source): Hit => {
    if (source.type === 'record') return { id: source.url, shown: source.title, text: source.title };
    const id = pageKey(source.space, source.page);
    return { id, shown: pages.get(id)?.address ?? `page ${source.page}`, text: '' };
  });
  // Several sections of one page are one source.
  const each = new Map(hits.map((hit) => [hit.id, hit]));
  return { hits: [...each.values()], answer: answer && 'markdown' in answer ? answer.markdown : '' };
}

/** AI credits that the organization has used this month; undefined where the host does not tell. */
export async function creditsUsed(
  client: Client,
  organizationId: string,
  now: Date,
): Promise<number | undefined> {
  const from = `${now.toISOString().slice(0, 7)}-01T00:00:00.000Z`;
  try {
    const { periods } = await client.call(getAiUsage, { organizationId, from, to: now.toISOString() });
    return periods.reduce((sum, { credits }) => sum + credits, 0);
  } catch (error) {
    if (isAbsence(error) || error instanceof ForbiddenError) return undefined;
    throw error;
  }
}
