// The file of known findings: JSON for git, a finding a line, in an order that does not change by itself.
import { resolve } from 'node:path';
import { lineWith } from '../../engine/model/command.ts';
import { flag, type Option } from '../../engine/model/option.ts';
import { parseJson, readTextIfThere } from '../../engine/run/input.ts';
import type { Run } from '../../engine/run/run.ts';
import { UsageError } from '../../errors.ts';
import { shell } from '../../files/shell-word.ts';
import { byText, isRecord } from '../../files/texts.ts';

export const BASELINE_FLAGS = [
  flag('--baseline <file>', 'file of known findings, which are not reported again'),
  flag('--update-baseline', 'write what is found now to the file of --baseline', { reach: 'machine' }),
] as const satisfies readonly Option[];

type BaselineRun = Run<{ baseline?: string | undefined; updateBaseline?: boolean | undefined }>;

export interface Known {
  fingerprint: string;
  rule: string;
  /** For whoever reads the file; only the fingerprint counts. */
  target: string;
}

/**
 * Undefined without --baseline, and where the file is about to be made. `command` is what made it: `docs audit`. Throws
 * LocalIoError, UsageError.
 */
export async function readBaseline(
  { context, flags }: BaselineRun,
  command: string,
): Promise<readonly Known[] | undefined> {
  const { baseline, updateBaseline } = flags;
  const file = `${command.split(' ').at(-1)}.json`;
  const hint = `${command} ${shell`--baseline ${file} --update-baseline`}`;
  if (baseline === undefined) {
    if (updateBaseline === true)
      throw new UsageError('--update-baseline needs the file of --baseline', { hint });
    return undefined;
  }
  const text = await readTextIfThere(context, baseline, '--baseline');
  if (text === undefined && updateBaseline === true) return undefined;
  if (text === undefined)
    throw new UsageError(`there is no baseline ${baseline} yet`, {
      hint: lineWith(context.argv, '--update-baseline'),
    });
  const known = knownIn(parseJson(text, baseline));
  if (!known) throw new UsageError(`${baseline} is not a baseline of ${command}`, { hint });
  return known;
}

/** Undefined for what is no baseline. */
export function knownIn(value: unknown): Known[] | undefined {
  const findings = isRecord(value) && value.version === 1 ? value.findings : undefined;
  return Array.isArray(findings) && findings.every(isKnown) ? findings : undefined;
}

const isKnown = (value: unknown): value is Known =>
  isRecord(value) && ['fingerprint', 'rule', 'target'].every((name) => typeof value[name] === 'string');

/** Writes what is found now, and returns how many that are. Of rules that did not look at everything, what was known stays known. */
export async function writeBaseline(
  { context, flags: { baseline = '' } }: BaselineRun,
  known: readonly Known[] | undefined,
  { found, complete }: { found: readonly Known[]; complete: ReadonlySet<string> },
): Promise<number> {
  const kept = (known ?? []).filter(({ rule }) => !complete.has(rule));
  const all = new Map([...kept, ...found].map((one) => [one.fingerprint, one] as const));
  const findings = [...all.values()].sort(
    (a, b) => byText(a.rule, b.rule) || byText(a.target, b.target) || byText(a.fingerprint, b.fingerprint),
  );
  const lines = findings.map(
    ({ fingerprint, rule, target }) => `    ${JSON.stringify({ fingerprint, rule, target })}`,
  );
  const text = `{\n  "version": 1,\n  "findings": [${lines.length > 0 ? `\n${lines.join(',\n')}\n  ` : ''}]\n}\n`;
  const { writeWhole } = await import('../../files/safe-write.ts');
  await writeWhole(resolve(context.cwd, baseline), text, { replace: true, shown: baseline });
  return findings.length;
}
