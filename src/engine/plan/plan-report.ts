// What was planned, told to whoever made the plan.
import { isSandboxUrl } from '../../config/base-url.ts';
import { shell } from '../../files/shell-word.ts';
import { done, note } from '../../output/note.ts';
import { outSafe, safeLine, safeText } from '../../output/safe-text.ts';
import { SAME } from '../journal/record-change.ts';
import type { Run } from '../model/command-type.ts';
import { chosenFormat, ownView, printItem } from '../run/view.ts';
import { namesRead } from './named-values.ts';
import { dangerOfPlan, hashOf, type Plan, slicesOf } from './plan.ts';
import { headline, lineFor, linesOf } from './plan-lines.ts';

const MOST_SHOWN = 20;

export interface Reported {
  plan: Plan;
  file: string;
  /** How many targets the command was given. */
  targets: number;
  /** What is said of those that have no row. */
  unchangedAs?: string;
}

/** Lines for people, an object for programs, the hash with -q. */
export async function reportPlan(
  run: Run,
  { plan, file, targets, unchangedAs = SAME }: Reported,
): Promise<void> {
  const { io } = run.context;
  const { rows, unchanged } = plan;
  const format = chosenFormat(run) ?? 'table';
  const facts = { id: hashOf(plan), plan: file, rows: rows.length, unchanged, danger: dangerOfPlan(rows) };
  // Then standard output is the plan itself.
  const isPiped = file === '-';
  const [first] = slicesOf(rows, MOST_SHOWN);
  const shown = first?.rows ?? [];
  const lines = linesOf(shown, { rows, named: await namesRead(run, shown) });
  if (isPiped) {
    for (const line of lines) note(io, safeLine(line));
  } else if (format !== 'table') {
    await printItem(run, facts, { ...ownView(run, Object.keys(facts)), idField: 'id' });
  } else if (rows.length > 0) {
    if (rows.length > MOST_SHOWN)
      lines.push(`  ... ${rows.length - MOST_SHOWN} more: ${shell`docs plan show ${file}`}`);
    const text = lines.map((line) => lineFor(io, line)).join('\n');
    await io.out(`${outSafe(io, safeText(text, { multiline: true }))}\n`);
  }
  const same = unchanged === 0 ? '' : `, ${unchanged} of ${targets} ${unchangedAs}`;
  const what = isPiped ? 'plan on standard output' : `wrote plan ${file}`;
  done(io, `${what}: ${headline(plan)}${same}${placeOf(plan)}; nothing was sent`);
  if (rows.length > 0 && !isPiped) note(io, shell`next: docs apply ${file}`);
}

/** ` [sandbox, Acme]`. */
export function placeOf({ origin, organization }: Plan): string {
  const host = isSandboxUrl(origin) ? 'sandbox' : new URL(origin).host;
  return ` [${[host, organization?.title].filter((word) => word !== undefined).join(', ')}]`;
}
