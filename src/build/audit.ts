// npm run audit: known flaws of what the package installs. Where nobody can be asked it says so, and does not pass.
import { spawnSync } from 'node:child_process';

export type Audit =
  | { word: 'clean' }
  | { word: 'flawed'; flaws: string[] }
  | { word: 'not run'; why: string };

/** Takes what `npm audit --json` printed. Only a whole report that counts nothing is clean. */
export function judgeAudit(printed: string): Audit {
  let report: unknown;
  try {
    report = JSON.parse(printed);
  } catch {
    return { word: 'not run', why: 'npm audit gave no report' };
  }
  if (typeof report !== 'object' || report === null || !('metadata' in report) || 'error' in report)
    return { word: 'not run', why: reasonIn(report) };
  // The shape of npm's report, version 2.
  const { vulnerabilities = {}, metadata } = report as {
    vulnerabilities?: Record<string, { severity?: string }>;
    metadata?: { vulnerabilities?: { total?: unknown } };
  };
  const total = metadata?.vulnerabilities?.total;
  if (typeof total !== 'number') return { word: 'not run', why: 'the report of npm audit counts nothing' };
  const flaws = Object.entries(vulnerabilities).map(
    ([name, { severity = 'unknown' }]) => `${name}: ${severity}`,
  );
  return total === 0 && flaws.length === 0 ? { word: 'clean' } : { word: 'flawed', flaws };
}

/** The registry may have no such endpoint: 404 and 405 were seen. */
function reasonIn(report: unknown): string {
  const { statusCode, message, error }: Record<string, unknown> = Object.assign({}, report);
  const { summary, code }: Record<string, unknown> = Object.assign({}, error);
  const words = [statusCode, code, message ?? summary].filter((word) => word !== undefined && word !== '');
  return words.length > 0 ? `the registry refused: ${words.join(' ')}` : 'npm audit gave no report';
}

/** Asks about what is installed with the program; what only builds and tests is not asked about. */
export function audit(): Audit {
  const { stdout } = spawnSync('npm', ['audit', '--json', '--omit=dev', '--package-lock-only'], {
    encoding: 'utf8',
  });
  return judgeAudit(stdout ?? '');
}

if (process.argv[1]?.endsWith('audit.ts')) {
  const found = audit();
  if (found.word === 'flawed') for (const flaw of found.flaws) console.log(flaw);
  console.log(`audit: ${found.word}${found.word === 'not run' ? `: ${found.why}` : ''}`);
  process.exitCode = found.word === 'flawed' ? 1 : 0;
}
