// What is not as files say, by the rows of the plan that would put it back: how docs sites drift and docs orgs drift show it.

import type { PlanRow } from '../../engine/plan/plan.ts';
import { changesOf, signOf } from '../../engine/plan/plan-lines.ts';
import { wordOf } from '../../engine/plan/row-state.ts';
import type { Run } from '../../engine/run/run.ts';
import { styles } from '../../output/note.ts';
import type { Rule } from '../../output/reports/finding.ts';
import { safeLine } from '../../output/safe-text.ts';
import { fingerprintOf, printFindings } from './findings.ts';

/** A thing that differs as a whole. */
export const whole = <K extends string>(kind: K) => ({ kind, field: null, live: null, wanted: null });

/** Of one row: a field each, but for what is missing or too much. */
export function differencesIn(row: PlanRow) {
  if (signOf(row) === '-') return [whole('extra' as const)];
  if (signOf(row) === '+') return [whole('missing' as const)];
  return changesOf(row).map(({ field, from, to }) => ({
    ...{ kind: 'changed' as const, field },
    ...{ live: from ?? null, wanted: to ?? null },
  }));
}

export const changedText = (live: unknown, wanted: unknown): string =>
  `is ${wordOf(live)}, the file has ${wordOf(wanted)}`;

/** `section "Guides": icon`: what an ignore file names. */
export const nameOf = ({ what, field }: { what: string; field: string | null }): string =>
  field === null ? what : `${what}: ${field}`;

interface Shown {
  kind: string;
  name: string;
  /** Reads on after the name. */
  message: string;
  group: string;
  file: string;
  line: number | null;
  /** `(line 3)`, or nothing. */
  where: string;
  /** What tells a thing of that name from others. */
  key: string;
}

interface Drift<T extends object> {
  /** `docs sites drift`. */
  command: string;
  /** What its rules begin with. */
  topic: string;
  rules: readonly Rule[];
  found: readonly T[];
  shownOf: (one: T) => Shown;
  groups: readonly string[];
  summary: string;
}

/** Throws UsageError when two formats are asked for. */
export function printDrift<T extends object>(run: Run, drift: Drift<T>): Promise<void> {
  const { command, topic, rules, found, shownOf, groups, summary } = drift;
  return printFindings(run, {
    rows: found,
    lines: () => linesOf(run, found.map(shownOf)),
    report: () => ({
      ...{ name: command, rules, groups, summary },
      findings: found.map(shownOf).map(({ kind, name, message, group, file, line, key }) => ({
        ...{ rule: `${topic}-${kind}`, level: 'error', message, group, place: name, file },
        ...(line !== null && { line, isNamed: true }),
        fingerprint: fingerprintOf(`${key} ${kind} ${name}`),
      })),
    }),
  });
}

function linesOf({ context: { io } }: Run, found: readonly Shown[]): string[] {
  const { bold, dim } = styles(io.colorOut);
  return found.flatMap(({ group, name, message, where }, at) => [
    ...(group === found[at - 1]?.group ? [] : [bold(safeLine(group))]),
    `  ${safeLine(`${name} ${message}`)}${where && ` ${dim(safeLine(where))}`}`,
  ]);
}
