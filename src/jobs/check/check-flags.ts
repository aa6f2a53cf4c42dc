// Flags of docs check.

import type { FlagsOf } from '../../engine/model/command-type.ts';
import { flag, type Option } from '../../engine/model/option.ts';
import type { Run } from '../../engine/run/run.ts';
import { UsageError } from '../../errors.ts';
import { nearest } from '../../files/nearest.ts';
import { BASELINE_FLAGS } from '../report/baseline.ts';
import { EXTERNAL_FLAGS } from '../report/external-ask.ts';
import { EXIT_CODE_FLAG, FORMAT_FLAG } from '../report/finding-flags.ts';
import { type CheckRule, LEVELS, RULES, topicOf } from './rules.ts';

export const CHOICE_FLAGS = [
  flag('--rule <rules>', 'only these rules or topics, such as nav,link/anchor'),
  flag('--skip-rule <rules>', 'not these rules or topics'),
] as const satisfies readonly Option[];

export const CHECK_FLAGS = [
  ...CHOICE_FLAGS,
  flag('--base <ref>', 'only what this branch adds, compared with where it left this branch, tag or commit', {
    reach: 'machine',
  }),
  flag('--fix', 'show what can be corrected mechanically as a diff; with --yes, correct it', {
    reach: 'machine',
  }),
  flag('--online', 'check links to other spaces by the pages that the host lists', { reach: 'platform' }),
  flag('--fresh', 'read every page again, not only those that changed since the last run', {
    reach: 'machine',
  }),
  ...EXTERNAL_FLAGS,
  ...BASELINE_FLAGS,
  FORMAT_FLAG,
  flag('--fail-on <level>', 'exit 6 if there are findings of this level or a higher one', {
    reach: 'platform',
    choices: LEVELS,
    group: 'Output:',
  }),
  EXIT_CODE_FLAG,
] as const satisfies readonly Option[];

export type CheckRun = Run<FlagsOf<typeof CHECK_FLAGS>>;

export type ChoiceRun = Run<FlagsOf<typeof CHOICE_FLAGS>>;

// Which rules --rule and --skip-rule mean: by their ID, or all of a topic.

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
