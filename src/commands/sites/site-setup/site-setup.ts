// docs sites setup: a whole site in one go, by questions or by a plan.

import { listSpaces } from '../../../api/content/spaces.ts';
import {
  addToSiteSectionGroup,
  createSiteSectionGroup,
  listSiteSectionGroups,
  updateSiteSectionGroup,
} from '../../../api/sites/site-section-groups.ts';
import { createSiteSection, listSiteSections, updateSiteSection } from '../../../api/sites/site-sections.ts';
import { addSiteSpace, listSiteSpaces, updateSiteSpace } from '../../../api/sites/site-spaces.ts';
import {
  createSite,
  deleteSite,
  getSite,
  listSites,
  publishSite,
  updateSite,
} from '../../../api/sites/sites.ts';
import type { Option } from '../../../engine/model/command.ts';
import { handmade } from '../../../engine/model/command.ts';
import type { FlagsOf } from '../../../engine/model/flag-types.ts';
import type { Run } from '../../../engine/run/run.ts';

const PLAN = `A plan:
  title: Developer docs
  type: basic                # basic, premium, ultimate, sponsored
  visibility: public         # public, unlisted, share-link, visitor-auth
  sections:                  # or: spaces: [Guides, Handbook]
    - spaces: [Guides]       # by title or ID; titled like the space
      icon: book
    - group: Reference
      sections:
        - title: API
          spaces: [API reference]
          description: Every endpoint
  default: API
  publish: true`;

const SETUP_FLAGS = [
  { flags: '--from <file>', description: 'YAML plan to apply, or - for stdin', group: 'Fields:' },
  { flags: '--save <file>', description: 'save the plan to this file', group: 'Fields:' },
  {
    flags: '--site <site>',
    description: 'site to change: ID, title or URL; with --from also the title of a new one',
    group: 'Fields:',
  },
  { flags: '--org <org>', description: 'organization: ID or title', group: 'Context:' },
  {
    flags: '--dry-run',
    reach: 'form',
    description: 'show the changes and equivalent commands without sending anything',
    group: 'Safety:',
  },
  {
    flags: '--exit-code',
    reach: 'platform',
    description: 'with --dry-run: exit 6 if there is something to change',
    group: 'Output:',
  },
  {
    flags: '-y, --yes',
    reach: 'person',
    description: 'publish to everyone, or change a live site, without a question',
    group: 'Safety:',
  },
] as const satisfies readonly Option[];

export type SetupRun = Run<FlagsOf<typeof SETUP_FLAGS>>;

export const siteSetup = handmade('setup', {
  summary: 'Set up or change a whole site, interactively or from a plan',
  options: SETUP_FLAGS,
  columns: ['id', 'title', 'type', 'visibility', 'published', 'urls.published'],
  uses: [
    listSpaces,
    listSites,
    getSite,
    createSite,
    updateSite,
    deleteSite,
    publishSite,
    listSiteSpaces,
    addSiteSpace,
    listSiteSections,
    createSiteSection,
    updateSiteSection,
    listSiteSectionGroups,
    createSiteSectionGroup,
    addToSiteSectionGroup,
    updateSiteSectionGroup,
    updateSiteSpace,
  ],
  examples: [
    ['See what a plan would create', 'docs sites setup --from site.yaml --dry-run'],
    ['Create it', 'docs sites setup --from site.yaml --yes'],
    [
      'Fail when a site differs from its plan',
      'docs sites setup --from site.yaml --site "Developer docs" --dry-run --exit-code',
    ],
  ],
  asksIf: 'the site is live, or everyone can read it from now on',
  stakes: {},
  notes: `${PLAN}

With --site and the title of the plan, the first run creates the site; later ones change it to match the plan, and resume a run that stopped. Anything the plan leaves out is unchanged. Without --from, --site asks what to change about that site.`,
  run: async (run) => (await import('./site-setup-flow.ts')).setUp(run),
});
