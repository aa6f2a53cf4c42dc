// Connections of spaces and sites to repositories.

import type { GitSyncInstallation } from '../../../api/integrations/git-installations.generated.ts';
import { integer, integerOrNull, json, key, partOf, type RowOf, table, text, textOrNull } from '../table.ts';

export const gitInstallations = table(
  'gitInstallations',
  {
    id: key(),
    organization: partOf('organizations'),
    /** That of the site, for a space of it. */
    parent: textOrNull('REFERENCES gitInstallations(id) ON DELETE CASCADE'),
    provider: text<GitSyncInstallation['provider']>(),
    targetKind: text<'space' | 'site'>(),
    /** Id of the space or site. */
    target: text(),
    /** Whether an access token was given; the token itself is not kept. */
    hasToken: integer<0 | 1>(),
    repository: integerOrNull(),
    /** `refs/heads/<branch>` */
    branch: textOrNull(),
    /** The other settings. */
    settings: json<Pick<GitSyncInstallation, 'projectDirectory' | 'priority'>>(),
    createdBy: text(),
    createdAt: text(),
    updatedAt: text(),
  },
  { rest: ['UNIQUE (targetKind, target)'] },
);
export type GitInstallationRow = RowOf<typeof gitInstallations>;
