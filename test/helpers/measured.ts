// What only a quiet machine can tell: `npm run harden` measures it, and the check counts it as not run.
import { notRun } from './needs.ts';

/** Nothing in `npm run check` judges by a clock, not even by a share of one: other work of the machine moves both sides. */
export const isMeasured = (process.env.DOCS_HARDEN ?? process.env.DOCS_MEASURED) !== undefined;

/** True in a check, whose list of what did not run then names it. Use: `it.skipIf(leftToHarden())(...)`. */
export function leftToHarden(): boolean {
  if (!isMeasured) notRun('times and how they grow: npm run harden measures them');
  return !isMeasured;
}
