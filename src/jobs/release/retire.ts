// Taking a release off its site, and with it its space where that is asked for. A second run does what is left.
import type { Space } from '../../api/content/spaces.generated.ts';
import { deleteSpace } from '../../api/content/spaces.ts';
import type { SiteSpace } from '../../api/sites/site-structure.generated.ts';
import { removeSiteSpace, updateSiteSection } from '../../api/sites/site-structure.ts';
import { updateSite } from '../../api/sites/sites.ts';
import type { Client } from '../../client/client.ts';
import { AmbiguousError, ConflictError, NotFoundError } from '../../errors.ts';
import { readSpaces } from '../restore/site-backup.ts';
import { type OnStep, type Place, pathOf, pickSiteSpace, type Step, siteSpacesOf, step } from './version.ts';

export interface RetireJob {
  client: Client;
  place: Place;
  version: string;
  /** The site space that becomes the default, where the release is it. */
  defaultTo?: string;
  /** The space itself goes, too; it can be restored for 7 days. */
  removeSpace: boolean;
}

export interface Retirement {
  /** undefined: it is off the site already. */
  siteSpace: SiteSpace | undefined;
  /** undefined: it is gone already, or stays. */
  space: Space | undefined;
  steps: Step[];
  /** Paths of all that the site shows. */
  versions: string[];
}

/** What is left to do. Throws ConflictError `RELEASE_IS_DEFAULT`, NotFoundError, AmbiguousError. */
export async function planRetirement(job: RetireJob): Promise<Retirement> {
  const { client, place, version, removeSpace } = job;
  const all = await siteSpacesOf(client, place);
  const siteSpace = findRelease(all, version);
  const space = siteSpace?.space ?? (removeSpace ? await findSpace(job) : undefined);
  const steps = [
    ...(siteSpace?.default === true ? [handOver(job, all, siteSpace)] : []),
    ...(siteSpace ? [step('detach', removeSiteSpace, { ...place, siteSpaceId: siteSpace.id }, false)] : []),
    ...(removeSpace && space ? [step('delete', deleteSpace, { spaceId: space.id }, false)] : []),
  ];
  return { siteSpace, space, steps, versions: all.map(({ path }) => path) };
}

export async function retire({ client }: RetireJob, { steps }: Retirement, onStep: OnStep): Promise<void> {
  for (const next of steps) {
    onStep(next);
    await client.call(next.operation, next.input);
  }
}

function findRelease(all: readonly SiteSpace[], version: string): SiteSpace | undefined {
  const path = pathOf(version);
  const [only, second] = all.filter((one) => one.path === path || one.id === version);
  if (only && second) {
    throw new AmbiguousError(`several spaces of the site are at "${path}": ${only.id}, ${second.id}`, {
      hint: 'use the ID of the site space',
    });
  }
  return only;
}

/** A run that was cut off has taken it off the site, and its space is left: it bears the version in its title. */
async function findSpace({ client, place, version }: RetireJob): Promise<Space | undefined> {
  const all = await readSpaces(client, place.organizationId);
  const [only, ...others] = all.filter(({ title }) => title.endsWith(` ${version}`));
  if (others.length === 0) return only;
  throw new AmbiguousError(`several spaces are called "... ${version}"`, { hint: 'docs spaces delete <id>' });
}

function handOver({ place, defaultTo }: RetireJob, all: readonly SiteSpace[], release: SiteSpace): Step {
  if (defaultTo === undefined) {
    throw new ConflictError(
      `"${release.title}" is what the site shows first: choose another space to show first`,
      {
        code: 'RELEASE_IS_DEFAULT',
        hint: 'add --default-to <site space>',
      },
    );
  }
  const heirs = all.filter(({ id, section }) => id !== release.id && section === release.section);
  if (heirs.length === 0) throw new NotFoundError('the site shows no other space there');
  const { id: defaultSiteSpace } = pickSiteSpace(heirs, defaultTo);
  const { section } = release;
  return section === undefined
    ? step('default', updateSite, { ...place, defaultSiteSpace }, false)
    : step('default', updateSiteSection, { ...place, siteSectionId: section, defaultSiteSpace }, false);
}
