// docs sites sections create: what POST does not take goes in a PATCH right after it.

import { createSiteSection, type SiteSection, updateSiteSection } from '../../api/sites/site-sections.ts';
import { getSiteStructure } from '../../api/sites/site-structure.ts';
import { getSite } from '../../api/sites/sites.ts';
import type { Option } from '../../engine/model/command.ts';
import { fieldsOf } from '../../engine/model/fields.ts';
import type { FlagsOf } from '../../engine/model/flag-types.ts';
import { withReferences } from '../../engine/references/with-references.ts';
import { checkInput, type Input } from '../../engine/run/input.ts';
import type { Run } from '../../engine/run/run.ts';
import { show } from '../../engine/run/send.ts';
import { DocsError, UsageError } from '../../errors.ts';
import { shell } from '../../files/shell-word.ts';
import { knowsDrafts } from '../../workflows/site-file/drafts.ts';

const FIELDS = 'Fields:';

export const DETAIL_FLAGS = [
  { flags: '--description <text>', reach: 'platform', description: 'short description', group: FIELDS },
  { flags: '--path <text>', reach: 'platform', description: 'path on the site', group: FIELDS },
  {
    flags: '--condition <text>',
    reach: 'platform',
    description: 'expression that decides which visitors see it',
    group: FIELDS,
  },
] as const satisfies readonly Option[];

export type DetailRun = Run<FlagsOf<typeof DETAIL_FLAGS>>;

/** Takes the space, and checks the details before anything is sent. Throws UsageError, ValidationError. */
export async function readDetails(run: DetailRun): Promise<void> {
  const { space } = run.flags;
  if (space !== undefined) run.input = { ...run.input, spaceId: space };
  if (run.input.spaceId === undefined) {
    throw new UsageError('--space is required: a section starts with a space', {
      hint: `${run.path} --help`,
    });
  }
  const details = detailsOf(run);
  if (Object.keys(details).length === 0) return;
  await checkInput(updateSiteSection, details, fieldsOf(updateSiteSection), run.path);
}

const flagsOf = (details: Input): string[] =>
  Object.entries(details).flatMap(([name, value]) =>
    value === false ? [`--no-${name}`] : [`--${name}`, String(value)],
  );

function detailsOf({ flags: { description, path, condition } }: DetailRun): Input {
  const details = { description, path, condition };
  return Object.fromEntries(Object.entries(details).filter(([, value]) => value !== undefined));
}

export async function createSection(run: DetailRun): Promise<void> {
  const client = await run.client();
  const details = detailsOf(run);
  // Nobody reads it before its condition is set.
  const isHeldBack =
    run.input.draft === undefined && Object.keys(details).length > 0 && (await mayHoldBack(run));
  if (isHeldBack) run.input = { ...run.input, draft: true };
  const made = await withReferences(run, (input) =>
    // Safe: readInput has checked it against this operation.
    client.call(createSiteSection, input as Parameters<typeof client.call<typeof createSiteSection>>[1]),
  );
  await show(run, await addDetails(run, made, { ...details, ...(isHeldBack && { draft: false }) }));
}

/** The site is published, and its host knows drafts. */
async function mayHoldBack(run: DetailRun): Promise<boolean> {
  const place = { organizationId: String(run.input.organizationId), siteId: String(run.input.siteId) };
  const client = await run.client();
  const site = await client.call(getSite, place);
  return site.published && knowsDrafts(await client.call(getSiteStructure, place));
}

async function addDetails(run: DetailRun, made: SiteSection, details: Input): Promise<SiteSection> {
  if (Object.keys(details).length === 0) return made;
  const { organizationId, siteId } = run.input;
  const place = { organizationId: String(organizationId), siteId: String(siteId), siteSectionId: made.id };
  try {
    return await (await run.client()).call(updateSiteSection, { ...place, ...details });
  } catch (error) {
    if (!(error instanceof DocsError)) throw error;
    throw new DocsError(
      `section "${made.title}" (${made.id}) was created, but not all of it was set: ${error.message}`,
      { code: 'PARTLY_APPLIED', exit: error.exit },
      {
        hint: shell`docs sites sections update ${made.id} --site ${place.siteId} ${flagsOf(details)}`,
        outcome: 'applied',
        cause: error,
      },
    );
  }
}
