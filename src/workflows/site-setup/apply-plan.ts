// Makes the site of a plan, step after step. Each step looks whether it is done already, so a second run goes on where
// the first one stopped, and a third one sends nothing that changes anything.

import {
  addToSiteSectionGroup,
  createSiteSectionGroup,
  listSiteSectionGroups,
  type SiteSectionGroup,
} from '../../api/site-section-groups.ts';
import {
  createSiteSection,
  listSiteSections,
  type SiteSection,
  updateSiteSection,
} from '../../api/site-sections.ts';
import { addSiteSpace, listSiteSpaces, type SiteSpace } from '../../api/site-spaces.ts';
import { createSite, getSite, publishSite, type Site, updateSite } from '../../api/sites.ts';
import type { Client } from '../../client/client.ts';
import { DocsError, EXIT } from '../../errors.ts';
import { isGroup, type PlannedItem, type PlannedSection, type SiteDraft } from './plan.ts';

export interface Progress {
  /** The site, as soon as there is one. */
  site?: Site;
  /** Called before a step that changes something. */
  begin(step: string): void;
  /** Called after each step; `changed` is false where it was done already. */
  done(step: string, changed: boolean): void;
}

/** What stands on the site already. */
interface Standing {
  sections: SiteSection[];
  groups: SiteSectionGroup[];
  siteSpaces: SiteSpace[];
}

interface Work {
  client: Client;
  draft: SiteDraft;
  progress: Progress;
  place: { organizationId: string; siteId: string };
  standing: Standing;
}

/**
 * Makes or completes the site: with `progress.site` that one, without it a new one. Returns the site as it is then.
 * Throws what the platform refuses; what was done stays, and `progress` tells it.
 */
export async function setUpSite(client: Client, draft: SiteDraft, progress: Progress): Promise<Site> {
  const organizationId = draft.organization.id;
  const isNew = progress.site === undefined;
  progress.site ??= await makeSite(client, draft, progress);
  const place = { organizationId, siteId: progress.site.id };
  const standing = isNew ? { sections: [], groups: [], siteSpaces: [] } : await readStanding(client, place);
  const work: Work = { client, draft, progress, place, standing };
  if (!isNew) await alignSettings(work, progress.site);
  await alignBasename(work, progress.site);
  for (const space of draft.spaces) await addSpace(work, space);
  for (const item of draft.items) await addItem(work, item);
  await chooseFirst(work);
  await publish(work);
  return client.call(getSite, place);
}

async function step<T>(progress: Progress, text: string, work: () => Promise<T>): Promise<T> {
  progress.begin(text);
  const result = await work();
  progress.done(text, true);
  return result;
}

const makeSite = (client: Client, { organization, title, type, visibility }: SiteDraft, progress: Progress) =>
  step(progress, `create site "${title}"`, () =>
    client.call(createSite, { organizationId: organization.id, title, type, visibility }),
  );

async function readStanding(client: Client, place: Work['place']): Promise<Standing> {
  const standing: Standing = { sections: [], groups: [], siteSpaces: [] };
  for await (const { items } of client.pages(listSiteSections, place)) standing.sections.push(...items);
  for await (const { items } of client.pages(listSiteSectionGroups, place)) standing.groups.push(...items);
  for await (const { items } of client.pages(listSiteSpaces, place)) standing.siteSpaces.push(...items);
  return standing;
}

async function alignSettings({ client, draft, progress, place }: Work, site: Site): Promise<void> {
  const { title, visibility } = draft;
  const text = `settings of site "${title}"`;
  if (site.title === title && site.visibility === visibility) return progress.done(text, false);
  await step(progress, text, () => client.call(updateSite, { ...place, title, visibility }));
}

async function alignBasename(
  { client, draft: { basename }, progress, place }: Work,
  site: Site,
): Promise<void> {
  if (basename === undefined) return;
  const text = `address ending in "${basename}"`;
  if (site.basename === basename) return progress.done(text, false);
  progress.site = await step(progress, text, () => client.call(updateSite, { ...place, basename }));
}

async function addSpace(
  work: Work,
  { id, title }: { id: string; title: string },
  sectionId?: string,
): Promise<void> {
  const { client, progress, place, standing } = work;
  const text = `show space "${title}"`;
  if (standing.siteSpaces.some(({ space }) => space.id === id)) return progress.done(text, false);
  const inSection = sectionId === undefined ? {} : { sectionId };
  const made = await step(progress, text, () =>
    client.call(addSiteSpace, { ...place, spaceId: id, ...inSection }),
  );
  standing.siteSpaces.push(made);
}

async function addItem(work: Work, item: PlannedItem): Promise<void> {
  if (!isGroup(item)) {
    await addSection(work, item);
    return;
  }
  const made: SiteSection[] = [];
  for (const section of item.sections) made.push(await addSection(work, section));
  const { client, progress, place, standing } = work;
  const text = `create group "${item.group}"`;
  const found = standing.groups.find(({ title }) => title === item.group);
  if (found) progress.done(text, false);
  const { group: title, icon } = item;
  const fields = { ...place, title, ...(icon !== undefined && { icon }) };
  const group = found ?? (await step(progress, text, () => client.call(createSiteSectionGroup, fields)));
  for (const section of made) await putInto(work, group, section);
}

async function putInto({ client, progress, place }: Work, group: SiteSectionGroup, section: SiteSection) {
  const text = `put section "${section.title}" into group "${group.title}"`;
  if (section.sectionGroup === group.id) return progress.done(text, false);
  const ids = { ...place, siteSectionGroupId: group.id, sectionId: section.id };
  await step(progress, text, () => client.call(addToSiteSectionGroup, ids));
}

async function addSection(work: Work, section: PlannedSection): Promise<SiteSection> {
  const { client, progress, place, standing } = work;
  const { title, icon, spaces } = section;
  const text = `create section "${title}"`;
  const found = standing.sections.find((one) => one.title === title);
  if (found) progress.done(text, false);
  const fields = { ...place, spaceId: spaces[0]?.id ?? '', title, ...(icon !== undefined && { icon }) };
  const made = found ?? (await step(progress, text, () => client.call(createSiteSection, fields)));
  if (!found) standing.sections.push(made);
  if (!found) standing.siteSpaces.push(...made.siteSpaces);
  const whole = await describeSection(work, made, section);
  for (const space of spaces.slice(1)) await addSpace(work, space, made.id);
  return whole;
}

/** The platform drops what a section is about when it is created: that takes a second request. */
async function describeSection(
  { client, progress, place }: Work,
  made: SiteSection,
  { title, description, path, icon }: PlannedSection,
): Promise<SiteSection> {
  const wanted = { description, path, icon };
  const missing = Object.fromEntries(
    Object.entries(wanted).filter(
      ([name, value]) => value !== undefined && Reflect.get(made, name) !== value,
    ),
  );
  if (Object.keys(missing).length === 0) return made;
  const text = `describe section "${title}"`;
  return step(progress, text, () =>
    client.call(updateSiteSection, { ...place, siteSectionId: made.id, ...missing }),
  );
}

async function chooseFirst({ client, draft, progress, place, standing }: Work): Promise<void> {
  const { first, items, spaces } = draft;
  if (first === undefined) return;
  const text = `show "${first}" first`;
  const section = standing.sections.find(({ title }) => title === first);
  const id = spaces.find(({ title }) => title === first)?.id;
  const siteSpace = standing.siteSpaces.find(({ space }) => space.id === id);
  const target = items.length > 0 ? section : siteSpace;
  if (!target || target.default === true) return progress.done(text, false);
  const field = items.length > 0 ? { defaultSiteSection: target.id } : { defaultSiteSpace: target.id };
  await step(progress, text, () => client.call(updateSite, { ...place, ...field }));
}

async function publish({ client, draft, progress, place }: Work): Promise<void> {
  if (!draft.publish) return;
  const text = `publish site "${draft.title}"`;
  const { published } = await client.call(getSite, place);
  if (published) return progress.done(text, false);
  progress.begin(text);
  const result = await client.call(publishSite, place);
  // A checkout is no publication: the plan must be paid first (open points, section 16).
  if ('sessionId' in result) {
    throw new DocsError(
      `not published: the plan of this site must be paid first (checkout ${result.sessionId})`,
      { code: 'CHECKOUT_REQUIRED', exit: EXIT.failed },
      { hint: `pay in the app, then docs sites publish ${place.siteId}`, outcome: 'rejected' },
    );
  }
  progress.done(text, true);
}
