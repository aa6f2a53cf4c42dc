// Runs rules side by side over one set of lists.

import { AuthError, CancelledError, DocsError } from '../../errors.ts';
import { refusalOf } from './lists.ts';
import type { AuditContext, AuditFinding, AuditRule } from './rule.ts';

/** What became of one rule. Without `skipped` and `failed` it looked at everything. */
export interface RuleResult {
  rule: AuditRule;
  findings: readonly AuditFinding[];
  /** Why it could not look, or not everywhere. */
  skipped?: string;
  /** What went wrong while it was reading. */
  failed?: DocsError;
}

/** In the order of the rules. Throws what ends all of it: a refused token, Ctrl-C, a defect. */
export async function runRules(
  rules: readonly AuditRule[],
  context: AuditContext,
  onStep?: (isOk: boolean) => void,
): Promise<RuleResult[]> {
  return Promise.all(
    rules.map(async (rule) => {
      const result = await resultOf(rule, context);
      onStep?.(result.failed === undefined);
      return result;
    }),
  );
}

async function resultOf(rule: AuditRule, context: AuditContext): Promise<RuleResult> {
  try {
    const found = await rule.find(context);
    if ('length' in found) return { rule, findings: found };
    const { findings = [], skipped } = found;
    return skipped === undefined ? { rule, findings } : { rule, findings, skipped };
  } catch (error) {
    const skipped = refusalOf(error);
    if (skipped !== undefined) return { rule, findings: [], skipped };
    const ends = error instanceof AuthError || error instanceof CancelledError;
    if (!(error instanceof DocsError) || ends) throw error;
    return { rule, findings: [], failed: error };
  }
}
