// docs cr inbox: what waits for somebody, each with the command to run next.

import { getSpace, listSpaces } from '../../api/content/spaces.ts';
import { getCaller } from '../../api/people/members.ts';
import { getOrganization } from '../../api/people/organizations.ts';
import { listChangeRequests, listOrganizationChangeRequests } from '../../api/review/change-requests.ts';
import { listReviews } from '../../api/review/reviews.ts';
import type { Client } from '../../client/client.ts';
import { handmade } from '../../engine/model/command.ts';
import type { FlagsOf } from '../../engine/model/command-type.ts';
import { flag, type Option } from '../../engine/model/option.ts';
import { settleOne } from '../../engine/references/resolve-names.ts';
import type { Run } from '../../engine/run/run.ts';
import { onlyOrganization } from '../../engine/run/session.ts';
import { parseAge } from '../../engine/run/time-flags.ts';
import { chosenFormat, printRows } from '../../engine/run/view.ts';
import { isAbsence } from '../../errors.ts';
import { shell } from '../../files/shell-word.ts';
import { plural } from '../../output/format.ts';
import { note, warn } from '../../output/note.ts';
import { showing } from '../../output/progress.ts';
import type { Inbox, InboxItem } from './inbox.ts';
import { inboxRow, inboxText, REASON_WORDS } from './inbox-row.ts';
import { changeRequestScope, SCOPE_FLAGS } from './merge-flags.ts';

const COLUMNS = ['reasons', 'space.title', 'number', 'subject', 'createdBy.displayName', 'updatedAt', 'next'];

const INBOX_FLAGS = [
  flag('--stale <time>', 'count as stale after this time, such as 12h, 7d or 2w', { default: '7d' }),
  flag('--user <member>', 'show the inbox of this member: ID or email (default: you)'),
  ...SCOPE_FLAGS,
] as const satisfies readonly Option[];

export type InboxRun = Run<FlagsOf<typeof INBOX_FLAGS>>;

export const inbox = handmade('inbox', {
  summary: "List change requests that need someone's action",
  uses: [
    listReviews,
    listChangeRequests,
    listOrganizationChangeRequests,
    listSpaces,
    getSpace,
    getOrganization,
    getCaller,
  ],
  columns: COLUMNS,
  fields: [...COLUMNS, 'space.id', 'id', 'status', 'createdBy.id', 'comments', 'outdated', 'url'],
  paged: true,
  options: INBOX_FLAGS,
  run: showInbox,
  examples: [
    ['What needs your action', 'docs cr inbox'],
    ['What in one space has waited for two weeks', 'docs cr inbox --space Guides --stale 14d'],
    ["What needs someone else's action", 'docs cr inbox --user mei@tarnpost.example'],
  ],
  notes: `Shows change requests waiting on you, with open comments, outdated or stale, your own drafts, and those of your
own that are approved and ready to merge, or of which a reviewer requested changes. Where you have more than 100 of
your own, checks the reviews of the 100 updated last, and says so.
Without --space, uses the space of the context, or else the whole organization.`,
});

async function showInbox(run: InboxRun): Promise<void> {
  const { io, now } = run.context;
  const staleMs = parseAge(run.flags.stale, '--stale');
  const { readInbox } = await import('./inbox.ts');
  const { items, own } = await showing(io, 'reading change requests', async () => {
    const client = await run.client();
    const asked = userOf(run, client);
    // A member is looked up where the change requests are: one question after the other.
    if (run.flags.user === undefined) asked.catch(() => {});
    else await asked;
    const scope = await changeRequestScope(run, client);
    return readInbox(client, { scope, user: await asked, staleMs, now: now() });
  });
  const rows = items.map(inboxRow);
  if (io.outTty && ['table', undefined].includes(chosenFormat(run)) && run.flags.fields === undefined)
    await io.out(inboxText(io, rows, now()));
  else await printRows(run, rows);
  note(io, rows.length === 0 ? 'nothing to do: no change request needs action' : summaryOf(items));
  if (items.some(({ reasons }) => reasons.includes('stale')))
    note(io, `stale: not updated for ${String(run.flags.stale)}; --stale changes the limit`);
  if (own.read < own.all) note(io, uncheckedOf(run, own));
}

/** What nobody may take for checked, and the command that checks it. */
function uncheckedOf(run: InboxRun, own: Inbox['own']): string {
  const where = run.flags.space === undefined ? ['--all-spaces'] : ['--space', run.flags.space];
  const all = shell`docs cr merge --all-ready ${where} --dry-run`;
  const left = plural(own.all - own.read, 'older change request');
  return `checked the reviews of the ${own.read} change requests updated last, not of ${left}: ${all} checks all`;
}

/** The member that --user names, else the caller; undefined on a host that does not tell who is calling. */
async function userOf(run: InboxRun, client: Client): Promise<string | undefined> {
  const { user } = run.flags;
  if (typeof user === 'string') {
    const organizationId = run.config().organization?.value ?? (await onlyOrganization(run));
    const id = await settleOne(run, 'organizationId', organizationId);
    return settleOne({ ...run, input: { organizationId: id } }, 'userId', user);
  }
  try {
    return (await client.call(getCaller, {})).id;
  } catch (error) {
    if (!isAbsence(error)) throw error;
    warn(run.context.io, 'this host does not say who you are: use --user to see what is waiting on you');
    return undefined;
  }
}

/** `3 change requests: 1 waiting on you, 2 outdated`. One may count under several words. */
function summaryOf(items: readonly InboxItem[]): string {
  const parts = Object.entries(REASON_WORDS).flatMap(([reason, [, , words]]) => {
    const count = items.filter(({ reasons }) => reasons.some((one) => one === reason)).length;
    return count > 0 ? [`${count} ${words}`] : [];
  });
  return `${plural(items.length, 'change request')}: ${parts.join(', ')}`;
}
