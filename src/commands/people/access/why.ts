// docs access why: every way that somebody has to something, what to change to end it, and what that comes to.

import { listCollectionAccess } from '../../../api/people/collection-permissions.ts';
import { getMember, listMembers } from '../../../api/people/members.ts';
import { listSpaceAccess } from '../../../api/people/space-permissions.ts';
import { getCaller } from '../../../api/people/users.ts';
import { arg, handmade } from '../../../engine/model/command.ts';
import { READ_CONCURRENCY_FLAG, readWidthOf } from '../../../engine/run/concurrency.ts';
import type { Run } from '../../../engine/run/run.ts';
import { viewOf } from '../../../engine/run/view.ts';
import type { Io } from '../../../output/io.ts';
import { note, warn } from '../../../output/note.ts';
import { listWriter } from '../../../output/render.ts';
import { GIVEN_OPERATIONS } from '../../../workflows/access/grants.ts';
import { readPlaceAccess, SITE_OPERATIONS } from '../../../workflows/access/one-place.ts';
import { nameOf, type Person, readPeople } from '../../../workflows/access/people.ts';
import { type Consequence, type Reason, type Reasons, reasonsIn } from '../../../workflows/access/reasons.ts';
import { wayText } from '../../../workflows/access/ways.ts';
import { ORGANIZATION_FLAG, organizationIn } from './access-scope.ts';
import { callerOf } from './grant-wish.ts';
import { quoted, readPerson, readThing, THING_NOTE, THING_OPERATIONS, type Thing } from './thing.ts';

const COLUMNS = ['level', 'origin', 'decides', 'end', 'after', 'others', 'or', 'orAfter', 'orOthers'];

export const why = handmade('why', {
  summary: 'Show why a member has access to something, and how to end it',
  args: [arg('member'), arg('thing')],
  uses: [
    getMember,
    getCaller,
    listMembers,
    listSpaceAccess,
    listCollectionAccess,
    ...SITE_OPERATIONS,
    ...THING_OPERATIONS,
    ...GIVEN_OPERATIONS,
  ],
  options: [...ORGANIZATION_FLAG, READ_CONCURRENCY_FLAG],
  columns: COLUMNS,
  // A command is no use when it is cut: below the table they have lines of their own.
  table: ['level', 'origin', 'decides'],
  fields: [...COLUMNS, 'via', 'on', 'team', 'inherited'],
  run: showWhy,
  examples: [
    ['See why a member can edit a space', 'docs access why lucas@tarnpost.example space:Guides'],
    [
      'Get the commands that end the access of a guest',
      'docs access why sofia@marchetti-writes.example "space:API reference" --json',
    ],
  ],
  notes: `One row for each way, the highest level first. The rows that decide give the level in effect: to lower it, run the
command of each of them. after is the level once that one command has run, and others says whom else it concerns.
A command that ends several ways is in the first of their rows. There is none against your own access. ${THING_NOTE}`,
});

async function showWhy(run: Run): Promise<void> {
  const { io } = run.context;
  const client = await run.client();
  const organizationId = await organizationIn(run);
  const person = await readPerson(run, client, { organizationId, text: run.args.member ?? '' });
  const thing = await readThing(run, client, { organizationId, text: run.args.thing ?? '' });
  const [people, caller] = [await readPeople(client, organizationId), await callerOf(client)];
  const query = { organizationId, people, width: readWidthOf(run) };
  const access = await readPlaceAccess(client, thing, query);
  const found = reasonsIn(access, { organizationId, person, caller });
  const writer = await listWriter(io, viewOf(run));
  await writer.page(found.reasons.map(rowOf));
  await writer.end();
  explain(io, { person, thing, found, isSelf: person.id === caller });
}

const rowOf = ({ way, decides, end, or }: Reason) => ({
  level: way.level,
  origin: wayText(way),
  decides,
  end: end?.command ?? null,
  after: end?.after ?? null,
  others: end?.others ?? null,
  or: or?.command ?? null,
  orAfter: or?.after ?? null,
  orOthers: or?.others ?? null,
  via: way.via,
  on: way.on && `${way.on.kind}:${way.on.id}`,
  team: way.team?.id,
  inherited: way.inherited,
});

interface Answer {
  person: Person;
  thing: Thing;
  found: Reasons;
  isSelf: boolean;
}

/** Below the rows; the commands only for a person, who would not see them in the table. */
function explain(io: Io, { person, thing, found, isSelf }: Answer): void {
  const { level, doubt, reasons } = found;
  const who = nameOf(person);
  if (doubt !== undefined) warn(io, `${who} on ${quoted(thing)}: ? ${doubt}`);
  if (level === undefined) {
    const reason = person.status === 'disabled' ? ': the member is disabled' : '';
    note(io, `${who} has no access to ${quoted(thing)}${reason}`);
    return;
  }
  note(io, `${who} has ${level} on ${quoted(thing)}${restText(found)}`);
  if (isSelf) note(io, 'that is you: ask another administrator to end it');
  if (isSelf || !io.outTty) return;
  for (const { decides, end, or } of reasons) {
    if (!decides) continue;
    if (end) offer(io, 'to end it', end);
    if (or) offer(io, 'or', or);
  }
}

/** The command on a line of its own, to be pasted, and below it what it comes to. */
function offer(io: Io, word: string, { command, after, others }: Consequence): void {
  note(io, `${word}: ${command}`);
  note(io, `  then: ${after}${others && `; ${others}`}`);
}

/** `; it comes in 2 ways, and without them: read`. */
function restText({ reasons, rest, doubt }: Reasons): string {
  const count = reasons.filter(({ decides }) => decides).length;
  if (count === 0 || rest === undefined || doubt !== undefined) return '';
  const without = count > 1 ? `it comes in ${count} ways, and without them` : 'without that way';
  return `; ${without}: ${rest}`;
}
