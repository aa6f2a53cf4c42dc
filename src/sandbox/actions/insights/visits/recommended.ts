// Questions that a site or an organization can answer: what visitors asked before, then what its first pages are about.
import { walk } from '../../../content/tree.ts';
import { revisionsStore } from '../../../db/content/content.ts';
import { spaceStore } from '../../../db/content/spaces.ts';
import { siteAnswerStore, siteQuestionStore } from '../../../db/insights/questions.ts';
import type { Call } from '../../../sandbox.ts';

const MOST_QUESTIONS = 5;

/** Of the sites only what was answered; `spaces` are those that may answer. */
export function recommended(call: Call, sites: readonly string[], spaces: readonly string[]): string[] {
  const questions = [...sites.flatMap((site) => answered(call, site)), ...aboutPages(call, spaces)];
  return [...new Set(questions)].slice(0, MOST_QUESTIONS);
}

function answered({ db }: Call, site: string): string[] {
  const answers = siteAnswerStore(db)
    .all(site)
    .filter((one) => one.answered === 'yes');
  const timesOf = (id: string) => answers.filter(({ question }) => question === id).length;
  return siteQuestionStore(db)
    .all(site)
    .map(({ id, question }) => ({ question, times: timesOf(id) }))
    .filter(({ times }) => times > 0)
    .sort((a, b) => b.times - a.times)
    .map(({ question }) => question);
}

function* aboutPages({ db }: Call, spaces: readonly string[]): Generator<string> {
  let left = MOST_QUESTIONS;
  for (const id of spaces)
    for (const { page } of walk(revisionsStore(db).tree(spaceStore(db).live(id).revision).pages)) {
      if (page.type !== 'document' || page.hidden === true) continue;
      yield `What is there to know about ${page.title}?`;
      left -= 1;
      if (left === 0) return;
    }
}
