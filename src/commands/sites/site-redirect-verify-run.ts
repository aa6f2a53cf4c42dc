// Runs docs redirects verify, and prints where each address leads in the format asked for.
import { createHash } from 'node:crypto';
import { readingClient } from '../../client/reading-client.ts';
import { refuseFaults } from '../../engine/rows/row-faults.ts';
import { readStdin, readTextFile } from '../../engine/run/input.ts';
import { FindingsError, UsageError } from '../../errors.ts';
import { plural } from '../../output/format.ts';
import { note } from '../../output/note.ts';
import { startProgress } from '../../output/progress.ts';
import type { Finding, Report, Rule } from '../../output/reports/finding.ts';
import { safeLine } from '../../output/safe-text.ts';
import { styles } from '../../output/style.ts';
import {
  type Arrival,
  addressOn,
  knownSources,
  publishedRoot,
  type Verified,
  verifyAddresses,
} from '../../workflows/redirect-lint/verify.ts';
import { printFindings, reportAsked } from '../findings.ts';
import { readSite } from './release/release-steps.ts';
import type { VerifyRun } from './site-redirect-verify.ts';

const OUTCOMES: readonly Arrival[] = ['ok', 'redirected', 'leaves', 'broken', 'unsure'];
const MOST_ADDRESSES = 20_000;
const RULES = {
  broken: { id: 'address-broken', description: 'An old address leads to no page.', level: 'error' },
  unsure: {
    id: 'address-unsure',
    description: 'It could not be found out whether an old address leads to a page.',
    level: 'warning',
  },
} as const satisfies Partial<Record<Arrival, Rule>>;

/** Throws what reading and the network throw, and FindingsError (exit 6) with --exit-code. */
export async function runVerify(run: VerifyRun): Promise<void> {
  reportAsked(run);
  const listed = run.flags.urls === undefined ? undefined : await readAddresses(run, run.flags.urls);
  const client = readingClient(await run.client());
  const { site, place } = await readSite(run, client);
  const root = publishedRoot(client, site);
  const { known, passed } = listed
    ? { known: onSite(run, listed, root), passed: [] }
    : await redirectsOf(run, place);
  const found = await visitAll(run, { root, known, areRedirects: listed === undefined });
  const summary = summaryOf(found, passed);
  await printFindings(run, {
    rows: found,
    lines: () => linesOf(run, found),
    report: () => reportOf(found, { summary, site: site.title }),
  });
  const broken = found.filter(({ outcome }) => outcome === 'broken').length;
  if (run.flags.exitCode === true && broken > 0)
    throw new FindingsError(summary, { details: { checked: found.length, broken } });
  note(run.context.io, summary);
}

interface Listed {
  source: string;
  lines: readonly { line: number; text: string }[];
}

/** Lines that hold something; what follows the address on its line is left out. Throws UsageError. */
async function readAddresses({ context }: VerifyRun, name: string): Promise<Listed> {
  const source = name === '-' ? 'standard input' : name;
  const text = await (name === '-' ? readStdin(context, '--urls') : readTextFile(context, name, '--urls'));
  const lines = text
    .replace(/^\uFEFF/, '')
    .split('\n')
    .map((line, at) => ({ line: at + 1, text: line.trim().split(/\s/, 1)[0] ?? '' }))
    .filter((one) => one.text !== '' && !one.text.startsWith('#'));
  if (lines.length === 0)
    throw new UsageError(`${source} has no addresses`, { hint: 'write one URL or path per line' });
  if (lines.length > MOST_ADDRESSES)
    throw new UsageError(`${source} has ${lines.length} addresses: expected at most ${MOST_ADDRESSES}`);
  return { source, lines };
}

/** Each once. Throws UsageError with every line that is not an address of this site. */
function onSite(run: VerifyRun, { source, lines }: Listed, root: string): string[] {
  const strange = lines.filter(({ text }) => addressOn(root, text) === undefined);
  refuseFaults(run, {
    source,
    all: strange.map(({ line, text }) => ({
      where: `line ${line}`,
      message: `"${text.slice(0, 200)}" is not a path or URL of ${new URL(root).host}`,
    })),
  });
  return [...new Set(lines.map(({ text }) => text))];
}

async function redirectsOf(run: VerifyRun, place: { organizationId: string; siteId: string }) {
  const { sources, drafts, wildcards } = await knownSources(readingClient(await run.client()), place);
  const passed = [
    ...(drafts > 0 ? [plural(drafts, 'draft')] : []),
    ...(wildcards > 0 ? [plural(wildcards, 'wildcard')] : []),
  ];
  return { known: sources, passed };
}

async function visitAll(
  run: VerifyRun,
  asked: { root: string; known: readonly string[]; areRedirects: boolean },
): Promise<Verified[]> {
  const host = new URL(asked.root).host;
  const progress = startProgress(run.context.io, `visiting ${host}`);
  try {
    return await verifyAddresses(readingClient(await run.client()), {
      ...asked,
      onDone: (count) => progress.update(`visiting ${host}: ${count} of ${asked.known.length}`),
    });
  } finally {
    progress.stop();
  }
}

function summaryOf(found: readonly Verified[], passed: readonly string[]): string {
  const counts = OUTCOMES.flatMap((outcome) => {
    const count = found.filter((one) => one.outcome === outcome).length;
    return count === 0 ? [] : [`${count} ${outcome}`];
  });
  const others = passed.length > 0 ? ` (${passed.join(', ')} not visited)` : '';
  const visited = plural(found.length, 'address', 'addresses');
  return `visited ${visited}${others}${counts.length > 0 ? `: ${counts.join(', ')}` : ''}`;
}

function linesOf({ context: { io } }: VerifyRun, found: readonly Verified[]): string[] {
  const { bold, red, yellow, green } = styles(io.colorOut);
  const color = { broken: red, unsure: yellow, leaves: yellow, ok: green, redirected: green };
  return found.map(({ outcome, url, target, message }) => {
    const where = target === undefined || outcome === 'leaves' ? '' : ` -> ${safeLine(target)}`;
    const why = outcome === 'ok' || outcome === 'redirected' ? '' : ` ${safeLine(message)}`;
    return `${color[outcome](outcome)} ${bold(safeLine(url))}${where}${why}`;
  });
}

function reportOf(
  found: readonly Verified[],
  { summary, site }: { summary: string; site: string },
): Omit<Report, 'version'> {
  return {
    name: 'docs redirects verify',
    rules: Object.values(RULES),
    findings: found.flatMap(({ outcome, url, target, message }): Finding[] => {
      if (outcome !== 'broken' && outcome !== 'unsure') return [];
      const { id, level } = RULES[outcome];
      return [
        {
          ...{ rule: id, level, group: site, place: url },
          message: target === undefined ? message : `${message} (${target})`,
          fingerprint: createHash('sha256').update(`${site} ${url} ${outcome}`).digest('hex').slice(0, 32),
        },
      ];
    }),
    groups: [site],
    failures: [],
    summary,
  };
}
