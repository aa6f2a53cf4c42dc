// Runs docs redirects verify and docs redirects lint, and prints what each found in the format asked for.
import { listRedirects } from '../../api/sites/site-redirects.ts';
import type { Site } from '../../api/sites/sites.generated.ts';
import type { Client } from '../../client/client.ts';
import { mapAll } from '../../client/pool.ts';
import { readingClient } from '../../client/reading-client.ts';
import { readWidthOf } from '../../engine/model/globals.ts';
import { refuseFaults } from '../../engine/rows/row-faults.ts';
import { readFileOrStdin } from '../../engine/run/input.ts';
import { ConfigError, ConflictError, isOfOneRequest, NetworkError, UsageError } from '../../errors.ts';
import { maskUrl } from '../../files/mask-url.ts';
import { shell } from '../../files/shell-word.ts';
import { parsedUrl } from '../../files/texts.ts';
import { plural } from '../../output/format.ts';
import { styles } from '../../output/note.ts';
import { showing } from '../../output/progress.ts';
import type { Finding, Rule } from '../../output/reports/finding.ts';
import { safeLine } from '../../output/safe-text.ts';
import { readSite } from '../release/release-steps.ts';
import {
  type AboutFindings,
  conclude,
  countsText,
  fingerprintOf,
  printFindings,
  problemLine,
  reportAsked,
} from '../report/findings.ts';
import type { LintRun, VerifyRun } from './check-flags.ts';
import { type LintedSite, lintSite, PROBLEMS, type RedirectFinding, type RedirectProblem } from './lint.ts';

// Whether readers of known addresses still arrive: asks the published site, as a stranger without a token.

type Arrival = 'ok' | 'redirected' | 'leaves' | 'broken' | 'unsure';

interface Verified {
  /** As it was given: a URL, or a path of the site. */
  url: string;
  outcome: Arrival;
  /** The last status; absent where nothing answered. */
  status?: number;
  /** Where readers end, if they are redirected. */
  target?: string;
  message: string;
}

/** Readers give up sooner than browsers do. */
const MOST_HOPS = 10;
/** One host is asked, and it is not to notice. */
const AT_ONCE = 4;

/** The address of the published site. Throws ConflictError where a stranger has nothing to ask. */
function publishedRoot(client: Client, site: Site): string {
  const { published } = site.urls;
  const hint = shell`docs sites get ${site.id}`;
  if (!site.published || published === undefined)
    throw new ConflictError(`site "${site.title}" is not published`, { hint });
  if (site.visibility === 'visitor-auth' || site.visibility === 'share-link')
    throw new ConflictError(
      `only visitors who sign in or have a link see site "${site.title}": its addresses cannot be verified`,
      { hint },
    );
  if (client.origin === 'sandbox:')
    throw new ConfigError('this sandbox does not serve its sites', { hint: 'docs sandbox serve' });
  return published.endsWith('/') ? published : `${published}/`;
}

/** The address of a known path or URL; undefined for a URL of another host. */
function addressOn(root: string, known: string): string | undefined {
  const own = new URL(root);
  if (known.startsWith('/') && !known.startsWith('//')) return parsedUrl(root + known.slice(1))?.href;
  const url = parsedUrl(known);
  if (!url || url.host !== own.host || !/^https?:$/.test(url.protocol)) return undefined;
  return own.origin + url.pathname + url.search;
}

/** Sources of the live redirects without a wildcard, and how many others there are. */
async function knownSources(
  client: Client,
  ref: { organizationId: string; siteId: string },
): Promise<{ sources: string[]; drafts: number; wildcards: number }> {
  const known = { sources: [] as string[], drafts: 0, wildcards: 0 };
  for await (const { items } of client.pages(listRedirects, ref))
    for (const { source, draft } of items)
      if (draft) known.drafts += 1;
      else if (source.endsWith('*')) known.wildcards += 1;
      else known.sources.push(source);
  return known;
}

interface Verifying {
  /** Of the published site, with a slash at its end. */
  root: string;
  known: readonly string[];
  /** They are redirects: one that answers with a page of its own does not redirect. */
  areRedirects: boolean;
  onDone?: (count: number) => void;
}

/** In the order given. Throws what the network throws where the site cannot be reached at all. */
async function verifyAddresses(
  client: Client,
  { root, known, areRedirects, onDone = () => {} }: Verifying,
): Promise<Verified[]> {
  if (known.length === 0) return [];
  await reach(client, root);
  let count = 0;
  return mapAll(client, known, AT_ONCE, async (url) => {
    const found = await arrival(client, root, url);
    onDone(++count);
    return areRedirects && found.outcome === 'ok'
      ? {
          ...found,
          outcome: 'broken' as const,
          message: 'a page is at this path, so the redirect never applies',
        }
      : found;
  });
}

/** One look first: a site that nobody reaches has no answer for any of its addresses. */
async function reach(client: Client, root: string): Promise<void> {
  try {
    await client.visit(root);
  } catch (error) {
    if (!isOfOneRequest(error)) throw error;
    throw new NetworkError(`the site cannot be reached: ${error.message}`, {
      hint: `check ${root} in a browser`,
      cause: error,
    });
  }
}

async function arrival(client: Client, root: string, url: string): Promise<Verified> {
  const start = addressOn(root, url);
  if (start === undefined) return { url, outcome: 'broken', message: 'is not a URL of the site' };
  const passed = new Set<string>();
  try {
    for (let at = start; ; ) {
      passed.add(at);
      const { status, location } = await client.visit(at);
      if (status < 300 || status >= 400 || location === undefined)
        return { url, status, ...(at !== start && { target: at }), ...judged(status, at !== start) };
      const next = nextOn(root, location, at, passed);
      if (typeof next !== 'string') return { url, status, ...next };
      at = next;
    }
  } catch (error) {
    if (!isOfOneRequest(error)) throw error;
    return { url, outcome: 'unsure', message: error.message };
  }
}

/** The next address of a reader who is redirected, or where that ends. */
function nextOn(
  root: string,
  location: string,
  at: string,
  passed: ReadonlySet<string>,
): string | Pick<Verified, 'outcome' | 'target' | 'message'> {
  const next = parsedUrl(location, at);
  if (!next) return { outcome: 'broken', message: 'redirects to what is not a URL' };
  next.hash = '';
  const target = maskUrl(next.href);
  if (next.host !== new URL(root).host)
    return { target, outcome: 'leaves', message: `leads to ${next.host}, which was not asked` };
  const address = new URL(next.pathname + next.search, root).href;
  if (passed.has(address)) return { target, outcome: 'broken', message: 'redirects in a circle' };
  if (passed.size > MOST_HOPS)
    return { target, outcome: 'broken', message: `redirects more than ${MOST_HOPS} times` };
  return address;
}

function judged(status: number, wasRedirected: boolean): Pick<Verified, 'outcome' | 'message'> {
  if (status < 300)
    return wasRedirected
      ? { outcome: 'redirected', message: 'readers are redirected to a page' }
      : { outcome: 'ok', message: 'a page answers' };
  const isSure = status < 500 && ![401, 403, 408, 425, 429].includes(status);
  return { outcome: isSure ? 'broken' : 'unsure', message: `answers ${status}` };
}

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
  conclude(run, summary, broken, { checked: found.length, broken });
}

interface Listed {
  source: string;
  lines: readonly { line: number; text: string }[];
}

/** Lines that hold something; what follows the address on its line is left out. Throws UsageError. */
async function readAddresses({ context }: VerifyRun, name: string): Promise<Listed> {
  const source = name === '-' ? 'standard input' : name;
  const text = await readFileOrStdin(context, name, '--urls');
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
  return showing(run.context.io, `visiting ${host}`, async (progress) =>
    verifyAddresses(readingClient(await run.client()), {
      ...asked,
      onDone: (count) => progress.update(`visiting ${host}: ${count} of ${asked.known.length}`),
    }),
  );
}

function summaryOf(found: readonly Verified[], passed: readonly string[]): string {
  const counts = countsText(
    OUTCOMES,
    found.map(({ outcome }) => outcome),
  );
  const others = passed.length > 0 ? ` (${passed.join(', ')} not visited)` : '';
  const visited = plural(found.length, 'address', 'addresses');
  return `visited ${visited}${others}${counts && `: ${counts}`}`;
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

const reportOf = (
  found: readonly Verified[],
  { summary, site }: { summary: string; site: string },
): AboutFindings => ({
  name: 'docs redirects verify',
  rules: Object.values(RULES),
  findings: found.flatMap(({ outcome, url, target, message }): Finding[] => {
    if (outcome !== 'broken' && outcome !== 'unsure') return [];
    const { id, level } = RULES[outcome];
    return [
      {
        ...{ rule: id, level, group: site, place: url },
        message: target === undefined ? message : `${message} (${target})`,
        fingerprint: fingerprintOf(`${site} ${url} ${outcome}`),
      },
    ];
  }),
  groups: [site],
  summary,
});

// Runs docs redirects lint through a client that can only read, and prints what it found in the format asked for.

const ABOUT: Readonly<Record<RedirectProblem, Omit<Rule, 'id'>>> = {
  self: { description: 'A redirect leads to itself.', level: 'error' },
  loop: { description: 'Redirects lead to each other in a circle.', level: 'error' },
  dead: { description: 'A redirect leads to something that does not exist on the site.', level: 'error' },
  chain: { description: 'Readers pass several redirects.', level: 'warning' },
  shadowed: { description: 'A page is at the path of a redirect.', level: 'warning' },
  twin: { description: 'Sources differ only in case, a slash or encoding.', level: 'warning' },
};
const lintRuleOf = (problem: RedirectProblem) => `redirect-${problem}`;

/** Throws what reading throws, and FindingsError (exit 6) with --exit-code. */
export async function runLint(run: LintRun): Promise<void> {
  reportAsked(run);
  const client = readingClient(await run.client());
  const { site, place } = await readSite(run, client);
  const { organizationId } = place;
  const linted = await lintSite(client, { site, organizationId, concurrency: readWidthOf(run) });
  const { findings } = linted;
  const summary = lintSummary(linted);
  await printFindings(run, {
    rows: findings,
    lines: () =>
      findings.map(({ problem, source, message }) =>
        problemLine(run.context, ABOUT[problem].level, [problem, source, message]),
      ),
    report: () => lintReport(findings, summary, site.title),
  });
  const counts = Object.fromEntries(PROBLEMS.map((problem) => [problem, countOf(findings, problem)]));
  conclude(run, summary, findings.length, { checked: linted.checked, ...counts });
}

const countOf = (findings: readonly RedirectFinding[], problem: RedirectProblem): number =>
  findings.filter((one) => one.problem === problem).length;

function lintSummary({ findings, checked, drafts }: LintedSite): string {
  const found = countsText(
    PROBLEMS,
    findings.map(({ problem }) => problem),
  );
  const passed = drafts > 0 ? ` (${plural(drafts, 'draft')} not checked)` : '';
  return `checked ${plural(checked, 'redirect')}${passed}: ${found || 'no problems'}`;
}

const lintReport = (findings: readonly RedirectFinding[], summary: string, site: string): AboutFindings => ({
  name: 'docs redirects lint',
  rules: PROBLEMS.map((problem) => ({ id: lintRuleOf(problem), ...ABOUT[problem] })),
  findings: findings.map(
    ({ problem, id, source, message }): Finding => ({
      rule: lintRuleOf(problem),
      level: ABOUT[problem].level,
      message,
      group: site,
      place: source,
      fingerprint: fingerprintOf(`${id} ${problem}`),
    }),
  ),
  groups: [site],
  summary,
});
