// What the jobs around a release share: how it is called, where it is on the site, and steps that can be repeated.

import type { InputOf, Operation } from '../../api/operation.ts';
import type { SiteSection, SiteSpace } from '../../api/sites/site-structure.generated.ts';
import { listSiteSections, listSiteSpaces } from '../../api/sites/site-structure.ts';
import { allItems } from '../../client/all-items.ts';
import type { Client } from '../../client/client.ts';
import { AmbiguousError, NotFoundError, UsageError } from '../../errors.ts';
import { normalized } from '../../files/plain-forms.ts';

const LONGEST_TITLE = 50;

/** `v2.1` as a path on the site. Throws UsageError for a version of which nothing is left. */
export function pathOf(version: string): string {
  const path = normalized(version, 'NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9.]+/g, '-')
    .replace(/^[-.]+|(?<![-.])[-.]+$/g, '')
    .slice(0, 100);
  if (path !== '') return path;
  throw new UsageError(`"${version}" is not a valid version: use letters or digits, such as v2.1`);
}

/** Title of the space of a release: never longer than a title may be, and always with the version. */
export function titleOf(source: string, version: string): string {
  const tail = ` ${version}`;
  if (tail.length >= LONGEST_TITLE) throw new UsageError(`the version "${version}" is too long for a title`);
  return source.slice(0, LONGEST_TITLE - tail.length).trimEnd() + tail;
}

export interface Place {
  organizationId: string;
  siteId: string;
}

export const siteSpacesOf = async (client: Client, place: Place): Promise<SiteSpace[]> =>
  allItems(client.pages(listSiteSpaces, { ...place }));

/** The one to copy. On a site with sections `default` is the default space of its default section. */
export async function pickSource(
  client: Client,
  place: Place,
  all: readonly SiteSpace[],
  name: string,
): Promise<SiteSpace> {
  const isOpen = name === 'default' && all.filter((one) => one.default === true).length > 1;
  if (!isOpen) return pickSiteSpace(all, name);
  const sections: SiteSection[] = await allItems(client.pages(listSiteSections, { ...place }));
  const first = sections.find((one) => one.default)?.id;
  const inFirst = all.filter(({ section }) => first !== undefined && section === first);
  return pickSiteSpace(inFirst.length > 0 ? inFirst : all, name);
}

/** The one that `name` means: `default`, or an id, path or title. Throws NotFoundError, AmbiguousError. */
export function pickSiteSpace(all: readonly SiteSpace[], name: string): SiteSpace {
  const tests: ((one: SiteSpace) => boolean)[] = [
    ({ id, space }) => id === name || space.id === name,
    ({ path }) => path === name,
    ({ title, space }) => title === name || space.title === name,
    (one) => name === 'default' && one.default === true,
  ];
  for (const test of tests) {
    const [only, ...others] = all.filter(test);
    if (only && others.length === 0) return only;
    if (only) throw ambiguous(name, [only, ...others]);
  }
  throw new NotFoundError(`space "${name}" not found on the site, or not visible to you`, {
    hint: 'docs sites spaces list',
  });
}

function ambiguous(name: string, found: readonly SiteSpace[]): AmbiguousError {
  const listed = found.map(({ id, path }) => `${id} (${path})`).join(', ');
  return new AmbiguousError(`${found.length} spaces of the site match "${name}": ${listed}`, {
    hint: 'use the ID',
    details: { candidates: found.map(({ id, title }) => ({ id, title })) },
  });
}

/** One step: what it would send. `done`: it needs not be sent any more. */
export interface Step {
  name: string;
  operation: Operation;
  input: Record<string, unknown>;
  done: boolean;
}

/** A step whose input fits its operation. */
export const step = <O extends Operation>(
  name: string,
  operation: O,
  input: InputOf<O>,
  done: boolean,
): Step => ({
  name,
  operation,
  input: { ...Object(input) },
  done,
});

/** Told of each step as it begins or is passed over. */
export type OnStep = (step: Step) => void;
