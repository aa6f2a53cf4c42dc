// Runs docs sites drift: compares each file with its site, through a client that can only read.
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { sortSiteStructure } from '../../api/sites/site-structure.ts';
import { readingClient } from '../../client/reading-client.ts';
import { readWidthOf } from '../../engine/model/globals.ts';
import { rowOfWish } from '../../engine/plan/job-wishes.ts';
import { asNamed, type PlanRow, rowsNamedIn } from '../../engine/plan/plan.ts';
import { isOnNew } from '../../engine/plan/row-state.ts';
import { NotFoundError, ValidationError } from '../../errors.ts';
import { statsAt } from '../../files/io-error.ts';
import { plural } from '../../output/format.ts';
import type { Rule } from '../../output/reports/finding.ts';
import type { Ignores } from '../links/link-ignores.ts';
import { readIgnoreFile, sayIgnores } from '../links/links-check.ts';
import { changedText, differencesIn, nameOf, printDrift, whole } from '../report/drift.ts';
import { conclude as concludeFindings } from '../report/findings.ts';
import type { ParsedSite } from './parse.ts';
import { planSite } from './plan-site.ts';
import { inOrganization, readPlace, readSiteFile, type SitePlace, siteOf } from './site-file-place.ts';
import { sayWarnings } from './site-job.ts';
import type { DriftRun } from './site-operations.ts';
import type { SiteWish } from './work.ts';

// What differs between a file and its site, each field by itself, as the plan that would put it back tells it.

interface DriftFinding {
  site: { id: string; title: string };
  kind: DriftKind;
  /** `section "Guides"`. */
  what: string;
  field: string | null;
  live: unknown;
  file: unknown;
  /** Of the file. */
  path: string;
  line: number | null;
}

/** `misfit`: no plan leads from the one to the other, and `live` says why. */
export type DriftKind = 'missing' | 'extra' | 'changed' | 'order' | 'misfit';

const FIRST = /^default(SiteSpace|SiteSection)$/;

/** Findings of one row of some: a field each, but for what is missing, too much or in another place. */
function findingsOf(
  row: PlanRow,
  { site, path, rows }: Pick<DriftFinding, 'site' | 'path'> & { rows: readonly PlanRow[] },
): DriftFinding[] {
  const { target } = row;
  const about = {
    site,
    what: target.title === undefined ? target.kind : `${target.kind} "${target.title}"`,
    path,
    line: row.line ?? null,
  };
  return differencesOf(row).map(({ wanted, ...one }) => ({
    ...about,
    ...one,
    file: asNamed(one.field ?? '', wanted, { rows }),
  }));
}

function differencesOf(
  row: PlanRow,
): Omit<DriftFinding & { wanted: unknown }, 'site' | 'what' | 'file' | 'path' | 'line'>[] {
  const { operation } = row;
  if (
    operation === 'siteStructure.sort' ||
    operation === 'siteSectionGroups.remove' ||
    operation.startsWith('siteSectionGroups.add')
  )
    return [whole('order')];
  if (operation === 'customization.reset')
    return [{ kind: 'changed', field: 'customization', live: 'its own', wanted: null }];
  const isPublish = operation === 'sites.publish';
  if (isPublish || operation === 'sites.unpublish')
    return [{ kind: 'changed', field: 'publish', live: !isPublish, wanted: isPublish }];
  return differencesIn(row).map((one) =>
    one.field !== null && FIRST.test(one.field) ? { ...one, field: 'default' } : one,
  );
}

const WORDS: Record<Exclude<DriftKind, 'changed' | 'misfit'>, string> = {
  missing: 'is missing on the site',
  extra: 'is not in the file',
  order: 'is in another place',
};

/** Reads on after the name. */
function messageOf({ kind, live, file, site }: DriftFinding): string {
  if (kind === 'missing' && site.id === '') return 'does not exist';
  if (kind === 'misfit') return `is of another form: ${live}`;
  return kind === 'changed' ? changedText(live, file) : WORDS[kind];
}

// What docs sites drift found, in the format asked for.

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

const shownOf = (finding: DriftFinding) => ({
  ...{ kind: finding.kind, name: nameOf(finding), message: messageOf(finding), group: finding.site.title },
  ...{ file: finding.path, line: finding.line, key: finding.site.id },
  where: `(${finding.path}${finding.line === null ? '' : `:${finding.line}`})`,
});

/** Throws what reading throws, and FindingsError (exit 6) with --exit-code. */
export async function runDrift(run: DriftRun): Promise<void> {
  const ignores = await readIgnoreFile(run, '.docsdrift');
  const files = filesOf(run, String(run.args.file));
  const client = readingClient(await run.client());
  const reader: DriftRun = { ...run, client: async () => client };
  const places = new Map<string, Promise<SitePlace>>();
  const findings: DriftFinding[] = [];
  const titles: string[] = [];
  for (const file of files) {
    const parsed = await readSiteFile(reader, file);
    const own: DriftRun = await inOrganization(reader, parsed.file.organization);
    const organizationId = String(own.input.organizationId);
    const place = places.get(organizationId) ?? readPlace(client, organizationId);
    places.set(organizationId, place);
    const { title, found } = await findingsIn(own, parsed, await place);
    titles.push(title);
    findings.push(...found);
  }
  await conclude(run, { findings, titles, ignores });
}

/** Everything that a plan with --prune would change, and what the site is called now. */
async function findingsIn(
  run: DriftRun,
  parsed: ParsedSite,
  place: SitePlace,
): Promise<{ title: string; found: readonly DriftFinding[] }> {
  const site = siteOf(run, parsed, place.sites);
  const about = { id: site?.id ?? '', title: site?.title ?? parsed.file.title };
  return { title: about.title, found: await differences(run, { parsed, place, site, about }) };
}

interface Compared {
  parsed: ParsedSite;
  place: SitePlace;
  site: ReturnType<typeof siteOf>;
  about: DriftFinding['site'];
}

async function differences(run: DriftRun, { parsed, place, site, about }: Compared): Promise<DriftFinding[]> {
  const asOne = { site: about, what: `site "${about.title}"`, path: parsed.name, file: null };
  if (!site) return [{ ...asOne, kind: 'missing', field: null, live: null, line: 1 }];
  const plan = await planSite({
    ...{ client: await run.client(), parsed, site, prune: true, createSpaces: true, whole: true },
    ...{ organizationId: place.organizationId, spaces: place.spaces, concurrency: readWidthOf(run) },
  }).catch(misfitOf);
  if (typeof plan === 'string')
    return [{ ...asOne, kind: 'misfit', field: 'structure', live: plan, line: null }];
  sayWarnings(run, parsed.name, plan);
  const rows: PlanRow[] = [];
  for (const wish of plan.rows) rows.push(await rowOfWish(wish));
  // What is missing is one difference, wherever it stands and whatever it is made with.
  return plan.rows.flatMap((wish, at) => {
    const [row] = isOnNew(wish.operation, wish.input) || isBesideNew(wish) ? [] : rows.slice(at);
    return row ? findingsOf(row, { site: about, path: wish.file ?? parsed.name, rows }) : [];
  });
}

const isBesideNew = ({ operation, input }: SiteWish): boolean =>
  operation === sortSiteStructure && rowsNamedIn(input).length > 0;

/** A site of another form, which no plan can turn into that of the file, is a difference like others. */
function misfitOf(error: unknown): string {
  if (error instanceof ValidationError && error.details?.otherForm === true) return error.message;
  throw error;
}

/** A file, or those of a folder. Throws NotFoundError for a folder without any. */
function filesOf({ context: { cwd } }: DriftRun, path: string): string[] {
  const stats = path === '-' ? undefined : statsAt(resolve(cwd, path), { shown: path });
  if (!stats?.isDirectory()) return [path];
  const names = readdirSync(resolve(cwd, path))
    .filter((name) => /\.ya?ml$/.test(name))
    .sort();
  if (names.length > 0) return names.map((name) => join(path, name));
  throw new NotFoundError(`no site files in ${path}`, { hint: 'docs sites pull --all --to sites/' });
}

interface Found {
  findings: readonly DriftFinding[];
  titles: readonly string[];
  ignores: Ignores | undefined;
}

async function conclude(run: DriftRun, { findings, titles, ignores }: Found): Promise<void> {
  const isIgnored = (finding: DriftFinding) =>
    ignores?.matches({
      ...{ space: { title: finding.site.title }, page: { path: finding.path } },
      target: nameOf(finding),
    }) === true;
  const shown = findings.filter((finding) => !isIgnored(finding));
  const ignored = findings.length - shown.length;
  const summary = `compared ${plural(titles.length, 'site')}: ${plural(shown.length, 'difference')}${ignored > 0 ? `, ${ignored} ignored` : ''}`;
  await printDrift(run, {
    ...{ command: 'docs sites drift', topic: 'site', rules: RULES, groups: titles, summary },
    ...{ found: shown, shownOf },
  });
  sayIgnores(run.context.io, ignores, true);
  concludeFindings(run, summary, shown.length, { differences: shown.length, ignored });
}
