// The file of known findings: JSON for git, a finding a line, in an order that does not change by itself.

import { resolve } from 'node:path';
import { parseJson, readTextFile } from '../../../engine/run/input.ts';
import { LocalIoError, UsageError } from '../../../errors.ts';
import type { AuditRun } from './audit.ts';
import type { AuditRow } from './audit-rows.ts';

export interface Known {
  fingerprint: string;
  rule: string;
  /** For whoever reads the file; only the fingerprint counts. */
  target: string;
}

/** Undefined without --baseline, and where the file is about to be made. Throws LocalIoError, UsageError. */
export async function readBaseline({ context, flags }: AuditRun): Promise<readonly Known[] | undefined> {
  const { baseline, updateBaseline } = flags;
  if (baseline === undefined) {
    if (updateBaseline === true)
      throw new UsageError('--update-baseline needs the file of --baseline', {
        hint: 'docs audit --baseline audit.json --update-baseline',
      });
    return undefined;
  }
  const text = await readTextFile(context, baseline, '--baseline').catch((error: unknown) => {
    const isMissing = error instanceof LocalIoError && error.details?.errno === 'ENOENT';
    if (isMissing && updateBaseline === true) return undefined;
    throw error;
  });
  return text === undefined ? undefined : parsed(text, baseline);
}

function parsed(text: string, name: string): Known[] {
  const value = parseJson(text, '--baseline');
  const findings = isFields(value) && value.version === 1 ? value.findings : undefined;
  if (!Array.isArray(findings) || !findings.every(isKnown))
    throw new UsageError(`${name} is not a baseline of docs audit`, {
      hint: 'docs audit --baseline audit.json --update-baseline',
    });
  return findings;
}

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
const isKnown = (value: unknown): value is Known =>
  isFields(value) && ['fingerprint', 'rule', 'target'].every((name) => typeof value[name] === 'string');

/** Writes what is found now. Of rules that did not look at everything, what was known stays known. */
export async function writeBaseline(
  { context, flags: { baseline = '' } }: AuditRun,
  known: readonly Known[] | undefined,
  { found, complete }: { found: readonly AuditRow[]; complete: ReadonlySet<string> },
): Promise<number> {
  const kept = (known ?? []).filter(({ rule }) => !complete.has(rule));
  const all = new Map([
    ...kept.map((one) => [one.fingerprint, one] as const),
    ...found.map(
      ({ fingerprint, rule, target }) => [fingerprint, { fingerprint, rule, target: target.title }] as const,
    ),
  ]);
  const findings = [...all.values()].sort(
    (a, b) => compare(a.rule, b.rule) || compare(a.target, b.target) || compare(a.fingerprint, b.fingerprint),
  );
  const lines = findings.map(
    ({ fingerprint, rule, target }) => `    ${JSON.stringify({ fingerprint, rule, target })}`,
  );
  const text = `{\n  "version": 1,\n  "findings": [${lines.length > 0 ? `\n${lines.join(',\n')}\n  ` : ''}]\n}\n`;
  const { writeWhole } = await import('../../../files/safe-write.ts');
  await writeWhole(resolve(context.cwd, baseline), (fill) => fill(new TextEncoder().encode(text)), {
    replace: true,
    shown: baseline,
  });
  return findings.length;
}

const compare = (a: string, b: string): number => Number(a > b) - Number(a < b);
