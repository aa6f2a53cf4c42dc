// docs cr merge: its flags, and what they mean for --all-ready.
import { getSpace } from '../../api/content/spaces.ts';
import { getOrganization } from '../../api/people/organizations.ts';
import type { Client } from '../../client/client.ts';
import type { Flags, FlagsOf } from '../../engine/model/command-type.ts';
import { CONTEXT_FLAGS } from '../../engine/model/globals.ts';
import { flag, type Option } from '../../engine/model/option.ts';
import { refuseTogether } from '../../engine/model/used-together.ts';
import { callNamed } from '../../engine/references/named.ts';
import type { Run } from '../../engine/run/run.ts';
import { fromContext } from '../../engine/run/session.ts';
import { parseAge } from '../../engine/run/time-flags.ts';
import { seeHelp, UsageError } from '../../errors.ts';
import { note } from '../../output/note.ts';
import type { ChangeRequestScope } from './inbox.ts';
import type { ReadyRules } from './ready-merges.ts';

// Whose change requests: of a space, or of the whole organization.

export const ALL_SPACES_FLAG = flag('--all-spaces', 'all spaces in the organization', {
  reach: 'platform',
  group: 'Context:',
});

export const SCOPE_FLAGS = [
  ALL_SPACES_FLAG,
  ...['spaceId', 'organizationId'].flatMap((name) => CONTEXT_FLAGS[name] ?? []),
] as const satisfies readonly Option[];

/** The space of flags or context, without one the organization. Throws UsageError for --space with --all-spaces. */
export async function changeRequestScope(
  run: Run<Flags<typeof ALL_SPACES_FLAG.flags>>,
  client: Client,
): Promise<ChangeRequestScope> {
  const { allSpaces } = run.flags;
  refuseTogether(run, 'space', 'allSpaces');
  if (allSpaces !== true && fromContext(run, 'spaceId') !== undefined) {
    const { id } = await callNamed(run, getSpace, client);
    return { spaceId: id };
  }
  const { id } = await callNamed(run, getOrganization, client);
  return { organizationId: id };
}

const READY = 'Ready ones:';

export const MERGE_FLAGS = [
  flag('--sync-first', 'sync outdated change requests with main first', { reach: 'platform' }),
  flag('--all-ready', 'merge all that are ready instead of named ones', { reach: 'platform', group: READY }),
  { ...ALL_SPACES_FLAG, group: READY },
  flag('--min-approvals <n>', 'approved by at least this many reviewers (1)', { group: READY }),
  flag('--unreviewed', 'also merge without an approval', { reach: 'platform', group: READY }),
  flag('--allow-comments', 'also merge with open comments', { reach: 'platform', group: READY }),
  flag('--no-broken-links', 'skip change requests that break links', { reach: 'platform', group: READY }),
  flag('--older-than <time>', 'only if unchanged for this time, such as 12h, 3d or 2w', { group: READY }),
] as const satisfies readonly Option[];

export type MergeRun = Run<FlagsOf<typeof MERGE_FLAGS>>;

/** Of named change requests. Throws UsageError for flags that go with --all-ready alone. */
export async function checkMergeFlags({ flags, input, path, context }: MergeRun): Promise<void> {
  const { allReady, allSpaces, allowComments, brokenLinks, minApprovals, olderThan, unreviewed } = flags;
  if (allReady === true) throw seeHelp(path, '--all-ready finds the change requests: do not name any');
  const stray = [
    ['--all-spaces', allSpaces],
    ['--min-approvals', minApprovals],
    ['--unreviewed', unreviewed],
    ['--allow-comments', allowComments],
    ['--no-broken-links', brokenLinks === false || undefined],
    ['--older-than', olderThan],
  ].find(([, value]) => value !== undefined);
  if (stray) throw seeHelp(path, `${stray[0]} needs --all-ready`);
  if (input.changeRequestId === undefined)
    throw new UsageError('no change request given', {
      hint: `${path} <cr> --space <space>, or ${path} --all-ready --space <space> --dry-run`,
    });
  if (flags.dryRun === true && flags.syncFirst === true)
    note(context.io, 'where it is outdated, it would be synced first');
}

/** What is changed has to be spelled out: the context never decides what is merged. */
export function requireScope({ flags, input, path }: MergeRun): void {
  if (input.changeRequestId !== undefined)
    throw seeHelp(path, '--all-ready finds the change requests: do not name any');
  for (const [flag, given] of Object.entries({ '--max-errors': flags.maxErrors, '--resume': flags.resume })) {
    if (given !== undefined)
      throw seeHelp(path, `${flag} cannot be used with --all-ready: name the change requests`);
  }
  if (flags.space !== undefined || flags.allSpaces === true) return;
  throw new UsageError('--all-ready needs --space or --all-spaces', {
    hint: `${path} --all-ready --space <space> --dry-run`,
  });
}

export const rulesOf = ({ flags, context }: MergeRun): ReadyRules => ({
  syncFirst: flags.syncFirst === true,
  minApprovals: approvalsOf(flags),
  unreviewed: flags.unreviewed === true,
  allowComments: flags.allowComments === true,
  noBrokenLinks: flags.brokenLinks === false,
  ...(flags.olderThan !== undefined && { olderThanMs: parseAge(flags.olderThan, '--older-than') }),
  now: context.now(),
});

function approvalsOf({ minApprovals = '1', unreviewed }: MergeRun['flags']): number {
  if (!/^[1-9]\d{0,3}$/.test(String(minApprovals)))
    throw new UsageError(`--min-approvals must be a whole number above 0, not "${minApprovals}"`, {
      hint: '--min-approvals 1',
    });
  if (minApprovals !== '1' && unreviewed === true)
    throw new UsageError('--min-approvals and --unreviewed cannot be used together', {
      hint: '--min-approvals 2',
    });
  return Number(minApprovals);
}
