// Which rules --rule and --skip-rule mean: by their ID, or all of a topic.
import { UsageError } from '../../errors.ts';
import { nearest } from '../../files/nearest.ts';
import type { ChoiceRun } from './check-flags.ts';
import { type CheckRule, RULES, topicOf } from './rules.ts';

export interface Choice {
  rules: ReadonlySet<string> | undefined;
  skipRules: ReadonlySet<string> | undefined;
}

/** Throws UsageError for a word that is neither a rule nor a topic, and where nothing is left. */
export function choiceOf({ flags: { rule, skipRule } }: Pick<ChoiceRun, 'flags'>): Choice {
  const choice = { rules: wordsOf(rule, '--rule'), skipRules: wordsOf(skipRule, '--skip-rule') };
  if (!RULES.some((one) => isChosen(one, choice)))
    throw new UsageError('--rule and --skip-rule leave no rule to check', { hint: 'docs check rules' });
  return choice;
}

export const isChosen = ({ id }: Pick<CheckRule, 'id'>, { rules, skipRules }: Choice): boolean => {
  const isIn = (names: ReadonlySet<string>) => names.has(id) || names.has(topicOf(id));
  return (rules === undefined || isIn(rules)) && !(skipRules && isIn(skipRules));
};

function wordsOf(text: string | undefined, flag: string): Set<string> | undefined {
  if (text === undefined) return undefined;
  const words = new Set(text.split(',').map((word) => word.trim()));
  const names = new Set(RULES.flatMap(({ id }) => [id, topicOf(id)]));
  for (const word of words)
    if (!names.has(word)) {
      const [near] = nearest(word, names);
      throw new UsageError(
        `${flag}: "${word}" is not a rule or topic${near === undefined ? '' : `; did you mean "${near}"?`}`,
        { hint: 'docs check rules' },
      );
    }
  return words;
}
