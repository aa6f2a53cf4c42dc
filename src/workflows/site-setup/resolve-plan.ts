// From the names of a plan to what they refer to. Everything is known before anything is sent.

import { listSpaces, type Space } from '../../api/content/spaces.ts';
import { listSites, type Site } from '../../api/sites/sites.ts';
import type { Client } from '../../client/client.ts';
import { AmbiguousError, NotFoundError, ValidationError } from '../../errors.ts';
import {
  isGroup,
  type PlannedItem,
  type PlannedSection,
  type PlannedSpace,
  type SiteDraft,
  type SitePlan,
  sectionsOf,
} from './plan.ts';

export interface Organization {
  id: string;
  title: string;
}

/** Every space of an organization that a site may show. */
export async function readSpaces(client: Client, organizationId: string): Promise<Space[]> {
  const found: Space[] = [];
  for await (const { items } of client.pages(listSpaces, { organizationId })) found.push(...items);
  return found.filter(({ deletedAt }) => deletedAt === undefined);
}

/** Every site of an organization. */
export async function readSites(client: Client, organizationId: string): Promise<Site[]> {
  const found: Site[] = [];
  for await (const { items } of client.pages(listSites, { organizationId })) found.push(...items);
  return found;
}

/**
 * What the plan leaves out is as on the site that exists. Throws NotFoundError or AmbiguousError for a space,
 * ValidationError for a default that is not in the plan.
 */
export function resolvePlan(
  plan: SitePlan,
  organization: Organization,
  spaces: readonly Space[],
  site?: Pick<Site, 'type' | 'visibility' | 'published'>,
): SiteDraft {
  const find = finder(spaces);
  const section = ({ title, spaces: names, ...rest }: SectionPlan): PlannedSection => {
    const own = names.map(find);
    return { ...rest, title: title ?? own[0]?.title ?? '', spaces: own };
  };
  const items = (plan.sections ?? []).map(
    (item): PlannedItem =>
      'group' in item ? { ...item, sections: item.sections.map(section) } : section(item),
  );
  const flat = (plan.spaces ?? []).map(find);
  const draft: SiteDraft = {
    organization,
    title: plan.title,
    type: plan.type ?? site?.type ?? 'basic',
    visibility: plan.visibility ?? site?.visibility ?? 'public',
    ...(plan.basename !== undefined && { basename: plan.basename }),
    spaces: flat,
    items,
    publish: plan.publish ?? site?.published ?? false,
  };
  refuseTwice(draft);
  const first =
    plan.default === undefined ? undefined : titleOfFirst(draft, plan.default, site === undefined);
  return first === undefined ? draft : { ...draft, first };
}

type SectionPlan = Extract<NonNullable<SitePlan['sections']>[number], { spaces: string[] }>;

function finder(spaces: readonly Space[]): (name: string) => PlannedSpace {
  const byId = new Map(spaces.map((space) => [space.id, space]));
  return (name) => {
    const known = byId.get(name);
    const fits = known ? [known] : spaces.filter(({ title }) => title === name);
    const [only, second] = fits;
    if (!only)
      throw new NotFoundError(`space "${name}" not found, or not visible to you`, {
        hint: 'docs spaces list',
      });
    if (second) {
      throw new AmbiguousError(
        `${fits.length} spaces are called "${name}": ${fits.map(({ id }) => id).join(', ')}`,
        {
          hint: 'name it by its id',
          details: { candidates: fits.map(({ id, title }) => ({ id, title })) },
        },
      );
    }
    return { id: only.id, title: only.title };
  };
}

/** A site shows a space once (409 otherwise), and sections of one title could not be told apart. */
function refuseTwice(draft: SiteDraft): void {
  const sections = sectionsOf(draft);
  const ids = [...draft.spaces, ...sections.flatMap((section) => section.spaces)].map(({ id }) => id);
  const titles = sections.map(({ title }) => title);
  const groups = draft.items.flatMap((item) => (isGroup(item) ? [item.group] : []));
  for (const names of [ids, titles, groups]) {
    const twice = names.find((name, at) => names.indexOf(name) !== at);
    if (twice !== undefined)
      throw new ValidationError(`"${twice}" appears twice in the plan`, { code: 'BAD_PLAN' });
  }
}

/** Undefined when the first one of a new site is meant, which is shown first anyway. */
function titleOfFirst(draft: SiteDraft, name: string, isNew: boolean): string | undefined {
  const choices =
    draft.items.length > 0
      ? sectionsOf(draft).map(({ title, spaces }) => ({ title, id: spaces[0]?.id }))
      : draft.spaces.map(({ title, id }) => ({ title, id }));
  const at = choices.findIndex(({ title, id }) => title === name || id === name);
  if (at === -1)
    throw new ValidationError(`"default" names "${name}", which is not in the plan`, { code: 'BAD_PLAN' });
  return at === 0 && isNew ? undefined : choices[at]?.title;
}
