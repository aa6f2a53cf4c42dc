// docs sites: published sites of an organization.
import * as siteAgentSettings from '../../api/sites/site-agent-settings.ts';
import type { Site } from '../../api/sites/sites.generated.ts';
import * as sites from '../../api/sites/sites.ts';
import dangers from '../../domain/dangers/sites.ts';
import { arg, command, group, handmade, subgroup } from '../../engine/model/command.ts';
import type { Sent } from '../../engine/model/command-type.ts';
import { CONTEXT_FLAGS, JOB_FLAGS, PLAN_ONLY_FLAGS } from '../../engine/model/globals.ts';
import { flag, type Option } from '../../engine/model/option.ts';
import { MAX_PRUNED_FLAG } from '../../engine/plan/max-changes.ts';
import { settle } from '../../engine/references/resolve-names.ts';
import { called } from '../../engine/run/outcome.ts';
import type { Run } from '../../engine/run/run.ts';
import { sendAndShow } from '../../engine/run/send.ts';
import { ConflictError, DocsError, UsageError } from '../../errors.ts';
import { siteEval } from '../../jobs/site-eval/site-eval.ts';
import { siteDrift, sitePull } from '../../jobs/site-file/site-commands.ts';
import { READS, WRITES } from '../../jobs/site-file/site-operations.ts';
import { siteSetup } from '../../jobs/site-setup/site-setup.ts';
import { note } from '../../output/note.ts';
import { isAlready } from '../already.ts';
import { siteAsk, siteSuggestions } from '../insights/ask.ts';
import { siteIntegrations, siteScripts } from '../integrations/installed-integrations.ts';
import { TITLED } from '../required-title.ts';
import { schema } from './adaptive-schema.ts';
import { agentSettings } from './site-agent-settings.ts';
import { widerSite } from './site-consent.ts';
import { groups } from './site-section-groups.ts';
import { sections } from './site-sections.ts';
import { siteSpaces } from './site-spaces.ts';
import { published, structure } from './site-structure.ts';

// docs sites schema-file: the JSON Schema of site files, for editors.

const siteSchemaFile = handmade('schema-file', {
  summary: 'Print the JSON Schemas of files, for editors',
  args: [{ field: 'kind', label: 'kind', reach: 'platform', required: false }],
  local: true,
  examples: [
    ['Print the schema of site files', 'docs sites schema-file'],
    ['Keep it for your editor', 'docs sites schema-file > docs-site.schema.json'],
    ['Print the schema of the questions for docs sites eval', 'docs sites schema-file questions'],
  ],
  notes:
    'The kinds are site (the default) and questions. Editors complete and check a file that begins with the line: # yaml-language-server: $schema=docs-site.schema.json',
  run: async ({ context, args: { kind = 'site' } }) => {
    await context.io.out(`${JSON.stringify(await schemaOf(kind), null, 2)}\n`);
  },
});

async function schemaOf(kind: unknown): Promise<object> {
  if (kind === 'site') return (await import('../../jobs/site-file/schema.ts')).siteJsonSchema();
  if (kind === 'questions')
    return (await import('../../jobs/site-eval/questions-file.ts')).questionsJsonSchema();
  throw new UsageError(`"${String(kind)}" is not a kind of file: use site or questions`, {
    hint: 'docs sites schema-file questions',
  });
}

// docs sites plan and docs sites apply: what a file would change of a site, and the same done.

const ORG = [CONTEXT_FLAGS.organizationId ?? []].flat();

const FILE_FLAGS = [
  flag(
    '--site <site>',
    'site to change: ID, title or URL (default: the one the file was pulled from, or of its title)',
  ),
  flag('--prune', 'also remove what the file does not name; spaces themselves are never deleted', {
    reach: 'platform',
  }),
  MAX_PRUNED_FLAG,
  flag('--create-spaces', 'create spaces that the organization does not have', { reach: 'platform' }),
] as const satisfies readonly Option[];

const NOTES = `An item is found by the ID in the comment beside its title, else by the title: to rename it, change the title and keep the comment. What the file leaves out stays as it is. With --prune it is removed, except for top-level keys that the file does not have. Redirects may be in a table beside the file, as site.redirects.csv beside site.yaml.`;

const sitePlan = handmade('plan', {
  summary: 'Show what a site file would change',
  args: [arg('file')],
  options: [...FILE_FLAGS, ...ORG, ...PLAN_ONLY_FLAGS],
  uses: READS,
  columns: ['row', 'change', 'kind', 'id', 'title', 'field', 'from', 'to', 'danger'],
  idField: 'id',
  exits: [5, 6],
  examples: [
    ['Show what a file would change', 'docs sites plan site.yaml'],
    ['Show it in a pull request', 'docs sites plan site.yaml -o markdown'],
    ['Fail in CI if the site differs from its file', 'docs sites plan site.yaml --prune --exit-code'],
  ],
  notes: NOTES,
  run: async (run) => (await import('../../jobs/site-file/site-job.ts')).runSiteJob(run, 'plan'),
});

const siteApply = handmade('apply', {
  summary: 'Make a site match its file',
  args: [arg('file')],
  options: [...FILE_FLAGS, ...ORG, ...JOB_FLAGS],
  uses: [...READS, ...WRITES],
  columns: ['target', 'id', 'outcome', 'error.message'],
  fields: ['target', 'id', 'ok', 'outcome', 'result', 'error'],
  danger: 'moderate',
  done: 'applied',
  check: '--dry-run',
  isJob: true,
  exits: [5, 6, 7],
  examples: [
    ['Show the changes without making them', 'docs sites apply site.yaml --dry-run'],
    ['Make a site match its file', 'docs sites apply site.yaml --yes'],
  ],
  notes: NOTES,
  run: async (run) => (await import('../../jobs/site-file/site-job.ts')).runSiteJob(run, 'apply'),
});

// docs sites search: pages that a site shows, by what they say.

const siteSearch = command('search', siteAgentSettings.searchSite, {
  args: ['siteId', 'query'],
  hidden: ['scope'],
  none: 'no page on {} matches',
  columns: ['type', 'title', 'pages', 'score', 'id'],
  present: (found) =>
    'pages' in found && Array.isArray(found.pages)
      ? { ...found, pages: found.pages.map(({ title }) => title) }
      : found,
  refs: { siteSpaceId: 'siteSpaceId', siteSpaceIds: 'siteSpaceId' },
  prepare: chooseMode,
  // A POST: names become IDs before it is sent.
  send: async (run) => {
    await settle(run);
    await sendAndShow(run);
  },
  examples: [
    ['Search the whole site', 'docs sites search "Tarnpost Docs" webhook'],
    ['Search one space of it', 'docs sites search "Tarnpost Docs" webhook --site-space-id api'],
  ],
  notes: 'A row is a space with its pages that match, the best first; --json has the sections.',
});

/** Everything, unless spaces are named. */
async function chooseMode(run: Run): Promise<void> {
  const { siteSpaceId, siteSpaceIds, mode, scope } = run.input;
  if (mode !== undefined || scope !== undefined) return;
  const named = siteSpaceId !== undefined ? 'current' : siteSpaceIds !== undefined ? 'specific' : 'all';
  run.input = { ...run.input, mode: named };
}

// docs sites styleguide: the styleguide of a site, and runs of the agent that apply it.

const siteTemplate = command('template', siteAgentSettings.applySiteTemplate, {
  args: ['siteId'],
  ...dangers['siteStyleguide.template'],
  target: sites.getSite,
  done: 'filled',
  success: async (run) => `filled ${await called(run, 'siteId', sites.getSite)} from its template`,
  examples: ['docs sites template "Status and incidents" --yes --dry-run'],
});

const styleguide = subgroup(
  'styleguide',
  'Manage the styleguide of a site',
  [
    command('create', siteAgentSettings.createSiteStyleguide, {
      args: ['siteId?'],
      columns: ['id', 'title'],
      done: 'created the styleguide of',
      check: 'docs styleguides list',
      success: async (run) => `created the styleguide of ${await called(run, 'siteId', sites.getSite)}`,
      examples: ['docs sites styleguide create "Tarnpost Docs"'],
    }),
    command('run', siteAgentSettings.runSiteStyleguide, {
      args: ['siteId?'],
      columns: ['run.id', 'run.createdAt'],
      idField: 'run.id',
      labels: { 'run.id': 'id', 'run.createdAt': 'created' },
      refs: { spaces: 'spaceId' },
      done: 'started the styleguide run of',
      check: 'docs sites styleguide runs --site {siteId}',
      success: async (run) => `started the styleguide run of ${await called(run, 'siteId', sites.getSite)}`,
      examples: ['docs sites styleguide run "Tarnpost Docs" --spaces Guides'],
      notes: 'The agent proposes its changes in change requests: nothing is changed until they are merged.',
    }),
    command('runs', siteAgentSettings.listSiteStyleguideRuns, {
      args: ['siteId?'],
      columns: ['id', 'spaces', 'createdAt', 'createdBy.displayName'],
      labels: { 'createdBy.displayName': 'by' },
      examples: ['docs sites styleguide runs "Tarnpost Docs"'],
    }),
  ],
  [
    ['Create the styleguide of a site', 'create'],
    ['Apply it to a space', 'run'],
  ],
);

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
    command('list', sites.listSites, {
      columns: ROW,
      refs: { space: 'spaceId' },
      examples: [
        ['List all sites', 'docs sites list'],
        ['Published ones of two types', 'docs sites list --published --type basic,premium'],
      ],
    }),
    command('create', sites.createSite, {
      ...TITLED,
      columns: ROW,
      refs: { spaces: 'spaceId' },
      examples: ['docs sites create "Developer docs" --visibility unlisted'],
    }),
    command('get', sites.getSite, {
      args: ['siteId'],
      columns: ROW,
      examples: ['docs sites get "Status and incidents"'],
    }),
    command('update', sites.updateSite, {
      args: ['siteId'],
      columns: ROW,
      refs: { defaultSiteSpace: 'siteSpaceId', defaultSiteSection: 'siteSectionId', styleguide: 'spaceId' },
      target: sites.getSite,
      ...dangers['sites.update'],
      stakes: widerSite,
      examples: [
        ['Rename it', 'docs sites update "Status and incidents" --title "Status"'],
        ['Let members comment on it', 'docs sites update "Status and incidents" --default-level comment'],
        ['Attach a style guide', 'docs sites update "Tarnpost Docs" --styleguide Handbook'],
      ],
    }),
    command('delete', sites.deleteSite, {
      args: ['siteId'],
      ...dangers['sites.delete'],
      target: sites.getSite,
      examples: ['docs sites delete "Status and incidents" --confirm "Status and incidents" --dry-run'],
      notes: 'The spaces on it are not deleted. Its URL, sections and settings are lost.',
    }),
    command('publish', sites.publishSite, {
      args: ['siteId'],
      columns: ROW,
      ...dangers['sites.publish'],
      target: sites.getSite,
      examples: ['docs sites publish "Tarnpost Docs" --yes'],
      already: (run) =>
        run.target?.published === true ? isAlready(run, 'published', run.target) : undefined,
      send: publish,
      after: sayWhere,
      foresee: async ({ target }) =>
        target?.siteSpaces === 0
          ? new ConflictError(`site "${target.title}" cannot be published: it has no spaces`, {
              hint: 'docs sites spaces add --help',
            })
          : undefined,
    }),
    command('unpublish', sites.unpublishSite, {
      args: ['siteId'],
      columns: ROW,
      ...dangers['sites.unpublish'],
      target: sites.getSite,
      already: (run) =>
        run.target?.published === false ? isAlready(run, 'unpublished', run.target) : undefined,
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
    siteEval,
    siteSuggestions,
    siteTemplate,
    styleguide,
  ],
  [
    ['Set up a whole site from a plan', 'docs sites setup --from site.yaml --yes'],
    ['Create a site', 'create'],
    ['Show the structure of a site', 'structure get'],
    ['Add a space to a site', 'spaces add'],
    ['Publish a site', 'publish'],
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
