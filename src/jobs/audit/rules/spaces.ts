// Rules about spaces: their git sync, and where they are shown.

import type { Space } from '../../../api/content/spaces.generated.ts';
import { listSpaces } from '../../../api/content/spaces.ts';
import { getSiteStructure } from '../../../api/sites/site-structure.ts';
import { listSites } from '../../../api/sites/sites.ts';
import { gitRows } from '../../../domain/git-status.ts';
import { spacesOf } from '../../../domain/redirect-destination.ts';
import { plural } from '../../../output/format.ts';
import { type AuditContext, type AuditFinding, type AuditRule, daysSince, targetAs } from '../rule.ts';
import { sitesOf } from './sites.ts';

const STALE_DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1000;

export const allSpaces = ({ lists, organizationId }: AuditContext): Promise<readonly Space[]> =>
  lists.all(listSpaces, { organizationId });

export const spaceTarget = targetAs('space');

/** The branch is not shown, so that no command is complete. */
const IMPORT = 'docs git import --space <space> --url <url> --ref refs/heads/<branch>';

async function gitFindings(context: AuditContext, problem: 'failed' | 'stale'): Promise<AuditFinding[]> {
  const spaces = await allSpaces(context);
  const wishes = { now: context.now, ...(problem === 'stale' && { staleMs: STALE_DAYS * DAY_MS }) };
  return gitRows(spaces, wishes).flatMap(({ id, title, problems, detail }) => {
    if (id === undefined || !problems.includes(problem)) return [];
    // What failed is said by the rule about failures.
    if (problem === 'stale' && problems.includes('failed')) return [];
    return [{ target: spaceTarget({ id, title }), message: detail ?? problem, mend: undefined }];
  });
}

const MOMENT_MS = 60_000;

export const rules: readonly AuditRule[] = [
  {
    id: 'git/sync-failed',
    severity: 'high',
    summary: 'The last git sync of a space failed.',
    why: 'The repository and the space drift apart, and edits on one side may be lost.',
    mend: IMPORT,
    reads: [listSpaces],
    find: (context) => gitFindings(context, 'failed'),
  },
  {
    id: 'git/sync-stale',
    severity: 'medium',
    summary: `A space was not synced with its repository for ${STALE_DAYS} days.`,
    why: 'The sync may have stopped without notice.',
    mend: IMPORT,
    reads: [listSpaces],
    find: (context) => gitFindings(context, 'stale'),
  },
  {
    id: 'git/direction-unclear',
    severity: 'low',
    summary: 'A space was edited after its last import from git.',
    why: 'The next import may overwrite the edits: it is not clear which side is right.',
    mend: 'docs git export --space <space> --url <url> --ref refs/heads/<branch> --commit-message <message>',
    reads: [listSpaces],
    async find(context) {
      const spaces = await allSpaces(context);
      return spaces.flatMap((space): AuditFinding[] => {
        const { direction, state, endedAt } = space.gitSync?.operation ?? {};
        if (direction !== 'import' || state !== 'success' || endedAt === undefined) return [];
        // The import itself updates the space, a moment later.
        if (!(Date.parse(space.updatedAt) > Date.parse(endedAt) + MOMENT_MS)) return [];
        const days = daysSince(space.updatedAt, context.now);
        const when = days === 0 ? 'today' : `${plural(days, 'day')} ago`;
        const message = `was imported from git and edited ${when}`;
        return [{ target: spaceTarget(space), message, mend: undefined }];
      });
    },
  },
  {
    id: 'spaces/nowhere-shown',
    severity: 'low',
    summary: 'A space is on no site and not synced with git.',
    why: 'Content that is neither published nor kept in a repository is often forgotten.',
    mend: 'docs sites spaces add <space> --site <site>',
    reads: [listSpaces, listSites, getSiteStructure],
    async find(context) {
      const { lists, organizationId, isNarrow } = context;
      if (isNarrow) return { skipped: 'a site that cannot be reached here may show it' };
      const shown = await lists.each(await sitesOf(context), async ({ id: siteId }) => {
        const structure = await lists.one(getSiteStructure, { organizationId, siteId });
        return spacesOf(structure).map(({ space }) => space.id);
      });
      // A site that cannot be read may show any of them.
      if (shown.skipped !== undefined) return { skipped: shown.skipped };
      const known = new Set(shown.findings);
      return (await allSpaces(context))
        .filter(({ id, gitSync }) => !known.has(id) && !gitSync)
        .map((space) => ({
          target: spaceTarget(space),
          message: 'is on no site and not synced with git',
          mend: undefined,
        }));
    },
  },
];
