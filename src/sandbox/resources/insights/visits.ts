// What visitors do and ask on a site, and what they are answered.
import type { SiteQuestion } from '../../../api/insights/question-shapes.generated.ts';
import type { getQuestionStats } from '../../../api/insights/questions.ts';
import type { InputOf } from '../../../api/operation.ts';
import { groupBy } from '../../../files/lists.ts';
import { wordsOf as wordsIn } from '../../content/words.ts';
import { contentIndexStore } from '../../db/content/content-index.ts';
import { liveSpace, spaces } from '../../db/content/spaces.ts';
import {
  type SiteAnswerRow,
  type SiteEventRow,
  type SiteQuestionRow,
  type Source,
  siteAnswers,
  siteEvents,
  siteQuestions,
} from '../../db/insights/insights.ts';
import { type SiteRow, type SiteSpaceRow, shareLinks } from '../../db/sites/sites.ts';
import { timesBetween } from '../../paging.ts';
import type { Call, Caller } from '../../sandbox.ts';
import { newId, siteAddress } from '../../urls.ts';
import { seenSpace } from '../../who-sees.ts';
import { analyzeRevision } from '../content/resolved-links.ts';
import { excerptOf, type Hit, searchIn } from '../content/search-rules.ts';
import { readSite, requireSite } from '../sites/settings.ts';
import { wordsOf } from './conversations-rules.ts';

/** After half an hour without an event, the next one begins a new session. */
const SESSION_MS = 30 * 60 * 1000;

interface Session {
  visitor: string;
  session: string;
}

/** The session that a visitor is in, or a new one. */
function sessionOf(call: Call, site: SiteRow): Session {
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

/** A site whose visitors the caller may look at. 404, 403. */
export function siteToWatch(call: Call, ref: { organizationId: string; siteId: string }): SiteRow {
  const site = readSite(call, ref);
  requireSite(call, site, 'edit');
  return site;
}

type Filters = Partial<Omit<InputOf<typeof getQuestionStats>, 'organizationId' | 'siteId' | 'topic'>> & {
  topic?: string | readonly string[];
};

/** The answers that are meant, the oldest first. 400 when `to` is before `from`. */
export function answersOf(call: Call, site: SiteRow, filters: Filters): SiteAnswerRow[] {
  const { relevance, channelType, answered, topic } = filters;
  const { from, to } = timesBetween(filters);
  // Nothing groups questions by topics here: none has one.
  if (topic !== undefined && topic.length > 0) return [];
  const is = (wanted: readonly string[] | undefined, value: string) =>
    wanted === undefined || wanted.length === 0 || wanted.includes(value);
  return siteAnswers(call.db)
    .all({ site: site.id }, 'createdAt, rowid')
    .filter(
      (row) =>
        (from === undefined || row.createdAt >= from) &&
        (to === undefined || row.createdAt < to) &&
        is(relevance, row.relevance) &&
        is(channelType, row.channel) &&
        is(answered, row.answered),
    );
}

export interface Asked {
  question: SiteQuestionRow;
  /** The oldest first; never empty. */
  answers: SiteAnswerRow[];
}

/** Questions with at least one of the answers. */
export function questionsOf(call: Call, site: SiteRow, answers: readonly SiteAnswerRow[]): Asked[] {
  const by = groupBy(answers, ({ question }) => question);
  return siteQuestions(call.db)
    .all({ site: site.id })
    .flatMap((question) => {
      const own = by.get(question.id);
      return own ? [{ question, answers: own }] : [];
    });
}

export const questionOf = (call: Call, site: SiteRow, id: string): SiteQuestionRow =>
  siteQuestions(call.db).get({ id, site: site.id }, 'question');

export const answerOf = (call: Call, site: SiteRow, id: string): SiteAnswerRow =>
  siteAnswers(call.db).get({ id, site: site.id }, 'answer');

/** The pages of an answer that the caller may see. */
export const sourcesOf = (call: Call, { sources }: SiteAnswerRow): Source[] =>
  sources.filter(({ space }) => seenSpace(call, space));

// Answers a question from the pages of a site: by the words they share, without a language model.

/** Pages that one answer is made from. */
const MOST_SOURCES = 3;
/** Words of a question that are looked for. */
const MOST_WORDS = 12;

/** The words that a question is about; empty for one without any. */
export const tellingWords = (text: string): string[] => [...wordsOf(text).keys()].slice(0, MOST_WORDS);

const QUESTION = /\?\s*$/;
const BEGINS = /^(?:how|what|why|where|when|which|who|can|could|do|does|is|are|should|will)\b/i;

/** Whether a search is a question: it ends in a question mark, or begins as questions do. */
const isQuestion = (text: string): boolean =>
  QUESTION.test(text) || (BEGINS.test(text.trim()) && text.trim().split(/\s+/).length > 2);

const TYPES: readonly [SiteQuestion['type'], RegExp][] = [
  [
    'troubleshooting',
    /\b(?:error|fail\w*|wrong|broken|missing|invalid|blank|why|not (?:work|match|arriv)\w*)\b/i,
  ],
  ['how-to', /^(?:how|where)\b|\bhow (?:do|can|to)\b|^can (?:i|we)\b/i],
  ['exploring', /^(?:is there|do you|does|can|should|will|who)\b/i],
  ['reference', /^(?:what|which|when)\b/i],
];
const typeOf = (text: string): SiteQuestion['type'] =>
  TYPES.find(([, form]) => form.test(text.trim()))?.[0] ?? 'unknown';

type Answer = Pick<SiteAnswerRow, 'answered' | 'helpfulness' | 'relevance'> & { sources: Source[] };

const HELP = { yes: 'high', partially: 'medium', no: 'low' } as const;

/** What the pages of the given site spaces say. At least half of the words must be there together. */
async function answerFrom(call: Call, places: readonly SiteSpaceRow[], text: string): Promise<Answer> {
  const words = tellingWords(text);
  const found: { share: number; source: Omit<Source, 'weight'> }[] = [];
  for (const { space } of words.length > 0 ? places : [])
    found.push(...(await pagesAbout(call, space, words)));
  // The order of the search where the share is the same.
  const best = found
    .filter(({ share }) => share >= 0.5)
    .sort((a, b) => b.share - a.share)
    .slice(0, MOST_SOURCES);
  const answered = best[0] === undefined ? 'no' : best[0].share === 1 ? 'yes' : 'partially';
  const whole = best.reduce((sum, { share }) => sum + share, 0);
  return {
    answered,
    helpfulness: HELP[answered],
    relevance: /https?:\/\//i.test(text) ? 'spam' : words.length === 0 ? 'unclear' : 'relevant',
    sources: best.map(({ share, source }) => ({
      ...source,
      weight: Math.round((share / whole) * 100) / 100,
    })),
  };
}

/** Pages of a space with the share of the words that they hold together, the best first. */
export async function pagesAbout(call: Call, space: string, words: readonly string[]) {
  const { revision } = liveSpace(call.db, space);
  await analyzeRevision(call, revision);
  for (const joint of [' ', ' OR ']) {
    const expression = words.map((word) => `"${word}"*`).join(joint);
    const search = await searchIn(call.db, revision, { words: [...words], expression });
    const hits = search.hits(0, MOST_SOURCES);
    if (hits.length > 0) return hits.map((hit) => textAbout(call, hit, words, { space, revision }));
  }
  return [];
}

type Place = Pick<Source, 'space' | 'revision'>;

function textAbout(call: Call, { placed: { page }, sections }: Hit, words: readonly string[], place: Place) {
  const [section] = contentIndexStore(call.db).sections(sections.slice(0, 1));
  const body = section?.body ?? page.description ?? '';
  const there = wordsIn(`${page.title} ${section?.title ?? ''} ${body}`);
  const held = words.filter((word) => there.some((one) => one.startsWith(word)));
  const source = { ...place, page: page.id, title: page.title, excerpt: excerptOf(body, [...words]) };
  return { share: held.length / words.length, source, section };
}

interface Question {
  text: string;
  /** The site spaces that were searched. */
  places: readonly SiteSpaceRow[];
  channel?: SiteAnswerRow['channel'];
  /** JSON: what the site knows of the visitor. */
  claims?: string;
}

/** A search of a published site is an event; one that is a question is answered, and kept as a question too. */
export async function recordSearch(
  call: Call,
  site: SiteRow,
  { text, places, channel = 'api', claims = '{}' }: Question,
): Promise<void> {
  if (site.published === 0) return;
  const context: SiteEventRow['context'] = channel === 'api' ? 'server' : channel;
  const did = { query: text, context, claims };
  recordEvent(call, site, { type: 'search_type_query', ...did });
  const words = tellingWords(text).sort().join(' ');
  if (words === '' || !isQuestion(text)) return;
  const answer = await answerFrom(call, places, text);
  const space = places[0] && spaces(call.db).find({ id: places[0].space });
  call.db.quickTransaction(() => {
    recordEvent(call, site, { type: 'ask_question', ...did });
    const { visitor, session } = sessionOf(call, site);
    const id = newId();
    const before = siteAnswers(call.db).find({ session }, 'rowid DESC');
    siteAnswers(call.db).insert({
      ...{ id, site: site.id, question: questionAbout(call, site, words, text).id, text },
      ...{ thread: before?.thread ?? id, previous: before?.id ?? null, visitor, session, rating: null },
      ...{ ...answer, channel },
      language: space?.language ?? 'en',
      createdAt: call.now().toISOString(),
    });
  });
}

/** The question of the same words, or a new one. */
function questionAbout(call: Call, { id: site }: SiteRow, words: string, text: string): SiteQuestionRow {
  const store = siteQuestions(call.db);
  const known = store.find({ site, words });
  if (known) return known;
  const createdAt = call.now().toISOString();
  const made = { id: newId(), site, words, question: text.trim(), type: typeOf(text), createdAt };
  store.insert(made);
  return made;
}
