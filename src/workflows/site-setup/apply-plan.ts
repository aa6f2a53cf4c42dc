// Makes the site of a plan, step after step, or says which steps that would be: the same code does both. Each step looks
// whether it is done already, so a second run resumes where the first one stopped, and a third one sends nothing that
// changes anything.

import { createSite, getSite, publishSite, type Site, updateSite } from '../../api/sites/sites.ts';
import type { Client } from '../../client/client.ts';
import { DocsError, EXIT } from '../../errors.ts';
import { flagWith, shell } from '../../files/shell-word.ts';
import { addItem, addSpace } from './apply-sections.ts';
import { bareSite, type LiveSite, type LiveSpace, readLiveSite } from './live-site.ts';
import type { SiteDraft } from './plan.ts';
import {
  among,
  type Change,
  changed,
  heldHere,
  type Names,
  type Progress,
  placeOf,
  showHeld,
  siteName,
  step,
  type Work,
} from './step.ts';

/**
 * Makes or completes the site: with `progress.site` that one, without it a new one. Returns the site as it is then.
 * Throws what the platform refuses; what was done stays, and `progress` says what.
 */
export async function setUpSite(
  client: Client,
  draft: SiteDraft,
  progress: Progress,
  names: Names,
): Promise<Site> {
  const { site } = progress;
  const live = site ? await readLiveSite(client, draft.organization.id, site) : undefined;
  const work = await takeSteps({ client, draft, progress, names, held: progress.held ?? heldHere() }, live);
  return client.call(getSite, placeOf(work));
}

/** The steps that would change something, in order. Nothing is sent, and `live` stays as it is. `held`: of earlier runs. */
export async function planChanges(
  draft: SiteDraft,
  live: LiveSite | undefined,
  names: Names,
  held = heldHere(),
): Promise<Change[]> {
  const changes: Change[] = [];
  const progress: Progress = {
    begin: () => {},
    done: (change, isNew) => {
      if (isNew) changes.push(change);
    },
  };
  await takeSteps({ client: undefined, draft, progress, names, held }, live && structuredClone(live));
  return changes;
}

async function takeSteps(given: Omit<Work, 'live'>, live: LiveSite | undefined): Promise<Work> {
  const { draft, progress } = given;
  const work: Work = { ...given, live: live ?? bareSite(await makeSite(given)) };
  progress.site = work.live.site;
  if (live) await alignSettings(work);
  await alignBasename(work);
  for (const space of draft.spaces) await addSpace(work, space);
  for (const item of draft.items) await addItem(work, item);
  await showHeld(work);
  await chooseFirst(work);
  await publish(work);
  return work;
}

function makeSite(work: Omit<Work, 'live'>): Promise<Site> {
  const { organization, title, type, visibility } = work.draft;
  const change: Change = {
    text: `create site "${title}"`,
    lines: [`+ site ${JSON.stringify(title)} (${type}, ${visibility})`],
    typed: {
      path: ['sites', 'create'],
      names: [title],
      flags: ['--type', type, '--visibility', visibility, ...work.names.flags],
    },
  };
  return step(
    work,
    change,
    { operation: createSite, input: { organizationId: organization.id, title, type, visibility } },
    (made): Site => made,
    (): Site => ({
      ...{ object: 'site', id: '', type, title, visibility, published: false, siteSpaces: 0, createdAt: '' },
      ...{ agentsContext: 'included', features: [], urls: { location: '', app: '' } },
    }),
  );
}

/** Changes settings of the site, and takes the answer for what it is from then on. */
async function update(
  work: Work,
  change: Omit<Change, 'typed'>,
  flags: readonly string[],
  fields: Partial<Pick<Site, 'title' | 'visibility' | 'basename'>> & Record<string, unknown>,
): Promise<void> {
  const { live, names, progress } = work;
  const typed = {
    path: ['sites', 'update'],
    names: [siteName(names, live)],
    flags: [...flags, ...names.flags],
  };
  live.site = await step(
    work,
    { ...change, typed },
    { operation: updateSite, input: { ...placeOf(work), ...fields } },
    (site): Site => site,
    () => ({ ...live.site, ...fields }),
  );
  progress.site = live.site;
}

async function alignSettings(work: Work): Promise<void> {
  const { site } = work.live;
  const { title, visibility } = work.draft;
  const fields = {
    ...(site.title !== title && { title }),
    ...(site.visibility !== visibility && { visibility }),
  };
  const names = Object.keys(fields) as (keyof typeof fields)[];
  const change = {
    text: `settings of site "${title}"`,
    lines: names.map((name) => changed(name, site[name], fields[name])),
  };
  if (names.length === 0) return work.progress.done(change, false);
  const words = names.flatMap((name) => flagWith(`--${name}`, String(fields[name])));
  await update(work, change, words, fields);
}

async function alignBasename(work: Work): Promise<void> {
  const { basename } = work.draft;
  if (basename === undefined) return;
  const before = work.live.site.basename;
  const change = {
    text: `address ending in "${basename}"`,
    lines: [changed('last part of the address', before, basename)],
  };
  if (before === basename) return work.progress.done(change, false);
  await update(work, change, flagWith('--basename', basename), { basename });
}

async function chooseFirst(work: Work): Promise<void> {
  const { draft, live, progress } = work;
  const { first } = draft;
  if (first === undefined) return;
  const bySection = draft.items.length > 0;
  const id = draft.spaces.find(({ title }) => title === first)?.id;
  const all: readonly (LiveSite['sections'][number] | LiveSpace)[] = bySection ? live.sections : live.spaces;
  const fits = (one: (typeof all)[number]) => ('spaceId' in one ? one.spaceId === id : one.title === first);
  const target = all.find(fits);
  const before = all.find(({ isDefault }) => isDefault)?.title;
  const change = { text: `show "${first}" first`, lines: [changed('shown first', before, first)] };
  if (!target || target.isDefault) return progress.done(change, false);
  const [flag, field] = bySection
    ? ['--default-site-section', 'defaultSiteSection']
    : ['--default-site-space', 'defaultSiteSpace'];
  await update(work, change, flagWith(flag ?? '', among(all, target)), { [field ?? '']: target.id });
}

async function publish(work: Work): Promise<void> {
  const { draft, progress, live, names, client } = work;
  if (!draft.publish) return;
  const change: Change = {
    text: `publish site "${draft.title}"`,
    lines: [`~ published: no -> yes, ${live.site.visibility}`],
    typed: { path: ['sites', 'publish'], names: [siteName(names, live)], flags: names.flags },
  };
  const { published } = client ? await client.call(getSite, placeOf(work)) : live.site;
  if (published) return progress.done(change, false);
  await step(
    work,
    change,
    { operation: publishSite, input: placeOf(work) },
    (result) => refuseCheckout(result, live.site.id),
    () => {},
  );
}

/** A checkout is not a publication: the plan must be paid first (src/api/README.md#sites). */
function refuseCheckout(result: Site | { sessionId: string }, siteId: string): void {
  if (!('sessionId' in result)) return;
  throw new DocsError(
    `not published: the plan of this site must be paid first (checkout ${result.sessionId})`,
    { code: 'CHECKOUT_REQUIRED', exit: EXIT.failed },
    { hint: `pay in the app, then ${shell`docs sites publish ${siteId}`}`, outcome: 'rejected' },
  );
}
