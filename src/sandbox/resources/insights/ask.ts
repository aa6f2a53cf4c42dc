// Questions answered from the pages of a site or an organization, and questions that they can answer.

import type { SearchAIAnswerStream as AnswerEvent } from '../../../api/insights/questions.generated.ts';
import * as api from '../../../api/insights/questions.ts';
import { escapeText } from '../../../markdown/from-document.ts';
import { walk } from '../../content/tree.ts';
import { revisionsStore } from '../../db/content/content.ts';
import { liveSpace } from '../../db/content/spaces.ts';
import { siteAnswers, siteQuestions } from '../../db/insights/insights.ts';
import { type FidelityOf, handle } from '../../handler.ts';
import type { Call } from '../../sandbox.ts';
import { visibleSpaceIds } from '../../who-sees.ts';
import { bodyWriter } from '../content/bodies.ts';
import { placesOf, type Scope } from '../sites/published.ts';
import { readSite } from '../sites/settings.ts';
import { siteSpaceOf } from '../sites/site-spaces.ts';
import { pagesAbout, recordSearch, tellingWords } from './visits.ts';

// Answers a question by what pages say: it quotes the sections that share the most words with it, and names them.

/** Sections that one answer quotes. */
const MOST_QUOTES = 3;
/** Of the words of the question, what a section must hold. */
const ENOUGH = 0.5;

type Format = 'document' | 'markdown' | undefined;
type Quote = Awaited<ReturnType<typeof pagesAbout>>[number];

/** The answer as it grows, a quote at a time; one event without an answer where no page says anything about it. */
async function answerEvents(
  call: Call,
  spaces: readonly string[],
  { question, format }: { question: string; format: Format },
): Promise<AnswerEvent[]> {
  const words = tellingWords(question);
  const found: Quote[] = [];
  for (const space of words.length > 0 ? new Set(spaces) : [])
    found.push(...(await pagesAbout(call, space, words)));
  // The order of the search where the share is the same.
  const quotes = found
    .filter(({ share }) => share >= ENOUGH)
    .sort((a, b) => b.share - a.share)
    .slice(0, MOST_QUOTES);
  if (quotes.length === 0) return [{ type: 'answer', answer: { sources: [], followupQuestions: [] } }];
  const toBody = await bodyWriter(format);
  return quotes.map((_, at) => ({
    type: 'answer',
    answer: {
      answer: toBody(
        quotes
          .slice(0, at + 1)
          .map(quoted)
          .join('\n\n'),
      ),
      sources: quotes.slice(0, at + 1).map(sourceOf),
      followupQuestions: [],
    },
  }));
}

function quoted({ source: { title, excerpt }, section }: Quote): string {
  const place = section === undefined || section.title === '' ? title : `${title}: ${section.title}`;
  return `**${escapeText(place)}**\n\n> ${escapeText(excerpt.replace(/\s+/g, ' ').trim())}`;
}

const sourceOf = ({ source: { page, revision, space }, section }: Quote) => ({
  type: 'page' as const,
  ...{ page, revision, space },
  sections: section === undefined || section.anchor === '' ? [] : [section.anchor],
  reason: 'It holds words of the question.',
});

// Questions that a site or an organization can answer: what visitors asked before, then what its first pages are about.

const MOST_QUESTIONS = 5;

/** Of the sites only what was answered; `spaces` are those that may answer. */
function recommended(call: Call, sites: readonly string[], spaces: readonly string[]): string[] {
  const questions = [...sites.flatMap((site) => answered(call, site)), ...aboutPages(call, spaces)];
  return [...new Set(questions)].slice(0, MOST_QUESTIONS);
}

function answered({ db }: Call, site: string): string[] {
  const answers = siteAnswers(db)
    .all({ site }, 'createdAt, rowid')
    .filter((one) => one.answered === 'yes');
  const timesOf = (id: string) => answers.filter(({ question }) => question === id).length;
  return siteQuestions(db)
    .all({ site })
    .map(({ id, question }) => ({ question, times: timesOf(id) }))
    .filter(({ times }) => times > 0)
    .sort((a, b) => b.times - a.times)
    .map(({ question }) => question);
}

function* aboutPages({ db }: Call, spaces: readonly string[]): Generator<string> {
  let left = MOST_QUESTIONS;
  for (const id of spaces)
    for (const { page } of walk(revisionsStore(db).tree(liveSpace(db, id).revision).pages)) {
      if (page.type !== 'document' || page.hidden === true) continue;
      yield `What is there to know about ${page.title}?`;
      left -= 1;
      if (left === 0) return;
    }
}

/** Those that the caller sees, in the order of the organization. */
function spacesOf(call: Call, organizationId: string): string[] {
  call.access.requireOrganization(organizationId, 'view');
  return visibleSpaceIds(call, organizationId);
}

export default [
  handle(api.askSite, readSite, async (call, { question, scope, context, format }, site) => {
    // The body was checked: what may be absent is absent.
    const places = placesOf(call, site, { scope } as Scope);
    await recordSearch(call, site, { text: question, places });
    const isRead = ({ id }: { id: string }) => id === context?.siteSpaceId;
    const inOrder = [...places.filter(isRead), ...places.filter((place) => !isRead(place))];
    return answerEvents(
      call,
      inOrder.map(({ space }) => space),
      { question, format },
    );
  }),

  handle(api.askOrganization, async (call, { organizationId, query, format }) =>
    answerEvents(call, spacesOf(call, organizationId), { question: query, format }),
  ),

  handle(api.recommendOnSite, readSite, (call, { siteSpaceId, spaceId }, site) => {
    if (siteSpaceId !== undefined) siteSpaceOf(call, site, siteSpaceId);
    const places = placesOf(call, site, { scope: { mode: 'all' } }).filter(
      ({ id, space }) =>
        (siteSpaceId === undefined || id === siteSpaceId) && (spaceId === undefined || space === spaceId),
    );
    const sites = siteSpaceId === undefined && spaceId === undefined ? [site.id] : [];
    const spaces = places.map(({ space }) => space);
    return recommended(call, sites, spaces).map((question) => ({ question }));
  }),

  handle(api.recommendInOrganization, (call, { organizationId }) => ({
    questions: recommended(call, [], spacesOf(call, organizationId)),
  })),
];

const QUOTES = 'It quotes the sections that share words with the question: no language model is asked.';
const PAGES = 'They are questions that were answered before, then the titles of the first pages.';

export const fidelity: FidelityOf = {
  'ask.site': { simulated: QUOTES },
  'ask.organization': { simulated: QUOTES },
  'ask.siteQuestions': { simulated: PAGES },
  'ask.questions': { simulated: PAGES },
};
