// What docs sites drift found, in the format asked for.
import { createHash } from 'node:crypto';
import type { Finding, Rule } from '../../../output/reports/finding.ts';
import { safeLine } from '../../../output/safe-text.ts';
import { styles } from '../../../output/style.ts';
import { printFindings } from '../../findings.ts';
import { type DriftFinding, messageOf, nameOf } from './drift-findings.ts';
import type { DriftRun } from './site-drift.ts';

const RULES: readonly Rule[] = [
  { id: 'site-missing', description: 'Something in the file is not on the site.', level: 'error' },
  { id: 'site-extra', description: 'Something on the site is not in the file.', level: 'error' },
  { id: 'site-changed', description: 'A setting differs from the file.', level: 'error' },
  {
    id: 'site-misfit',
    description: 'The site has sections and the file has none, or the other way round.',
    level: 'error',
  },
  { id: 'site-order', description: 'Something is in another place than in the file.', level: 'error' },
];

interface Drift {
  findings: readonly DriftFinding[];
  groups: readonly string[];
  summary: string;
}

/** Throws UsageError when two formats are asked for. */
export function printDrift(run: DriftRun, { findings, groups, summary }: Drift): Promise<void> {
  return printFindings(run, {
    rows: findings,
    lines: () => linesOf(run, findings),
    report: () => ({
      name: 'docs sites drift',
      rules: RULES,
      groups,
      failures: [],
      summary,
      findings: findings.map(toFinding),
    }),
  });
}

function linesOf({ context: { io } }: DriftRun, findings: readonly DriftFinding[]): string[] {
  const { bold, dim } = styles(io.colorOut);
  const lines: string[] = [];
  let site = '';
  for (const finding of findings) {
    if (finding.site.title !== site) lines.push(bold(safeLine(finding.site.title)));
    site = finding.site.title;
    const place = finding.line === null ? finding.path : `${finding.path}:${finding.line}`;
    lines.push(`  ${safeLine(`${nameOf(finding)} ${messageOf(finding)}`)} ${dim(safeLine(`(${place})`))}`);
  }
  return lines;
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
