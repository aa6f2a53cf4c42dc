// What docs sites drift found, in the format asked for.
import { createHash } from 'node:crypto';
import { chosenFormat, viewOf } from '../../../engine/run/view.ts';
import { UsageError } from '../../../errors.ts';
import { listWriter } from '../../../output/render.ts';
import type { Finding, Rule } from '../../../output/reports/finding.ts';
import { MAKERS, type ReportFormat } from '../../../output/reports/makers.ts';
import { ciSafe, safeLine } from '../../../output/safe-text.ts';
import { styles } from '../../../output/style.ts';
import { type DriftFinding, messageOf, nameOf } from './drift-findings.ts';
import type { DriftRun } from './site-drift.ts';

const RULES: readonly Rule[] = [
  { id: 'site-missing', description: 'The file has what the site does not have.', level: 'error' },
  { id: 'site-extra', description: 'The site has what the file does not have.', level: 'error' },
  { id: 'site-changed', description: 'A setting is not as the file says.', level: 'error' },
  { id: 'site-misfit', description: 'The site is of another form than the file.', level: 'error' },
  { id: 'site-order', description: 'Something is not in the place that the file gives it.', level: 'error' },
];

interface Drift {
  findings: readonly DriftFinding[];
  groups: readonly string[];
  summary: string;
}

/** Throws UsageError when two formats are asked for. */
export async function printDrift(run: DriftRun, { findings, groups, summary }: Drift): Promise<void> {
  const { flags, context } = run;
  const { io } = context;
  const rows = chosenFormat(run);
  // Safe: the flag takes nothing else.
  const asked = flags.format as ReportFormat | undefined;
  if (asked !== undefined && rows !== undefined && !(asked === 'json' && rows === 'json'))
    throw new UsageError(`--format ${asked} and another format cannot be used together`, {
      hint: `${run.path} --help`,
    });
  if (asked !== undefined && asked !== 'json' && asked !== 'table') {
    const make = await MAKERS[asked]();
    const report = {
      name: 'docs sites drift',
      version: context.version,
      rules: RULES,
      groups,
      failures: [],
      summary,
    };
    return io.out(make({ ...report, findings: findings.map(toFinding) }));
  }
  if (asked === 'table' || (io.outTty && ['table', undefined].includes(rows) && flags.fields === undefined))
    return printText(run, findings);
  const writer = await listWriter(
    io,
    viewOf(asked === 'json' ? { ...run, flags: { ...flags, json: true } } : run),
  );
  await writer.page(findings);
  await writer.end();
}

async function printText({ context: { io } }: DriftRun, findings: readonly DriftFinding[]): Promise<void> {
  const { bold, dim } = styles(io.colorOut);
  const lines: string[] = [];
  let site = '';
  for (const finding of findings) {
    if (finding.site.title !== site) lines.push(bold(safeLine(finding.site.title)));
    site = finding.site.title;
    const place = finding.line === null ? finding.path : `${finding.path}:${finding.line}`;
    lines.push(`  ${safeLine(`${nameOf(finding)} ${messageOf(finding)}`)} ${dim(safeLine(`(${place})`))}`);
  }
  await io.out(ciSafe(io, lines.map((line) => `${line}\n`).join('')));
}

const toFinding = (finding: DriftFinding): Finding => ({
  rule: `site-${finding.kind}`,
  level: 'error',
  message: messageOf(finding),
  group: finding.site.title,
  place: nameOf(finding),
  file: finding.path,
  fingerprint: createHash('sha256')
    .update(`${finding.site.id} ${finding.kind} ${nameOf(finding)}`)
    .digest('hex')
    .slice(0, 32),
});
