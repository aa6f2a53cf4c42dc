// What docs restore refuses before anything is sent.

import { importContent } from '../../api/content/imports.ts';
import type { Space } from '../../api/content/spaces.generated.ts';
import { importGit } from '../../api/integrations/git.ts';
import type { Organization } from '../../api/people/organizations.generated.ts';
import { updateChangeRequestContent } from '../../api/review/change-requests.ts';
import type { Client } from '../../client/client.ts';
import { isPlatformError, wordsOf } from '../../client/failure.ts';
import { refuseTogether } from '../../engine/model/used-together.ts';
import { ConflictError, DocsError, NotFoundError, seeHelp, UsageError } from '../../errors.ts';
import { shell } from '../../files/shell-word.ts';
import type { Wanted } from './restore.ts';
import type { RestoreRun } from './restore-flags.ts';
import {
  readSiteBackup,
  readSites,
  readSpaces,
  type SiteBackup,
  type SitePlaces,
  spacesOf,
} from './site-backup.ts';

/** Throws UsageError for flags that cannot be used together. */
export function refuseFlags(run: RestoreRun): void {
  const { flags, path, args } = run;
  const refuse = (message: string) => {
    throw seeHelp(path, message);
  };
  if (args.folder === undefined) refuse('a folder is required');
  refuseTogether(run, 'as', 'into');
  refuseTogether(run, 'resume', 'fresh');
  refuseTogether(run, 'space', 'allSpaces');
  if (flags.allSpaces === true && (flags.as !== undefined || flags.into !== undefined))
    refuse('--as and --into are for one space, not for --all-spaces');
  if (flags.as !== undefined && (flags.as.trim() === '' || [...flags.as].length > 50))
    refuse(`--as must have 1 to 50 characters, not ${[...flags.as].length}`);
  for (const other of NOT_WITH_PAGE) refuseTogether(run, other, 'page');
  refuseByGit(run);
  if (flags.publish === true && flags.sites === undefined && flags.allSites !== true)
    refuse('--publish is for sites: use it with --sites or --all-sites');
}

/** What goes by git goes as a whole, or not. */
function refuseByGit(run: RestoreRun): void {
  const { ref, importUrl, toRepository } = run.flags;
  if (isRepositoryUrl(toRepository))
    for (const other of NOT_BY_GIT) refuseTogether(run, other, 'toRepository');
  else if ((ref ?? importUrl) !== undefined)
    throw seeHelp(run.path, '--ref and --import-url are for --to-repository with the URL of a repository');
}

const NOT_BY_GIT = ['sites', 'allSites', 'collections', 'map', 'resume', 'fresh', 'changeRequests'];
/** Pages go into a space that is there, and nothing else does. */
const NOT_WITH_PAGE = [
  ...['as', 'allSpaces', 'sites', 'allSites', 'collections', 'map', 'resume', 'fresh'],
  ...['toRepository', 'changeRequests', 'how'],
];

interface Asked {
  organizationId: string;
  wanted: readonly Wanted[];
  sites: readonly SiteBackup[];
  /** What to do about a title that is taken, where --as cannot help. */
  taken: string | undefined;
}

/** Two of one title confuse everybody: the second one needs another. Throws UsageError. */
export async function refuseTitles(run: RestoreRun, asked: Asked): Promise<void> {
  await refuseSpaceTitles(run, asked);
  const { organizationId, sites } = asked;
  if (sites.length === 0) return;
  const there = await readSites(await run.client(), organizationId);
  const taken = there.find(({ title }) => sites.some((site) => site.title === title));
  if (taken)
    throw new UsageError(`there is a site "${taken.title}" already (${taken.id})`, {
      code: 'SITE_EXISTS',
      hint: 'rename it, or choose other sites with --sites',
    });
}

async function refuseSpaceTitles(run: RestoreRun, { organizationId, wanted, taken }: Asked): Promise<void> {
  const titles = new Set(wanted.filter(({ into }) => into === undefined).map(({ title }) => title));
  if (titles.size === 0) return;
  const there = await readSpaces(await run.client(), organizationId);
  const first = there.find(({ title }) => titles.has(title));
  if (!first) return;
  throw new UsageError(`there is a space "${first.title}" already (${first.id})`, {
    code: 'SPACE_EXISTS',
    hint:
      taken ??
      (wanted.length === 1
        ? shell`${run.path.split(' ')} ${run.args.folder ?? ''} --space ${wanted[0]?.backup.entry.id ?? ''} --as ${`${first.title} (restored)`.slice(0, 50)}`
        : 'restore the spaces one by one, with --as or --into'),
  });
}

/** Throws NotFoundError for a site that shows a space which is neither restored nor there. */
export async function refuseLacking(
  sites: readonly SiteBackup[],
  wanted: readonly Wanted[],
  { ids, spaces }: SitePlaces,
): Promise<void> {
  const restored = new Set(wanted.map(({ backup }) => backup.entry.id));
  for (const site of sites) {
    const lacking = spacesOf(site, await readSiteBackup(site)).find(
      ({ id, name }) => !restored.has(id) && !ids.has(id) && !spaces.has(id) && !spaces.has(name),
    );
    if (lacking)
      throw new NotFoundError(
        `site "${site.title}" shows space "${lacking.name}", which is neither there nor restored now`,
        { code: 'SPACE_LACKING', hint: 'restore that space with it, or choose other sites with --sites' },
      );
  }
}

/** A space that content goes into by a change request, which nobody reviews. */
type MergedInto = Pick<Space, 'title' | 'organization'> & Partial<Pick<Space, 'id' | 'mergeRules'>>;

/** Throws ConflictError for a space whose rules would keep the change request of a restore from being merged. */
export async function refuseReviewed(
  run: RestoreRun,
  known: Pick<Organization, 'id' | 'mergeRules'>,
  spaces: readonly MergedInto[],
): Promise<void> {
  const { problemsOfNew, ruleFacts } = await import('../merge-ready/merge-readiness.ts');
  const asked = ruleFacts(await run.client());
  const facts = {
    ...asked,
    organizationRules: async (id: string) =>
      id === known.id ? known.mergeRules : asked.organizationRules(id),
  };
  for (const { id, title, organization, mergeRules } of spaces) {
    // A host that shows no rules has none.
    if (mergeRules === undefined) continue;
    const [problem] = await problemsOfNew({ organization, mergeRules }, facts);
    if (problem === undefined) continue;
    const where = id === undefined || mergeRules.type === 'inherit' ? 'organization' : 'space';
    throw new ConflictError(
      `space "${title}" cannot be restored to: the merge rules of the ${where} keep its change request from being merged: it ${problem}`,
      {
        code: 'MERGE_RULES',
        hint:
          where === 'space'
            ? shell`docs spaces get ${id ?? ''} --json --fields mergeRules`
            : shell`docs orgs get ${organization} --json --fields mergeRules`,
      },
    );
  }
}

// What --to-repository names: a folder of this computer, or a repository elsewhere.

/** Whether --to-repository names a repository to push to: a folder has no scheme. */
export const isRepositoryUrl = (text: unknown): boolean =>
  typeof text === 'string' &&
  (/^[a-z][a-z0-9+.-]+:\/\//i.test(text) || /^[\w.-]+@[\w.-]+:|^[a-z][\w+.-]*::/i.test(text));

// What a host offers to put content back with: asked by requests that name what does not exist, so that none has an effect.
type Offer = 'yes' | 'no' | 'unknown';

/** `lost`: what it cannot carry. */
export const WAYS = [
  {
    way: 'change request',
    operation: updateChangeRequestContent,
    when: 'used by docs restore',
    lost: 'groups, link pages, covers, layouts, variables of pages and spaces, reusable content, names of files',
  },
  {
    way: 'git import',
    operation: importGit,
    when: 'restore with --to-repository and the URL of a repository that the host can reach',
    lost: 'comments, reusable content',
  },
  {
    way: 'content import',
    operation: importContent,
    when: 'docs content import, for a ZIP file or website that the host can reach',
    lost: 'comments, order, hidden pages, front matter; adds pages and never replaces them',
  },
] as const;
export type Way = (typeof WAYS)[number];

/** Nothing has this ID: hosts give out longer ones. */
const NOWHERE = 'none';

/** Whether the host has the operation of a way; `unknown` where its answer, or none, does not tell. */
export async function offerOf(client: Client, { way, operation }: Way): Promise<Offer> {
  const { method, path } = operation;
  const body = way === 'change request' ? { changes: [] } : {};
  try {
    const { status, text } = await client.raw(
      { method, path: path.replace(/\{\w+\}/g, NOWHERE), body: JSON.stringify(body) },
      { attempts: 1 },
    );
    return judged(status, text);
  } catch (error) {
    // A profile that only reads, or a host that cannot be reached.
    if (error instanceof DocsError) return 'unknown';
    throw error;
  }
}

/** A host that has it names the space, or refuses the body; one that does not answers as to any path. */
function judged(status: number, text: string): Offer {
  if (status === 405 || status === 501) return 'no';
  if (status === 400 || status === 422) return 'yes';
  if (status !== 404 && status !== 403) return 'unknown';
  const payload = { text };
  const words = wordsOf(payload);
  const namesRoute = /\b(?:GET|POST|route|endpoint|path)\b|\/v1\//i.test(words);
  if (!isPlatformError(payload) || namesRoute) return status === 404 ? 'no' : 'unknown';
  return /\bspace\b|change request|permission/i.test(words) ? 'yes' : 'unknown';
}
