// Which site is meant by --site, and what may be called so.

import type { Site } from '../../../api/sites/sites.ts';
import { parseReference } from '../../../engine/references/pasted.ts';
import type { Run } from '../../../engine/run/run.ts';
import { AmbiguousError, ConflictError, NotFoundError } from '../../../errors.ts';
import { nearest } from '../../../files/nearest.ts';
import { shellLine } from '../../../files/shell-word.ts';
import type { SetupRun } from './site-setup.ts';

const namesOf = ({ title, basename, hostname }: Site): unknown[] => [title, basename, hostname];

/**
 * The site that --site names, by id, title, address or URL; a site of the context is not meant. Undefined for a new one:
 * without --site, or where it is the title of the plan and there is none of that title yet, so that a first run in CI
 * and a later one are the same command. Throws NotFoundError, AmbiguousError.
 */
export function siteMeant(
  { flags: { site: given } }: Pick<Run, 'flags'>,
  sites: readonly Site[],
  planned?: string,
): Site | undefined {
  if (typeof given !== 'string') return undefined;
  const id = parseReference('siteId', given)?.siteId ?? given;
  const byId = sites.find((site) => site.id === id);
  if (byId) return byId;
  const called = sites.filter((site) => namesOf(site).includes(given));
  if (called.length > 1) {
    throw new AmbiguousError(
      `${called.length} sites are called "${given}": ${called.map((site) => site.id).join(', ')}`,
      {
        hint: 'use the ID',
        details: { candidates: called.map((site) => ({ id: site.id, title: site.title })) },
      },
    );
  }
  if (called[0] || given === planned) return called[0];
  const near = nearest(
    given,
    sites.map(({ title }) => title),
  );
  const meant = near.length === 0 ? '' : `; did you mean ${near.map((title) => `"${title}"`).join(' or ')}?`;
  throw new NotFoundError(`site "${given}" not found${meant}`, { hint: 'docs sites list' });
}

/** No other site may be called as planned. Throws ConflictError. */
export function refuseTaken(run: SetupRun, sites: readonly Site[], title: string, site?: Site): void {
  if (site?.title === title) return;
  const other = sites.find((one) => one.title === title && one.id !== site?.id);
  if (!other) return;
  const words = [
    'docs',
    'sites',
    'setup',
    '--from',
    String(run.flags.from ?? 'plan.yaml'),
    '--site',
    other.id,
  ];
  throw new ConflictError(`there is a site "${title}" already (${other.id})`, {
    code: 'SITE_EXISTS',
    outcome: 'not-sent',
    hint: site === undefined ? shellLine(words) : 'choose another title in the plan',
  });
}

/** Whether a title leads to one site only, given those that are there. */
export const uniqueAmong = (sites: readonly Site[]) => (title: string, id: string) =>
  !sites.some((site) => site.id !== id && (site.id === title || namesOf(site).includes(title)));
