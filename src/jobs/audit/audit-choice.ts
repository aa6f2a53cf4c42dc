// Which rules --only and --skip mean: by their ID, or all of a topic.

import { UsageError } from '../../errors.ts';
import type { ChoiceRun } from './audit.ts';
import type { AuditRule } from './rule.ts';
import { auditRules } from './rules/rules.generated.ts';

export const topicOf = ({ id }: Pick<AuditRule, 'id'>): string => id.slice(0, id.indexOf('/'));

/** In the order of the list. Throws UsageError for a word that is neither, and where nothing is left. */
export function chosenRules({ flags: { only, skip } }: Pick<ChoiceRun, 'flags'>): AuditRule[] {
  const wanted = only === undefined ? () => true : matcher(only, '--only');
  const refused = skip === undefined ? () => false : matcher(skip, '--skip');
  const chosen = auditRules.filter((rule) => wanted(rule) && !refused(rule));
  if (chosen.length === 0)
    throw new UsageError('--only and --skip leave no rule to check', { hint: 'docs audit rules' });
  return chosen;
}

function matcher(text: string, flag: string): (rule: AuditRule) => boolean {
  const words = text.split(',').map((word) => word.trim());
  for (const word of words)
    if (!auditRules.some((rule) => rule.id === word || topicOf(rule) === word))
      throw new UsageError(`${flag}: "${word}" is not a rule or topic of the audit`, {
        hint: 'docs audit rules',
      });
  return (rule) => words.includes(rule.id) || words.includes(topicOf(rule));
}
