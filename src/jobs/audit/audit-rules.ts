// Runs docs audit rules and docs audit explain: the rules as text, without a request.

import type { Run } from '../../engine/run/run.ts';
import { chosenFormat, printItem, printRows } from '../../engine/run/view.ts';
import { NotFoundError } from '../../errors.ts';
import { shell } from '../../files/shell-word.ts';
import { plural } from '../../output/format.ts';
import { note, prose } from '../../output/note.ts';
import { type ChoiceRun, chosenRules } from './audit-flags.ts';
import type { AuditRule } from './rule.ts';
import { auditRules } from './rules/rules.generated.ts';

const rowOf = ({ id, severity, summary, onRequest = false, why, mend, reads }: AuditRule) => ({
  ...{ id, severity, summary, onRequest, why, fix: mend },
  reads: reads.map((operation) => operation.path),
});

/** Throws UsageError for rules that do not exist. */
export async function listRules(run: ChoiceRun): Promise<void> {
  const rules = chosenRules(run.flags, () => true);
  await printRows(run, rules.map(rowOf));
  note(run.context.io, plural(rules.length, 'rule'));
}

/** Throws NotFoundError. */
export async function explainRule(run: Run): Promise<void> {
  const name = String(run.args.rule);
  const rule = auditRules.find(({ id }) => id === name);
  if (!rule) throw new NotFoundError(`"${name}" is not a rule of the audit`, { hint: 'docs audit rules' });
  const { io } = run.context;
  if ((chosenFormat(run) ?? 'table') !== 'table' || run.flags.fields !== undefined)
    return printItem(run, rowOf(rule));
  const { severity, summary, onRequest, why, mend, reads } = rule;
  const lines = [
    `${rule.id} (${severity})`,
    '',
    summary,
    `Why: ${why}`,
    `Fix: ${mend}`,
    ...(onRequest ? [shell`Runs only where it is named: docs audit --only ${rule.id}`] : []),
    'Reads:',
    ...reads.map(({ method, path }) => `  ${method} ${path}`),
  ];
  await io.out(`${lines.map((line) => prose(io, line)).join('\n')}\n`);
}
