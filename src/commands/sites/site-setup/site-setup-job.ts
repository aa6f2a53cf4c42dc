// What docs sites setup is about to do: the plan, the site it is for, and the steps between the two.

import type { Space } from '../../../api/content/spaces.ts';
import { getOrganization } from '../../../api/people/organizations.ts';
import type { Site } from '../../../api/sites/sites.ts';
import { canAsk } from '../../../engine/ask/can-ask.ts';
import { withReferences } from '../../../engine/references/with-references.ts';
import { organizationInHand } from '../../../engine/run/context-params.ts';
import { readStdin, readTextFile } from '../../../engine/run/input.ts';
import { fillContext } from '../../../engine/run/scope.ts';
import { InteractionError, NotFoundError } from '../../../errors.ts';
import { planChanges } from '../../../workflows/site-setup/apply-plan.ts';
import type { Change, Names } from '../../../workflows/site-setup/change.ts';
import { type LiveSite, readLiveSite } from '../../../workflows/site-setup/live-site.ts';
import type { SiteDraft } from '../../../workflows/site-setup/plan.ts';
import { parsePlan } from '../../../workflows/site-setup/plan-file.ts';
import { refuseMisfit } from '../../../workflows/site-setup/refuse-impossible.ts';
import {
  type Organization,
  readSites,
  readSpaces,
  resolvePlan,
} from '../../../workflows/site-setup/resolve-plan.ts';
import { heldDrafts } from './held-drafts.ts';
import type { SetupRun } from './site-setup.ts';
import { askForNewSite } from './site-setup-draft.ts';
import type { End, FileAnswers } from './site-setup-end.ts';
import { askForChanges } from './site-setup-live.ts';
import { refuseTaken, siteMeant, uniqueAmong } from './site-setup-site.ts';

/** A plan, and what a person chose at the end; a plan file is meant to be carried out. */
export interface Planned extends FileAnswers {
  draft: SiteDraft;
  end: End;
}

export interface Job extends Planned {
  /** The site as it is; undefined for a new one. */
  live: LiveSite | undefined;
  /** What there is to do, in order. */
  changes: readonly Change[];
  names: Names;
}

/** Where a plan is made. */
export interface Place {
  organization: Organization;
  sites: readonly Site[];
  spaces: readonly Space[];
  names: Names;
}

/** The text of --from, and what it is called; undefined without it. */
export async function readFrom({ context, flags: { from } }: SetupRun): Promise<Given | undefined> {
  if (typeof from !== 'string') return undefined;
  if (from === '-') return { text: await readStdin(context, '--from'), name: 'standard input' };
  return { text: await readTextFile(context, from, '--from'), name: from };
}

interface Given {
  text: string;
  name: string;
}

/** A plan that was given, or one by answers. Throws InteractionError where there is no terminal to ask. */
export async function openJob(run: SetupRun, given: Given | undefined): Promise<Job> {
  if (given) return jobOfFile(run, given);
  if (!canAsk(run)) {
    throw new InteractionError('interactive setup needs a terminal', {
      hint: 'docs sites setup --from plan.yaml',
    });
  }
  return jobOfAnswers(run);
}

async function jobOfFile(run: SetupRun, { text, name }: Given): Promise<Job> {
  const plan = await parsePlan(text, name);
  const place = await openPlace(run, plan.organization);
  const { organization, sites, spaces } = place;
  const site = siteMeant(run, sites, plan.title);
  refuseTaken(run, sites, plan.title, site);
  const draft = resolvePlan(plan, organization, spaces, site);
  const live = site && (await readLiveSite(await run.client(), organization.id, site));
  return jobOf(run, place, { draft, end: 'create' }, live);
}

async function jobOfAnswers(run: SetupRun): Promise<Job> {
  const place = await openPlace(run);
  const { organization, sites, spaces } = place;
  const site = siteMeant(run, sites);
  if (spaces.length === 0)
    throw new NotFoundError(`"${organization.title}" has no space that a site could show`, {
      hint: 'docs spaces create --title "Guides"',
    });
  if (!site) return jobOf(run, place, await askForNewSite(run, place), undefined);
  const live = await readLiveSite(await run.client(), organization.id, site);
  return jobOf(run, place, await askForChanges(run, place, live), live);
}

async function jobOf(
  run: SetupRun,
  { names }: Place,
  planned: Planned,
  live: LiveSite | undefined,
): Promise<Job> {
  if (live) refuseMisfit(planned.draft, live);
  const held = live && heldDrafts(run, live.site.id);
  return { ...planned, live, names, changes: await planChanges(planned.draft, live, names, held) };
}

/** `planned`: the organization that a plan names. --org wins over it, and it over the context. */
async function openPlace(run: SetupRun, planned?: string): Promise<Place> {
  const organization = await readOrganization(run, planned);
  const client = await run.client();
  const sites = await readSites(client, organization.id);
  const spaces = await readSpaces(client, organization.id);
  return {
    organization,
    sites,
    spaces,
    names: {
      isUnique: (title) =>
        spaces.filter((space) => space.title === title).length === 1 &&
        !spaces.some(({ id }) => id === title),
      isUniqueSite: uniqueAmong(sites),
      flags: await flagsFor(run, organization),
    },
  };
}

async function readOrganization(run: SetupRun, planned?: string): Promise<Organization> {
  const named = run.flags.org ?? planned;
  const input = named === undefined ? {} : { organizationId: named };
  const scoped: SetupRun = { ...run, operation: getOrganization, input };
  await fillContext(scoped);
  const client = await run.client();
  const { id, title } = await withReferences(scoped, async ({ organizationId }) =>
    client.call(getOrganization, { organizationId: String(organizationId) }),
  );
  return { id, title };
}

/** What each command needs where the context would name another organization or profile. */
async function flagsFor(run: SetupRun, { id, title }: Organization): Promise<string[]> {
  const { org, profile, baseUrl } = run.flags;
  const inHand = org === undefined ? await organizationInHand(run) : undefined;
  return [
    ...(inHand === id || inHand === title ? [] : ['--org', title]),
    ...(profile === undefined ? [] : ['--profile', profile]),
    ...(baseUrl === undefined ? [] : ['--base-url', baseUrl]),
  ];
}
