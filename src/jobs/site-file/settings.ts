// Settings of the site itself, what it shows first, and whether it is published.
import type { Site } from '../../api/sites/sites.generated.ts';
import { createSite, publishSite, unpublishSite, updateSite } from '../../api/sites/sites.ts';
import { shell } from '../../files/shell-word.ts';
import { proxyText } from './describe.ts';
import { spaceNamed } from './fields.ts';
import { otherToSend, sectionsOn } from './live.ts';
import type { Fields } from './looks.ts';
import { sectionsIn } from './parse.ts';
import type { SectionItem, SiteFile } from './schema.ts';
import {
  differing,
  fieldText,
  isRef,
  misfit,
  propose,
  proposeFields,
  type Wishes,
  type Work,
} from './work.ts';

/** The ID of the new site, or what stands for it. */
export function createNew(wishes: Wishes, file: SiteFile, organizationId: string, line?: number): string {
  const { title, type, visibility } = file;
  return wishes.add({
    operation: createSite,
    input: {
      ...{ organizationId, title },
      ...(type !== undefined && { type }),
      ...(visibility !== undefined && { visibility }),
    },
    target: { kind: 'site', title },
    ...(line !== undefined && { line }),
  });
}

export type NamedSite = Pick<Site, 'id' | 'title' | 'basename'>;

/** Throws ValidationError for another type, as a site keeps its own, and for a base name that one of `others` has. */
export function planSettings(
  work: Work,
  styleguide: string | null | undefined,
  others: readonly NamedSite[] = [],
): void {
  const { file, live, isNew } = work;
  const { site } = live;
  if (!isNew && file.type !== undefined && file.type !== site.type)
    throw misfit(
      `${fieldText(work, 'type')}site "${site.title}" is of type ${site.type}, and the type of a site cannot be changed to ${file.type}`,
      `remove "type" from the file, or set it to ${site.type}`,
    );
  refuseTaken(work, others);
  const fields: Record<string, unknown> = { ...settingsOf(work, styleguide) };
  const first = firstOf(work);
  if (first && !Object.values(first).some(isRef)) Object.assign(fields, first);
  const update = {
    operation: updateSite,
    input: {},
    target: { kind: 'site', title: site.title },
    ...{ raw: isNew ? undefined : { ...site, ...firstNow(work) }, item: file },
  };
  proposeFields(work, fields, update);
  // What is shown first may be created by this plan.
  if (first && Object.values(first).some(isRef)) proposeFields(work, first, update);
}

function refuseTaken(work: Work, others: readonly NamedSite[]): void {
  const { file, live } = work;
  const other = others.find(({ id, basename }) => basename === file.basename && id !== live.site.id);
  if (file.basename === undefined || !other) return;
  throw misfit(
    `${fieldText(work, 'basename', file)}"${file.basename}" is the base name of site "${other.title}" (${other.id})`,
    shell`choose another in the file, or change that of the other site first: docs sites update ${other.id} --basename NAME`,
  );
}

/** Settings that are other than they are. */
function settingsOf({ file, live: { site }, isNew }: Work, styleguide: string | null | undefined): Fields {
  const { title, visibility, basename, proxy } = file;
  const now: Fields = isNew
    ? {}
    : { ...site, proxy: site.proxy && proxyText(site.proxy.origin), styleguide: site.styleguide?.space };
  const fields = differing(
    {
      ...(!isNew && { title, visibility }),
      ...{ basename, agentsContext: agentsContextOf(file, site, isNew), styleguide },
      proxy: isNew ? (proxy ?? undefined) : proxy,
    },
    now,
  );
  return {
    ...fields,
    ...levelOf(file, site, isNew),
    ...adaptiveOf(file, site, isNew),
    ...otherToSend(file, isNew ? undefined : site),
  };
}

/** Newer hosts have no such setting. */
const agentsContextOf = ({ agentsContext }: SiteFile, site: Site, isNew: boolean) =>
  isNew || site.agentsContext !== undefined ? agentsContext : undefined;

/** Older hosts have no such setting: theirs is that of the organization. */
const levelOf = ({ defaultLevel }: SiteFile, site: Site, isNew: boolean): Fields =>
  defaultLevel === undefined ||
  (site.defaultLevel === undefined
    ? defaultLevel === 'inherit'
    : defaultLevel === site.defaultLevel && !isNew)
    ? {}
    : { defaultLevel };

const adaptiveOf = ({ adaptiveContent }: SiteFile, site: Site, isNew: boolean): Fields =>
  adaptiveContent !== undefined &&
  (isNew ? adaptiveContent : adaptiveContent !== site.adaptiveContent?.enabled)
    ? { adaptiveContent: { enabled: adaptiveContent } }
    : {};

type First = { defaultSiteSection: string } | { defaultSiteSpace: string };

const sectionFirst = ({ live }: Work): string | undefined =>
  sectionsOn(live.items).find(({ isDefault }) => isDefault)?.id;

function firstNow(work: Work): Record<string, unknown> {
  const section = sectionFirst(work);
  const space = work.live.spaces.find(({ isDefault }) => isDefault)?.id;
  return {
    ...(section !== undefined && { defaultSiteSection: section }),
    ...(space !== undefined && { defaultSiteSpace: space }),
  };
}

/** Undefined where the site shows that first already. */
function firstOf(work: Work): First | undefined {
  const { file, spaces, shelves, sectionIds } = work;
  const { default: name } = file;
  if (name === undefined) return undefined;
  const items = sectionsIn(file.sections);
  if (items.length === 0) {
    const wanted = (file.spaces ?? []).flatMap((item) => spaces.get(item) ?? []);
    const { id = '' } = spaceNamed(wanted, name, `${fieldText(work, 'default')}"default" of the site`);
    return shelves.get('')?.first === id ? undefined : { defaultSiteSpace: id };
  }
  const item =
    sectionNamed(work, name) ?? items.find((one) => one.spaces.some(({ space }) => space === name));
  if (!item)
    throw misfit(
      `${fieldText(work, 'default')}"default" names "${name}", which is not in the file`,
      renamed(work, name) ?? 'name a section or a space of the file',
    );
  const id = sectionIds.get(item) ?? '';
  const kept = [...shelves.values()];
  const now = sectionFirst(work);
  // The first section of a new site is what it shows.
  const known =
    work.live.items.length === 0
      ? kept.find((one) => isRef(one.id))?.id
      : kept.find((one) => one.id === now)?.id;
  return known === id ? undefined : { defaultSiteSection: id };
}

/** The name of a section that the file gives another title than it has. */
export function renamed({ matches }: Pick<Work, 'matches'>, name: string): string | undefined {
  const [item] = [...matches.sections].find(([, known]) => known.title === name) ?? [];
  return item && `the section is called "${item.title}" in the file: write that`;
}

/** By title where one section has it, or by path. */
export function sectionNamed({ file }: Pick<Work, 'file'>, name: string): SectionItem | undefined {
  const items = sectionsIn(file.sections);
  const called = items.filter(({ title }) => title === name);
  return called.length === 1 ? called[0] : (items.find(({ path }) => path === name) ?? called[0]);
}

/** Last of all: what is not complete is not shown to anybody. */
export function planPublication(work: Work): void {
  const { file, live, isNew, wishes } = work;
  const { publish, title } = file;
  if (publish === undefined || publish === (isNew ? false : live.site.published)) return;
  propose(work, {
    operation: publish ? publishSite : unpublishSite,
    input: {},
    target: { kind: 'site', title },
    raw: isNew ? undefined : live.site,
    needs: publish ? wishes.rows.map((_, at) => at + 1) : [],
    follows: publish
      ? readers(file.visibility ?? live.site.visibility)
      : 'no one can read it until it is published again',
  });
}

const readers = (visibility: Site['visibility']): string =>
  ({
    public: 'anyone can read it, and search engines find it',
    unlisted: 'anyone who has the URL can read it',
    'share-link': 'everyone who has a share link can read it',
    'visitor-auth': 'visitors who sign in can read it',
  })[visibility];
