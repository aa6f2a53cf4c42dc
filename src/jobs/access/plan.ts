// docs access plan: makes grants what a file says.
import { listCollections } from '../../api/content/collections.ts';
import { listSpaces } from '../../api/content/spaces.ts';
import { getCaller, listMembers, listTeams } from '../../api/people/members.ts';
import { listSites } from '../../api/sites/sites.ts';
import type { Client } from '../../client/client.ts';
import { allItems } from '../../client/pages.ts';
import { mapPool } from '../../client/pool.ts';
import { ADD, type Grant, LIST, REMOVE, readGrants, UPDATE } from '../../domain/access/grants.ts';
import { readPeople } from '../../domain/access/people.ts';
import { accessEntries, type Entry, type Thing, wantedAccess } from '../../domain/access/wanted.ts';
import { arg } from '../../engine/model/command.ts';
import type { Flags } from '../../engine/model/command-type.ts';
import { concurrencyOf } from '../../engine/model/globals.ts';
import { flag } from '../../engine/model/option.ts';
import { job } from '../../engine/plan/job.ts';
import type { Wishes } from '../../engine/plan/job-wishes.ts';
import { MAX_ENDED_FLAG, refuseMostRemoved } from '../../engine/plan/max-changes.ts';
import { type Fault, type Faults, factsOf, refuseFaults, sayFaults } from '../../engine/rows/row-faults.ts';
import { readFileOrStdin } from '../../engine/run/input.ts';
import type { Run } from '../../engine/run/run.ts';
import { isOutOfReach, PartialError, UsageError } from '../../errors.ts';
import { shell } from '../../files/shell-word.ts';
import { parseYaml } from '../../files/yaml-file.ts';
import { plural } from '../../output/format.ts';
import { warn } from '../../output/note.ts';
import { formerly } from '../undo/former-names.ts';
import { wordFor } from './ends.ts';
import { callerOf, type Given, grantChanges, wishOf } from './grant-changes.ts';
import { asThings } from './holdings.ts';

export const accessPlan = job('plan', listMembers, {
  summary: 'Make access match a file',
  args: [arg('file')],
  options: [
    flag('--only-listed', 'also end direct access that the file does not list', { reach: 'platform' }),
    MAX_ENDED_FLAG,
  ],
  uses: [
    listSpaces,
    listCollections,
    listSites,
    listTeams,
    getCaller,
    ...Object.values(ADD),
    ...[LIST, UPDATE, REMOVE].flatMap(({ user, team }) => [...Object.values(user), ...Object.values(team)]),
  ],
  examples: [
    ['See what a file would change', 'docs access plan access.yaml --dry-run'],
    ['Write the changes to a plan, for a review', 'docs access plan access.yaml --plan-out access-plan.json'],
  ],
  notes: `The file is YAML. Names may be IDs, emails, titles or patterns such as "API*"; a day counts to its end, in UTC:
  grants:
    - { person: ann@acme.com, level: edit, on: space:Guides, until: 2027-01-31 }
    - { team: Writers, level: review, on: [collection:Product, "site:Docs*"] }
Access whose day has passed is ended: run the same command every day. Expired rows may name people and places that no
longer exist, and a level that was changed by hand since is kept. Faults in other rows do not stop this: expired access
ends, nothing is granted, and the exit code is 7 (2 if nothing had expired). Without --only-listed, what the file does
not name is left alone. Levels that come from roles, default levels or collections are not changed.`,
  wishes: wishesOf,
});

async function wishesOf(run: Run<Flags<'--only-listed' | '--max-remove <n>'>>): Promise<Wishes> {
  const { entries, problems } = await readEntries(run, run.args.file ?? '');
  const client = await run.client();
  const organizationId = String(run.input.organizationId);
  const onlyListed = run.flags.onlyListed === true;
  const { people, teams, things } = await readOrganization(client, organizationId, entries, onlyListed);
  const found = wantedAccess(entries, { people, teams, things, formerly: formerly(run) }, run.context.now());
  problems.push(...found.problems);
  const named = new Set([...found.wanted.values()].map(({ thing }) => thing.id));
  const read = onlyListed ? things : things.filter(({ id }) => named.has(id));
  const grants = await readAllGrants(run, { client, organizationId, things: read, problems });
  const isFaulty = problems.length > 0;
  // With a fault, what the file gives or leaves out is uncertain: only what has ended is certain.
  const wanted = isFaulty
    ? new Map([...found.wanted].filter(([, { level }]) => level === null))
    : found.wanted;
  const { changes, unchanged, total, left, unlisted } = grantChanges({
    ...{ organizationId, wanted, grants, caller: await callerOf(client) },
    things: read.filter(({ id }) => grants.has(id)),
    onlyListed: onlyListed && !isFaulty,
  });
  const there = [...grants.values()].reduce((sum, { length }) => sum + length, 0);
  refuseMostRemoved(run, {
    ...{
      count: unlisted,
      total: there,
      left: [...wanted.values()].filter(({ level }) => level !== null).length,
    },
    would: `${sourceOf(run)} would end ${unlisted} of ${plural(there, 'grant')}`,
  });
  if (changes.length === 0) refuse(run, problems);
  for (const given of left) warnOfLeft(run, given);
  const faults = { source: sourceOf(run), all: problems };
  if (isFaulty) sayFaults(run, faults);
  const rows = changes.map(wishOf);
  return {
    rows,
    unchanged,
    total,
    ...(isFaulty && { end: (isApplied) => throwFaults(run, faults, isApplied) }),
  };
}

/** Somebody changed the level after the file gave it: what the file says has ended is not that. */
function warnOfLeft({ context }: Run, { subject, thing, level }: Given): void {
  const who = subject.kind === 'team' ? ['--team', subject.name] : [subject.name];
  const command = shell`docs permissions revoke ${who} ${`--${thing.kind}`} ${wordFor(thing)}`;
  warn(
    context.io,
    `${subject.name} has ${level} on ${thing.kind} "${thing.title}", not the level that has ended, and keeps it; to end it: ${command}`,
  );
}

/** Throws PartialError (exit 7) once what has ended was ended, or would be; UsageError (exit 2) where a plan was written. */
function throwFaults({ flags }: Run, { source, all }: Faults, isApplied: boolean): never {
  const text = `${plural(all.length, 'problem')} in ${source}`;
  if (isApplied)
    throw new PartialError(`${text}: only access that has ended was ended, nothing was given`, factsOf(all));
  const would = `${text}: only access that has ended would be ended`;
  if (flags.dryRun) throw new PartialError(would, { ...factsOf(all), outcome: 'not-sent' });
  throw new UsageError(would, factsOf(all));
}

/** With everything that is wrong with the file. */
async function readEntries(run: Run, file: string): Promise<{ entries: Entry[]; problems: Fault[] }> {
  return accessEntries(await parseYaml(await readFileOrStdin(run.context, file, 'file'), sourceOf(run)));
}

const sourceOf = ({ args: { file = '' } }: Run): string => (file === '-' ? 'standard input' : file);

/** Throws UsageError. */
const refuse = (run: Run, problems: readonly Fault[]): void =>
  refuseFaults(run, { source: sourceOf(run), all: [...problems] });

interface Places {
  client: Client;
  organizationId: string;
  things: readonly Thing[];
  problems: Fault[];
}

/** What is gone or may not be read is one more fault: the rest is not kept from ending. */
async function readAllGrants(
  run: Run,
  { client, organizationId, things, problems }: Places,
): Promise<Map<string, readonly Grant[]>> {
  const results = await mapPool(
    things,
    concurrencyOf(run),
    ({ kind, id }) => readGrants(client, { kind, id, organizationId }),
    { onRateLimit: client.onRateLimit },
  );
  const grants = new Map<string, readonly Grant[]>();
  for (const result of results) {
    const { kind, id, title } = result.item;
    if (result.ok) grants.set(id, result.value);
    else if (isOutOfReach(result.error))
      problems.push({ message: `${kind} "${title}" cannot be read: ${result.error.message}` });
    else throw result.error;
  }
  return grants;
}

/** Only the lists in which something is named. */
async function readOrganization(
  client: Client,
  organizationId: string,
  entries: readonly Entry[],
  onlyListed: boolean,
) {
  const org = { organizationId };
  const names = (prefix: string) =>
    onlyListed || entries.some(({ on }) => on.some((one) => one.startsWith(prefix)));
  const isSpace = (one: string) => !/^(collection|site):/.test(one);
  const hasSpaces = onlyListed || entries.some(({ on }) => on.some(isSpace));
  const hasPeople = entries.some(({ people }) => people.length > 0);
  const hasTeams = entries.some((entry) => entry.teams.length > 0);
  const [people, teams, spaces, collections, sites] = await Promise.all([
    hasPeople ? readPeople(client, organizationId) : [],
    hasTeams ? allItems(client.pages(listTeams, org)) : [],
    hasSpaces ? allItems(client.pages(listSpaces, org)) : [],
    names('collection:') ? allItems(client.pages(listCollections, org)) : [],
    names('site:') ? allItems(client.pages(listSites, org)) : [],
  ]);
  return { people, teams, things: asThings({ spaces, collections, sites }) };
}
