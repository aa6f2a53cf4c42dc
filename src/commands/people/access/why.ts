// docs access why: every way that somebody has to something, and what to change to end it.

import { listCollectionAccess } from '../../../api/people/collection-permissions.ts';
import { getMember } from '../../../api/people/members.ts';
import { listSiteAccess, type UserSitePermission } from '../../../api/people/site-permissions.ts';
import { listSpaceAccess } from '../../../api/people/space-permissions.ts';
import { listTeams } from '../../../api/people/teams.ts';
import { ROLES, type Role } from '../../../api/roles.ts';
import type { Client } from '../../../client/client.ts';
import { arg, handmade } from '../../../engine/model/command.ts';
import { READ_CONCURRENCY_FLAG, readWidthOf } from '../../../engine/run/concurrency.ts';
import type { Run } from '../../../engine/run/run.ts';
import { viewOf } from '../../../engine/run/view.ts';
import { shell } from '../../../files/shell-word.ts';
import { note, warn } from '../../../output/note.ts';
import { listWriter } from '../../../output/render.ts';
import { endsOf } from '../../../workflows/access/ends.ts';
import { GIVEN_OPERATIONS } from '../../../workflows/access/grants.ts';
import type { Place } from '../../../workflows/access/levels.ts';
import {
  readPlaceAccess,
  readSiteAccess,
  remaining,
  siteOriginText,
} from '../../../workflows/access/one-place.ts';
import { nameOf, type Person } from '../../../workflows/access/people.ts';
import { teamTitles } from '../../../workflows/access/reach.ts';
import { type Way, wayText } from '../../../workflows/access/ways.ts';
import { ORGANIZATION_FLAG, organizationIn } from './access-scope.ts';
import { quoted, readPerson, readThing, THING_NOTE, THING_OPERATIONS } from './thing.ts';

const COLUMNS = ['level', 'origin', 'decides', 'end', 'or'];

export const why = handmade('why', {
  summary: 'Show why a member has access to something, and how to end it',
  args: [arg('member'), arg('thing')],
  uses: [
    getMember,
    listSpaceAccess,
    listCollectionAccess,
    listSiteAccess,
    listTeams,
    ...THING_OPERATIONS,
    ...GIVEN_OPERATIONS,
  ],
  options: [...ORGANIZATION_FLAG, READ_CONCURRENCY_FLAG],
  columns: COLUMNS,
  // A command is no use when it is cut: below the table they have lines of their own.
  table: ['level', 'origin', 'decides'],
  fields: [...COLUMNS, 'via', 'on', 'team', 'inherited'],
  idField: 'on',
  run: showWhy,
  examples: [
    ['See why a member can edit a space', 'docs access why lucas@tarnpost.example space:Guides'],
    [
      'Get the commands that end the access of a guest',
      'docs access why sofia@marchetti-writes.example "space:API reference" --json',
    ],
  ],
  notes: `One row for each way, the highest level first. The rows that decide give the level in effect: to lower it, run the
command of each of them. ${THING_NOTE}`,
});

interface WhyRow {
  level: Role | 'guest';
  origin: string;
  decides: boolean;
  /** The command that ends this way for this person. */
  end: string | null;
  /** One that ends it for others, too. */
  or: string | null;
  via: string;
  on: string | undefined;
  team: string | undefined;
  inherited: boolean;
}

interface Answer {
  level: Role | 'guest' | undefined;
  rows: WhyRow[];
  /** What stays when the deciding ways end; undefined where nobody can tell. */
  rest?: Role | 'no access';
  doubt?: string | undefined;
}

async function showWhy(run: Run): Promise<void> {
  const { io } = run.context;
  const client = await run.client();
  const organizationId = await organizationIn(run);
  const person = await readPerson(run, client, { organizationId, text: run.args.member ?? '' });
  const thing = await readThing(run, client, { organizationId, text: run.args.thing ?? '' });
  const answer =
    thing.kind === 'site'
      ? await siteAnswer(client, { organizationId, person }, thing)
      : await contentAnswer(run, client, { organizationId, person }, thing);
  const writer = await listWriter(io, viewOf(run));
  await writer.page(answer.rows);
  await writer.end();
  const { level, doubt } = answer;
  const who = nameOf(person);
  if (doubt !== undefined) warn(io, `${who} on ${quoted(thing)}: ? ${doubt}`);
  if (level === undefined)
    return note(
      io,
      `${who} has no access to ${quoted(thing)}${person.status === 'disabled' ? ': the member is disabled' : ''}`,
    );
  note(io, `${who} has ${level} on ${quoted(thing)}${restText(answer)}`);
  if (io.outTty)
    for (const { decides, end } of answer.rows) if (decides && end !== null) note(io, `to end it: ${end}`);
}

/** `; it comes in 2 ways, and without them: read`. */
function restText({ rows, rest, doubt }: Answer): string {
  const count = rows.filter(({ decides }) => decides).length;
  if (count === 0 || rest === undefined || doubt !== undefined) return '';
  const without = count > 1 ? `it comes in ${count} ways, and without them` : 'without that way';
  return `; ${without}: ${rest}`;
}

interface Asked {
  organizationId: string;
  person: Person;
}

async function contentAnswer(run: Run, client: Client, asked: Asked, place: Place): Promise<Answer> {
  const { organizationId, person } = asked;
  const query = { organizationId, people: [person], width: readWidthOf(run) };
  const { accessors } = await readPlaceAccess(client, place, query);
  const found = accessors.find((one) => one.person.id === person.id);
  if (!found) return { level: undefined, rows: [] };
  const { level, origin } = found;
  const rank = ({ level: one }: Way) => ROLES.indexOf(one);
  const ways = [...origin.ways].sort((a, b) => rank(a) - rank(b));
  const rows = ways.map((way): WhyRow => {
    const [end, or] = endsOf(way, person, organizationId);
    return {
      level: way.level,
      origin: wayText(way),
      decides: origin.deciding.includes(way),
      end: end?.command ?? null,
      or: or?.command ?? null,
      via: way.via,
      on: way.on && `${way.on.kind}:${way.on.id}`,
      team: way.team?.id,
      inherited: way.inherited,
    };
  });
  return { level, rows, rest: remaining(origin) ?? 'no access', doubt: origin.doubt };
}

/** Of a site the platform names one way; what was given by name can be ended by name. */
async function siteAnswer(
  client: Client,
  { organizationId, person }: Asked,
  site: { id: string; title: string },
): Promise<Answer> {
  const all = await readSiteAccess(client, { organizationId, siteId: site.id }, person.email);
  const access = all.find(({ user, disabled }) => user.id === person.id && !disabled);
  if (!access) return { level: undefined, rows: [] };
  const { origin, permission } = access;
  const teams = origin.type === 'site' && origin.team ? await teamTitles(client, organizationId) : undefined;
  const team = origin.type === 'site' ? origin.team : undefined;
  const level = permission ?? 'guest';
  const row: WhyRow = {
    level,
    origin: siteOriginText(access, {
      site: site.title,
      space: (id) => id,
      team: (id) => teams?.get(id) ?? id,
    }),
    decides: true,
    end: siteEnd(access, person, site),
    or: null,
    via: origin.type === 'site' ? origin.reason : origin.type,
    on: `site:${site.id}`,
    team,
    inherited: origin.type !== 'site',
  };
  return { level, rows: [row] };
}

function siteEnd({ origin }: UserSitePermission, { email, id }: Person, site: { id: string }): string | null {
  const who = email ?? id;
  if (origin.type === 'organization') return shell`docs members update ${who} --role guest`;
  if (origin.type !== 'site') return null;
  if (origin.team !== undefined) return shell`docs teams members remove ${origin.team} ${who}`;
  return origin.reason === 'member' ? shell`docs permissions users remove ${who} --site ${site.id}` : null;
}
