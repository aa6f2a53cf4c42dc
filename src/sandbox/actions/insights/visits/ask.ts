// Records what somebody asks a published site: the search, the question, and the answer it got.
import { spaceStore } from '../../../db/content/spaces.ts';
import type { SiteEventRow } from '../../../db/insights/insights.ts';
import {
  type SiteAnswerRow,
  type SiteQuestionRow,
  siteAnswerStore,
  siteQuestionStore,
} from '../../../db/insights/questions.ts';
import type { SiteRow, SiteSpaceRow } from '../../../db/sites/sites.ts';
import { newId } from '../../../ids.ts';
import type { Call } from '../../../sandbox.ts';
import { answerFrom, isQuestion, tellingWords, typeOf } from './answer.ts';
import { recordEvent, sessionOf } from './visit.ts';

export interface Asked {
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
  { text, places, channel = 'api', claims = '{}' }: Asked,
): Promise<void> {
  if (site.published === 0) return;
  const context: SiteEventRow['context'] = channel === 'api' ? 'server' : channel;
  const did = { query: text, context, claims };
  recordEvent(call, site, { type: 'search_type_query', ...did });
  const words = tellingWords(text).sort().join(' ');
  if (words === '' || !isQuestion(text)) return;
  const answer = await answerFrom(call, places, text);
  const space = places[0] && spaceStore(call.db).row(places[0].space);
  call.db.quickTransaction(() => {
    recordEvent(call, site, { type: 'ask_question', ...did });
    const { visitor, session } = sessionOf(call, site);
    const id = newId();
    const before = siteAnswerStore(call.db).lastOf(session);
    siteAnswerStore(call.db).insert({
      ...{ id, site: site.id, question: questionAbout(call, site, words, text).id, text },
      ...{ thread: before?.thread ?? id, previous: before?.id ?? null, visitor, session, rating: null },
      ...{ ...answer, sources: JSON.stringify(answer.sources), channel },
      language: space?.language ?? 'en',
      createdAt: call.now().toISOString(),
    });
  });
}

/** The question of the same words, or a new one. */
function questionAbout(call: Call, { id: site }: SiteRow, words: string, text: string): SiteQuestionRow {
  const store = siteQuestionStore(call.db);
  const known = store.about(site, words);
  if (known) return known;
  const createdAt = call.now().toISOString();
  const made = { id: newId(), site, words, question: text.trim(), type: typeOf(text), createdAt };
  store.insert(made);
  return made;
}
