// Flags of docs audit.

import type { FlagsOf } from '../../engine/model/command-type.ts';
import { READ_CONCURRENCY_FLAG } from '../../engine/model/globals.ts';
import { flag, type Option } from '../../engine/model/option.ts';
import type { Run } from '../../engine/run/run.ts';
import { UsageError } from '../../errors.ts';
import { REPORT_FORMATS } from '../../output/reports/makers.ts';
import { ORGANIZATION_FLAG } from '../access/access-scope.ts';
import { BASELINE_FLAGS } from '../report/baseline.ts';
import { EXIT_CODE_FLAG, FORMAT_FLAG } from '../report/finding-flags.ts';
import { FRESH_FLAG } from '../report/kept-answers.ts';
import { type AuditRule, SEVERITIES } from './rule.ts';
import { auditRules } from './rules/rules.generated.ts';

export const CHOICE_FLAGS = [
  flag('--only <rules>', 'only these rules or topics, such as sso,people/single-admin'),
  flag('--skip <rules>', 'not these rules or topics'),
] as const satisfies readonly Option[];

export const AUDIT_FLAGS = [
  ...CHOICE_FLAGS,
  flag('--also <rules>', 'these rules or topics, too, such as links,pages'),
  { ...FORMAT_FLAG, choices: [...REPORT_FORMATS, 'html'] },
  flag('--fail-on <severity>', 'exit 6 if there are findings of this severity or a higher one', {
    reach: 'platform',
    choices: SEVERITIES,
    group: 'Output:',
  }),
  EXIT_CODE_FLAG,
  ...BASELINE_FLAGS,
  flag('--owners <file>', 'file that maps page paths to their owners (default owners.yaml)'),
  FRESH_FLAG,
  ...ORGANIZATION_FLAG,
  READ_CONCURRENCY_FLAG,
] as const satisfies readonly Option[];

export type AuditRun = Run<FlagsOf<typeof AUDIT_FLAGS>>;

export type ChoiceRun = Run<FlagsOf<typeof CHOICE_FLAGS>>;

// Which rules --only, --also and --skip mean: by their ID, or all of a topic.

const topicOf = ({ id }: Pick<AuditRule, 'id'>): string => id.slice(0, id.indexOf('/'));

type Choice = Pick<AuditRun['flags'], 'only' | 'skip'> & Partial<Pick<AuditRun['flags'], 'also'>>;
type Test = (rule: AuditRule) => boolean;

/**
 * In the order of the list; without --only those that `usual` says. Throws UsageError for a word that is neither, and where
 * nothing is left.
 */
export function chosenRules({ only, also, skip }: Choice, usual: Test): AuditRule[] {
  const wanted = matcher(only, '--only') ?? usual;
  const added = matcher(also, '--also');
  const refused = matcher(skip, '--skip');
  const chosen = auditRules.filter((rule) => (wanted(rule) || added?.(rule)) && !refused?.(rule));
  if (chosen.length === 0)
    throw new UsageError('--only and --skip leave no rule to check', { hint: 'docs audit rules' });
  return chosen;
}

/** `pages,openapi/unused`: those of the rules by which --also brings in all of them. */
export const wordsFor = (rules: readonly AuditRule[]): string =>
  [
    ...new Set(
      rules.map((rule) =>
        rules.filter((one) => topicOf(one) === topicOf(rule)).length > 1 ? topicOf(rule) : rule.id,
      ),
    ),
  ].join(',');

function matcher(text: string | undefined, flag: string): Test | undefined {
  const words = text?.split(',').map((word) => word.trim());
  for (const word of words ?? [])
    if (!auditRules.some((rule) => rule.id === word || topicOf(rule) === word))
      throw new UsageError(`${flag}: "${word}" is not a rule or topic of the audit`, {
        hint: 'docs audit rules',
      });
  return words && ((rule) => words.includes(rule.id) || words.includes(topicOf(rule)));
}
