// docs access plan: makes grants what a file says.

import { listCollections } from '../../../api/content/collections.ts';
import { listSpaces } from '../../../api/content/spaces.ts';
import { listMembers } from '../../../api/people/members.ts';
import { listTeams } from '../../../api/people/teams.ts';
import { getCaller } from '../../../api/people/users.ts';
import { listSites } from '../../../api/sites/sites.ts';
import type { Client } from '../../../client/client.ts';
import { arg } from '../../../engine/model/command.ts';
import type { Flags } from '../../../engine/model/flag-types.ts';
import { job } from '../../../engine/plan/job.ts';
import type { Wishes } from '../../../engine/plan/job-wishes.ts';
import { refuseFaults } from '../../../engine/rows/row-faults.ts';
import { concurrencyOf } from '../../../engine/run/concurrency.ts';
import { readStdin, readTextFile } from '../../../engine/run/input.ts';
import type { Run } from '../../../engine/run/run.ts';
import { accessEntries, type Entry, type Problem } from '../../../workflows/access/access-file.ts';
import { grantChanges } from '../../../workflows/access/grant-changes.ts';
import { ADD, LIST, REMOVE, UPDATE } from '../../../workflows/access/grant-operations.ts';
import { readGrants } from '../../../workflows/access/grants.ts';
import { readEach } from '../../../workflows/access/levels.ts';
import { throwFirst } from '../../../workflows/access/one-place.ts';
import { readPeople } from '../../../workflows/access/people.ts';
import { type Thing, wantedAccess } from '../../../workflows/access/wanted.ts';
import { parseYaml } from '../../../workflows/yaml-file.ts';
import { callerOf, wishOf } from './grant-wish.ts';

export const accessPlan = job('plan', listMembers, {
  summary: 'Make access match a file',
  args: [arg('file')],
  options: [
    {
      flags: '--only-listed',
      reach: 'platform',
      description: 'also end direct access that the file does not list',
      group: 'Fields:',
    },
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
Access whose day has passed is ended: run the same command every day. Without --only-listed, what the file does not
name is left alone. Levels that come from roles, default levels or collections are not changed.`,
  wishes: wishesOf,
});

async function wishesOf(run: Run<Flags<'--only-listed'>>): Promise<Wishes> {
  const file = run.args.file ?? '';
  const entries = await readEntries(run, file);
  const client = await run.client();
  const organizationId = String(run.input.organizationId);
  const onlyListed = run.flags.onlyListed === true;
  const { people, teams, things } = await readOrganization(client, organizationId, entries, onlyListed);
  const { wanted, problems } = wantedAccess(entries, { people, teams, things }, run.context.now());
  refuse(run, file, problems);
  const named = new Set([...wanted.values()].map(({ thing }) => thing.id));
  const read = onlyListed ? things : things.filter(({ id }) => named.has(id));
  const places = read.map((thing) => ({ ...thing, organizationId }));
  const { found: grants, failures } = await readEach(client, places, { width: concurrencyOf(run) }, (place) =>
    readGrants(client, place),
  );
  throwFirst(failures);
  const caller = await callerOf(client);
  const question = { organizationId, wanted, things: read, grants, onlyListed, caller };
  const { changes, unchanged, total } = grantChanges(question);
  return { rows: changes.map(wishOf), unchanged, total };
}

/** Throws UsageError with everything that is wrong with the file. */
async function readEntries(run: Run, file: string): Promise<Entry[]> {
  const { context } = run;
  const text = file === '-' ? await readStdin(context, 'file') : await readTextFile(context, file, 'file');
  const { entries, problems } = accessEntries(await parseYaml(text, nameOf(file)));
  refuse(run, file, problems);
  return entries;
}

const nameOf = (file: string): string => (file === '-' ? 'standard input' : file);

const refuse = (run: Run, file: string, problems: readonly Problem[]): void =>
  refuseFaults(run, { source: nameOf(file), all: [...problems] });

async function all<T>(pages: AsyncIterable<{ items: readonly T[] }>): Promise<T[]> {
  const found: T[] = [];
  for await (const { items } of pages) found.push(...items);
  return found;
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
    hasTeams ? all(client.pages(listTeams, org)) : [],
    hasSpaces ? all(client.pages(listSpaces, org)) : [],
    names('collection:') ? all(client.pages(listCollections, org)) : [],
    names('site:') ? all(client.pages(listSites, org)) : [],
  ]);
  const thing =
    (kind: Thing['kind']) =>
    ({ id, title }: { id: string; title: string }): Thing => ({ kind, id, title });
  const things = [
    ...spaces.map(thing('space')),
    ...collections.map(thing('collection')),
    ...sites.map(thing('site')),
  ];
  return { people, teams, things };
}
