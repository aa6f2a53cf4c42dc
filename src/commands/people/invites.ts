// docs invites: getting people into an organization, by email or by link.
import type { InputOf, ResultOf } from '../../api/operation.ts';
import * as api from '../../api/people/invites.ts';
import { listMembers } from '../../api/people/members.ts';
import { getOrganization } from '../../api/people/organizations.ts';
import { allItems } from '../../client/pages.ts';
import dangers from '../../domain/dangers/people.ts';
import { APP_JOBS, placeInApp } from '../../engine/find/app-jobs.ts';
import { command, group, subgroup } from '../../engine/model/command.ts';
import type { Already } from '../../engine/model/command-type.ts';
import { called } from '../../engine/run/outcome.ts';
import type { Run } from '../../engine/run/run.ts';
import { ValidationError } from '../../errors.ts';
import { shell, shellLine } from '../../files/shell-word.ts';
import { plural } from '../../output/format.ts';
import { note } from '../../output/note.ts';
import { unlessRefused } from '../already.ts';

const roleIn = ({ input }: Run): string => String(input.role ?? input.level ?? 'guest');
const organization = (run: Run): Promise<string> => called(run, 'organizationId', getOrganization);

const MOST_NAMED = 3;
function invited({ input }: Run): string {
  const emails = [input.emails ?? []].flat();
  const more = emails.length > MOST_NAMED ? ` and ${emails.length - MOST_NAMED} more` : '';
  return `${emails.slice(0, MOST_NAMED).join(', ')}${more}`;
}

/** Throws ValidationError for what is no address, or several in one. */
async function refuseOtherTexts({ input, path }: Run): Promise<void> {
  const texts = [input.emails ?? []].flat().map(String);
  const [odd, ...others] = texts.filter((text) => !/^[^\s@,;]+@[^\s@,;]+$/.test(text));
  if (odd === undefined) return;
  if (others.length > 0) {
    const all = [odd, ...others].map((text) => `"${text}"`);
    throw new ValidationError(`these must be email addresses: ${all.join(', ')}`, {
      hint: `${path} --help`,
      details: { field: 'emails' },
    });
  }
  const several = odd.split(/[\s,;]+/).filter((part) => part !== '');
  const rule = several.length > 1 ? ': separate several by spaces' : '';
  throw new ValidationError(`"${odd}" must be an email address${rule}`, {
    hint: several.length > 1 ? shellLine([...path.split(' '), ...several]) : `${path} --help`,
    details: { field: 'emails' },
  });
}

type Emails = InputOf<typeof api.sendInvites>['emails'];

/** Up to so many are looked for one by one; for more, all members are read. */
const MOST_SEARCHED = 5;

/** The addresses of members, in lower case. */
async function membersAmong(run: Run, emails: readonly string[]): Promise<ReadonlySet<string>> {
  const client = await run.client();
  const organizationId = String(run.input.organizationId);
  const searches = emails.length > MOST_SEARCHED ? [{}] : emails.map((search) => ({ search }));
  const found = await Promise.all(
    searches.map((search) => allItems(client.pages(listMembers, { organizationId, ...search }))),
  );
  return new Set(found.flat().flatMap(({ user }) => user.email?.toLowerCase() ?? []));
}

/** Who is a member gets no invitation: nothing is sent for them, and the history has nothing of it. */
async function leaveOutMembers(run: Run): Promise<Already | undefined> {
  // Safe: checked against the schema.
  const emails = run.input.emails as Emails;
  const addressOf = (one: Emails[number]): string => (typeof one === 'string' ? one : one.email);
  const members = await unlessRefused(() => membersAmong(run, emails.map(addressOf)));
  const isMember = (one: Emails[number]) => members?.has(addressOf(one).toLowerCase()) === true;
  const there = emails.filter(isMember).map(addressOf);
  if (there.length === 0) return undefined;
  const [only = '', another] = there;
  const way =
    another === undefined
      ? shell`docs members update ${only} --role ${roleIn(run)}`
      : 'docs members update --help';
  const are = another === undefined ? 'is already a member' : 'are already members';
  const line = `${there.join(', ')} ${are} of ${await organization(run)}`;
  if (there.length === emails.length)
    return {
      outcome: 'already a member',
      line: `${line}; to change a role: ${way}`,
      thing: { users: [], invited: 0, failedSSOEmails: [] },
    };
  note(run.context.io, `${line}; to change a role: ${way}`);
  run.input = { ...run.input, emails: emails.filter((one) => !isMember(one)) };
  return undefined;
}

/** The platform leaves out who is a member already, without a word: who could not be seen before is said then. */
async function sayMembers(
  run: Run,
  { invited, failedSSOEmails = [] }: ResultOf<typeof api.sendInvites>,
): Promise<void> {
  const emails = [...new Set([run.input.emails ?? []].flat().map(String))];
  const count = emails.length - invited - failedSSOEmails.length;
  if (!(count > 0)) return;
  const [only = '', another] = emails;
  const line = shell`docs members update ${only} --role ${roleIn(run)}`;
  const way = another === undefined ? line : 'docs members update --help';
  const who = count === 1 ? '1 person is a member' : `${count} people are members`;
  note(run.context.io, `${who} already: no invitation was sent to them; to change a role: ${way}`);
}

const links = subgroup(
  'links',
  'Manage invite links',
  [
    command('list', api.listLinkInvites, {
      none: 'no invite links to {}',
      columns: ['id', 'role', 'redundant'],
      // Without a role who accepts is a guest.
      present: (invite) => ({ ...invite, role: invite.role ?? 'guest' }),
      examples: ['docs invites links list'],
      notes: 'Links to a single space or collection are not in the list: docs invites links get shows one.',
    }),
    command('get', api.getLinkInvite, {
      args: ['inviteId'],
      columns: ['id', 'role', 'level', 'redundant', 'space.title', 'collection.title'],
      examples: ['docs invites links get ppel0tTEGCFjldC18PIU'],
    }),
    command('create', api.createLinkInvite, {
      columns: ['id', 'role', 'level', 'redundant'],
      refs: { space: 'spaceId', collection: 'collectionId' },
      oneOf: ['--role', '--clear-role', '--level', '--clear-level'],
      ...dangers['linkInvites.create'],
      stakes: (run) => ({
        what: 'an invite link',
        change: `with the role ${roleIn(run)}`,
      }),
      success: (_, { id }) => `created an invite link (${id})`,
      check: 'docs invites links list',
      examples: [
        ['Create a link to the organization', 'docs invites links create --role read --yes'],
        ['Create a link to one space', 'docs invites links create --space Guides --level comment --yes'],
      ],
      notes: `A link to the organization takes --role, one to a space or collection --level. The roles admin and create
need --yes. docs invites links revoke ends a link.`,
    }),
    command('update', api.updateLinkInvite, {
      args: ['inviteId'],
      target: api.getLinkInvite,
      columns: ['id', 'role', 'level', 'redundant'],
      ...dangers['linkInvites.update'],
      stakes: (run) => ({
        change: `to the role ${roleIn(run)}`,
      }),
      examples: ['docs invites links update ppel0tTEGCFjldC18PIU --role comment --yes'],
    }),
    command('revoke', api.revokeLinkInvite, {
      args: ['inviteId'],
      danger: 'moderate',
      done: 'revoked',
      examples: ['docs invites links revoke inv_1 --yes --dry-run'],
    }),
  ],
  [['Create a link for readers', 'create']],
);

export default group(
  'invites',
  'Invite people to an organization',
  [
    command('send', api.sendInvites, {
      args: ['emails...'],
      repeatable: true,
      prepare: refuseOtherTexts,
      already: leaveOutMembers,
      uses: [listMembers],
      columns: ['invited', 'users', 'failedSSOEmails'],
      ...dangers['invites.send'],
      stakes: async (run) => ({
        what: `an invitation to ${invited(run)}`,
        change: `to join ${await organization(run)} as ${roleIn(run)}`,
      }),
      success: async (run, { invited: count, failedSSOEmails }) => {
        const failed = failedSSOEmails?.length ?? 0;
        const left =
          failed > 0 ? `; ${plural(failed, 'address', 'addresses')} cannot use single sign-on` : '';
        const people = count === undefined ? 'people' : plural(count, 'person', 'people');
        return `invited ${people} to ${await organization(run)} as ${roleIn(run)}${left}`;
      },
      after: sayMembers,
      check: 'docs members list',
      examples: [
        ['Invite one person', 'docs invites send nora@tarnpost.example --role edit --yes'],
        [
          'Invite several with the same role',
          'docs invites send nora@tarnpost.example ben@tarnpost.example --role read --yes',
        ],
      ],
      notes: `Members who are there already are left out. Without a role (--clear-role) people are guests. The roles admin and create need --yes. The API neither lists nor
withdraws invitations by email: in the app, open the members page of the organization settings.`,
    }),
    command('accept', api.acceptInvite, {
      args: ['inviteId'],
      mayBeNew: true,
      done: 'accepted',
      success: async (run) => `accepted the invitation to ${await organization(run)}`,
      check: 'docs orgs list',
      examples: ['docs invites accept inv_1 --dry-run'],
    }),
    links,
  ],
  [
    ['Invite someone who may edit', 'send'],
    ['Create an invite link for readers', 'links create'],
  ],
  placeInApp(APP_JOBS.invitations),
);
