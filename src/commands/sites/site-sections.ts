// docs sites sections: sections of a site.
import type { SiteSection, SiteStructure } from '../../api/sites/site-structure.generated.ts';
import {
  createSiteSection,
  deleteSiteSection,
  getSiteStructure,
  listSiteSections,
  moveSiteSection,
  updateSiteSection,
} from '../../api/sites/site-structure.ts';
import { getSite } from '../../api/sites/sites.ts';
import { allItems } from '../../client/pages.ts';
import dangers from '../../domain/dangers/sites.ts';
import { command, subgroup } from '../../engine/model/command.ts';
import type { FlagsOf } from '../../engine/model/command-type.ts';
import { fieldsOf } from '../../engine/model/fields.ts';
import { flag, type Option } from '../../engine/model/option.ts';
import { withReferences } from '../../engine/references/with-references.ts';
import { checkInput, type Input } from '../../engine/run/input.ts';
import { called } from '../../engine/run/outcome.ts';
import type { Run } from '../../engine/run/run.ts';
import { show } from '../../engine/run/send.ts';
import { ConflictError, DocsError, seeHelp } from '../../errors.ts';
import { shell } from '../../files/shell-word.ts';
import { unlessRefused } from '../already.ts';
import { onLiveSite } from '../live-site.ts';
import { besideItself, positionFlags, readSibling, sayReplaced, siblingRefs } from '../position.ts';
import { whatIsShown } from './site-consent.ts';

// docs sites sections create: what POST does not take goes in a PATCH right after it.

const DETAIL_FLAGS = [
  flag('--description <text>', 'short description', { reach: 'platform' }),
  flag('--path <text>', 'path on the site', { reach: 'platform' }),
  flag('--condition <text>', 'expression that decides which visitors see it', { reach: 'platform' }),
] as const satisfies readonly Option[];

export type DetailRun = Run<FlagsOf<typeof DETAIL_FLAGS>>;

/** Takes the space, and checks the details before anything is sent. Throws UsageError, ValidationError. */
async function readDetails(run: DetailRun): Promise<void> {
  const { space } = run.flags;
  if (space !== undefined) run.input = { ...run.input, spaceId: space };
  if (run.input.spaceId === undefined) {
    throw seeHelp(run.path, '--space is required: a section starts with a space');
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

/** The path goes with the second request: that it is taken is known before the first. */
async function takenPath({ client, flags, input }: DetailRun): Promise<ConflictError | undefined> {
  const { path } = flags;
  if (path === undefined) return undefined;
  const site = { organizationId: String(input.organizationId), siteId: String(input.siteId) };
  const sections = await unlessRefused(async () => allItems((await client()).pages(listSiteSections, site)));
  const taken = sections?.find((section) => section.path === path);
  return (
    taken &&
    new ConflictError(`path "${path}" is taken by section "${taken.title}" (${taken.id})`, {
      hint: 'choose another --path',
    })
  );
}

async function createSection(run: DetailRun): Promise<void> {
  const problem = await takenPath(run);
  if (problem) throw problem;
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
    const updated = await (await run.client()).call(updateSiteSection, { ...place, ...details });
    // A host may answer an update without it.
    return updated ?? { ...made, ...details };
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

const ROW = ['id', 'title', 'path', 'default', 'draft', 'sectionGroup', 'condition'] as const;
const names = { sectionGroup: 'siteSectionGroupId' };
const SPACE = flag('--space <space>', 'first space of the section', { required: true });

export const sections = subgroup(
  'sections',
  'Manage the sections of a site',
  [
    command('list', listSiteSections, {
      columns: ROW,
      names,
      examples: ['docs sites sections list --site "Tarnpost Docs"'],
    }),
    command('create', createSiteSection, {
      columns: ROW,
      names,
      hidden: ['spaceId'],
      options: [SPACE, ...DETAIL_FLAGS],
      prepare: readDetails,
      foresee: takenPath,
      send: createSection,
      refs: { spaceId: 'spaceId', pageId: 'pageId' },
      ...dangers['siteSections.create'],
      stakes: onLiveSite('section with space', 'on'),
      uses: [updateSiteSection, getSite, getSiteStructure, listSiteSections],
      where: async (run) => `on ${await called(run, 'siteId')}`,
      examples: [
        'docs sites sections create --site "Tarnpost Docs" --space Handbook --title Handbook --path handbook --yes',
      ],
      notes:
        'Description, path and condition are set by a second request right after the first one. On a published site, the section is a draft until then. --data \'{"spaceId": null}\' starts it with a new space.',
    }),
    command('update', updateSiteSection, {
      args: ['siteSectionId'],
      columns: ROW,
      names,
      hidden: ['siteSectionGroupId'],
      refs: { defaultSiteSpace: 'siteSpaceId' },
      target: listSiteSections,
      ...dangers['siteSections.update'],
      stakes: whatIsShown,
      examples: [
        [
          'Say what it is about',
          'docs sites sections update API --site "Tarnpost Docs" --description "All endpoints"',
        ],
        ['Take it away from readers', 'docs sites sections update API --site "Tarnpost Docs" --draft'],
        [
          'Give it a title in French',
          'docs sites sections update Guides --site "Tarnpost Docs" --title-in fr="Notes"',
        ],
      ],
    }),
    command('delete', deleteSiteSection, {
      args: ['siteSectionId'],
      ...dangers['siteSections.delete'],
      target: listSiteSections,
      where: async (run) => `from ${await called(run, 'siteId')}`,
      examples: ['docs sites sections delete API --site "Tarnpost Docs" --yes --dry-run'],
      notes: 'Its spaces are not deleted, but no longer appear on the site.',
    }),
    command('move', moveSiteSection, {
      args: ['siteSectionId'],
      columns: ROW,
      names,
      hidden: ['position'],
      options: positionFlags('section'),
      oneOf: ['--before', '--after'],
      prepare: (run) => readSibling(run, 'site-section', 'siteSection'),
      refs: siblingRefs('siteSection'),
      foresee: besideItself,
      after: async (run) => sayReplaced(run),
      examples: ['docs sites sections move API --before Guides --site "Tarnpost Docs"'],
      notes: 'Deprecated by the platform: use docs sites structure sort.',
    }),
  ],
  [
    ['List the sections of a site', 'list'],
    ['Add a section for a space', 'create'],
    ['Move a section before another', 'move'],
  ],
);

// Whether a host knows drafts: it shows of everything on a site whether it is one, or of nothing.

type Node = SiteStructure['structure'][number];

/** False also for a site without anything on it, of which nobody can tell. External links have always had drafts. */
const knowsDrafts = ({ structure }: SiteStructure): boolean => structure.some(showsDraft);

const showsDraft = (node: Node): boolean =>
  node.object === 'site-section-group'
    ? 'draft' in node || node.children.some(showsDraft)
    : node.object !== 'site-external-link' && 'draft' in node;
