// docs sites eval: whether readers find what they should, for each question of a file.
import { listPages } from '../../api/content/pages.ts';
import { askSite } from '../../api/insights/questions.ts';
import { getAiUsage } from '../../api/people/organizations.ts';
import { searchSite } from '../../api/sites/site-agent-settings.ts';
import { getSiteStructure } from '../../api/sites/site-structure.ts';
import { getSite } from '../../api/sites/sites.ts';
import { arg, handmade } from '../../engine/model/command.ts';
import { EVAL_FLAGS } from './eval-flags.ts';

const COLUMNS = ['outcome', 'question', 'rank', 'expected', 'found', 'problems'] as const;

export const siteEval = handmade('eval', {
  summary: 'Measure whether readers of a site find the right pages',
  args: [arg('file')],
  uses: [getSite, getSiteStructure, listPages, searchSite, askSite, getAiUsage],
  columns: COLUMNS,
  fields: [...COLUMNS, 'change', 'mode', 'hitAt1', 'hitAt3', 'reciprocalRank', 'line'],
  paged: true,
  exits: [6, 7],
  options: EVAL_FLAGS,
  run: async (run) => (await import('./run-eval.ts')).runEval(run),
  examples: [
    ['Measure the search', 'docs sites eval questions.yaml --site "Tarnpost Docs"'],
    ['Judge the answers of the assistant', 'docs sites eval questions.yaml --ask --site "Tarnpost Docs"'],
    [
      'Keep a run to compare with',
      'docs sites eval questions.yaml --site "Tarnpost Docs" --json > eval.json',
    ],
    [
      'Fail in CI if readers find less than then',
      'docs sites eval questions.yaml --baseline eval.json --site "Tarnpost Docs"',
    ],
  ],
  notes: `The file is a list in YAML. An item has ask (a question) or search (words), and what is expected: expect (pages by path,
title or URL, one of which must be found), within (how far down, 3 if not given), contains and not (texts of the answer, or of the
results). docs questions list --to-eval starts such a file; for its JSON Schema: docs sites schema-file questions.
A hit at 1 is an expected page in first place, a hit at 3 one of the first three; the reciprocal rank is 1, 1/2, 1/3 and so on, and 0
for a page that was not found. An answer that ends early, comes late or is refused is not judged (exit 7). On a published site, each question
counts as one of a visitor. Worse than --baseline means: a question that passed fails now, or the mean reciprocal rank is lower.`,
});
