// docs orgs: organizations the token can see.
import { getAgentInstructions, setAgentInstructions } from '../../api/content/agent-instructions.ts';
import {
  createOrganization,
  findOrganizations,
  getAiUsage,
  getOrganization,
  joinOrganization,
  listOrganizations,
  searchOrganization,
  updateOrganization,
} from '../../api/people/organizations.ts';
import { command, group, subgroup } from '../../engine/model/command.ts';
import { called } from '../../engine/run/display-name.ts';
import dangers from '../../workflows/dangers/people.ts';
import { showInstructions } from '../content/show-instructions.ts';
import { suggestions } from '../insights/ask.ts';
import { markdownFlag, readMarkdownField } from '../markdown-field.ts';
import { TITLED } from '../required-title.ts';
import {
  ORGANIZATION_FLAGS,
  organizationStakes,
  REVIEWER_REFS,
  readOrganizationFlags,
} from './organization-flags.ts';

const ROW = ['id', 'title', 'type', 'plan', 'sso', 'defaultRole', 'createdAt'] as const;

const instructions = subgroup(
  'instructions',
  'Manage the instructions for AI agents',
  [
    command('get', getAgentInstructions, {
      columns: ['updatedAt', 'updatedBy', 'instructions'],
      none: 'no agent instructions in {}',
      options: [
        { flags: '--markdown', reach: 'platform', description: 'print only the Markdown', group: 'Output:' },
      ],
      send: showInstructions,
      examples: [
        ['Show who changed them, and when', 'docs orgs instructions get'],
        ['Save them as a Markdown file', 'docs orgs instructions get --markdown > agents.md'],
      ],
      notes: 'Prints Markdown on a terminal; --json prints the rich document.',
    }),
    command('set', setAgentInstructions, {
      columns: ['updatedAt', 'updatedBy'],
      names: { updatedBy: 'userId' },
      options: [markdownFlag('instructions')],
      oneOf: ['--instructions', '--instructions-file'],
      prepare: (run) => readMarkdownField(run, 'instructions'),
      done: 'set the instructions for AI agents of',
      success: async (run) =>
        `set the instructions for AI agents of ${await called(run, 'organizationId', getOrganization)}`,
      examples: ['docs orgs instructions set --instructions-file agents.md'],
    }),
  ],
  [
    ['Show what AI agents are asked to do', 'docs orgs instructions get'],
    ['Set it from a Markdown file', 'docs orgs instructions set --instructions-file agents.md'],
  ],
);

export default group(
  'orgs',
  'Manage organizations',
  [
    command('list', listOrganizations, {
      none: 'organizations',
      columns: ['id', 'title', 'type', 'plan', 'sso', 'createdAt'],
      examples: [
        ['List them', 'docs orgs list'],
        ['List them as JSON', 'docs orgs list --json'],
      ],
    }),
    command('get', getOrganization, {
      args: ['organizationId?'],
      columns: ROW,
      examples: [
        ['Show the default organization', 'docs orgs get'],
        ['Show some fields', 'docs orgs get --fields title,plan,permissions.admin'],
      ],
    }),
    command('create', createOrganization, {
      ...TITLED,
      columns: ROW,
      hidden: ['onboardingPreferences'],
      examples: ['docs orgs create "Second shop" --with-default-site'],
      notes: 'You become its administrator.',
    }),
    command('ai-usage', getAiUsage, {
      rows: 'periods',
      idField: 'date',
      none: 'no period in that time',
      columns: ['date', 'credits', 'features'],
      examples: ['docs orgs ai-usage --from 2026-01-01T00:00:00Z --to 2026-02-01T00:00:00Z --interval week'],
    }),
    command('update', updateOrganization, {
      args: ['organizationId?'],
      columns: ROW,
      hidden: ['defaultContent'],
      options: ORGANIZATION_FLAGS,
      prepare: readOrganizationFlags,
      refs: { 'defaultContent.site': 'siteId', ...REVIEWER_REFS },
      target: getOrganization,
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
    command('join', joinOrganization, {
      args: ['organizationId'],
      mayBeNew: true,
      done: 'joined',
      success: async (run) => `joined ${await called(run, 'organizationId', getOrganization)}`,
      check: 'docs orgs list',
      examples: ['docs orgs join Tarnpost --dry-run'],
      notes:
        "Requires that the domain of your verified email address is one of the organization's email domains.",
    }),
    command('search', searchOrganization, {
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
    command('find', findOrganizations, {
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
    ['Show the instructions for AI agents', 'docs orgs instructions get'],
  ],
);
