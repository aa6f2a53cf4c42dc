// docs sites: published sites of an organization.
import {
  createSite,
  deleteSite,
  getSite,
  listSites,
  publishSite,
  type Site,
  unpublishSite,
  updateSite,
} from '../../api/sites/sites.ts';
import { command, group } from '../../engine/model/command.ts';
import type { Run } from '../../engine/run/run.ts';
import type { Sent } from '../../engine/run/send.ts';
import { ConflictError, DocsError } from '../../errors.ts';
import { note } from '../../output/note.ts';
import dangers from '../../workflows/dangers/sites.ts';
import { siteAsk, siteSuggestions } from '../insights/ask.ts';
import { siteIntegrations, siteScripts } from '../integrations/installed-integrations.ts';
import { TITLED } from '../required-title.ts';
import { schema } from './adaptive-schema.ts';
import { agentSettings } from './site-agent-settings.ts';
import { widerSite } from './site-consent.ts';
import { siteSchemaFile } from './site-file/schema-file.ts';
import { siteApply, sitePlan } from './site-file/site-apply.ts';
import { siteDrift } from './site-file/site-drift.ts';
import { sitePull } from './site-file/site-pull.ts';
import { siteSearch } from './site-search.ts';
import { groups } from './site-section-groups.ts';
import { sections } from './site-sections.ts';
import { siteSetup } from './site-setup/site-setup.ts';
import { siteSpaces } from './site-spaces.ts';
import { published, structure } from './site-structure.ts';
import { siteTemplate, styleguide } from './site-styleguide.ts';

const ROW = ['id', 'title', 'type', 'visibility', 'published', 'siteSpaces', 'urls.published'] as const;

export default group(
  'sites',
  'Manage published sites',
  [
    siteSetup,
    sitePull,
    sitePlan,
    siteApply,
    siteDrift,
    siteSchemaFile,
    command('list', listSites, {
      columns: ROW,
      refs: { space: 'spaceId' },
      examples: [
        ['List all sites', 'docs sites list'],
        ['Published ones of two types', 'docs sites list --published --type basic,premium'],
      ],
    }),
    command('create', createSite, {
      ...TITLED,
      columns: ROW,
      refs: { spaces: 'spaceId' },
      examples: ['docs sites create "Developer docs" --visibility unlisted'],
    }),
    command('get', getSite, {
      args: ['siteId'],
      columns: ROW,
      examples: ['docs sites get "Status and incidents"'],
    }),
    command('update', updateSite, {
      args: ['siteId'],
      columns: ROW,
      refs: { defaultSiteSpace: 'siteSpaceId', defaultSiteSection: 'siteSectionId', styleguide: 'spaceId' },
      target: getSite,
      ...dangers['sites.update'],
      stakes: widerSite,
      examples: [
        ['Rename it', 'docs sites update "Status and incidents" --title "Status"'],
        ['Let members comment on it', 'docs sites update "Status and incidents" --default-level comment'],
        ['Attach a style guide', 'docs sites update "Tarnpost Docs" --styleguide Handbook'],
      ],
    }),
    command('delete', deleteSite, {
      args: ['siteId'],
      ...dangers['sites.delete'],
      target: getSite,
      examples: ['docs sites delete "Status and incidents" --confirm "Status and incidents" --dry-run'],
      notes: 'The spaces on it are not deleted. Its URL, sections and settings are lost.',
    }),
    command('publish', publishSite, {
      args: ['siteId'],
      columns: ROW,
      ...dangers['sites.publish'],
      target: getSite,
      examples: ['docs sites publish "Tarnpost Docs" --yes'],
      send: publish,
      after: sayWhere,
      foresee: async ({ target }) =>
        target?.siteSpaces === 0
          ? new ConflictError(`site "${target.title}" cannot be published: it has no spaces`, {
              hint: 'docs sites spaces add --help',
            })
          : undefined,
    }),
    command('unpublish', unpublishSite, {
      args: ['siteId'],
      columns: ROW,
      ...dangers['sites.unpublish'],
      target: getSite,
      undo: 'docs sites publish {}',
      examples: ['docs sites unpublish "Tarnpost Docs" --yes'],
    }),
    published,
    structure,
    sections,
    groups,
    siteSpaces,
    siteIntegrations,
    siteScripts,
    schema,
    agentSettings,
    siteSearch,
    siteAsk,
    siteSuggestions,
    siteTemplate,
    styleguide,
  ],
  [
    ['Set up a whole site from a plan', 'docs sites setup --from site.yaml --yes'],
    ['Create a site', 'docs sites create "Developer docs" --visibility unlisted'],
    ['Show the structure of a site', 'docs sites structure get "Tarnpost Docs"'],
    [
      'Add a space to a site',
      'docs sites spaces add Handbook --site "Tarnpost Docs" --section-id Guides --yes',
    ],
    ['Publish a site', 'docs sites publish "Tarnpost Docs" --yes'],
  ],
);

/** Its address is free for others at once. */
type Published = Site | { type: 'checkout'; sessionId: string };

/** A checkout is no publication: the plan must be paid first (src/api/README.md#sites). */
async function publish(_: Run, request: () => Promise<Sent>): Promise<Sent> {
  const sent = await request();
  // Safe: the request of the run is that of publishSite.
  const result = sent.result as Published;
  if (result.type !== 'checkout' || !('sessionId' in result)) return sent;
  const failure = new DocsError(
    `not published: the plan of this site must be paid first (checkout ${result.sessionId})`,
    { code: 'CHECKOUT_REQUIRED', exit: 1 },
    { hint: 'pay in the app, then run the same command again', outcome: 'rejected' },
  );
  return { ...sent, failure };
}

async function sayWhere({ context }: Run, result: Published): Promise<void> {
  if ('urls' in result && result.urls.published) note(context.io, `published at ${result.urls.published}`);
}
