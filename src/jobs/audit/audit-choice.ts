// Which rules --only, --also and --skip mean: by their ID, or all of a topic.

import { UsageError } from '../../errors.ts';
import type { AuditRun } from './audit-flags.ts';
import type { AuditRule } from './rule.ts';
import { auditRules } from './rules/rules.generated.ts';

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
