// docs sites setup: a whole site in one go, by questions or from a file.

import { getOrganization } from '../../api/people/organizations.ts';
import { handmade } from '../../engine/model/command.ts';
import { CONTEXT_FLAGS, JOB_FLAGS } from '../../engine/model/globals.ts';
import { READS, WRITES } from '../site-file/site-operations.ts';
import { SETUP_FLAGS } from './setup-flags.ts';

const FILE = `A file:
  title: Developer docs
  type: basic                # basic, premium, ultimate, sponsored
  visibility: public         # public, unlisted, share-link, visitor-auth
  sections:                  # or: spaces: [Guides, Handbook]
    - spaces: [Guides]       # by title, ID or URL; titled like the space
      icon: book
    - group: Reference
      sections:
        - title: API
          spaces: [API reference]
          description: Every endpoint
  default: API
  publish: true`;

export const siteSetup = handmade('setup', {
  summary: 'Set up or change a whole site, interactively or from a file',
  options: [...SETUP_FLAGS, ...[CONTEXT_FLAGS.organizationId ?? []].flat(), ...JOB_FLAGS],
  columns: ['target', 'id', 'outcome', 'error.message'],
  fields: ['target', 'id', 'ok', 'outcome', 'result', 'error'],
  uses: [getOrganization, ...READS, ...WRITES],
  danger: 'moderate',
  done: 'applied',
  check: '--dry-run',
  isJob: true,
  exits: [5, 6, 7],
  examples: [
    ['See what a file would create', 'docs sites setup --from site.yaml --dry-run'],
    ['Create it', 'docs sites setup --from site.yaml --yes'],
    [
      'Fail when a site differs from its file',
      'docs sites setup --from site.yaml --site "Developer docs" --dry-run --exit-code',
    ],
  ],
  notes: `${FILE}

--from does what docs sites apply does: the first run creates the site; later ones change it to match the file, and complete a run that stopped. Anything the file leaves out is unchanged. Without --from, --site asks what to change about that site.`,
  run: async (run) => (await import('./setup.ts')).setUp(run),
});
