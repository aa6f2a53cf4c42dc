// docs orgs: organizations the token can see.
import * as api from '../../api/people/organizations.ts';
import dangers, { changesSso, makesAdmins, newDomains, opensLinks } from '../../domain/dangers/people.ts';
import { command, group, late, type Stakes, subgroup } from '../../engine/model/command.ts';
import type { Flags, FlagsOf } from '../../engine/model/command-type.ts';
import { flag, type Option } from '../../engine/model/option.ts';
import { knownNames } from '../../engine/references/known-names.ts';
import { withReferences } from '../../engine/references/with-references.ts';
import { noteEmpty } from '../../engine/run/empty-list.ts';
import { called } from '../../engine/run/outcome.ts';
import type { Run } from '../../engine/run/run.ts';
import { show } from '../../engine/run/send.ts';
import { chosenFormat, isForPeople } from '../../engine/run/view.ts';
import { seeHelp } from '../../errors.ts';
import { itemsByComma } from '../../files/texts.ts';
import { filled } from '../../output/columns.ts';
import { relativeTime } from '../../output/format.ts';
import { note } from '../../output/note.ts';
import { plainContent } from '../../output/safe-text.ts';
import { showsObjects } from '../../output/view.ts';
import { suggestions } from '../insights/ask.ts';
import { loadFromDocument, markdownFlag, readMarkdownField } from '../markdown-field.ts';
import { TITLED } from '../required-title.ts';
import { toAdmin } from '../widening.ts';

// Flags of docs orgs update that are no plain fields.

const ORGANIZATION_FLAGS = [
  flag('--email-domain <list>', 'email domains whose users can join', { reach: 'platform' }),
  flag('--default-site <site>', 'site to show as the public content'),
  flag('--clear-default-site', 'show no site as the public content', { reach: 'platform' }),
  flag('--merge-reviewers <members>', 'require a review by each of these members before merging'),
] as const satisfies readonly Option[];

export type OrganizationRun = Run<FlagsOf<typeof ORGANIZATION_FLAGS>>;

/** Turns the flags above into fields of the body. Throws UsageError. */
async function readOrganizationFlags(run: OrganizationRun): Promise<void> {
  const { emailDomain, defaultSite, clearDefaultSite, mergeReviewers } = run.flags;
  if (defaultSite !== undefined && clearDefaultSite) {
    throw seeHelp(run.path, '--default-site and --clear-default-site cannot be used together');
  }
  run.input = {
    ...run.input,
    ...(typeof emailDomain === 'string' && { emailDomains: itemsByComma(emailDomain) }),
    ...(clearDefaultSite === true && { defaultContent: null }),
    ...(defaultSite !== undefined && { defaultContent: { type: 'site', site: defaultSite } }),
  };
  if (typeof mergeReviewers === 'string') readReviewers(run, mergeReviewers);
}

/** Reviewers stand deep in the rules: a path to them goes through the place of the rule. */
const REVIEWER_REFS = { 'mergeRules.rules.0.users': 'userId' };

function readReviewers(run: OrganizationRun, names: string): void {
  const rule = { rule: 'require_specific_reviewers', users: itemsByComma(names) };
  run.input = { ...run.input, mergeRules: { type: 'rules', rules: [rule] } };
}

/** All that one question is about. */
function organizationStakes(run: OrganizationRun): Stakes {
  const domains = newDomains(run);
  const changes = [
    ...(changesSso(run) ? [`to ${run.input.sso === true ? '' : 'no longer '}require single sign-on`] : []),
    ...(domains.length > 0 ? [`to let in ${domains.join(', ')}`] : []),
    ...(opensLinks(run) ? ['to allow invite links'] : []),
    ...(makesAdmins(run) ? [toAdmin(run).change] : []),
  ];
  return { change: changes.join(' and ') };
}

const ROW = ['id', 'title', 'type', 'plan', 'sso', 'defaultRole', 'createdAt'] as const;

const instructions = subgroup(
  'instructions',
  'Manage the instructions for AI agents',
  [
    command('get', api.getAgentInstructions, {
      columns: ['updatedAt', 'updatedBy', 'instructions'],
      none: 'no agent instructions in {}',
      options: [flag('--markdown', 'print only the Markdown', { reach: 'platform', group: 'Output:' })],
      send: showInstructions,
      examples: [
        ['Show who changed them, and when', 'docs orgs instructions get'],
        ['Save them as a Markdown file', 'docs orgs instructions get --markdown > agents.md'],
      ],
      notes: 'Prints Markdown on a terminal; --json prints the rich document.',
    }),
    command('set', api.setAgentInstructions, {
      columns: ['updatedAt', 'updatedBy'],
      names: { updatedBy: 'userId' },
      options: [markdownFlag('instructions')],
      oneOf: ['--instructions', '--instructions-file'],
      prepare: (run) => readMarkdownField(run, 'instructions'),
      done: 'set the instructions for AI agents of',
      success: async (run) =>
        `set the instructions for AI agents of ${await called(run, 'organizationId', api.getOrganization)}`,
      examples: ['docs orgs instructions set --instructions-file agents.md'],
    }),
  ],
  [
    ['Show what AI agents are asked to do', 'get'],
    ['Set it from a Markdown file', 'set'],
  ],
);

export default group(
  'orgs',
  'Manage organizations',
  [
    command('list', api.listOrganizations, {
      none: 'organizations',
      columns: ['id', 'title', 'type', 'plan', 'sso', 'createdAt'],
      examples: [
        ['List them', 'docs orgs list'],
        ['List them as JSON', 'docs orgs list --json'],
      ],
    }),
    command('get', api.getOrganization, {
      args: ['organizationId?'],
      columns: ROW,
      examples: [
        ['Show the default organization', 'docs orgs get'],
        ['Show some fields', 'docs orgs get --fields title,plan,permissions.admin'],
      ],
    }),
    command('create', api.createOrganization, {
      ...TITLED,
      columns: ROW,
      hidden: ['onboardingPreferences'],
      examples: ['docs orgs create "Second shop" --with-default-site'],
      notes: 'You become its administrator.',
    }),
    command('ai-usage', api.getAiUsage, {
      rows: 'periods',
      idField: 'date',
      none: 'no period in that time',
      columns: ['date', 'credits', 'features'],
      examples: ['docs orgs ai-usage --from 2026-01-01T00:00:00Z --to 2026-02-01T00:00:00Z --interval week'],
    }),
    command('update', api.updateOrganization, {
      args: ['organizationId?'],
      columns: ROW,
      hidden: ['defaultContent'],
      options: ORGANIZATION_FLAGS,
      prepare: readOrganizationFlags,
      refs: { 'defaultContent.site': 'siteId', ...REVIEWER_REFS },
      target: api.getOrganization,
      ...dangers['orgs.update'],
      stakes: organizationStakes,
      examples: [
        [
          'Let people with these email domains join',
          'docs orgs update --email-domain tarnpost.example,tarnpost.test --yes',
        ],
        [
          'See what requiring single sign-on would send',
          'docs orgs update --sso --confirm Tarnpost --dry-run',
        ],
      ],
      notes:
        'Turning single sign-on on or off changes how everyone signs in, so you are asked to type the name. Email domains and invite links that let more people join need --yes.',
    }),
    command('join', api.joinOrganization, {
      args: ['organizationId'],
      mayBeNew: true,
      done: 'joined',
      success: async (run) => `joined ${await called(run, 'organizationId', api.getOrganization)}`,
      check: 'docs orgs list',
      examples: ['docs orgs join Tarnpost --dry-run'],
      notes:
        "Requires that the domain of your verified email address is one of the organization's email domains.",
    }),
    command('search', api.searchOrganization, {
      none: 'no page in {} matches',
      args: ['query'],
      columns: ['id', 'title', 'pages'],
      present: (space) => ({ ...space, pages: space.pages.map(({ path }) => path) }),
      notes: 'Searches pages. To find a space, site or team by its title: docs whatis <text>.',
      examples: [
        ['Search for a word', 'docs orgs search parcel'],
        ['Get the results as JSON', 'docs orgs search "rate limit" --json'],
      ],
    }),
    suggestions,
    late('pull', 'Write an organization to a folder of files', () =>
      import('../../jobs/organization/organization.ts').then(({ orgPull }) => orgPull),
    ),
    late('plan', 'Show what the files of an organization would change', () =>
      import('../../jobs/organization/organization.ts').then(({ orgPlan }) => orgPlan),
    ),
    late('apply', 'Make an organization match its files', () =>
      import('../../jobs/organization/organization.ts').then(({ orgApply }) => orgApply),
    ),
    late('drift', 'Show where an organization differs from its files', () =>
      import('../../jobs/organization/organization.ts').then(({ orgDrift }) => orgDrift),
    ),
    late('adopt', 'Write the IDs of things with the same title into files', () =>
      import('../../jobs/organization/organization.ts').then(({ orgAdopt }) => orgAdopt),
    ),
    late('schema-file', 'Print the JSON Schemas of files, for editors', () =>
      import('../../jobs/organization/organization.ts').then(({ orgSchemaFile }) => orgSchemaFile),
    ),
    command('find', api.findOrganizations, {
      none: 'organization to join with an address of that domain',
      args: ['emailDomain'],
      rows: 'organizations',
      columns: ['id', 'title', 'type', 'emailDomains'],
      examples: ['docs orgs find tarnpost.example'],
      notes: 'The platform may refuse this with a personal token.',
    }),
    instructions,
  ],
  [
    ['Show plan and permissions', 'docs orgs get --fields title,plan,permissions.admin'],
    ['Search all spaces', 'docs orgs search "rate limit"'],
    ['Show the instructions for AI agents', 'instructions get'],
  ],
);

// Instructions of agents: Markdown for people, the platform's document for programs.

async function showInstructions(run: Run<Flags<'--markdown'>>): Promise<void> {
  const { io, now } = run.context;
  const found = await withReferences(run, async ({ organizationId }) => {
    const client = await run.client();
    return client.call(api.getAgentInstructions, { organizationId: String(organizationId) });
  });
  const format = chosenFormat(run);
  const alone = run.flags.markdown === true && format === undefined && run.flags.fields === undefined;
  if (!alone && !isForPeople(run)) {
    if (showsObjects(format) || run.flags.fields !== undefined) return show(run, found);
    return show(run, { ...found, instructions: (await loadFromDocument())(found.instructions) });
  }
  const markdown = (await loadFromDocument())(found.instructions);
  const text = plainContent(io, markdown);
  if (text.trim() === '') return noteEmpty(run);
  await io.out(text.endsWith('\n') ? text : `${text}\n`);
  if (!isForPeople(run)) return;
  const by = found.updatedBy;
  const name = by ? ((await knownNames(run, 'userId', new Set([by]))).get(by) ?? by) : undefined;
  note(io, filled`changed ${relativeTime(found.updatedAt, now())}${name ? ` by ${name}` : ''}`);
}
